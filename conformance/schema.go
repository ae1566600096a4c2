package conformance

import (
	"encoding/json" // for the number type that the schema library reads
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/tspi"
)

// answerSchema names the schema of each operation's ok, by level.
func answerSchema(op string, level tspi.Level) string {
	name := strings.TrimPrefix(op, Profile+".")
	switch op {
	case OpClassify, OpRelief:
		if level == tspi.Core {
			return name + ".core.schema.json"
		}
	}
	return name + ".schema.json"
}

// compiledSchemas compiles the embedded schemas once, when the first answer
// needs one. They refer to each other by file name, and to nothing outside: the
// compiler is given no loader.
var compiledSchemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	names, err := fs.Glob(harness.AnswerSchemas(), "*.schema.json")
	if err != nil || len(names) == 0 {
		return nil, errors.Join(errors.New("the binary carries no schemas"), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(harness.AnswerSchemas(), name)
		if err != nil {
			return nil, err
		}
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			return nil, err
		}
		if err := compiler.AddResource(schemaURL(name), document); err != nil {
			return nil, err
		}
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, name := range names {
		if schemas[name], err = compiler.Compile(schemaURL(name)); err != nil {
			return nil, err
		}
	}
	return schemas, nil
})

func schemaURL(name string) string { return "tspi:///" + name }

type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("schemas refer to nothing outside")
}

// fitsSchema returns what keeps an answer from fitting its schema, "" where it
// fits. It repeats nothing of the answer but places in it.
func fitsSchema(op string, level tspi.Level, answer tspi.Value) string {
	schemas, err := compiledSchemas()
	if err != nil {
		return "the harness's schemas are unusable: " + err.Error()
	}
	schema, ok := schemas[answerSchema(op, level)]
	if !ok {
		return "the harness has no schema for this operation"
	}
	err = schema.Validate(plain(answer))
	if err == nil {
		return ""
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return "it cannot be held against the schema"
	}
	for len(invalid.Causes) > 0 {
		invalid = invalid.Causes[0]
	}
	return fmt.Sprintf("%s breaks %s", tspi.SafePointer("/"+strings.Join(invalid.InstanceLocation, "/")),
		strings.Join(invalid.ErrorKind.KeywordPath(), "/"))
}

// plain turns a value into what the schema library reads.
func plain(v tspi.Value) any {
	switch v := v.(type) {
	case tspi.Number:
		if _, ok := tspi.AsInteger(v); ok {
			return json.Number(v)
		}
		// The library expands exponents and takes 1.0 for an integer. All that a
		// schema needs to know of any other number is that it is one, and its sign.
		if strings.HasPrefix(string(v), "-") {
			return -0.5
		}
		return 0.5
	case tspi.Array:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case tspi.Object:
		out := make(map[string]any, len(v))
		for _, m := range v {
			out[m.Name] = plain(m.Value)
		}
		return out
	}
	return v
}
