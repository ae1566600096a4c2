"""Section 8: the rows of a claim held against the fixture that it is about."""

import copy
import unittest

from support_for_tests import ABSENT, INIT, ORPHAN, OWNERS, POLICY, ask, audit, changed, fixture

ACTIVE = "TSPI_ACTIVE_OWNER_KILL_CANDIDATE"
UNKNOWN = "TSPI_UNKNOWN_OWNER_KILL_FORBIDDEN"
PREMATURE = "TSPI_PREMATURE_SAFE_CLOSE"
CONTRADICTS = "TSPI_ROW_CONTRADICTS_TABLE"
VOCABULARY = "TSPI_DECISION_OUT_OF_VOCABULARY"
MALFORMED = "TSPI_CLAIM_MALFORMED"
CLAIM = "claimed_inventory"


class Grounded(unittest.TestCase):
    """[H] With a fixture the derived values count, whatever the claim says of itself."""

    LINES = [
        INIT,
        "8 7 1:00:00 0 5 session desk",
        "9 1 10:00 0 5 tool-server --orphan",
        "10 1 04:00 0 5 tool-server --young",
        "11 8 10:00 0 5 tool-server --owned",
        "12 1 10:00 0 5 tool-server --twice",
        "12 1 10:00 0 5 tool-server --twice",
        "13 1 10:00 0 5 tool-server --registered",
        "14 1 10:00 0 5 kept-server",
        "15 1 10:00 0 5 shut-server",
        "16 1 - 0 5 tool-server --unreadable",
    ]
    POLICY = {"kinds": [
        *POLICY["kinds"], {"kind": "kept", "match_substrings": ["kept-server"], "allowlisted": True},
        {"kind": "shut", "match_substrings": ["shut-server"]},
    ], "keep_kinds": ["kept"]}
    OWNERS = OWNERS | {"registered_helpers": [{"pid": 13}]}

    def setUp(self):
        self.fixture = fixture(*self.LINES, policy=self.POLICY, owners=self.OWNERS)
        self.claim = ask("tspi.classify", self.fixture)["ok"]

    def row(self, pid):
        return next(row for row in self.claim["rows"] if row["pid"] == pid)

    def audit(self, hardened=True):
        return audit(self.claim, hardened, **self.fixture)

    def without_summary(self):
        del self.claim["summary"]

    def test_the_derived_inventory_is_right(self):
        self.assertEqual(self.audit(), [])
        self.assertEqual(self.audit(hardened=False), [])

    def test_every_row_closed(self):
        self.without_summary()
        for row in self.claim["rows"]:
            # The claim says of itself that all is well.
            row |= {"decision": "candidate_safe_close", "ppid": 1, "owner_status": "launchd_detached", "age_s": 999,
                    "allowlist_matched": True}
        self.assertEqual(self.audit(), sorted([
            (CONTRADICTS, "9"), (PREMATURE, "10"), (ACTIVE, "11"), (UNKNOWN, "12"), (UNKNOWN, "13"),
            (UNKNOWN, "14"),
            (UNKNOWN, "15"), (PREMATURE, "16"),
        ]))

    def test_a_closing_row_of_no_helper(self):
        self.without_summary()
        self.claim["rows"] += [changed(ORPHAN, pid=8), changed(ORPHAN, pid=99), changed(ORPHAN, pid="9")]
        self.assertEqual(self.audit(), [(MALFORMED, CLAIM), (UNKNOWN, "8"), (UNKNOWN, "99"), (UNKNOWN, "row")])

    def test_each_field_must_agree(self):
        self.without_summary()
        for field, value in (
            ("ppid", 2), ("process_kind", "kept"), ("owner_status", "runtime"),
            ("decision", "requires_owner_check"),
            ("age_s", 601), ("age_s", 600.0), ("age_s", ABSENT), ("allowlist_matched", 1),
            ("command_hash", "0" * 16),
            ("command_hash", []),
        ):
            with self.subTest(f"{field}={value!r}"):
                claim, right = copy.deepcopy(self.claim), self.row(9)
                claim["rows"] = [changed(row, **{field: value}) if row["pid"] == 9 else row for row in claim["rows"]]
                found = audit(claim, **self.fixture)
                self.assertIn((CONTRADICTS, "9"), found)
                self.assertEqual({subject for _, subject in found} - {CLAIM}, {"9"})
                self.assertEqual(right["age_s"], 600)

    def test_an_unknown_age_agrees_with_null_only(self):
        self.without_summary()
        self.row(16)["age_s"] = 600
        self.assertEqual(self.audit(), [(CONTRADICTS, "16")])
        del self.row(16)["age_s"]
        self.assertEqual(self.audit(), [(CONTRADICTS, "16")])

    def test_rows_are_matched_one_to_one(self):
        self.without_summary()
        self.claim["rows"].append(dict(self.row(11)))
        self.assertEqual(self.audit(), [(CONTRADICTS, "11")])

    def test_too_few_rows(self):
        self.without_summary()
        self.claim["rows"].remove(self.row(12))
        self.assertEqual(self.audit(), [(CONTRADICTS, "12")])
        self.claim["rows"].remove(self.row(11))
        self.assertEqual(self.audit(), [(CONTRADICTS, "11"), (CONTRADICTS, "12")])

    def test_an_unknown_decision_does_not_contradict_as_well(self):
        self.without_summary()
        self.row(9)["decision"] = "close_now"
        self.assertEqual(self.audit(), [(VOCABULARY, "9")])
        self.row(11)["decision"] = ["keep"]
        both = [(ACTIVE, "11"), (MALFORMED, CLAIM), (VOCABULARY, "11"), (VOCABULARY, "9")]
        self.assertEqual(self.audit(), both)

    def test_core_takes_only_the_settings_from_the_fixture(self):
        self.without_summary()
        self.row(15)["decision"] = "candidate_safe_close"
        self.row(10)["age_s"] = 400
        self.row(10)["decision"] = "candidate_safe_close"
        self.assertEqual(self.audit(hardened=False), [(UNKNOWN, "15")])


if __name__ == "__main__":
    unittest.main()
