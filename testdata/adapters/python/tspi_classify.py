"""Which rows are helpers, who owns them and what may be done: sections 3 to 5."""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from tspi_inputs import Kind
from tspi_law import (
    ACTIVE_PARENT, CANDIDATE, CLOCK_SLACK, DETACHED, KEEP, MAX_HOPS, OWNER_CHECK, UNKNOWN_PARENT,
)
from tspi_table import Row


class Chain(NamedTuple):
    """An owner status and how the walk to it ended."""

    status: str
    end: str
    hops: int = 0
    end_pid: int | None = None


@dataclass(slots=True)
class Helper:
    """A row with a kind, and the verdict on it."""

    row: Row
    kind: Kind
    command_hash: str
    kept: bool
    registered: bool
    chain: Chain
    decision: str
    reason: str


def classify(fixture, hardened):
    """The helpers of a fixture, in table order."""
    table, policy, owners = fixture.table, fixture.policy, fixture.owners
    init = init_state(table, owners) if hardened else None
    helpers = []
    for row in table.rows:
        kind = kind_of(row, policy, hardened)
        if kind is None:
            continue
        command_hash = sha256(row.command.encode("utf-8")).hexdigest()[:16]
        hashes = owners.registered.get(row.pid, ())
        kept = kind.name in policy.keep_kinds
        registered = None in hashes or command_hash in hashes
        chain = _chain(row, kind, kept, init, table, owners, hardened)
        helper = Helper(row, kind, command_hash, kept, registered, chain, "", "")
        helper.decision, helper.reason = _decide(helper, fixture, hardened)
        helpers.append(helper)
    return helpers


def kind_of(row, policy, hardened):
    """The first kind that matches the command, or None."""
    command = row.command
    if hardened and (row.pid <= 1 or _is_title(command)):
        return None
    program = None
    for kind in policy.kinds:
        text = command
        if kind.match_at == "program":
            text = program = policy.programs.of(command) if program is None else program
        if not _holds_any(text, kind.match) or _holds_any(command, kind.exclude):
            continue
        if not kind.require or _holds_any(command, kind.require):
            return kind
    return None


def _holds_any(text, parts):
    return any(part in text for part in parts)


def _is_title(command):
    """[H] Whether a process title stands in place of a command line."""
    defunct = command == "<defunct>" or command.endswith((" <defunct>", "\t<defunct>"))
    return defunct or command[0] + command[-1] in ("[]", "()")


def init_state(table, owners):
    """[H] What pid 1 is: in a container it is often the owner itself."""
    if table.first_column_is_1 == 0:
        return "not_in_table"
    row = _init_row(table)
    return "recognised" if row and _first_program(row.command) in owners.init_names else "unrecognised"


def _init_row(table):
    """The one line whose first column is 1, where that is a row."""
    return table.by_pid.get(1) if table.first_column_is_1 == 1 else None


_FIRST_WORD = re.compile(r"[^ \t]*")


def _first_program(command):
    return _FIRST_WORD.match(command).group().rpartition("/")[2].removeprefix("-")


def _chain(row, kind, kept, init, table, owners, hardened):
    """The owner status of a helper: section 4, case by case."""
    if kept:
        return Chain(kind.keep_owner_status, "keep_kind")
    if row.ppid == 1:
        if init != "unrecognised":
            if hardened and _started_by_init(row, table):
                return Chain(ACTIVE_PARENT, "started_by_init", 1, 1)
            return Chain(DETACHED, "detached")
        owner = _init_row(table)
        if owner is None:
            return Chain(UNKNOWN_PARENT, "unrecognised_init")
        return Chain(_status_of(owner, owners), "unrecognised_init", 1, 1)
    return _walk(row, init, table, owners, hardened)


def _walk(helper, init, table, owners, hardened):
    visited, below, status = [], helper, UNKNOWN_PARENT

    def stop(end):
        return Chain(status, end, len(visited), visited[-1] if visited else None)

    while True:
        pid = below.ppid
        if len(visited) == MAX_HOPS:
            return stop("hop_limit")
        if pid in visited:
            return stop("cycle")
        row = table.by_pid.get(pid)
        if row is None:
            return stop("missing_parent")
        if hardened and pid in table.repeated:
            return stop("ambiguous_pid")
        if hardened and _started_after(row, below):
            return stop("stale_link")
        visited.append(pid)
        status = _status_of(row, owners)
        if status != ACTIVE_PARENT:
            return stop("owner_hint")
        if row.ppid == 1:
            if init == "unrecognised":
                return stop("unrecognised_init")
            return stop("started_by_init" if hardened and _started_by_init(row, table) else "detached_ancestor")
        below = row


def _started_by_init(row, table):
    """[H] A child of pid 1 that is there since pid 1 is: nobody left it behind."""
    init = table.only(1)
    if init is None:
        return False
    return init.age is None or row.age is not None and init.age - row.age <= CLOCK_SLACK


def _started_after(parent, child):
    """No parent starts after its child: such a pid was given away again."""
    return parent.age is not None and child.age is not None and child.age - parent.age > CLOCK_SLACK


def _status_of(owner, owners):
    for substring, status in owners.hints:
        if substring in owner.command:
            return status
    return ACTIVE_PARENT


def _decide(helper, fixture, hardened):
    """The first line of section 5 that holds: decision and reason."""
    row = helper.row
    if helper.kept:
        return KEEP, "runtime_not_helper_cleanup"
    if hardened and row.pid in fixture.table.repeated:
        return OWNER_CHECK, "pid_reuse_requires_owner_check"
    if not row.readable:
        return OWNER_CHECK, "row_unreadable_requires_owner_check"
    if helper.registered:
        return OWNER_CHECK, "registered_helper_requires_owner_check"
    if helper.chain.end == "detached":
        if helper.kind.allowlisted and row.age is not None and row.age >= fixture.policy.min_age_seconds:
            return CANDIDATE, "strict_orphan_allowlist_age_threshold_met"
        return OWNER_CHECK, "detached_process_not_in_safe_close_predicate"
    if helper.chain.status in fixture.owners.active:
        return OWNER_CHECK, "active_parent_chain_requires_owner_check"
    return OWNER_CHECK, "parent_owner_not_resolved"
