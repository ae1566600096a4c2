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

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }

// Section 9.
func TestExamples(t *testing.T) {
	blocks := lawtest.Blocks(t, "cover")
	one := blocks[0].(strict.Object)
	if got := implementation.Ask("decide", one, nil).At("ok"); !strict.Equal(got, blocks[1]) {
		t.Errorf("1: got %s", strict.Encode(got))
	}
	child := lawtest.Read(t, `{"pid":200,"ppid":100,"start_token":"c0","started_ms":600,"counter":1500,"reaped":0,"running_threads":0,"exited":false,"children_listed":true,"gpu":"none","neural":"none"}`)
	four := lawtest.Put(t, lawtest.Put(t, one, "/walks/0/rows/-", child), "/walks/1/rows/-", child)
	for i, facts := range []strict.Value{one.With("settle_ms", Int(15)), one.With("settle_ms", Int(9)), four} {
		got := implementation.Ask("decide", facts.(strict.Object), nil).Object("ok").Array("rows")[0]
		if !strict.Equal(got, blocks[2+i]) {
			t.Errorf("%d: got %s", 2+i, strict.Encode(got))
		}
	}
	receipt := lawtest.Read(t, `{"receipts":[{"id":"call-1","unit":"microjoule","figure":4,"coverage":"whole","gaps":[],"declared":true}]}`)
	if got := implementation.Ask("audit", Object("facts", four, "claim", receipt), nil).At("ok"); !strict.Equal(got, blocks[5]) {
		t.Errorf("5: got %s", strict.Encode(got))
	}
}
