package tspi

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// shuffleRows puts the rows of the table in another order, among the places
// where rows stand. The expected rows follow it.
func (p *perturbation) shuffleRows() {
	if len(p.plain) > 1 && p.allRows && p.rowsHaveOwnLines() {
		places := make([]int, len(p.plain))
		for i := range p.plain {
			places[i] = p.plain[i].index
		}
		p.rng.Shuffle(len(p.plain), func(i, j int) { p.plain[i], p.plain[j] = p.plain[j], p.plain[i] })
		for i := range p.plain {
			p.plain[i].index = places[i]
			p.lines[places[i]] = p.plain[i].text()
		}
		p.sortExpectedRows()
	}
	claim, ok := p.problem.document(docClaim).(strict.Object)
	value, _ := claim.Get("rows")
	if rows, isArray := value.(strict.Array); ok && isArray {
		rows = slices.Clone(rows)
		p.rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		p.problem.set(docClaim, claim.With("rows", rows))
	}
}

// rowsHaveOwnLines reports whether each pid of the table stands on one line.
func (p *perturbation) rowsHaveOwnLines() bool {
	seen := map[string]bool{}
	for i := range p.plain {
		if seen[p.plain[i].pid] {
			return false
		}
		seen[p.plain[i].pid] = true
	}
	return true
}

func (p *perturbation) sortExpectedRows() {
	if p.expect.Inventory == nil {
		return
	}
	place := map[string]int{}
	for i := range p.plain {
		place[p.plain[i].pid] = i
	}
	slices.SortStableFunc(p.expect.Inventory.Rows, func(a, b ExpectRow) int {
		return place[strconv.FormatInt(a.PID, 10)] - place[strconv.FormatInt(b.PID, 10)]
	})
}

// addStrangers adds processes that are no helpers and nobody's parents. They
// change nothing, unless the table was refused as a whole.
func (p *perturbation) addStrangers() {
	refused := slices.ContainsFunc(p.expect.Refused, func(r profile.Refusal) bool { return r.Input == docTable })
	if len(p.plain) == 0 || refused {
		return
	}
	taken := p.fixedNumbers()
	for _, number := range p.numbers() {
		taken[number] = true
	}
	for range 1 + p.rng.IntN(3) {
		token := p.token()
		command := token + " " + p.token()
		if !p.sameSubstrings("", command) {
			continue
		}
		line := plainLine{
			pid: p.freshPID(taken), ppid: p.plain[p.rng.IntN(len(p.plain))].pid,
			etime: p.spell(int64(1 + p.rng.IntN(200))), cpu: "0.0", rss: strconv.Itoa(p.rng.IntN(90_000)),
			command: command,
		}
		taken[line.pid] = true
		p.canaries = append(p.canaries, token)
		p.insertBehindRow(line)
	}
}

// tellOfNoRow adds a line that is no row to a text that is refused for having none, so that a refusal which
// quotes what it read is seen.
func (p *perturbation) tellOfNoRow() {
	noRow := func(r profile.Refusal) bool { return r.ErrorCode == string(tspi.CodeMissingProcessTable) }
	if p.level != law.Hardened || p.lines == nil || len(p.plain) > 0 || strings.TrimSpace(p.problem.PSText) == "" ||
		!slices.ContainsFunc(p.expect.Refused, noRow) {
		return
	}
	token := p.token()
	p.canaries = append(p.canaries, token)
	p.lines = append(p.lines, token+" "+p.token())
}

// insertBehindRow keeps the first row of the table the first: what stands before
// it is judged in another way.
func (p *perturbation) insertBehindRow(line plainLine) {
	at := p.plain[p.rng.IntN(len(p.plain))].index + 1
	p.lines = slices.Insert(p.lines, at, line.text())
	for i := range p.plain {
		if p.plain[i].index >= at {
			p.plain[i].index++
		}
	}
}

// perturbFixture perturbs the positive inputs of a fixture that can be read; the
// verdict of the run does not depend on what is changed in them.
func (p *perturbation) perturbFixture(folder *profile.Folder) {
	inner := Problem{}
	place := map[string]int{}
	for i, file := range folder.Files {
		name, ok := strings.CutSuffix(file.Name, ".json")
		if !ok || !slices.Contains([]string{docTable, docPolicy, docOwners}, name) {
			continue
		}
		document, err := strict.Decode(file.Data)
		if err != nil {
			return // what is wrong with it may be anywhere
		}
		inner.set(name, document)
		place[name] = i
	}
	inner.PSText = psText(inner.document(docTable))
	p.problem = inner
	p.readTable()
	p.lengthenCommands()
	p.renumberPIDs()
	p.shuffleRows()
	p.addStrangers()
	p.writeTable()
	for name, i := range place {
		if document := p.problem.document(name); document != nil {
			folder.Files[i].Data = append(strict.Encode(document), '\n')
		}
	}
}
