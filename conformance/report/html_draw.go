package report

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/plain"
	"github.com/tspi-dev/harness/tspi"
)

// drawnTable is a question as it is drawn: the table as a process tree, and the
// owner chains of its helpers by our own reading of the law.
type drawnTable struct {
	Roots []*treeNode
	// Rows are the rows of the table, Hidden those that are not drawn.
	Rows, Hidden int
	// Skipped says which lines are no rows.
	Skipped string
	// Refused says why the law refuses the input, so that nothing is classified.
	Refused     string
	Chains      []drawnChain
	MoreHelpers int
	// Text is the rest of the question.
	Text string
	Cut  bool
}

// drawer draws questions until a page is full.
type drawer struct {
	suite  *conformance.Suite // nil where the reports are of another one
	levels []law.Level        // of each report
	left   int                // bytes
}

func newDrawer(reports []*conformance.Report) *drawer {
	d := &drawer{left: maxHTMLDrawn}
	suite, err := suiteOf(reports[0])
	for _, r := range reports {
		if err != nil || r.Suite.Digest != suite.Digest {
			suite = nil // a case of that id may be another one
			break
		}
	}
	d.suite = suite
	for _, r := range reports {
		level := law.Hardened
		if r.Level == law.Core.String() {
			level = law.Core
		}
		d.levels = append(d.levels, level)
	}
	return d
}

// suiteOf is the suite that a report was judged by, where this program carries it.
func suiteOf(r *conformance.Report) (*conformance.Suite, error) {
	p, err := conformance.ProfileNamed(r.Profile)
	if err != nil {
		return nil, err
	}
	return conformance.EmbeddedSuite(p, r.Suite.Version)
}

// drawAll draws the red cases first: they are what a page is opened for.
func (d *drawer) drawAll(groups []htmlGroup) {
	for _, red := range []bool{true, false} {
		for _, g := range groups {
			for _, e := range g.Cases {
				if e.Red == red {
					d.draw(e)
				}
			}
		}
	}
}

func (d *drawer) draw(e *htmlEntry) {
	if d.suite != nil {
		if c, ok := d.suite.Case(e.ID); ok {
			e.Why = c.Why
			q := publishedQuestion(c)
			if !e.Red {
				q.text = "" // of a green case the table says enough
			}
			// Core cases have the same answer under both laws, and the hardened one
			// tells more.
			e.Table, e.NotDrawn = d.table(q, c.Op, law.Hardened, concerned(e, 0))
		}
	}
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		for n := range o.Failures {
			f := &o.Failures[n]
			d.charge(f)
			switch {
			case f.result.Sent == "":
			case f.result.Variant == 0 && e.Table == nil:
				e.Table, e.NotDrawn = d.table(savedQuestion(f.result.Sent), e.Op, d.levels[o.At], concerned(e, 0))
			case f.result.Variant > 0 && n == 0: // the published one was answered right
				f.Table, f.NotDrawn = d.table(savedQuestion(f.result.Sent), e.Op, d.levels[o.At],
					pidsOf(f.Differences, nil))
			}
		}
	}
}

// charge counts what a failure says, and takes it away when the page is full.
func (d *drawer) charge(f *htmlFailure) {
	if d.left <= 0 {
		f.More, f.Differences = f.More+len(f.Differences), nil
		f.Detail = plain.Clip(f.Detail, 60)
	}
	d.left -= len(f.Detail)
	for _, difference := range f.Differences {
		d.left -= 150 + len(difference.Path) + len(difference.Want) + len(difference.Got)
	}
}

const pageIsFull = "Not drawn, because the page would grow too large; tspi cases show prints the case."

func (d *drawer) table(q sentQuestion, op string, level law.Level, concerned map[int32]bool) (*drawnTable, string) {
	if d.left <= 0 {
		return nil, pageIsFull
	}
	t := drawQuestion(q, op, level, concerned)
	d.left -= t.size()
	return t, ""
}

// concerned are the pids at which answers to a variant of a case differ.
func concerned(e *htmlEntry, variant int) map[int32]bool {
	pids := map[int32]bool{}
	for _, o := range e.Outcomes {
		for _, f := range o.Failures {
			if f.result.Variant == variant {
				pidsOf(f.Differences, pids)
			}
		}
	}
	return pids
}

// pidsOf adds the pids that differences name, as "rows[410].decision" or "row 410".
func pidsOf(differences []conformance.Difference, pids map[int32]bool) map[int32]bool {
	if pids == nil {
		pids = map[int32]bool{}
	}
	for _, d := range differences {
		digits, ok := strings.CutPrefix(d.Path, "rows[")
		if !ok {
			digits, ok = strings.CutPrefix(d.Path, "row ")
		}
		digits, _, _ = strings.Cut(digits, "]")
		if pid, err := strconv.ParseInt(digits, 10, 32); ok && err == nil {
			pids[int32(pid)] = true
		}
	}
	return pids
}

// maxHTMLText bounds the part of a question that is not drawn.
const maxHTMLText = 16 << 10

// drawQuestion reads the documents as the law of the level does. What it refuses
// is drawn all the same, as far as the table can be read.
func drawQuestion(q sentQuestion, op string, level law.Level, concerned map[int32]bool) *drawnTable {
	t := &drawnTable{Text: strings.TrimRight(plain.Clip(q.text, maxHTMLText), "\n"), Cut: q.cut}
	table, sent := q.documents.Get(string(tspi.InputProcessTable))
	if !sent || q.cut {
		return t
	}
	policy, hasPolicy := q.documents.Get(string(tspi.InputPressurePolicy))
	owners, hasOwners := q.documents.Get(string(tspi.InputOwnerClasses))
	if hasPolicy && hasOwners {
		in, err := tspi.ReadInputs(table, policy, owners, level)
		if err == nil {
			t.Skipped = skippedWords(in.Table.Skipped)
			t.drawTree(in.Table, tspi.Classify(in), in, concerned)
			return t
		}
		t.Refused = refusalWords(err)
	} else if op != tspiprofile.OpAudit {
		t.Refused = "The law refuses it: a document is not sent."
	}
	if rows, err := tspi.ReadTable(table, level); err == nil {
		t.drawTree(rows, nil, tspi.Inputs{}, nil)
	}
	return t
}

func refusalWords(err error) string {
	var input *law.InputError
	if !errors.As(err, &input) {
		return "The law refuses it."
	}
	return fmt.Sprintf("The law refuses it: %s of %s at %q: %s.", input.Code, input.Input,
		plain.Clip(input.Pointer, 200), plain.Clip(input.Problem, 300))
}

func skippedWords(s tspi.SkippedLines) string {
	var words []string
	for _, of := range []struct {
		count int
		name  string
	}{{s.Comment, "comment"}, {s.Header, "header"}, {s.Malformed, "malformed"}} {
		if of.count > 0 {
			words = append(words, fmt.Sprintf("%d %s", of.count, of.name))
		}
	}
	return strings.Join(words, ", ")
}

// size is about how many bytes a drawing takes in a page.
func (t *drawnTable) size() int {
	size := 200 + len(t.Text)
	for _, root := range t.Roots {
		size += root.size()
	}
	for _, c := range t.Chains {
		size += 500 + 120*len(c.Steps)
	}
	return size
}
