package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
)

func TestParseFormat(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("%s: %v, %v", f, got, err)
		}
	}
	for _, name := range []string{"", "Text", "HTML", "xml"} {
		if _, err := ParseFormat(name); err == nil {
			t.Errorf("%q is a format", name)
		}
	}
}

// Text, markdown and html put several reports side by side; JSON and JUnit take one, and
// none takes nothing.
func TestSeveralReports(t *testing.T) {
	for _, f := range Formats() {
		one, two := rendered(t, f, passing()), ""
		var b bytes.Buffer
		err := Write(&b, f, passing(), failing())
		two = b.String()
		if several := f == Text || f == Markdown || f == HTML; several != (err == nil) || several &&
			len(two) <= len(one) || !several && two != "" {
			t.Errorf("%s: %v", f, err)
		}
		if err := Write(&b, f); err == nil {
			t.Errorf("%s: nothing was rendered", f)
		}
	}
	if got := rendered(t, Text, passing(), failing()); strings.Count(got, "acme 2.1 (python)") != 2 {
		t.Errorf("side by side:\n%s", got)
	}
}

// limited takes n bytes and no more.
type limited struct{ n int }

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

// What cannot be written whole is an error, wherever it breaks off.
func TestWriteErrors(t *testing.T) {
	for _, f := range Formats() {
		reports := []*conformance.Report{failing()}
		if f == Text {
			reports = append(reports, failing())
		}
		size := len(rendered(t, f, reports...))
		for _, n := range []int{0, 38, size / 2, size - 1} {
			if err := Write(&limited{n}, f, reports...); err == nil {
				t.Errorf("%s, %d of %d bytes: no error", f, n, size)
			}
		}
		if err := Write(&limited{size}, f, reports...); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}
