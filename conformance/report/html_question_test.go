package report

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
)

func psTextOf(q sentQuestion) string {
	table, _ := q.documents.Get("process_table")
	object, _ := table.(strict.Object)
	text, _ := object.Get("ps_text")
	s, _ := text.(string)
	return s
}

// A saved question is read back as it was sent: quoted lines, whole documents,
// the files of a folder.
func TestSavedQuestion(t *testing.T) {
	q := savedQuestion(
		"ps_text of process_table:\n  410 1 05:00 0.0 1 mcp\n  \"411 1 05:00 0.0 1 a\\tb \\\"c\\\"\\r\"\n  \nowner_classes: {}\nclaimed_inventory: {\"rows\":[]}\n")
	if got, want := psTextOf(q), "410 1 05:00 0.0 1 mcp\n411 1 05:00 0.0 1 a\tb \"c\"\r\n\n"; got != want {
		t.Errorf("the table is %q, want %q", got, want)
	}
	if _, ok := q.documents.Get("owner_classes"); !ok ||
		q.text != "owner_classes: {}\nclaimed_inventory: {\"rows\":[]}\n" {
		t.Errorf("the rest is %q, owners %v", q.text, ok)
	}
	q = savedQuestion(
		"-- process_table.json --\n{\"ps_text\":\"1 0 9 0 1 init\"}\n-- source_modules/process_table.json --\n{\"ps_text\":\"other\"}\n")
	if got := psTextOf(q); got != "1 0 9 0 1 init" {
		t.Errorf("the folder's table is %q", got)
	}
	q = savedQuestion("ps_text of process_table:\n  410 1 05:00 0.0 1 mc…")
	if !q.cut || len(q.documents) != 0 || !drawQuestion(q, tspiprofile.OpClassify, law.Hardened, nil).Cut {
		t.Errorf("a shortened question is taken for a whole one: %+v", q)
	}
}

// nothing answers every request with an empty object, which is always wrong.
type nothing struct{}

func (nothing) Describe() conformance.Description {
	all := conformance.DefaultProfile().OpNames()
	return conformance.Description{Name: "nothing", Version: "1", Language: "go", Ops: all,
		Levels: []string{"hardened"}}
}

func (nothing) Answer(context.Context, string, jsontext.Value) (jsontext.Value, error) {
	return jsontext.Value("{}"), nil
}

// What conformance writes of a question is what is read here: a challenge keeps
// the rows of its case, so that its tree has as many, and the published question
// is drawn alike from the suite and from the report.
func TestQuestionsOfARealRun(t *testing.T) {
	r, err := conformance.Run(t.Context(), conformance.InProcess(nothing{}), conformance.Options{
		Only: []string{"tspi/hardened/4.stale/*", "tspi/hardened/4.init/entrypoint",
			"tspi/hardened/8.contradicts/age"}})
	if err != nil {
		t.Fatal(err)
	}
	drawer := newDrawer([]*conformance.Report{r})
	tables := 0
	for i := range r.Results {
		result := &r.Results[i]
		q := savedQuestion(result.Sent)
		c, ok := drawer.suite.Case(result.Case)
		if !ok || result.Green() {
			t.Fatalf("%s: %s", result.Case, result.Verdict)
		}
		if q.cut {
			continue
		}
		d := drawQuestion(q, result.Op, law.Hardened, nil)
		published := drawQuestion(publishedQuestion(c), c.Op, law.Hardened, nil)
		if d.Rows < published.Rows || len(d.Chains) == 0 || d.Refused != "" {
			t.Errorf("%s: %d rows of %d, %d chains, %q", resultName(result), d.Rows, published.Rows, len(d.Chains),
				d.Refused)
		}
		if result.Variant == 0 && !slices.Equal(treeLines(d.Roots, ""), treeLines(published.Roots, "")) {
			t.Errorf("%s: drawn as\n%s\nand\n%s", resultName(result), strings.Join(treeLines(d.Roots, ""), "\n"),
				strings.Join(treeLines(published.Roots, ""), "\n"))
		}
		tables++
	}
	if tables < 10 {
		t.Errorf("only %d questions were drawn", tables)
	}
}

// A page is full at some size. Red cases are drawn before green ones, and what is
// not drawn says so.
func TestDrawingStopsWhenThePageIsFull(t *testing.T) {
	green := result("tspi/core/5.orphan/on-the-threshold", "5.orphan", conformance.Pass)
	red := result("tspi/core/5.detached/one-below", "5.detached", conformance.Fail)
	r := made(green, red)
	whole := newDrawer([]*conformance.Report{made()})
	if whole.suite != nil {
		t.Error("a suite of another digest is taken for ours")
	}
	suite := conformance.SuiteRef{Version: conformance.DefaultProfile().Suite, Digest: suiteDigest(t)}
	r.Suite = suite
	for _, test := range []struct {
		left         int
		first, other bool
	}{{1 << 20, true, true}, {1, true, false}, {0, false, false}} {
		d := newDrawer([]*conformance.Report{r})
		d.left = test.left
		groups, _ := groupCases(conformance.DefaultProfile().Clauses, collectCases([]*conformance.Report{r}), 1)
		d.drawAll(groups)
		orphan, detached := groups[0].Cases[0], groups[1].Cases[0]
		if (detached.Table != nil) != test.first || (orphan.Table != nil) != test.other {
			t.Errorf("%d bytes: drawn %v and %v", test.left, detached.Table != nil, orphan.Table != nil)
		}
		if (orphan.NotDrawn == pageIsFull) == test.other {
			t.Errorf("%d bytes: %q", test.left, orphan.NotDrawn)
		}
	}
}

func suiteDigest(t *testing.T) string {
	t.Helper()
	r, err := conformance.Run(t.Context(), conformance.InProcess(nothing{}),
		conformance.Options{Only: []string{"tspi/hardened/4.init/entrypoint"}, ChallengeMode: conformance.ChallengeOff})
	if err != nil {
		t.Fatal(err)
	}
	return r.Suite.Digest
}
