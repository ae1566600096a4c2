package profile

import (
	"regexp"
	"slices"
	"strings"
)

// Class is how bad a failure is. Reports tell the worst first.
type Class string

const (
	Unsafe       Class = "unsafe"        // it would close what must stay, misses what an audit must catch, or leaks
	Wrong        Class = "wrong"         // any other wrong answer, and none
	OverCautious Class = "over-cautious" // it leaves open what may go, or refuses what is right
)

// Classes returns all of them, the worst first.
func Classes() []Class { return []Class{Unsafe, Wrong, OverCautious} }

// Effects of failures, in the words of reports.
const (
	EffectCloses  = "would close what must stay"
	EffectMisses  = "misses what an audit must catch"
	EffectLeaks   = "leaks what no answer may hold"
	EffectKeeps   = "leaves open what may be closed"
	EffectAccuses = "accuses what is right"
	EffectRefuses = "refuses a valid input"
	EffectAccepts = "accepts an input that must be refused"
	EffectSilent  = "gives no answer"
	EffectError   = "answers with an error that is no refusal"
	EffectRefusal = "refuses for the wrong reason"
	EffectShape   = "answers in another form"
	EffectRows    = "tells other rows than the law"
	EffectDiffers = "tells something else than the law"
	EffectPermits = "permits what must be refused"
	EffectForbids = "refuses what may be permitted"
)

// Effect says how bad a difference is, and what the implementation does there.
func (d *Difference) Effect() (Class, string) {
	switch d.Kind {
	case KindLeak:
		return Unsafe, EffectLeaks
	case KindMissed:
		return Unsafe, EffectMisses
	case KindPermits:
		return Unsafe, EffectPermits
	case KindForbids:
		return OverCautious, EffectForbids
	case KindRaised:
		return OverCautious, EffectAccuses
	case KindAccepted:
		if strings.Contains(d.Got, ClosingRow) {
			return Unsafe, EffectCloses
		}
		return Wrong, EffectAccepts
	case KindRefused:
		return OverCautious, EffectRefuses
	case KindRefusal:
		return Wrong, EffectRefusal
	case KindError:
		return Wrong, EffectError
	case KindCount, KindOrder:
		return Wrong, EffectRows
	case KindAudit:
		if slices.Contains(closingCodes, d.Got) {
			return Unsafe, EffectCloses
		}
	case KindType, KindAbsent, KindSchema, KindSize:
		return Wrong, EffectShape
	}
	switch {
	case !strings.HasSuffix(d.Path, "decision"):
	case d.Got == safeClose && d.Want != safeClose:
		return Unsafe, EffectCloses
	case d.Want == safeClose && (d.Got == ownerCheck || d.Got == keep):
		return OverCautious, EffectKeeps
	case d.Got != ownerCheck && d.Got != keep:
		return Unsafe, EffectCloses // a word that the law does not have may mean anything
	}
	if d.Path == "status" && d.Got == "pass" {
		return Unsafe, EffectMisses
	}
	return Wrong, EffectDiffers
}

var (
	inBrackets = regexp.MustCompile(`\[[^\]]*\]`)
	aRow       = regexp.MustCompile(`^rows\[[^\]]*\]$`)
)

// IsRow reports whether a path is that of a whole row.
func IsRow(path string) bool { return aRow.MatchString(path) }

// Field is where a difference is, whichever row: what the chain of owners says is one
// field, as its parts differ together.
func (d *Difference) Field() string {
	if d.Kind == KindAudit || d.Kind == KindSchema {
		return d.Got
	}
	field := inBrackets.ReplaceAllString(d.Path, "[]")
	switch name := strings.TrimPrefix(field, "rows[]."); name {
	case "owner", "owner_status", "chain_end", "chain_hops", "chain_end_pid":
		return "rows[].owner_status"
	case "reason":
		return "rows[].decision"
	}
	if strings.HasPrefix(field, "summary") || strings.HasPrefix(field, "before") || strings.HasPrefix(field, "action") {
		head, _, _ := strings.Cut(field, "_counts")
		return head
	}
	return field
}

// Depth orders differences by what follows from what: a decision from the owner, a
// sum from the rows, and what our audit finds from all of it.
func (d *Difference) Depth() int {
	switch d.Kind {
	case KindSchema, KindAudit:
		return 9
	case KindCount, KindOrder, KindAccepted, KindRefused, KindRefusal, KindError, KindSize, KindRaised:
		return 0
	}
	switch field := d.Field(); {
	case field == "rows[]":
		return 1
	case field == "rows[].process_kind", field == "rows[].age_s", field == "rows[].ppid":
		return 2
	case field == "rows[].owner_status":
		return 3
	case field == "rows[].decision":
		return 4
	case strings.HasPrefix(field, "rows[]."):
		return 5
	case strings.HasPrefix(field, "summary.active_owner"):
		return 6
	}
	return 7
}

// The words of tspi by which a difference is known to be unsafe. Those of the profiles of
// facts are told by the kind of the difference.
const (
	safeClose  = "candidate_safe_close"
	ownerCheck = "requires_owner_check"
	keep       = "keep"
)

var closingCodes = []string{"TSPI_ACTIVE_OWNER_KILL_CANDIDATE", "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN",
	"TSPI_PREMATURE_SAFE_CLOSE"}
