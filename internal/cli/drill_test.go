package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/internal/stage"
)

// needsStage leaves a test out where there is no stage; in CI it fails.
func needsStage(t *testing.T) {
	t.Helper()
	if err := stage.Check(t.Context()); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("no stage on this machine: %v", err)
	}
}

// inReapers makes the test's working folder that of the reapers.
func inReapers(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", "..", "testdata", "reapers"))
}

// docs/drill.md, section 3: the status of a drill, and every report that was asked for.
func TestDrill(t *testing.T) {
	needsStage(t)
	inReapers(t)
	out := t.TempDir()
	args := []string{"drill", "--only", "orphan/alone", "--only", "young/just-started"}
	for _, format := range []string{"html", "text", "json", "junit", "markdown"} {
		args = append(args, "--report", format+"="+filepath.Join(out, format))
	}
	for _, test := range []struct {
		reaper string
		status int
		says   string
	}{
		{"./careful.py", statusHolds, "pass: 2 right, of 2 scenarios"},
		{"./hasty.sh", statusFallsShort, "closed 1 that it must not, left 0 that it might"},
		{"./nothing.sh", statusFallsShort, "--helper CMD"},
	} {
		a := call(t, "", append(args, "--", test.reaper)...)
		if a.status != test.status || !strings.Contains(a.stdout, test.says) {
			t.Errorf("%s: status %d\n%s%s", test.reaper, a.status, a.stdout, a.stderr)
		}
		for _, format := range []string{"html", "text", "json", "junit", "markdown"} {
			text, err := os.ReadFile(filepath.Join(out, format))
			if err != nil ||
				!strings.Contains(strings.ReplaceAll(string(text), `\`, ""), "young/just-started") && format != "text" {
				t.Errorf("%s: %v\n%s", format, err, text)
			}
			// Nothing that is written holds a command or a folder.
			for _, secret := range []string{"modelcontextprotocol", "mcp_server_git", "/testdata/", "/usr/"} {
				if strings.Contains(string(text), secret) {
					t.Errorf("%s holds %s", format, secret)
				}
			}
		}
	}
}

func TestDrillRefusals(t *testing.T) {
	inReapers(t)
	for _, args := range [][]string{
		{"drill"},
		{"drill", "./nothing.sh"},
		{"drill", "--", "./no-such-reaper"},
		{"drill", "--only", "no/such", "--", "./nothing.sh"},
		{"drill", "--skip", "*", "--", "./nothing.sh"},
		{"drill", "--timeout", "0s", "--", "./nothing.sh"},
		{"drill", "--generate", "-1", "--", "./nothing.sh"},
		{"drill", "--seed", "7", "--", "./nothing.sh"},
		{"drill", "--helper", "a {b}", "--", "./nothing.sh"},
		{"drill", "--bind", "no-such-folder", "--", "./nothing.sh"},
		{"drill", "--report", "pdf=x", "--", "./nothing.sh"},
		{"drill", "show", "no/such"},
		{"smoke", "--sandbox", "--self"},
	} {
		refused(t, call(t, "", args...))
	}
}

// Section 1: what is shown of this machine for a file is its package or its project,
// and never a home.
func TestPackageFolder(t *testing.T) {
	home := t.TempDir()
	a := &app{call: Call{LookupEnv: environment(map[string]string{"HOME": home})}}
	for _, folder := range []string{"tools/bin", "project/dist", "project/node_modules/.bin", "plain/deep", "bin"} {
		if err := os.MkdirAll(filepath.Join(home, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ file, shows string }{
		{"tools/bin/reaper", "tools"},
		{"project/dist/reaper.js", "project"},
		{"project/node_modules/.bin/reaper", "project"},
		{"plain/deep/reaper.py", "plain/deep"},
		{"bin/reaper", "bin"},
		{"reaper.py", "reaper.py"},
	} {
		file := filepath.Join(home, test.file)
		if got := a.packageFolder(filepath.Dir(file), file); got != filepath.Join(home, test.shows) {
			t.Errorf("%s: shows %s", test.file, strings.TrimPrefix(got, home))
		}
	}
}

// Section 1: a machine without a stage says so in one line, and where to go on.
func TestDrillElsewhere(t *testing.T) {
	if runtime.GOOS == "linux" {
		t.Skip("here is a stage, or what Linux lacks is named")
	}
	inReapers(t)
	a := call(t, "", "drill", "--", "./nothing.sh")
	refused(t, a)
	if !strings.Contains(a.stderr, "hint: ") || !strings.Contains(a.stderr, "Linux") {
		t.Error(a.stderr)
	}
}

// Section 4: what stands behind -- may be a reaper. In the sandbox it reaches nothing;
// an adapter answers there as it does elsewhere.
func TestSandbox(t *testing.T) {
	needsStage(t)
	canary := exec.Command("sleep", "1000")
	if err := canary.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = canary.Process.Kill() }()
	t.Chdir(filepath.Join("..", "..", "testdata"))
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	outside, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OUTSIDE_PID_NS", outside) // everything.sh does nothing there
	if a := call(t, "", "smoke", "--sandbox", "--", "./reapers/everything.sh"); a.status == statusHolds ||
		strings.Contains(a.stdout, "nothing holds me") {
		t.Errorf("status %d\n%s", a.status, a.stdout)
	}
	ended := make(chan struct{})
	go func() { _ = canary.Wait(); close(ended) }()
	select {
	case <-ended:
		t.Error("the canary was ended")
	case <-time.After(100 * time.Millisecond): // a killed child is known at once
	}
	if a := call(t, "", "smoke", "--sandbox", "--", "python3", "adapters/python/adapter.py"); a.status != statusHolds {
		t.Errorf("status %d\n%s%s", a.status, a.stdout, a.stderr)
	}
	// Cases with folders are read from within.
	a := call(t, "", "conform", "--sandbox", "--challenge", "off", "--only", "*/10.*/*module-escape*", "--only",
		"*/11.*/*",
		"--", "python3", "adapters/python/adapter.py")
	if strings.Contains(a.stdout, "crash") || !strings.Contains(a.stdout, " pass") {
		t.Errorf("status %d\n%s%s", a.status, a.stdout, a.stderr)
	}
	if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
		t.Errorf("folders are left: %v, %v", entries, err)
	}
}

// Section 1: a bare word that is also a folder's name is given as it is; a path is not.
func TestWordsThatNameFolders(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.Mkdir("close", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("config", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	a := &app{call: Call{LookupEnv: environment(nil)}}
	s, err := a.stagedCommand([]string{"sh", "close", "./close", "config"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"close", filepath.Join(folder, "close"), filepath.Join(folder, "config")}
	if got := s.command[1:]; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is shown of a reaper's output is its end.
func TestLastLines(t *testing.T) {
	long := strings.Repeat("line\n", 100) + "the last\n"
	if got := string(lastLines([]byte(long))); strings.Count(got, "\n") != 19 || !strings.HasSuffix(got, "the last") {
		t.Errorf("got %q", got)
	}
	if got := lastLines([]byte("\n\n")); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}
