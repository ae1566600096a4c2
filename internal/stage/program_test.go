//go:build linux && (amd64 || arm64)

package stage

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// builtBy is the compiler of the embedded actors.
const builtBy = "12.2.0"

// The embedded actor is what its source builds: to the byte where the compiler is the
// same, and by what it does on a stage wherever there is one.
func TestActorIsBuiltFromItsSource(t *testing.T) {
	compiler := "gcc"
	if runtime.GOARCH == "arm64" {
		compiler = "aarch64-linux-gnu-gcc"
	}
	version, err := exec.Command(compiler, "-dumpfullversion").Output()
	if err != nil {
		missing(t, compiler+" is needed for this test")
	}
	folder := t.TempDir()
	out, err := exec.Command("sh", "actor/build.sh", folder, runtime.GOARCH).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	built, err := os.ReadFile(filepath.Join(folder, "actor_"+runtime.GOARCH))
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(version)) == builtBy && !bytes.Equal(built, program) {
		t.Error("the embedded actor is not what actor/actor.c builds: run internal/stage/actor/build.sh")
	}
	o := play(t, Spec{Command: []string{"/bin/sh", "-c", "kill 420; readlink /proc/410/exe"}, Program: built})
	if f := fateOf(t, o, 420); f.By != 15 || string(o.Stdout) != "/usr/bin/node\n" {
		t.Errorf("the built actor: %+v, %q", f, o.Stdout)
	}
}
