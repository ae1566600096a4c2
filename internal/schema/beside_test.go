package schema_test

import (
	"encoding/json" // for the number type that the schema library reads
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/internal/schema"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("nothing outside") }

// both are the schemas of all answers, compiled by us and by the library.
func both(t *testing.T) (map[string]*schema.Schema, map[string]*jsonschema.Schema) {
	t.Helper()
	names, err := fs.Glob(harness.AnswerSchemas(), "*.json")
	if err != nil || len(names) < 5 {
		t.Fatalf("%d schemas, %v", len(names), err)
	}
	documents := map[string]strict.Value{}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	for _, name := range names {
		text, err := fs.ReadFile(harness.AnswerSchemas(), name)
		if err != nil {
			t.Fatal(err)
		}
		if documents[name], err = strict.Decode(text); err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err == nil {
			err = compiler.AddResource("tspi:///"+name, document)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ours, err := schema.Compile(documents)
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]*jsonschema.Schema{}
	for _, name := range names {
		if theirs[name], err = compiler.Compile("tspi:///" + name); err != nil {
			t.Fatal(err)
		}
	}
	return ours, theirs
}

// plain is a value as the library reads it. A number that is no integer is one
// half, with its sign: the library takes 1.0 for an integer, the contract not.
func plain(v strict.Value) any {
	switch v := v.(type) {
	case strict.Number:
		if _, ok := strict.AsInteger(v); ok {
			return json.Number(v)
		}
		if strings.HasPrefix(string(v), "-") {
			return -0.5
		}
		return 0.5
	case strict.Array:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case strict.Object:
		out := map[string]any{}
		for _, m := range v {
			out[m.Name] = plain(m.Value)
		}
		return out
	}
	return v
}

// others are what any value of an answer is changed to.
func others() []strict.Value {
	return []strict.Value{nil, true, false, "", "a", "TSPI_X", "0123456789abcdef", "a b", "keep", strict.Number("0"),
		strict.Number("1"), strict.Number("-1"),
		strict.Number("9"), strict.Number("0.25"), strict.Number("-7.5"), strict.Number("1.0"),
		strict.Number("3000000000"), strict.Number("99999999999999999999"),
		strict.Array{}, strict.Array{"a"}, strict.Array{nil}, strict.Object{},
		strict.Object{{Name: "a b", Value: strict.Number("0")}}, strict.Object{{Name: "", Value: strict.Number("2")}}}
}

// changed calls visit with v and with v changed in one place: each value in turn
// to each of the others, left out, and joined by a stranger.
func changed(v strict.Value, visit func(strict.Value)) {
	for _, other := range others() {
		visit(other)
	}
	switch v := v.(type) {
	case strict.Array:
		for i := range v {
			changed(v[i], func(w strict.Value) {
				visit(append(append(append(strict.Array{}, v[:i]...), w), v[i+1:]...))
			})
		}
	case strict.Object:
		visit(append(append(strict.Object{}, v...), strict.Member{Name: "stranger", Value: "x"}))
		for i := range v {
			visit(append(append(strict.Object{}, v[:i]...), v[i+1:]...))
			changed(v[i].Value, func(w strict.Value) {
				visit(append(append(append(strict.Object{}, v[:i]...), strict.Member{Name: v[i].Name, Value: w}),
					v[i+1:]...))
			})
		}
	}
}

const (
	table  = "1 0 20:00 0.0 1 /sbin/init\n7 1 10:00 0.1 1 mcp-server\n8 9 x 0 1 mcp-server\n9 1 10:00 0,0 1 claude\n10 9 10:00 0.5 2 mcp-server\n"
	policy = `{"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true,"budget":1}]}`
	owners = `{"owner_hints":[{"substring":"claude","status":"active_session_chain"}]}`
)

func answers(t *testing.T, level law.Level) map[string]strict.Value {
	t.Helper()
	read := func(text string) strict.Value {
		v, err := strict.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	in, err := tspi.ReadInputs(strict.Object{{Name: "ps_text", Value: table}}, read(policy), read(owners), level)
	if err != nil {
		t.Fatal(err)
	}
	inventory := tspi.Classify(in)
	finding := law.SortFindings(tspi.AuditInventory(strict.Object{}, in))
	all := map[string]strict.Value{}
	for name, v := range map[string]any{
		"classify": inventory, "relief": tspi.Relief(inventory), "audit": map[string]any{"findings": finding},
		"bundle": map[string]any{"status": "blocked", "module_count": 1, "verified_module_count": 0,
			"findings": finding},
		"run": map[string]any{"status": "pass", "error_codes": []string{"TSPI_X"}, "findings": finding},
	} {
		if all[name], err = strict.ValueOf(v); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// Harness.md, section 2: an answer fits its record's JSON Schema. What that means
// is the library's business: we answer the same for right answers and for every
// one that is changed in one place, by every schema.
func TestBesideTheLibrary(t *testing.T) {
	ours, theirs := both(t)
	levels := []law.Level{law.Hardened, law.Core}
	if !long.Tests() {
		levels = levels[:1]
	}
	for _, level := range levels {
		for name, answer := range answers(t, level) {
			for _, file := range []string{name + ".schema.json", name + ".core.schema.json"} {
				if ours[file] == nil {
					continue
				}
				fit, misfit := 0, 0
				compare := func(v strict.Value) {
					fault, err := ours[file].Check(v), theirs[file].Validate(plain(v))
					if (fault == nil) != (err == nil) {
						t.Fatalf("%s: we say %+v, the library %v, of %v", file, fault, err, v)
					}
					if fault == nil {
						fit++
					} else {
						misfit++
					}
				}
				compare(answer)
				changed(answer, compare)
				// A core answer lacks what the hardened schema demands.
				fits := name != "run" && (level == law.Hardened || ours[name+".core.schema.json"] == nil ||
					file != name+".schema.json")
				if misfit == 0 || fits != (fit > 0) {
					t.Errorf("%s of %s: %d fit, %d do not; the test wants both", file, level, fit, misfit)
				}
			}
		}
	}
}
