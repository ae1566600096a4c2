"""The law of the profile ident: is this still the process that was recorded?

Comments name the rows of the contract's tables.
"""

import re
from collections import defaultdict

from facts import (
    MAX_INTEGER, Profile, anything, array, boolean, ident, identical, integer, matching, open_record, or_null, record,
    text, word,
)

_PID = integer(1, MAX_INTEGER)
_TOKEN = matching(re.compile(r"[a-z0-9-]{1,16}:[ -~]{1,128}"), "a token, mechanism:value,")
_PROBE = or_null(word("ok", "esrch", "eperm"))

_RECORD = {
    "id": ident,
    "kind": word("grant", "job"),
    "origin": word("in_process", "durable"),
    "scope": or_null(ident),
    "boot_id": or_null(ident),
    "pid": or_null(_PID),
    "start_token": or_null(_TOKEN),
    "token_from": or_null(word("spawn", "snapshot", "later", "command_match")),
    "pgid": or_null(_PID),
    "command": or_null(text),
}
_OBSERVATION = {
    "pid": _PID,
    "state": word("running", "zombie", "absent", "unreadable"),
    "start_token": or_null(_TOKEN),
    "pgid": or_null(_PID),
    "probe": _PROBE,
    "command": or_null(text),
}
_GROUP = {"pgid": _PID, "probe": _PROBE}

FACTS = record({
    "host": record({
        "platform": word("linux", "macos", "bsd", "windows", "other"),
        "scope": ident,
        "boot_id": or_null(ident),
        "own_pid": _PID,
        "own_pgid": or_null(_PID),
    }),
    "records": array(record(_RECORD), once="id"),
    "observations": array(record(_OBSERVATION)),
    "groups": array(record(_GROUP)),
})

VERDICTS = ("owned", "gone", "foreign", "unverifiable")
REASONS = (
    "other_scope", "other_boot", "no_pid", "no_token", "token_source_unknown", "token_later", "command_match",
    "boot_unknown", "not_observed", "ambiguous", "unreadable", "absence_unproven", "absent", "probe_contradicts",
    "token_unread", "token_incomparable", "token_differs", "zombie", "token_equal",
)


class Look:
    """The observations and group entries that are in force, and the rows that follow from them."""

    def __init__(self, facts, observations, groups):
        self.host = facts["host"]
        self.records = facts["records"]
        self._observations = _by(observations, "pid")
        self._groups = _by(groups, "pgid")
        self._verdicts = {}
        self._owned = None
        self._holders = defaultdict(list)
        for held in self.records:
            if held["origin"] == "in_process":
                self._holders[held["pid"]].append(held)

    def renewed(self, facts, event):
        """This look after another one: what was seen anew replaces what was known of its numbers."""
        fresh = Look(facts, event["observations"], event["groups"])
        fresh._observations = self._observations | fresh._observations
        fresh._groups = self._groups | fresh._groups
        return fresh

    def observation(self, r):
        """The one observation of the record's pid, or None."""
        return _the_one(self._observations, r["pid"])

    def group(self, r):
        """The one entry of the record's group, or None."""
        return _the_one(self._groups, r["pgid"])

    def verdict(self, r):
        """(verdict, reason) of section 2."""
        if r["id"] not in self._verdicts:
            self._verdicts[r["id"]] = self._verdict(r)
        return self._verdicts[r["id"]]

    def _verdict(self, r):
        host = self.host
        boots = (r["boot_id"], host["boot_id"])
        if r["scope"] is None or r["scope"] != host["scope"]:
            return "unverifiable", "other_scope"
        if None not in boots and boots[0] != boots[1]:
            return "gone", "other_boot"
        if r["pid"] is None:
            return "unverifiable", "no_pid"
        if r["start_token"] is None:
            return "unverifiable", "no_token"
        if r["token_from"] is None:
            return "unverifiable", "token_source_unknown"
        if r["token_from"] == "later":
            return "unverifiable", "token_later"
        if r["token_from"] == "command_match":
            return "unverifiable", "command_match"
        if None in boots and host["platform"] in ("linux", "other"):
            return "unverifiable", "boot_unknown"
        seen = self._observations.get(r["pid"], [])
        if len(seen) != 1:
            return "unverifiable", "ambiguous" if seen else "not_observed"
        return _compare(r["start_token"], seen[0])

    def row(self, r):
        """The row of section 3."""
        verdict, reason = self.verdict(r)
        ended = None
        if verdict in ("gone", "foreign") or reason == "zombie":
            ended = True
        elif reason == "token_equal":
            ended = False
        signal = reason == "token_equal" and r["pid"] not in (1, self.host["own_pid"])
        group_state = self._group_state(r, verdict, reason)
        group_signal = self._group_signal(r, verdict, reason, group_state)
        return {
            "id": r["id"], "verdict": verdict, "reason": reason, "ended": ended, "signal_permitted": signal,
            "group_state": group_state, "group_signal_permitted": group_signal,
            "disposition": self._disposition(r, verdict, ended, signal or group_signal, group_state),
        }

    def _group_state(self, r, verdict, reason):
        entry = self.group(r)
        probe = entry["probe"] if entry else None
        if self.host["platform"] == "windows":
            return "none"
        if verdict == "unverifiable":
            return "unknown"
        if reason == "other_boot":
            return "empty"
        if r["pgid"] is None:
            return "unknown"
        if r["pgid"] != r["pid"]:
            return "none"
        if verdict == "foreign":
            return "empty"
        if self.host["own_pgid"] is None or r["pgid"] in (self.host["own_pgid"], 1):
            return "unknown"
        if probe == "esrch" and reason == "absent":
            return "empty"
        return "present" if probe in ("ok", "eperm") else "unknown"

    def _group_signal(self, r, verdict, reason, group_state):
        host, pgid = self.host, r["pgid"]
        if host["platform"] == "windows" or pgid is None or pgid != r["pid"] or host["own_pgid"] is None:
            return False
        if pgid in (host["own_pgid"], host["own_pid"], 1):
            return False
        others = [other for other in self._owned_in(pgid) if other is not r]
        if any(other["kind"] == "job" or other["origin"] == "in_process" for other in others):
            return False
        if verdict == "owned":
            return self.observation(r)["pgid"] == pgid
        witnessed = any(other["pgid"] == pgid for other in others)
        return reason == "absent" and group_state == "present" and witnessed

    def _owned_in(self, pgid):
        """The owned records that were seen in that group."""
        if self._owned is None:
            self._owned = defaultdict(list)
            for r in self.records:
                if self.verdict(r)[0] == "owned":
                    self._owned[self.observation(r)["pgid"]].append(r)
        return self._owned.get(pgid, [])

    def _disposition(self, r, verdict, ended, permitted, group_state):
        if r["origin"] == "in_process" or self._is_held(r):
            return "leave_to_holder"
        if verdict == "unverifiable":
            return "report"
        if r["kind"] == "job":
            return "correct" if ended is True else "keep"
        if permitted:
            return "tear_down"
        return "correct" if ended is True and group_state in ("none", "empty") else "report"

    def _is_held(self, r):
        if r["pid"] is None:
            return False
        members = ("start_token", "boot_id", "scope")
        return any(
            all(None in (r[name], other[name]) or r[name] == other[name] for name in members)
            for other in self._holders.get(r["pid"], []) if other is not r
        )


def _compare(recorded, seen):
    """Rows 11 to 19."""
    state, probe, token = seen["state"], seen["probe"], seen["start_token"]
    if state == "unreadable":
        return "unverifiable", "unreadable"
    if state == "absent":
        return ("gone", "absent") if probe == "esrch" else ("unverifiable", "absence_unproven")
    if probe == "esrch":
        return "unverifiable", "probe_contradicts"
    if token is None:
        return "unverifiable", "token_unread"
    if token.partition(":")[0] != recorded.partition(":")[0]:
        return "unverifiable", "token_incomparable"
    if token != recorded:
        return "foreign", "token_differs"
    return "owned", "zombie" if state == "zombie" else "token_equal"


def _by(entries, member):
    found = defaultdict(list)
    for entry in entries:
        found[entry[member]].append(entry)
    return dict(found)


def _the_one(entries, number):
    found = entries.get(number, ())
    return found[0] if len(found) == 1 else None


def decide(facts):
    look = Look(facts, facts["observations"], facts["groups"])
    rows = [look.row(r) for r in facts["records"]]
    gaps = [row["id"] for row in rows if row["verdict"] == "unverifiable"]
    summary = {"record_count": len(rows)}
    for verdict in VERDICTS:
        summary[f"{verdict}_count"] = sum(row["verdict"] == verdict for row in rows)
    for member in ("signal_permitted", "group_signal_permitted"):
        summary[f"{member}_count"] = sum(row[member] for row in rows)
    summary |= {"coverage": "partial" if gaps else "whole", "gaps": gaps}
    return {"rows": rows, "summary": summary}


# --- audit, section 5

_ROW = open_record({
    "id": ident,
    "verdict": word(*VERDICTS),
    "reason": word(*REASONS),
    "ended": or_null(boolean),
    "signal_permitted": boolean,
    "group_state": word("none", "unknown", "empty", "present"),
    "group_signal_permitted": boolean,
    "disposition": word("leave_to_holder", "report", "correct", "keep", "tear_down"),
})
_EVENTS = {
    "observe": {"observations": array(open_record(_OBSERVATION)), "groups": array(open_record(_GROUP))},
    "verdict": {"id": ident, "verdict": word(*VERDICTS)},
    "signal": {"id": ident, "target": word("pid", "group")},
    "update": {"id": ident, "member": word("verdict", *_RECORD)},
    "receipt": {"id": ident, "dead": or_null(boolean), "signals": integer()},
}
_EVENT_KIND = open_record({"event": word(*_EVENTS)})


def _event(value, at):
    kind = _EVENT_KIND(value, at)["event"]
    return open_record({"event": text} | _EVENTS[kind])(value, at)


_PARTS = {
    "rows": array(_ROW), "summary": open_record({}), "actor": word("reaper", "holder"), "events": array(_event),
}


def CLAIM(value, at):
    read = open_record({}, _PARTS)(value, at)
    if "events" in read:
        open_record({"actor": anything})(value, at)
    if "summary" in read:
        read["summary"] = value["summary"]  # its members are of any type, and compared as they stand
    return read


def audit(facts, claim):
    judge = _Judge(facts, claim)
    derived = decide(facts)
    if "rows" in claim:
        judge.rows(claim["rows"])
    if any(not identical(claim.get("summary", {}).get(name, value), value) for name, value in derived["summary"].items()):
        judge.findings.append(("CONTRADICTS_FACTS", "summary"))
    for event in claim.get("events", []):
        judge.event(event)
    return judge.findings


class _Judge:
    """The findings so far, and the present look that the next row or event is held against."""

    def __init__(self, facts, claim):
        self.facts = facts
        self.records = {r["id"]: r for r in facts["records"]}
        self.reaper = claim.get("actor") == "reaper"
        self.look = Look(facts, facts["observations"], facts["groups"])
        self.findings = []
        self.signals = defaultdict(int)

    def rows(self, rows):
        seen = set()
        for row in rows:
            r = self.records.get(row["id"])
            code = "CONTRADICTS_FACTS"
            if r is not None and row["id"] not in seen:
                seen.add(row["id"])
                code = self._row(r, row)
            self._add(code, row["id"])
        for name in self.records:
            if name not in seen:
                self._add("CONTRADICTS_FACTS", name)

    def _add(self, code, subject):
        if code is not None:
            self.findings.append((code, subject))

    def _row(self, r, row):
        d = self.look.row(r)
        return (
            (row["verdict"] != d["verdict"] and self._wrong_verdict(r, d, row["verdict"]))
            or (row["signal_permitted"] and not d["signal_permitted"] and self._wrong_signal(r, d, "pid"))
            or (row["group_signal_permitted"] and not d["group_signal_permitted"]
                and self._wrong_signal(r, d, "group"))
            or (row["ended"] is True and self._wrong_end(r, d))
            or (row["group_state"] == "empty" and self._wrong_group_end(r, d))
            or (row["disposition"] == "tear_down" != d["disposition"] and "DISPOSITION_EXCEEDED")
            or (row != d and "CONTRADICTS_FACTS")
            or None
        )

    def _wrong_verdict(self, r, d, said):
        """Rows V1 to V7."""
        if d["reason"] == "other_boot":
            return "BOOT_IGNORED"
        if said == "owned" and d["reason"] == "token_later":
            return "TOKEN_BACKFILLED"
        if said == "owned" and d["reason"] == "command_match":
            return "CMDLINE_OWNERSHIP"
        if said == "gone" and d["ended"] is not True and _is_refused(self.look.observation(r)):
            return "EPERM_AS_DEAD"
        if d["verdict"] == "unverifiable":
            return "UNVERIFIABLE_COLLAPSED"
        return "FOREIGN_AS_OWNED" if said == "owned" and d["verdict"] == "foreign" else "CONTRADICTS_FACTS"

    def _wrong_signal(self, r, d, target, event=False):
        """Rows S1 to S10."""
        host = self.facts["host"]
        if target == "pid":
            own, number = (1, host["own_pid"]), r["pid"]
        else:
            own, number = (1, host["own_pid"], host["own_pgid"]), r["pgid"]
        if number is not None and number in own:
            return "SELF_SIGNALLED"
        if d["reason"] == "other_boot":
            return "BOOT_IGNORED"
        if d["reason"] == "token_later":
            return "TOKEN_BACKFILLED"
        if d["reason"] == "command_match":
            return "CMDLINE_OWNERSHIP"
        if event and d["reason"] == "not_observed" and self.signals:
            return "NO_REGATE"
        if d["verdict"] == "unverifiable":
            return "UNVERIFIABLE_COLLAPSED"
        if d["verdict"] == "foreign":
            return "FOREIGN_AS_OWNED"
        if target == "group" and not d["group_signal_permitted"]:
            return "GROUP_UNPROVEN"
        if target == "pid" and d["ended"] is True:
            return "GONE_SIGNALLED"
        if event and self.reaper and d["disposition"] != "tear_down":
            return "DISPOSITION_EXCEEDED"
        return None

    def _wrong_end(self, r, d):
        """Rows E1 and E2."""
        if d["ended"] is True:
            return None
        return "EPERM_AS_DEAD" if _is_refused(self.look.observation(r)) else "DEATH_OVERCLAIMED"

    def _wrong_group_end(self, r, d):
        """Rows E3 and E4."""
        if d["group_state"] in ("none", "empty"):
            return None
        return "EPERM_AS_DEAD" if _is_refused(self.look.group(r)) else "DEATH_OVERCLAIMED"

    def event(self, event):
        kind = event["event"]
        if kind == "observe":
            self.look = self.look.renewed(self.facts, event)
            return
        r = self.records.get(event["id"])
        if r is None:
            self._add("FOREIGN_AS_OWNED" if kind == "signal" else "CONTRADICTS_FACTS", event["id"])
        elif kind == "update":
            self._add(None if event["member"] in ("command", "verdict") else "TOKEN_BACKFILLED", r["id"])
        else:
            self._add(getattr(self, f"_{kind}")(r, self.look.row(r), event), r["id"])
        if kind == "signal":
            self.signals[event["id"]] += 1
            self.look = Look(self.facts, [], [])  # what was seen before a signal permits no other

    def _verdict(self, r, d, event):
        return None if event["verdict"] == d["verdict"] else self._wrong_verdict(r, d, event["verdict"])

    def _signal(self, r, d, event):
        return self._wrong_signal(r, d, event["target"], event=True)

    def _receipt(self, r, d, event):
        code = None
        if event["dead"]:
            code = self._wrong_end(r, d) or self._wrong_group_end(r, d)
        if code is None and event["signals"] != self.signals.get(r["id"], 0):
            code = "CONTRADICTS_FACTS"
        return code


def _is_refused(entry):
    return entry is not None and entry["probe"] == "eperm"


PROFILE = Profile("ident", FACTS, CLAIM, decide, audit)
