"""The types of the profile attr: section 1."""

from facts import MAX_PID, Fault, array, boolean, ident, integer, or_null, record, text, word

_TICKS = integer(0, 2**42 - 1)
_KIB = integer(0, 2**40 - 1)
_BUDGET_KIB = integer(1, 2**40 - 1)
_ROOT = or_null(record({"pid": integer(1, MAX_PID), "start_token": ident}))
_FREE_TEXT = or_null(text)

_SESSION = record({
    "id": ident,
    "root": _ROOT,
    "corrupt": boolean,
    "thread_id": or_null(ident),
    "runtime_id": or_null(ident),
    "status": or_null(word("queued", "active", "awaiting", "other")),
    "proposal": or_null(word("nothing", "close", "other")),
    "stopped": or_null(boolean),
    "archived": or_null(boolean),
}, {"error": _FREE_TEXT})


def _session(value, at):
    read = _SESSION(value, at)
    if read["corrupt"]:
        for name in ("root", "thread_id", "runtime_id", "status", "proposal", "stopped", "archived"):
            if read[name] is not None:
                raise Fault(f"{at}/{name}", "nothing is known of a corrupt record")
    else:
        for name in ("status", "stopped", "archived"):
            if read[name] is None:
                raise Fault(f"{at}/{name}", "null is for corrupt records only")
    return read


_BACKENDS = array(record({"id": ident, "root": _ROOT, "current": boolean}), once="id")


def _backends(value, at):
    read = _BACKENDS(value, at)
    current = [index for index, backend in enumerate(read) if backend["current"]]
    if len(current) > 1:
        raise Fault(f"{at}/{current[1]}/current", "another backend is the current one")
    return read


FACTS = record({
    "budgets": record({
        "session_rss_kib": _BUDGET_KIB, "backend_rss_kib": _BUDGET_KIB, "idle_cpu_permille": integer(1),
    }),
    "cpu_total_ticks": or_null(_TICKS),
    "cpu_count": integer(1, 1024),
    "records_listed": boolean,
    "sessions": array(_session, once="id"),
    "runtimes": array(record({
        "id": ident,
        "root": _ROOT,
        "references": or_null(array(
            record({"thread_id": ident, "turn": or_null(word("active", "idle"))}), once="thread_id",
        )),
    }, {"error": _FREE_TEXT}), once="id"),
    "backends": _backends,
    "processes": array(record({
        "pid": integer(1, MAX_PID),
        "ppid": integer(0, MAX_PID),
        "start_token": ident,
        "rss_kib": _KIB,
        "pss_kib": or_null(_KIB),
        "ticks": _TICKS,
        "second": or_null(record({"start_token": ident, "ticks": _TICKS})),
        "declared": or_null(record(
            {"project": boolean}, {"thread_id": ident, "session_id": ident, "backend_id": ident},
        )),
    }, {"command": _FREE_TEXT}), once="pid"),
})
