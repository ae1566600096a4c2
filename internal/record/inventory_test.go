package record

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/tspi-dev/harness/tspi"
)

// inputs reads a ps text under a policy whose kinds the test makes.
func inputs(t *testing.T, ps string, level tspi.Level, kinds ...tspi.Kind) tspi.Inputs {
	t.Helper()
	table, err := tspi.ParseTable(ps, level)
	if err != nil {
		t.Fatal(err)
	}
	owners, err := tspi.ReadOwners(tspi.Object{}, level)
	if err != nil {
		t.Fatal(err)
	}
	policy := &tspi.Policy{Kinds: kinds, MinAgeSeconds: tspi.NewInteger(300)}
	return tspi.Inputs{Level: level, Table: table, Policy: policy, Owners: owners}
}

// everyRow has rows with every member null and not, every float layout, kinds of
// more names than are compared one by one, and enough to be written in several pieces.
func everyRow() string {
	var b strings.Builder
	b.WriteString("1 0 999999 0.0 1 /sbin/init\n")
	for i, cpu := range []string{"0", "0.0", "0,5", "99.9", "100", "0.000001", "0.00000099", "0.000000001",
		"999999999.999999999", "12.3", "x", "1e3"} {
		fmt.Fprintf(&b, "%d 1 600 %s 1 mcp-server\n%d %d bad 0.1 x mcp-server\n", 10+2*i, cpu, 11+2*i, 10+2*i)
	}
	for i := range 400 {
		fmt.Fprintf(&b, "%d %d %d 0.%d 1 other-server\n", 100+i, 90+i, 600+i, i)
	}
	for i := range 2 * manyKinds {
		fmt.Fprintf(&b, "%d 1 600 0.1 1 server-of-kind-%d.\n", 1000+i, i%manyKinds)
	}
	return b.String()
}

const manyKinds = 20

func awkward() []tspi.Kind {
	kinds := []tspi.Kind{
		{Name: "plain", Match: []string{"mcp-server"}, Allowlisted: true},
		{Name: "quote\" slash\\ line\n e\u0301 <&> \u2028", Match: []string{"other-server"}, Keep: true,
			KeepOwnerStatus: "tab\t\x7f"},
	}
	for i := range manyKinds {
		kinds = append(kinds,
			tspi.Kind{Name: fmt.Sprintf("kind-%d", i), Match: []string{fmt.Sprintf("server-of-kind-%d.", i)}})
	}
	return kinds
}

// Contract, sections 6 and 11: the same record is the same bytes, whether it is
// written whole or a row at a time.
func TestWriteInventory(t *testing.T) {
	for _, level := range []tspi.Level{tspi.Core, tspi.Hardened} {
		for name, ps := range map[string]string{
			"every row": everyRow(),
			"one row":   "7 1 600 0.1 1 mcp-server\n",
			"no helper": "7 1 600 0.1 1 sh\n",
		} {
			t.Run(level.String()+"/"+name, func(t *testing.T) {
				in := inputs(t, ps, level, awkward()...)
				want, err := Canonical(tspi.Classify(in))
				if err != nil {
					t.Fatal(err)
				}
				var got bytes.Buffer
				if err := WriteInventory(&got, tspi.NewSurvey(in)); err != nil || !bytes.Equal(got.Bytes(), want) {
					t.Errorf("%v; got %d bytes, want %d:\n%s\n%s", err, got.Len(), len(want),
						firstDifference(got.Bytes(), want), want[:min(300, len(want))])
				}
			})
		}
	}
}

// The jsonl format: the record without its rows on the first line, then one row a
// line, each as the library writes it.
func TestWriteInventoryLines(t *testing.T) {
	in := inputs(t, everyRow(), tspi.Hardened, awkward()...)
	whole := tspi.Classify(in)
	var want bytes.Buffer
	for i := -1; i < len(whole.Rows); i++ {
		var v any = map[string]any{"schema": whole.Schema, "policy": whole.Policy, "summary": whole.Summary}
		if i >= 0 {
			v = whole.Rows[i]
		}
		if err := json.MarshalWrite(&want, v, json.Deterministic(true)); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
	}
	var got bytes.Buffer
	if err := WriteInventoryLines(&got, tspi.NewSurvey(in)); err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.SplitAfter(got.String(), "\n"), strings.SplitAfter(want.String(), "\n")
	if len(gotLines) != len(wantLines) {
		t.Fatalf("%d lines, want %d", len(gotLines), len(wantLines))
	}
	for i := 1; i < len(wantLines); i++ {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("row %d: got %s, want %s", i, gotLines[i], wantLines[i])
		}
	}
	// A map has its members in text order, a head in that of the record.
	var head, right tspi.Value
	head, err := tspi.Decode([]byte(gotLines[0]))
	if err == nil {
		right, err = tspi.Decode([]byte(wantLines[0]))
	}
	if err != nil || len(head.(tspi.Object)) != len(right.(tspi.Object)) ||
		!strings.HasPrefix(gotLines[0], `{"schema":`) {
		t.Errorf("%v; the first line is %s", err, gotLines[0])
	}
}

func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("byte %d: %q", i, a[max(0, i-40):min(len(a), i+40)])
}

// What cannot be written is an error, and nothing goes on behind it: text that is
// not UTF-8, and a writer that fails, early or late.
func TestWriteInventoryFails(t *testing.T) {
	bad := inputs(t, everyRow(), tspi.Core, tspi.Kind{Name: "a\xff", Match: []string{"mcp-server"}})
	if err := WriteInventory(&bytes.Buffer{}, tspi.NewSurvey(bad)); err == nil {
		t.Error("text that is not UTF-8 was written")
	}
	good := inputs(t, everyRow(), tspi.Hardened, awkward()...)
	size := 0
	for _, room := range []int{0, 1, 2, 1 << 20} {
		w := &failing{room: room}
		err := WriteInventory(w, tspi.NewSurvey(good))
		if full := room < 1<<20; full != errors.Is(err, errFull) {
			t.Errorf("room for %d writes: %v", room, err)
		}
		if size = w.calls; size > room+1 {
			t.Errorf("%d writes after the first that failed", size-room-1)
		}
	}
	if size < 3 {
		t.Errorf("the record was written in %d pieces; the test wants more", size)
	}
}

var errFull = errors.New("full")

// failing takes so many writes and no more.
type failing struct{ room, calls int }

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	if f.calls > f.room {
		return 0, errFull
	}
	return len(p), nil
}
