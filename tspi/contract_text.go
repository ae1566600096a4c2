package tspi

// isContractText reports whether a text of at least leakWhole bytes is one of
// the contract's own field names or fixed values. Those say nothing of a table
// even where a command happens to hold them.
func isContractText(text string) bool {
	switch text {
	// Fields of an inventory.
	case "no_unknown_owner_killed", "no_process_signal_sent", "inventory_is_not_kill_list", "safe_close_predicate",
		"min_age_seconds", "process_count", "candidate_safe_close_count", "requires_owner_check_count",
		"active_owner_pressure_groups", "active_owner_pressure_group_count", "active_owner_release_request_count",
		"decision_counts", "owner_status_counts", "skipped_line_counts", "process_kind", "owner_status",
		"allowlist_matched", "command_hash", "chain_end_pid":
		return true
	// Fields of groups and release requests.
	case "excess_count", "oldest_age_s", "newest_age_s", "recommended_action", "owner_must_release_own_helper",
		"owner_release_request", "detached_ancestor_count", "target_owner", "pressure_mode", "permitted_action",
		"requested_action", "owner_release_route", "no_active_session_terminated":
		return true
	// Fields of a relief receipt.
	case "tool_server_pressure_inventory_schema", "inventory_summary", "safe_close_action_count",
		"safe_close_candidate_count", "owner_release_requests", "next_actions":
		return true
	// Fields of inputs, findings and the records of a run.
	case "process_table", "pressure_policy", "owner_classes", "claimed_inventory", "match_substrings",
		"require_substrings",
		"exclude_substrings", "keep_owner_status", "value_options", "generic_names", "process_signal_authorized",
		"active_owner_status_values", "owner_release_targets", "registered_helpers", "expected_negative_case_id",
		"negative_case_id", "subject_kind", "body_in_receipt",
		"schema_version", "component_id", "expected_negative_cases", "observed_negative_cases",
		"missing_negative_cases",
		"negative_case_count", "inventory_projection", "source_module_manifest_status", "source_module_summary",
		"authority_ceiling", "process_signal_authority", "live_process_table_read_authorized",
		"host_mutation_authorized",
		"release_authorized", "whole_system_correctness_claim", "freshness_basis", "receipt_paths":
		return true
	// Fixed values.
	case SchemaInventory, SchemaReleaseRequest, SchemaReliefReceipt, SafeClosePredicate, OwnerReleaseRoute,
		actionRequestRelease, actionAskOwner, actionReleaseLease,
		StatusDetached, StatusActiveParent, StatusUnknownParent, statusActiveSession, statusActiveOwner,
		string(EndUnrecognisedInit), string(EndStartedByInit), string(EndMissingParent), string(EndAmbiguousPID),
		string(EndDetachedAncestor), string(DecisionSafeClose), string(DecisionOwnerCheck),
		string(InitUnrecognised), string(InitNotInTable):
		return true
	case string(ReasonKeep), string(ReasonPIDReuse), string(ReasonUnreadable), string(ReasonRegistered),
		string(ReasonOrphan), string(ReasonDetached), string(ReasonActiveOwner), string(ReasonOwnerUnsolved):
		return true
	case "safe_action_available", "pending_safe_close_action", "owner_release_request_available",
		"pending_owner_release_request", "owner_check_required", "no_safe_action",
		"request_active_owner_release_for_over_budget_helper_groups",
		"resolve_owner_state_before_closing_requires_owner_check_rows":
		return true
	}
	return false
}
