package view

import (
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// Guards what people read: ages in two units, at each boundary.
func TestAge(t *testing.T) {
	for seconds, want := range map[int64]string{
		0: "0s", 59: "59s", 60: "1m00s", 3599: "59m59s", 3600: "1h00m", 86399: "23h59m", 86400: "1d00h",
		2147483647: "24855d03h",
	} {
		if got := age(seconds); got != want {
			t.Errorf("age(%d) is %s, want %s", seconds, got, want)
		}
	}
}

// Guards what people read: sizes in the unit that leaves few digits, and a sum
// that says when a part of it is unknown.
func TestMemory(t *testing.T) {
	for _, test := range []struct {
		name string
		kib  []int64
		want string
	}{
		{"none known", []int64{-1}, "?"},
		{"nothing", nil, "?"},
		{"zero is known", []int64{0}, "0 KiB"},
		{"below a MiB", []int64{1023}, "1023 KiB"},
		{"a MiB", []int64{1024}, "1.0 MiB"},
		{"ten MiB", []int64{10 * 1024}, "10 MiB"},
		{"a GiB", []int64{512 * 1024, 512 * 1024}, "1.0 GiB"},
		{"a part unknown", []int64{2048, -1}, "2.0 MiB+"},
		{"absurd columns do not overflow", []int64{1 << 62, 1 << 62, 1 << 62}, "1099511627776 GiB"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var m memory
			for _, kib := range test.kib {
				m.add(kib)
			}
			if got := m.String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// Guards what people read: how long an orphan still has to wait.
func TestWait(t *testing.T) {
	huge, ok := tspi.AsInteger(tspi.Number("10000000000000000000000"))
	if !ok {
		t.Fatal("no integer")
	}
	for _, test := range []struct {
		name    string
		seconds int64
		minimum tspi.Integer
		want    string
	}{
		{"a second", 299, tspi.NewInteger(300), "1s"},
		{"none", 300, tspi.NewInteger(300), ""},
		{"beyond reckoning", 299, huge, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := wait(test.seconds, test.minimum); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Guards that running text fits its width, whatever words it has.
func TestWrap(t *testing.T) {
	for _, test := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"fits", "aa bb", 8, "- aa bb\n"},
		{"breaks", "aa bbb cc", 8, "- aa bbb\n  cc\n"},
		{"a word that is too long stands alone", "a bbbbbbbbbb c", 8, "- a\n  bbbbbbbbbb\n  c\n"},
		{"is broken behind an underscore", "a bb_cc_ddd e", 8, "- a\n  bb_cc_\n  ddd e\n"},
		{"has none that early", "bbbbbbb_c", 8, "- bbbbbbb_c\n"},
		{"nothing", "", 8, ""},
		{"characters, not bytes", "ää öö", 8, "- ää öö\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := wrap(test.text, "- ", "  ", test.width); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Guards that a name from somebody's document can neither steer the terminal nor
// turn the reading direction.
func TestNeutral(t *testing.T) {
	for text, want := range map[string]string{
		"mcp_server":      "mcp_server",
		"größe":           "größe",
		"a\x1b[31mb":      "a\uFFFD[31mb",
		"a\nb\tc":         "a\uFFFDb\uFFFDc",
		"\u202eevil":      "\uFFFDevil",
		"e\u0301":         "e\uFFFD",
		"\u009b2J":        "\uFFFD2J",
		"bad\xff":         "bad\uFFFD",
		"zero\u200bwidth": "zero\uFFFDwidth",
		"a\u2067b\u2069":  "a\uFFFDb\uFFFD",
		// Letters that are written from right to left, and others that are not.
		"a\u05d0b":     "a\uFFFDb",
		"a\u0627b":     "a\uFFFDb",
		"a\U0001e900b": "a\uFFFDb",
		"日本":           "日本",
	} {
		if got := Neutral(text); got != want {
			t.Errorf("Neutral(%q) is %q, want %q", text, got, want)
		}
	}
}
