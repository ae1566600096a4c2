package second_test

import (
	"errors"
	"flag"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/conformance/profile/tspi/second"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

var (
	agreeTables = flag.Uint64("tables", 300, "generated tables on which the two implementations must agree")
	agreeSeed   = flag.Uint64("seed", 6, "seed of those tables")
)

// The contract was read twice: the second implementation and package tspi give the
// same inventory and receipt for every generated table, at both levels, and the
// same findings on a claim about it with and without a fault in it, with and
// without the fixture. A misreading of either shows as a difference.
func TestTheTwoImplementationsAgree(t *testing.T) {
	tables := *agreeTables
	faulted := 0
	for i := range tables {
		table := tspigen.Case(*agreeSeed, i)
		for _, level := range bothLevels {
			input := strict.Encode(table.Input())
			inventory := agree(t, i, level, second.OpClassify, input)
			agree(t, i, level, second.OpRelief, input)
			if inventory == nil {
				continue
			}
			claim := lawtest.Read(t, string(inventory))
			agreeOnClaim(t, i, level, table, claim)
			rng := rand.New(rand.NewSource(int64(table.Key)))
			fault := tspigen.Faults()[int(i)%len(tspigen.Faults())]
			if level == law.Hardened {
				if spoilt, _, ok := fault.Inject(table, claim, rng); ok {
					faulted++
					agreeOnClaim(t, i, level, table, spoilt)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	if faulted < int(tables)/4 {
		t.Errorf("only %d of %d claims had a fault: this proves little about audits", faulted, tables)
	}
}

func agreeOnClaim(t *testing.T, i uint64, level law.Level, table *tspigen.Table, claim strict.Value) {
	t.Helper()
	alone := strict.Object{{Name: "claimed_inventory", Value: claim}}
	agree(t, i, level, second.OpAudit, strict.Encode(alone))
	agree(t, i, level, second.OpAudit, strict.Encode(append(alone, table.Input()...)))
}

// agree asks both and returns the built-in answer, nil where both refuse.
func agree(t *testing.T, i uint64, level law.Level, op string, input jsontext.Value) jsontext.Value {
	t.Helper()
	theirs, theirErr := tspiprofile.BuiltIn(level, "1", tspiprofile.Folders{}).Answer(t.Context(), op, input)
	ours, ourErr := second.Correct(level).Answer(t.Context(), op, input)
	var theirRefusal, ourRefusal *profile.ErrorAnswer
	errors.As(theirErr, &theirRefusal)
	errors.As(ourErr, &ourRefusal)
	switch {
	case theirRefusal == nil && ourRefusal == nil:
		want, got := compared(lawtest.Read(t, string(theirs)), op), compared(lawtest.Read(t, string(ours)), op)
		if want, got := strict.Encode(want), strict.Encode(got); string(want) != string(got) {
			t.Errorf("table %d at %s, %s:\ntspi   %s\nsecond %s", i, level, op, want, got)
		}
		return theirs
	case theirRefusal == nil || ourRefusal == nil || theirRefusal.ErrorCode != ourRefusal.ErrorCode ||
		theirRefusal.Input != ourRefusal.Input:
		t.Errorf("table %d at %s, %s: tspi %v, second %v", i, level, op, theirErr, ourErr)
	}
	return nil
}

// compared is what of an answer is not free: no wording, and neither the order of
// keys nor that of findings. What core leaves out, an implementation may say.
func compared(v strict.Value, op string) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = compared(v[i], op)
		}
		if op == second.OpAudit {
			slices.SortFunc(out, func(a, b strict.Value) int {
				return strings.Compare(findingKey(a), findingKey(b))
			})
		}
		return out
	case strict.Object:
		out := slices.DeleteFunc(slices.Clone(v), func(m strict.Member) bool {
			return m.Name == "message" || m.Name == "owner_release_route"
		})
		for i := range out {
			out[i].Value = compared(out[i].Value, op)
		}
		slices.SortFunc(out, func(a, b strict.Member) int { return slices.Compare([]byte(a.Name), []byte(b.Name)) })
		return out
	}
	return v
}

// findingKey tells the findings of an answer apart; any other value has none.
func findingKey(v strict.Value) string {
	o, _ := v.(strict.Object)
	return o.Text("error_code") + " " + o.Text("subject_id")
}

// sameProgram reports a difference where package tspi finds another program in a
// command. It asks it for kinds: one whose substrings the program holds only where it
// is longer than ours at either end, and one that it holds where it is as long.
func sameProgram(t *testing.T, command string, lists strict.Object) {
	t.Helper()
	program, ok := second.ProgramOf(t, command, lists)
	if !ok {
		return
	}
	want := "same"
	var longer []string
	for _, sign := range command {
		longer = append(longer, string(sign)+program, program+string(sign))
	}
	same := second.List("match_substrings", program)
	if program == "" {
		same, want = second.List("match_substrings"), ""
	}
	policy := second.PolicyOf(lists,
		second.Entry("longer", "program", second.List("match_substrings", longer...)),
		second.Entry("same", "program", same))
	theirs := tspiprofile.BuiltIn(law.Hardened, "1", tspiprofile.Folders{})
	request := second.RequestOf("7 1 1000 0 1 "+command, policy, strict.Object{})
	answer, err := theirs.Answer(t.Context(), second.OpClassify, strict.Encode(request))
	if err != nil {
		t.Fatalf("%q: %v", command, err)
	}
	got := ""
	for _, row := range lawtest.Read(t, string(answer)).(strict.Object).Array("rows") {
		got = row.(strict.Object).Text("process_kind")
	}
	if got != want {
		t.Errorf("the program of %q by %s: second %q; tspi finds another (kind %q)",
			command, strict.Encode(lists), program, got)
	}
}

// The program of a command was read twice: both readings find the same one in every
// hostile command line (section 3).
func TestBothFindTheSameProgram(t *testing.T) {
	h := second.Hostile{Rand: rand.New(rand.NewSource(int64(*agreeSeed)))}
	failed := 0
	for range 50 * *agreeTables {
		sameProgram(t, h.Command(), h.Lists())
		if t.Failed() {
			if failed++; failed > 20 {
				return
			}
		}
	}
}

// FuzzBothFindTheSameProgram is TestBothFindTheSameProgram over command lines that the
// fuzzer makes.
func FuzzBothFindTheSameProgram(f *testing.F) {
	h := second.Hostile{Rand: rand.New(rand.NewSource(1))}
	for range 100 {
		f.Add(h.Command())
	}
	f.Fuzz(func(t *testing.T, command string) {
		if len(command) < 4096 {
			sameProgram(t, second.Usable(command), nil)
		}
	})
}

// Both implementations give the same inventory, receipt and findings for hostile
// requests (sections 3, 4 and 8).
func TestBothAgreeOnHostileRequests(t *testing.T) {
	h := second.Hostile{Rand: rand.New(rand.NewSource(int64(*agreeSeed)))}
	closable := 0
	for i := range *agreeTables {
		request := h.Request()
		input := strict.Encode(request)
		for _, level := range bothLevels {
			inventory := agree(t, i, level, second.OpClassify, input)
			agree(t, i, level, second.OpRelief, input)
			if inventory == nil {
				continue
			}
			claim := lawtest.Read(t, string(inventory))
			if level == law.Hardened {
				if count, _ := claim.(strict.Object).Object("summary").
					Integer("candidate_safe_close_count"); count != strict.NewInteger(0) {
					closable++
				}
				claim = h.SpoiltClaim(claim)
			}
			audit := strict.Object{{Name: "claimed_inventory", Value: claim}}
			agree(t, i, level, second.OpAudit, strict.Encode(audit))
			agree(t, i, level, second.OpAudit, strict.Encode(append(audit, request...)))
		}
		if t.Failed() {
			t.Logf("%s", input)
			return
		}
	}
	if closable < int(*agreeTables)/10 {
		t.Errorf("only %d of %d requests have a candidate: this proves little", closable, *agreeTables)
	}
}
