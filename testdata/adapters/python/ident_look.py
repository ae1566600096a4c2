"""What was seen, and the rows that follow: sections 2 and 3 of the profile ident.

Comments name the rows of the contract's tables.
"""

from collections import defaultdict


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
