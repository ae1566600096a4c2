package tspi

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// raised raises the threshold of a case with the seeds from 0, until one does.
func raised(c *profile.Case) (p *perturbation, raised bool) {
	for seed := range 40 {
		p = newPerturbation(c, profile.Random(fmt.Sprint(seed)))
		p.readTable()
		p.completeRows()
		before := string(strict.Encode(p.problem.document(docPolicy)))
		p.raiseThreshold()
		if string(strict.Encode(p.problem.document(docPolicy))) != before {
			return p, true
		}
	}
	return p, false
}

// A threshold that no row can reach makes a candidate one for an owner check, for
// its being detached (contract, section 5); a case in which that could change
// something else, or which is about the threshold itself, keeps the one it has.
func TestRaisedThresholds(t *testing.T) {
	const (
		candidate = `{"rows": [{"pid": 410, "ppid": 1, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "candidate_safe_close", "reason": "strict_orphan_allowlist_age_threshold_met", "age_s": 300, "allowlist_matched": true}]}`
		check     = `{"rows": [{"pid": 410, "ppid": 1, "process_kind": "mcp", "owner_status": "launchd_detached", "decision": "requires_owner_check", "age_s": 300, "allowlist_matched": true}]}`
		policy    = `{"min_age_seconds": 300, "kinds": []}`
	)
	withRelief := func(rows string) string {
		return rows[:len(rows)-1] + `, "relief": {"status": "owner_check_required", "verdict": "no_safe_action"}}`
	}
	for name, test := range map[string]struct {
		op, policy, expect string
		raised             bool
	}{
		"a candidate":                 {OpClassify, policy, candidate, true},
		"the default":                 {OpClassify, `{"kinds": []}`, candidate, true},
		"an owner check":              {OpClassify, policy, check, true},
		"a receipt about none":        {OpRelief, policy, withRelief(check), true},
		"a receipt about a candidate": {OpRelief, policy, withRelief(candidate), false},
		"a refusal": {OpClassify, policy,
			`{"error": {"error_code": "TSPI_INPUT_INVALID", "input": "pressure_policy"}}`, false},
		"a quoted threshold": {OpClassify, `{"min_age_seconds": "300", "kinds": []}`, candidate, false},
		"a threshold of many digits": {OpClassify, `{"min_age_seconds": 99999999999999999999, "kinds": []}`, check,
			false},
	} {
		t.Run(name, func(t *testing.T) {
			c := made(t, test.op, "ps.txt", "410 1 05:00 0.0 1 mcp", "pressure_policy.json", test.policy,
				"owner_classes.json", `{}`, "expect.json", test.expect)
			before := expectation(t, c)
			p, raised := raised(c)
			if raised != test.raised {
				t.Fatalf("raised: %v, want %v", raised, test.raised)
			}
			if after := expectation(t, c); after != before {
				t.Errorf("the case itself was changed to %s", after)
			}
			if !raised {
				return
			}
			least, _ := plainCount(threshold(p.problem.document(docPolicy).(strict.Object)))
			row := p.expect.Inventory.Rows[0]
			if least < 1<<31 || row.Decision != string(tspi.DecisionOwnerCheck) || *row.AgeS != 300 ||
				row.Reason != "" && row.Reason != string(tspi.ReasonDetached) {
				t.Errorf("threshold %d, row %+v", least, row)
			}
		})
	}
}

// Ages move by a little, by a month, and as far as an etime can tell, and never
// further (contract, section 2); with them the threshold.
func TestAgesMoveFar(t *testing.T) {
	seen := map[string]bool{}
	for seed := range 60 {
		c := made(t, OpClassify, "ps.txt", "1 0 1-00:00:00 0.0 1 init\n410 1 05:00 0.0 1 mcp", "pressure_policy.json",
			`{"kinds": []}`,
			"owner_classes.json", `{}`, "expect.json", `{"rows": []}`)
		p := newPerturbation(c, profile.Random(fmt.Sprint(seed)))
		p.readTable()
		p.moveAges()
		p.writeTable()
		table, err := tspi.ParseTable(p.problem.PSText, law.Hardened)
		if err != nil {
			t.Fatal(err)
		}
		least, _ := plainCount(threshold(p.problem.document(docPolicy).(strict.Object)))
		if one, other := table.Rows[0], table.Rows[1]; !one.HasAge || !other.HasAge || other.Age != least ||
			one.Age-other.Age != 86400-300 {
			t.Errorf("seed %d: threshold %d beside\n%s", seed, least, p.problem.PSText)
		}
		switch {
		case table.Rows[0].Age == 2147483647:
			seen["to the end"] = true
		case least > 30*86400:
			seen["a month"] = true
		default:
			seen["a little"] = true
		}
	}
	if len(seen) != 3 {
		t.Errorf("ages move %v only", seen)
	}
}

// A registry with an entry gets, at times, more than 128 others, before it or
// behind; none has a pid of the table (contract, section 5).
func TestManyRegisteredDecoys(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range crowded(made(t, OpClassify, "ps.txt", "410 1 05:00 0.0 1 mcp", "pressure_policy.json",
		`{"kinds": []}`,
		"owner_classes.json", `{"registered_helpers": [{"pid": 410}]}`, "expect.json", `{"rows": []}`), 60) {
		list := get(p.problem.document(docOwners).(strict.Object), "registered_helpers").(strict.Array)
		for i, entry := range list {
			pid, _ := plainCount(get(entry.(strict.Object), "pid"))
			_, hashed := entry.(strict.Object).Get("command_hash")
			if hashed {
				continue
			}
			for j := range p.plain {
				if text := strconv.FormatInt(pid, 10); text != "410" &&
					(text == p.plain[j].pid || text == p.plain[j].ppid) {
					t.Errorf("%d is registered, and a process", pid)
				}
			}
			if pid == 410 {
				seen[fmt.Sprint("behind 128: ", i >= 128, ", before 128: ", len(list)-i > 128)] = true
			}
		}
	}
	if len(seen) != 3 { // few, many before it, many behind it
		t.Errorf("the entry stands only %v", seen)
	}
}

// Who holds thresholds in 32 bits, and who reads the first 128 registered helpers
// or the last, answers most cases here rightly and fails in their variants. The few
// cases that find it themselves (a registry of 200) are not counted.
func TestVariantsFindWhatTheCasesDoNot(t *testing.T) {
	edit := func(document, name string, change func(strict.Value) strict.Value) func(strict.Object) strict.Object {
		return func(input strict.Object) strict.Object {
			object, ok := input.At(document).(strict.Object)
			if v, there := object.Get(name); ok && there {
				return input.With(document, object.With(name, change(v)))
			}
			return input
		}
	}
	few := func(choose func(strict.Array) strict.Array) func(strict.Value) strict.Value {
		return func(v strict.Value) strict.Value {
			if list, ok := v.(strict.Array); ok && len(list) > 128 {
				return choose(list)
			}
			return v
		}
	}
	for name, read := range map[string]func(strict.Object) strict.Object{
		"nothing wrong": func(input strict.Object) strict.Object { return input },
		"32 bits of a threshold": edit(docPolicy, "min_age_seconds", func(v strict.Value) strict.Value {
			if n, ok := plainCountOr(v); ok {
				return strict.Int(int64(max(1, int32(n))))
			}
			return v
		}),
		"the first 128 registered": edit(docOwners, "registered_helpers", few(func(list strict.Array) strict.Array {
			return list[:128]
		})),
		"the last 128 registered": edit(docOwners, "registered_helpers", few(func(list strict.Array) strict.Array {
			return list[len(list)-128:]
		})),
	} {
		t.Run(name, func(t *testing.T) {
			cases, varied := 0, 0
			for _, c := range published(t) {
				if c.Op != OpClassify || c.Clause[0] != '5' {
					continue
				}
				judge := misreader{BuiltIn(law.Hardened, "1", Folders{}), read}
				questions := []profile.Question{profile.Published(c), perturb(c, "1", 1), perturb(c, "1", 2)}
				for i := range questions {
					q := &questions[i]
					input := q.Problem.Input(c.Op, "")
					found := format{}.Judge(q, law.Hardened, profile.Asked{Bytes: len(input)},
						responseOf(t, judge, c.Op, input))
					if len(found) == 0 {
						continue
					}
					if i == 0 {
						cases++
						break
					}
					varied++
				}
			}
			if wrong := name != "nothing wrong"; !wrong && cases > 0 || (varied > 0) != wrong {
				t.Errorf("%d cases and %d variants of others fail", cases, varied)
			}
		})
	}
}

// plainCountOr reads a larger number than a case's threshold is.
func plainCountOr(v strict.Value) (int64, bool) {
	number, _ := v.(strict.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	return n, err == nil
}

// misreader is the built-in implementation behind a faulty reader of its input.
type misreader struct {
	profile.Judge
	read func(strict.Object) strict.Object
}

func (m misreader) Answer(ctx context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	document, err := strict.Decode(input)
	object, ok := document.(strict.Object)
	if err != nil || !ok {
		return m.Judge.Answer(ctx, op, input)
	}
	return m.Judge.Answer(ctx, op, strict.Encode(m.read(object)))
}
