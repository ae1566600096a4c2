package second

import (
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

// Bytes of a command that a claim may not hold: a piece, and the shortest whole
// command.
const (
	leakPiece = 20
	leakWhole = 12
)

// nameFields may hold what a command holds: they are names.
var nameFields = []string{"schema", "process_kind", "owner", "owner_status", "target_owner", "decision", "reason",
	"chain_end", hashKey}

// countFields have names as keys.
var countFields = []string{"kind_counts", "decision_counts", "owner_status_counts"}

// pieces are what a claim may not hold of the commands of its table.
type pieces struct {
	long  map[string]bool // of 20 bytes
	whole []string        // shorter commands
}

// leaks reports whether the claim holds a piece of a command of the table.
func (a *auditor) leaks() bool {
	if a.on("leaks-unread") {
		return false
	}
	p := pieces{long: map[string]bool{}}
	for _, r := range a.world.table.rows {
		switch command := r.command; {
		case a.on("leaks-of-helpers") && a.world.kindOf(r) == nil:
		case len(command) >= leakPiece:
			for i := 0; i+leakPiece <= len(command); i++ {
				p.long[command[i:i+leakPiece]] = true
			}
		case len(command) >= leakWhole && !a.on("pieces-of-20-only"):
			p.whole = append(p.whole, command)
		}
	}
	return a.holdsPiece(a.claim, &p)
}

func (a *auditor) holdsPiece(v strict.Value, p *pieces) bool {
	switch v := v.(type) {
	case string:
		return p.in(v)
	case strict.Array:
		return slices.ContainsFunc(v, func(element strict.Value) bool { return a.holdsPiece(element, p) })
	case strict.Object:
		for _, m := range v {
			_, isText := m.Value.(string)
			counts, isCounts := m.Value.(strict.Object)
			switch {
			case p.in(m.Name) && !a.on("keys-hold-no-piece"):
				return true
			case isText && slices.Contains(nameFields, m.Name), isText && a.on("owners-hold-anything") &&
				strings.HasPrefix(m.Name, "owner"):
			case isCounts && slices.Contains(countFields, m.Name):
				for _, count := range counts {
					if a.holdsPiece(count.Value, p) {
						return true
					}
				}
			case a.holdsPiece(m.Value, p):
				return true
			}
		}
	}
	return false
}

// in reports whether a string holds one of the pieces.
func (p *pieces) in(s string) bool {
	if len(s) < leakWhole || ownWords[s] {
		return false
	}
	for i := 0; i+leakPiece <= len(s); i++ {
		if p.long[s[i:i+leakPiece]] {
			return true
		}
	}
	return holdsAny(s, p.whole)
}

// ownWords are the contract's field names and fixed values that are long enough to
// be taken for a command.
var ownWords = setOf(append(strings.Fields(`
	no_unknown_owner_killed no_process_signal_sent inventory_is_not_kill_list safe_close_predicate min_age_seconds
	process_kind owner_status allowlist_matched command_hash chain_end_pid process_count candidate_safe_close_count
	requires_owner_check_count active_owner_pressure_groups active_owner_pressure_group_count
	active_owner_release_request_count decision_counts owner_status_counts skipped_line_counts excess_count oldest_age_s
	newest_age_s recommended_action owner_must_release_own_helper owner_release_request detached_ancestor_count
	target_owner pressure_mode permitted_action requested_action owner_release_route no_active_session_terminated
	tool_server_pressure_inventory_schema inventory_summary safe_close_action_count safe_close_candidate_count
	owner_release_requests next_actions
	tool_server_pressure_inventory_v1 helper_owner_release_request_v1 pressure_hygiene_relief_receipt_v1
	candidate_safe_close requires_owner_check runtime_not_helper_cleanup pid_reuse_requires_owner_check
	row_unreadable_requires_owner_check registered_helper_requires_owner_check strict_orphan_allowlist_age_threshold_met
	detached_process_not_in_safe_close_predicate active_parent_chain_requires_owner_check parent_owner_not_resolved
	unrecognised_init started_by_init missing_parent ambiguous_pid owner_hint detached_ancestor
	launchd_detached active_parent_process unknown_parent_process active_session_chain active_owner_chain
	unrecognised not_in_table request_owner_release ask_owner_to_release release_tool_lease
	safe_action_available pending_safe_close_action owner_release_request_available pending_owner_release_request
	owner_check_required no_safe_action request_active_owner_release_for_over_budget_helper_groups
	resolve_owner_state_before_closing_requires_owner_check_rows`), "ppid==1 and allowlisted kind and age>=min_age_seconds"))

func setOf(words []string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}
