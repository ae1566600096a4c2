package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/conformance/report"
	"github.com/tspi-dev/harness/tspi"
)

// expectation is what the browser's tests hold the pages against, counted here
// from the reports.
type expectation struct {
	Cases     int      `json:"cases"`
	Red       int      `json:"red"`
	Init      int      `json:"init"`     // of clause 4.init
	InitFail  int      `json:"initFail"` // those of them that the second implementation fails
	Hostile   []string `json:"hostile"`  // texts that have to show
	Large17   int      `json:"large17"`
	LargeFail int      `json:"largeFail"`
	LargeInit int      `json:"largeInit"`
}

// named is an implementation by another name.
type named struct {
	conformance.Answerer
	name, version string
}

func (n named) Describe() conformance.Description {
	d := n.Answerer.Describe()
	d.Name, d.Version = n.name, n.version
	return d
}

var made = time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)

func judged(t *testing.T, a conformance.Answerer, only ...string) *conformance.Report {
	t.Helper()
	mode := conformance.ChallengeOff
	if os.Getenv("TSPI_IMAGES") != "" { // a picture shows a whole run
		mode, only = conformance.ChallengeFresh, nil
	}
	r, err := conformance.Run(t.Context(), conformance.InProcess(a), conformance.Options{
		Level: tspi.Hardened, Only: only, ChallengeMode: mode, CreatedAt: made, Harness: "1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// part is enough of the suite to have green and red cases of each sort.
var part = []string{"*/4.*", "*/5.*", "*/1.policy/*", "*/8.contradicts/*"}

func writePages(t *testing.T, folder string) {
	t.Helper()
	ours := judged(t, named{tspiprofile.BuiltIn(tspi.Hardened, "", tspiprofile.Folders{}), "tspi", "1.0.0"}, part...)
	core := judged(t, named{tspiprofile.BuiltIn(tspi.Core, "", tspiprofile.Folders{}), "core-reaper", "2.1.0"}, part...)
	bad := judged(t, hostile{}, "tspi/hardened/4.stale/*", "tspi/hardened/6.rows/*")
	for i := range bad.Results { // what only a saved report of somebody else can hold
		bad.Results[i].Detail = hostileTexts[i%len(hostileTexts)]
	}
	big := large(core)
	for name, reports := range map[string][]*conformance.Report{
		"pass": {ours}, "report": {core}, "several": {ours, core}, "hostile": {bad}, "large": {big},
	} {
		var page bytes.Buffer
		if err := report.Write(&page, report.HTML, reports...); err != nil {
			t.Fatal(err)
		}
		write(t, folder, name+".html", page.Bytes())
	}
	var page bytes.Buffer
	if err := report.WriteCharts(&page, chartPage()); err != nil {
		t.Fatal(err)
	}
	write(t, folder, "charts.html", page.Bytes())
	text, err := json.Marshal(expect(core, big))
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "expected.json", text)
}

func write(t *testing.T, folder, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// expect counts by the plainest means: cases by a result of theirs. Ours passes
// everything, so that what is red is red of the other.
func expect(core, big *conformance.Report) expectation {
	e := expectation{Hostile: append([]string{"hostile ‹U+202E›name", "‹U+001B›[31m"}, hostileTexts[:4]...)}
	failed, all := map[string]bool{}, map[string]string{}
	for _, r := range core.Results {
		all[r.Case] = r.Clause
		if r.Verdict == conformance.Fail {
			failed[r.Case] = true
		}
	}
	e.Cases, e.Red = len(all), len(failed)
	for id, clause := range all {
		if clause == "4.init" {
			e.Init++
			if failed[id] {
				e.InitFail++
			}
		}
	}
	for _, r := range big.Results {
		if strings.Contains(r.Title, "sheet-17") {
			e.Large17++
		}
		if r.Verdict == conformance.Fail {
			e.LargeFail++
		}
		if r.Clause == "4.init" {
			e.LargeInit++
		}
	}
	return e
}

// large is a report of 5,000 cases, each with a question of its own to draw.
func large(r *conformance.Report) *conformance.Report {
	big := *r
	big.Suite.Digest = "sha256:another" // so that each table comes from the report
	big.Results = nil
	for n := 0; len(big.Results) < 5000; n++ {
		for _, result := range r.Results {
			if result.Variant == 0 && result.Repeat == 0 && len(big.Results) < 5000 {
				result.Case += fmt.Sprintf("-%d", n)
				result.Title = fmt.Sprintf("%s, sheet-%d", result.Title, len(big.Results))
				big.Results = append(big.Results, result)
			}
		}
	}
	return &big
}

// hostileTexts are what an attacker would write. None of them may be more than
// text.
var hostileTexts = []string{
	`<script>window.hacked=1</script>`,
	`"><img src=x onerror="window.hacked=2">`,
	`</style></title></details><script>window.hacked=3</script>`,
	`' onmouseover='window.hacked=4' x='`,
	"\u202e\x1b[31m\x00\u2066 turned",
}

// hostile describes itself in markup and gets everything wrong.
type hostile struct{}

func (hostile) Describe() conformance.Description {
	return conformance.Description{
		Name: "hostile \u202ename <script>window.hacked=5</script>", Version: `1"><img src=x onerror=window.hacked=6>`,
		Language: "</style><b>bold</b>",
		Ops:      []string{tspiprofile.OpClassify, tspiprofile.OpAudit}, Levels: []string{"hardened"},
		Organization: "<iframe src=//example.org></iframe>", URL: "javascript:window.hacked=7",
		Contact: "a\x1b[31mb\x07",
	}
}

func (hostile) Answer(context.Context, string, jsontext.Value) (jsontext.Value, error) {
	return jsontext.Value(`{"rows":"<script>window.hacked=8</script>"}`), nil
}

func chartPage() report.ChartPage {
	rate, cycles, orphans := report.Series{Name: "all tables"}, report.Series{Name: "with a cycle"},
		report.Series{Name: "orphans on the threshold"}
	for i := range 41 {
		x := float64(i * 3)
		rate.Points = append(rate.Points, report.Point{X: x, Y: 900 + 40*float64(i%7) - 3*float64(i)})
		cycles.Points = append(cycles.Points, report.Point{X: x, Y: 120 + 5*float64(i%4)})
		orphans.Points = append(orphans.Points, report.Point{X: x, Y: 300 + 9*float64(i%5)})
	}
	kills := report.Heatmap{Title: "Which clause rejects which mutant",
		Note:    "A mutant breaks one clause, and a case of that clause must reject it.",
		RowName: "mutant", ColumnName: "clause", ValueName: "cases"}
	for _, c := range conformance.DefaultProfile().Clauses {
		kills.Columns = append(kills.Columns, c.ID)
	}
	for i, c := range conformance.DefaultProfile().Clauses {
		row := report.HeatRow{Name: "breaks-" + strings.ReplaceAll(c.ID, ".", "-"),
			Cells: make([]int, len(kills.Columns)), Target: i}
		for k := range row.Cells {
			if k == i && i != 20 {
				row.Cells[k] = 3 + i%9
			} else if (i*7+k*5)%23 == 0 {
				row.Cells[k] = 1 + (i*k)%40
			}
		}
		kills.Rows = append(kills.Rows, row)
	}
	return report.ChartPage{
		Kicker: "an example of charts", Title: "Campaign and mutants", Word: "Fail",
		Sentence: "One mutant was not rejected by a case of the clause that it breaks.",
		Facts:    []report.Fact{{Name: "Seed", Value: "5eed"}, {Name: "Tables", Value: "100,000"}},
		Lists:    []report.List{{Title: "Not rejected", Items: []string{"breaks-4-hops"}}},
		Plots: []report.Plot{{Title: "Tables a second", Note: "The rate of the whole run and of two shapes.",
			XName: "seconds since the start", YName: "tables a second",
			Series: []report.Series{rate, cycles, orphans}}},
		Heatmaps: []report.Heatmap{kills},
	}
}
