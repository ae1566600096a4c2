"""The contract's own field names and fixed values of twelve letters and more.

A command may hold one of them by chance; a claim that uses it as the contract does repeats no command.
"""

_FIELDS = """
    allowlist_matched chain_end_pid command_hash owner_status process_kind
    active_owner_pressure_group_count active_owner_pressure_groups active_owner_release_request_count
    candidate_safe_close_count decision_counts kind_counts owner_status_counts process_count
    requires_owner_check_count skipped_line_counts
    detached_ancestor_count excess_count newest_age_s oldest_age_s recommended_action
    owner_release_request owner_release_route permitted_action pressure_mode requested_action target_owner
    inventory_is_not_kill_list min_age_seconds no_active_session_terminated no_process_signal_sent
    no_unknown_owner_killed owner_must_release_own_helper safe_close_predicate
    inventory_summary next_actions owner_release_requests safe_close_action_count
    safe_close_candidate_count tool_server_pressure_inventory_schema
    process_table pressure_policy owner_classes match_substrings require_substrings exclude_substrings
    keep_owner_status value_options generic_names
    process_signal_authorized owner_hints active_owner_status_values owner_release_targets
    registered_helpers claimed_inventory expected_negative_case_id negative_case_id
    body_in_receipt subject_kind
"""
_VALUES = """
    tool_server_pressure_inventory_v1 helper_owner_release_request_v1 pressure_hygiene_relief_receipt_v1
    candidate_safe_close requires_owner_check
    launchd_detached active_parent_process unknown_parent_process active_session_chain active_owner_chain
    ambiguous_pid detached_ancestor missing_parent unrecognised_init started_by_init
    not_in_table recognised unrecognised
    runtime_not_helper_cleanup pid_reuse_requires_owner_check row_unreadable_requires_owner_check
    registered_helper_requires_owner_check strict_orphan_allowlist_age_threshold_met
    detached_process_not_in_safe_close_predicate active_parent_chain_requires_owner_check
    parent_owner_not_resolved
    request_owner_release ask_owner_to_release release_tool_lease
    safe_action_available pending_safe_close_action owner_release_request_available
    pending_owner_release_request owner_check_required no_safe_action
    request_active_owner_release_for_over_budget_helper_groups
    resolve_owner_state_before_closing_requires_owner_check_rows
"""
_PREDICATE = "ppid==1 and allowlisted kind and age>=min_age_seconds"

CONTRACT_WORDS = frozenset([*_FIELDS.split(), *_VALUES.split(), _PREDICATE])
