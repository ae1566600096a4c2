package record

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/tspi"
)

// TestRunWrites guards which records a run writes (contract, section 11), and
// that nothing else is left in the folder.
func TestRunWrites(t *testing.T) {
	three := []string{BoardName, ResultName, ValidationName}
	for _, test := range []struct {
		name    string
		mode    InputMode
		signOff string // relative to the out folder
		files   []string
		paths   []string // receipt_paths
	}{
		{"fixture", ModeFixture, "", three, []string{ResultName, BoardName, ValidationName}},
		{"sign-off beside the others", ModeFixture, "signed.json", append([]string{"signed.json"}, three...),
			[]string{ResultName, BoardName, ValidationName, "signed.json"}},
		{"sign-off further down", ModeFixture, "a/b/signed.json", append([]string{"a"}, three...),
			[]string{ResultName, BoardName, ValidationName, "a/b/signed.json"}},
		{"sign-off elsewhere", ModeFixture, "../elsewhere/signed.json", three,
			[]string{ResultName, BoardName, ValidationName}},
		{"bundle", ModeBundle, "", []string{BundleResultName}, []string{BundleResultName}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "new", "out")
			req := RunRequest{Request: passing().with(files{ManifestName: "{}"}).request(t), Out: out}
			req.Mode, req.Manifest = test.mode, verifierOf(ManifestVerdict{ModuleCount: 1, VerifiedModuleCount: 1})
			if test.signOff != "" {
				req.SignOffFile = filepath.Join(out, test.signOff)
			}
			r, err := Run(req)
			if err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(out)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range entries {
				names = append(names, e.Name())
			}
			if want := slices.Sorted(slices.Values(test.files)); !slices.Equal(names, want) {
				t.Errorf("wrote %q, want %q", names, want)
			}
			if !slices.Equal(r.Result.ReceiptPaths, test.paths) {
				t.Errorf("receipt paths %q, want %q", r.Result.ReceiptPaths, test.paths)
			}
			if test.signOff != "" {
				checkSignOff(t, out, req.SignOffFile)
			}
		})
	}
}

// checkSignOff guards that a sign-off is bound to the other records as they lie
// in the out folder.
func checkSignOff(t *testing.T, out, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := recordOf[SignOff](t, &Records{files: []file{{File: File{"s", text}}}}, "s")
	if s.Statement != StatementPass || len(s.SignedRecords) != 3 {
		t.Errorf("%q over %d records", s.Statement, len(s.SignedRecords))
	}
	for _, signed := range s.SignedRecords {
		text, err := os.ReadFile(filepath.Join(out, signed.Path))
		if err != nil {
			t.Fatal(err)
		}
		if fixture.DigestOf(signed.Path, text) != signed {
			t.Errorf("%s is not what was signed", signed.Path)
		}
	}
}

// TestBlockedRunWrites guards that a blocked run writes its records too, and
// that its sign-off signs nothing off.
func TestBlockedRunWrites(t *testing.T) {
	out := t.TempDir()
	req := RunRequest{Request: passing().request(t), Out: out, SignOffFile: filepath.Join(out, "s.json")}
	req.Scanner = nil
	if _, err := Run(req); err != nil {
		t.Fatal(err)
	}
	written := readFolder(t, out)
	if len(written) != 4 || !strings.Contains(written["s.json"], StatementBlocked) ||
		strings.Contains(written["s.json"], StatementPass) {
		t.Errorf("wrote %d files; sign-off:\n%s", len(written), written["s.json"])
	}
}

// TestRunReplaces guards that a later run replaces the records of an earlier
// one, and touches no other file.
func TestRunReplaces(t *testing.T) {
	out := t.TempDir()
	old := map[string]string{ResultName: "old", "notes.txt": "mine"}
	for name, text := range old {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(RunRequest{Request: passing().request(t), Out: out})
	if err != nil {
		t.Fatal(err)
	}
	written := readFolder(t, out)
	if len(written) != 4 || written["notes.txt"] != "mine" || written[ResultName] != string(r.Files()[0].Text) {
		t.Errorf("got %q", slices.Sorted(maps.Keys(written)))
	}
}

// TestRunRefuses guards that what cannot be written whole is not written at
// all. Each refusal has a neighbour in the tests above.
func TestRunRefuses(t *testing.T) {
	for _, test := range []struct {
		name    string
		prepare func(t *testing.T, req *RunRequest)
		problem string // of the WriteError
	}{
		{"out folder is a link", func(t *testing.T, req *RunRequest) {
			link := filepath.Join(t.TempDir(), "link")
			must(t, os.Symlink(req.Out, link))
			req.Out = link
		}, "symbolic link"},
		{"out folder is a file", func(t *testing.T, req *RunRequest) {
			req.Out = filepath.Join(req.Out, "file")
			must(t, os.WriteFile(req.Out, nil, 0o600))
		}, "not a directory"},
		{"a record's name is a folder", func(t *testing.T, req *RunRequest) {
			must(t, os.Mkdir(filepath.Join(req.Out, ValidationName), 0o700))
		}, "no regular file"},
		{"a record's name is a link", func(t *testing.T, req *RunRequest) {
			must(t, os.Symlink("elsewhere", filepath.Join(req.Out, BoardName)))
		}, "no regular file"},
		{"the sign-off is another record", func(t *testing.T, req *RunRequest) {
			req.SignOffFile = filepath.Join(req.Out, "x", "..", ResultName)
		}, "another record"},
		{"the sign-off is an input", func(t *testing.T, req *RunRequest) {
			req.SignOffFile = filepath.Join(req.Folder.Root().Name(), "owner_classes.json")
		}, "was judged"},
		{"the sign-off is the out folder", func(t *testing.T, req *RunRequest) {
			req.SignOffFile = req.Out
		}, "no regular file"},
		{"a bundle has a sign-off", func(t *testing.T, req *RunRequest) {
			req.Mode, req.SignOffFile = ModeBundle, filepath.Join(req.Out, "s.json")
		}, "a bundle has none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			req := RunRequest{Request: passing().request(t), Out: t.TempDir()}
			before := req.Out
			test.prepare(t, &req)
			r, err := Run(req)
			var refused *WriteError
			if !errors.As(err, &refused) || r != nil {
				t.Fatalf("got records %v and error %v", r, err)
			}
			if !strings.Contains(refused.Problem, test.problem) ||
				strings.Contains(err.Error(), string(filepath.Separator)) {
				t.Errorf("got %q, want %q in it and no path", err, test.problem)
			}
			for name := range entriesOf(t, before) {
				if strings.Contains(name, "tool_server") && name != ValidationName && name != BoardName ||
					strings.HasPrefix(name, ".") {
					t.Errorf("%s was left behind", name)
				}
			}
			if text, err := os.ReadFile(filepath.Join(req.Folder.Root().Name(), "owner_classes.json")); err != nil ||
				string(text) != passing()["owner_classes.json"] {
				t.Error("an input was touched")
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func entriesOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	return names
}

// TestUnusableInputWritesNothing guards that a run over unusable input makes
// not even the folder.
func TestUnusableInputWritesNothing(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	_, err := Run(RunRequest{Request: passing().with(files{"owner_classes.json": "{"}).request(t), Out: out})
	var fault *tspi.InputError
	if !errors.As(err, &fault) {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Lstat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the out folder is there: %v", err)
	}
}

// TestCommitTakesBack guards that a rename which fails takes back the ones
// before it: no mixture of two runs, and no temporary file.
func TestCommitTakesBack(t *testing.T) {
	for _, fails := range []bool{true, false} {
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		must(t, err)
		defer root.Close()
		var w writer
		for _, name := range []string{"first", "second"} {
			must(t, w.stage(root, name, name, []byte(name)))
		}
		if fails { // somebody takes the name between the two phases
			must(t, os.Mkdir(filepath.Join(dir, "second"), 0o700))
		}
		err = w.commit()
		w.cleanUp()
		want := map[string]bool{"first": !fails, "second": true}
		maps.DeleteFunc(want, func(_ string, there bool) bool { return !there })
		if got := entriesOf(t, dir); (err != nil) != fails || !maps.Equal(got, want) {
			t.Errorf("fails %v: error %v, left %v", fails, err, got)
		}
	}
}
