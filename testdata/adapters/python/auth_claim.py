"""The audit of the profile auth: section 6, a log of what somebody admitted and did."""

from auth_shapes import HELD, IDENTITY, INCARNATION, LAUNCH, VERDICTS
from facts import Fault, array, digest, ident, or_null, record, word

claim_shape = record({"log": array(record({
    "request": ident,
    "verdict": word(*VERDICTS),
    "resource": or_null(IDENTITY),
    "launch": or_null(LAUNCH),
    "approval": or_null(record({"id": ident, "digest": digest})),
    "signalled": array(INCARNATION),
    "updated": array(ident),
    "ceiling": or_null(record(HELD)),
}))})

_CODES = {  # section 7: the code of a refused row's reason
    "selector_mismatch": "ALIAS_ACCEPTED",
    "selector_ambiguous": "ALIAS_ACCEPTED",
    "store_foreign": "ALIAS_ACCEPTED",
    "root_control": "ALIAS_ACCEPTED",
    "owner_mismatch": "OWNER_SUBSTITUTED",
    "thread_mismatch": "OWNER_SUBSTITUTED",
    "target_malformed": "SCOPE_BROADENED",
    "operation_not_granted": "SCOPE_BROADENED",
    "not_admitted": "SCOPE_BROADENED",
    "launch_exceeds_scope": "SCOPE_BROADENED",
    "approval_not_inherited": "APPROVAL_UNBOUND",
    "approval_absent": "APPROVAL_UNBOUND",
    "approval_mismatch": "APPROVAL_UNBOUND",
    "approval_used": "RESERVATION_REPLAYED",
    "reservation_used": "RESERVATION_REPLAYED",
    "backend_external": "EXTERNAL_CONTAINED",
    "receipt_external": "EXTERNAL_CONTAINED",
    "generation_replaced": "GENERATION_REPLACED",
    "identity_changed": "LINKAGE_BROKEN",
    "receipt_absent": "LINKAGE_BROKEN",
    "receipt_unreadable": "LINKAGE_BROKEN",
    "receipt_mismatch": "LINKAGE_BROKEN",
    "status_unknown": "STALE_MUTATION",
    "not_completed": "STALE_MUTATION",
    "root_stale": "STALE_MUTATION",
}
_CODES_BY_START = {
    "record_": "LINKAGE_BROKEN", "publication_": "LINKAGE_BROKEN", "sidecar_": "LINKAGE_BROKEN",
    "supervisor_": "STALE_MUTATION",
}

_REFRESHED = {
    "status", "exit_code", "ended_at", "teardown", "timed_out", "output_truncated", "error", "failure_kind",
}
_CHANGEABLE = {
    "launch": set(), "continue": set(), "ack": {"acknowledged"},
    "read_output": _REFRESHED, "stop": _REFRESHED | {"acknowledged"},
}


def audit(rulings, claim, fits):
    """The findings on a log; rulings by request id, fits(scope, sealed) as section 3 says."""
    for index, entry in enumerate(claim["log"]):
        if entry["request"] not in rulings:
            raise Fault(f"/log/{index}/request", "the facts have no such request")
    found = []
    spent, launched = set(), set()  # of the entries so far
    for entry in claim["log"]:
        ruling = rulings[entry["request"]]
        replayed = _id_of(entry["approval"], "id") in spent or _id_of(entry["launch"], "generation") in launched
        codes = [_judge_act(entry, ruling, replayed, fits)]
        if entry["ceiling"] is not None:
            codes.append(_judge_ceiling(entry["ceiling"], ruling))
        found += [(code, entry["request"]) for code in codes if code]
        if entry["approval"]:
            spent.add(entry["approval"]["id"])
        if entry["launch"]:
            launched.add(entry["launch"]["generation"])
    return found


def _id_of(part, name):
    return part[name] if part else None


def _acts(entry):
    parts = (entry["resource"], entry["launch"], entry["approval"])
    return any(part is not None for part in parts) or bool(entry["signalled"] or entry["updated"])


def _judge_act(entry, ruling, replayed, fits):
    """The code that the act raises, or None."""
    row = ruling.row
    if row["verdict"] == "refuse":
        if entry["verdict"] == "refuse" and not _acts(entry):
            return None
        return _code_of(row["reason"])
    code = (
        (entry["resource"] and _judge_resource(entry["resource"], ruling.target))
        or (entry["launch"] and _judge_launch(entry["launch"], ruling.request["launch"], fits))
        or _judge_approval(entry, ruling)
    )
    if code:
        return code
    if replayed:
        return "RESERVATION_REPLAYED"
    if entry["signalled"] and row["signal_permitted"] is None:
        return "HISTORY_SIGNALLED"
    if any(incarnation != row["signal_permitted"] for incarnation in entry["signalled"]):
        return "SCOPE_BROADENED"
    may_change = set() if row["verdict"] == "noop_historical" else _CHANGEABLE[row["operation"]]
    if not may_change.issuperset(entry["updated"]):
        return "FIELD_OVERWRITTEN"
    return None if entry["verdict"] == row["verdict"] else "DECISION_CONTRADICTED"


def _code_of(reason):
    if reason in _CODES:
        return _CODES[reason]
    return next(code for start, code in _CODES_BY_START.items() if reason.startswith(start))


def _judge_resource(resource, target):
    if target is None:
        return "SCOPE_BROADENED"
    if resource == target:
        return None
    different = {name for name in target if resource[name] != target[name]}
    if different & {"store", "job_id"}:
        return "ALIAS_ACCEPTED"
    return "OWNER_SUBSTITUTED" if different & {"owner", "thread", "origin"} else "GENERATION_REPLACED"


def _judge_launch(launch, asked, fits):
    if asked is None:
        return "SCOPE_BROADENED"
    if launch["generation"] != asked["generation"]:
        return "GENERATION_REPLACED"
    fitting = launch["input_digest"] == asked["input_digest"] and fits(launch["scope"], asked["scope"])
    return None if fitting else "SCOPE_BROADENED"


def _judge_approval(entry, ruling):
    spent, asked = entry["approval"], ruling.request["approval"]
    if spent is not None:
        bound = spent["id"] == asked and spent["digest"] == ruling.binding()
        return None if bound else "APPROVAL_UNBOUND"
    owed = asked is not None and ruling.row["verdict"] != "noop_historical"
    return "APPROVAL_UNBOUND" if owed and _acts(entry) else None


def _judge_ceiling(ceiling, ruling):
    """The code that the claimed ceiling raises, or None."""
    jobs, launches = list(ruling.jobs.values()), list(ruling.launches.values())
    for job in ceiling["jobs"]:
        same = [held for held in ruling.parent_jobs if all(held[name] == job[name] for name in ("store", "job_id"))]
        if job not in jobs and same and job not in same:
            return "PARENT_RENEWED"
    claimed = ceiling["operations"] + ceiling["jobs"] + ceiling["launches"]
    held = ruling.operations + jobs + launches
    if any(member not in held for member in claimed):
        return "SCOPE_BROADENED"
    return "DECISION_CONTRADICTED" if any(member not in claimed for member in held) else None
