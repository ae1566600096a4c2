// Package reaper_test is a test in a module of somebody else's: module_test.go
// runs it in a folder of its own, with nothing but the public API.
package reaper_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/tspi"
)

// mine answers like the built-in implementation. Where hasty is set, it calls a
// closing that comes too early by another name.
type mine struct {
	conformance.Answerer
	hasty bool
}

func (m mine) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	ok, err := m.Answerer.Answer(ctx, op, input)
	if m.hasty && op == tspiprofile.OpAudit {
		ok = jsontext.Value(strings.ReplaceAll(string(ok), string(tspi.CodePrematureClose),
			string(tspi.CodeUnknownOwnerKill)))
	}
	return ok, err
}

func TestMine(t *testing.T) {
	for _, hasty := range []bool{false, true} {
		r,
			err := conformance.Run(t.Context(),
			conformance.InProcess(mine{tspiprofile.BuiltIn(tspi.Core, "1", tspiprofile.Folders{}), hasty}),
			conformance.Options{Level: tspi.Core, Skip: []string{"*/0.json/*"}})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := report.Write(&text, report.Text, r); err != nil {
			t.Fatal(err)
		}
		if r.Passed() == hasty || hasty != strings.Contains(text.String(), "8.premature") {
			t.Errorf("hasty %v: passed %v\n%s", hasty, r.Passed(), text.String())
		}
		subjects := []report.Subject{{Name: "reaper.go", SHA256: strings.Repeat("0", 64)}}
		if _, err := report.Certificate(r, subjects, subjects); !errors.Is(err, report.ErrNotCertifiable) {
			t.Errorf("a part of the suite is certified: %v", err)
		}
	}
}

func TestAProgramThatIsNotThere(t *testing.T) {
	_, err := conformance.Run(t.Context(), conformance.Process(adapter.Config{Command: []string{"./no-such-reaper"}}),
		conformance.Options{})
	var start *adapter.StartError
	if !errors.As(err, &start) {
		t.Errorf("got %v", err)
	}
}
