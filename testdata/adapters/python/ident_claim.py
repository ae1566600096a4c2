"""The audit of the profile ident: section 5, the trace of what somebody did.

Comments name the rows of the contract's tables.
"""

from collections import defaultdict

from facts import anything, array, boolean, ident, identical, integer, open_record, or_null, text, word
from ident_look import Look
from ident_shapes import GROUP, OBSERVATION, REASONS, RECORD, VERDICTS

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
    "observe": {"observations": array(open_record(OBSERVATION)), "groups": array(open_record(GROUP))},
    "verdict": {"id": ident, "verdict": word(*VERDICTS)},
    "signal": {"id": ident, "target": word("pid", "group")},
    "update": {"id": ident, "member": word("verdict", *RECORD)},
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


def audit(facts, summary, claim):
    """The findings on a claim; the summary is decide's."""
    judge = _Judge(facts, claim)
    if "rows" in claim:
        judge.rows(claim["rows"])
    told = claim.get("summary", {})
    if any(name in told and not identical(told[name], value) for name, value in summary.items()):
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
