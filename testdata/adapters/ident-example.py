"""ident.decide, as small as it can be: an adapter for the cases of sections 2 to 4 of the contract.
It does not check its input and does not audit."""

import json
import sys

RECURRING = ("linux", "other")  # platforms whose tokens count from boot


def the_one(entries, key, number):
    """The entry with this number, where exactly one has it."""
    found = [e for e in entries if e[key] == number]
    return found[0] if len(found) == 1 else None


def verdict(facts, record):
    """Section 2: the first line that holds."""
    host, pid, token = facts["host"], record["pid"], record["start_token"]
    boots = (record["boot_id"], host["boot_id"])
    looks = [o for o in facts["observations"] if o["pid"] == pid]
    look = looks[0] if looks else {"state": None, "start_token": None, "probe": None}
    state, probe, seen = look["state"], look["probe"], look["start_token"]
    table = (
        (record["scope"] is None or record["scope"] != host["scope"], "unverifiable", "other_scope"),
        (None not in boots and boots[0] != boots[1], "gone", "other_boot"),
        (pid is None, "unverifiable", "no_pid"),
        (token is None, "unverifiable", "no_token"),
        (record["token_from"] is None, "unverifiable", "token_source_unknown"),
        (record["token_from"] == "later", "unverifiable", "token_later"),
        (record["token_from"] == "command_match", "unverifiable", "command_match"),
        (None in boots and host["platform"] in RECURRING, "unverifiable", "boot_unknown"),
        (not looks, "unverifiable", "not_observed"),
        (len(looks) > 1, "unverifiable", "ambiguous"),
        (state == "unreadable", "unverifiable", "unreadable"),
        (state == "absent" and probe != "esrch", "unverifiable", "absence_unproven"),
        (state == "absent", "gone", "absent"),
        (probe == "esrch", "unverifiable", "probe_contradicts"),
        (seen is None, "unverifiable", "token_unread"),
        (token and seen and token.split(":")[0] != seen.split(":")[0], "unverifiable", "token_incomparable"),
        (token != seen, "foreign", "token_differs"),
        (state == "zombie", "owned", "zombie"),
    )
    return next(((v, why) for holds, v, why in table if holds), ("owned", "token_equal"))


def group_state(facts, record, said, why):
    """Section 3: is anybody in the group that the process led?"""
    host, pgid = facts["host"], record["pgid"]
    entry = the_one(facts["groups"], "pgid", pgid) or {"probe": None}
    table = (
        (host["platform"] == "windows", "none"),
        (said == "unverifiable", "unknown"),
        (why == "other_boot", "empty"),
        (pgid is None, "unknown"),
        (pgid != record["pid"], "none"),
        (said == "foreign", "empty"),
        (host["own_pgid"] is None or pgid in (host["own_pgid"], 1), "unknown"),
        (entry["probe"] == "esrch" and why == "absent", "empty"),
        (entry["probe"] in ("ok", "eperm"), "present"),
    )
    return next((word for holds, word in table if holds), "unknown")


def decide(facts):
    host, records = facts["host"], facts["records"]
    said = {r["id"]: verdict(facts, r) for r in records}

    def is_in(record, pgid):
        """An owned record whose process is in that group now."""
        look = the_one(facts["observations"], "pid", record["pid"])
        return said[record["id"]][0] == "owned" and look["pgid"] == pgid

    def protected(record):
        return record["kind"] == "job" or record["origin"] == "in_process"

    rows = []
    for r in records:
        v, why = said[r["id"]]
        others = [x for x in records if x is not r]
        pgid, group = r["pgid"], group_state(facts, r, v, why)
        ended = None if v == "unverifiable" else why != "token_equal"
        signal = why == "token_equal" and r["pid"] not in (1, host["own_pid"])
        witness = any(is_in(x, pgid) and x["pgid"] == pgid for x in others)
        group_signal = (host["platform"] != "windows" and pgid is not None and pgid == r["pid"]
                        and host["own_pgid"] is not None and pgid not in (host["own_pgid"], host["own_pid"], 1)
                        and (is_in(r, pgid) or why == "absent" and group == "present" and witness)
                        and not any(is_in(x, pgid) and protected(x) for x in others))
        held = r["origin"] == "in_process" or r["pid"] is not None and any(
            x["origin"] == "in_process" and x["pid"] == r["pid"]
            and all(None in (x[k], r[k]) or x[k] == r[k] for k in ("start_token", "boot_id", "scope"))
            for x in others)
        disposition = ("leave_to_holder" if held else "report" if v == "unverifiable"
                       else ("correct" if ended else "keep") if r["kind"] == "job"
                       else "tear_down" if signal or group_signal
                       else "correct" if ended and group in ("none", "empty") else "report")
        rows.append({"id": r["id"], "verdict": v, "reason": why, "ended": ended, "signal_permitted": signal,
                     "group_state": group, "group_signal_permitted": group_signal, "disposition": disposition})
    gaps = [r["id"] for r in rows if r["verdict"] == "unverifiable"]
    counts = {f"{word}_count": sum(r["verdict"] == word for r in rows)
              for word in ("owned", "gone", "foreign", "unverifiable")}
    return {"rows": rows, "summary": {
        "record_count": len(rows), **counts,
        "signal_permitted_count": sum(r["signal_permitted"] for r in rows),
        "group_signal_permitted_count": sum(r["group_signal_permitted"] for r in rows),
        "coverage": "partial" if gaps else "whole", "gaps": gaps}}


DESCRIPTION = {"protocol": 1, "name": "ident-example", "version": "1.0.0", "language": "python",
               "ops": ["ident.decide"], "levels": ["core"]}

for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"ok": DESCRIPTION if request["op"] == "describe" else decide(request["input"])}
    except Exception as failure:  # never a right answer, but the next request goes on
        print(type(failure).__name__, file=sys.stderr)
        answer = {"error": {"code": "internal", "message": "the adapter failed"}}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
