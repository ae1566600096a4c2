"""Section 1: what is refused, under which code, input and pointer, and the neighbour that is accepted."""

import unittest

from support_for_tests import INIT, OWNERS, POLICY, fixture, refusal

INVALID, MISSING = "TSPI_INPUT_INVALID", "TSPI_MISSING_PROCESS_TABLE"
KIND = POLICY["kinds"][0]


def ask(hardened=True, **parts):
    return refusal("tspi.classify", fixture(INIT) | parts, hardened)


class Base(unittest.TestCase):
    def refused(self, answer, code, document, pointer):
        self.assertEqual(answer, (code, document, pointer))

    def accepted(self, answer):
        self.assertIn("rows", answer)


class ProcessTable(Base):
    def test_missing_table(self):
        for value, hardened in (({}, False), ({"ps_text": ""}, False), ({"ps_text": " \t\r\n"}, False)):
            with self.subTest(value):
                self.refused(ask(hardened, process_table=value), MISSING, "process_table", "/ps_text")

    def test_no_row(self):
        only_header = {"ps_text": "PID PPID ELAPSED %CPU RSS COMMAND\n"}
        self.refused(ask(process_table=only_header), MISSING, "process_table", "/ps_text")
        self.accepted(ask(False, process_table=only_header))
        self.refused(ask(process_table={"ps_text": "\u00a0"}), MISSING, "process_table", "/ps_text")
        self.accepted(ask(False, process_table={"ps_text": "\u00a0"}))

    def test_types(self):
        for value in (5, None, ["x"], True):
            with self.subTest(value):
                self.refused(ask(process_table={"ps_text": value}), INVALID, "process_table", "/ps_text")
        for value in (None, [], "text"):
            with self.subTest(value):
                self.refused(ask(process_table=value), INVALID, "process_table", "")

    def test_missing_documents(self):
        for part in ("process_table", "pressure_policy", "owner_classes"):
            request = fixture(INIT)
            del request[part]
            with self.subTest(part):
                self.refused(refusal("tspi.classify", request), INVALID, part, "")


class Policy(Base):
    def policy(self, value, hardened=True):
        return ask(hardened, pressure_policy=value)

    def kind(self, hardened=True, **fields):
        return self.policy({"kinds": [KIND | fields]}, hardened)

    def test_where_substrings_are_looked_for(self):
        for value in ("command", "program"):
            self.accepted(self.kind(match_at=value))
        for value in ("Program", "", None, True, ["program"]):
            with self.subTest(value):
                self.refused(self.kind(match_at=value), INVALID, "pressure_policy", "/kinds/0/match_at")
                self.accepted(self.kind(False, match_at=value))
        self.accepted(self.kind(require_substrings=[]))
        self.accepted(self.kind(require_substrings=["a"]))
        for value, pointer in ((None, ""), ("a", ""), ({}, ""), (["a", ""], "/1"), ([5], "/0")):
            with self.subTest(value):
                at = f"/kinds/0/require_substrings{pointer}"
                self.refused(self.kind(require_substrings=value), INVALID, "pressure_policy", at)
                self.accepted(self.kind(False, require_substrings=value))

    def test_words_of_a_program(self):
        for field in ("launchers", "value_options", "generic_names"):
            self.accepted(self.policy(POLICY | {field: []}))
            self.accepted(self.policy(POLICY | {field: ["a"]}))
            for value, pointer in ((None, ""), ("a", ""), ({}, ""), (["a", ""], "/1"), ([True], "/0")):
                with self.subTest(f"{field} {value}"):
                    at = f"/{field}{pointer}"
                    self.refused(self.policy(POLICY | {field: value}), INVALID, "pressure_policy", at)
                    self.accepted(self.policy(POLICY | {field: value}, False))

    def test_kinds(self):
        self.refused(self.policy({}), INVALID, "pressure_policy", "/kinds")
        self.refused(self.policy({"kinds": []}), INVALID, "pressure_policy", "/kinds")
        self.accepted(self.policy({"kinds": []}, hardened=False))
        self.refused(self.policy({"kinds": [KIND, KIND]}), INVALID, "pressure_policy", "/kinds/1/kind")
        self.accepted(self.policy({"kinds": [KIND, KIND]}, hardened=False))

    def test_fields_of_a_kind(self):
        for field, good, bad in (
            ("match_substrings", [[], ["a", "b"]], ["a", [""], [1], None]),
            ("exclude_substrings", [[], ["a"]], [[""], {}, None]),
            ("allowlisted", [True, False], [1, "true", None]),
            ("budget", [0, 10**30], [-1, 1.0, True, "4", None]),
            ("keep_owner_status", ["runtime"], ["", 5, "launchd_detached"]),
        ):
            for value in good:
                with self.subTest(f"{field}={value}"):
                    self.accepted(self.kind(**{field: value}))
            for value in bad:
                with self.subTest(f"{field}={value}"):
                    code, document, pointer = self.kind(**{field: value})
                    self.assertEqual((code, document), (INVALID, "pressure_policy"))
                    self.assertTrue(pointer.startswith(f"/kinds/0/{field}"))

    def test_names(self):
        for name in ("a", "0", "a.b:c-d_e", "x" * 64, "commander"):
            with self.subTest(name):
                self.accepted(self.kind(kind=name))
        for name in (
            "x" * 65, "a b", "-a", "_a", "é", "a\n", "command", "Command-Line", "argv", "command_hash",
            "kill_signal",
        ):
            with self.subTest(name):
                self.refused(self.kind(kind=name), INVALID, "pressure_policy", "/kinds/0/kind")
                self.accepted(self.kind(hardened=False, kind=name))
        self.refused(self.kind(hardened=False, kind=""), INVALID, "pressure_policy", "/kinds/0/kind")

    def test_min_age(self):
        for value in (1, 10**20):
            self.accepted(self.policy(POLICY | {"min_age_seconds": value}))
        for value in (0, -1, 300.0, True, "300", None):
            with self.subTest(value):
                answer = self.policy(POLICY | {"min_age_seconds": value})
                self.refused(answer, INVALID, "pressure_policy", "/min_age_seconds")

    def test_keep_kinds(self):
        self.accepted(self.policy(POLICY | {"keep_kinds": ["tool"]}))
        self.refused(self.policy(POLICY | {"keep_kinds": ["tol"]}), INVALID, "pressure_policy", "/keep_kinds/0")
        self.accepted(self.policy(POLICY | {"keep_kinds": ["tol"]}, hardened=False))

    def test_no_signal_can_be_authorised(self):
        self.accepted(self.policy(POLICY | {"process_signal_authorized": False}))
        answer = self.policy(POLICY | {"process_signal_authorized": True})
        self.refused(answer, "TSPI_PROCESS_SIGNAL_FORBIDDEN", "pressure_policy", "/process_signal_authorized")
        answer = self.policy(POLICY | {"process_signal_authorized": 1})
        self.refused(answer, INVALID, "pressure_policy", "/process_signal_authorized")

    def test_unlisted_fields(self):
        for field in ("$schema", "schema", "description", "x_note"):
            self.accepted(self.policy(POLICY | {field: None}))
            self.accepted(self.kind(**{field: 1}))
        self.refused(self.policy(POLICY | {"keep/kind~s": []}), INVALID, "pressure_policy", "/keep~1kind~0s")
        self.refused(self.kind(allow_listed=True), INVALID, "pressure_policy", "/kinds/0/allow_listed")
        self.accepted(self.kind(hardened=False, allow_listed=True))


class OwnerClasses(Base):
    def owners(self, value, hardened=True):
        return ask(hardened, owner_classes=value)

    def registered(self, digest):
        return {"registered_helpers": [{"pid": 5, "command_hash": digest}, {"pid": 6}]}

    def test_good_ones(self):
        for value in (
            {}, OWNERS, {"owner_release_targets": {"runtime": "desk"}}, {"active_owner_status_values": []},
            {"init_names": ["a b/c"]}, self.registered("0123456789abcdef"),
        ):
            with self.subTest(value):
                self.accepted(self.owners(value))

    def test_refused_ones(self):
        for value, pointer in (
            ({"owner_hints": [{"status": "a"}]}, "/owner_hints/0/substring"),
            ({"owner_hints": [{"substring": "", "status": "a"}]}, "/owner_hints/0/substring"),
            ({"owner_hints": [{"substring": "a", "status": "launchd_detached"}]}, "/owner_hints/0/status"),
            ({"active_owner_status_values": ["launchd_detached"]}, "/active_owner_status_values/0"),
            ({"active_owner_status_values": None}, "/active_owner_status_values"),
            ({"owner_release_targets": {"a": "b c"}}, "/owner_release_targets/a"),
            ({"owner_release_targets": {"a/b": "c"}}, "/owner_release_targets/a~1b"),
            ({"init_names": [""]}, "/init_names/0"),
            ({"registered_helpers": [{"command_hash": "0123456789abcdef"}]}, "/registered_helpers/0/pid"),
            ({"registered_helpers": [{"pid": 5.0}]}, "/registered_helpers/0/pid"),
            (self.registered("0123"), "/registered_helpers/0/command_hash"),
            (self.registered("0123456789ABCDEF"), "/registered_helpers/0/command_hash"),
            ({"registered_helper": []}, "/registered_helper"),
        ):
            with self.subTest(value):
                self.refused(self.owners(value), INVALID, "owner_classes", pointer)

    def test_core_knows_no_reserved_status(self):
        self.accepted(self.owners({"active_owner_status_values": ["launchd_detached"]}, hardened=False))


class Depth(Base):
    """64 levels, of each input document by itself."""

    def nested(self, levels):
        value = {}
        for _ in range(levels - 2):
            value = [value]
        return ask(owner_classes={"x_deep": value})

    def test_limit(self):
        self.accepted(self.nested(64))
        self.refused(self.nested(65), INVALID, "owner_classes", "")

    def test_far_beyond_the_limit(self):
        self.refused(self.nested(900), INVALID, "owner_classes", "")


if __name__ == "__main__":
    unittest.main()
