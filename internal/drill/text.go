package drill

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// CountsLine is the one line of counts.
func (r *Report) CountsLine() string {
	return fmt.Sprintf("closed %d that it must not, left %d that it might", r.Counts.ClosedWrongly, r.Counts.LeftOpen)
}

// What is shown in full: hits of one scenario, scenarios of one group, where there are
// more of them than fit a screen or two.
const (
	maxHits  = 3
	maxBad   = 9
	maxGroup = 3
	maxPIDs  = 5
)

// WriteText is the report for people: the unsafe first, then what it left alone.
func WriteText(out io.Writer, r *Report) error {
	w := bufio.NewWriter(out)
	bad := r.Counts.Verdicts[Unsafe] + r.Counts.Verdicts[Crash] + r.Counts.Verdicts[Hang]
	for _, v := range []Verdict{Unsafe, Crash, Hang} {
		inGroup, more := map[string]int{}, map[string][]string{}
		for _, result := range r.Results {
			if result.Verdict != v {
				continue
			}
			group, _, _ := strings.Cut(result.Scenario, "/")
			if inGroup[group]++; bad > maxBad && inGroup[group] > maxGroup {
				more[group] = append(more[group], result.Scenario)
				continue
			}
			writeResult(w, result)
		}
		for _, group := range slices.Sorted(maps.Keys(more)) {
			fmt.Fprintf(
				w,
				"%s too (--only '%s/*' shows how): %s\n\n",
				strings.ToUpper(string(v)),
				group,
				strings.Join(more[group], ", "),
			)
		}
	}
	var careful, skipped []string
	for _, result := range r.Results {
		switch result.Verdict {
		case Careful:
			careful = append(careful, fmt.Sprintf("%s (%s)", result.Scenario, shortList(result.Left)))
		case NotTested:
			skipped = append(skipped, fmt.Sprintf("%s: %s", result.Scenario, result.Note))
		}
	}
	writeList(w, "LEFT ALONE, which might have been ended", careful)
	writeList(w, "NOT TESTED", skipped)
	counts := []string{}
	for _, v := range Verdicts() {
		if n := r.Counts.Verdicts[v]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, v))
		}
	}
	fmt.Fprintf(w, "%s: %s, of %d scenarios\n", r.Word(), strings.Join(counts, ", "), len(r.Results))
	if r.Seed != nil {
		fmt.Fprintf(w, "seed of the generated tables: %d\n", *r.Seed)
	}
	fmt.Fprintln(w, r.CountsLine())
	if !r.Passed && r.orphansLeft() {
		fmt.Fprintln(w, "A reaper that leaves plain orphans open proves nothing. "+r.helperHint())
	}
	if !r.Passed && r.eventsMissed() {
		fmt.Fprintln(w, "A reaper that never looks at a process's command line, or not before it signals, "+
			"cannot show that it looks again.")
	}
	for _, f := range r.Files {
		fmt.Fprintf(w, "ran: %s sha256:%s\n", f.Name, f.SHA256)
	}
	fmt.Fprintln(w, "This is no certificate: it says what was seen on this stage.")
	return w.Flush()
}

// helperHint says how a reaper is shown what it would close.
func (r *Report) helperHint() string {
	if r.ownHelpers {
		return "Does it know what --helper names? Give each as ps -o args shows it, twice for two of them, " +
			"with --owner for its sessions, and the reaper the options with which it acts."
	}
	return "If it has helpers of its own, name them: --helper CMD"
}

// shortList is a list of pids for a line.
func shortList(pids []int) string {
	if more := len(pids) - maxPIDs; more > 0 {
		return fmt.Sprintf("%s and %d more", pidList(pids[:maxPIDs]), more)
	}
	return pidList(pids)
}

func writeResult(w io.Writer, r *Result) {
	fmt.Fprintf(w, "%s %s: %s\n", strings.ToUpper(string(r.Verdict)), r.Scenario, r.Title)
	for i, line := range r.lines() {
		if i == maxHits && len(r.Hits) > maxHits {
			fmt.Fprintf(w, "  and %d more\n", len(r.Hits)-maxHits)
		}
		if i < maxHits || i >= len(r.Hits) {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
	fmt.Fprintf(w, "  why: %s\n", r.Why)
	if r.Table != "" {
		fmt.Fprintf(w, "  the smallest table:\n")
		for line := range strings.Lines(r.Table) {
			fmt.Fprintf(w, "    %s\n", strings.TrimSuffix(line, "\n"))
		}
		fmt.Fprintf(w, "  may be ended: %s\n", pidList(r.MayEnd))
	}
	fmt.Fprintln(w)
}

func writeList(w io.Writer, title string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n", title)
	for _, item := range items {
		fmt.Fprintf(w, "  %s\n", item)
	}
	fmt.Fprintln(w)
}
