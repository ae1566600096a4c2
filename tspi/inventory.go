package tspi

// Inventory is a tool_server_pressure_inventory_v1 record (contract, section 6).
type Inventory struct {
	Schema  string          `json:"schema"`
	Policy  InventoryPolicy `json:"policy"`
	Summary Summary         `json:"summary"`
	Rows    []InventoryRow  `json:"rows"` // the helpers, in table order
}

// InventoryPolicy is what every inventory promises.
type InventoryPolicy struct {
	NoUnknownOwnerKilled   bool    `json:"no_unknown_owner_killed"`
	NoProcessSignalSent    bool    `json:"no_process_signal_sent"`
	InventoryIsNotKillList bool    `json:"inventory_is_not_kill_list"`
	SafeClosePredicate     string  `json:"safe_close_predicate"`
	MinAgeSeconds          Integer `json:"min_age_seconds"`
}

// InventoryRow is one helper.
type InventoryRow struct {
	PID              int32    `json:"pid"`
	PPID             int32    `json:"ppid"`
	ProcessKind      string   `json:"process_kind"`
	Owner            string   `json:"owner"` // the owner status again, as first published
	OwnerStatus      string   `json:"owner_status"`
	Decision         Decision `json:"decision"`
	Reason           Reason   `json:"reason"`
	AgeS             *int64   `json:"age_s"`   // seconds; null for an unreadable row
	CPUPct           *float64 `json:"cpu_pct"` // the %CPU column; null where unreadable
	AllowlistMatched bool     `json:"allowlist_matched"`
	CommandHash      string   `json:"command_hash"`

	*ChainTrace // nil in an inventory by the core law
}

// ChainTrace is the hardened law's account of the walk to the owner (section 4).
type ChainTrace struct {
	ChainEnd    ChainEnd `json:"chain_end"`
	ChainHops   int      `json:"chain_hops"`    // processes visited, at most 8
	ChainEndPID *int32   `json:"chain_end_pid"` // the last one visited, else null
}

// Summary counts an inventory.
type Summary struct {
	ProcessCount                  int             `json:"process_count"`
	CandidateSafeCloseCount       int             `json:"candidate_safe_close_count"`
	RequiresOwnerCheckCount       int             `json:"requires_owner_check_count"`
	KeepCount                     int             `json:"keep_count"`
	ActiveOwnerPressureGroups     []PressureGroup `json:"active_owner_pressure_groups"`
	ActiveOwnerPressureGroupCount int             `json:"active_owner_pressure_group_count"`
	// the sum of all ExcessCount
	ActiveOwnerReleaseRequestCount int              `json:"active_owner_release_request_count"`
	KindCounts                     map[string]int   `json:"kind_counts"`
	DecisionCounts                 map[Decision]int `json:"decision_counts"`
	OwnerStatusCounts              map[string]int   `json:"owner_status_counts"`

	*TableSummary // nil in an inventory by the core law
}

// TableSummary is what the hardened law tells of the table itself.
type TableSummary struct {
	SkippedLineCounts SkippedLines `json:"skipped_line_counts"`
	Init              InitState    `json:"init"`
}

// fill makes the inventory row of a helper, but for its command hash, in place.
func (c *classifier) fill(out *InventoryRow, trace *ChainTrace, h helper) {
	kind := &c.policy.Kinds[h.kind]
	status := c.names.text(h.way.status)
	*out = InventoryRow{
		PID:              h.row.PID,
		PPID:             h.row.PPID,
		ProcessKind:      kind.Name,
		Owner:            status,
		OwnerStatus:      status,
		Decision:         h.decision,
		Reason:           h.reason,
		AllowlistMatched: kind.Allowlisted,
	}
	if h.row.HasAge {
		out.AgeS = &h.row.Age
	}
	if h.row.HasCPU {
		out.CPUPct = &h.row.CPU
	}
	if !c.level.IsHardened() {
		return
	}
	*trace = ChainTrace{ChainEnd: h.way.end.chainEnd(), ChainHops: int(h.way.hops)}
	if h.way.hops > 0 {
		trace.ChainEndPID = &c.table.Rows[h.way.last].PID
	}
	out.ChainTrace = trace
}
