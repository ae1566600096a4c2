"""The three positive inputs, checked and made ready to use: section 1 of the contract.

An input that breaks the section raises InputError; no later module checks a type again.
"""

from dataclasses import dataclass

from tspi_document import Document
from tspi_law import (
    DEFAULT_ACTIVE, DEFAULT_GENERIC_NAMES, DEFAULT_INIT_NAMES, DEFAULT_KEEP_STATUS, DEFAULT_LAUNCHERS,
    DEFAULT_MIN_AGE, DEFAULT_VALUE_OPTIONS, HASH, INPUTS, MATCH_AT, MISSING_TABLE, SIGNAL,
)
from tspi_program import Programs
from tspi_table import Table, parse_table


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    match: list
    match_at: str  # one of MATCH_AT: where the match substrings are looked for
    require: list
    exclude: list
    allowlisted: bool
    budget: int | None
    keep_owner_status: str


@dataclass(frozen=True, slots=True)
class Policy:
    kinds: list
    keep_kinds: frozenset
    min_age_seconds: int
    process_signal_authorized: bool
    programs: Programs  # how the program of a command is read


@dataclass(frozen=True, slots=True)
class Owners:
    hints: list  # of (substring, status), in order
    active: frozenset
    release_targets: dict
    init_names: frozenset
    registered: dict  # pid to a set of command hashes; None in it stands for any command


@dataclass(frozen=True, slots=True)
class Fixture:
    table: Table
    policy: Policy
    owners: Owners


def read_fixture(parts, hardened, case=None, signal_is_refused=True):
    """Reads the three inputs from an object that holds them by name.

    case is the negative case whose file that object is, if any: faults are then its own.
    """

    def document(part):
        return Document(part, hardened) if case is None else Document(case, hardened, f"/{part}")

    table, policy, owners = map(document, INPUTS)
    return Fixture(
        read_table(table, table.member(parts, "process_table")),
        read_policy(policy, policy.member(parts, "pressure_policy"), signal_is_refused),
        read_owners(owners, owners.member(parts, "owner_classes")),
    )


def read_table(document, value):
    """The rows of `process_table.json`."""
    document.object(value, "", {"ps_text"})
    if "ps_text" not in value:
        document.fail("/ps_text", "there is no process table in it", MISSING_TABLE)
    return parse_table(document.string(value["ps_text"], "/ps_text"), document, document.hardened)


def read_policy(document, value, signal_is_refused):
    """The helper kinds of `pressure_policy.json`. A run judges an authorised signal itself."""
    known = {"kinds", "keep_kinds", "min_age_seconds", "process_signal_authorized"}
    if document.hardened:
        known |= {"launchers", "value_options", "generic_names"}
    document.object(value, "", known, required=("kinds",))
    kinds = [_kind(document, item, at) for item, at in document.array(value["kinds"], "/kinds")]
    names = [kind.name for kind in kinds]
    if document.hardened:
        if not kinds:
            document.fail("/kinds", "there is no helper kind; an empty policy would protect nothing")
        if len(set(names)) < len(names):
            index = next(i for i, name in enumerate(names) if name in names[:i])
            document.fail(f"/kinds/{index}/kind", "an earlier kind has the same name")
    keep = document.names(value.get("keep_kinds", []), "/keep_kinds")
    if document.hardened:
        known_names = set(names)
        for index, name in enumerate(keep):
            if name not in known_names:
                document.fail(f"/keep_kinds/{index}", "this is none of the kinds")
    authorized = document.boolean(value.get("process_signal_authorized", False), "/process_signal_authorized")
    programs = _programs(document, value)
    policy = Policy(kinds, frozenset(keep), read_min_age(document, value), authorized, programs)
    if authorized and signal_is_refused:
        document.fail("/process_signal_authorized", "no signal can be authorised here", SIGNAL)
    return policy


def _kind(document, value, at):
    known = {"kind", "match_substrings", "allowlisted", "budget", "keep_owner_status"}
    if document.hardened:
        known |= {"match_at", "require_substrings", "exclude_substrings"}
    document.object(value, at, known, required=("kind", "match_substrings"))

    def hardened(field, default):
        return value.get(field, default) if document.hardened else default

    return Kind(
        document.name(value["kind"], f"{at}/kind"),
        document.strings(value["match_substrings"], f"{at}/match_substrings"),
        document.one_of(hardened("match_at", MATCH_AT[0]), MATCH_AT, f"{at}/match_at"),
        document.strings(hardened("require_substrings", []), f"{at}/require_substrings"),
        document.strings(hardened("exclude_substrings", []), f"{at}/exclude_substrings"),
        document.boolean(value.get("allowlisted", False), f"{at}/allowlisted"),
        document.integer(value["budget"], f"{at}/budget", 0) if "budget" in value else None,
        document.status(value.get("keep_owner_status", DEFAULT_KEEP_STATUS), f"{at}/keep_owner_status"),
    )


def _programs(document, value):
    """[H] The words that tell the program of a command; a list that is given, an empty one too, holds alone."""

    def words(field, default):
        given = document.hardened and field in value
        return frozenset(document.strings(value[field], f"/{field}")) if given else default

    return Programs(
        words("launchers", DEFAULT_LAUNCHERS),
        words("value_options", DEFAULT_VALUE_OPTIONS),
        words("generic_names", DEFAULT_GENERIC_NAMES),
    )


def read_owners(document, value):
    """The owner taxonomy of `owner_classes.json`; {} is a good one."""
    known = {"owner_hints", "active_owner_status_values", "owner_release_targets"}
    if document.hardened:
        known |= {"init_names", "registered_helpers"}
    document.object(value, "", known)
    hints = []
    for item, at in document.array(value.get("owner_hints", []), "/owner_hints"):
        document.object(item, at, {"substring", "status"}, required=("substring", "status"))
        substring = document.text(item["substring"], f"{at}/substring")
        hints.append((substring, document.status(item["status"], f"{at}/status")))
    targets = document.object(value.get("owner_release_targets", {}), "/owner_release_targets")
    for status, target in targets.items():
        at = document.below("/owner_release_targets", status)
        document.name(status, at)
        document.name(target, at)
    init_names, registered = [], {}
    if document.hardened:
        init_names = document.strings(value.get("init_names", []), "/init_names")
        registered = _registered(document, value.get("registered_helpers", []))
    return Owners(
        hints, read_active(document, value), targets, frozenset(init_names or DEFAULT_INIT_NAMES), registered
    )


def _registered(document, value):
    registered = {}
    for item, at in document.array(value, "/registered_helpers"):
        document.object(item, at, {"pid", "command_hash"}, required=("pid",))
        pid = document.integer(item["pid"], f"{at}/pid")
        digest = item.get("command_hash")
        if "command_hash" in item and not (isinstance(digest, str) and HASH.fullmatch(digest)):
            document.fail(f"{at}/command_hash", "a command hash is 16 lowercase hex digits")
        registered.setdefault(pid, set()).add(digest)
    return registered


def read_min_age(document, value):
    """`min_age_seconds` of a policy, an audit or a negative case."""
    return document.integer(value.get("min_age_seconds", DEFAULT_MIN_AGE), "/min_age_seconds", 1)


def read_active(document, value):
    """`active_owner_status_values` of an owner taxonomy, an audit or a negative case."""
    at = "/active_owner_status_values"
    given = document.array(value.get("active_owner_status_values", []), at)
    return frozenset([document.status(item, pointer) for item, pointer in given] or DEFAULT_ACTIVE)
