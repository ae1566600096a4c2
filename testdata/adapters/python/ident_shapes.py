"""The types and words of the profile ident: sections 1 and 2."""

import re

from facts import MAX_INTEGER, array, ident, integer, matching, or_null, record, text, word

_PID = integer(1, MAX_INTEGER)
_TOKEN = matching(re.compile(r"[a-z0-9-]{1,16}:[ -~]{1,128}"), "a token, mechanism:value,")
_PROBE = or_null(word("ok", "esrch", "eperm"))

RECORD = {
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
OBSERVATION = {
    "pid": _PID,
    "state": word("running", "zombie", "absent", "unreadable"),
    "start_token": or_null(_TOKEN),
    "pgid": or_null(_PID),
    "probe": _PROBE,
    "command": or_null(text),
}
GROUP = {"pgid": _PID, "probe": _PROBE}

FACTS = record({
    "host": record({
        "platform": word("linux", "macos", "bsd", "windows", "other"),
        "scope": ident,
        "boot_id": or_null(ident),
        "own_pid": _PID,
        "own_pgid": or_null(_PID),
    }),
    "records": array(record(RECORD), once="id"),
    "observations": array(record(OBSERVATION)),
    "groups": array(record(GROUP)),
})

VERDICTS = ("owned", "gone", "foreign", "unverifiable")
REASONS = (
    "other_scope", "other_boot", "no_pid", "no_token", "token_source_unknown", "token_later", "command_match",
    "boot_unknown", "not_observed", "ambiguous", "unreadable", "absence_unproven", "absent", "probe_contradicts",
    "token_unread", "token_incomparable", "token_differs", "zombie", "token_equal",
)
