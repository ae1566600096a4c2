//go:build unix

package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/internal/bench"
	"github.com/tspi-dev/harness/internal/record"
	"github.com/tspi-dev/harness/tspi"
)

// claim is our own inventory of a table whose rows are all helpers, and what it is
// about.
func claim(b *testing.B, n int) (text []byte, in tspi.Inputs) {
	b.Helper()
	in = read(b, bench.Shapes()[1].Table(n, bench.Small()), bench.Small())
	var out bytes.Buffer
	if err := record.WriteInventory(&out, tspi.NewSurvey(in)); err != nil {
		b.Fatal(err)
	}
	return out.Bytes(), in
}

// BenchmarkAudit reads a claim of n rows and judges it, with the table and
// without, beside the library's strict pass over the same bytes, and one pass
// that looks at every string for what a path needs.
func BenchmarkAudit(b *testing.B) {
	for _, n := range sizes() {
		text, in := claim(b, n)
		floor := func() {
			if !jsontext.Value(text).IsValid() {
				b.Fatal("the claim is not JSON")
			}
			slashes(text)
		}
		for name, judge := range map[string]func(tspi.Value) ([]tspi.Finding, error){
			"alone": func(v tspi.Value) ([]tspi.Finding, error) {
				return tspi.Audit(tspi.Object{{Name: "claimed_inventory", Value: v}}, tspi.Hardened)
			},
			"with_table": func(v tspi.Value) ([]tspi.Finding, error) { return tspi.AuditInventory(v, in), nil },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				takeTurns(b, n, func() {
					v, err := tspi.Decode(text)
					if err != nil {
						b.Fatal(err)
					}
					if findings, err := judge(v); err != nil || len(findings) > 0 {
						b.Fatal(findings, err)
					}
				}, floor)
			})
		}
	}
}

// slashes looks at each string of a JSON text, or what lies between two of them,
// for a slash or a backslash.
func slashes(text []byte) (found int) {
	for len(text) > 0 {
		end := bytes.IndexByte(text, '"')
		if end < 0 {
			end = len(text) - 1
		}
		if bytes.IndexByte(text[:end], '/') >= 0 || bytes.IndexByte(text[:end], '\\') >= 0 {
			found++
		}
		text = text[end+1:]
	}
	return found
}

// BenchmarkRedaction runs the guard over a claim of 2 MB, or of 200 MB where
// TSPI_BENCH=large asks, beside a walk that looks at each string and key for a
// slash and a backslash.
func BenchmarkRedaction(b *testing.B) {
	rows := map[bool]int{false: 4_000, true: 400_000}[len(sizes()) == 3]
	text, _ := claim(b, rows)
	v, err := tspi.Decode(text)
	if err != nil {
		b.Fatal(err)
	}
	takeTurns(b, rows,
		func() {
			if leaks := tspi.Guard(v, tspi.Hardened); len(leaks) > 0 {
				b.Fatal(leaks)
			}
		},
		func() { fmt.Fprint(io.Discard, walk(v)) })
	b.ReportMetric(float64(len(text))/1e6, "MB")
}

func walk(v tspi.Value) (found int) {
	look := func(s string) {
		if strings.IndexByte(s, '/') >= 0 || strings.IndexByte(s, '\\') >= 0 {
			found++
		}
	}
	switch v := v.(type) {
	case string:
		look(v)
	case tspi.Array:
		for i := range v {
			found += walk(v[i])
		}
	case tspi.Object:
		for i := range v {
			look(v[i].Name)
			found += walk(v[i].Value)
		}
	}
	return found
}
