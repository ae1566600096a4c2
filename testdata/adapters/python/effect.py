"""The law of the profile effect: did the act happen, and how do we know?"""

from dataclasses import dataclass, field

from effect_log import EXECUTIONS, TRUSTED, read_log
from facts import (
    Fault, Profile, array, boolean, ident, identical, integer, open_record, or_null, record, text, word,
)

_KINDS = ("file", "record", "external", "job")
_PLACE = array(ident, 1, 16)

_FACTS = record({
    "log": record({
        "text": or_null(text),
        "file_kind": or_null(word("regular", "symlink", "other", "absent")),
        "link_count": or_null(integer()),
        "lineage": ident,
    }),
    "writer": or_null(word("live", "gone")),
    "required": array(record({"id": ident, "kind": word(*_KINDS), "place": _PLACE}), once="id"),
})


def FACTS(value, at):
    read = _FACTS(value, at)
    if read["log"]["file_kind"] == "absent" and read["log"]["text"] != "":
        raise Fault(f"{at}/log/text", "a file that is not there has the empty text")
    return read


VERIFICATIONS = ("verified", "contradicted", "observed_state_without_causation", "unverified", "known_noop")
LOGS = ("aliased", "unreadable", "corrupt", "torn_tail", "ok")
DECISIONS = ("blocked", "failed", "incomplete", "unverified", "done")  # in the order of their ranks


def _spot(resource):
    """What makes two resources the same place."""
    return resource["kind"], *resource["place"]


def _overlap(left, right):
    short, long = sorted((left, right), key=len)
    return long[:len(short)] == short


@dataclass(eq=False)
class Effect:
    """One claimed act and what the log holds of it."""

    id: str
    number: int  # its place in the order of claims
    seq: int
    scope: list | None  # of spots
    expect: list
    outcome: str | None = None
    settlement: int | None = None
    row: dict = field(default_factory=dict)

    @property
    def is_noop(self):
        return self.outcome == "not_invoked"

    def touches(self, spot):
        return not self.is_noop and (self.scope is None or any(_overlap(own, spot) for own in self.scope))

    def expected_at(self, spot):
        return [item for item in self.expect if _spot(item["resource"]) == spot]


class History:
    """A trusted log: its effects in the order of the claims, and its observations by place."""

    def __init__(self, records, writer):
        self.writer = writer
        by_id, self._seen = {}, {}
        for line in records:
            if line["type"] == "claim":
                scope = None if line["scope"] is None else [_spot(resource) for resource in line["scope"]]
                by_id[line["effect"]] = Effect(line["effect"], len(by_id), line["seq"], scope, line["expect"])
            elif line["type"] == "outcome":
                effect = by_id[line["effect"]]
                effect.outcome = line["execution"]
                if line["execution"] != "running":
                    effect.settlement = line["seq"]
            else:
                self._seen.setdefault(_spot(line["resource"]), []).append(line)
        self.effects = list(by_id.values())
        self._last_expected = {  # spot to the number of the last effect that expects something there
            _spot(item["resource"]): effect.number
            for effect in self.effects if not effect.is_noop for item in effect.expect
        }
        for effect in self.effects:
            effect.row = self._row(effect)

    # --- section 3

    def _row(self, effect):
        execution, append, evidence = effect.outcome, None, None
        verification, reason = "unverified", "not_settled"
        if execution is None:
            execution = "interrupted" if self.writer == "gone" else "pending"
            append = "interrupted" if self.writer == "gone" else None
        elif effect.is_noop:
            verification, reason = "known_noop", "refused"
        elif effect.settlement is not None:
            reason = "no_expectation"
            judged = [self._judge(effect, item) for item in effect.expect]
            if judged:
                verification, reason, evidence = min(judged, key=lambda found: _BADNESS.get(found[0], 2))
        return {
            "id": effect.id, "execution": execution, "verification": verification, "reason": reason,
            "possible_impact": not effect.is_noop, "evidence": evidence, "append": append,
        }

    def _judge(self, effect, expected):
        """(verification, reason, evidence) of one expectation of a settled effect."""
        spot = _spot(expected["resource"])
        seen = self._seen.get(spot, [])
        readbacks = [item for item in seen if item["source"] == "readback" and item["seq"] > effect.settlement]
        if not readbacks:
            return "unverified", _without_readback(effect, seen), None
        last = readbacks[-1]
        reason = self._disturbed(effect, expected, spot, last)
        if reason:
            return "unverified", reason, None
        holds = _predicate(expected, last)
        if holds is None:
            return "unverified", "undecided", None
        if not holds:
            return "contradicted", "contradicted", last["seq"]
        if effect.outcome == "failed":
            return "unverified", "execution_failed", None
        if effect.outcome == "completed":
            return "verified", "readback_matches", last["seq"]
        return "observed_state_without_causation", "causation_unknown", last["seq"]

    def _disturbed(self, effect, expected, spot, last):
        """Why the reading says nothing of the state that the act left, or None."""
        generation = last["resource"]["generation"]
        if generation is None or generation != expected["resource"]["generation"]:
            return "replaced"
        touching = [other for other in self.effects if other.touches(spot)]
        if any(other.seq > last["seq"] for other in touching):
            return "stale"
        if any(other.settlement is None or other.settlement > last["seq"] for other in touching):
            return "in_flight"
        return "partial" if last["coverage"] == "partial" else None

    # --- section 4

    def is_settled(self, spot):
        """Whether a required artefact at that spot is settled."""
        expecting = [effect for effect in self.effects if not effect.is_noop and effect.expected_at(spot)]
        if not expecting:
            return False
        last = expecting[-1]
        if any(item["predicate"] == "absent" for item in last.expected_at(spot)):
            return False
        return last.row["verification"] in ("verified", "observed_state_without_causation")

    def is_superseded(self, effect):
        return effect.scope is not None and all(
            self._last_expected.get(spot, -1) > effect.number for spot in effect.scope
        )

    def decision(self, unsettled):
        live = [effect for effect in self.effects if not effect.is_noop]
        standing = {effect.row["verification"] for effect in live if not self.is_superseded(effect)}
        if "contradicted" in standing:
            return "failed"
        if unsettled or any(effect.row["reason"] == "not_settled" for effect in live):
            return "incomplete"
        return "unverified" if "unverified" in standing else "done"


_BADNESS = {"contradicted": 0, "unverified": 1}


def _without_readback(effect, seen):
    after = {item["source"] for item in seen if item["seq"] > effect.seq}
    if after & {"readback", "cache"}:
        return "stale"
    if effect.outcome == "completed" or "acknowledgement" in after:
        return "acknowledgement_only"
    return "no_readback"


def _predicate(expected, seen):
    """Whether the predicate is true of an observation; None where that does not decide it."""
    predicate, state = expected["predicate"], seen["state"]
    if state is None:
        return None
    if predicate == "exists":
        return state == "present"
    if predicate in ("absent", "settled"):
        return state == predicate
    if state == "absent":
        return False
    if seen["digest"] is None:
        return None
    return (seen["digest"] == expected["digest"]) == (predicate == "digest")


def decide(facts):
    log, required = facts["log"], facts["required"]
    verdict, bad_line, records = read_log(log)
    history = History(records, facts["writer"])
    trusted = verdict in TRUSTED
    unsettled = [item["id"] for item in required if not trusted or not history.is_settled(_spot(item))]
    append_at = len(log["text"][:log["text"].rfind("\n") + 1].encode()) if trusted else None
    return {
        "rows": [effect.row for effect in history.effects],
        "summary": {
            "log": verdict, "bad_line": bad_line, "append_at": append_at, "unsettled_required": unsettled,
            "decision": history.decision(unsettled) if trusted else "blocked",
        },
    }


# --- audit, section 6

CLAIM = open_record({
    "rows": array(open_record({
        "id": ident,
        "execution": word("pending", *EXECUTIONS),
        "verification": word(*VERIFICATIONS),
        "possible_impact": boolean,
        "evidence": or_null(integer()),
        "append": or_null(word(*EXECUTIONS)),
    }), once="id"),
    "summary": open_record({
        "log": word(*LOGS),
        "append_at": or_null(integer()),
        "unsettled_required": array(ident),
        "decision": word(*DECISIONS),
    }),
})
_COMPARED = ("execution", "verification", "possible_impact", "evidence", "append")
_OVERSTATED = {
    "acknowledgement_only": "ACK_VERIFIED", "stale": "STALE_VERIFIED", "in_flight": "STALE_VERIFIED",
    "replaced": "STALE_VERIFIED", "partial": "PARTIAL_VERIFIED",
}


def audit(facts, claim):
    derived = decide(facts)
    said, true = claim["summary"], derived["summary"]
    if true["log"] not in TRUSTED:
        if said["log"] in TRUSTED or claim["rows"] or said["decision"] != "blocked":
            return [("ALIAS_ACCEPTED" if true["log"] == "aliased" else "CORRUPT_ACCEPTED", "log")]
    elif said["log"] not in TRUSTED:
        return [("LOG_REJECTED", "log")]
    found = _judge_rows(claim["rows"], derived["rows"])
    if said["append_at"] != true["append_at"]:
        found.append(("APPEND_MISPLACED", "log"))
    rank, true_rank = DECISIONS.index(said["decision"]), DECISIONS.index(true["decision"])
    if rank > true_rank:
        found.append(("DONE_OVERCLAIMED", "decision"))
    told, unsettled = said["unsettled_required"], true["unsettled_required"]
    found += [("DONE_OVERCLAIMED", item) for item in unsettled if item not in told]
    if said["log"] != true["log"] or rank < true_rank or not set(told) <= set(unsettled):
        found.append(("CLAIM_MISMATCH", "summary"))
    return found


def _judge_rows(claimed, derived):
    claimed, derived = ({row["id"]: row for row in rows} for rows in (claimed, derived))
    found = [("CLAIM_MISMATCH", name) for name in claimed.keys() ^ derived.keys()]
    for name in claimed.keys() & derived.keys():
        code = _judge_row(claimed[name], derived[name])
        if code:
            found.append((code, name))
    return found


def _judge_row(said, true):
    words = (said["execution"], said["append"])
    said_noop = not said["possible_impact"] or said["verification"] == "known_noop" or "not_invoked" in words
    if true["possible_impact"] and said_noop:
        return "FALSE_NOOP"
    if true["append"] is None and said["append"] is not None:
        return "RESETTLED"
    if true["verification"] == "contradicted" != said["verification"]:
        return "CONTRADICTION_HIDDEN"
    if _overstates(said["verification"], true["verification"]):
        return _OVERSTATED.get(true["reason"], "UNKNOWN_AS_SUCCESS")
    if "completed" in words and true["execution"] != "completed":
        return "UNKNOWN_AS_SUCCESS"
    return None if all(identical(said[name], true[name]) for name in _COMPARED) else "CLAIM_MISMATCH"


def _overstates(said, true):
    if said == "verified":
        return true != "verified"
    return said == "observed_state_without_causation" and true not in (said, "verified")


PROFILE = Profile("effect", FACTS, CLAIM, decide, audit)
