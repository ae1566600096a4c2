"""The audit of a claimed inventory: section 8 of the contract."""

from dataclasses import dataclass

from tspi_audit_groups import judge_groups, judge_summary
from tspi_audit_rows import judge_rows
from tspi_classify import classify
from tspi_document import Document
from tspi_findings import Findings
from tspi_inputs import Fixture, read_active, read_fixture, read_min_age
from tspi_inventory import pressure_groups
from tspi_law import INPUTS, MALFORMED, PREVIEW
from tspi_leak import holds_a_command
from tspi_strictjson import is_integer

_OWN_VALUES = ("min_age_seconds", "active_owner_status_values")


@dataclass(slots=True)
class Claim:
    """A claim's parts, each empty where it is absent or mistyped. Elements may be of any type."""

    value: object
    rows: list
    summary: dict
    groups: list

    @classmethod
    def of(cls, value):
        body = value if type(value) is dict else {}
        summary = _as(dict, body.get("summary"))
        groups = _as(list, summary.get("active_owner_pressure_groups"))
        return cls(value, _as(list, body.get("rows")), summary, groups)


def _as(kind, value):
    return value if type(value) is kind else kind()


@dataclass(slots=True)
class Grounds:
    """What a claim is held against: the settings, and with a fixture the derived inventory."""

    hardened: bool
    min_age_seconds: int
    active: frozenset
    fixture: Fixture | None = None
    helpers: list | None = None
    groups: list | None = None

    @property
    def derived(self):
        """Whether the derived values count, not the claim's own: [H], with a fixture."""
        return self.hardened and self.fixture is not None


def audit(request, hardened, case=None):
    """The findings on request["claimed_inventory"]; with case, the request is that negative case's file."""
    claim, grounds = _read(request, hardened, case)
    findings = Findings(case)
    if hardened and not _well_formed(claim):
        findings.add(MALFORMED, "claim", "claimed_inventory", "a required part is missing or of a wrong type")
    judge_rows(claim, grounds, findings)
    judge_groups(claim, grounds, findings)
    if hardened:
        judge_summary(claim, grounds, findings)
    findings.guard(claim.value, "claim", "claimed_inventory", hardened)
    if grounds.derived and holds_a_command(claim.value, grounds.fixture.table):
        findings.add_codes({PREVIEW}, "claim", "claimed_inventory")
    return findings


def _read(request, hardened, case):
    name = case or "claimed_inventory"
    document = Document(name, hardened)
    known = {"claimed_inventory", *_OWN_VALUES, *INPUTS} | ({"expected_negative_case_id"} if case else set())
    document.object(request, "", known, required=("claimed_inventory",))
    claim = Claim.of(Document(name, hardened, "/claimed_inventory").member(request, "claimed_inventory"))
    if not any(part in request for part in INPUTS):
        return claim, Grounds(hardened, read_min_age(document, request), read_active(document, request))
    for field in _OWN_VALUES:
        if field in request:
            document.fail(f"/{field}", "the fixture decides this; give one or the other")
    fixture = read_fixture(request, hardened, case)
    grounds = Grounds(hardened, fixture.policy.min_age_seconds, fixture.owners.active, fixture)
    if hardened:
        grounds.helpers = classify(fixture, hardened)
        grounds.groups = pressure_groups(grounds.helpers, fixture.owners, hardened)
    return claim, grounds


def _well_formed(claim):
    body = claim.value
    if type(body) is not dict or type(body.get("rows")) is not list:
        return False
    if type(body.get("summary", {})) is not dict:
        return False
    if type(claim.summary.get("active_owner_pressure_groups", [])) is not list:
        return False
    if not all(type(group) is dict for group in claim.groups):
        return False
    return all(map(_well_formed_row, claim.rows))


def _well_formed_row(row):
    return (
        type(row) is dict
        and is_integer(row.get("pid"))
        and is_integer(row.get("ppid"))
        and all(type(row.get(field)) is str for field in ("process_kind", "owner_status", "decision"))
    )
