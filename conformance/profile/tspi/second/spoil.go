package mutant

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
