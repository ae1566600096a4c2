package tspi_test

import (
	"errors"
	"strings"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// faultProperties are those of a prefix.
func faultProperties(t *testing.T, prefix string, least int) []tspigen.Property {
	t.Helper()
	var all []tspigen.Property
	for _, p := range tspigen.Properties() {
		if strings.HasPrefix(p.Name, prefix) {
			all = append(all, p)
		}
	}
	if len(all) < least {
		t.Fatalf("only %d properties %s…", len(all), prefix)
	}
	return all
}

// Each fault that is put into a claim is missed by an auditor that says nothing,
// and every one finds what an auditor says too much.
func TestClaimFaultsCatch(t *testing.T) {
	extra := strict.Object{{Name: "error_code", Value: "TSPI_PREMATURE_SAFE_CLOSE"}, {Name: "subject_id", Value: "row"}}
	auditors := map[string]func(strict.Array) strict.Array{
		"silent":          func(strict.Array) strict.Array { return strict.Array{} },
		"one too many":    func(a strict.Array) strict.Array { return append(a, extra) },
		"another code":    eachFinding("error_code", "TSPI_INPUT_INVALID"),
		"another subject": eachFinding("subject_id", "0"),
	}
	for _, p := range faultProperties(t, "fault-", 50) {
		for name, auditor := range auditors {
			about := p.Clause
			if name == "another subject" && (about == "8.summary" || about == "8.shape" || about == "8.redaction" ||
				about == "8.leak") {
				continue // there the subject is the claim, by whatever name
			}
			if !catches(t, p, law.Hardened, 400, func() tspigen.Implementation {
				return &wrong{own: own{law.Hardened}, audit: auditor}
			}) {
				t.Errorf("%s does not catch an auditor that is %s", p.Name, name)
			}
		}
	}
	for _, name := range []string{"right-claims-raise-nothing", "own-inventories-raise-nothing"} {
		for _, level := range levelsOf(true) {
			if !catches(t, propertyNamed(t, name), level, 20, func() tspigen.Implementation {
				return &wrong{own: own{level}, audit: auditors["one too many"]}
			}) {
				t.Errorf("%v: %s does not catch a false alarm", level, name)
			}
		}
	}
}

func eachFinding(name string, v strict.Value) func(strict.Array) strict.Array {
	return func(findings strict.Array) strict.Array {
		edited := copied(findings).(strict.Array)
		for i := range edited {
			edited[i] = put(edited[i].(strict.Object), v, name)
		}
		return edited
	}
}

// An inventory that the implementation's own audit would not take is caught.
func TestOwnInventoryIsAudited(t *testing.T) {
	for _, level := range levelsOf(true) {
		if !catches(t, propertyNamed(t, "own-inventories-raise-nothing"), level, 100, func() tspigen.Implementation {
			return &wrong{own: own{level}, classify: rowsSay("decision", candidate)}
		}) {
			t.Errorf("%v: not caught", level)
		}
	}
}

// Each input fault is caught where it is taken, where it is refused for another
// reason or at another place, and where its right neighbour is refused.
func TestInputFaultsCatch(t *testing.T) {
	change := func(f func(*tspigen.Refusal)) func(error) error {
		return func(err error) error {
			var r *tspigen.Refusal
			if errors.As(err, &r) {
				f(r)
			}
			return err
		}
	}
	wrongs := map[string]func(error) error{
		"taken":         func(error) error { return nil },
		"another code":  change(func(r *tspigen.Refusal) { r.Code = tspi.CodeSecret }),
		"another input": change(func(r *tspigen.Refusal) { r.Input = "x" }),
		"another place": change(func(r *tspigen.Refusal) { r.Pointer += "/x" }),
	}
	noPlace := map[string]bool{"input-document-nested-too-deeply": true, "input-threshold-beside-a-fixture": true,
		"input-statuses-beside-a-fixture": true}
	for _, p := range faultProperties(t, "input-", 60) {
		for name, refuse := range wrongs {
			if name == "another place" && noPlace[p.Name] {
				continue
			}
			if !catches(t, p, law.Hardened, 20, func() tspigen.Implementation {
				return &wrong{own: own{law.Hardened}, refuse: refuse}
			}) {
				t.Errorf("%s does not catch: %s", p.Name, name)
			}
		}
	}
	for _, fault := range tspigen.InputFaults() {
		refuser := &refusing{fault.Code, fault.Input}
		name := "input-" + strings.ReplaceAll(fault.Name, " ", "-")
		found := catches(t, propertyNamed(t, name), law.Core, 20, func() tspigen.Implementation { return refuser })
		if found != (fault.Core && fault.HasNeighbour()) {
			t.Errorf("core: %s: who refuses everything is caught: %v", name, found)
		}
	}
}

// refusing refuses everything, for the reason that is asked for.
type refusing struct {
	code  law.Code
	input law.Input
}

func (r *refusing) Classify(strict.Object) (strict.Value, error) {
	return nil, &tspigen.Refusal{Code: r.code, Input: r.input}
}
func (r *refusing) Relief(strict.Object) (strict.Value, error) { return r.Classify(nil) }
func (r *refusing) Audit(strict.Object) (strict.Value, error)  { return r.Classify(nil) }

// What refuses usable tables, or takes damaged ones, is caught.
func TestRefusalsCatch(t *testing.T) {
	for _, level := range levelsOf(true) {
		if !catches(t, propertyNamed(t, "usable-inputs-are-accepted"), level, 20, func() tspigen.Implementation {
			return &refusing{tspi.CodeInputInvalid, tspi.InputProcessTable}
		}) {
			t.Errorf("%v: a refusal of everything is not caught", level)
		}
		if !catches(t, propertyNamed(t, "damaged-inputs-equal-the-models"), level, 200, func() tspigen.Implementation {
			return &wrong{own: own{level}, refuse: func(error) error { return nil }}
		}) {
			t.Errorf("%v: an implementation that takes everything is not caught", level)
		}
	}
}
