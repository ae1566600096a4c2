package tspi

// ReliefReceipt is a pressure_hygiene_relief_receipt_v1 (contract, section 6):
// what could be done about the pressure, with the statement that nothing was.
type ReliefReceipt struct {
	Schema      string       `json:"schema"`
	Before      ReliefBefore `json:"before"`
	Action      ReliefAction `json:"action"`
	After       *struct{}    `json:"after"` // always null: nothing was done
	Verdict     string       `json:"verdict"`
	NextActions []string     `json:"next_actions"`
}

// ReliefBefore is the pressure that the receipt is about.
type ReliefBefore struct {
	InventorySchema  string  `json:"tool_server_pressure_inventory_schema"`
	InventorySummary Summary `json:"inventory_summary"`
}

// ReliefAction is what the inventory leaves to do. SafeCloseActionCount is always 0.
type ReliefAction struct {
	Status                         string           `json:"status"`
	SafeCloseActionCount           int              `json:"safe_close_action_count"`
	SafeCloseCandidateCount        int              `json:"safe_close_candidate_count"`
	RequiresOwnerCheckCount        int              `json:"requires_owner_check_count"`
	ActiveOwnerReleaseRequestCount int              `json:"active_owner_release_request_count"`
	OwnerReleaseRequests           []ReleaseRequest `json:"owner_release_requests"`
	NoUnknownOwnerKilled           bool             `json:"no_unknown_owner_killed"`
	NoProcessSignalSent            bool             `json:"no_process_signal_sent"`
}

// Relief returns the receipt for an inventory.
func Relief(inventory *Inventory) *ReliefReceipt {
	s := inventory.Summary
	status, verdict := reliefVerdict(s)
	requests := []ReleaseRequest{}
	for i := range s.ActiveOwnerPressureGroups {
		requests = append(requests, s.ActiveOwnerPressureGroups[i].OwnerReleaseRequest)
	}
	return &ReliefReceipt{
		Schema: SchemaReliefReceipt,
		Before: ReliefBefore{inventory.Schema, s},
		Action: ReliefAction{
			Status:                         status,
			SafeCloseCandidateCount:        s.CandidateSafeCloseCount,
			RequiresOwnerCheckCount:        s.RequiresOwnerCheckCount,
			ActiveOwnerReleaseRequestCount: s.ActiveOwnerReleaseRequestCount,
			OwnerReleaseRequests:           requests,
			NoUnknownOwnerKilled:           true,
			NoProcessSignalSent:            true,
		},
		Verdict: verdict,
		NextActions: []string{
			"request_active_owner_release_for_over_budget_helper_groups",
			"resolve_owner_state_before_closing_requires_owner_check_rows",
		},
	}
}

func reliefVerdict(s Summary) (status, verdict string) {
	switch {
	case s.CandidateSafeCloseCount > 0:
		return "safe_action_available", "pending_safe_close_action"
	case s.ActiveOwnerReleaseRequestCount > 0:
		return "owner_release_request_available", "pending_owner_release_request"
	case s.RequiresOwnerCheckCount > 0:
		return "owner_check_required", "no_safe_action"
	}
	return "no_action", "no_safe_action"
}
