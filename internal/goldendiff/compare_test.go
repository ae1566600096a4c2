package goldendiff

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tspi-dev/harness/internal/strict"
)

// TestCompare guards the field-by-field difference: one fact that differs is
// one line, wherever it stands.
func TestCompare(t *testing.T) {
	const rows = `{"rows":[{"pid":1,"age_s":5},{"pid":2,"age_s":6},{"pid":3,"age_s":7}]}`
	secret := "tok" + "en value with blanks"
	for _, test := range []struct {
		name, golden, theirs string
		want                 []string
	}{
		{"same", `{"a":1}`, `{"a":1}`, nil},
		{"other spacing and order of members", `{"a":1,"b":[2]}`, "{ \"b\": [ 2 ],\n\"a\":1}", nil},
		{"number", `{"a":{"b":1}}`, `{"a":{"b":2}}`, []string{"/a/b: golden 1, yours 2"}},
		{"1.0 is not 1", `{"a":1}`, `{"a":1.0}`, []string{"/a: golden 1, yours 1.0"}},
		{"null is not false", `{"a":null}`, `{"a":false}`, []string{"/a: golden null, yours false"}},
		{"type", `{"a":{"b":1}}`, `{"a":[1,2]}`, []string{"/a: golden an object of 1, yours an array of 2"}},
		{"scalar for object", `{"a":1}`, `{"a":{}}`, []string{"/a: golden 1, yours an object of 0"}},
		{"missing", `{"a":1,"b":"x"}`, `{"a":1}`, []string{`/b: missing; golden has "x"`}},
		{"added", `{"a":1}`, `{"a":1,"b":true}`, []string{"/b: not in the golden receipt; yours has true"}},
		{"whole document", `{"a":1}`, `3`, []string{"the whole document: golden an object of 1, yours 3"}},
		{"clock and paths are masked", `{"created_at":"a","receipt_paths":["x"]}`,
			`{"created_at":"b","receipt_paths":[]}`, nil},
		{"neighbour: but not deeper", `{"x":{"created_at":"a"}}`, `{"x":{"created_at":"b"}}`,
			[]string{`/x/created_at: golden "a", yours "b"`}},
		{"neighbour: and they must be there", `{"created_at":"a"}`, `{}`,
			[]string{`/created_at: missing; golden has "a"`}},
		{"one row too few", rows, `{"rows":[{"pid":1,"age_s":5},{"pid":3,"age_s":7}]}`,
			[]string{"/rows/1: missing; golden has an object of 2"}},
		{"one row too many", rows, strings.Replace(rows, `{"pid":1`, `{"pid":9},{"pid":1`, 1),
			[]string{"/rows/0: not in the golden receipt; yours has an object of 1"}},
		{"one field of one row", rows, strings.Replace(rows, ":6", ":8", 1),
			[]string{"/rows/1/age_s: golden 6, yours 8"}},
		{"rows in another order", rows, `{"rows":[{"pid":2,"age_s":6},{"pid":1,"age_s":5},{"pid":3,"age_s":7}]}`,
			[]string{"/rows: the elements stand in another order"}},
		{"a pid twice", `[{"pid":1,"a":1},{"pid":1,"a":2}]`, `[{"pid":1,"a":1},{"pid":1,"a":3}]`,
			[]string{"/1/a: golden 2, yours 3"}},
		{"codes", `["A","B"]`, `["A","C"]`,
			[]string{`/1: missing; golden has "B"`, `/1: not in the golden receipt; yours has "C"`}},
		{"elements without a name, by place", `[1,2]`, `[1,3]`, []string{"/1: golden 2, yours 3"}},
		{"findings by code and subject",
			`[{"error_code":"A","subject_id":"1","message":"m"},{"error_code":"A","subject_id":"2","message":"m"}]`,
			`[{"error_code":"A","subject_id":"1","message":"m"},{"error_code":"A","subject_id":"2"}]`,
			[]string{`/1/message: missing; golden has "m"`}},
		{"their text is not shown", `{"a":"x"}`, `{"a":"` + secret + `"}`,
			[]string{`/a: golden "x", yours a string of 23 bytes`}},
		{"nor a path", `{"a":"x"}`, `{"a":"` + "/home" + `/me"}`,
			[]string{`/a: golden "x", yours a string of 8 bytes`}},
		{"nor a key that is no name", `{}`, `{"` + "/home" + `/me":1}`,
			[]string{"/…: not in the golden receipt; yours has 1"}},
		{"nor an endless number", `1`, strings.Repeat("7", 65),
			[]string{"the whole document: golden 1, yours a number of 65 bytes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := Compare([]byte(test.golden), []byte(test.theirs))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range c.Differences {
				got = append(got, d.String())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if c.SameBytes != (test.golden == test.theirs) {
				t.Errorf("same bytes: %v", c.SameBytes)
			}
		})
	}
}

// TestCompareRefuses guards that a receipt is read strictly.
func TestCompareRefuses(t *testing.T) {
	for _, text := range []string{"", `{"a":1,"a":1}`, `{} {}`, "\xef\xbb\xbf{}"} {
		_, err := Compare([]byte("{}"), []byte(text))
		var syntax *strict.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

// TestReceipt guards the choice of a golden receipt by name.
func TestReceipt(t *testing.T) {
	folder := fstest.MapFS{"result.json": {Data: []byte("{}\n")}, "board.json": {Data: []byte("[]\n")}, "README.md": {}}
	names, err := Names(folder)
	if err != nil || !slices.Equal(names, []string{"board", "result"}) {
		t.Errorf("names %q, %v", names, err)
	}
	if text, err := Receipt(folder, "result"); err != nil || string(text) != "{}\n" {
		t.Errorf("got %q, %v", text, err)
	}
	for _, name := range []string{"results", "", "../x", "/x"} {
		_, err := Receipt(folder, name)
		var unknown *UnknownNameError
		if !errors.As(err, &unknown) || !slices.Equal(unknown.Known, names) {
			t.Errorf("%q: got %v", name, err)
		}
	}
}
