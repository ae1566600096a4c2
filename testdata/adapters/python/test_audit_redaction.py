"""Section 8: what a claim may not repeat."""

import unittest

from support_for_tests import POLICY, ask, audit, fixture

SIGNAL = "TSPI_PROCESS_SIGNAL_FORBIDDEN"
PREVIEW = "TSPI_COMMAND_PREVIEW_FORBIDDEN"
PATH = "TSPI_ABSOLUTE_PATH_FORBIDDEN"
CLAIM = "claimed_inventory"


class Redaction(unittest.TestCase):
    LONG = "9 1 10:00 0 5 tool-server --data-dir somewhere-nice"
    SHORT = "8 7 10:00 0 5 twelve-bytes"
    TINY = "7 7 10:00 0 5 eleven-byte"

    def leaks(self, lines=(LONG, SHORT, TINY), policy=POLICY, **extra):
        request = fixture(*lines, policy=policy)
        claim = ask("tspi.classify", request)["ok"] | extra
        self.assertNotIn((PREVIEW, CLAIM), audit(claim))
        return (PREVIEW, CLAIM) in audit(claim, **request)

    def test_the_guard_over_the_claim(self):
        self.assertEqual(audit({"rows": [], "x": "/home/me"}), [(PATH, CLAIM)])
        self.assertEqual(audit({"rows": [], "sigterm_sent": 1}), [(SIGNAL, CLAIM)])
        self.assertEqual(audit({"rows": [], "x": [{"argv": 1}]}), [(PREVIEW, CLAIM)])
        self.assertEqual(audit({"rows": [], "x": [{"argv": 1}]}, hardened=False), [])

    def test_leaks(self):
        self.assertFalse(self.leaks())
        for extra in ("tool-server --data-d", "see: ata-dir somewhere-nice!", "a twelve-bytes command", "twelve-bytes"):
            with self.subTest(extra):
                self.assertTrue(self.leaks(x_note=extra))
                self.assertTrue(self.leaks(x_note=[extra]))
                self.assertTrue(self.leaks(**{extra: 1}))

    def test_too_short_to_be_a_leak(self):
        for extra in ("tool-server --data-", "twelve-byte", "eleven-byte", "tool-server"):
            with self.subTest(extra):
                self.assertFalse(self.leaks(x_note=extra))

    def test_bytes_count_not_characters(self):
        line = "9 1 10:00 0 5 ééééééééééé"  # 22 bytes
        self.assertTrue(self.leaks(lines=(line,), x_note="éééééééééé"))
        self.assertFalse(self.leaks(lines=(line,), x_note="ééééééééé"))

    def test_the_contract_s_own_words_are_no_leak(self):
        line = "9 1 10:00 0 5 tool-server active_owner_pressure_group_count request_owner_release reason"
        self.assertFalse(self.leaks(lines=(line,)))
        self.assertFalse(self.leaks(lines=(line,), x="request_owner_release"))
        self.assertTrue(self.leaks(lines=(line,), x="request_owner_release r"))

    def test_fields_that_may_hold_what_they_like(self):
        for field in ("schema", "owner", "target_owner", "reason", "chain_end"):
            self.assertFalse(self.leaks(x={field: "tool-server --data-dir"}), field)
            self.assertTrue(self.leaks(x={field: ["tool-server --data-dir"]}), field)

    def test_names_of_the_policy_are_no_leak(self):
        name = "a-kind-with-a-long-name"
        kind = {"kind": name, "match_substrings": ["tool"], "keep_owner_status": name}
        policy = {"kinds": [kind], "keep_kinds": [name]}
        line = f"9 1 10:00 0 5 tool {name}"
        self.assertFalse(self.leaks(lines=(line,), policy=policy))
        self.assertTrue(self.leaks(lines=(line,), policy=policy, x={name: 1}))


if __name__ == "__main__":
    unittest.main()
