package second_test

import (
	"testing"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/profile/tspi/second"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

var bothLevels = []law.Level{law.Core, law.Hardened}

// The second implementation obeys the whole contract: it is certifiable at both
// levels, challenges included.
func TestCorrectIsCertifiable(t *testing.T) {
	long.Only(t,
		"the matrix certifies its controls, which are this implementation, each with a difference that is free")
	for _, level := range bothLevels {
		t.Run(level.String(), func(t *testing.T) {
			options := conformance.Options{Level: level}
			report, err := conformance.Run(t.Context(), conformance.InProcess(second.Correct(level)), options)
			if err != nil {
				t.Fatal(err)
			}
			if reasons := report.Certifiable(); reasons != nil {
				t.Errorf("%v; challenge seed %s", reasons, report.Challenge.Seed)
			}
			for i := range report.Results {
				if r := &report.Results[i]; !r.Green() {
					t.Errorf("%s, variant %d: %s %s %v\n%s", r.Case, r.Variant, r.Verdict, r.Detail, r.Differences,
						r.Sent)
				}
			}
		})
	}
}
