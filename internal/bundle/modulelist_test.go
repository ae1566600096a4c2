package bundle

import (
	"strings"
	"testing"
)

// The list of anchors that a seal is given: right ones, and the faults of wrong
// ones.
func TestParseModules(t *testing.T) {
	list := `{"source_modules/a":["x","y"],"./source_modules/b/../c":{"module_id":"i","source_ref":"s","source_to_target_relation":"r",
		"material_class":"m","required_anchors":["z"]}}`
	got, err := ParseModules([]byte(list))
	must(t, err)
	c := got["source_modules/c"]
	if len(got) != 2 || strings.Join(got["source_modules/a"].Anchors, "") != "xy" || c.ID != "i" || c.SourceRef != "s" || c.Relation != "r" ||
		c.Class != "m" || strings.Join(c.Anchors, "") != "z" {
		t.Errorf("got %+v", got)
	}
	for text, want := range map[string]string{
		``:                                     "empty",
		`[]`:                                   "want an object",
		`{"a":["x"]}`:                          "not shown: want a path relative to the bundle",
		`{"/source_modules/a":["x"]}`:          "want a path relative to the bundle",
		`{"source_modules/a":[]}`:              "source_modules/a: required_anchors",
		`{"source_modules/a":[""]}`:            "source_modules/a: required_anchors",
		`{"source_modules/a":["x",1]}`:         "source_modules/a: required_anchors",
		`{"source_modules/a":"x"}`:             "source_modules/a: want a list",
		`{"source_modules/a":{"id":"x"}}`:      "source_modules/a: an unknown field",
		`{"source_modules/a":{"module_id":7}}`: "source_modules/a: module_id",
		`{"source_modules/a":{"material_class":""}}`:                 "source_modules/a: material_class",
		`{"source_modules/a":["x"],"source_modules//a":["x"]}`:       "twice",
		`{"source_modules/a":["x"],"source_modules/a":["x"]}`:        "twice",
		`{"source_modules/a":{"required_anchors":{"x":["secret"]}}}`: "required_anchors",
	} {
		if _, err := ParseModules([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("ParseModules(%s): %v, want %q", text, err, want)
		}
	}
}
