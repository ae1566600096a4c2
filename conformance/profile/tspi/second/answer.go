package second

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Describe says that this is the second implementation.
func (l *contract) Describe() profile.Description {
	d := profile.Description{Name: "tspi-second", Version: "1", Language: "go",
		Ops: []string{OpClassify, OpAudit, OpRelief, OpBundle, OpRun}, Levels: []string{law.Core.String()}}
	if l.hardened() {
		d.Levels = append(d.Levels, law.Hardened.String())
	}
	return d
}

// Answer answers one request.
func (l *contract) Answer(_ context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	request, err := strict.DecodeWithin(input, profile.RequestLevels)
	if err != nil {
		return nil, &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: codeInput,
			Message: "want a strict JSON object"}
	}
	answer, err := l.answer(op, request)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer, json.Deterministic(true))
}

// Values answers values.
func (l *contract) Values() profile.ValueAnswerer {
	return func(_ context.Context, op string, input strict.Value) (strict.Value, error) {
		answer, err := l.answer(op, input)
		if err != nil {
			return nil, err
		}
		return strict.ValueOf(answer)
	}
}

func (l *contract) answer(op string, request strict.Value) (object, error) {
	switch op {
	case OpClassify, OpRelief:
		w, err := l.read(request, false)
		if err != nil {
			return nil, err
		}
		if op == OpRelief {
			return w.relief(), nil
		}
		return w.inventory(), nil
	case OpAudit:
		r := &reader{contract: l, input: inputClaim}
		a := l.readAudit(node{r, request, true, ""}, false)
		if err := r.err(); err != nil {
			return nil, err
		}
		return object{"findings": a.judge().records()}, nil
	case OpBundle:
		root, _, err := openFolder(l, request, "bundle_dir")
		if err != nil {
			return nil, err
		}
		defer root.Close() // only read from
		b := l.judgeBundle(root)
		return object{"status": b.status(), "module_count": b.modules, "verified_module_count": b.verified,
			"findings": b.found.records()}, nil
	case OpRun:
		root, dir, err := openFolder(l, request, "fixture_dir")
		if err != nil {
			return nil, err
		}
		defer root.Close() // only read from
		return l.runFixture(root, dir)
	}
	return nil, &profile.ErrorAnswer{Code: profile.ErrorUnsupported, Message: "there is no such operation"}
}
