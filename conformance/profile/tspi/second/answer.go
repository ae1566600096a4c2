package mutant

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/tspi"
)

// Correct is the second implementation by the law of a level, with nothing wrong.
func Correct(level tspi.Level) conformance.Answerer { return &law{level: level} }

// Describe says that this is the second implementation.
func (l *law) Describe() conformance.Description {
	all, _ := conformance.Operations()
	d := conformance.Description{Name: "tspi-second", Version: "1", Language: "go", Ops: all, Levels: []string{tspi.Core.String()}}
	if l.hardened() {
		d.Levels = append(d.Levels, tspi.Hardened.String())
	}
	return d
}

// requestLevels is how deep a request is read, far beyond the 64 levels of one input.
const requestLevels = 10_000

// Answer answers one request.
func (l *law) Answer(_ context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	request, err := tspi.DecodeWithin(input, requestLevels)
	if err != nil {
		return nil, &conformance.ErrorAnswer{Code: conformance.ErrorInvalidInput, ErrorCode: codeInput, Message: "want a strict JSON object"}
	}
	answer, err := l.answer(op, request)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer, json.Deterministic(true))
}

func (l *law) answer(op string, request tspi.Value) (object, error) {
	switch op {
	case tspiprofile.OpClassify, tspiprofile.OpRelief:
		w, err := l.read(request, false)
		if err != nil {
			return nil, err
		}
		if op == tspiprofile.OpRelief {
			return w.relief(), nil
		}
		return w.inventory(), nil
	case tspiprofile.OpAudit:
		r := &reader{law: l, input: inputClaim}
		a := l.readAudit(node{r, request, true, ""}, false)
		if err := r.err(); err != nil {
			return nil, err
		}
		return object{"findings": a.judge().records()}, nil
	case tspiprofile.OpBundle:
		root, _, err := openFolder(l, request, "bundle_dir")
		if err != nil {
			return nil, err
		}
		defer root.Close() // only read from
		b := l.judgeBundle(root)
		return object{"status": b.status(), "module_count": b.modules, "verified_module_count": b.verified, "findings": b.found.records()}, nil
	case tspiprofile.OpRun:
		root, dir, err := openFolder(l, request, "fixture_dir")
		if err != nil {
			return nil, err
		}
		defer root.Close() // only read from
		return l.runFixture(root, dir)
	}
	return nil, &conformance.ErrorAnswer{Code: conformance.ErrorUnsupported, Message: "there is no such operation"}
}
