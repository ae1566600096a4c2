"""Section 8: a claim judged by its own values, and the audit's input."""

import unittest

from support_for_tests import ABSENT, INIT, ORPHAN, ask, audit, changed, classify, fixture, refusal

ACTIVE = "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"
UNKNOWN = "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"
PREMATURE = "TSPI_PREMATURE_SAFE_CLOSE"
VOCABULARY = "TSPI_DECISION_OUT_OF_VOCABULARY"
MALFORMED = "TSPI_CLAIM_MALFORMED"
CLAIM = "claimed_inventory"


class OwnValues(unittest.TestCase):
    """Without a fixture a row is judged by its own values."""

    def codes(self, hardened=True, settings=None, **changes):
        return [code for code, _ in audit({"rows": [changed(ORPHAN, **changes)]}, hardened, **(settings or {}))]

    def test_a_right_claim(self):
        self.assertEqual(self.codes(), [])
        self.assertEqual(self.codes(hardened=False), [])

    def test_one_code_a_row(self):
        for changes, code in (
            ({"owner_status": "active_parent_process", "ppid": 5, "age_s": 1}, ACTIVE),
            ({"owner_status": "runtime", "age_s": 1}, UNKNOWN),
            ({"ppid": 2}, UNKNOWN),
            ({"allowlist_matched": False, "age_s": 1}, UNKNOWN),
            ({"allowlist_matched": ABSENT}, UNKNOWN),
            ({"allowlist_matched": 1}, UNKNOWN),
            ({"age_s": 299}, PREMATURE),
            ({"age_s": -1}, PREMATURE),
        ):
            with self.subTest(changes):
                self.assertEqual(self.codes(**changes), [code])
                self.assertEqual(self.codes(hardened=False, **changes), [code])
        self.assertEqual(self.codes(age_s=300), [])
        self.assertEqual(self.codes(decision="requires_owner_check", age_s=1, ppid=4), [])

    def test_unknown_ages_are_hardened(self):
        for age in (ABSENT, None, "600", 600.0, True):
            with self.subTest(age):
                self.assertEqual(self.codes(age_s=age), [PREMATURE])
                self.assertEqual(self.codes(hardened=False, age_s=age), [])

    def test_settings(self):
        self.assertEqual(self.codes(settings={"min_age_seconds": 601}), [PREMATURE])
        self.assertEqual(self.codes(settings={"active_owner_status_values": ["desk"]}, owner_status="desk"), [ACTIVE])
        one = {"active_owner_status_values": ["desk"]}
        self.assertEqual(self.codes(settings=one, owner_status="active_parent_process"), [UNKNOWN])

    def test_decision_out_of_vocabulary(self):
        self.assertEqual(self.codes(decision="close_now"), [VOCABULARY])
        self.assertEqual(self.codes(decision="close_now", age_s=5), [VOCABULARY, PREMATURE])
        self.assertEqual(self.codes(decision="close_now", age_s=5, hardened=False), [])

    def test_a_pid_twice(self):
        other = changed(ORPHAN, decision="keep")
        self.assertEqual(audit({"rows": [ORPHAN, other]}), [(UNKNOWN, "9")])
        self.assertEqual(audit({"rows": [ORPHAN, other]}, hardened=False), [])
        self.assertEqual(audit({"rows": [ORPHAN, changed(other, pid=8)]}), [])

    def test_a_malformed_claim_is_judged_all_the_same(self):
        for field in ("pid", "ppid", "process_kind", "owner_status"):
            row = changed(ORPHAN, **{"decision": "keep", field: ABSENT})
            with self.subTest(field):
                self.assertEqual(audit({"rows": [row]}), [(MALFORMED, CLAIM)])
                self.assertEqual(audit({"rows": [row]}, hardened=False), [])
        without_decision = audit({"rows": [changed(ORPHAN, decision=ABSENT, age_s=1)]})
        self.assertEqual(without_decision, sorted([(MALFORMED, CLAIM), (VOCABULARY, "9"), (PREMATURE, "9")]))
        without_pid = audit({"rows": [changed(ORPHAN, pid="9", age_s=1), 5]})
        self.assertEqual(without_pid, [(MALFORMED, CLAIM), (UNKNOWN, "row")], "which process would be closed?")
        self.assertEqual(audit({"rows": [changed(ORPHAN, pid=-9, age_s=1)]}), [(PREMATURE, "-9")])
        for claim in ([], None, "text", {}, {"rows": {}}, {"rows": [], "summary": []},
                      {"rows": [], "summary": {"active_owner_pressure_groups": {}}},
                      {"rows": [], "summary": {"active_owner_pressure_groups": [1]}}):
            with self.subTest(claim):
                self.assertEqual(audit(claim), [(MALFORMED, CLAIM)])
        self.assertEqual(audit({"rows": []}), [])


class Input(unittest.TestCase):
    def refused(self, request, document, pointer):
        self.assertEqual(refusal("tspi.audit", request), ("TSPI_INPUT_INVALID", document, pointer))

    def test_faults(self):
        claim = {"claimed_inventory": {"rows": []}}
        self.refused({}, CLAIM, "/claimed_inventory")
        self.refused(claim | {"min_age_seconds": 0}, CLAIM, "/min_age_seconds")
        self.refused(claim | {"min_age_seconds": None}, CLAIM, "/min_age_seconds")
        self.refused(claim | {"active_owner_status_values": [""]}, CLAIM, "/active_owner_status_values/0")
        self.refused(claim | {"min_age": 5}, CLAIM, "/min_age")
        self.assertEqual(ask("tspi.audit", claim)["ok"], {"findings": []})

    def test_fixture_faults(self):
        whole = {"claimed_inventory": classify(INIT)} | fixture(INIT)
        self.assertEqual(ask("tspi.audit", whole)["ok"], {"findings": []})
        self.refused(whole | {"min_age_seconds": 300}, CLAIM, "/min_age_seconds")
        self.refused(whole | {"pressure_policy": {}}, "pressure_policy", "/kinds")
        for part in ("process_table", "pressure_policy", "owner_classes"):
            self.refused({key: value for key, value in whole.items() if key != part}, part, "")

    def test_depth(self):
        deep = []
        for _ in range(63):
            deep = [deep]
        self.assertEqual(audit(deep), [(MALFORMED, CLAIM)])
        self.refused({"claimed_inventory": [deep]}, CLAIM, "/claimed_inventory")


if __name__ == "__main__":
    unittest.main()
