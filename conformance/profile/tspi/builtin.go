package tspi

import (
	"context"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// Folders judges the folders that tspi.bundle and tspi.run name. They need more
// than the pure package has, so whoever serves the built-in implementation
// passes them in; a nil function is an operation that is not declared.
type Folders struct {
	// Bundle returns the verdict on a bundle folder.
	Bundle func(ctx context.Context, dir string, level law.Level) (any, error)
	// Run returns the result record of a run over a fixture folder.
	Run func(ctx context.Context, dir string, level law.Level) (any, error)
}

// BuiltIn is our own implementation by the law of a level.
func BuiltIn(level law.Level, version string, folders Folders) profile.Judge {
	return builtIn{level, version, folders}
}

type builtIn struct {
	level   law.Level
	version string
	folders Folders
}

func (b builtIn) Describe() profile.Description {
	d := profile.Description{Name: "tspi", Version: b.version, Language: "go",
		Ops: []string{OpClassify, OpRelief, OpAudit}, Levels: []string{law.Core.String()}}
	if b.level != law.Core {
		d.Levels = append(d.Levels, b.level.String())
	}
	if b.folders.Bundle != nil {
		d.Ops = append(d.Ops, OpBundle)
	}
	if b.folders.Run != nil {
		d.Ops = append(d.Ops, OpRun)
	}
	return d
}

func (b builtIn) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	answer, err := b.answer(ctx, op, input)
	if err != nil {
		return nil, refusalOf(err)
	}
	return json.Marshal(answer, json.Deterministic(true))
}

func (b builtIn) answer(ctx context.Context, op string, input jsontext.Value) (any, error) {
	request, err := strict.DecodeWithin(input, profile.RequestLevels)
	if err != nil {
		return nil, err
	}
	object, ok := request.(strict.Object)
	if !ok {
		return nil, errNoObject()
	}
	return b.answerTo(ctx, op, object, nil)
}

// Values answers values, with a memory.
func (b builtIn) Values() profile.ValueAnswerer {
	memory := tspi.NewMemory(b.level)
	return func(ctx context.Context, op string, input strict.Value) (strict.Value, error) {
		object, ok := input.(strict.Object)
		if !ok {
			return nil, refusalOf(errNoObject())
		}
		answer, err := b.answerTo(ctx, op, object, memory)
		if err != nil {
			return nil, refusalOf(err)
		}
		return strict.ValueOf(answer)
	}
}

func errNoObject() error {
	return &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: string(tspi.CodeInputInvalid),
		Message: "want an object as input"}
}

// answerTo is the answer to a request that was read already. memory may be nil.
func (b builtIn) answerTo(ctx context.Context, op string, object strict.Object, memory *tspi.Memory) (any, error) {
	switch op {
	case OpClassify, OpRelief:
		inventory, err := classify(object, b.level, memory)
		if err != nil || op == OpClassify {
			return inventory, err
		}
		return tspi.Relief(inventory), nil
	case OpAudit:
		audit := tspi.Audit
		if memory != nil {
			audit = func(input tspi.Value, _ law.Level) ([]tspi.Finding, error) { return memory.Audit(input) }
		}
		findings, err := audit(object, b.level)
		return map[string]any{"findings": findings}, err
	case OpBundle:
		return judgeFolder(ctx, b.folders.Bundle, object, "bundle_dir", b.level)
	case OpRun:
		return judgeFolder(ctx, b.folders.Run, object, "fixture_dir", b.level)
	}
	return nil, &profile.ErrorAnswer{Code: profile.ErrorUnsupported, Message: "there is no such operation"}
}

// classify reads the documents of a request. memory may be nil.
func classify(object strict.Object, level law.Level, memory *tspi.Memory) (*tspi.Inventory, error) {
	for _, name := range []string{docTable, docPolicy, docOwners} {
		if _, there := object.Get(name); !there {
			return nil, &law.InputError{Code: tspi.CodeInputInvalid, Input: law.Input(name),
				Problem: "this input is missing"}
		}
	}
	table, policy, owners := object.At(docTable), object.At(docPolicy), object.At(docOwners)
	if memory != nil {
		in, err := memory.Inputs(table, policy, owners)
		if err != nil {
			return nil, err
		}
		return memory.Classify(in), nil
	}
	in, err := tspi.ReadInputs(table, policy, owners, level)
	if err != nil {
		return nil, err
	}
	return tspi.Classify(in), nil
}

func get(o strict.Object, name string) strict.Value {
	v, _ := o.Get(name)
	return v
}

func judgeFolder(ctx context.Context, judge func(context.Context, string, law.Level) (any, error),
	object strict.Object, field string, level law.Level) (any, error) {
	if judge == nil {
		return nil, &profile.ErrorAnswer{Code: profile.ErrorUnsupported, Message: "there is no such operation"}
	}
	dir, ok := object.At(field).(string)
	if !ok || dir == "" {
		return nil, &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: string(tspi.CodeInputInvalid),
			Pointer: "/" + field, Message: "want the path of a folder"}
	}
	return judge(ctx, dir, level)
}

// refusalOf turns an unusable input into the answer that says so.
func refusalOf(err error) error {
	var input *law.InputError
	if errors.As(err, &input) {
		return &profile.ErrorAnswer{Code: profile.ErrorInvalidInput, ErrorCode: string(input.Code),
			Input:   string(input.Input),
			Pointer: input.Pointer, Message: input.Error()}
	}
	return err
}
