package tspi

import (
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// renumberPIDs gives every process another pid, everywhere. 0 and 1 have a
// meaning of their own, and so may a number on a line that is not plain.
func (p *perturbation) renumberPIDs() {
	fixed := p.fixedNumbers()
	taken := map[string]bool{}
	for number := range fixed {
		taken[number] = true
	}
	for _, old := range p.numbers() {
		if fixed[old] {
			continue
		}
		fresh := p.freshPID(taken)
		taken[fresh] = true
		p.renumber[old] = fresh
	}
	for i := range p.plain {
		line := &p.plain[i]
		line.pid, line.ppid = p.number(line.pid), p.number(line.ppid)
		p.lines[line.index] = line.text()
	}
	for _, name := range []string{docOwners, docClaim} {
		if document := p.problem.document(name); document != nil {
			p.problem.set(name, p.renumbered(document))
		}
	}
	p.renumberExpectation()
}

// number is the new pid, or the old one where it keeps its number.
func (p *perturbation) number(old string) string {
	if fresh, ok := p.renumber[old]; ok {
		return fresh
	}
	return old
}

// fixedNumbers are those that must stay: 0, 1, and whatever stands on lines that
// are not plain, however it is spelt there.
func (p *perturbation) fixedNumbers() map[string]bool {
	fixed := map[string]bool{"0": true, "1": true}
	isPlain := map[int]bool{}
	for i := range p.plain {
		isPlain[p.plain[i].index] = true
	}
	for i, line := range p.lines {
		if isPlain[i] {
			continue
		}
		for _, word := range strings.Fields(line) {
			if n, err := strconv.ParseUint(word, 10, 64); err == nil {
				fixed[strconv.FormatUint(n, 10)] = true
			}
		}
	}
	return fixed
}

// numbers are the pids and ppids that occur, in a fixed order.
func (p *perturbation) numbers() []string {
	var all []string
	seen := map[string]bool{}
	add := func(number string) {
		if isPlainPID(number) && !seen[number] {
			seen[number] = true
			all = append(all, number)
		}
	}
	for i := range p.plain {
		add(p.plain[i].pid)
		add(p.plain[i].ppid)
	}
	for _, name := range []string{docOwners, docClaim} {
		eachPID(p.problem.document(name), add)
	}
	return all
}

func eachPID(v strict.Value, f func(string)) {
	switch v := v.(type) {
	case strict.Array:
		for _, element := range v {
			eachPID(element, f)
		}
	case strict.Object:
		for _, m := range v {
			if number, ok := m.Value.(strict.Number); ok && isPIDField(m.Name) {
				f(string(number))
			}
			eachPID(m.Value, f)
		}
	}
}

func isPIDField(name string) bool {
	return name == "pid" || name == "ppid" || name == "chain_end_pid"
}

func (p *perturbation) freshPID(taken map[string]bool) string {
	for {
		fresh := strconv.Itoa(2 + p.rng.IntN(4_000_000))
		if !taken[fresh] {
			return fresh
		}
	}
}

func (p *perturbation) renumbered(v strict.Value) strict.Value {
	switch v := v.(type) {
	case strict.Array:
		out := make(strict.Array, len(v))
		for i := range v {
			out[i] = p.renumbered(v[i])
		}
		return out
	case strict.Object:
		out := make(strict.Object, len(v))
		for i, m := range v {
			out[i] = strict.Member{Name: m.Name, Value: p.renumbered(m.Value)}
			if number, ok := m.Value.(strict.Number); ok && isPIDField(m.Name) {
				out[i].Value = strict.Number(p.number(string(number)))
			}
		}
		return out
	}
	return v
}

func (p *perturbation) renumberExpectation() {
	change := func(n *int64) *int64 {
		if n == nil {
			return nil
		}
		fresh, err := strconv.ParseInt(p.number(strconv.FormatInt(*n, 10)), 10, 64)
		if err != nil {
			return n
		}
		return &fresh
	}
	if inventory := p.expect.Inventory; inventory != nil {
		for i := range inventory.Rows {
			row := &inventory.Rows[i]
			row.PID, row.PPID, row.ChainEndPID = *change(&row.PID), change(row.PPID), change(row.ChainEndPID)
		}
	}
	if p.expect.Findings != nil {
		for i := range *p.expect.Findings {
			finding := &(*p.expect.Findings)[i]
			finding.SubjectID = p.number(finding.SubjectID)
		}
	}
}
