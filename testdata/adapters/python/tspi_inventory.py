"""The inventory record and its pressure groups: section 6 of the contract."""

from collections import Counter

from tspi_classify import classify, init_state
from tspi_law import CANDIDATE, KEEP, OWNER_CHECK

INVENTORY_SCHEMA = "tool_server_pressure_inventory_v1"
SAFE_CLOSE_PREDICATE = "ppid==1 and allowlisted kind and age>=min_age_seconds"
RELEASE_ROUTE = "The owning session must release or reuse its own lease; nobody else closes its helpers."


def inventory(fixture, hardened):
    """The whole record for one fixture."""
    helpers = classify(fixture, hardened)
    return {
        "schema": INVENTORY_SCHEMA,
        "policy": {
            "no_unknown_owner_killed": True,
            "no_process_signal_sent": True,
            "inventory_is_not_kill_list": True,
            "safe_close_predicate": SAFE_CLOSE_PREDICATE,
            "min_age_seconds": fixture.policy.min_age_seconds,
        },
        "summary": _summary(helpers, fixture, hardened),
        "rows": [row_record(helper, hardened) for helper in helpers],
    }


def row_record(helper, hardened):
    """One helper as the record tells it: never its command, only a hash."""
    row, kind, chain = helper.row, helper.kind, helper.chain
    record = {
        "pid": row.pid,
        "ppid": row.ppid,
        "process_kind": kind.name,
        "owner": chain.status,
        "owner_status": chain.status,
        "decision": helper.decision,
        "reason": helper.reason,
        "age_s": row.age,
        "cpu_pct": row.cpu,
        "allowlist_matched": kind.allowlisted,
        "command_hash": helper.command_hash,
    }
    if hardened:
        record["chain_end"] = chain.end
        record["chain_hops"] = chain.hops
        record["chain_end_pid"] = chain.end_pid
    return record


def _summary(helpers, fixture, hardened):
    decisions = Counter(helper.decision for helper in helpers)
    groups = pressure_groups(helpers, fixture.owners, hardened)
    summary = {
        "process_count": len(helpers),
        "candidate_safe_close_count": decisions[CANDIDATE],
        "requires_owner_check_count": decisions[OWNER_CHECK],
        "keep_count": decisions[KEEP],
        "active_owner_pressure_groups": groups,
        "active_owner_pressure_group_count": len(groups),
        "active_owner_release_request_count": sum(group["excess_count"] for group in groups),
        "kind_counts": Counter(helper.kind.name for helper in helpers),
        "decision_counts": decisions,
        "owner_status_counts": Counter(helper.chain.status for helper in helpers),
    }
    if hardened:
        summary["skipped_line_counts"] = fixture.table.skipped
        summary["init"] = init_state(fixture.table, fixture.owners)
    return summary


def pressure_groups(helpers, owners, hardened):
    """Active owners with more helpers of a kind than its budget allows, the worst first."""
    members = {}
    for helper in helpers:
        if helper.chain.status in owners.active and not helper.kept:
            members.setdefault((helper.kind.name, helper.chain.status), []).append(helper)
    groups = [
        _group(group, owners, hardened)
        for group in members.values()
        if group[0].kind.budget is not None and len(group) > group[0].kind.budget
    ]
    # Python orders text by code points, which is the order of their UTF-8 bytes.
    groups.sort(key=lambda g: (-g["excess_count"], -g["count"], g["process_kind"], g["owner_status"]))
    return groups


def _group(members, owners, hardened):
    kind, status, count = members[0].kind, members[0].chain.status, len(members)
    ages = [helper.row.age for helper in members if helper.row.age is not None]
    group = {
        "process_kind": kind.name,
        "owner_status": status,
        "budget": kind.budget,
        "count": count,
        "excess_count": count - kind.budget,
        "oldest_age_s": max(ages, default=None),
        "newest_age_s": min(ages, default=None),
        "recommended_action": "request_owner_release",
        "safety": {"no_process_signal_sent": True, "owner_must_release_own_helper": True},
        "owner_release_request": _release_request(kind, status, count, owners),
    }
    if hardened:
        group["detached_ancestor_count"] = sum(helper.chain.end == "detached_ancestor" for helper in members)
    return group


def _release_request(kind, status, count, owners):
    return {
        "schema": "helper_owner_release_request_v1",
        "process_kind": kind.name,
        "owner_status": status,
        "target_owner": owners.release_targets.get(status),
        "pressure_mode": "degraded",
        "process_count": count,
        "excess_count": count - kind.budget,
        "permitted_action": "ask_owner_to_release",
        "requested_action": "release_tool_lease",
        "result": "requested",
        "owner_release_route": RELEASE_ROUTE,
        "safety": {
            "no_process_signal_sent": True,
            "no_unknown_owner_killed": True,
            "no_active_session_terminated": True,
            "owner_must_release_own_helper": True,
        },
    }
