package adapter

import (
	"reflect"
	"strings"
	"testing"
)

// harness.md, section 1: what an adapter says of itself. Every refusal differs in
// one fact from a description that is accepted.
func TestReadDescription(t *testing.T) {
	const (
		base = `"protocol":1,"name":"acme","version":"2.1.0","language":"python","ops":["x.classify","x.audit"],"levels":["core"]`
		long = 200
	)
	without := func(part string) string { return strings.Replace(base, part, `"x":1`, 1) }
	with := func(old, new string) string { return strings.Replace(base, old, new, 1) }
	ops := func(n int) string {
		var names []string
		for i := range n {
			names = append(names, `"op`+strings.Repeat("i", i%60)+string(rune('a'+i/60))+`"`)
		}
		return with(`["x.classify","x.audit"]`, "["+strings.Join(names, ",")+"]")
	}
	for _, tt := range []struct {
		name    string
		members string
		want    string // "" if accepted, else where the fault is
	}{
		{"the example", base, ""},
		{"unknown members", base + `,"x_more":{"a":[1]}`, ""},
		{"no protocol", without(`"protocol":1`), "/protocol"},
		{"another protocol", with(`"protocol":1`, `"protocol":2`), "/protocol"},
		{"a protocol with a fraction", with(`"protocol":1`, `"protocol":1.0`), "/protocol"},
		{"a protocol that is a text", with(`"protocol":1`, `"protocol":"1"`), "/protocol"},
		{"no name", without(`"name":"acme"`), "/name"},
		{"an empty name", with(`"acme"`, `""`), "/name"},
		{"a name that is null", with(`"acme"`, `null`), "/name"},
		{"a name in other letters", with(`"acme"`, `"Äkme 猫"`), ""},
		{"a name with an escape sequence", with(`"acme"`, `"\u001b[31macme"`), "/name"},
		{"a name with a line end", with(`"acme"`, `"ac\nme"`), "/name"},
		{"a name that turns the text", with(`"acme"`, `"ac\u202eme"`), "/name"},
		{"the longest name", with(`"acme"`, `"`+strings.Repeat("n", long)+`"`), ""},
		{"a name too long", with(`"acme"`, `"`+strings.Repeat("n", long+1)+`"`), "/name"},
		{"no version", without(`"version":"2.1.0"`), "/version"},
		{"a version that is a number", with(`"2.1.0"`, `2`), "/version"},
		{"no language", without(`"language":"python"`), "/language"},
		{"no ops", without(`"ops":["x.classify","x.audit"]`), "/ops"},
		{"empty ops", with(`["x.classify","x.audit"]`, `[]`), "/ops"},
		{"ops that are a text", with(`["x.classify","x.audit"]`, `"x.classify"`), "/ops"},
		{"an op that is a number", with(`"x.audit"`, `1`), "/ops/1"},
		{"an op with a blank", with(`"x.audit"`, `"x audit"`), "/ops/1"},
		{"an op twice", with(`"x.audit"`, `"x.classify"`), "/ops/1"},
		{"as many ops as may be", ops(64), ""},
		{"too many ops", ops(65), "/ops"},
		{"no levels", without(`"levels":["core"]`), "/levels"},
		{"two levels", with(`["core"]`, `["core","hardened"]`), ""},
		{"a level that is null", with(`["core"]`, `[null]`), "/levels/0"},
		{"an organization", base + `,"organization":"Acme, Inc."`, ""},
		{"an organization that is null", base + `,"organization":null`, "/organization"},
		{"a contact", base + `,"contact":"a@acme.example"`, ""},
		{"an empty contact", base + `,"contact":""`, "/contact"},
		{"an address", base + `,"url":"https://acme.example/reaper"`, ""},
		{"an address of a script", base + `,"url":"javascript:alert(1)"`, "/url"},
		{"an address without a host", base + `,"url":"https:///reaper"`, "/url"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, bad := readDescription([]byte("{" + tt.members + "}"))
			switch {
			case tt.want == "" && bad != nil:
				t.Errorf("refused: %s", bad.detail)
			case tt.want != "" && bad == nil:
				t.Error("accepted")
			case bad != nil && !strings.HasPrefix(bad.detail, tt.want+":"):
				t.Errorf("refused with %q, want the fault at %s", bad.detail, tt.want)
			}
		})
	}
	for _, text := range []string{`[]`, `"acme"`, `null`} {
		if _, bad := readDescription([]byte(text)); bad == nil {
			t.Errorf("%s was taken for a description", text)
		}
	}
}

// Two processes of one command are one implementation only if they say the same
// in every field.
func TestDescriptionEqual(t *testing.T) {
	base := Description{"n", "v", "l", []string{"o"}, []string{"c"}, "g", "u", "a"}
	if !base.equal(base) {
		t.Error("a description differs from itself")
	}
	for i := range reflect.TypeFor[Description]().NumField() {
		other := base
		switch f := reflect.ValueOf(&other).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString("other")
		default:
			f.Set(reflect.ValueOf([]string{"other"}))
		}
		if base.equal(other) {
			t.Errorf("%s may differ", reflect.TypeFor[Description]().Field(i).Name)
		}
	}
}
