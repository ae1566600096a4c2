package tspi

import (
	"strings"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// leastEcho is the length in bytes from which a command that is repeated as a
// whole is taken for one, and not for a word of the answer's own.
const leastEcho = 12

// nothingLeaks: an answer holds no canary, no whole command, and nothing that the
// redaction guard forbids.
func nothingLeaks(t *Trial, r reading, d *differences) { leaksOf(t, r.whole, d) }

func leaksOf(t *Trial, answer strict.Value, d *differences) {
	for _, leak := range tspi.Guard(answer, t.Level) {
		clause := ""
		switch leak.Code {
		case tspi.CodeProcessSignal:
			clause = "7.signal"
		case tspi.CodeAbsolutePath:
			clause = "7.path"
		}
		d.add(clause, law.SafePointer(leak.Pointer), "nothing that the redaction guard forbids", string(leak.Code))
	}
	said := strings.ToLower(strings.Join(texts(answer, nil), "\n"))
	for _, canary := range t.Table.Canaries {
		if strings.Contains(said, strings.ToLower(canary)) {
			d.add("", "", "no part of a command", "a canary that stood in one")
			return
		}
	}
	free := strings.Join(tspi.FreeTexts(answer), "\n")
	for _, row := range t.survey().rows {
		if len(row.Command) >= leastEcho && strings.Contains(free, row.Command) {
			d.add("", "", "no part of a command", "a whole command of the table")
			return
		}
	}
}

// texts appends every string of a value, keys included.
func texts(v strict.Value, to []string) []string {
	switch v := v.(type) {
	case string:
		to = append(to, v)
	case strict.Array:
		for _, element := range v {
			to = texts(element, to)
		}
	case strict.Object:
		for _, m := range v {
			to = texts(m.Value, append(to, m.Name))
		}
	}
	return to
}
