package tspi

import (
	"reflect"
	"testing"
)

// Guards section 6: the row that is made for one helper is the one that the
// inventory has, but for the hash, at both levels; what is no helper has none. A
// close candidate is found by its pid, and of several rows with a pid the last.
func TestSurveyHelper(t *testing.T) {
	const ps = "1 0 900 0 1 /sbin/init\n" +
		"10 1 600 0.5 1 mcp-server\n" + // close candidate
		"11 10 500 0 1 mcp-server\n" + // below it
		"12 1 100 0 1 mcp-server\n" + // too young
		"13 1 600 0 1 sh\n" + // no helper
		"14 1 600 0 1 mcp-server\n14 77 600 0 1 mcp-server\n" + // one pid, two rows
		"15 99 600 0 x mcp-server\n"
	for _, level := range []Level{Core, Hardened} {
		table, err := ParseTable(ps, level)
		if err != nil {
			t.Fatal(err)
		}
		in := Inputs{Level: level, Table: table, Owners: &Owners{InitNames: []string{"init"}}, Policy: &Policy{
			MinAgeSeconds: NewInteger(300),
			Kinds:         []Kind{{Name: "mcp", Match: []string{"mcp-server"}, Allowlisted: true}},
		}}
		survey, whole := NewSurvey(in), Classify(in).Rows
		for row := range table.Rows {
			got := survey.NewReader().Helper(row)
			if isHelper := table.Rows[row].Command == "mcp-server"; isHelper != (got != nil) {
				t.Fatalf("%s: row %d: a helper: %t, want %t", level, row, got != nil, isHelper)
			}
			if got == nil {
				continue
			}
			want := whole[0]
			whole, want.CommandHash = whole[1:], ""
			if !reflect.DeepEqual(*got, want) {
				t.Errorf("%s: row %d: got %+v, want %+v", level, row, *got, want)
			}
		}
		if len(whole) > 0 {
			t.Errorf("%s: %d rows of the inventory were not made", level, len(whole))
		}
		for pid, want := range map[int32]bool{1: false, 10: true, 11: false, 12: false, 13: false, 14: false, 15: false,
			16: false} {
			if got := survey.IsCandidate(pid); got != want {
				t.Errorf("%s: pid %d is a close candidate: %t, want %t", level, pid, got, want)
			}
		}
		if got := table.Last(14); got == nil || got.PPID != 77 {
			t.Errorf("%s: the last row of pid 14 is %+v, want that with ppid 77", level, got)
		}
		if got := table.Last(16); got != nil {
			t.Errorf("%s: a row of no process: %+v", level, got)
		}
	}
}
