"""Sections 9 and 11: a fixture passes only when its inputs are clean and each offence is observed."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support_for_tests import OWNERS, POLICY, ask, fixture, refusal

INVALID = "TSPI_INPUT_INVALID"
ROW = {
    "pid": 9, "ppid": 1, "process_kind": "tool", "owner_status": "launchd_detached",
    "decision": "candidate_safe_close", "age_s": 600,
    "allowlist_matched": True, "command_hash": "0123456789abcdef",
}
SAFETY = {
    "no_process_signal_sent": True, "no_unknown_owner_killed": True, "no_active_session_terminated": True,
    "owner_must_release_own_helper": True,
}
OVERCLAIM = {
    "process_kind": "tool", "recommended_action": "request_owner_release",
    "owner_release_request": {
        "result": "terminated", "requested_action": "release_tool_lease",
        "permitted_action": "ask_owner_to_release", "safety": SAFETY,
    },
}
OFFENCES = {
    "active_owner_kill_candidate": {"rows": [ROW | {"owner_status": "active_session_chain"}]},
    "owner_chain_cycle_safe_close": {"rows": [ROW | {"owner_status": "active_parent_process"}]},
    "unknown_owner_kill": {"rows": [ROW | {"owner_status": "unknown_parent_process"}]},
    "premature_safe_close": {"rows": [ROW | {"age_s": 299}]},
    "process_signal_sent": {"rows": [ROW | {"sigterm_sent": True}]},
    "command_preview_leak": {"rows": [ROW | {"command_preview": ""}]},
    "absolute_path_leak": {"rows": [ROW], "note": "/home/me"},
    "owner_release_overclaim": {"rows": [ROW], "summary": {"active_owner_pressure_groups": [OVERCLAIM]}},
}


def nested(levels):
    return b"[" * levels + b"]" * levels


class Run(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)
        for name, value in fixture("1 0 10-00:00:00 0 5 init", "9 1 10:00 0 5 tool-server").items():
            self.write(name, value)
        for case, claim in OFFENCES.items():
            self.negative(case, claim)

    def write(self, name, value):
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        (self.folder / f"{name}.json").write_bytes(data)

    def negative(self, case, claim, **fields):
        self.write(case, {"expected_negative_case_id": case, "claimed_inventory": claim} | fields)

    def run_it(self):
        return ask("tspi.run", {"fixture_dir": str(self.folder)})["ok"]

    def refused(self):
        return refusal("tspi.run", {"fixture_dir": str(self.folder)})


class Verdict(Run):
    def test_a_whole_fixture_passes(self):
        record = self.run_it()
        self.assertEqual((record["status"], record["missing_negative_cases"]), ("pass", []))
        self.assertEqual(len(record["observed_negative_cases"]), 8)
        self.assertEqual(record["observed_negative_cases"], record["expected_negative_cases"])
        self.assertEqual(record["inventory_projection"]["candidate_safe_close_count"], 1)
        self.assertEqual(record["source_module_manifest_status"], "not_present")
        self.assertEqual(set(record["authority_ceiling"].values()), {False})
        self.assertEqual(set(record), {
            "schema_version", "status", "created_at", "component_id", "input_mode", "expected_negative_cases",
            "observed_negative_cases", "missing_negative_cases", "negative_case_count", "error_codes", "findings",
            "secret_scan", "inventory_projection", "source_module_manifest_status", "source_module_summary",
            "authority_ceiling", "anti_claim", "freshness_basis", "body_in_receipt", "receipt_paths",
        })
        self.assertNotIn(str(self.folder), str(record))
        self.assertNotIn("tool-server", str(record))

    def test_without_its_offence_a_case_is_missing(self):
        for case in OFFENCES:
            with self.subTest(case):
                self.negative(case, {"rows": [ROW]})
                record = self.run_it()
                self.assertEqual((record["status"], record["missing_negative_cases"]), ("blocked", [case]))
                self.negative(case, OFFENCES[case])

    def test_another_s_offence_is_not_its_own(self):
        self.negative("premature_safe_close", OFFENCES["unknown_owner_kill"])
        self.assertEqual(self.run_it()["missing_negative_cases"], ["premature_safe_close"])

    def test_nothing_else_may_be_wrong(self):
        self.negative("premature_safe_close", OFFENCES["premature_safe_close"] | {"note": "/home/me"})
        self.assertEqual(self.run_it()["missing_negative_cases"], ["premature_safe_close"])

    def test_a_case_may_bring_its_fixture(self):
        parts = fixture("9 1 04:00 0 5 tool-server")
        row = ROW | {"age_s": 240, "command_hash": "8309bd711027c511"}
        self.negative("premature_safe_close", {"rows": [row]}, **parts)
        self.assertEqual(self.run_it()["status"], "pass")

    def test_positive_inputs_must_be_clean(self):
        for name, value, code in (
            ("pressure_policy", POLICY | {"process_signal_authorized": True}, "TSPI_PROCESS_SIGNAL_FORBIDDEN"),
            ("process_table", {"ps_text": "9 1 10:00 0 5 tool-server /home/me"}, "TSPI_ABSOLUTE_PATH_FORBIDDEN"),
            ("owner_classes", OWNERS | {"x_a": {"argv": []}}, "TSPI_COMMAND_PREVIEW_FORBIDDEN"),
            ("owner_classes", OWNERS | {"x_a": "ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5"}, "TSPI_SECRET_FORBIDDEN"),
        ):
            before = (self.folder / f"{name}.json").read_bytes()
            self.write(name, value)
            with self.subTest(code):
                record = self.run_it()
                self.assertEqual(record["status"], "blocked")
                (own,) = [finding for finding in record["findings"] if finding["negative_case_id"] is None]
                self.assertEqual((own["error_code"], own["subject_id"]), (code, name))
            self.write(name, before)
        self.assertEqual(self.run_it()["status"], "pass")

    def test_a_manifest_that_lies_there_is_judged(self):
        self.write("source_module_manifest", {})
        record = self.run_it()
        self.assertEqual((record["status"], record["source_module_manifest_status"]), ("blocked", "blocked"))

    def test_the_clock_may_be_given(self):
        with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="0"):
            first, second = self.run_it(), self.run_it()
        self.assertEqual(first, second)
        self.assertEqual(first["created_at"], "1970-01-01T00:00:00Z")


class Unusable(Run):
    """An unusable input is named; nothing is judged."""

    def test_missing_files(self):
        for name in ("process_table", "owner_classes", "absolute_path_leak"):
            path = self.folder / f"{name}.json"
            data = path.read_bytes()
            path.unlink()
            with self.subTest(name):
                self.assertEqual(self.refused(), (INVALID, name, ""))
            path.write_bytes(data)

    def test_text_that_is_no_strict_json(self):
        for data in (
            b"", b"{", b"{} x", b'{"a":1,"a":2}', b'{"a":1,"\\u0061":2}', b'{"x_":"\\udc00"}', b'{"x_":"\xed\xa0\x80"}',
            b"\xef\xbb\xbf{}", b'{"x_":NaN}', b'{"x_":01}', b'{"x_":"\n"}', b'{"x_":%s}' % nested(64),
            b'{"x_":%s}' % nested(100000), b"[" * 100000,
        ):
            with self.subTest(data[:30]):
                self.write("owner_classes", data)
                self.assertEqual(self.refused(), (INVALID, "owner_classes", ""))
        for data in (
            b"{}", b' {"x_":"\\ud83d\\ude00"}\r\n\t', b'{"x_":%s}' % nested(63),
            b'{"x_":' + b"9" * 5000 + b"}",
        ):
            with self.subTest(data[:30]):
                self.write("owner_classes", data)
                self.assertEqual(self.run_it()["status"], "pass")

    def test_pipes_are_not_waited_for(self):
        (self.folder / "owner_classes.json").unlink()
        os.mkfifo(self.folder / "owner_classes.json")
        self.assertEqual(self.refused(), (INVALID, "owner_classes", ""))

    def test_the_file_name_decides_the_case(self):
        case = "premature_safe_close"
        self.negative(case, OFFENCES[case], expected_negative_case_id="unknown_owner_kill")
        self.assertEqual(self.refused(), (INVALID, case, "/expected_negative_case_id"))
        self.negative(case, OFFENCES[case], min_age_seconds="300")
        self.assertEqual(self.refused(), (INVALID, case, "/min_age_seconds"))
        self.negative(case, OFFENCES[case], min_age=300)
        self.assertEqual(self.refused(), (INVALID, case, "/min_age"))
        self.negative(case, OFFENCES[case], **fixture("9 1 04:00 0 5 tool-server", policy={}))
        self.assertEqual(self.refused(), (INVALID, case, "/pressure_policy/kinds"))


if __name__ == "__main__":
    unittest.main()
