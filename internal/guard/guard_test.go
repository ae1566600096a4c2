package guard

import (
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// guardCase is a document and what the guard finds in it at each level. A pair
// is a neighbour that differs in one fact and is clean at hardened.
type guardCase struct {
	name           string
	doc            string
	core, hardened []Leak
	pair           string
}

func leaks(pairs ...string) []Leak {
	var out []Leak
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, Leak{Kind(pairs[i]), pairs[i+1]})
	}
	return out
}

func mustDecode(t testing.TB, doc string) strict.Value {
	t.Helper()
	v, err := strict.Decode([]byte(doc))
	if err != nil {
		t.Fatalf("the test's own document %s: %v", doc, err)
	}
	return v
}

func runGuardCases(t *testing.T, cases []guardCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := mustDecode(t, c.doc)
			if got := Check(v, law.Core); !slices.Equal(got, c.core) {
				t.Errorf("core: Check(%s) = %v, want %v", c.doc, got, c.core)
			}
			if got := Check(v, law.Hardened); !slices.Equal(got, c.hardened) {
				t.Errorf("hardened: Check(%s) = %v, want %v", c.doc, got, c.hardened)
			}
			if c.pair == "" {
				return
			}
			if got := Check(mustDecode(t, c.pair), law.Hardened); got != nil {
				t.Errorf("the neighbour %s: got %v, want nothing", c.pair, got)
			}
		})
	}
}

// Section 7: core looks at strings that are values of objects; [H] at any string:
// elements, keys, a bare string.
func TestGuardWhereStringsStand(t *testing.T) {
	const path, preview = string(Path), string(Preview)
	runGuardCases(t, []guardCase{
		{"value of an object", `{"a":"/home/me"}`, leaks(path, "/a"), leaks(path, "/a"), `{"a":"/health/me"}`},
		{"deep value of an object", `{"a":[{"b":"x=/Users/me"}]}`, leaks(path, "/a/0/b"), leaks(path, "/a/0/b"),
			`{"a":[{"b":"x=/users/me"}]}`},
		{"element", `{"a":["ok","/home/me"]}`, nil, leaks(path, "/a/1"), `{"a":["ok","home/me"]}`},
		{"element of an element", `[[["/home/me"]]]`, nil, leaks(path, "/0/0/0"), `[[["home/me"]]]`},
		{"bare string", `"/home/me"`, nil, leaks(path, ""), `"home/me"`},
		{"key", `{"a":{"/home/me":1}}`, nil, leaks(path, "/a/~1home~1me"), `{"a":{"home/me":1}}`},
		{"key with a tilde", `{"/home/~me":1}`, nil, leaks(path, "/~1home~1~0me"), `{"home/~me":1}`},
		{"only the first of a code", `{"a":"ok","b":"/home/me","c":"/home/me"}`, leaks(path, "/b"), leaks(path, "/b"),
			""},
		{"key before its value", `{"cmdline":"/home/me"}`,
			leaks(path, "/cmdline", preview, "/cmdline"), leaks(path, "/cmdline", preview, "/cmdline"),
			`{"lines":"of me"}`},
		{"sorted by code, not by place", `{"killed_pid":7,"cmdline":"","x":"/home/me"}`,
			leaks(path, "/x", preview, "/cmdline", string(Signal), "/killed_pid"),
			leaks(path, "/x", preview, "/cmdline", string(Signal), "/killed_pid"), ""},
		{"first in document order, not in text order", `{"z":"/home/a","a":"/home/b"}`, leaks(path, "/z"),
			leaks(path, "/z"), ""},
		{"nothing to find", `{"a":[1,true,null,"POST /mcp",{"b":{}}]}`, nil, nil, ""},
	})
}

// Section 7: the guard takes the time that the value's size asks for, however it
// is nested; values come from Go code too, deeper than any document.
func TestGuardDeepValue(t *testing.T) {
	v := strict.Value("/home/me")
	for range 100_000 {
		v = strict.Array{v}
	}
	got := Check(v, law.Hardened)
	if len(got) != 1 || got[0].Kind != Path || got[0].Pointer != strings.Repeat("/0", 100_000) {
		t.Errorf("the path at the bottom was not found: %d leaks", len(got))
	}
}
