package mutant

import (
	"fmt"
	"io"
	"strings"
)

// WriteTable writes the matrix for people, in at most 79 columns: a line for each
// mutant and each control, the survivors and rejected controls once more, the score.
func (m *Matrix) WriteTable(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%-30s%-15s%-10s%s\n", suiteText(m.Suite), "MUTANT", "CLAUSE", "LEVEL", "KILLED BY")
	for i := range m.Fates {
		f := &m.Fates[i]
		fmt.Fprintf(&b, "%-30s%-15s%-10s%s\n", f.Name, f.Clause, f.Level, f.by())
		if h := f.hunted(); h != "" {
			fmt.Fprintf(&b, "%55s%s\n", "", "campaign: "+h)
		}
	}
	fmt.Fprintf(&b, "\n%-30s%-15s%s\n", "CONTROL", "LEVEL", "VERDICT")
	for i := range m.Controls {
		v := &m.Controls[i]
		verdict := "certified"
		if len(v.Rejected) > 0 {
			verdict = fmt.Sprintf("REJECTED by %d cases", len(v.Rejected))
		}
		fmt.Fprintf(&b, "%-30s%-15s%s\n", v.Name, v.Level, verdict)
	}
	b.WriteString("\n")
	m.writeSurvivors(&b)
	s := m.Score()
	fmt.Fprintf(&b, "%d of %d mutants killed, %d of %d controls certified\n", s.Killed, s.Mutants, s.Certified,
		s.Controls)
	fmt.Fprintf(&b, "%d of %d cases kill a mutant, %d are siblings of one that does\n", s.Killing, s.Cases, s.Siblings)
	fmt.Fprintf(&b, "%d cases are the only killer of some mutant\n", s.SoleKillers)
	_, err := io.WriteString(w, b.String())
	return err
}

func (m *Matrix) writeSurvivors(b *strings.Builder) {
	for _, f := range m.Survivors() {
		fmt.Fprintf(b, "survivor: %s (%s, %s)\n  %s\n", f.Name, f.Clause, f.Level, f.Says)
		if len(f.Rejected) > 0 {
			fmt.Fprintf(b, "  rejected for another clause by %s\n", f.Rejected[0])
		}
	}
	for _, v := range m.KilledControls() {
		fmt.Fprintf(b, "rejected control: %s (%s)\n  %s\n  rejected by %s\n", v.Name, v.Level, v.Says, v.Rejected[0])
	}
	for _, name := range m.NotRun {
		fmt.Fprintf(b, "not run: %s, which only a process can show\n", name)
	}
}
