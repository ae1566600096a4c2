"""Each claimed row against the law, and with a fixture against the table: section 8, Rows."""

from collections import Counter

from tspi_inventory import row_record
from tspi_law import (
    ACTIVE_OWNER, CANDIDATE, CONTRADICTS, DECISIONS, DETACHED, PREMATURE, UNKNOWN_OWNER, VOCABULARY,
)
from tspi_strictjson import is_integer, same, typed_key

_AGREEING = (
    "pid", "ppid", "process_kind", "owner_status", "decision", "age_s", "allowlist_matched", "command_hash",
)
_MESSAGES = {
    ACTIVE_OWNER: "a descendant of an active owner is never a close candidate",
    UNKNOWN_OWNER: "only a detached, allowlisted helper that nobody holds is a close candidate",
    PREMATURE: "the age is unknown or below the least age of a close candidate",
    CONTRADICTS: "the process table does not say what the claim says",
    VOCABULARY: "a decision is candidate_safe_close, requires_owner_check or keep",
}


def judge_rows(claim, grounds, findings):
    rows = [row for row in claim.rows if type(row) is dict]
    claimed_pids = Counter(pid for row in rows if is_integer(pid := row.get("pid")))
    judge = _Derived(grounds) if grounds.derived else _Own(grounds)

    def add(code, pid):
        findings.add(code, "row", _subject(pid), _MESSAGES[code])

    for row in rows:
        pid, decision = row.get("pid"), row.get("decision")
        out_of_vocabulary = grounds.hardened and decision not in DECISIONS
        code = None
        if decision == CANDIDATE or out_of_vocabulary:
            # [H] It must say which one process it closes.
            ambiguous = grounds.hardened and not (is_integer(pid) and claimed_pids[pid] == 1)
            code = UNKNOWN_OWNER if ambiguous else judge.closing(row)
        if out_of_vocabulary:
            add(VOCABULARY, pid)
        elif code is None and not judge.agrees(row):
            code = CONTRADICTS
        if code:
            add(code, pid)
    for pid in judge.missing(claimed_pids):
        add(CONTRADICTS, pid)


def _subject(pid):
    return str(pid) if is_integer(pid) else "row"


class _Own:
    """Without a fixture a row is judged by its own values."""

    def __init__(self, grounds):
        self._grounds = grounds

    def closing(self, row):
        """The code that this closing row raises, or None."""
        status, age = row.get("owner_status"), row.get("age_s")
        if type(status) is str and status in self._grounds.active:
            return ACTIVE_OWNER
        if status != DETACHED or not same(row.get("ppid"), 1) or row.get("allowlist_matched") is not True:
            return UNKNOWN_OWNER
        if self._grounds.hardened and not (is_integer(age) and age >= 0):
            return PREMATURE
        if type(age) in (int, float) and age < self._grounds.min_age_seconds:
            return PREMATURE
        return None

    def agrees(self, row):
        return True

    def missing(self, claimed_pids):
        return ()


class _Derived:
    """[H] With a fixture the values derived from it count, whatever the claim says of itself."""

    def __init__(self, grounds):
        self._grounds = grounds
        self._helpers = {helper.row.pid: helper for helper in grounds.helpers}
        self._pids = Counter(helper.row.pid for helper in grounds.helpers)
        self._unclaimed = Counter(
            typed_key(row_record(helper, True), _AGREEING) for helper in grounds.helpers
        )

    def closing(self, row):
        """The code that this closing row, with an integer pid, raises, or None."""
        helper = self._helpers.get(row["pid"])
        if helper is None or row["pid"] in self._grounds.fixture.table.repeated:
            return UNKNOWN_OWNER
        if helper.chain.status in self._grounds.active:
            return ACTIVE_OWNER
        detached = helper.chain.status == DETACHED and helper.row.ppid == 1
        if not detached or not helper.kind.allowlisted or helper.kept or helper.registered:
            return UNKNOWN_OWNER
        if helper.row.age is None or helper.row.age < self._grounds.min_age_seconds:
            return PREMATURE
        return None

    def agrees(self, row):
        """Whether a derived row that is not claimed yet says the same; it is claimed from then on."""
        key = typed_key(row, _AGREEING)
        if key is None or not self._unclaimed[key]:
            return False
        self._unclaimed[key] -= 1
        return True

    def missing(self, claimed_pids):
        """The pids that the derived inventory has in more rows than the claim."""
        return [pid for pid, count in self._pids.items() if claimed_pids[pid] < count]

