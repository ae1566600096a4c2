package second

import (
	"math/big"
	"slices"

	"github.com/tspi-dev/harness/internal/strict"
)

func (a *auditor) judgeRows(rows strict.Array) {
	claimed := map[string]int{} // rows by pid
	for _, row := range rows {
		if pid := a.pidOf(row); pid != nil {
			claimed[pid.String()]++
		}
	}
	taken := make([]bool, len(a.truth))
	for i, row := range rows {
		if _, ok := row.(strict.Object); !ok || a.on("first-row-only") && i > 0 {
			continue
		}
		subject := "row"
		if pid := a.pidOf(row); pid != nil {
			subject = pid.String()
		}
		decision, _ := get(row, "decision").(string)
		if a.on("decisions-in-any-case") {
			decision = lower(decision)
		}
		known := slices.Contains([]string{safeClose, ownerCheck, keep}, decision)
		agrees := a.agrees(row, taken)
		code := ""
		if decision == safeClose || a.hardened() && !known && !a.on("unknown-decisions-harmless") {
			code = a.offence(row, claimed)
		}
		if code == "" && a.hardened() && a.world != nil && known && !agrees && !a.on("tables-unread") {
			code = codeContradict
		}
		if code != "" {
			a.found.raise(code, subject, "row")
		}
		if a.hardened() && !known && !a.on("any-decision") {
			a.found.raise(codeVocabulary, subject, "row")
		}
	}
	if !a.hardened() || a.on("omissions-pass") {
		return
	}
	for _, h := range a.truth {
		pid := big.NewInt(h.pid).String()
		if claimed[pid] < a.truthCount(h.pid) {
			a.found.raise(codeContradict, pid, "row")
		}
	}
}

// pidOf is the pid of a claimed row, nil where it has none.
func (a *auditor) pidOf(row strict.Value) *big.Int {
	pid := integer(get(row, "pid"))
	if text, ok := get(row, "pid").(string); ok && a.on("pids-as-text") {
		pid, _ = new(big.Int).SetString(text, 10)
	}
	if pid != nil && a.on("claimed-pids-wrap") {
		pid = big.NewInt(int64(int32(pid.Int64())))
	}
	return pid
}

func (a *auditor) truthCount(pid int64) int {
	n := 0
	for _, h := range a.truth {
		if h.pid == pid {
			n++
		}
	}
	return n
}

// facts are what the closing of a row is judged by.
type facts struct {
	active, detached, allowlisted, protected bool
	age                                      *big.Int // nil: not known
}

// offence is the first code that a closing row raises, "" where it raises none.
func (a *auditor) offence(row strict.Value, claimed map[string]int) string {
	if a.on("age-before-owner") {
		if age := integer(get(row, "age_s")); age != nil && age.Cmp(a.minAge) < 0 {
			return codePremature
		}
	}
	f := a.claimedFacts(row)
	if a.hardened() {
		pid := a.pidOf(row)
		if pid == nil && !a.on("rows-without-a-pid-pass") {
			return codeUnknown
		}
		if pid != nil && claimed[pid.String()] > 1 && !a.on("repeated-pids-pass") {
			return codeUnknown
		}
		if pid != nil && a.world != nil && !a.on("claims-believed") {
			h := a.known(pid)
			if h == nil {
				if a.on("strangers-pass") {
					return ""
				}
				return codeUnknown
			}
			if h.kept && a.on("kept-rows-pass") {
				return ""
			}
			f = a.derivedFacts(h, f)
		}
	}
	switch {
	case f.active && !a.on("active-rows-pass"):
		return codeActive
	case !f.detached, !f.allowlisted && !a.on("allowlist-unasked"), f.protected && !a.on("protected-rows-pass"):
		return codeUnknown
	case f.age == nil:
		if a.hardened() && !a.on("unknown-age-passes") {
			return codePremature
		}
	case f.age.Cmp(a.minAge) < 0 && !(f.age.Sign() < 0 && a.on("ages-without-sign")):
		return codePremature
	case f.age.Cmp(a.minAge) == 0 && a.on("age-beyond-minimum"):
		return codePremature
	}
	return ""
}

// claimedFacts are a row's own word.
func (a *auditor) claimedFacts(row strict.Value) facts {
	status, _ := get(row, "owner_status").(string)
	f := facts{active: slices.Contains(a.active, status), detached: status == detached && is(get(row, "ppid"), 1),
		allowlisted: get(row, "allowlist_matched") == true, age: integer(get(row, "age_s"))}
	if a.on("sessions-only") {
		f.active = status == "active_session_chain"
	}
	if a.on("lost-parents-are-gone") {
		f.detached = f.detached || status == unknownParent
	}
	if a.on("status-unasked") {
		f.detached = is(get(row, "ppid"), 1)
	}
	if a.on("ppid-unasked") {
		f.detached = status == detached
	}
	if a.on("truthy-allowlist") {
		text, _ := get(row, "allowlist_matched").(string)
		f.allowlisted = f.allowlisted || text != ""
	}
	if text, ok := get(row, "age_s").(string); ok && a.on("age-as-text") {
		f.age, _ = new(big.Int).SetString(text, 10)
	}
	return f
}

// known is the helper of a pid that stands once in the table and in the inventory.
func (a *auditor) known(pid *big.Int) *helper {
	for _, h := range a.truth {
		if pid.Cmp(big.NewInt(h.pid)) == 0 && (len(a.world.table.byPID[h.pid]) == 1 || a.on("first-row-of-a-pid")) {
			return h
		}
	}
	return nil
}

func (a *auditor) derivedFacts(h *helper, claimed facts) facts {
	f := facts{active: h.active, detached: h.chain.status == detached && h.ppid == 1, allowlisted: h.kind.allowlisted,
		protected: h.kept || h.registered}
	if h.known {
		f.age = big.NewInt(h.age)
	}
	if a.on("reused-parents-believed") && (h.chain.end == "stale_link" || h.chain.end == "ambiguous_pid") {
		f.active = true
	}
	if a.on("claimed-ages-believed") {
		f.age = claimed.age
	}
	if a.on("claimed-allowlist-believed") {
		f.allowlisted = claimed.allowlisted
	}
	return f
}

// agrees finds a row of the inventory that a claimed row agrees with and that no
// other row has taken, and takes it.
func (a *auditor) agrees(row strict.Value, taken []bool) bool {
	for i, h := range a.truth {
		if (!taken[i] || a.on("one-truth-for-all")) && a.agreesWith(row, h) {
			taken[i] = true
			return true
		}
	}
	return false
}

func (a *auditor) agreesWith(row strict.Value, h *helper) bool {
	age, hasAge := row.(strict.Object).Get("age_s")
	sameAge := hasAge && age == nil
	if h.known {
		sameAge = is(age, h.age)
	}
	if a.on("ages-unread") || a.on("missing-age-is-null") && !hasAge && !h.known {
		sameAge = true
	}
	allowlisted := get(row, "allowlist_matched") == h.kind.allowlisted
	if a.on("1-is-true") {
		allowlisted = allowlisted || is(get(row, "allowlist_matched"), 1) && h.kind.allowlisted
	}
	return is(get(row, "pid"), h.pid) && is(get(row, "ppid"), h.ppid) && get(row, "process_kind") == h.kind.name &&
		(get(row, "owner_status") == h.chain.status || a.on("statuses-unread")) && get(row, "decision") == h.decision &&
		sameAge && allowlisted &&
		(get(row, hashKey) == h.hash || a.on("hashes-uncompared"))
}
