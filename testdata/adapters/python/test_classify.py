"""Sections 3 to 5: kinds, owner chains and decisions."""

import unittest

from support_for_tests import INIT, OWNERS, POLICY, rows

TOOL = "tool-server"
UNKNOWN, ACTIVE, SESSION = "unknown_parent_process", "active_parent_process", "active_session_chain"
TOOL_HASH = "8309bd711027c511"  # printf '%s' tool-server | sha256sum


def row(pid, ppid, command=TOOL, age="10:00"):
    return f"{pid} {ppid} {age} 0.0 5 {command}"


def chain(found):
    return found["owner_status"], found["chain_end"], found["chain_hops"], found["chain_end_pid"]


class Kinds(unittest.TestCase):
    def kind(self, command, *kinds, hardened=True):
        policy = {"kinds": list(kinds) or POLICY["kinds"]}
        found = rows(row(9, 1, command), row(8, 1, TOOL), policy=policy, hardened=hardened)
        return found[9]["process_kind"] if 9 in found else None

    def test_first_entry_that_matches(self):
        a = {"kind": "a", "match_substrings": ["x", "tool"]}
        b = {"kind": "b", "match_substrings": ["server"], "exclude_substrings": ["--not"]}
        self.assertEqual(self.kind("my tool-server", a, b), "a")
        self.assertEqual(self.kind("my tool-server", b, a), "b")
        self.assertEqual(self.kind("my tool-server --not", b, a), "a")
        self.assertEqual(self.kind("my Server", b), None)
        self.assertEqual(self.kind("my tool-server", {"kind": "none", "match_substrings": []}, b), "b")

    def test_process_titles(self):
        for title in (
            "<defunct>", "tool-server <defunct>", "[tool-server]", "(tool-server)", "[tool-server] <defunct>",
            "[a] tool-server [b]", "tool-server\t<defunct>",
        ):
            with self.subTest(title):
                self.assertIsNone(self.kind(title))
                if "tool-server" in title:
                    self.assertEqual(self.kind(title, hardened=False), "tool")
        for command in (
            "<defunct> tool-server", "tool-server x<defunct>", "[tool-server] x", "(tool-server]",
            "x [tool-server]",
        ):
            with self.subTest(command):
                self.assertEqual(self.kind(command), "tool")

    def test_pids_0_and_1(self):
        for pid in (0, 1):
            with self.subTest(pid):
                self.assertNotIn(pid, rows(row(pid, 5), row(2, 5)))
                self.assertIn(pid, rows(row(pid, 5), row(2, 5), hardened=False))
        self.assertIn(2, rows(row(2, 5)))


class Detached(unittest.TestCase):
    def test_recognised_or_unseen_init(self):
        for init in (
            INIT, "1 0 10-00:00:00 0 5 systemd --user", "01 0 10-00:00:00 0 5 -init", "1 0 10:03 0 5 /a/-tini -g",
        ):
            with self.subTest(init):
                self.assertEqual(chain(rows(init, row(9, 1))[9]), ("launchd_detached", "detached", 0, None))
        self.assertEqual(chain(rows(row(9, 1))[9]), ("launchd_detached", "detached", 0, None))

    def test_unrecognised_init(self):
        for init, expected in (
            ("1 0 10-00:00:00 0 5 node init", (ACTIVE, "unrecognised_init", 1, 1)),
            ("1 0 10-00:00:00 0 5 node session", (SESSION, "unrecognised_init", 1, 1)),
            ("1 0 10-00:00:00 0 5 /init/x", (ACTIVE, "unrecognised_init", 1, 1)),
            ("1 0 10-00:00:00", (UNKNOWN, "unrecognised_init", 0, None)),
            ("1", (UNKNOWN, "unrecognised_init", 0, None)),
            (f"{INIT}\n{INIT}", (UNKNOWN, "unrecognised_init", 0, None)),
            (f"{INIT}\n001 x", (UNKNOWN, "unrecognised_init", 0, None)),
        ):
            with self.subTest(init):
                found = rows(*init.split("\n"), row(9, 1))[9]
                self.assertEqual(chain(found), expected)
                self.assertNotEqual(found["decision"], "candidate_safe_close")
                in_core = rows(*init.split("\n"), row(9, 1), hardened=False)[9]
                self.assertEqual(in_core["decision"], "candidate_safe_close")

    def test_started_by_init(self):
        for init_age, age, end in (
            ("10:00", "09:57", "detached"), ("10:00", "09:58", "started_by_init"),
            ("10:00", "10:02", "started_by_init"), ("10:00", "10:03", "detached"),
            ("10:00", "-", "detached"), ("-", "10:00", "started_by_init"), ("-", "-", "started_by_init"),
        ):
            with self.subTest(f"{init_age} {age}"):
                lines = f"1 0 {init_age} 0.0 5 /sbin/init", row(9, 1, age=age)
                found = rows(*lines)[9]
                expected = (ACTIVE, end, 1, 1) if end == "started_by_init" else ("launchd_detached", end, 0, None)
                self.assertEqual(chain(found), expected)
                self.assertEqual(found["decision"] == "candidate_safe_close", init_age == "10:00" and age == "09:57")
                if "-" not in (init_age, age):
                    self.assertEqual(rows(*lines, hardened=False)[9]["decision"], "candidate_safe_close")

    def test_a_row_without_pid_1_was_not_started_by_init(self):
        self.assertEqual(chain(rows(row(9, 1), row(8, 1))[9])[1], "detached")

    def test_init_names_may_be_given(self):
        owners = {"init_names": ["my-init"]}
        self.assertEqual(chain(rows("1 0 20:00 0 5 /my-init", row(9, 1), owners=owners)[9])[1], "detached")
        self.assertEqual(chain(rows(INIT, row(9, 1), owners=owners)[9])[1], "unrecognised_init")


class Walk(unittest.TestCase):
    def walk(self, *lines):
        return chain(rows(*lines)[9])

    def test_ends(self):
        for name, lines, expected in (
            ("missing", [row(9, 8)], (UNKNOWN, "missing_parent", 0, None)),
            ("missing above", [row(9, 8), row(8, 7, "sh")], (ACTIVE, "missing_parent", 1, 8)),
            ("pid 0", [row(9, 0)], (UNKNOWN, "missing_parent", 0, None)),
            ("hint", [row(9, 8), row(8, 7, "sh"), row(7, 7, "session")], (SESSION, "owner_hint", 2, 7)),
            ("detached", [row(9, 8), row(8, 1, "sh")], (ACTIVE, "detached_ancestor", 1, 8)),
            ("self", [row(9, 9)], (ACTIVE, "cycle", 1, 9)),
            ("cycle", [row(9, 8), row(8, 9, "sh")], (ACTIVE, "cycle", 2, 9)),
            ("cycle above", [row(9, 8), row(8, 7, "sh"), row(7, 8, "sh")], (ACTIVE, "cycle", 2, 7)),
            ("ambiguous", [row(9, 8), row(8, 1, "sh"), row(8, 1, "sh")], (UNKNOWN, "ambiguous_pid", 0, None)),
            ("stale", [row(9, 8), row(8, 1, "sh", "09:57")], (UNKNOWN, "stale_link", 0, None)),
            ("not stale", [row(9, 8), row(8, 1, "sh", "09:58")], (ACTIVE, "detached_ancestor", 1, 8)),
            ("stale above", [row(9, 8), row(8, 7, "sh"), row(7, 1, "session", "1:00")], (ACTIVE, "stale_link", 1, 8)),
            (
                "age unknown", [row(9, 8), row(8, 7, "sh", "-"), row(7, 1, "sh", "0:01")],
                (ACTIVE, "detached_ancestor", 2, 7),
            ),
            (
                "container", ["1 0 1-00:00:00 0 5 node", row(9, 8), row(8, 1, "sh")],
                (ACTIVE, "unrecognised_init", 1, 8),
            ),
        ):
            with self.subTest(name):
                self.assertEqual(self.walk(*lines), expected)

    def test_a_hint_of_active_parent_process_does_not_end_the_walk(self):
        owners = {"owner_hints": [{"substring": "sh", "status": ACTIVE}, *OWNERS["owner_hints"]]}
        found = rows(row(9, 8), row(8, 7, "sh session"), row(7, 1, "session"), owners=owners)[9]
        self.assertEqual(chain(found), (SESSION, "owner_hint", 2, 7))

    def test_core_takes_the_last_of_several_rows_with_one_pid(self):
        lines = row(9, 8), row(8, 1, "sh"), row(8, 1, "session")
        self.assertEqual(rows(*lines, hardened=False)[9]["owner_status"], SESSION)
        closable = rows(row(9, 1), row(9, 1), hardened=False)[9]
        self.assertEqual(closable["decision"], "candidate_safe_close")

    def test_a_hinted_owner_below_init_is_an_owner_first(self):
        self.assertEqual(self.walk(row(9, 8), row(8, 1, "session"))[1], "owner_hint")

    def test_hop_limit(self):
        """Eight are visited, the ninth is not, whatever it is."""
        def ladder(top):
            return [row(9, 100), *(row(pid, pid + 1, "sh") for pid in range(100, top))]

        self.assertEqual(self.walk(*ladder(107), row(107, 108, "session")), (SESSION, "owner_hint", 8, 107))
        self.assertEqual(self.walk(*ladder(108), row(108, 1, "session")), (ACTIVE, "hop_limit", 8, 107))
        self.assertEqual(self.walk(*ladder(107), row(107, 1, "sh")), (ACTIVE, "detached_ancestor", 8, 107))
        self.assertEqual(self.walk(*ladder(107), row(107, 9999, "sh")), (ACTIVE, "hop_limit", 8, 107))


class Decisions(unittest.TestCase):
    def decide(self, *lines, owners=OWNERS, **policy):
        found = rows(*lines, policy=POLICY | policy, owners=owners)[9]
        return found["decision"], found["reason"]

    def test_table(self):
        candidate = ("candidate_safe_close", "strict_orphan_allowlist_age_threshold_met")
        detached = ("requires_owner_check", "detached_process_not_in_safe_close_predicate")
        self.assertEqual(self.decide(row(9, 1, age="05:00")), candidate)
        self.assertEqual(self.decide(row(9, 1, age="04:59")), detached)
        self.assertEqual(self.decide(row(9, 1, age="04:59"), min_age_seconds=299), candidate)
        closed = [POLICY["kinds"][0] | {"allowlisted": False}]
        self.assertEqual(self.decide(row(9, 1), kinds=closed), detached)
        self.assertEqual(self.decide(row(9, 8), row(8, 1, "sh"))[1], "active_parent_chain_requires_owner_check")
        self.assertEqual(self.decide(row(9, 8)), ("requires_owner_check", "parent_owner_not_resolved"))
        self.assertEqual(self.decide(row(9, 1), row(9, 1, "sh"))[1], "pid_reuse_requires_owner_check")
        self.assertEqual(self.decide(row(9, 1), row(9, 1), keep_kinds=["tool"]), ("keep", "runtime_not_helper_cleanup"))

    def test_registered_helpers(self):
        registered = ("requires_owner_check", "registered_helper_requires_owner_check")
        for helper, is_held in (
            ({"pid": 9}, True),
            ({"pid": 9, "command_hash": TOOL_HASH}, True),
            ({"pid": 9, "command_hash": "0000000000000000"}, False),
            ({"pid": 8}, False),
        ):
            with self.subTest(helper):
                decision = self.decide(row(9, 1), owners={"registered_helpers": [helper]})
                self.assertEqual(decision == registered, is_held)
                self.assertEqual(decision[0] == "candidate_safe_close", not is_held)

    def test_kept_rows_tell_no_chain(self):
        kept = rows(row(9, 1), policy=POLICY | {"keep_kinds": ["tool"]})[9]
        self.assertEqual(chain(kept), ("runtime", "keep_kind", 0, None))


if __name__ == "__main__":
    unittest.main()
