"""The log of the profile effect: sections 1.1, 1.2 and 2."""

import re

from facts import (
    Fault, array, boolean, digest, exact_record, ident, integer, or_null, text, word,
)
from tspi_strictjson import NotStrictJSON, loads

TRUSTED = ("torn_tail", "ok")
EXECUTIONS = ("not_invoked", "running", "completed", "failed", "timed_out", "interrupted")
IMPACT = {execution: execution != "not_invoked" for execution in EXECUTIONS}

_RESOURCE = exact_record({
    "kind": word("file", "record", "external", "job"),
    "place": array(ident, 1, 16),
    "generation": or_null(ident),
})
_EXPECT = exact_record({
    "resource": _RESOURCE,
    "predicate": word("settled", "exists", "absent", "digest", "changed"),
    "digest": or_null(digest),
})
_HEAD = {"v": integer(1, 1), "type": text, "seq": integer()}
_CLAIM = exact_record(_HEAD | {
    "effect": ident, "lineage": ident, "scope": or_null(array(_RESOURCE, 1)), "expect": array(_EXPECT),
})
_OUTCOME = exact_record(_HEAD | {
    "effect": ident, "execution": word(*EXECUTIONS), "possible_impact": boolean, "message": or_null(text),
})
_OBSERVATION = exact_record(_HEAD | {
    "resource": _RESOURCE,
    "source": word("readback", "acknowledgement", "cache"),
    "coverage": word("complete", "partial"),
    "state": or_null(word("settled", "running", "present", "absent")),
    "digest": or_null(digest),
})


def _claim(value, at):
    read = _CLAIM(value, at)
    for expected in read["expect"]:
        resource, predicate = expected["resource"], expected["predicate"]
        if read["scope"] is None or resource not in read["scope"]:
            raise Fault(at, "what is expected is no element of the scope")
        if (resource["kind"] == "job") != (predicate == "settled"):
            raise Fault(at, "the predicate is not one of that kind")
        if (expected["digest"] is not None) != (predicate in ("digest", "changed")):
            raise Fault(at, "a digest is there where the predicate has one, and only there")
    return read


def _outcome(value, at):
    read = _OUTCOME(value, at)
    if read["possible_impact"] != IMPACT[read["execution"]]:
        raise Fault(at, "only what was not invoked is without impact")
    return read


def _observation(value, at):
    read = _OBSERVATION(value, at)
    states = ("settled", "running") if read["resource"]["kind"] == "job" else ("present", "absent")
    if read["state"] is not None and read["state"] not in states:
        raise Fault(at, "the state is not one of that kind")
    if read["digest"] is not None and read["state"] != "present":
        raise Fault(at, "what is not present has no digest")
    return read


_SHAPES = {"claim": _claim, "outcome": _outcome, "observation": _observation}
_STRING_OR_MINUS_ZERO = re.compile(r'"(?:[^"\\]|\\.)*"|-0(?![0-9.eE])')


def read_log(log):
    """(verdict, number of the first bad line or None, records); records only of a trusted log."""
    kind, content = log["file_kind"], log["text"]
    if kind not in ("regular", "absent") or (kind == "regular" and log["link_count"] != 1):
        return "aliased", None, []
    if content is None:
        return "unreadable", None, []
    *lines, tail = content.split("\n")
    records, reader = [], _Reader(log["lineage"])
    for number, line in enumerate(lines, 1):
        try:
            records.append(reader.read(line))
        except (Fault, NotStrictJSON):
            return "corrupt", number, []
    return "torn_tail" if tail else "ok", None, records


class _Reader:
    """What the lines so far say about the next one."""

    def __init__(self, lineage):
        self._lineage = lineage
        self._seq = -1
        self._outcomes = {}  # effect to its last outcome's execution, None while it has none

    def read(self, line):
        """The record on a line. Raises Fault or NotStrictJSON where it is bad."""
        value = loads(line.encode("utf-8"))
        if "\ufffd" in line or "-0" in _STRING_OR_MINUS_ZERO.findall(line):
            raise Fault("", "a byte that was no UTF-8, or -0")
        kind = value.get("type") if type(value) is dict else None
        if type(kind) is not str or kind not in _SHAPES:
            raise Fault("/type", "there is no such record")
        record = _SHAPES[kind](value, "")
        if record["seq"] <= self._seq:
            raise Fault("/seq", "the sequence does not ascend")
        self._seq = record["seq"]
        if kind == "claim":
            self._claim(record)
        elif kind == "outcome":
            self._outcome(record)
        return record

    def _claim(self, record):
        if record["effect"] in self._outcomes or record["lineage"] != self._lineage:
            raise Fault("/effect", "the effect is claimed already, or belongs to another run")
        self._outcomes[record["effect"]] = None

    def _outcome(self, record):
        if record["effect"] not in self._outcomes:
            raise Fault("/effect", "nobody claimed this effect")
        last, execution = self._outcomes[record["effect"]], record["execution"]
        if last not in (None, "running") or (last == "running" and execution == "not_invoked"):
            raise Fault("/execution", "the effect is settled, or was running and cannot be refused any more")
        self._outcomes[record["effect"]] = execution
