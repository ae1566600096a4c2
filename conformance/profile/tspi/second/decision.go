package second

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"slices"
)

// The three decisions.
const (
	safeClose  = "candidate_safe_close"
	ownerCheck = "requires_owner_check"
	keep       = "keep"
)

// helper is a row of the inventory.
type helper struct {
	*row
	kind             *kind
	chain            chain
	hash             string
	kept, registered bool
	active           bool // its owner is
	decision, reason string
}

// commandHash is the first 16 hex digits of the SHA-256 of a command.
func commandHash(command string) string {
	sum := sha256.Sum256([]byte(command))
	return hex.EncodeToString(sum[:8])
}

// helpers judges every row that has a kind, in the order of the table.
func (w *world) helpers() []*helper {
	var all []*helper
	for _, r := range w.table.rows {
		if k := w.kindOf(r); k != nil {
			all = append(all, w.judge(r, k))
		}
	}
	return all
}

func (w *world) judge(r *row, k *kind) *helper {
	h := &helper{row: r, kind: k, chain: w.owner(r, k), hash: commandHash(r.command),
		kept: slices.Contains(w.policy.keep, k.name)}
	if w.on("kept-in-any-case") {
		h.kept = slices.Contains(lowered(w.policy.keep), lower(k.name))
	}
	h.registered = w.isRegistered(r.pid, h.hash)
	h.active = slices.Contains(w.owners.active, h.chain.status)
	if w.on("active-built-in") {
		h.active = slices.Contains(activeByDefault(), h.chain.status)
	}
	h.decision, h.reason = w.decide(h)
	return h
}

func (w *world) isRegistered(pid int64, hash string) bool {
	list := w.owners.registered
	if w.on("first-registry-entry") && len(list) > 1 {
		list = list[:1]
	}
	for _, entry := range list {
		number := entry.pid
		if w.on("registry-of-32-bits") {
			number = big.NewInt(int64(int32(number.Int64())))
		}
		byHash := entry.hash == "" || entry.hash == hash || w.on("registry-by-pid")
		if w.on("registry-by-hash") {
			byHash = entry.hash == hash
		}
		if number.Cmp(big.NewInt(pid)) == 0 && byHash && !w.on("registry-ignored") {
			return true
		}
	}
	return false
}

// decide is section 5: the first condition that holds.
func (w *world) decide(h *helper) (decision, reason string) {
	isDetached := h.chain.end == "detached"
	reused := w.hardened() && len(w.table.byPID[h.pid]) > 1
	if w.on("reuse-among-kinds") {
		reused = reused && w.sameKindTwice(h)
	}
	switch {
	case h.kept && !w.on("kept-not-kept") && !(w.on("registered-before-kept") && h.registered):
		return keep, "runtime_not_helper_cleanup"
	case reused && !w.on("reuse-ignored"):
		return ownerCheck, "pid_reuse_requires_owner_check"
	case !h.readable && !w.on("unreadable-closable"):
		return ownerCheck, "row_unreadable_requires_owner_check"
	case h.registered:
		return ownerCheck, "registered_helper_requires_owner_check"
	case isDetached && (h.kind.allowlisted || w.on("allowlist-ignored")) && w.oldEnough(h):
		return safeClose, "strict_orphan_allowlist_age_threshold_met"
	case isDetached:
		if w.on("young-orphans-kept") {
			return keep, "runtime_not_helper_cleanup"
		}
		return ownerCheck, "detached_process_not_in_safe_close_predicate"
	case h.active:
		if w.on("old-helpers-closed") && h.kind.allowlisted && h.age > 86400 {
			return safeClose, "strict_orphan_allowlist_age_threshold_met"
		}
		return ownerCheck, "active_parent_chain_requires_owner_check"
	case w.on("unresolved-closed") && h.kind.allowlisted && w.oldEnough(h):
		return safeClose, "strict_orphan_allowlist_age_threshold_met"
	}
	return ownerCheck, "parent_owner_not_resolved"
}

func (w *world) oldEnough(h *helper) bool {
	order := big.NewInt(h.age).Cmp(w.policy.minAge)
	switch {
	case w.on("older-than-minimum"):
		return order > 0
	case w.on("minimum-built-in"):
		return h.age >= 300
	case w.on("busy-spared"):
		return order >= 0 && h.cpu != nil && *h.cpu < 1
	case w.on("one-second-early"):
		return big.NewInt(h.age+1).Cmp(w.policy.minAge) >= 0
	}
	return order >= 0
}

func (w *world) sameKindTwice(h *helper) bool {
	n := 0
	for _, r := range w.table.byPID[h.pid] {
		if w.kindOf(r) != nil {
			n++
		}
	}
	return n > 1
}
