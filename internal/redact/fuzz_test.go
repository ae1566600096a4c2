package redact_test

import (
	"testing"

	"github.com/tspi-dev/harness/internal/redact"
	"github.com/tspi-dev/harness/tspi"
)

// FuzzRedact guards docs/how-to/publish-a-process-table.md, on any text at all: what the law can read is
// redacted and passes the check, and what it refuses is refused.
func FuzzRedact(f *testing.F) {
	f.Add(smallTable)
	f.Add(
		"1 0 1:00 0 1 -init\r\r\n01 1 99999999999999999999 0,5 x (a)\r\n\r\n\x00 \xff 1 2 3 4\n 7 7 7 7 7 \u00a07 <defunct>")
	f.Add("pid ppid etime pcpu rsz args\n2 1 00:60 1 1 [agent\tmcp-server grep ]\n3 2 1 1 1 mcp-server\r")
	f.Fuzz(func(t *testing.T, text string) {
		source := small(t)
		source.PSText = text
		_, readable := tspi.ParseTable(text, tspi.Hardened)
		fixture, err := redact.Redact(source)
		if (err == nil) != (readable == nil) {
			t.Fatalf("the law says %v, and redact %v", readable, err)
		}
		if err != nil {
			return
		}
		if _, err := redact.Check(source, written(t, fixture)); err != nil {
			t.Errorf("%v\n%q\n%q", err, text, fixture.ProcessTable.PSText)
		}
	})
}
