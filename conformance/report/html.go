package report

import (
	"bytes"
	"crypto/sha256"
	"unicode"
	"unicode/utf8"

	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"sync"

	"github.com/tspi-dev/harness/conformance"
)

// Limits of one page, so that no saved report makes a file that a browser cannot
// hold. What is left out is said where it would stand.
const (
	maxHTMLReports  = 16
	maxHTMLCases    = 20_000  // the red ones are kept first
	maxHTMLOutcomes = 40_000  // cases times reports
	maxHTMLClauses  = 50      // that the contract does not have
	maxHTMLDrawn    = 8 << 20 // bytes of tables, chains, documents and differences; the red ones are drawn first
)

var (
	//go:embed html.css
	htmlStyle string
	//go:embed html.js
	htmlScript string
	//go:embed html.tmpl
	htmlFrame string
	//go:embed html_case.tmpl
	htmlCase string
	//go:embed html_charts.tmpl
	htmlCharts string
)

// htmlTemplates are the page of a report ("report") and that of charts
// ("charts"), parsed when the first page is made: most calls make none.
var htmlTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(htmlFrame + htmlCase + htmlCharts))
})

// htmlSkin is what every page of ours has in common.
type htmlSkin struct {
	PageTitle string
	CSP       string
	Style     template.CSS
	Script    template.JS
}

// newSkin makes the frame of a page. Its content security policy admits our own
// style and script by their digests and nothing else: no network, no frame, no
// form, and no way from a text to markup.
func newSkin(title string) htmlSkin {
	return htmlSkin{
		PageTitle: title,
		CSP: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'; "+
			"require-trusted-types-for 'script'; trusted-types 'none'", sourceHash(htmlStyle), sourceHash(htmlScript)),
		Style: template.CSS(htmlStyle), Script: template.JS(htmlScript),
	}
}

func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writeHTML is one self-contained page: implementations side by side, the matrix
// of clauses and verdicts, and every case.
func writeHTML(out io.Writer, reports []*conformance.Report) error {
	if len(reports) > maxHTMLReports {
		return fmt.Errorf("report: html takes at most %d reports side by side, got %d", maxHTMLReports, len(reports))
	}
	return writePage(out, "report", newHTMLPage(reports))
}

// writePage executes a template and takes out of the whole page what a text may
// not hold, so that no field can be forgotten.
func writePage(out io.Writer, name string, page any) error {
	var b bytes.Buffer
	if err := htmlTemplates().ExecuteTemplate(&b, name, page); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	_, err := out.Write(plainText(b.Bytes()))
	return err
}

// plainText writes out every character that draws nothing, or that steers a
// browser or the direction of a text, so that a reader sees that it is there:
// ‹U+202E›. Bytes that are no UTF-8 become U+FFFD. Line feeds and tabs stay.
func plainText(text []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteRune(r)
		case r == '\n' || r == '\t' || unicode.IsGraphic(r):
			b.Write(text[:size])
		default:
			fmt.Fprintf(&b, "‹U+%04X›", r)
		}
		text = text[size:]
	}
	return b.Bytes()
}
