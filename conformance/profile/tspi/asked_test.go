package tspi

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/tspi/second"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// askedAbout is the classification of a generated table.
func askedAbout(table *tspigen.Table, level law.Level) Asked {
	input := table.Input()
	return Asked{Op: OpClassify, Level: level, Input: input, Bytes: len(strict.Encode(input)), Canaries: table.Canaries}
}

// withCanary is a table that has a canary in a command, and helpers.
func withCanary(t *testing.T) *tspigen.Table {
	t.Helper()
	for i := range uint64(1000) {
		table := tspigen.Case(6, i)
		rows, _ := get(answerOf(t, OpClassify, table.Input(), law.Hardened).(strict.Object), "rows").(strict.Array)
		if len(table.Canaries) > 0 && len(rows) > 1 {
			return table
		}
	}
	t.Fatal("no table has one")
	return nil
}

// Guards harness.md, sections 2 and 4: the standing checks hold for an answer that
// no case is about. A right answer passes, spelt as ours or otherwise; each with
// one thing wrong does not, by the clause that is broken.
func TestStandingChecksOfAnyAnswer(t *testing.T) {
	table := withCanary(t)
	asked := askedAbout(table, law.Hardened)
	right := answerOf(t, OpClassify, asked.Input, law.Hardened)
	object := right.(strict.Object)
	rows := object.At("rows").(strict.Array)
	for name, test := range map[string]struct {
		answer strict.Value
		clause string // "" for an answer that passes
	}{
		"right":                 {right, ""},
		"with a further field":  {object.With("x_note", "all is well"), ""},
		"a canary":              {object.With("x_note", strings.ToUpper(table.Canaries[0])), "7.preview"},
		"a row left out":        {with(t, right, rows[1:], "rows"), "6.rows"},
		"a row twice":           {with(t, right, append(strict.Array{rows[0]}, rows...), "rows"), "6.rows"},
		"a decision of its own": {with(t, right, "close_now", "rows", 0, "decision"), "8.vocabulary"},
		"an age of another":     {with(t, right, strict.Number("123456789"), "rows", 0, "age_s"), "8.contradicts"},
		"a count that is wrong": {with(t, right, strict.Number("77"), "summary", "process_count"), "8.summary"},
		"a path":                {object.With("x_note", "/home/me/log"), "7.path"},
		"no inventory":          {strict.Object{}, "standing"},
		"a list":                {strict.Array{}, "standing"},
	} {
		for _, quick := range []bool{false, true} {
			asked.Quick = quick
			_, found := asked.Standing(answering(test.answer))
			clauses := map[string]bool{}
			for _, d := range found {
				clauses[d.Clause] = true
			}
			if test.clause == "" && len(found) > 0 || test.clause != "" && !clauses[test.clause] {
				t.Errorf("%s, quick %v: %v, want %q", name, quick, found, test.clause)
			}
		}
	}
}

// Guards harness.md, section 2: an answer is bounded by its request, and what
// stands beside ok leaks no more than what stands in it.
func TestStandingChecksAroundAnAnswer(t *testing.T) {
	table := withCanary(t)
	asked := askedAbout(table, law.Hardened)
	text := string(strict.Encode(answerOf(t, OpClassify, asked.Input, law.Hardened)))
	respond := func(line string, beside ...adapter.Member) adapter.Response {
		return adapter.Response{Raw: []byte(line), OK: []byte(text), Beside: beside}
	}
	note := func(words string) adapter.Response {
		value := `"all is well, ` + words + `"`
		return respond(`{"id":1,"ok":`+text+`,"note":`+value+`}`, adapter.Member{Name: "note", Value: []byte(value)})
	}
	for name, test := range map[string]struct {
		response adapter.Response
		found    bool
	}{
		"as it should be": {respond(`{"id":1,"ok":` + text + `}`), false},
		"a note beside":   {note("and nothing else"), false},
		"a canary beside": {note(table.Canaries[0]), true},
		"endless": {respond(`{"id":1,"ok":` + text + strings.Repeat(" ", profile.MaxAnswer(asked.Bytes)) + `}`),
			true},
		"no JSON": {adapter.Response{Raw: []byte("x"), OK: []byte("x")}, true},
	} {
		if _, found := asked.Standing(test.response); len(found) > 0 != test.found {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// Guards the contract's preamble: where [H] changes an answer of core, no one asks
// core for it. A reused pid is such a place, a plain orphan is not.
func TestStandingChecksAtCore(t *testing.T) {
	policy := `{"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true}]}`
	for name, test := range map[string]struct {
		table string
		found bool
	}{
		"a plain orphan": {"2 1 10:00 0.0 1 mcp-server", true},
		"a reused pid":   {"2 1 10:00 0.0 1 mcp-server\n2 1 10:00 0.0 1 mcp-server", false},
	} {
		input := strict.Object{
			{Name: docTable, Value: strict.Object{{Name: "ps_text", Value: test.table}}},
			{Name: docPolicy, Value: decoded(t, policy)}, {Name: docOwners, Value: strict.Object{}},
		}
		wrong := with(t, answerOf(t, OpClassify, input, law.Core), strict.Array{}, "rows")
		asked := Asked{Op: OpClassify, Level: law.Core, Input: input, Bytes: 1000}
		if _, found := asked.Standing(answering(wrong)); len(found) > 0 != test.found {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// Only the built-in implementation in this process is taken for itself.
func TestIsBuiltIn(t *testing.T) {
	own := BuiltIn(law.Hardened, "1", Folders{})
	for name, test := range map[string]struct {
		judge profile.Judge
		want  bool
	}{
		"ours":            {own, true},
		"ours, edited":    {profile.Edited(own, profile.Edit{}), false},
		"the second":      {second.Correct(law.Hardened), false},
		"ours, a process": {nil, false},
	} {
		if IsBuiltIn(test.judge) != test.want {
			t.Errorf("%s: want %v", name, test.want)
		}
	}
}
