package report

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/tspi-dev/harness/conformance"
)

func between(t *testing.T, text, start, end string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, start)
	inner, _, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("there is no %s…%s", start, end)
	}
	return inner
}

// docs/reports.md: the page admits its own style and script and nothing else, and needs
// no network. The browser test shows that a browser agrees with the digests.
func TestHTMLAdmitsOnlyItsOwnScript(t *testing.T) {
	page := rendered(t, HTML, failing(), passing())
	policy := strings.NewReplacer("&#39;", "'", "&#43;", "+").
		Replace(between(t, page, `Content-Security-Policy" content="`, `"`))
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	for _, want := range []string{
		"default-src 'none';",
		"style-src " + hash(between(t, page, "<style>", "</style>")) + ";",
		"script-src " + hash(between(t, page, "<script>", "</script>")) + ";",
		"base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy is %s\nwant in it %s", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
		t.Errorf("the policy is %s", policy)
	}
	if before, _, _ := strings.Cut(page, "Content-Security-Policy"); strings.Contains(before, "<style") ||
		strings.Contains(before, "<script") {
		t.Error("the policy stands behind what it is about")
	}
	if strings.Count(page, "<script") != 1 || strings.Count(page, "<style") != 1 {
		t.Error("want one script and one style")
	}
	markup := strings.ReplaceAll(strings.ReplaceAll(page, htmlStyle, ""), htmlScript, "")
	for _, unwanted := range []string{`\ssrc=`, `\sstyle=`, `\son[a-z]+=`, `href="[^#]`,
		`<(link|img|iframe|object|embed|base)\b`} {
		if found := regexp.MustCompile(unwanted).FindString(markup); found != "" {
			t.Errorf("%q is in the page", found)
		}
	}
}

// docs/reports.md: no text becomes markup in the script either, and nothing is loaded.
func TestHTMLScriptMakesNoMarkup(t *testing.T) {
	for _, unwanted := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "createElement",
		"eval", "Function(",
		"setAttribute", "fetch", "XMLHttpRequest", "import(", "localStorage", "</script"} {
		if strings.Contains(htmlScript, unwanted) {
			t.Errorf("the script uses %s", unwanted)
		}
	}
	for _, unwanted := range []string{"url(", "@import", "</style", "expression("} {
		if strings.Contains(htmlStyle, unwanted) {
			t.Errorf("the style uses %s", unwanted)
		}
	}
}

// everywhere puts a text into every field of a report that holds text.
func everywhere(text string) *conformance.Report {
	r := failing()
	r.Implementation = conformance.Description{Name: text, Version: text, Language: text, Ops: []string{text},
		Levels:       []string{text},
		Organization: text, URL: text, Contact: text}
	r.Harness, r.Level, r.Challenge.Seed, r.Aborted = text, text, text, text
	r.Problems, r.Shortcomings, r.Reservations, r.Features = []string{text}, []string{text}, []string{text},
		[]string{text}
	for i := range r.Results {
		result := &r.Results[i]
		result.Title, result.Detail, result.Why, result.Pair, result.Op, result.Level = text, text, text, text, text,
			text
		if result.Known != "" {
			result.Known = text
		}
		for n := range result.Differences {
			result.Differences[n] = conformance.Difference{Clause: text, Path: text, Want: text, Got: text}
		}
		if result.Sent != "" {
			result.Sent = "ps_text of process_table:\n  410 1 05:00 0.0 1 mcp " + text +
				"\npressure_policy: {\"kinds\":[{\"kind\":\"k\",\"match_substrings\":[\"mcp\"]}]}\nowner_classes: {}\n" + text
		}
	}
	r.Results[0].Case, r.Results[0].Clause = text, text
	return r
}

// docs/reports.md: whatever stands in a report is text on the page. The same report with
// harmless words has exactly the same tags.
func TestHTMLShowsHostileTextAsText(t *testing.T) {
	harmless := rendered(t, HTML, everywhere("word"))
	if strings.Count(harmless, "word") < 30 {
		t.Fatal("the text reaches too few places for this test to prove much")
	}
	for _, hostile := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><script>x</script>`,
		`' onmouseover='alert(1)`,
		`javascript:alert(1)`, `{{.Title}}`, `--><svg onload=alert(1)>`, `</title></details></section>`,
		"`${alert(1)}`",
	} {
		page := rendered(t, HTML, everywhere(hostile))
		if got, want := strings.Count(page, "<"), strings.Count(harmless, "<"); got != want {
			t.Errorf("%s: the page has %d tags, want %d", hostile, got, want)
		}
		if strings.Contains(page, `href="javascript`) {
			t.Errorf("%s: is an address on the page", hostile)
		}
	}
}

// docs/reports.md: control characters and those that turn the direction of a text are
// written out, and what is no UTF-8 is replaced.
func TestHTMLWritesSteeringCharactersOut(t *testing.T) {
	page := rendered(t, HTML, everywhere("a\u202eb\x1b[31mc\x00d\u2066e\u200bf\xffg\rh\u2028i\ue000j"))
	for _, r := range page {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			t.Fatalf("U+%04X is in the page", r)
		}
	}
	if want := "a‹U+202E›b‹U+001B›[31mc"; !strings.Contains(page, want) {
		t.Errorf("%s is not in the page", want)
	}
	if want := "d‹U+2066›e‹U+200B›f\ufffdg‹U+000D›h‹U+2028›i‹U+E000›j"; !strings.Contains(page, want) {
		t.Errorf("%s is not in the page", want)
	}
	if got := string(plainText([]byte("ünï — ‹日本›\n\t✗"))); got != "ünï — ‹日本›\n\t✗" {
		t.Errorf("an ordinary text became %q", got)
	}
}

// Same input, same bytes (the project's rule).
func TestHTMLIsDeterministic(t *testing.T) {
	first := rendered(t, HTML, failing(), passing())
	if again := rendered(t, HTML, failing(), passing()); first != again {
		t.Error("two pages of the same reports differ")
	}
}

// A page holds a bounded number of implementations.
func TestHTMLRefusesTooManyReports(t *testing.T) {
	var reports []*conformance.Report
	for range maxHTMLReports {
		reports = append(reports, passing())
	}
	if page := rendered(t, HTML, reports...); !strings.Contains(page, "16 implementations") {
		t.Error("sixteen are not shown")
	}
	if err := Write(&limited{1 << 30}, HTML, append(reports, passing())...); err == nil {
		t.Error("seventeen are taken")
	}
}
