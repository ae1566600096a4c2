"""What several tests share: a small policy, tables from rows, claims, and requests through the protocol."""

import json

from adapter import answer

POLICY = {"kinds": [{"kind": "tool", "match_substrings": ["tool-server"], "allowlisted": True}]}
OWNERS = {"owner_hints": [{"substring": "session", "status": "active_session_chain"}]}
ABSENT = object()
INIT = "1 0 10-00:00:00 0.0 100 /sbin/init"

# A claimed row that nothing is wrong with.
ORPHAN = {
    "pid": 9, "ppid": 1, "process_kind": "tool", "owner_status": "launchd_detached",
    "decision": "candidate_safe_close",
    "age_s": 600, "allowlist_matched": True, "command_hash": "0123456789abcdef",
}


def table(*lines):
    """A process_table from lines of ps text."""
    return {"ps_text": "\n".join(lines) + "\n"}


def changed(record, **changes):
    """A record with other values; ABSENT takes a field away."""
    return {key: value for key, value in (record | changes).items() if value is not ABSENT}


def fixture(*lines, policy=POLICY, owners=OWNERS):
    """The three inputs of a fixture."""
    return {"process_table": table(*lines), "pressure_policy": policy, "owner_classes": owners}


def ask(op, request, hardened=True):
    """One request through the protocol; the whole answer."""
    line = json.dumps({"id": 7, "op": op, "input": request}).encode()
    return answer(line, hardened)


def classify(*lines, policy=POLICY, owners=OWNERS, hardened=True):
    """The inventory of a table."""
    return ask("tspi.classify", fixture(*lines, policy=policy, owners=owners), hardened)["ok"]


def rows(*lines, **options):
    """The inventory's rows by pid."""
    return {row["pid"]: row for row in classify(*lines, **options)["rows"]}


def refusal(op, request, hardened=True):
    """(error_code, input, pointer) of an answer that refuses, else the answer itself."""
    response = ask(op, request, hardened)
    error = response.get("error")
    return (error["error_code"], error["input"], error["pointer"]) if error else response["ok"]


def audit(claim, hardened=True, **settings):
    """The (error_code, subject_id) pairs that a claim raises, sorted."""
    response = ask("tspi.audit", {"claimed_inventory": claim, **settings}, hardened)
    return sorted((finding["error_code"], finding["subject_id"]) for finding in response["ok"]["findings"])
