package conformance

import (
	"context"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/tspi"
)

// Folders judges the folders that tspi.bundle and tspi.run name. They need more
// than the pure package has, so whoever serves the built-in implementation
// passes them in; a nil function is an operation that is not declared.
type Folders struct {
	// Bundle returns the verdict on a bundle folder.
	Bundle func(ctx context.Context, dir string, level tspi.Level) (any, error)
	// Run returns the result record of a run over a fixture folder.
	Run func(ctx context.Context, dir string, level tspi.Level) (any, error)
}

// BuiltIn is our own implementation by the law of a level.
func BuiltIn(level tspi.Level, version string, folders Folders) Answerer {
	return builtIn{level, version, folders}
}

type builtIn struct {
	level   tspi.Level
	version string
	folders Folders
}

func (b builtIn) Describe() Description {
	d := Description{Name: "tspi", Version: b.version, Language: "go",
		Ops: []string{OpClassify, OpRelief, OpAudit}, Levels: []string{tspi.Core.String()}}
	if b.level != tspi.Core {
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

// requestLevels is how deep a request is read. It is far beyond the 64 levels of
// a document, so that one that is too deep is refused by its name and not as a
// request that cannot be read.
const requestLevels = 10_000

func (b builtIn) answer(ctx context.Context, op string, input jsontext.Value) (any, error) {
	request, err := tspi.DecodeWithin(input, requestLevels)
	if err != nil {
		return nil, err
	}
	object, ok := request.(tspi.Object)
	if !ok {
		return nil, &ErrorAnswer{Code: ErrorInvalidInput, ErrorCode: string(tspi.CodeInputInvalid), Message: "want an object as input"}
	}
	return b.answerTo(ctx, op, object)
}

// answerTo is the answer to a request that was read already.
func (b builtIn) answerTo(ctx context.Context, op string, object tspi.Object) (any, error) {
	switch op {
	case OpClassify, OpRelief:
		inventory, err := classify(object, b.level)
		if err != nil || op == OpClassify {
			return inventory, err
		}
		return tspi.Relief(inventory), nil
	case OpAudit:
		findings, err := tspi.Audit(object, b.level)
		return map[string]any{"findings": findings}, err
	case OpBundle:
		return judgeFolder(ctx, b.folders.Bundle, object, "bundle_dir", b.level)
	case OpRun:
		return judgeFolder(ctx, b.folders.Run, object, "fixture_dir", b.level)
	}
	return nil, &ErrorAnswer{Code: ErrorUnsupported, Message: "there is no such operation"}
}

// classify reads the documents of a request.
func classify(object tspi.Object, level tspi.Level) (*tspi.Inventory, error) {
	for _, name := range []string{docTable, docPolicy, docOwners} {
		if _, there := object.Get(name); !there {
			return nil, &tspi.InputError{Code: tspi.CodeInputInvalid, Input: tspi.Input(name), Problem: "this input is missing"}
		}
	}
	in, err := tspi.ReadInputs(get(object, docTable), get(object, docPolicy), get(object, docOwners), level)
	if err != nil {
		return nil, err
	}
	return tspi.Classify(in), nil
}

func get(o tspi.Object, name string) tspi.Value {
	v, _ := o.Get(name)
	return v
}

func judgeFolder(ctx context.Context, judge func(context.Context, string, tspi.Level) (any, error),
	object tspi.Object, field string, level tspi.Level) (any, error) {
	if judge == nil {
		return nil, &ErrorAnswer{Code: ErrorUnsupported, Message: "there is no such operation"}
	}
	dir, ok := get(object, field).(string)
	if !ok || dir == "" {
		return nil, &ErrorAnswer{Code: ErrorInvalidInput, ErrorCode: string(tspi.CodeInputInvalid), Pointer: "/" + field, Message: "want the path of a folder"}
	}
	return judge(ctx, dir, level)
}

// refusalOf turns an unusable input into the answer that says so.
func refusalOf(err error) error {
	var input *tspi.InputError
	if errors.As(err, &input) {
		return &ErrorAnswer{Code: ErrorInvalidInput, ErrorCode: string(input.Code), Input: string(input.Input),
			Pointer: input.Pointer, Message: input.Error()}
	}
	return err
}
