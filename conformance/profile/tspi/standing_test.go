package tspi

import (
	"slices"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// standingOf are the standing checks over answers to a case.
func standingOf(c *profile.Case, level law.Level, canaries ...string) *standing {
	return &standing{level: level, schema: level, problem: problemOf(c), op: c.Op, canaries: canaries}
}

// Whichever case an inventory answers, listed fields or not, it names each helper
// once and no other, decides by the three words only, and survives our grounded
// audit (harness, section 2). Each fault beside the honest answer.
func TestStandingChecksOfAnInventory(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	rows := within(t, answer, "rows").(strict.Array)
	orphan, kept, live := rows[0], rows[4], rows[1]
	put := func(rows ...tspi.Value) strict.Value { return with(t, answer, strict.Array(rows), "rows") }
	change := func(name string, to strict.Value) func(int) strict.Value {
		return func(i int) strict.Value { return with(t, answer, to, "rows", i, name) }
	}
	for name, test := range map[string]struct {
		answer strict.Value
		broken []string // clauses that must be named
	}{
		"honest":            {answer, nil},
		"a helper left out": {put(rows[:4]...), []string{"6.rows", "8.contradicts"}},
		"a helper twice": {put(append(slices.Clone(rows), live)...),
			[]string{"6.rows", "8.contradicts"}},
		"a closing row twice": {put(append(slices.Clone(rows), orphan)...), []string{"6.rows", "8.unknown"}},
		"a stranger": {put(append(slices.Clone(rows), with(t, live, strict.Int(400), "pid"))...),
			[]string{"6.rows", "8.contradicts"}},
		"a process that is not there": {put(append(slices.Clone(rows), with(t, live, strict.Int(31337), "pid"))...),
			[]string{"6.rows", "8.contradicts"}},
		"a pid of another type": {change("pid", "410")(0), []string{"6.rows", "standing"}},
		"a row of no object": {put(append(slices.Clone(rows), "x")...),
			[]string{"6.rows", "8.vocabulary", "standing"}},
		"close_now": {change("decision", "close_now")(0), []string{"8.vocabulary", "standing"}},
		"no decision": {with(t, answer, without(t, orphan, "decision"), "rows", 0),
			[]string{"8.vocabulary", "standing"}},
		"an active owner's closed": {change("decision", "candidate_safe_close")(1), []string{"8.active"}},
		"a kept one closed": {put(rows[0], rows[1], rows[2], rows[3],
			with(t, kept, "candidate_safe_close", "decision")), []string{"8.unknown"}},
		"a claimed ending": {with(t, answer, "killed", "summary", "active_owner_pressure_groups", 0,
			"owner_release_request", "result"), []string{"8.overclaim", "standing"}},
		"counts of something else": {with(t, answer, strict.Int(9), "summary", "process_count"),
			[]string{"8.summary"}},
		"an owner that the table lacks": {change("owner_status", "active_owner_chain")(1), []string{"8.contradicts"}},
		"rows of no array":              {with(t, answer, "x", "rows"), []string{"6.rows", "8.shape", "standing"}},
		"no object":                     {"x", []string{"6.rows", "8.shape", "standing"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := standingOf(c, law.Hardened)
			s.check(test.answer)
			got := profiletest.Clauses(s.found)
			for _, clause := range test.broken {
				if !slices.Contains(got, clause) {
					t.Errorf("clause %s is not named, only %v", clause, s.found)
				}
			}
			if test.broken == nil && got != nil {
				t.Errorf("found %v", s.found)
			}
		})
	}
}

// At core the audit does not look for helpers that are left out; the check holds
// there all the same.
func TestHelpersAtCore(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Core).OK))
	s := standingOf(c, law.Core)
	s.check(answer)
	if s.found != nil {
		t.Errorf("the honest answer: %v", s.found)
	}
	s = standingOf(c, law.Core)
	s.check(with(t, answer, within(t, answer, "rows").(strict.Array)[1:], "rows"))
	if !slices.Contains(s.found, profile.Difference{Clause: "6.rows", Kind: profile.KindAbsent, Path: "rows[410]",
		Want: "a row for this helper", Got: "nothing"}) {
		t.Errorf("a helper left out: %v", s.found)
	}
}

// An inventory of an input that must be refused is wrong, even where a case
// should forget to say so.
func TestAnInventoryOfAnUnusableInput(t *testing.T) {
	c := inventoryCase(t, OpClassify)
	answer := decoded(t, string(honest(t, c, law.Hardened).OK))
	bad := made(t, OpClassify, "ps.txt", "410 1 9 0.0 1 mcp", "pressure_policy.json", `{}`, "owner_classes.json", `{}`,
		"expect.json", `{"rows": []}`)
	s := standingOf(bad, law.Hardened)
	s.check(answer)
	if !slices.Contains(s.found, profile.Difference{Clause: "standing", Kind: profile.KindAccepted, Path: "",
		Want: "a refusal of the unusable input", Got: "an inventory"}) {
		t.Errorf("found %v", s.found)
	}
}

// Each code of our audit is reported under the clause that it is about.
func TestAuditClauses(t *testing.T) {
	for code, clause := range map[law.Code]string{
		tspi.CodeActiveOwnerKill: "8.active", tspi.CodeUnknownOwnerKill: "8.unknown",
		tspi.CodePrematureClose:   "8.premature",
		tspi.CodeReleaseOverclaim: "8.overclaim", tspi.CodeClaimMalformed: "8.shape",
		tspi.CodeDecisionVocabulary: "8.vocabulary",
		tspi.CodeRowContradicts:     "8.contradicts", tspi.CodeSummaryMismatch: "8.summary",
		tspi.CodeProcessSignal: "7.signal",
		tspi.CodeAbsolutePath:  "7.path", tspi.CodeCommandPreview: "7.preview",
	} {
		if got := auditClause(code); got != clause {
			t.Errorf("%s: got %s, want %s", code, got, clause)
		}
		if _, ok := Profile().Clause(clause); !ok {
			t.Errorf("there is no clause %s", clause)
		}
	}
}

// No answer may name the place where a folder was laid out, whole or in part: not
// even at core, whose guard does not know temporary folders (contract, section 11).
func TestAnswersThatNameTheFolder(t *testing.T) {
	const parent = "/var/tmp/tspi-case-123456789"
	for answer, named := range map[string]bool{
		`{"x": "` + parent + `/case"}`:                     true,
		`{"x": "see ` + parent + `"}`:                      true,
		`{"x": ["in tspi-case-123456789/case/policy"]}`:    true,
		`{"\/var\/tmp\/tspi-case-123456789": 1}`:           true,
		`{"x": "tspi-case-1234", "case": "pressure.json"}`: false,
	} {
		s := standing{level: law.Core, op: OpBundle, problem: &Problem{}, folder: parent + "/case"}
		s.checkFolder(decoded(t, answer))
		if got := len(s.found) > 0; got != named || named && s.found[0].Clause != "11.record" {
			t.Errorf("%s: %v", answer, s.found)
		}
	}
	s := standing{op: OpBundle, problem: &Problem{}}
	s.checkFolder(decoded(t, `{"x": ""}`))
	if s.found != nil {
		t.Errorf("without a folder: %v", s.found)
	}
}
