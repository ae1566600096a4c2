package schema_test

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/schema"
	"github.com/tspi-dev/harness/internal/strict"
)

func compiled(t *testing.T, text string) (map[string]*schema.Schema, error) {
	t.Helper()
	v, err := strict.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Compile(map[string]strict.Value{"a.json": v, "b.json": strict.Object{{Name: "type", Value: "null"}}})
}

// Nothing of a schema is silently not checked: a keyword that is not known, a
// value that a keyword cannot have and a reference that leads nowhere are errors.
func TestCompileRefuses(t *testing.T) {
	for name, test := range map[string]struct{ good, bad, place string }{
		"keyword": {`{"minLength":1}`, `{"maxLength":1}`, "a.json#/maxLength"},
		"within":  {`{"items":{"type":"null"}}`, `{"items":{"typ":"null"}}`, "a.json#/items/typ"},
		"type":    {`{"type":["null","object"]}`, `{"type":["null","text"]}`, "a.json#/type"},
		"types":   {`{"type":["null"]}`, `{"type":[]}`, "a.json#/type"},
		"bool": {`{"additionalProperties":false}`, `{"additionalProperties":null}`,
			"a.json#/additionalProperties"},
		"reference": {`{"$ref":"b.json"}`, `{"$ref":"c.json"}`, "c.json#"},
		"inner": {`{"$defs":{"x":{}},"$ref":"#/$defs/x"}`, `{"$defs":{"x":{}},"$ref":"#/$defs/y"}`,
			"a.json#/$defs/y"},
		"in a circle": {`{"properties":{"up":{"$ref":"a.json"}}}`, `{"properties":{"up":{"$ref":7}}}`,
			"a.json#/properties/up/$ref"},
		"pattern":      {`{"pattern":"^a$"}`, `{"pattern":"("}`, "a.json#/pattern"},
		"bound":        {`{"minimum":1}`, `{"minimum":1.5}`, "a.json#/minimum"},
		"negative":     {`{"minLength":0}`, `{"minLength":-1}`, "a.json#/minLength"},
		"const":        {`{"const":["a",1]}`, `{"const":{}}`, "a.json#/const"},
		"enum":         {`{"enum":[null]}`, `{"enum":[0.5]}`, "a.json#/enum"},
		"required":     {`{"required":["a"]}`, `{"required":[1]}`, "a.json#/required"},
		"no schema":    {`true`, `7`, "a.json#"},
		"a definition": {`{"$defs":{}}`, `{"$defs":[]}`, "a.json#/$defs"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := compiled(t, test.good); err != nil {
				t.Errorf("%s: %v", test.good, err)
			}
			if _, err := compiled(t, test.bad); err == nil ||
				!strings.HasPrefix(err.Error(), "schema "+test.place+": ") {
				t.Errorf("%s: got %v, want a fault at %s", test.bad, err, test.place)
			}
		})
	}
}

// A fault names the place, escaped as a JSON Pointer is, and the keyword.
func TestFaults(t *testing.T) {
	tests := []struct{ schema, value, pointer, keyword string }{
		{`{"items":{"properties":{"a/b~c":{"type":"null"}}}}`, `[{},{"a/b~c":1}]`, "/1/a~1b~0c", "type"},
		{`{"properties":{"a":true},"additionalProperties":false}`, `{"a":1,"b":1}`, "", "additionalProperties"},
		{`{"properties":{"a":false}}`, `{"a":1}`, "/a", "false"},
		{`{"propertyNames":{"pattern":"^a"}}`, `{"b":1}`, "", "pattern"},
		{`{"$ref":"b.json","type":"string"}`, `"a"`, "", "type"},
		{`{"minimum":1}`, `0.5`, "", "minimum"},
		{`{"maximum":0}`, `0.5`, "", "maximum"},
		{`{"minimum":0}`, `-0.5`, "", "minimum"},
		{`{"minimum":-1,"maximum":0}`, `-0.5`, "", ""},
		{`{"minimum":0,"maximum":1}`, `0.5`, "", ""},
		{`{"minLength":2}`, `"é"`, "", "minLength"},
		{`{"minLength":1}`, `"é"`, "", ""},
	}
	for _, test := range tests {
		schemas, err := compiled(t, test.schema)
		if err != nil {
			t.Fatal(err)
		}
		v, err := strict.Decode([]byte(test.value))
		if err != nil {
			t.Fatal(err)
		}
		got := schemas["a.json"].Check(v)
		if got == nil {
			got = &schema.Fault{}
		}
		if *got != (schema.Fault{Pointer: test.pointer, Keyword: test.keyword}) {
			t.Errorf("%s of %s: got %+v", test.value, test.schema, *got)
		}
	}
}
