package cli

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// Any output inside what is judged is refused, whether its folder is there or not, and
// also where a link leads there; one beside it is not (harness, section 6).
func TestOutputsInWhatIsJudged(t *testing.T) {
	dir := t.TempDir()
	judged := filepath.Join(dir, "judged")
	for _, folder := range []string{"judged/source_modules", "beside"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(judged, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for path, refused := range map[string]bool{
		"judged": true, "judged/out": true, "judged/source_modules": true, "judged/source_modules/sign.json": true,
		"judged/new/deep/out": true,
		"link/out":            true, "link/new/out": true, "beside/../judged/x": true,
		"beside": false, "out": false, "new/out": false, "judgedbeside": false, "judged/../out": false,
	} {
		if err := notJudged(judged,
			output{"--out", filepath.Join(dir, filepath.FromSlash(path))}); (err != nil) != refused {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := notJudged(filepath.Join(judged, "missing"), output{"--out", filepath.Join(judged, "missing", "x")},
		output{"--sign-off", ""}); err == nil {
		t.Error("a folder that is missing still holds what would lie in it")
	}
}

// No output replaces what a call reads or starts, whatever name it is given by.
func TestOutputsOverInputs(t *testing.T) {
	dir := t.TempDir()
	file, other, link := filepath.Join(dir, "adapter.py"), filepath.Join(dir, "other"), filepath.Join(dir, "link")
	for _, name := range []string{file, other} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(file, link); err != nil {
		t.Fatal(err)
	}
	for path, refused := range map[string]bool{file: true, link: true, other: false, filepath.Join(dir, "new"): false,
		"": false} {
		if err := notInput([]string{"", file}, output{"--report", path}); (err != nil) != refused {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// The files of an implementation are bounded: a sparse one may claim any size.
func TestSubjectsAreBounded(t *testing.T) {
	dir := t.TempDir()
	small, sparse := filepath.Join(dir, "small"), filepath.Join(dir, "sparse")
	if err := os.WriteFile(small, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(sparse, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a := &app{call: Call{Context: t.Context()}}
	for size, fits := range map[int64]bool{maxSubjects: false, maxSubjects + 1: false, 50 << 30: false, 10: true} {
		if err := os.Truncate(sparse, size); err != nil {
			t.Fatal(err)
		}
		if subjects, err := a.digestSubjects([]string{small, sparse}); (err == nil) != fits || fits &&
			len(subjects) != 2 {
			t.Errorf("%d bytes: %v, %v", size, subjects, err)
		}
	}
	if _, err := a.digestSubjects([]string{dir}); err == nil {
		t.Error("a folder is a subject")
	}
}

// A flag that there is not gets the near ones suggested, as a command does.
func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"challenge", "challenge", 0}, {"chalenge", "challenge", 1}, {"", "abc", 3}, {"levle", "level", 2},
		{"kitten", "sitting", 3}, {"x", "y", 1}} {
		if got := distance(test.a, test.b); got != test.want || distance(test.b, test.a) != test.want {
			t.Errorf("%s, %s: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// A version tells two builds apart (harness, section 6): the module's version, or the
// revision and whether it was modified.
func TestVersionOf(t *testing.T) {
	set := func(pairs ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: pairs[0]}}
		for i := 1; i < len(pairs); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return info
	}
	for want, info := range map[string]*debug.BuildInfo{
		"(devel)":                         set(""),
		"v1.2.3":                          set("v1.2.3"),
		"(devel) revision abc":            set("(devel)", "vcs.revision", "abc", "vcs.modified", "false"),
		"(devel) revision abc (modified)": set("", "vcs.modified", "true", "vcs.revision", "abc"),
		"(devel) revision abd":            set("", "vcs.revision", "abd", "-ldflags", "/home/me/x"),
	} {
		if got := versionOf(info); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A certificate for a command that hands requests on is warned of; one for a program,
// or with subjects that somebody named, is not.
func TestForwardingIsWarnedOf(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"wrapper": "#!/usr/bin/env bash\nexec other\n",
		"script.py": "#!/usr/bin/env python3\n", "plain": "binary"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args     []string
		subjects []string
		warned   bool
	}{
		{[]string{"ssh", "host", "reaper"}, nil, true},
		{[]string{"/usr/bin/env", "reaper"}, nil, true},
		{[]string{filepath.Join(dir, "wrapper")}, nil, true},
		{[]string{filepath.Join(dir, "wrapper")}, []string{"reaper"}, false},
		{[]string{filepath.Join(dir, "script.py")}, nil, false},
		{[]string{filepath.Join(dir, "plain")}, nil, false},
		{[]string{"python3", filepath.Join(dir, "script.py")}, nil, false},
	} {
		var out strings.Builder
		a := &app{call: Call{Stderr: &out}}
		a.warnOfForwarding(conformFlags{adapter: &adapterFlags{}, subjects: test.subjects}, test.args)
		if (out.Len() > 0) != test.warned || strings.Contains(out.String(), dir) {
			t.Errorf("%v: %q", test.args, out.String())
		}
	}
}
