package second

import "slices"

// inventory is the answer to classify (contract, section 6).
func (w *world) inventory() object {
	helpers := w.helpers()
	rows := []object{}
	for _, h := range helpers {
		rows = append(rows, w.inventoryRow(h))
	}
	if w.on("rows-by-pid") {
		slices.SortStableFunc(rows, func(a, b object) int { return int(a["pid"].(int64) - b["pid"].(int64)) })
	}
	inventory := object{
		"schema": "tool_server_pressure_inventory_v1",
		"policy": object{"no_unknown_owner_killed": true, "no_process_signal_sent": true,
			"inventory_is_not_kill_list": true,
			"safe_close_predicate":       "ppid==1 and allowlisted kind and age>=min_age_seconds",
			"min_age_seconds":            w.policy.minAge},
		"summary": w.summary(helpers),
		"rows":    rows,
	}
	w.spoil(inventory, helpers)
	return inventory
}

func (w *world) inventoryRow(h *helper) object {
	row := object{
		"pid": h.pid, "ppid": h.ppid, "process_kind": h.kind.name, "owner": h.chain.status,
		"owner_status": h.chain.status,
		"decision":     h.decision, "reason": h.reason, "age_s": ageOf(h), "cpu_pct": h.cpu,
		"allowlist_matched": h.kind.allowlisted, "command_hash": h.hash,
	}
	if w.on("cpu-with-the-age") && !h.readable {
		row["cpu_pct"] = nil
	}
	if w.on("hash-of-the-program") {
		row["command_hash"] = commandHash(w.initProgram(h.command))
	}
	if w.hardened() {
		row["chain_end"], row["chain_hops"], row["chain_end_pid"] = h.chain.end, h.chain.hops, h.chain.last
	}
	return row
}

// ageOf is the age of a helper, null where it is not known.
func ageOf(h *helper) any {
	if !h.known {
		return nil
	}
	return h.age
}

func (w *world) summary(helpers []*helper) object {
	kinds, decisions, statuses := map[string]int{}, map[string]int{}, map[string]int{}
	if w.on("counts-of-zero") {
		decisions[keep] = 0
	}
	for _, h := range helpers {
		kinds[h.kind.name]++
		decisions[h.decision]++
		statuses[h.chain.status]++
	}
	groups := w.groups(helpers)
	emitted, excess := []object{}, 0
	for _, g := range groups {
		emitted = append(emitted, w.groupRecord(g))
		excess += g.excess
	}
	if w.on("requests-counted") {
		excess = len(groups)
	}
	summary := object{
		"process_count": len(helpers), "candidate_safe_close_count": decisions[safeClose],
		"requires_owner_check_count": decisions[ownerCheck], "keep_count": decisions[keep],
		"active_owner_pressure_groups": emitted, "active_owner_pressure_group_count": len(groups),
		"active_owner_release_request_count": excess,
		"kind_counts":                        kinds, "decision_counts": decisions, "owner_status_counts": statuses,
	}
	if w.on("all-processes-counted") {
		summary["process_count"] = len(w.table.rows)
	}
	if w.hardened() {
		t := w.table
		summary["init"] = w.init()
		summary["skipped_line_counts"] = object{"comment": t.comments, "header": t.headers, "malformed": t.malformed}
		if w.on("causes-added-up") {
			summary["skipped_line_counts"] = object{"comment": 0, "header": 0, "malformed": t.comments + t.headers +
				t.malformed}
		}
	}
	return summary
}

// spoil is where the mutants of the standing checks are wrong: in what an answer
// says beside the right rows.
func (w *world) spoil(inventory object, helpers []*helper) {
	rows := inventory["rows"].([]object)
	for i, h := range helpers {
		switch {
		case w.on("half-a-command"):
			rows[i]["x_hint"] = h.command[:(len(h.command)+1)/2]
		case w.on("command-backwards-key"):
			rows[i]["x_seen"] = object{h.command: 1}
		case w.on("text-of-pid"):
			rows[i]["x_pid"], rows[i]["chain_hops"] = h.pid, "none"
		}
	}
	switch {
	case w.on("close-list"):
		inventory["x_close"] = object{"killed_pid": len(rows)}
	case w.on("no-promise"):
		delete(inventory["policy"].(object), "inventory_is_not_kill_list")
	case w.on("host-named"):
		inventory["x_made_by"] = "/opt/reaper/bin/reaper"
	}
}
