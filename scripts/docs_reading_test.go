package scripts_test

import (
	"reflect"
	"strings"
	"testing"
)

// Guards the reading of pages: a block that were not seen would not be run.
func TestDocBlocks(t *testing.T) {
	page :=
		"Text.\n\n```console\n$ tspi a \\\n  b\nout\n$ c\n> d\n```\n\nSave this as `x.py`:\n\n```python\nx = 1\n```\n\n" +
			"*Not run by the tests: it needs a network.*\n\n```sh\ngit clone\n```\n\n```text\n$ stray\n```\n\n    tspi stray\n    not one\n"
	blocks, err := docBlocks(page)
	if err != nil {
		t.Fatal(err)
	}
	want := []docBlock{
		{line: 3, language: "console", text: "$ tspi a \\\n  b\nout\n$ c\n> d\n"},
		{line: 13, language: "python", text: "x = 1\n", saveAs: "x.py"},
		{line: 19, language: "sh", text: "git clone\n", notRun: "it needs a network"},
		{line: 23, language: "text", text: "$ stray\n"},
	}
	if !reflect.DeepEqual(blocks, want) {
		t.Errorf("got %+v\nwant %+v", blocks, want)
	}
	commands := docCommands(blocks[0])
	wantCommands := []docCommand{{line: 4, script: "tspi a \\\n  b", output: []string{"out"}},
		{line: 7, script: "c\nd"}}
	if !reflect.DeepEqual(commands, wantCommands) {
		t.Errorf("got %+v\nwant %+v", commands, wantCommands)
	}
	if got := strayCommands(page, blocks); !reflect.DeepEqual(got, []string{"$ stray", "    tspi stray"}) {
		t.Errorf("stray commands: %q", got)
	}
	if _, err := docBlocks("```sh\nx\n"); err == nil {
		t.Error("a block that never ends is taken")
	}
}

// Guards the comparison: an output that differs is seen, and what a page leaves
// out is not.
func TestShowsAs(t *testing.T) {
	for _, test := range []struct {
		name, shown, got string
		want             bool
	}{
		{"the same", "a\nb", "a\nb", true},
		{"another line", "a\nb", "a\nc", false},
		{"a line more", "a", "a\nb", false},
		{"a line less", "a\nb", "a", false},
		{"lines left out", "a\n…\nd", "a\nb\nc\nd", true},
		{"none left out", "a\n…\nd", "a\nd", true},
		{"left out, and another end", "a\n…\nd", "a\nb\nc", false},
		{"left out to the end", "a\n…", "a\nb\nc", true},
		{"characters left out", "seed … drawn", "seed 0a1b drawn", true},
		{"characters left out, and others differ", "seed … drawn", "seed 0a1b given", false},
		{"no pattern of ours", "a.c", "abc", false},
		{"nothing", "", "", true},
		{"something where nothing is shown", "", "a", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines := func(text string) []string { return outputLines(strings.TrimSuffix(text, "\n")) }
			if got := showsAs(lines(test.shown), lines(test.got)); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Guards the running of pages: each command's output and status are its own.
func TestRunCommands(t *testing.T) {
	dir := scratch(t)
	done := runCommands(t, dir, []docCommand{
		{script: "echo one; echo two >&2"}, {script: "(exit 3)"}, {script: "echo $?"}, {script: "printf three"},
		{script: "ps -a | head -n 1"},
	})
	want := []docDone{
		{[]string{"one", "two"}, 0}, {nil, 3}, {[]string{"3"}, 0}, {[]string{"three"}, 0},
		{[]string{"  PID  PPID     ELAPSED %CPU    RSS COMMAND"}, 0},
	}
	if !reflect.DeepEqual(done, want) {
		t.Errorf("got %+v\nwant %+v", done, want)
	}
}
