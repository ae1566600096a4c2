"""Section 8: claimed groups, release requests and counts."""

import copy
import unittest

from support_for_tests import ABSENT, ORPHAN, POLICY, ask, audit, changed, fixture

SIGNAL = "TSPI_PROCESS_SIGNAL_FORBIDDEN"
OVERCLAIM = "TSPI_OWNER_RELEASE_OVERCLAIM"
SUMMARY = "TSPI_SUMMARY_MISMATCH"
PATH = "TSPI_ABSOLUTE_PATH_FORBIDDEN"
CLAIM = "claimed_inventory"


class Groups(unittest.TestCase):
    SAFETY = {
        "no_process_signal_sent": True, "no_unknown_owner_killed": True, "no_active_session_terminated": True,
        "owner_must_release_own_helper": True,
    }
    REQUEST = {
        "result": "requested", "requested_action": "release_tool_lease",
        "permitted_action": "ask_owner_to_release", "safety": SAFETY,
    }
    GROUP = {"process_kind": "tool", "recommended_action": "request_owner_release", "owner_release_request": REQUEST}

    def codes(self, group, hardened=True):
        claim = {"rows": [], "summary": {"active_owner_pressure_groups": [group]}}
        return audit(claim, hardened)

    def request(self, hardened=True, **changes):
        return self.codes(changed(self.GROUP, owner_release_request=changed(self.REQUEST, **changes)), hardened)

    def test_right(self):
        for hardened in (True, False):
            self.assertEqual(self.codes(self.GROUP, hardened), [])
            self.assertEqual(self.request(hardened, requested_action="ask_owner_to_release"), [])

    def test_recommended_action(self):
        for action in ("kill", "sigterm", "sigkill", "force_close"):
            for hardened in (True, False):
                group = changed(self.GROUP, recommended_action=action)
                self.assertEqual(self.codes(group, hardened), [(SIGNAL, "tool")])
        for action in ("wait", "KILL", ABSENT, None, []):
            self.assertEqual(self.codes(changed(self.GROUP, recommended_action=action)), [(SIGNAL, "tool")])
            self.assertEqual(self.codes(changed(self.GROUP, recommended_action=action), hardened=False), [])

    def test_results_that_claim_an_ending(self):
        for result in (
            "kill", "killed", "terminate", "Terminated", "sigterm", "sigkill", "force_close", "FORCE_CLOSED",
        ):
            self.assertEqual(self.request(hardened=False, result=result), [(OVERCLAIM, "tool")], result)
        self.assertEqual(self.request(hardened=False, result="\u212aill"), [], "a Kelvin sign is no k")

    def test_overclaims(self):
        for changes in (
            {"result": "kill"},
            {"requested_action": "kill"},
            {"requested_action": ABSENT}, {"safety": ABSENT},
            {"safety": changed(self.SAFETY, no_process_signal_sent=1)},
        ):
            with self.subTest(changes):
                self.assertEqual(self.request(**changes), [(OVERCLAIM, "tool")])
                self.assertEqual(self.request(hardened=False, **changes), [(OVERCLAIM, "tool")])

    def test_hardened_overclaims(self):
        for changes in (
            {"result": ABSENT}, {"result": "done"}, {"result": "Requested"}, {"permitted_action": ABSENT},
            {"permitted_action": "x"},
            {"safety": changed(self.SAFETY, no_unknown_owner_killed=False)},
            {"safety": changed(self.SAFETY, no_active_session_terminated=ABSENT)},
            {"safety": changed(self.SAFETY, owner_must_release_own_helper="true")},
        ):
            with self.subTest(changes):
                self.assertEqual(self.request(**changes), [(OVERCLAIM, "tool")])
                self.assertEqual(self.request(hardened=False, **changes), [])
        for request in (ABSENT, None, "requested"):
            self.assertEqual(self.codes(changed(self.GROUP, owner_release_request=request)), [(OVERCLAIM, "tool")])
            self.assertEqual(self.codes(changed(self.GROUP, owner_release_request=request), hardened=False), [])

    def test_a_subject_repeats_no_offence(self):
        group = changed(self.GROUP, recommended_action="kill", process_kind="/home/me")
        self.assertEqual(self.codes(group), sorted([(SIGNAL, "group"), (PATH, CLAIM)]))
        self.assertEqual(self.codes(changed(group, process_kind=ABSENT)), [(SIGNAL, "group")])


class Summary(unittest.TestCase):
    """[H] Each count is held against the claim where it is there."""

    def codes(self, groups=ABSENT, rows=(ORPHAN,), **counts):
        summary = changed({"active_owner_pressure_groups": groups}, **counts)
        claim = {"rows": list(rows), "summary": summary}
        self.assertNotIn((SUMMARY, "summary"), audit(claim, hardened=False))
        return (SUMMARY, "summary") in audit(claim)

    def test_counts(self):
        right = {
            "process_count": 1, "candidate_safe_close_count": 1, "requires_owner_check_count": 0,
            "keep_count": 0,
            "active_owner_pressure_group_count": 0, "active_owner_release_request_count": 0,
        }
        self.assertFalse(self.codes())
        self.assertFalse(self.codes(**right))
        for field, count in right.items():
            for wrong in (count + 1, None, float(count), str(count), bool(count)):
                with self.subTest(f"{field}={wrong!r}"):
                    self.assertTrue(self.codes(**{field: wrong}))

    def test_elements_that_are_no_objects_count(self):
        self.assertFalse(self.codes(rows=[ORPHAN, 5], process_count=2))
        self.assertFalse(self.codes(groups=[5], active_owner_pressure_group_count=1))
        self.assertTrue(self.codes(groups=[5], active_owner_release_request_count=0))

    def test_excess(self):
        group = {"count": 5, "budget": 3, "excess_count": 2}
        self.assertFalse(self.codes([group], active_owner_release_request_count=2))
        self.assertTrue(self.codes([group], active_owner_release_request_count=3))
        self.assertFalse(self.codes([changed(group, excess_count=ABSENT)]))
        self.assertTrue(self.codes([changed(group, excess_count=ABSENT)], active_owner_release_request_count=0))
        for changes in (
            {"excess_count": 3}, {"excess_count": None}, {"excess_count": 2.0}, {"budget": ABSENT},
            {"count": "5"},
        ):
            with self.subTest(changes):
                self.assertTrue(self.codes([changed(group, **changes)]))

    def test_the_groups_of_the_fixture(self):
        policy = {"kinds": [POLICY["kinds"][0] | {"budget": 0}]}
        lines = "8 7 1:00:00 0 5 session", "9 8 10:00 0 5 tool-server", "10 7 10:00 0 5 tool-server"
        request = fixture(*lines, policy=policy)
        claim = ask("tspi.classify", request)["ok"]
        self.assertEqual(audit(claim, **request), [])
        for changes in (
            {"process_kind": "x"}, {"owner_status": "x"}, {"budget": 0.0}, {"count": True},
            {"budget": ABSENT},
        ):
            with self.subTest(changes):
                wrong = copy.deepcopy(claim)
                (group,) = wrong["summary"]["active_owner_pressure_groups"]
                wrong["summary"]["active_owner_pressure_groups"] = [changed(group, excess_count=ABSENT, **changes)]
                del wrong["summary"]["active_owner_release_request_count"]
                self.assertEqual({code for code, _ in audit(wrong, **request)}, {SUMMARY})
        del claim["summary"]["active_owner_pressure_groups"]
        self.assertEqual(audit(claim, **request), [(SUMMARY, "summary")], "the two counts of groups still count")
        claim["summary"] = {"active_owner_pressure_groups": []}
        self.assertEqual(audit(claim, **request), [(SUMMARY, "summary")])
        claim["summary"] = {}
        self.assertEqual(audit(claim, **request), [])


if __name__ == "__main__":
    unittest.main()
