package secretscan

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/zricethezav/gitleaks/v8/logging"
)

// The planted secrets are put together here so that no scan of this repository
// finds one.
var (
	githubToken = "gh" + "p_" + "x7Kq2mVb9Ts4Lw1Zr8Nc5Jd3Hf6Gy0PaEuQo"
	awsKey      = "AK" + "IA" + "Q3ZD7WNXK5RJ2LHB"
	looseKey    = "Zx8" + "qPw3Lr9" + "Tn2Vb7Kd5" + "Mf1Hs"
)

// TestScan guards the secret scan of section 11: a credential is found however
// it is spelt, and its neighbour, which differs in one fact, is not.
func TestScan(t *testing.T) {
	hex := func(n int) string { return strings.Repeat("a3f19c0e5b7d2486", 4)[:n] }
	escaped := func(s string) string { // every character as a \u escape
		var b strings.Builder
		for _, c := range []byte(s) {
			b.WriteString(`\u00` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		}
		return b.String()
	}
	for _, test := range []struct {
		name, text string
		want       []Hit
	}{
		{"token in a command", `{"ps_text":"7 1 05:00 0 1 helper --auth ` + githubToken + `"}`,
			[]Hit{{"github-pat", 1}}},
		{"neighbour: one character short", `{"ps_text":"7 1 05:00 0 1 helper --auth ` + githubToken[:39] + `"}`, nil},
		{"the line is told", "{\n\n\"a\": \"" + awsKey + "\"}", []Hit{{"aws-access-token", 3}}},
		{"neighbour: a letter that no such key has", "{\n\n\"a\": \"" + strings.Replace(awsKey, "Q", "0", 1) + "\"}",
			nil},
		{"hidden by escaped letters", `{"a":"` + escaped(githubToken) + `"}`, []Hit{{"github-pat", 0}}},
		{"hidden in a key", `{"` + escaped(githubToken) + `":1}`, []Hit{{"github-pat", 0}}},
		{"hidden in an array", `{"a":[["` + escaped(githubToken) + `"]]}`, []Hit{{"github-pat", 0}}},
		{"hidden by escaped quotes", `{"note":"{\"api_` + `key\":\"` + looseKey + `\"}"}`, []Hit{{genericRule, 0}}},
		{"value escaped, key plain", `{"api_` + `key":"` + escaped(looseKey) + `"}`, []Hit{{genericRule, 0}}},
		{"neighbour: no telling key", `{"quip":"` + escaped(looseKey) + `"}`, nil},
		{"an allow comment does not excuse", "api_" + "key = \"" + looseKey + "\" # gitleaks:allow",
			[]Hit{{genericRule, 1}}},
		{"16 hex digits behind a telling key", `{"token":"` + hex(16) + `"}`, nil},
		{"64 hex digits behind a telling key", `{"token":"` + hex(64) + `"}`, nil},
		{"neighbour: 32 hex digits", `{"token":"` + hex(32) + `"}`, []Hit{{genericRule, 1}}},
		{"neighbour: 64 digits, one upper case", `{"token":"` + strings.Replace(hex(64), "a", "A", 1) + `"}`,
			[]Hit{{genericRule, 1}}},
		{"64 hex digits by another rule", `{"discord_` + `token":"` + hex(64) + `"}`, []Hit{{"discord-api-token", 1}}},
		{"no JSON", "token\n" + githubToken + "\n", []Hit{{"github-pat", 2}}},
		{"twice on one line", awsKey + " " + awsKey, []Hit{{"aws-access-token", 1}}},
		{"two in order", awsKey + "\n" + githubToken + "\n" + awsKey,
			[]Hit{{"aws-access-token", 1}, {"github-pat", 2}, {"aws-access-token", 3}}},
		{"empty", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := scan(t, test.text)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestNarrowedRulesFindWhatTheyFound guards that a rule which is asked only where
// one word stands needs that word: its pattern demands it, in any letter case, and
// with it the rule finds a key.
func TestNarrowedRulesFindWhatTheyFound(t *testing.T) {
	rules, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{
		"lob-api-key":          "li" + "ve_" + strings.Repeat("0a1b2c3", 5),
		"gocardless-api-token": "li" + "ve_" + strings.Repeat("Ab3_-dE9", 5),
	}
	for id, word := range narrowed() {
		pattern := rules.all[id].Regex.String()
		if head := `(?i)[\w.-]{0,50}?(?:` + word + `)(?:`; !strings.HasPrefix(pattern, head) {
			t.Errorf("%s: its pattern does not begin with %s", id, head)
		}
		for _, name := range []string{word, strings.ToUpper(word)} {
			if got, want := scan(t, name+" = "+keys[id]), (Hit{id, 1}); !slices.Contains(got, want) {
				t.Errorf("%s: got %v behind %s, want %v", id, got, name, want)
			}
		}
		// The pattern takes a long s for an s, and the engine's own words lead to it.
		if long := strings.Replace(word, "ss", "sſ", 1); long != word &&
			!slices.Contains(scan(t, long+" = "+keys[id]), Hit{id, 1}) {
			t.Errorf("%s: nothing behind %s", id, long)
		}
		if got := scan(t, "x = "+keys[id]); slices.Contains(got, Hit{id, 1}) {
			t.Errorf("%s: got %v without the word", id, got)
		}
	}
}

// scan scans a text, and what it decodes to where it is JSON.
func scan(t *testing.T, text string) []Hit {
	t.Helper()
	document, err := strict.Decode([]byte(text))
	if err != nil {
		document = nil
	}
	hits, err := Gitleaks().Scan([]byte(text), document)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// TestScanAcrossPieces guards the scan of long texts, and of long strings whose
// spelling tells nothing: what lies across the border of two pieces is found,
// once, and on its line.
func TestScanAcrossPieces(t *testing.T) {
	line := strings.Repeat("ordinary words ", 6) + "\n"
	for _, border := range []int{pieceSize, pieceSize - overlap, 2*pieceSize - overlap} {
		for _, shift := range []int{-len(githubToken) / 2, 1} {
			text := strings.Repeat(line, border/len(line)+1000)
			at := border + shift
			text = text[:at-1] + " " + githubToken + " " + text[at+len(githubToken)+1:]
			want := []Hit{{"github-pat", 1 + strings.Count(text[:at], "\n")}}
			if got := scan(t, text); !slices.Equal(got, want) {
				t.Errorf("secret at %d of a text: got %v, want %v", at, got, want)
			}
			got, err := Gitleaks().Scan([]byte(`["\u002e"]`), strict.Array{text}) // spelt with an escape
			if want := []Hit{{"github-pat", 0}}; err != nil || !slices.Equal(got, want) {
				t.Errorf("secret at %d of a string: got %v and %v, want %v", at, got, err, want)
			}
		}
	}
}

// TestPanicIsNoCleanText guards that an engine which breaks down does not pass
// a text.
func TestPanicIsNoCleanText(t *testing.T) {
	if err := orError(func() { panic("index out of range") }); err == nil {
		t.Error("a panic passed")
	}
	if err := orError(func() {}); err != nil {
		t.Errorf("got %v", err)
	}
}

// TestScanShared guards that scans at the same time are safe (run it with
// -race), and that the engine's log, which quotes what it finds, is off.
func TestScanShared(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got, err := Gitleaks().Scan([]byte(awsKey), nil)
			if err != nil || len(got) != 1 {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	group.Wait()
	if level := logging.Logger.GetLevel(); level != zerolog.Disabled {
		t.Errorf("the engine logs at level %v", level)
	}
}

// TestEngineVersion holds the version that records name to the one that is
// built in.
func TestEngineVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	name, version, _ := strings.Cut(Gitleaks().Engine(), " ")
	if want := "/zricethezav/" + name + "/v8 " + version; !strings.Contains(string(mod), want+" ") &&
		!strings.Contains(string(mod), want+"\n") {
		t.Errorf("go.mod does not require %s", want)
	}
}
