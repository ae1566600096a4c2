//go:build unix

package bundle

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// attack makes a bundle hostile. Wherever it leads outside, or to something that
// is no body, it leads to bytes with the right digest and the right anchors: were
// they read, the module would pass.
type attack struct {
	name  string
	twist func(m *made, outside string)
	want  []string
	// safe is the neighbour that differs in one fact and passes; nil for the
	// right bundle itself.
	safe func(m *made, outside string)
}

// target names a file in both refs of the first row.
func target(ref string) func(*made, string) {
	return func(m *made, _ string) { m.rows[0]["path"], m.rows[0]["target_ref"] = ref, ref }
}

func (m *made) link(target, ref string) {
	m.t.Helper()
	must(m.t, os.Symlink(target, m.path(ref)))
}

// Section 10: every hostile bundle ends in a code, never in a read
// outside, a hang or a panic; beside each stands a bundle that passes.
func TestAttacks(t *testing.T) {
	attacks := slices.Concat(escapeAttacks, contentAttacks)
	if len(attacks) < 25 {
		t.Fatalf("only %d attacks", len(attacks))
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			expect(t, judgeAttack(t, a.twist), a.want...)
			if a.safe == nil {
				a.safe = func(*made, string) {}
			}
			expect(t, judgeAttack(t, a.safe))
		})
	}
}

// judgeAttack makes a bundle beside a folder that is none of it, and judges it. It
// gives up on a verifier that waits for something.
func judgeAttack(t *testing.T, twist func(*made, string)) Result {
	t.Helper()
	m := makeBundle(t)
	outside := filepath.Join(filepath.Dir(m.dir), "outside"+filepath.Base(m.dir))
	must(t, os.Mkdir(outside, 0o755))
	must(t, os.WriteFile(filepath.Join(outside, "first.go"), []byte(firstBody), 0o644))
	twist(m, outside)
	if _, err := os.Lstat(m.path(ManifestName)); err != nil {
		m.manifest()
	}
	type answer struct {
		r   Result
		err error
	}
	done := make(chan answer, 1)
	go func() {
		r, err := m.judge(Options{})
		done <- answer{r, err}
	}()
	select {
	case a := <-done:
		must(t, a.err)
		return a.r
	case <-time.After(2 * time.Minute):
		t.Fatal("the verifier hangs")
		return Result{}
	}
}

// A device is opened by nobody: there is none in a bundle that a test could make,
// so the rule is tested where there is one (section 10, TARGET_ESCAPE).
func TestDeviceIsNotOpened(t *testing.T) {
	root, err := os.OpenRoot("/dev")
	must(t, err)
	defer root.Close()
	f, state, err := openTarget(root, []string{"null"})
	if f != nil || state != targetEscapes || err != nil {
		t.Errorf("openTarget of a device = %v, %v, %v", f, state, err)
	}
	f, state, err = openTarget(root, []string{"no such device"}) // the neighbour
	if f != nil || state != targetMissing || err != nil {
		t.Errorf("openTarget of nothing = %v, %v, %v", f, state, err)
	}
}
