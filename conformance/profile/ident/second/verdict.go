package second

import (
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// row is what sections 2 and 3 say of a record.
type row struct {
	id, verdict, reason string
	ended               flag
	signal              bool
	group               string
	groupSignal         bool
	disposition         string
}

// of returns the observations of a number, and the first of them.
func (l look) of(pid whole, on On) (observation, int) {
	var first observation
	count := 0
	for _, o := range l.observations {
		switch {
		case !pid.Is(o.pid):
		case count == 0:
			first, count = o, 1
		case on.Is("ambiguous-equal-merged") && o == first || on.Is("ambiguous-first-taken"):
		case on.Is("ambiguous-last-taken"):
			first = o
		default:
			count++
		}
	}
	return first, count
}

// one is the one observation of a number.
func (l look) one(pid whole, on On) (observation, bool) {
	o, count := l.of(pid, on)
	return o, count == 1
}

// entry is the one entry of a group's number.
func (l look) entry(pgid whole, on On) (group, bool) {
	var first group
	count := 0
	for _, g := range l.groups {
		if pgid.Is(g.pgid) {
			if count == 0 {
				first = g
			}
			count++
		}
	}
	return first, count == 1 || count > 1 && on.Is("group-first-entry-taken")
}

const (
	owned        = "owned"
	gone         = "gone"
	foreign      = "foreign"
	unverifiable = "unverifiable"
)

// verdict is section 2.
func (f facts) verdict(r record, l look, on On) (verdict, reason string) {
	if !on.Is("scope-ignored") && !r.scope.Is(f.host.scope) && !(on.Is("scope-unknown-trusted") && !r.scope.Known) {
		return unverifiable, "other_scope"
	}
	otherBoot := r.boot.Parts(f.host.boot)
	if on.Is("boot-unknown-differs") {
		otherBoot = r.boot != f.host.boot
	}
	if otherBoot && on.Is("boot-needs-a-look") {
		_, seen := l.one(r.pid, on)
		otherBoot = seen
	}
	if otherBoot && !on.Is("boot-ignored") && !(on.Is("boot-after-token") && !r.token.Known) {
		return gone, "other_boot"
	}
	if !r.pid.Known {
		if on.Is("pid-unknown-gone") {
			return gone, "absent"
		}
		return unverifiable, "no_pid"
	}
	seen, count := l.of(r.pid, on)
	if !r.token.Known {
		switch {
		case on.Is("absent-without-token-gone") && count == 1 && seen.state == "absent" && seen.probe.Is("esrch"):
			return gone, "absent"
		case on.Is("command-stands-in") && count == 1 && r.command.Meets(seen.command):
			return owned, "token_equal"
		}
		return unverifiable, "no_token"
	}
	if !r.from.Known && !on.Is("source-unknown-trusted") {
		return unverifiable, "token_source_unknown"
	}
	if r.from.Is("later") && !on.Is("later-trusted") {
		return unverifiable, "token_later"
	}
	if r.from.Is("command_match") && !on.Is("command-match-trusted") {
		return unverifiable, "command_match"
	}
	recur := f.host.platform == "linux" || f.host.platform == "other" && !on.Is("boot-unknown-trusted-on-other")
	if on.Is("boot-unknown-everywhere") {
		recur = true
	}
	known := r.boot.Known && f.host.boot.Known
	if on.Is("boot-of-record-suffices") {
		known = r.boot.Known
	}
	if recur && !known && !on.Is("boot-unknown-trusted") {
		return unverifiable, "boot_unknown"
	}
	if count == 0 {
		if on.Is("unobserved-gone") {
			return gone, "absent"
		}
		return unverifiable, "not_observed"
	}
	if count > 1 {
		return unverifiable, "ambiguous"
	}
	return seen.verdict(r, on)
}

// verdict is section 2 from row 11 on.
func (o observation) verdict(r record, on On) (verdict, reason string) {
	if o.state == "unreadable" {
		switch {
		case on.Is("unreadable-with-esrch-gone") && o.probe.Is("esrch"):
			return gone, "absent"
		case on.Is("unreadable-token-compared") && o.token.Meets(r.token):
			return owned, "token_equal"
		}
		return unverifiable, "unreadable"
	}
	if o.state == "absent" {
		unasked := on.Is("absent-unasked-gone") && !o.probe.Known
		if o.probe.Is("esrch") || unasked || on.Is("absent-on-any-probe-gone") {
			if on.Is("absent-reported") {
				return unverifiable, "absence_unproven"
			}
			return gone, "absent"
		}
		return unverifiable, "absence_unproven"
	}
	if o.probe.Is("esrch") && !on.Is("esrch-ignored") || on.Is("eperm-contradicts") && o.probe.Is("eperm") {
		return unverifiable, "probe_contradicts"
	}
	if on.Is("zombie-gone") && o.state == "zombie" {
		return gone, "absent"
	}
	if !o.token.Known {
		switch {
		case on.Is("unread-token-owned"):
			return owned, "token_equal"
		case on.Is("unread-token-foreign"):
			return foreign, "token_differs"
		}
		return unverifiable, "token_unread"
	}
	mine, its := r.token.V, o.token.V
	if on.Is("token-trimmed") {
		mine, its = strings.TrimSpace(mine), strings.TrimSpace(its)
	}
	if on.Is("token-folded") {
		mine, its = strings.ToLower(mine), strings.ToLower(its)
	}
	mechanism, value, _ := strings.Cut(mine, ":")
	itsMechanism, itsValue, _ := strings.Cut(its, ":")
	if on.Is("token-as-number") {
		value, itsValue = strings.TrimLeft(value, "0"), strings.TrimLeft(itsValue, "0")
	}
	if on.Is("token-tolerated") && len(value) > 1 && len(value) == len(itsValue) {
		value, itsValue = value[:len(value)-1], itsValue[:len(itsValue)-1]
	}
	if mechanism != itsMechanism && !on.Is("mechanism-ignored") {
		if on.Is("mechanism-differs-foreign") {
			return foreign, "token_differs"
		}
		return unverifiable, "token_incomparable"
	}
	if value != itsValue {
		return foreign, "token_differs"
	}
	if o.state == "zombie" && !on.Is("zombie-alive") {
		return owned, "zombie"
	}
	if on.Is("equal-needs-an-answer") && !o.probe.Known {
		return unverifiable, "probe_contradicts"
	}
	return owned, "token_equal"
}

// rows is sections 2 and 3 for every record, by one look.
func (f facts) rows(l look, on On) []row {
	rows := make([]row, len(f.records))
	for i, r := range f.records {
		rows[i].id = r.id
		rows[i].verdict, rows[i].reason = f.verdict(r, l, on)
		rows[i].ended = ended(rows[i], on)
		self := r.pid.Is(1) && !on.Is("signal-to-init") || r.pid.Is(f.host.pid) && !on.Is("signal-to-self")
		rows[i].signal = rows[i].reason == "token_equal" && !self
		if on.Is("signal-to-zombie") && rows[i].reason == "zombie" {
			rows[i].signal = !self
		}
		if seen, one := l.one(r.pid, on); one && seen.probe.Is("eperm") && on.Is("signal-withdrawn-by-eperm") {
			rows[i].signal = false
		}
	}
	for i, r := range f.records {
		rows[i].group = f.group(r, rows[i], l, on)
		rows[i].groupSignal = f.groupSignal(i, rows, l, on)
		rows[i].disposition = f.disposition(i, rows[i], on)
	}
	return rows
}

func ended(d row, on On) flag {
	switch {
	case d.verdict == unverifiable:
		if on.Is("ended-unknown-false") {
			return flag{Known: true}
		}
		return flag{}
	case d.reason == "token_equal":
		return flag{Known: true}
	case on.Is("ended-of-foreign-unknown") && d.verdict == foreign:
		return flag{}
	case on.Is("ended-of-zombie-false") && d.reason == "zombie":
		return flag{Known: true}
	}
	return flag{Known: true, V: true}
}

func (r row) value() strict.Object {
	return strict.Object{
		{Name: "id", Value: r.id}, {Name: "verdict", Value: r.verdict}, {Name: "reason", Value: r.reason},
		{Name: "ended", Value: r.ended.Value()}, {Name: "signal_permitted", Value: r.signal},
		{Name: "group_state", Value: r.group}, {Name: "group_signal_permitted", Value: r.groupSignal},
		{Name: "disposition", Value: r.disposition},
	}
}
