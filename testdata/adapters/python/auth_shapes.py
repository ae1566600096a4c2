"""The types of the profile auth: section 1, which facts and claims share."""

from facts import (
    MAX_PID, array, boolean, digest, distinct, ident, integer, or_null, record, text, word,
)

OPERATIONS = ("launch", "read_output", "stop", "ack", "continue")
VERDICTS = ("admit_mutation", "admit_read", "noop_historical", "refuse")

_INCARNATION = {"pid": integer(1, MAX_PID), "start_token": ident, "boot_id": ident}
INCARNATION = record(_INCARNATION)
IDENTITY = record({
    "store": ident, "job_id": ident, "generation": ident, "owner": ident, "thread": ident, "origin": ident,
    "receipt_id": ident, "supervisor": INCARNATION,
})


def _ids(least):
    return distinct(array(ident, least, 16))


_SCOPE = record({
    "backend": word("bash", "python", "external"),
    "root": _ids(1),
    "required": _ids(1),
    "mounts": _ids(0),
    "network": word("none", "inherit"),
    "max_runtime_s": integer(1),
})


def scope(value, at):
    """A Scope with its two unordered arrays in text order, so that equal ones compare equal."""
    read = _SCOPE(value, at)
    return read | {name: sorted(read[name]) for name in ("required", "mounts")}


LAUNCH = record({"generation": ident, "input_digest": digest, "scope": scope})
HELD = {
    "operations": distinct(array(word(*OPERATIONS))),
    "jobs": distinct(array(IDENTITY)),
    "launches": distinct(array(scope)),
}
_SNAPSHOT = record({"version": integer(1, 4)} | HELD)
_REQUEST = record({
    "id": ident,
    "operation": word(*OPERATIONS),
    "owner": ident,
    "thread": ident,
    "selector": or_null(ident),
    "expected": or_null(IDENTITY),
    "launch": or_null(LAUNCH),
    "approval": or_null(ident),
    "granted": _SNAPSHOT,
    "parent": or_null(_SNAPSHOT),
    "text": or_null(text),
})


def _store(key, body):
    return or_null(array(record({key: ident, "body": or_null(record(body))}), once=key))


FACTS = record({
    "store": ident,
    "requests": array(_REQUEST, once="id"),
    "records": _store("job_id", {
        "identity": IDENTITY,
        "status": or_null(word("running", "done", "failed")),
        "acknowledged": or_null(boolean),
    }),
    "publications": _store("generation", {"job": or_null(IDENTITY), "authority": digest}),
    "sidecars": _store("job_id", {"job": IDENTITY, "authority": digest}),
    "receipts": _store("receipt_id", {
        "generation": ident, "owner": ident, "thread": ident, "supervisor": INCARNATION,
        "external": or_null(boolean),
    }),
    "processes": distinct(
        array(record(_INCARNATION | {"verdict": word("owned", "gone", "foreign", "unverifiable")})),
        key=lambda process: {name: process[name] for name in _INCARNATION},
    ),
    "approvals": array(record({"id": ident, "digest": digest, "used": or_null(boolean)}), once="id"),
    "roots": array(record({"id": ident, "live": or_null(boolean), "control": or_null(boolean)}), once="id"),
})
