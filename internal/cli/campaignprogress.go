package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/tspi-dev/harness/conformance/campaign"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
)

// campaignProgress shows how far a campaign is, on a terminal only. The returned
// function takes the line away again.
func (a *app) campaignProgress(o *campaign.Options) func() {
	if !a.call.StderrIsTerminal {
		return func() {}
	}
	began := a.call.Now()
	last := time.Time{}
	o.Progress = func(p campaign.Progress) {
		if now := a.call.Now(); now.Sub(last) >= 100*time.Millisecond {
			last = now
			fmt.Fprintf(a.call.Stderr, "\r%s\x1b[K", campaignLine(p, now.Sub(began), o.Duration))
		}
	}
	return func() { fmt.Fprint(a.call.Stderr, "\r\x1b[K") }
}

// campaignLine is one line of progress after a time; limit is the time that the
// campaign has, 0 where a number of cases ends it.
func campaignLine(p campaign.Progress, passed, limit time.Duration) string {
	if p.Shrinking {
		return fmt.Sprintf("a counterexample after %d tables; shrinking it, %d smaller ones tried", p.Cases, p.Tries)
	}
	rate := float64(p.Cases) / max(passed.Seconds(), 0.001)
	parts := []string{fmt.Sprintf("%d tables", p.Cases)}
	if p.Total > 0 {
		parts[0] = fmt.Sprintf("%d of %d tables", p.Cases, p.Total)
	}
	parts = append(parts, fmt.Sprintf("%.0f a second", rate), fmt.Sprintf("%d of %d shapes seen", p.Shapes, len(tspigen.AllShapes())))
	left := time.Duration(0)
	if p.Total > 0 && rate > 0 {
		left = time.Duration(float64(p.Total-p.Cases) / rate * float64(time.Second))
	}
	if limit > 0 && (p.Total == 0 || limit-passed < left) {
		left = max(0, limit-passed)
	}
	return strings.Join(append(parts, left.Round(time.Second).String()+" left"), ", ")
}
