//go:build linux && (amd64 || arm64)

package stage

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// nobody is an ordinary user on every system.
const nobody = 65534

// The stage works as root and as an ordinary user: run as root, these tests are run
// again as nobody.
func TestAsAnOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("this whole run is one of an ordinary user")
	}
	folder, err := os.MkdirTemp("", "stage")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, "stage.test")
	for _, step := range []error{
		os.Chmod(folder, 0o755),
		os.MkdirAll(filepath.Join(folder, "internal", "stage"), 0o755),
		os.Mkdir(filepath.Join(folder, "temp"), 0o755),
		os.Chown(filepath.Join(folder, "temp"), nobody, nobody),
		os.CopyFS(filepath.Join(folder, "testdata", "reapers"), os.DirFS("../../testdata/reapers")),
		copyFile(own, program),
	} {
		if step != nil {
			t.Fatal(step)
		}
	}
	cmd := exec.Command(
		program,
		"-test.run",
		"PsSees|ProcReaders|Signals|Escapes|Everything|NothingIsLeft|AtHome|Bounds/(fork|hang)",
		"-test.v",
	)
	cmd.Dir = filepath.Join(folder, "internal", "stage")
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(folder, "temp"), "HOME="+folder)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}
