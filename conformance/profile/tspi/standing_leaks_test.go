package tspi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile/profiletest"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

const canary = "bafidolekumaso"

// leakCase is a table with a long command that holds a canary, and a short one.
func leakCase(t testing.TB) *profile.Case {
	return made(t, OpAudit, "ps.txt", "410 1 9 0.0 1 "+canary+" node mcp-server-long --stdio\n420 1 9 0.0 1 helperd-x",
		"claim.json", `{"rows": []}`, "expect.json", `{"findings": []}`)
}

// A canary is found anywhere in an answer: in a value, a key, an element, in any
// letter case, behind JSON escapes (harness, section 2). Half of it is none.
func TestCanariesAreFound(t *testing.T) {
	var escaped strings.Builder
	for _, c := range canary {
		fmt.Fprintf(&escaped, `\u%04X`, c)
	}
	for answer, leaks := range map[string]bool{
		`{"findings": [], "x": "` + canary + `"}`:                             true,
		`{"findings": [], "x": "a` + canary + `z"}`:                           true,
		`{"findings": [], "x": "` + strings.ToUpper(canary) + `"}`:            true,
		`{"findings": [], "x": "BaFiDoLeKuMaSo"}`:                             true,
		`{"findings": [], "x": "` + escaped.String() + `"}`:                   true,
		`{"findings": [], "` + canary + `": 1}`:                               true,
		`{"findings": [], "x": {"y": [[["` + canary + `"]]]}}`:                true,
		`{"findings": [{"error_code": "` + canary + `", "subject_id": "x"}]}`: true,
		`{"findings": [], "x": "` + canary[:13] + `"}`:                        false,
		`{"findings": [], "x": ["` + canary[:7] + `", "` + canary[:7] + `"]}`: false,
	} {
		s := standingOf(leakCase(t), law.Core, "zunolagafemita", canary)
		s.checkCanaries(decoded(t, answer))
		if got := len(s.found) > 0; got != leaks || leaks && s.found[0].Clause != "7.preview" {
			t.Errorf("%s: %v", answer, s.found)
		}
	}
	s := standingOf(leakCase(t), law.Core)
	s.checkCanaries(decoded(t, `{"x": ""}`))
	if s.found != nil {
		t.Errorf("without canaries: %v", s.found)
	}
}

// Pieces of 12 bytes of any command are found in the free text of an answer; a
// word shorter than that, the contract's own words and the plain name that a
// finding is about are none.
func TestPiecesOfCommandsAreFound(t *testing.T) {
	for answer, leaks := range map[string]bool{
		`{"x": "node mcp-ser"}`:                                           true,
		`{"x": "it ran node mcp-server-long"}`:                            true,
		`{"x": "with long --stdio"}`:                                      true, // the last piece
		`{"x": "with long --stdi"}`:                                       false,
		`{"findings": [{"subject_id": "node mcp-server"}]}`:               true,
		`{"findings": [{"message": "about mcp-server-long"}]}`:            true,
		`{"mcp-server-long": 1}`:                                          true,
		`{"x": "node mcp-se", "y": "rver-long -"}`:                        false,
		`{"x": "helperd-x"}`:                                              false, // too short to be told from a word
		`{"findings": [{"subject_id": "mcp-server-long"}]}`:               false,
		`{"process_kind": "mcp-server-long"}`:                             false,
		`{"findings": [{"subject_id": 4}, "x"], "x": "all is well here"}`: false,
		// An answer longer than the table.
		`{"x": "` + strings.Repeat("all is well here, ", 40) + `=node mcp-ser"}`: true,
		`{"x": "` + strings.Repeat("all is well here, ", 40) + `=node mcp-se"}`:  false,
	} {
		s := standingOf(leakCase(t), law.Core)
		s.checkPieces(decoded(t, answer))
		if got := len(s.found) > 0; got != leaks || leaks && s.found[0].Clause != "7.preview" {
			t.Errorf("%s: %v", answer, s.found)
		}
	}
}

// They are looked for in answers about a table: the subjects of a bundle and the
// words of a record are held to other checks, and the tables of a campaign hold
// words of the contract on purpose.
func TestWhichAnswersAreSearchedForPieces(t *testing.T) {
	for _, op := range []string{OpClassify, OpRelief, OpAudit, OpBundle, OpRun} {
		for _, generated := range []bool{false, true} {
			s := standingOf(leakCase(t), law.Core)
			s.op, s.generated = op, generated
			s.checkLeaks(decoded(t, `{"x": "it ran node mcp-server-long"}`))
			want := !generated && slices.Contains([]string{OpClassify, OpRelief, OpAudit}, op)
			if got := len(s.found) > 0; got != want {
				t.Errorf("%s, generated: %v: found %v", op, generated, s.found)
			}
		}
	}
}

// The redaction guard holds for every field of an answer, by the law of the level
// (contract, section 7).
func TestTheGuardHoldsForAnswers(t *testing.T) {
	for _, test := range []struct {
		answer         string
		core, hardened string // the clause, "" for none
	}{
		{`{"killed_pid": 410}`, "7.signal", "7.signal"},
		{`{"killed_pid": 0}`, "", ""},
		{`{"KilledPID": 410}`, "", "7.signal"},
		{`{"command_preview": ""}`, "7.preview", "7.preview"},
		{`{"cmd": ""}`, "", "7.preview"},
		{`{"x": "/Users/me/reaper"}`, "7.path", "7.path"},
		{`{"x": ["/Users/me/reaper"]}`, "", "7.path"},
		{`{"x": "/opt/reaper"}`, "", "7.path"},
		{`{"x": "users/me"}`, "", ""},
	} {
		for level, clause := range map[law.Level]string{law.Core: test.core, law.Hardened: test.hardened} {
			s := standingOf(leakCase(t), level)
			s.checkLeaks(decoded(t, test.answer))
			if got := len(s.found) > 0; got != (clause != "") || got && s.found[0].Clause != clause {
				t.Errorf("%s at %s: %v", test.answer, level, s.found)
			}
		}
	}
}

// What must not be in an answer must not come out beside it: in the text of an
// error, or in members of the response that the protocol does not know.
func TestNothingLeaksBesideAnAnswer(t *testing.T) {
	ok := `{"findings":[]}`
	refusal := func(message string) string { return `{"code":"internal","message":"` + message + `"}` }
	for name, test := range map[string]struct {
		line   string
		clause string
	}{
		"nothing":                  {`{"id":1,"ok":` + ok + `}`, ""},
		"blanks":                   {`  { "id" : 1 , "ok" : ` + ok + ` }   `, ""},
		"a further member":         {`{"id":1,"ok":` + ok + `,"took":"12 milliseconds"}`, ""},
		"a canary":                 {`{"id":1,"ok":` + ok + `,"took":"` + canary + `"}`, "7.preview"},
		"a canary in its name":     {`{"id":1,"` + canary + `":1,"ok":` + ok + `}`, "7.preview"},
		"a piece of a command":     {`{"id":1,"ok":` + ok + `,"took":"node mcp-server"}`, "7.preview"},
		"a signal":                 {`{"id":1,"killed_pid":410,"ok":` + ok + `}`, "7.signal"},
		"a path":                   {`{"id":1,"ok":` + ok + `,"log":"/Users/me/log"}`, "7.path"},
		"the shortest command":     {`{"id":1,"ok":` + ok + `,"cmd":"w"}`, "7.preview"},
		"another short member":     {`{"id":1,"ok":` + ok + `,"cnt":"w"}`, ""},
		"a leak in the answer":     {`{"id":1,"took":"12 ms","ok":{"cmd":"w"}}`, ""}, // found there, and once
		"a path in an error":       {`{"id":1,"took":"12 ms","error":` + refusal("no /Users/me/log") + `}`, ""},
		"an error":                 {`{"id":1,"error":` + refusal("all well") + `}`, ""},
		"a canary in an error":     {`{"id":1,"error":` + refusal(strings.ToUpper(canary)) + `}`, "7.preview"},
		"a canary beside an error": {`{"id":1,"error":` + refusal("no") + `,"x":"` + canary + `"}`, "7.preview"},
	} {
		t.Run(name, func(t *testing.T) {
			response := adapter.Response{Raw: []byte(test.line)}
			line := decoded(t, test.line).(strict.Object)
			for _, m := range line {
				if m.Name != "id" && m.Name != "ok" && m.Name != "error" {
					response.Beside = append(response.Beside,
						adapter.Member{Name: m.Name, Value: strict.Encode(m.Value)})
				}
			}
			if _, refused := line.Get("error"); refused {
				response.Error = &adapter.Error{Raw: strict.Encode(line.At("error"))}
			} else {
				response.OK = strict.Encode(line.At("ok"))
			}
			s := standingOf(leakCase(t), law.Hardened, canary)
			s.checkBeside(response)
			if got := len(s.found) > 0; got != (test.clause != "") || got && s.found[0].Clause != test.clause {
				t.Errorf("found %v, want clause %q", s.found, test.clause)
			}
		})
	}
}

// A report is published, so no difference repeats a piece of a command, though it
// be a plain word; names of the policy are none, whatever the commands hold.
func TestDifferencesRepeatNoCommand(t *testing.T) {
	c := made(t, OpClassify, "ps.txt", "410 1 9 0.0 1 "+canary+" mcp-server-long", "pressure_policy.json",
		`{"kinds": [{"kind": "mcp-server-long", "match_substrings": ["mcp"]}]}`,
		"owner_classes.json", `{}`, "expect.json", `{"rows": []}`)
	for got, want := range map[string]string{
		"mcp-server-longer":     "a piece of a command",
		"xmcp-server-lo":        "a piece of a command",
		"cp-server-lo":          "a piece of a command",
		"cp-server-l":           "cp-server-l",
		"mcp-server-long":       "mcp-server-long",
		"mcp-server":            "mcp-server",
		canary:                  "a piece of a command",
		strings.ToUpper(canary): "a piece of a command",
		"x" + canary + "y":      "a piece of a command",
		"requires_owner_check":  "requires_owner_check",
	} {
		s := standingOf(c, law.Hardened, canary)
		found := s.withoutPieces([]profile.Difference{{Clause: "6.rows", Path: "rows[" + got + "]", Want: "x",
			Got: got}})
		if found[0].Got != want || want == "a piece of a command" && found[0].Path != want {
			t.Errorf("%s: %v", got, found)
		}
	}
	if standingOf(c, law.Hardened).withoutPieces(nil) != nil {
		t.Error("nothing became something")
	}
}

// The record of a run repeats no piece of a command of the fixture's table, in
// whichever of its records; other operations have no such record, and other files
// of the fixture are not the table (contract, section 11).
func TestRecordsRepeatNoCommand(t *testing.T) {
	table := []byte(`{"ps_text": "410 1 9 0.0 1 node mcp-server-long"}`)
	for name, test := range map[string]struct {
		op     string
		file   string
		answer string
		found  bool
	}{
		"a piece":         {OpRun, "process_table.json", `{"sign_off": {"note": "ran node mcp-server-long"}}`, true},
		"no piece":        {OpRun, "process_table.json", `{"sign_off": {"note": "ran no mcp-serve"}}`, false},
		"of another file": {OpRun, "owner_classes.json", `{"sign_off": {"note": "ran node mcp-server-long"}}`, false},
		"of a bundle": {OpBundle, "process_table.json", `{"findings": [], "note": "ran node mcp-server-long"}`,
			false},
	} {
		s := standing{level: law.Hardened, op: test.op,
			problem: &Problem{Dir: &profile.Folder{Files: []profile.FolderFile{{Name: test.file, Data: table}}}}}
		s.checkRecord(decoded(t, test.answer))
		if got := slices.Equal(profiletest.Clauses(s.found), []string{"11.record"}); got != test.found {
			t.Errorf("%s: found %v", name, s.found)
		}
	}
	s := standing{level: law.Hardened, op: OpRun, problem: &Problem{}}
	s.checkRecord(decoded(t, `{}`)) // a run of no folder
	if s.found != nil {
		t.Errorf("found %v without a folder", s.found)
	}
}
