package mutant

import (
	"errors"
	"flag"
	"math/rand"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
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
			inventory := agree(t, i, level, tspiprofile.OpClassify, input)
			agree(t, i, level, tspiprofile.OpRelief, input)
			if inventory == nil {
				continue
			}
			claim := decodedValue(t, inventory)
			agreeOnClaim(t, i, level, table, claim)
			rng := rand.New(rand.NewSource(int64(table.Key)))
			fault := tspigen.Faults()[int(i)%len(tspigen.Faults())]
			if level == tspi.Hardened {
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

func agreeOnClaim(t *testing.T, i uint64, level tspi.Level, table *tspigen.Table, claim tspi.Value) {
	t.Helper()
	alone := tspi.Object{{Name: inputClaim, Value: claim}}
	agree(t, i, level, tspiprofile.OpAudit, strict.Encode(alone))
	agree(t, i, level, tspiprofile.OpAudit, strict.Encode(append(alone, table.Input()...)))
}

// agree asks both and returns the built-in answer, nil where both refuse.
func agree(t *testing.T, i uint64, level tspi.Level, op string, input jsontext.Value) jsontext.Value {
	t.Helper()
	theirs, theirErr := tspiprofile.BuiltIn(level, "1", tspiprofile.Folders{}).Answer(t.Context(), op, input)
	ours, ourErr := Correct(level).Answer(t.Context(), op, input)
	var theirRefusal, ourRefusal *conformance.ErrorAnswer
	errors.As(theirErr, &theirRefusal)
	errors.As(ourErr, &ourRefusal)
	switch {
	case theirRefusal == nil && ourRefusal == nil:
		want, got := compared(decodedValue(t, theirs), op), compared(decodedValue(t, ours), op)
		if want, got := strict.Encode(want), strict.Encode(got); string(want) != string(got) {
			t.Errorf("table %d at %s, %s:\ntspi   %s\nsecond %s", i, level, op, want, got)
		}
		return theirs
	case theirRefusal == nil || ourRefusal == nil || theirRefusal.ErrorCode != ourRefusal.ErrorCode || theirRefusal.Input != ourRefusal.Input:
		t.Errorf("table %d at %s, %s: tspi %v, second %v", i, level, op, theirErr, ourErr)
	}
	return nil
}

// compared is what of an answer is not free: no wording, and neither the order of
// keys nor that of findings. What core leaves out, an implementation may say.
func compared(v tspi.Value, op string) tspi.Value {
	switch v := v.(type) {
	case tspi.Array:
		out := make(tspi.Array, len(v))
		for i := range v {
			out[i] = compared(v[i], op)
		}
		if op == tspiprofile.OpAudit {
			slices.SortFunc(out, func(a, b tspi.Value) int {
				return slices.Compare([]byte(textOf(a, "error_code")+textOf(a, "subject_id")), []byte(textOf(b, "error_code")+textOf(b, "subject_id")))
			})
		}
		return out
	case tspi.Object:
		out := slices.DeleteFunc(slices.Clone(v), func(m tspi.Member) bool { return m.Name == "message" || m.Name == "owner_release_route" })
		for i := range out {
			out[i].Value = compared(out[i].Value, op)
		}
		slices.SortFunc(out, func(a, b tspi.Member) int { return slices.Compare([]byte(a.Name), []byte(b.Name)) })
		return out
	}
	return v
}

func textOf(v tspi.Value, name string) string {
	text, _ := get(v, name).(string)
	return text
}

func decodedValue(t testing.TB, text []byte) tspi.Value {
	t.Helper()
	v, err := tspi.DecodeWithin(text, requestLevels)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
