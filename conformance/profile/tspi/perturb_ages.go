package tspi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// moveAges makes every process older by the same time, and the threshold with
// them: every difference of ages and every distance from the threshold stays.
func (p *perturbation) moveAges() {
	delta, ok := p.shift()
	if !ok {
		return
	}
	for i := range p.plain {
		line := &p.plain[i]
		age, _ := plainAge(line.etime)
		line.etime = p.spell(age + delta)
		p.lines[line.index] = line.text()
	}
	if policy, ok := p.problem.document(docPolicy).(strict.Object); ok {
		p.problem.set(docPolicy, policy.With("min_age_seconds", moved(threshold(policy), delta)))
	}
	if claim := p.problem.document(docClaim); claim != nil {
		p.problem.set(docClaim, movedAges(claim, delta))
	}
	if p.op == OpAudit && !p.problem.hasFixture() {
		p.problem.set("min_age_seconds", moved(threshold(p.problem.Documents), delta))
	}
	if inventory := p.expect.Inventory; inventory != nil {
		for i := range inventory.Rows {
			inventory.Rows[i].AgeS = addTo(inventory.Rows[i].AgeS, delta)
		}
		for i := range inventory.Groups {
			g := &inventory.Groups[i]
			g.OldestAgeS, g.NewestAgeS = addTo(g.OldestAgeS, delta), addTo(g.NewestAgeS, delta)
		}
	}
}

// shift is by how much the ages move: mostly little, at times by a month or more, or
// as far as an etime can tell. Then the threshold is what no case has.
func (p *perturbation) shift() (delta int64, ok bool) {
	small := int64(1 + p.rng.IntN(20_000))
	large := []int64{month + small, latestAge - p.latest()}
	if choice := p.rng.IntN(6); choice < len(large) && large[choice] > 0 && p.agesCanMove(large[choice]) {
		return large[choice], true
	}
	return small, p.agesCanMove(small)
}

const (
	month     = 30 * 24 * 60 * 60 // in seconds
	latestAge = 2147483647        // that an etime can tell (contract, section 2)
)

// latest is the largest plain age or threshold of the problem.
func (p *perturbation) latest() int64 {
	most := int64(0)
	for i := range p.plain {
		if age, ok := plainAge(p.plain[i].etime); ok {
			most = max(most, age)
		}
	}
	policy, _ := p.problem.document(docPolicy).(strict.Object)
	for _, holder := range []strict.Object{policy, p.problem.Documents} {
		if least, ok := plainCount(threshold(holder)); ok {
			most = max(most, least)
		}
	}
	return most
}

// agesCanMove reports whether every age and threshold of the problem is one that
// is understood here without doubt.
func (p *perturbation) agesCanMove(delta int64) bool {
	if p.lines != nil && !p.allRows {
		return false
	}
	for i := range p.plain {
		age, ok := plainAge(p.plain[i].etime)
		if !ok || age+delta > latestAge {
			return false
		}
	}
	holders := []strict.Value{p.problem.Documents}
	if policy := p.problem.document(docPolicy); policy != nil {
		holders = append(holders, policy)
	}
	for _, holder := range holders {
		object, ok := holder.(strict.Object)
		if !ok {
			return false
		}
		if age, ok := plainCount(threshold(object)); !ok || age < 1 || age+delta > latestAge {
			return false
		}
	}
	return agesArePlain(p.problem.document(docClaim))
}

func threshold(o strict.Object) strict.Value {
	if v, there := o.Get("min_age_seconds"); there {
		return v
	}
	return strict.Int(tspi.DefaultMinAgeSeconds)
}

// plainCount reads a number spelt as the digits of a small integer.
func plainCount(v strict.Value) (int64, bool) {
	number, ok := v.(strict.Number)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(string(number), 10, 64)
	return n, err == nil && n < 1<<40 && n > -1<<40
}

func moved(v strict.Value, delta int64) strict.Value {
	n, _ := plainCount(v)
	return strict.Int(n + delta)
}

func addTo(n *int64, delta int64) *int64 {
	if n == nil {
		return nil
	}
	sum := *n + delta
	return &sum
}

// agesArePlain reports whether a claim's ages can be moved: those that are
// numbers at all are small integers. Others stay as they are.
func agesArePlain(v strict.Value) bool {
	switch v := v.(type) {
	case strict.Array:
		return !slices.ContainsFunc(v, func(e strict.Value) bool { return !agesArePlain(e) })
	case strict.Object:
		for _, m := range v {
			if number, ok := m.Value.(strict.Number); ok && m.Name == "age_s" {
				if _, isInteger := strict.AsInteger(number); isInteger {
					if _, plain := plainCount(number); !plain {
						return false
					}
				}
			}
			if !agesArePlain(m.Value) {
				return false
			}
		}
	}
	return true
}

// movedAges adds to every age_s of a claim that is an integer from 0.
func movedAges(v strict.Value, delta int64) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = movedAges(v[i], delta)
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, m := range v {
			out[i] = strict.Member{Name: m.Name, Value: movedAges(m.Value, delta)}
			if n, ok := plainCount(m.Value); ok && n >= 0 && m.Name == "age_s" {
				out[i].Value = strict.Int(n + delta)
			}
		}
		return out
	}
	return v
}

// plainAge reads an etime in its common spellings: bare seconds, mm:ss,
// hh:mm:ss and dd-hh:mm:ss with two digits in every part but the days.
func plainAge(etime string) (int64, bool) {
	if n, err := strconv.ParseInt(etime, 10, 64); err == nil {
		return n, n >= 0 && isPlainPID(etime)
	}
	days, clock, hasDays := strings.Cut(etime, "-")
	if !hasDays {
		days, clock = "0", etime
	}
	parts := strings.Split(clock, ":")
	if !isPlainPID(days) || len(parts) > 3 || len(parts) < 2 || hasDays && len(parts) != 3 {
		return 0, false
	}
	seconds, _ := strconv.ParseInt(days, 10, 64)
	most := []int64{23, 59, 59}[3-len(parts):]
	if len(parts) == 2 {
		seconds *= 24
	}
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil || len(part) != 2 || n < 0 || n > most[i] {
			return 0, false
		}
		unit := int64(60)
		if i == 0 && len(parts) == 3 {
			unit = 24
		}
		seconds = seconds*unit + n
	}
	return seconds, true
}

// spell writes an age in one of the spellings that mean it.
func (p *perturbation) spell(age int64) string {
	minutes, seconds := age/60, age%60
	hours := minutes / 60
	switch p.rng.IntN(4) {
	case 0:
		return strconv.FormatInt(age, 10)
	case 1:
		return fmt.Sprintf("%02d:%02d", minutes, seconds)
	case 2:
		return fmt.Sprintf("%02d:%02d:%02d", hours, minutes%60, seconds)
	}
	return fmt.Sprintf("%d-%02d:%02d:%02d", hours/24, hours%24, minutes%60, seconds)
}
