"""The relief receipt: what the pressure asks for, and that nothing was done (section 6)."""

from tspi_inventory import inventory


def relief(fixture, hardened):
    """The receipt for one fixture."""
    record = inventory(fixture, hardened)
    summary = record["summary"]
    candidates = summary["candidate_safe_close_count"]
    excess = summary["active_owner_release_request_count"]
    owner_checks = summary["requires_owner_check_count"]
    status, verdict = _verdict(candidates, excess, owner_checks)
    return {
        "schema": "pressure_hygiene_relief_receipt_v1",
        "before": {"tool_server_pressure_inventory_schema": record["schema"], "inventory_summary": summary},
        "action": {
            "status": status,
            "safe_close_action_count": 0,
            "safe_close_candidate_count": candidates,
            "requires_owner_check_count": owner_checks,
            "active_owner_release_request_count": excess,
            "owner_release_requests": [
                group["owner_release_request"] for group in summary["active_owner_pressure_groups"]
            ],
            "no_unknown_owner_killed": True,
            "no_process_signal_sent": True,
        },
        "after": None,
        "verdict": verdict,
        "next_actions": [
            "request_active_owner_release_for_over_budget_helper_groups",
            "resolve_owner_state_before_closing_requires_owner_check_rows",
        ],
    }


def _verdict(candidates, excess, owner_checks):
    """The action's status and the verdict: the first that holds."""
    if candidates:
        return "safe_action_available", "pending_safe_close_action"
    if excess:
        return "owner_release_request_available", "pending_owner_release_request"
    if owner_checks:
        return "owner_check_required", "no_safe_action"
    return "no_action", "no_safe_action"
