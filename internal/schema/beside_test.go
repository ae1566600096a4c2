package schema_test

import (
	"encoding/json" // for the number type that the schema library reads
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/internal/schema"
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
	documents := map[string]tspi.Value{}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	for _, name := range names {
		text, err := fs.ReadFile(harness.AnswerSchemas(), name)
		if err != nil {
			t.Fatal(err)
		}
		if documents[name], err = tspi.Decode(text); err != nil {
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
func plain(v tspi.Value) any {
	switch v := v.(type) {
	case tspi.Number:
		if _, ok := tspi.AsInteger(v); ok {
			return json.Number(v)
		}
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
		out := map[string]any{}
		for _, m := range v {
			out[m.Name] = plain(m.Value)
		}
		return out
	}
	return v
}

// others are what any value of an answer is changed to.
func others() []tspi.Value {
	return []tspi.Value{nil, true, false, "", "a", "TSPI_X", "0123456789abcdef", "a b", "keep", tspi.Number("0"), tspi.Number("1"), tspi.Number("-1"),
		tspi.Number("9"), tspi.Number("0.25"), tspi.Number("-7.5"), tspi.Number("1.0"), tspi.Number("3000000000"), tspi.Number("99999999999999999999"),
		tspi.Array{}, tspi.Array{"a"}, tspi.Array{nil}, tspi.Object{}, tspi.Object{{Name: "a b", Value: tspi.Number("0")}}, tspi.Object{{Name: "", Value: tspi.Number("2")}}}
}

// changed calls visit with v and with v changed in one place: each value in turn
// to each of the others, left out, and joined by a stranger.
func changed(v tspi.Value, visit func(tspi.Value)) {
	for _, other := range others() {
		visit(other)
	}
	switch v := v.(type) {
	case tspi.Array:
		for i := range v {
			changed(v[i], func(w tspi.Value) {
				visit(append(append(append(tspi.Array{}, v[:i]...), w), v[i+1:]...))
			})
		}
	case tspi.Object:
		visit(append(append(tspi.Object{}, v...), tspi.Member{Name: "stranger", Value: "x"}))
		for i := range v {
			visit(append(append(tspi.Object{}, v[:i]...), v[i+1:]...))
			changed(v[i].Value, func(w tspi.Value) {
				visit(append(append(append(tspi.Object{}, v[:i]...), tspi.Member{Name: v[i].Name, Value: w}), v[i+1:]...))
			})
		}
	}
}

const (
	table  = "1 0 20:00 0.0 1 /sbin/init\n7 1 10:00 0.1 1 mcp-server\n8 9 x 0 1 mcp-server\n9 1 10:00 0,0 1 claude\n10 9 10:00 0.5 2 mcp-server\n"
	policy = `{"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true,"budget":1}]}`
	owners = `{"owner_hints":[{"substring":"claude","status":"active_session_chain"}]}`
)

func answers(t *testing.T, level tspi.Level) map[string]tspi.Value {
	t.Helper()
	read := func(text string) tspi.Value {
		v, err := tspi.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	in, err := tspi.ReadInputs(tspi.Object{{Name: "ps_text", Value: table}}, read(policy), read(owners), level)
	if err != nil {
		t.Fatal(err)
	}
	inventory := tspi.Classify(in)
	finding := tspi.SortFindings(tspi.AuditInventory(tspi.Object{}, in))
	all := map[string]tspi.Value{}
	for name, v := range map[string]any{
		"classify": inventory, "relief": tspi.Relief(inventory), "audit": map[string]any{"findings": finding},
		"bundle": map[string]any{"status": "blocked", "module_count": 1, "verified_module_count": 0, "findings": finding},
		"run":    map[string]any{"status": "pass", "error_codes": []string{"TSPI_X"}, "findings": finding},
	} {
		if all[name], err = tspi.ValueOf(v); err != nil {
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
	levels := []tspi.Level{tspi.Hardened, tspi.Core}
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
				compare := func(v tspi.Value) {
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
				fits := name != "run" && (level == tspi.Hardened || ours[name+".core.schema.json"] == nil || file != name+".schema.json")
				if misfit == 0 || fits != (fit > 0) {
					t.Errorf("%s of %s: %d fit, %d do not; the test wants both", file, level, fit, misfit)
				}
			}
		}
	}
}
