package second_test

import (
	"testing"

	. "github.com/tspi-dev/harness/conformance/profile/secondtest"
	"github.com/tspi-dev/harness/internal/lawtest"
	"github.com/tspi-dev/harness/internal/strict"
)

// Every mutant is a wrong implementation: it answers some request otherwise.
func TestMutants(t *testing.T) { implementation.CheckMutants(t, 6000) }

func TestControls(t *testing.T) { implementation.CheckControls(t, 1000) }

func TestTotality(t *testing.T) { implementation.CheckTotality(t, 30) }

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

// Section 9.
func TestExamples(t *testing.T) {
	blocks := lawtest.Blocks(t, "cover")
	one := blocks[0].(strict.Object)
	if got := implementation.Ask("decide", one, nil).At("ok"); !strict.Equal(got, blocks[1]) {
		t.Errorf("1: got %s", strict.Encode(got))
	}
	child := blockChild(t)
	four := lawtest.Put(t, lawtest.Put(t, one, "/walks/0/rows/-", child), "/walks/1/rows/-", child)
	for i, facts := range []strict.Value{one.With("settle_ms", Int(15)), one.With("settle_ms", Int(9)), four} {
		got := implementation.Ask("decide", facts.(strict.Object), nil).Object("ok").Array("rows")[0]
		if !strict.Equal(got, blocks[2+i]) {
			t.Errorf("%d: got %s", 2+i, strict.Encode(got))
		}
	}
	receipt := lawtest.Read(t,
		`{"receipts":[{"id":"call-1","unit":"microjoule","figure":4,"coverage":"whole","gaps":[],"declared":true}]}`)
	if got := implementation.Ask("audit", Object("facts", four, "claim", receipt), nil).At("ok"); !strict.Equal(got,
		blocks[5]) {
		t.Errorf("5: got %s", strict.Encode(got))
	}
}

// Section 7.
func TestNegativeCases(t *testing.T) {
	blocks := lawtest.Blocks(t, "cover")
	base := blocks[0]
	put := func(v strict.Value, edits ...any) strict.Value {
		for i := 0; i < len(edits); i += 2 {
			v = lawtest.Put(t, v, edits[i].(string), edits[i+1])
		}
		return v
	}
	// receipt is decide's row for the facts, with members said otherwise.
	receipt := func(facts strict.Value, edits ...any) strict.Object {
		row := implementation.Ask("decide", facts.(strict.Object), nil).Object("ok").Array("rows")[0].(strict.Object)
		row = row.Without("start_seq").Without("stop_seq")
		for i := 0; i < len(edits); i += 2 {
			row = row.With(edits[i].(string), edits[i+1])
		}
		return row
	}
	says := func(facts strict.Value, receipts ...strict.Value) Said {
		return Of(facts, Object("receipts", append(strict.Array{}, receipts...)))
	}
	honest := receipt(base)
	const root, child = "/walks/3/rows/0/", "/walks/3/rows/1/"
	gpu := put(base, root+"gpu", "used")
	server := put(base, "/spans/0/declared_by", "server")
	busy := put(base, root+"running_threads", Int(1))
	unread, zero := put(base, child+"counter", nil), put(base, child+"counter", Int(0))
	reused := put(base, "/walks/0/rows/-", blockChild(t), "/walks/1/rows/-", blockChild(t))
	older := put(base, "/walks/2/rows/1/started_ms", Int(999), child+"started_ms", Int(999))
	reaped := put(base, "/walks/2/rows/0/reaped", Int(8), root+"reaped", Int(8))
	neural := put(base, "/walks/1/rows/0/neural", nil)
	shared := put(base, "/spans/-", base.(strict.Object).Array("spans")[0].(strict.Object).With("id", "call-2").
		With("root", Object("pid", Int(200), "start_token", "c1", "boot_id", "b1")))
	second := implementation.Ask("decide", shared.(strict.Object), nil).Object("ok").Array("rows")[1].(strict.Object).
		Without("start_seq").Without("stop_seq")
	const id = "call-1"
	implementation.CheckNegatives(t, []Negative{
		Case("CLAIM_MALFORMED", "claim", says(base, honest.With("figure", Int(-6))), says(base, honest)),
		Case("RECEIPT_UNMATCHED", id, says(base, honest, honest), says(base, honest)),
		Case("UNIT_MISMATCH", id, says(base, honest.With("unit", "nanojoule")), says(base, honest)),
		Case("WHOLE_WITH_GAP", id, says(gpu, receipt(gpu, "coverage", "whole")), says(gpu, receipt(gpu))),
		Case("WHOLE_UNDECLARED", id, says(server, honest), says(base, honest)),
		Case("UNSETTLED_ACCEPTED", id, says(busy, honest), says(base, honest)),
		Case("UNREADABLE_AS_ZERO", id, says(unread, honest.With("figure", Int(3))),
			says(zero, honest.With("figure", Int(3)))),
		Case("ROUND_DOWN", id, says(base, honest.With("figure", Int(5))),
			says(put(base, child+"counter", Int(2600)), honest.With("figure", Int(5)))),
		Case("PID_REUSE_MERGED", id, says(reused, receipt(reused, "figure", Int(4))), says(reused, receipt(reused))),
		Case("PREDATES_COUNTED", id, says(older, honest), says(base, honest)),
		Case("REAPED_IGNORED", id, says(reaped, honest), says(base, honest)),
		Case("ACCELERATOR_IGNORED", id, says(neural, honest), says(base, honest)),
		Case("DOUBLE_COUNTED", id, says(shared, honest, second), says(shared, receipt(shared), second)),
		Case("RECEIPT_MISMATCH", id, says(base, honest.With("figure", Int(7))), says(base, honest)),
	})
}

// blockChild is the child of example 4, which ends in the call.
func blockChild(t *testing.T) strict.Value {
	t.Helper()
	return lawtest.Read(t,
		`{"pid":200,"ppid":100,"start_token":"c0","started_ms":600,"counter":1500,"reaped":0,"running_threads":0,"exited":false,"children_listed":true,"gpu":"none","neural":"none"}`)
}
