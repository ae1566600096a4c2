"""Section 6: pressure groups, their order and requests, the summary and the relief receipt."""

import unittest

from support_for_tests import INIT, ask, classify, fixture

KINDS = [
    {"kind": "b", "match_substrings": ["bb"], "budget": 1},
    {"kind": "a", "match_substrings": ["aa"], "budget": 1},
    {"kind": "c", "match_substrings": ["cc"], "budget": 0},
    {"kind": "free", "match_substrings": ["ff"], "allowlisted": True},
]
OWNERS = {
    "owner_hints": [{"substring": "session", "status": "active_session_chain"}],
    "owner_release_targets": {"active_session_chain": "session-desk"},
}


def helpers(parent, first, *commands):
    return [f"{first + i} {parent} 0{i}:00 0.0 5 {command}" for i, command in enumerate(commands)]


class Groups(unittest.TestCase):
    SESSION = "8 7 1:00:00 0.0 5 session"

    def groups(self, *lines, **policy):
        record = classify(self.SESSION, *lines, policy={"kinds": KINDS} | policy, owners=OWNERS)
        return record["summary"]["active_owner_pressure_groups"]

    def test_at_the_budget_nothing_is_emitted(self):
        self.assertEqual(self.groups(*helpers(8, 20, "aa", "ff", "ff", "ff")), [])
        self.assertEqual(len(self.groups(*helpers(8, 20, "aa", "aa"))), 1)
        self.assertEqual(self.groups(*helpers(8, 20, "aa", "aa"), keep_kinds=["a"]), [])
        self.assertEqual(self.groups(*helpers(7, 20, "aa", "aa")), [], "their owner status is not active")

    def test_a_group(self):
        (group,) = self.groups(*helpers(8, 20, "aa", "aa", "aa"), "30 8 - 0 5 aa")
        request = group.pop("owner_release_request")
        self.assertEqual(group, {
            "process_kind": "a", "owner_status": "active_session_chain", "budget": 1, "count": 4,
            "excess_count": 3,
            "oldest_age_s": 120, "newest_age_s": 0, "recommended_action": "request_owner_release",
            "safety": {"no_process_signal_sent": True, "owner_must_release_own_helper": True},
            "detached_ancestor_count": 0,
        })
        self.assertIn("release", request.pop("owner_release_route"))
        self.assertEqual(request, {
            "schema": "helper_owner_release_request_v1", "process_kind": "a",
            "owner_status": "active_session_chain",
            "target_owner": "session-desk", "pressure_mode": "degraded", "process_count": 4,
            "excess_count": 3,
            "permitted_action": "ask_owner_to_release", "requested_action": "release_tool_lease",
            "result": "requested",
            "safety": {
                "no_process_signal_sent": True, "no_unknown_owner_killed": True,
                "no_active_session_terminated": True, "owner_must_release_own_helper": True,
            },
        })

    def test_unknown_ages_and_detached_ancestors(self):
        (group,) = self.groups("9 1 1:00:00 0.0 5 sh", "20 9 - 0 5 aa", "21 9 - 0 5 aa")
        self.assertEqual((group["oldest_age_s"], group["newest_age_s"]), (None, None))
        self.assertEqual(group["detached_ancestor_count"], 2)
        self.assertIsNone(group["owner_release_request"]["target_owner"])

    def test_order(self):
        """Largest excess, largest count, kind, status."""
        found = self.groups(
            "9 1 1:00:00 0.0 5 sh",
            *helpers(8, 20, "bb", "bb"), *helpers(8, 30, "aa", "aa"), *helpers(9, 40, "aa", "aa"),
            *helpers(8, 50, "cc"), *helpers(9, 60, "bb", "bb", "bb"),
        )
        self.assertEqual([(group["process_kind"], group["owner_status"]) for group in found], [
            ("b", "active_parent_process"), ("a", "active_parent_process"), ("a", "active_session_chain"),
            ("b", "active_session_chain"), ("c", "active_session_chain"),
        ])


class Summary(unittest.TestCase):
    def test_counts(self):
        summary = classify(
            INIT, "8 1 1:00:00 0.0 5 session", *helpers(8, 20, "aa", "aa", "bb"), *helpers(1, 30, "ff", "cc"),
            "40 1 1:00:00 0 5 ff",
            policy={"kinds": KINDS, "keep_kinds": ["b"]}, owners=OWNERS,
        )["summary"]
        del summary["active_owner_pressure_groups"]
        self.assertEqual(summary, {
            "process_count": 6, "candidate_safe_close_count": 1, "requires_owner_check_count": 4,
            "keep_count": 1,
            "active_owner_pressure_group_count": 1, "active_owner_release_request_count": 1,
            "kind_counts": {"a": 2, "b": 1, "c": 1, "free": 2},
            "decision_counts": {"candidate_safe_close": 1, "requires_owner_check": 4, "keep": 1},
            "owner_status_counts": {"active_session_chain": 2, "runtime": 1, "launchd_detached": 3},
            "skipped_line_counts": {"comment": 0, "header": 0, "malformed": 0}, "init": "recognised",
        })

    def test_init(self):
        for line, state in (
            (INIT, "recognised"), ("1 0 10:00 0 5 node", "unrecognised"), ("2 0 10:00 0 5 x", "not_in_table"),
        ):
            self.assertEqual(classify(line)["summary"]["init"], state)

    def test_core_has_no_hardened_fields(self):
        record = classify("9 1 10:00 0 5 tool-server", hardened=False)
        self.assertFalse({"init", "skipped_line_counts"} & record["summary"].keys())
        self.assertFalse({"chain_end", "chain_hops", "chain_end_pid"} & record["rows"][0].keys())

    def test_no_command_in_any_answer(self):
        line = "9 1 10:00 0 5 canary-a tool-server canary-b /home/canary-c"
        for op in ("tspi.classify", "tspi.relief"):
            self.assertNotIn("canary", str(ask(op, fixture(line))))


class Relief(unittest.TestCase):
    def test_the_first_that_holds(self):
        session = "8 7 1:00:00 0.0 5 session"
        orphan, over, checked = "40 1 1:00:00 0 5 ff", helpers(8, 20, "aa", "aa"), "41 6 1:00:00 0 5 ff"
        for lines, status, verdict in (
            ([session, orphan, *over, checked], "safe_action_available", "pending_safe_close_action"),
            ([session, *over, checked], "owner_release_request_available", "pending_owner_release_request"),
            ([session, checked], "owner_check_required", "no_safe_action"),
            ([session], "no_action", "no_safe_action"),
        ):
            receipt = ask("tspi.relief", fixture(*lines, policy={"kinds": KINDS}, owners=OWNERS))["ok"]
            with self.subTest(status):
                self.assertEqual((receipt["action"]["status"], receipt["verdict"]), (status, verdict))

    def test_a_receipt(self):
        lines = ["8 7 1:00:00 0.0 5 session", *helpers(8, 20, "aa", "aa")]
        request = fixture(*lines, policy={"kinds": KINDS}, owners=OWNERS)
        receipt, record = ask("tspi.relief", request)["ok"], ask("tspi.classify", request)["ok"]
        (group,) = record["summary"]["active_owner_pressure_groups"]
        self.assertEqual(receipt, {
            "schema": "pressure_hygiene_relief_receipt_v1",
            "before": {
                "tool_server_pressure_inventory_schema": "tool_server_pressure_inventory_v1",
                "inventory_summary": record["summary"],
            },
            "action": {
                "status": "owner_release_request_available", "safe_close_action_count": 0,
                "safe_close_candidate_count": 0, "requires_owner_check_count": 2,
                "active_owner_release_request_count": 1, "no_unknown_owner_killed": True,
                "no_process_signal_sent": True, "owner_release_requests": [group["owner_release_request"]],
            },
            "after": None,
            "verdict": "pending_owner_release_request",
            "next_actions": [
                "request_active_owner_release_for_over_budget_helper_groups",
                "resolve_owner_state_before_closing_requires_owner_check_rows",
            ],
        })


if __name__ == "__main__":
    unittest.main()
