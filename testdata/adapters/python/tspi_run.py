"""A run over a fixture folder: sections 9 and 11 of the contract.

It judges by the hardened law at either level, since every core case has the same answer
under both. Nothing is written; the answer is the record.
"""

import os
from datetime import datetime, timezone
from hashlib import sha256

from tspi_audit import audit
from tspi_bundle import MANIFEST, verify_modules
from tspi_document import Document
from tspi_findings import Findings
from tspi_folder import has_file, read_json
from tspi_guard import guard
from tspi_inputs import read_fixture
from tspi_inventory import inventory
from tspi_law import INPUTS, NEGATIVE_CASES, SECRET, SIGNAL
from tspi_secrets import secret_codes

_ANTI_CLAIM = (
    "A verdict is about the captured moment and expires with it. It authorises no signal, closes nothing, "
    "and says nothing about processes that the table does not show."
)
_POWERS = (
    "process_signal_authority", "live_process_table_read_authorized", "host_mutation_authorized",
    "release_authorized", "whole_system_correctness_claim",
)


def run(folder):
    """The result record of a fixture. Raises InputError where an input is unusable."""
    positive = [read_json(folder, name) for name in INPUTS]
    negative = [read_json(folder, name) for name in NEGATIVE_CASES]
    fixture = read_fixture({file.name: file.value for file in positive}, True, signal_is_refused=False)
    findings = Findings()
    for file in positive:
        _judge_positive(file, findings)
    manifest, modules, verified = "not_present", 0, 0
    if has_file(folder, MANIFEST):
        before = len(findings)
        modules, verified = verify_modules(folder, findings)
        manifest = "pass" if len(findings) == before else "blocked"
    cases = {file.name: _judge_case(file) for file in negative}
    missing = [name for name, found in cases.items() if found.codes() != {NEGATIVE_CASES[name]}]
    everything = [*findings, *(finding for found in cases.values() for finding in found)]
    record = {
        "schema_version": "tool_server_pressure_inventory_result_v1",
        "status": "blocked" if findings or missing else "pass",
        "created_at": _now(),
        "component_id": "tool_server_pressure_inventory",
        "input_mode": "fixture",
        "expected_negative_cases": _codes_by_case({name: [code] for name, code in NEGATIVE_CASES.items()}),
        "observed_negative_cases": _codes_by_case(
            {name: sorted(found.codes()) for name, found in cases.items() if name not in missing}
        ),
        "missing_negative_cases": missing,
        "negative_case_count": len(cases),
        "error_codes": sorted({finding["error_code"] for finding in everything}),
        "findings": everything,
        "secret_scan": _secret_scan(findings),
        "inventory_projection": _projection(fixture),
        "source_module_manifest_status": manifest,
        "source_module_summary": {"module_count": modules, "verified_module_count": verified},
        "authority_ceiling": dict.fromkeys(_POWERS, False),
        "anti_claim": _ANTI_CLAIM,
        "freshness_basis": _freshness(positive + negative),
        "body_in_receipt": False,
        "receipt_paths": [],
    }
    if guard(record, hardened=True) or secret_codes(record):
        raise RuntimeError("the record does not pass its own guard")
    return record


def _judge_positive(file, findings):
    """The guard and the secret scan over one input: over its strings, and over its bytes as they are."""
    codes = guard(file.value, hardened=True)
    codes |= secret_codes(file.value) | secret_codes(file.data.decode("utf-8"))
    if file.name == "pressure_policy" and file.value.get("process_signal_authorized") is True:
        codes.add(SIGNAL)
    findings.add_codes(codes, "input", file.name)


def _judge_case(file):
    document = Document(file.name, hardened=True)
    if document.object(file.value, "").get("expected_negative_case_id") != file.name:
        document.fail("/expected_negative_case_id", "the file name decides the case, and this is another")
    return audit(file.value, True, file.name)


def _codes_by_case(cases):
    return [{"negative_case_id": name, "error_codes": codes} for name, codes in cases.items()]


def _secret_scan(findings):
    count = sum(finding["error_code"] == SECRET for finding in findings)
    return {"scanner": "tspi-python-shapes", "status": "blocked" if count else "pass", "finding_count": count}


def _projection(fixture):
    summary = inventory(fixture, hardened=True)["summary"]
    counts = {field: value for field, value in summary.items() if field.endswith(("_count", "_counts"))}
    return counts | {"no_process_signal_sent": True, "no_unknown_owner_killed": True}


def _freshness(files):
    """What the verdict rests on: each input's fingerprint, and one digest over them."""
    inputs = [
        {"path": f"{file.name}.json", "sha256": sha256(file.data).hexdigest(), "size": len(file.data)}
        for file in files
    ]
    lines = "".join(f"{entry['sha256']} {entry['size']} {entry['path']}\n" for entry in inputs)
    return {"inputs": inputs, "digest": sha256(lines.encode()).hexdigest()}


def _now():
    """The time of the run in UTC; SOURCE_DATE_EPOCH is the clock where it is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.now(timezone.utc) if epoch is None else datetime.fromtimestamp(int(epoch), timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
