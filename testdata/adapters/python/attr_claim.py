"""The audit of the profile attr: section 5, what somebody says and did about the processes."""

import re

from facts import (
    MAX_PID, Fault, array, distinct, identical, integer, matching, open_record, or_null, text, word,
)

_REASONS = {  # section 4: reason to the code beside it
    "references_unknown": "UNKNOWN_REFS_ZERO",
    "referenced": "PROTECTED_RECLAIM",
    "adapter_only": "PROTECTED_RECLAIM",
    "current_backend": "PROTECTED_RECLAIM",
    "superseded_backend": "PROTECTED_RECLAIM",
    "no_owner": "OWNERSHIP_UNPROVEN",
    "record_corrupt": "CORRUPT_IGNORED",
    "archived_resident": "ARCHIVED_AS_ABSENT",
    "thread_ambiguous": "OWNERSHIP_UNPROVEN",
    "runtime_stale": "STALE_ROOT_PID",
    "runtime_unproven": "OWNERSHIP_UNPROVEN",
    "turn_active": "NONTERMINAL_RECLAIM",
    "turn_unknown": "UNKNOWN_TURN_IDLE",
    "not_terminal": "NONTERMINAL_RECLAIM",
    "records_unlisted": "OWNERSHIP_UNPROVEN",
    "identity_unproven": "OWNERSHIP_UNPROVEN",
    "holds_others": "PROTECTED_RECLAIM",
    "cpu_unknown": "UNKNOWN_MEASURED",
    "cpu_over_idle": "NONTERMINAL_RECLAIM",
    "terminal": None,
    "owner_absent": None,
}
_FINDINGS = {  # section 3, in its order: finding to the code beside it
    "record_corrupt": "CORRUPT_IGNORED",
    "archived_resident": "ARCHIVED_AS_ABSENT",
    "runtime_unknown": None,
    "root_stale": "STALE_ROOT_PID",
    "rss_over_budget": None,
    "idle_cpu_over_budget": None,
    "no_process": None,
    "references_unknown": "UNKNOWN_REFS_ZERO",
    "no_references": None,
    "unowned_thread": None,
    "ambiguous_thread": "OWNERSHIP_UNPROVEN",
    "archived_thread": "ARCHIVED_AS_ABSENT",
    "turn_unknown": "UNKNOWN_TURN_IDLE",
    "record_without_thread": None,
    "identity_leak": None,
    "owner_absent": None,
    "ambiguous_owner": "OWNERSHIP_UNPROVEN",
    "no_owner": None,
}

_ROW_ID = matching(
    re.compile(r"unattributed|(?:session|shared_runtime|backend|orphan:session|orphan:backend):"
               r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}"),
    "the id of a row",
)
_PID = integer(1, MAX_PID)
_FIGURE = or_null(integer())
_ROW = {
    "id": _ROW_ID,
    "kind": text,
    "pids": distinct(array(_PID)),
    "rss_kib": _FIGURE,
    "pss_kib": _FIGURE,
    "cpu_permille": _FIGURE,
    "findings": distinct(array(word(*_FINDINGS))),
    "reclaim": open_record({"verdict": word("protected", "ineligible", "eligible"), "reason": word(*_REASONS)}),
}
_PLAIN_ROW = open_record(_ROW)
_RUNTIME_ROW = open_record(_ROW | {"ref_count": _FIGURE})


def _row(value, at):
    read = _PLAIN_ROW(value, at)
    if read["kind"] != read["id"].partition(":")[0]:
        raise Fault(f"{at}/kind", "the kind is the word that the id begins with")
    if read["kind"] == "shared_runtime":
        return _RUNTIME_ROW(value, at)
    if "ref_count" in value:
        raise Fault(f"{at}/ref_count", "only a shared runtime has references")
    return read


_ACT_KIND = open_record({"act": word("stop", "signal")})
_ACTS = {
    "stop": open_record({"act": text, "id": _ROW_ID}),
    "signal": open_record({"act": text, "pid": _PID}),
}


def _act(value, at):
    return _ACTS[_ACT_KIND(value, at)["act"]](value, at)


_CLAIM = open_record({"rows": array(_row, once="id")}, {"summary": open_record({}), "acts": array(_act)})


def CLAIM(value, at):
    read = _CLAIM(value, at)
    if "summary" in read:
        read["summary"] = value["summary"]  # compared as it stands
    return read


def audit(report, summary, claim):
    judge = _Judge(report, claim)
    found = [finding for row in claim["rows"] if (finding := judge.row(row))]
    found += judge.missing()
    if not found and any(
        not identical(claim["summary"][name], value)
        for name, value in summary.items() if name in claim.get("summary", {})
    ):
        found.append(("REPORT_MISMATCH", "summary"))
    found += [finding for act in claim.get("acts", []) if (finding := judge.act(act))]
    return found


class _Judge:
    def __init__(self, report, claim):
        self.report = report
        self.rows = claim["rows"]
        self.claimed_pids = {pid for row in self.rows for pid in row["pids"]}

    def read_as(self, row_id):
        """The id that a claimed one stands for: the row of a session that there is, told as an orphan's."""
        told = row_id.removeprefix("orphan:")
        return told if told != row_id and told.startswith("session:") and told in self.report.rows else row_id

    def row(self, row):
        """The finding on a claimed row, or None."""
        report, x = self.report, self.read_as(row["id"])
        if x != row["id"]:
            return _session_code(report.named(x), "WRONG_OWNER"), x
        wrong = [pid for pid in row["pids"] if report.owner.get(pid) != x]
        owners = {report.owner.get(pid) or "" for pid in wrong}
        named = report.named(x)
        if report.is_stale(named) and any(named["root"]["pid"] in report.forest.way_up(pid) for pid in wrong):
            return "STALE_ROOT_PID", x
        if "unattributed" in owners:
            return "OWNERSHIP_UNPROVEN", x
        if any(owner.startswith("shared_runtime:") for owner in owners):
            return "SHARED_ROOT_STOLEN", x
        if wrong:
            return "WRONG_OWNER", x
        derived = report.rows.get(x)
        if derived is None or not self.claimed_pids.issuperset(derived["pids"]):
            return "REPORT_MISMATCH", x
        if not set(row["pids"]).issuperset(derived["pids"]):
            return None  # raised where the pid is told
        code = self._contents(row, derived)
        return code and (code, x)

    @staticmethod
    def _contents(row, derived):
        """Conditions 8 to 12."""
        if row["reclaim"]["verdict"] == "eligible" != derived["reclaim"]["verdict"]:
            return _REASONS[derived["reclaim"]["reason"]]
        for finding, code in _FINDINGS.items():
            if code and finding in derived["findings"] and finding not in row["findings"]:
                return code
        if row.get("ref_count") is not None and derived["ref_count"] is None:
            return "UNKNOWN_REFS_ZERO"
        for name in ("rss_kib", "pss_kib", "cpu_permille"):
            if row[name] is not None and derived[name] is None:
                return "UNKNOWN_MEASURED"
        same = row | {"pids": sorted(row["pids"]), "findings": sorted(row["findings"])}
        return None if same == derived else "REPORT_MISMATCH"

    def missing(self):
        """The findings on rows that nobody claims."""
        claimed = {self.read_as(row["id"]) for row in self.rows}
        for row_id, row in self.report.rows.items():
            if row_id in claimed or (row["pids"] and self.claimed_pids.issuperset(row["pids"])):
                continue
            entry = self.report.named(row_id) if row["kind"] == "session" else None
            yield _session_code(entry, "SWEEP_ABORTED"), row_id

    def act(self, act):
        """The finding on an act, or None."""
        report = self.report
        if act["act"] == "stop":
            x = self.read_as(act["id"])
            if x not in report.rows:
                return "STALE_ROOT_PID" if report.is_stale(report.named(x)) else "WRONG_OWNER", x
            code = _REASONS[report.rows[x]["reclaim"]["reason"]]
            return code and (code, x)
        pid, subject = act["pid"], str(act["pid"])
        owner = report.owner.get(pid)
        code = _REASONS[report.rows[owner]["reclaim"]["reason"]] if owner else "WRONG_OWNER"
        if code is None:
            return None
        return "STALE_ROOT_PID" if self._below_stale_root(pid) else code, subject

    def _below_stale_root(self, pid):
        stale = {
            entry["root"]["pid"]
            for entries in (self.report.sessions, self.report.runtimes, self.report.backends)
            for entry in entries.values() if self.report.is_stale(entry)
        }
        return not stale.isdisjoint(self.report.forest.way_up(pid))


def _session_code(session, otherwise):
    if session and session["corrupt"]:
        return "CORRUPT_IGNORED"
    return "ARCHIVED_AS_ABSENT" if session and session["archived"] else otherwise
