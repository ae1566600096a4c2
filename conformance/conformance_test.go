package conformance_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/internal/law"
)

// TestConformance is what maintainers run: the suite and fresh challenges against
// the built-in implementation, in process by both laws, and the suite once more
// over the protocol: a challenge is sent as a case is.
// With a flag it judges anyone's instead:
//
//	go test ./conformance -run TestConformance -args -adapter 'python3 testdata/adapters/python/adapter.py' -level
//	core
//
// It is a flag, and not an environment variable, because go test caches a pass
// only of calls without flags of the test's own. A changed adapter is a file that
// go test does not know of: it must never meet the pass of an earlier one.
func TestConformance(t *testing.T) {
	t.Parallel() // with what waits for processes
	for _, level := range levels(t) {
		if *adapterFlag != "" {
			cfg := adapter.Config{Command: strings.Fields(*adapterFlag), Dir: root}
			t.Run(level.String(), func(t *testing.T) { certifiable(t, conformance.Process(cfg), level) })
			continue
		}
		if testing.Short() {
			t.Run(level.String()+"/short", func(t *testing.T) { shortly(t, level) })
			continue
		}
		t.Run(level.String()+"/in process", func(t *testing.T) {
			certifiable(t, conformance.InProcess(own(level)), level)
		})
		if level == law.Hardened { // the wire is the same whatever the law
			t.Run(level.String()+"/over the protocol", func(t *testing.T) {
				if r := asPublished(t, process("own "+level.String()), level); !r.Passed() {
					t.Error(rendered(t, r))
				}
			})
		}
	}
}

// shortly asks the built-in implementation, without its slow judges of folders,
// everything, and with them the cases of core's runs as published: what a race
// needs to show.
func shortly(t *testing.T, level law.Level) {
	certifiable(t, conformance.InProcess(tspiprofile.BuiltIn(level, "1", tspiprofile.Folders{})), level)
	r, err := conformance.Run(t.Context(), conformance.InProcess(own(level)),
		conformance.Options{Level: level, Only: []string{"tspi/core/11.run/*"}, ChallengeMode: conformance.ChallengeOff,
			Jobs: 4})
	if err != nil || !r.Passed() {
		t.Errorf("runs: %v\n%s", err, rendered(t, r))
	}
}

// root is the checkout, from the folder of this package.
const root = ".."

func levels(t *testing.T) []law.Level {
	if *levelFlag == "" {
		return []law.Level{law.Core, law.Hardened}
	}
	level, err := law.ParseLevel(*levelFlag)
	if err != nil {
		t.Fatal(err)
	}
	return []law.Level{level}
}

// certifiable runs the whole suite and demands ground for a certificate.
func certifiable(t *testing.T, impl conformance.Implementation, level law.Level) {
	t.Helper()
	r, err := conformance.Run(t.Context(), impl, conformance.Options{Level: level})
	if err != nil {
		t.Fatal(err)
	}
	if reasons := r.Certifiable(); reasons != nil {
		t.Errorf("no certificate: %q\n%s", reasons, rendered(t, r))
	}
}

func rendered(t *testing.T, r *conformance.Report) string {
	t.Helper()
	var text bytes.Buffer
	if err := report.Write(&text, report.Text, r); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
