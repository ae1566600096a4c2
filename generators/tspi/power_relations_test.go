package tspi_test

import (
	"slices"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// later edits every answer but the first: the table is what it was, the changed one
// is wrong.
func later(edit func(int, strict.Object, strict.Object) strict.Object) func(int, strict.Object,
	strict.Object) strict.Object {
	return func(asked int, input, answer strict.Object) strict.Object {
		if asked == 1 {
			return answer
		}
		return edit(asked, input, answer)
	}
}

// flipped makes candidates of what is none, and the other way round.
var flipped = inRows(func(row strict.Object) strict.Object {
	if v, _ := row.Get("decision"); v == candidate {
		return put(row, string(tspi.DecisionOwnerCheck), "decision")
	}
	return put(row, candidate, "decision")
})

// Each relation can fail: it catches an implementation that decides the changed
// table the other way round.
func TestRelationsCatch(t *testing.T) {
	relations := 0
	for _, p := range tspigen.Properties() {
		if p.Family != tspigen.Relation || p.Op != "tspi.classify" {
			continue
		}
		relations++
		if !catches(t, p, law.Hardened, 200, func() tspigen.Implementation {
			return &wrong{own: own{law.Hardened}, classify: later(flipped)}
		}) {
			t.Errorf("%s catches nothing", p.Name)
		}
	}
	if relations < 25 {
		t.Errorf("only %d relations", relations)
	}
}

// What is finer than a decision is caught by the relation that is about it.
func TestRelationsCatchDetails(t *testing.T) {
	tests := []struct {
		property string
		edit     func(int, strict.Object, strict.Object) strict.Object
	}{
		{"same-input-same-answer", rowsSay("cpu_pct", strict.Number("0.5"))},
		{"shuffled-rows-same-decisions", rowsSay("chain_hops", strict.Number("0"))},
		{"shuffled-rows-same-decisions", says(strict.Array{}, "summary", "active_owner_pressure_groups")},
		{"renamed-pids-isomorphic-answer",
			rowWith("chain_hops", strict.Number("1"), becomes("chain_end_pid", strict.Number("77")))},
		{"crlf-is-lf", rowsSay("command_hash", "0123456789abcdef")},
		{"other-blanks-between-columns", rowsSay("command_hash", "0123456789abcdef")},
		{"other-spellings-of-etime", rowsSay("age_s", strict.Number("7"))},
		{"other-spellings-of-pcpu", rowsSay("cpu_pct", nil)},
		{"lines-that-are-no-rows-change-their-count-alone",
			says(strict.Number("0"), "summary", "skipped_line_counts", "malformed")},
		{"strangers-change-nothing", says(strict.Number("99"), "summary", "process_count")},
		{"a-leaf-less-changes-no-other-row", rowsSay("owner_status", "x")},
		{"higher-age-adds-no-candidate", rowsSay("reason", "x")},
		{"shorter-allowlist-adds-no-candidate", rowsSay("allowlist_matched", true)},
		{"another-kept-kind-keeps-its-rows-alone", rowsSay("owner_status", "runtime")},
		{"another-kept-kind-keeps-its-rows-alone", rowsSay("decision", "keep")},
		{"another-budget-changes-groups-alone", says(strict.Array{}, "summary", "active_owner_pressure_groups")},
		{"letter-case-counts-in-kinds", rowsSay("process_kind", "x-other-case")},
		{"letter-case-counts-in-hints", rowWith("chain_end", "owner_hint", becomes("owner_status", "x-other-case"))},
		{"who-is-active-makes-no-candidate",
			rowWith("reason", string(tspi.ReasonActiveOwner), becomes("reason", string(tspi.ReasonOwnerUnsolved)))},
		{"another-init-leaves-no-candidate",
			rowWith("ppid", strict.Number("1"), becomes("owner_status", tspi.StatusDetached))},
		{"another-init-leaves-no-candidate", says("recognised", "summary", "init")},
		{"registered-helpers-are-no-candidates",
			rowWith("reason", string(tspi.ReasonRegistered), becomes("reason", string(tspi.ReasonDetached)))},
		{"a-lost-registration-changes-its-pid-alone", rowsSay("ppid", strict.Number("1"))},
		{"more-arguments-change-the-hash-alone", rowsSay("command_hash", "0123456789abcdef")},
		{"an-unreadable-row-is-no-candidate", rowsSay("age_s", strict.Number("300"))},
		{"a-row-as-old-as-init-is-no-candidate",
			rowWith("chain_end", string(tspi.EndStartedByInit), becomes("owner_status", "x"))},
		{"an-init-of-no-known-age-leaves-no-candidate",
			rowWith("chain_end", string(tspi.EndStartedByInit), becomes("decision", candidate))},
	}
	for _, test := range tests {
		if !catches(t, propertyNamed(t, test.property), law.Hardened, 300, func() tspigen.Implementation {
			return &wrong{own: own{law.Hardened}, classify: later(test.edit)}
		}) {
			t.Errorf("%s is not caught", test.property)
		}
	}
}

// An implementation that errs by a rule of its own, not by the count of questions,
// is caught by the relation that changes what the rule is about.
func TestRelationsCatchWrongLaws(t *testing.T) {
	// input is our own classifier before which the documents are changed.
	tests := []struct {
		property string
		change   func(input strict.Object) strict.Object
	}{
		{"an-excluded-kind-has-no-rows", func(in strict.Object) strict.Object { // excludes are not read
			return eachKind(in, func(kind strict.Object) strict.Object {
				return put(kind, strict.Array{}, "exclude_substrings")
			})
		}},
		{"another-kept-kind-keeps-its-rows-alone", func(in strict.Object) strict.Object { // only the first is kept
			policy := member(in, "pressure_policy")
			if kept, _ := policy.Get("keep_kinds"); kept != nil && len(kept.(strict.Array)) > 1 {
				put(policy, kept.(strict.Array)[:1], "keep_kinds")
			}
			return in
		}},
		{"registered-helpers-are-no-candidates", func(in strict.Object) strict.Object { // the registry is not read
			return put(in, put(member(in, "owner_classes"), strict.Array{}, "registered_helpers"), "owner_classes")
		}},
		{"shorter-allowlist-adds-no-candidate", func(in strict.Object) strict.Object { // every kind is allowlisted
			return eachKind(in, func(kind strict.Object) strict.Object { return put(kind, true, "allowlisted") })
		}},
		{"a-word-behind-the-program-changes-no-kind", commandsAlone},
		{"another-folder-changes-no-kind", commandsAlone},
		{"another-program-in-front-is-no-helper", commandsAlone},
		{"code-in-place-of-a-program-is-no-helper", commandsAlone},
		{"skipped-words-change-no-kind", func(in strict.Object) strict.Object { // every option has a value
			return put(in, put(member(in, "pressure_policy"), strict.Array{"--zz9", "-z9"}, "value_options"),
				"pressure_policy")
		}},
		{"a-launcher-in-front-changes-no-kind", ownList("launchers")},
		{"a-lost-requirement-has-no-rows", func(in strict.Object) strict.Object { // require substrings are not read
			return eachKind(in, func(kind strict.Object) strict.Object {
				return put(kind, strict.Array{}, "require_substrings")
			})
		}},
		{"higher-age-adds-no-candidate", func(in strict.Object) strict.Object { // the default is the threshold
			return put(in, put(member(in, "pressure_policy"), strict.Number("300"), "min_age_seconds"),
				"pressure_policy")
		}},
	}
	for _, test := range tests {
		if !catches(t, propertyNamed(t, test.property), law.Hardened, 300, func() tspigen.Implementation {
			return &changing{own{law.Hardened}, test.change}
		}) {
			t.Errorf("%s is not caught", test.property)
		}
	}
}

// commandsAlone knows no programs: it looks anywhere in commands, as core does.
func commandsAlone(in strict.Object) strict.Object {
	return eachKind(in, func(kind strict.Object) strict.Object { return put(kind, tspigen.AtCommand, "match_at") })
}

// ownList takes one of section 3's lists for empty, whatever the policy says.
func ownList(name string) func(strict.Object) strict.Object {
	return func(in strict.Object) strict.Object {
		return put(in, put(member(in, "pressure_policy"), strict.Array{}, name), "pressure_policy")
	}
}

type changing struct {
	own
	change func(strict.Object) strict.Object
}

func (c *changing) Classify(input strict.Object) (strict.Value, error) {
	return c.own.Classify(c.change(copied(input).(strict.Object)))
}

func member(o strict.Object, name string) strict.Object {
	v, _ := o.Get(name)
	return v.(strict.Object)
}

func eachKind(in strict.Object, edit func(strict.Object) strict.Object) strict.Object {
	policy := member(in, "pressure_policy")
	kinds, _ := policy.Get("kinds")
	edited := slices.Clone(kinds.(strict.Array))
	for i := range edited {
		edited[i] = edit(edited[i].(strict.Object))
	}
	return put(in, put(policy, edited, "kinds"), "pressure_policy")
}
