package adapter

import (
	"strings"
	"testing"
)

// What a broken adapter wrote is quoted: its first 80 bytes, control characters
// escaped, cut between characters (harness, section 6).
func TestQuote(t *testing.T) {
	for _, test := range []struct{ output, want string }{
		{"", ""},
		{"ready\n", `"ready\n"`},
		{"\x1b]0;x\a\u202e\xff", `"\x1b]0;x\a\u202e\xff"`},
		{strings.Repeat("a", MaxQuoted), `"` + strings.Repeat("a", MaxQuoted) + `"`},
		{strings.Repeat("a", MaxQuoted+1), `"` + strings.Repeat("a", MaxQuoted) + `" and more`},
		{strings.Repeat("a", MaxQuoted-1) + "ü", `"` + strings.Repeat("a", MaxQuoted-1) + `" and more`},
		{strings.Repeat("\x80", MaxQuoted+5), `"` + strings.Repeat(`\x80`, MaxQuoted-4) + `" and more`},
	} {
		if got := Quote([]byte(test.output)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.output, got, test.want)
		}
	}
}

// A second answer to one request is told as that, whatever else it holds.
func TestBehind(t *testing.T) {
	for text, want := range map[string]string{
		"{\"id\":7,\"ok\":{}}\n": detailTwice, `{"ok":1,"id":7}`: detailTwice, `{"id":8,"ok":1}`: "other",
		`{"id":7`: "other", "bye": "other", "\n": "other",
	} {
		if got := behind([]byte(text), 7, "other"); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}
