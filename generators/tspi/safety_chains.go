package tspi

import (
	"slices"
	"strconv"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// tracesLead: whoever walks as many steps up from a row as its chain has hops
// arrives at the process that the chain names, over pids that one row has; and no
// chain is longer than eight.
func tracesLead(t *Trial, r reading, d *differences) {
	if t.Level == law.Core {
		return
	}
	for _, p := range t.pairs(r) {
		hops, ok := integerAt(p.row, "chain_hops")
		if !ok || hops < 0 || hops > maxHops {
			d.add("", p.path+".chain_hops", "0 to 8", shown(value(p.row, "chain_hops"), true))
			continue
		}
		end := text(p.row, "chain_end")
		if !slices.Contains(chainEnds[:], tspi.ChainEnd(end)) {
			d.add("", p.path+".chain_end", "one of the eleven ends", shown(value(p.row, "chain_end"), true))
		}
		if bare := end == string(tspi.EndKeepKind) || end == string(tspi.EndDetached); bare && hops != 0 {
			d.add("", p.path+".chain_hops", "0, because "+end+" walks no chain", strconv.FormatInt(hops, 10))
			continue
		}
		if end == string(tspi.EndHopLimit) && hops != maxHops {
			d.add("", p.path+".chain_hops", "8, at the limit", strconv.FormatInt(hops, 10))
		}
		d.equal("", p.path, p.row, "chain_end_pid", t.ancestor(p.Row, hops))
	}
}

var chainEnds = [...]tspi.ChainEnd{tspi.EndKeepKind, tspi.EndDetached, tspi.EndUnrecognisedInit, tspi.EndHopLimit,
	tspi.EndCycle,
	tspi.EndMissingParent, tspi.EndAmbiguousPID, tspi.EndStaleLink, tspi.EndOwnerHint, tspi.EndDetachedAncestor,
	tspi.EndStartedByInit}

// ancestor is the pid so many steps above a row, null for none.
func (t *Trial) ancestor(row *Row, hops int64) strict.Value {
	if hops == 0 {
		return nil
	}
	for range hops {
		if row = t.survey().only[row.PPID]; row == nil {
			return nil
		}
	}
	return integer(row.PID)
}
