package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/conformance/profile/profiletest"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/tspi"
)

type answerFunc = func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error)

// instead answers every request in the same way.
func instead(ok string) answerFunc {
	return func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error) {
		return jsontext.Value(ok), nil
	}
}

// onNegative answers honestly but where something is refused or found.
func onNegative(f func(ctx context.Context) (jsontext.Value, error)) answerFunc {
	return func(ctx context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
		if negative(ask, ok, err) {
			return f(ctx)
		}
		return ok, err
	}
}

// rowFault is a fault in the rows of an inventory.
func rowFault(change func(rows strict.Array) strict.Array) answerFunc {
	return editing(tspiprofile.OpClassify, func(answer strict.Object, _ ask) strict.Value {
		rows, _ := answer.At("rows").(strict.Array)
		if len(rows) == 0 {
			return answer
		}
		return answer.With("rows", change(slices.Clone(rows)))
	})
}

// field adds a field to every ok.
func field(name string, value strict.Value) answerFunc {
	return editing("", func(answer strict.Object, _ ask) strict.Value { return answer.With(name, value) })
}

// Every implementation with one fault ends in the right verdict, in bounded time,
// with no ground for a certificate, and a report that repeats nothing of it
// (docs/suite.md; the right verdicts are those of harness, section 2).
func TestHostileImplementations(t *testing.T) {
	allCodes := `{"findings":[`
	for i, c := range []law.Code{tspi.CodeActiveOwnerKill, tspi.CodeUnknownOwnerKill, tspi.CodePrematureClose,
		tspi.CodeProcessSignal, tspi.CodeCommandPreview,
		tspi.CodeAbsolutePath, tspi.CodeReleaseOverclaim, tspi.CodeClaimMalformed, tspi.CodeDecisionVocabulary,
		tspi.CodeRowContradicts, tspi.CodeSummaryMismatch} {
		if i > 0 {
			allCodes += ","
		}
		allCodes += `{"error_code":"` + string(c) + `","subject_id":"claimed_inventory"}`
	}
	allCodes += "]}"

	for name, test := range map[string]struct {
		answer  answerFunc
		verdict Verdict // of the wrong answers
		clause  string  // that one of them must name, "" for any
		others  bool    // honest answers pass beside them
	}{
		"panics on negative cases": {onNegative(func(context.Context) (jsontext.Value, error) {
			panic("no")
		}), Crash, "", true},
		"internal on negative cases": {onNegative(func(context.Context) (jsontext.Value, error) {
			return nil, &ErrorAnswer{Code: ErrorInternal, Message: "it broke"}
		}), Fail, "", true},
		"a foreign error on negative cases": {onNegative(func(context.Context) (jsontext.Value, error) {
			return nil, errors.New("open /Users/me/secret: no")
		}), Fail, "", true},
		"no answer on negative cases": {onNegative(func(context.Context) (jsontext.Value, error) {
			return nil, nil
		}), Fail, "", true},
		"text for JSON": {onNegative(func(context.Context) (jsontext.Value, error) {
			return jsontext.Value("Traceback"), nil
		}), Fail, "", true},
		"refuses everything": {func(context.Context, ask, jsontext.Value, error) (jsontext.Value, error) {
			return nil, &ErrorAnswer{Code: ErrorInvalidInput, ErrorCode: string(tspi.CodeInputInvalid),
				Input: "pressure_policy"}
		}, Fail, "", false},
		"accepts everything": {func(_ context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
			if ask.op == tspiprofile.OpAudit {
				return jsontext.Value(`{"findings":[]}`), nil
			}
			return ok, err
		}, Fail, "", true},
		"raises all codes always": {func(_ context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value,
			error) {
			if ask.op == tspiprofile.OpAudit {
				return jsontext.Value(allCodes), nil
			}
			return ok, err
		}, Fail, "", true},
		"answers {}":   {instead(`{}`), Fail, profile.ClauseStanding, false},
		"answers null": {instead(`null`), Fail, profile.ClauseStanding, false},
		"a wrong code": {wrongCode, Fail, "", true},
		"close_now": {rowFault(func(rows strict.Array) strict.Array {
			return append(rows, rows[0].(strict.Object).With("pid", strict.Int(31337)).With("decision", "close_now"))
		}), Fail, "8.vocabulary", true},
		"a helper left out": {rowFault(func(rows strict.Array) strict.Array { return rows[1:] }), Fail, "6.rows", true},
		"a stranger": {rowFault(func(rows strict.Array) strict.Array {
			return append(rows, rows[0].(strict.Object).With("pid", strict.Int(31337)))
		}), Fail, "6.rows", true},
		"a row twice": {rowFault(func(rows strict.Array) strict.Array {
			return append(rows, rows[0])
		}), Fail, "6.rows", true},
		"every helper closed": {rowFault(closeAll), Fail, "8.unknown", true},
		"killed_pid":          {field("killed_pid", strict.Int(410)), Fail, "7.signal", true},
		"an absolute path":    {field("log", "/home/me/reaper.log"), Fail, "7.path", true},
		"a path in an array": {field("logs", strict.Array{strict.Array{"see /home/me/reaper.log"}}), Fail,
			"7.path", true},
		"a preview":         {field("command_line", nil), Fail, "7.preview", true},
		"findings twice":    {doubled, Fail, "", true},
		"core for hardened": {coreAnswers(), Fail, "", true},
		"half a command":    {leaking(firstHalf), Fail, "7.preview", true},
		"the other half":    {leaking(secondHalf), Fail, "7.preview", true},
		"half a command in capitals": {leaking(func(c string) string {
			return strings.ToUpper(firstHalf(c))
		}), Fail, "7.preview", true},
		"half a command, escaped": {escapedLeak, Fail, "7.preview", true},
		"commands as keys":        {leakingKeys, Fail, "7.preview", true},
		"a command in an error":   {leakingErrors, Fail, "7.preview", true},
		"a huge answer":           {hugeAnswer(), Fail, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			r := runFaulty(t, faulty{answer: test.answer}, Options{Timeout: time.Minute})
			if r.Certifiable() == nil || r.Passed() {
				t.Error("it can be certified")
			}
			for verdict, n := range r.Counts.ByVerdict {
				if verdict != Pass && verdict != test.verdict && n > 0 {
					t.Errorf("%d results are %s", n, verdict)
				}
			}
			if r.Counts.ByVerdict[test.verdict] == 0 || test.others && r.Counts.ByVerdict[Pass] == 0 {
				t.Errorf("the verdicts are %v", r.Counts.ByVerdict)
			}
			if named := profiletest.Clauses(everyDifference(r)); test.clause != "" &&
				!slices.Contains(named, test.clause) {
				t.Errorf("%s is not among the clauses %v", test.clause, named)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func everyDifference(r *Report) []Difference {
	var all []Difference
	for i := range r.Results {
		all = append(all, r.Results[i].Differences...)
	}
	return all
}

func wrongCode(_ context.Context, ask ask, ok jsontext.Value, err error) (jsontext.Value, error) {
	var refusal *law.InputError
	var answer *ErrorAnswer
	if errors.As(err, &refusal) || errors.As(err, &answer) {
		return nil, &ErrorAnswer{Code: ErrorInvalidInput, ErrorCode: string(tspi.CodeSecret), Input: "process_table"}
	}
	return jsontext.Value(strings.ReplaceAll(string(ok), string(tspi.CodePrematureClose),
		string(tspi.CodeUnknownOwnerKill))), err
}

func closeAll(rows strict.Array) strict.Array {
	for i := range rows {
		rows[i] = rows[i].(strict.Object).With("decision", string(tspi.DecisionSafeClose))
	}
	return rows
}

var doubled = editing(tspiprofile.OpAudit, func(answer strict.Object, _ ask) strict.Value {
	findings, _ := answer.At("findings").(strict.Array)
	return answer.With("findings", append(slices.Clone(findings), findings...))
})

// coreAnswers answers by the core law.
func coreAnswers() answerFunc {
	core := tspiprofile.BuiltIn(law.Core, "1", tspiprofile.Folders{})
	return func(ctx context.Context, ask ask, _ jsontext.Value, _ error) (jsontext.Value, error) {
		return core.Answer(ctx, ask.op, ask.input)
	}
}
