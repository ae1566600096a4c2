package tspi

import (
	"maps"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

// A property asks for the documents of a table and its relatives dozens of times,
// so they are built member by member: by way of JSON text they were a third of the
// cost of a table.

// ProcessTable is the process_table document.
func (t *Table) ProcessTable() strict.Value {
	return strict.Object{{Name: "ps_text", Value: t.Text()}}
}

// PressurePolicy is the pressure_policy document. What is zero is left out.
func (t *Table) PressurePolicy() strict.Value {
	kinds := make(strict.Array, len(t.Policy.Kinds))
	for i := range t.Policy.Kinds {
		kinds[i] = t.Policy.Kinds[i].document()
	}
	o := strict.Object{{Name: "kinds", Value: kinds}}
	addTexts(&o, "keep_kinds", t.Policy.KeepKinds)
	if age := t.Policy.MinAgeSeconds; age != 0 {
		set(&o, "min_age_seconds", integer(age))
	}
	for _, list := range []struct {
		name  string
		words []string
	}{{"launchers", t.Policy.Launchers}, {"value_options", t.Policy.ValueOptions},
		{"generic_names", t.Policy.GenericNames}} {
		if list.words != nil { // an empty list says something
			set(&o, list.name, arrayOf(list.words))
		}
	}
	return o
}

func (k *Kind) document() strict.Value {
	o := make(strict.Object, 0, 8)
	set(&o, "kind", k.Name)
	set(&o, "match_substrings", arrayOf(k.Match))
	addText(&o, "match_at", k.MatchAt)
	addTexts(&o, "require_substrings", k.Require)
	addTexts(&o, "exclude_substrings", k.Exclude)
	if k.Allowlisted {
		set(&o, "allowlisted", true)
	}
	if k.Budget != nil {
		set(&o, "budget", integer(*k.Budget))
	}
	addText(&o, "keep_owner_status", k.KeepOwnerStatus)
	return o
}

// OwnerClasses is the owner_classes document. What is empty is left out.
func (t *Table) OwnerClasses() strict.Value {
	o := strict.Object{}
	if hints := t.Owners.Hints; len(hints) > 0 {
		array := make(strict.Array, len(hints))
		for i, hint := range hints {
			array[i] = strict.Object{{Name: "substring", Value: hint.Substring}, {Name: "status", Value: hint.Status}}
		}
		set(&o, "owner_hints", array)
	}
	addTexts(&o, "active_owner_status_values", t.Owners.ActiveStatuses)
	if targets := t.Owners.ReleaseTargets; len(targets) > 0 {
		object := make(strict.Object, 0, len(targets))
		for _, status := range slices.Sorted(maps.Keys(targets)) {
			set(&object, status, targets[status])
		}
		set(&o, "owner_release_targets", object)
	}
	addTexts(&o, "init_names", t.Owners.InitNames)
	if helpers := t.Owners.Registered; len(helpers) > 0 {
		array := make(strict.Array, len(helpers))
		for i, helper := range helpers {
			object := strict.Object{{Name: "pid", Value: integer(helper.PID)}}
			addText(&object, "command_hash", helper.CommandHash)
			array[i] = object
		}
		set(&o, "registered_helpers", array)
	}
	return o
}

// Input is the object that classify and relief are asked with.
func (t *Table) Input() strict.Object {
	return strict.Object{
		{Name: "process_table", Value: t.ProcessTable()},
		{Name: "pressure_policy", Value: t.PressurePolicy()},
		{Name: "owner_classes", Value: t.OwnerClasses()},
	}
}

func addText(o *strict.Object, name, text string) {
	if text != "" {
		set(o, name, text)
	}
}

func addTexts(o *strict.Object, name string, list []string) {
	if len(list) > 0 {
		set(o, name, arrayOf(list))
	}
}

func arrayOf(list []string) strict.Array {
	array := make(strict.Array, len(list))
	for i, text := range list {
		array[i] = text
	}
	return array
}
