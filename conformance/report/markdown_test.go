package report

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

// Markdown is a table for a README: clauses down, implementations across.
func TestMarkdown(t *testing.T) {
	other := passing()
	other.Implementation.Name, other.Level, other.Reservations = "zeta", "core",
		[]string{"the challenge seed was given, not drawn in this run"}
	want := `| clause | acme 2.1 (hardened) | acme 2.1 (hardened) | zeta 2.1 (core) |
| --- | --- | --- | --- |
| 4.init Under an unrecognised init nothing is detached. | 1 of 3 |  |  |
| 5.keep A kept kind is kept. | not tested |  |  |
| 5.orphan A detached helper of an allowlisted kind and sufficient age is a close candidate. | 1 of 4 | pass (2) | pass (2) |
| 8.input An audit's input is a claim with thresholds or with the whole fixture. |  | pass (1) | pass (1) |
| 10.digest Both digests are there, well formed and right. | not tested |  |  |
| **verdict** | **fail** | **pass** | **pass, no certificate** |

acme 2.1:

Failures: unsafe in 1 case and 1 variant; wrong in 1 variant.

* **UNSAFE** leaks what no answer may hold, in 1 case and 1 variant, first of all 7.preview; such as ` + "`tspi/core/5.orphan/a`" + `
* **WRONG** gives no answer (crash): the adapter ended before it answered (exit status 1), in 1 variant; such as ` + "`tspi/core/5.orphan/c`" + `
`
	if got := rendered(t, Markdown, failing(), passing(), other); got != want {
		t.Errorf("got\n%s", got)
	}
}

// An adapter's own words are text in the table, and never markup or another cell.
func TestMarkdownEscapes(t *testing.T) {
	r := passing()
	r.Implementation.Name = "a|b<img src=x>`c`[d](e)*_!&\n| forged | pass |\x1b"
	r.Implementation.Version = `\`
	got := rendered(t, Markdown, r)
	header, _, _ := strings.Cut(got, "\n")
	want := `| clause | a\|b\<img src=x\>\` + "`c\\`" + `\[d\](e)\*\_\!\& \| forged \| pass \|  \\ (hardened) |`
	if header != want {
		t.Errorf("the header is\n%s\nwant\n%s", header, want)
	}
	for line := range strings.Lines(got) {
		if n := strings.Count(line, "|") - strings.Count(line, `\|`); n != 3 {
			t.Errorf("%q has %d cell ends, want 3", line, n)
		}
	}
	if got := rendered(t, Markdown,
		made(result("tspi/core/5.orphan/a", "5.orphan", conformance.Unsupported))); !strings.Contains(got,
		"| not tested |") || !strings.Contains(got, "**fail**") {
		t.Errorf("nothing tested:\n%s", got)
	}
}
