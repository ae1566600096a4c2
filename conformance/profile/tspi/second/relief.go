package second

// relief is the receipt of what could be done: nothing was.
func (w *world) relief() object {
	helpers := w.helpers()
	candidates, checks, excess := 0, 0, 0
	for _, h := range helpers {
		switch h.decision {
		case safeClose:
			candidates++
		case ownerCheck:
			checks++
		case keep:
			if w.on("kept-need-checks") {
				checks++
			}
		}
	}
	requests := []object{}
	for _, g := range w.groups(helpers) {
		excess += g.excess
		requests = append(requests, w.request(g))
	}
	status, verdict := "no_action", "no_safe_action"
	switch {
	case w.on("owners-first") && excess > 0:
		status, verdict = "owner_release_request_available", "pending_owner_release_request"
	case candidates > 0:
		status, verdict = "safe_action_available", "pending_safe_close_action"
	case excess > 0:
		status, verdict = "owner_release_request_available", "pending_owner_release_request"
	case checks > 0 || w.on("always-a-check"):
		status = "owner_check_required"
	}
	action := object{
		"status": status, "safe_close_action_count": 0, "safe_close_candidate_count": candidates,
		"requires_owner_check_count": checks, "active_owner_release_request_count": excess,
		"owner_release_requests":  requests,
		"no_unknown_owner_killed": true, "no_process_signal_sent": true,
	}
	if w.on("relief-acted") {
		action["safe_close_action_count"] = candidates
	}
	return object{
		"schema": "pressure_hygiene_relief_receipt_v1",
		"before": object{"tool_server_pressure_inventory_schema": "tool_server_pressure_inventory_v1",
			"inventory_summary": w.summary(helpers)},
		"action": action, "after": nil, "verdict": verdict,
		"next_actions": []string{"request_active_owner_release_for_over_budget_helper_groups",
			"resolve_owner_state_before_closing_requires_owner_check_rows"},
	}
}
