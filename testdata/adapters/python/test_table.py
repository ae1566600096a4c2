"""Section 2: which lines of a ps text are rows, and what a row says."""

import unittest

from support_for_tests import INIT, classify, fixture, refusal, rows
from tspi_table import age_of

TOOL = "tool-server"
HEADER = "PID PPID ELAPSED %CPU RSS COMMAND"


class Etime(unittest.TestCase):
    """`[[dd-]hh:]mm:ss` or bare seconds."""

    def test_readable(self):
        for text, seconds in {
            "0": 0, "17707": 17707, "007": 7, "0:01": 1, "05:00": 300, "60:00": 3600, "999:59": 59999,
            "1:02:03": 3723, "100:00:00": 360000, "00:60:00": 3600, "24:00:00": 86400,
            "1-00:00:01": 86401, "01-24:60:59": 86400 + 86400 + 3600 + 59, "2147483647": 2147483647,
        }.items():
            with self.subTest(text):
                self.assertEqual(age_of(text, hardened=True), seconds)

    def test_unreadable(self):
        for text in (
            "", "-", "ELAPSED", "00:-5", "5:00:61", "00:60", "1:2", "1:2:03", "00:61:00", "1-25:00:00",
            "1-2:03:04", "1-23:59", "-1-23:59:59", "1:00:00:00", "٣", "1.0", "+5", "2147483648", "5 ",
            "213503982334601-07:00:15",
        ):
            with self.subTest(text):
                self.assertIsNone(age_of(text, hardened=True))

    def test_core_has_no_upper_limit(self):
        self.assertEqual(age_of("2147483648", hardened=False), 2147483648)
        self.assertEqual(age_of("1" + "0" * 5000, hardened=False), 10**5000)


class Lines(unittest.TestCase):
    def test_ends_and_blanks(self):
        """One CR belongs to a line's end; every further one, and Unicode blanks, to the command."""
        text = (
            f"  20\t1  10:00 0.0 5  {TOOL} a  b \t\r\n"
            f"30 1 10:00 0.0 5 {TOOL}\r\r\n"
            "\t \n"
            f"40 1 10:00 0.0 5 {TOOL}\u00a0"
        )
        request = fixture("x")
        request["process_table"] = {"ps_text": text}
        hashes = {row["pid"]: row["command_hash"] for row in refusal("tspi.classify", request)["rows"]}
        # printf '%s' 'tool-server a  b' | sha256sum, and so on
        self.assertEqual(hashes, {20: "aaac90ea7e512d06", 30: "7799cd8c8375829b", 40: "2ab536bd19a1542f"})

    def test_skipped_lines_are_counted_by_cause(self):
        summary = classify(
            "# 5 1 10:00 0.0 5 comment", HEADER.lower(), "", "words only", "50 1 10:00 0.0 5",
            "99999999999 1 10:00 0.0 5 tool-server", "-5 1 10:00 0.0 5 tool-server", INIT, "a PID of a USER",
        )["summary"]
        self.assertEqual(summary["skipped_line_counts"], {"comment": 1, "header": 1, "malformed": 5})

    def test_pid_limit(self):
        found = rows(f"2147483647 1 10:00 0.0 5 {TOOL}", f"2147483648 1 10:00 0.0 5 {TOOL}")
        self.assertEqual(list(found), [2147483647])

    def test_cpu(self):
        for pcpu, value in {"0.5": 0.5, "0,5": 0.5, "12": 12, "123456789.5": 123456789.5}.items():
            with self.subTest(pcpu):
                self.assertEqual(rows(f"9 1 10:00 {pcpu} 5 {TOOL}")[9]["cpu_pct"], value)
        for pcpu in ("-", "1.", ".5", "1.2.3", "1234567890", "1e2"):
            with self.subTest(pcpu):
                row = rows(f"9 1 10:00 {pcpu} 5 {TOOL}")[9]
                self.assertEqual((row["cpu_pct"], row["age_s"]), (None, None))


class Header(unittest.TestCase):
    """[H] A table of another dialect is refused as a whole."""

    def test_accepted(self):
        for header in (
            HEADER, "pid ppid etime pcpu rsz args", "PID  PPID\tELAPSED %CPU RSS CMD", "ROOT USER",
        ):
            with self.subTest(header):
                self.assertEqual(classify(header, INIT)["summary"]["process_count"], 0)

    def test_refused(self):
        wrong = ("TSPI_INPUT_INVALID", "process_table", "/ps_text")
        for lines in (
            ["PID PPID ELAPSED RSS COMMAND", INIT],
            ["PID PPID ELAPSED %CPU RSS COMMAND X", INIT],
            ["USER PID %CPU COMMAND", INIT],
            ["user pid %cpu command", INIT],
            [INIT, "PID PPID ELAPSED RSS COMMAND"],
        ):
            with self.subTest(lines):
                self.assertEqual(refusal("tspi.classify", fixture(*lines)), wrong)
                self.assertIn("rows", refusal("tspi.classify", fixture(*lines), hardened=False))

    def test_a_stray_word_after_the_first_row_is_malformed(self):
        self.assertEqual(classify(INIT, "USER PID")["summary"]["skipped_line_counts"]["malformed"], 1)

    def test_a_number_in_front_is_no_header(self):
        self.assertEqual(classify("12 PID", INIT)["summary"]["skipped_line_counts"]["malformed"], 1)

    def test_letters_are_ascii_ones(self):
        """The dotless i becomes I in Python's upper case."""
        self.assertEqual(classify("P\u0131D x", INIT)["summary"]["skipped_line_counts"]["malformed"], 1)


class Unreadable(unittest.TestCase):
    """[H] A row with a bad field stays in the table but is never a close candidate."""

    def test_bad_fields(self):
        for line in (f"9 1 - 0.0 5 {TOOL}", f"9 1 10:00 x 5 {TOOL}", f"9 1 10:00 0.0 5k {TOOL}"):
            with self.subTest(line):
                row = rows(line)[9]
                self.assertEqual(row["reason"], "row_unreadable_requires_owner_check")
                self.assertIsNone(row["age_s"])
        self.assertEqual(rows(f"9 1 10:00 0.0 5 {TOOL}")[9]["decision"], "candidate_safe_close")

    def test_in_core_a_line_without_an_age_is_no_row(self):
        self.assertEqual(rows(f"9 1 - 0.0 5 {TOOL}", hardened=False), {})
        self.assertEqual(list(rows(f"9 1 10:00 x 5k {TOOL}", hardened=False)), [9])

    def test_older_than_pid_1(self):
        init = "1 0 10:00 0.0 5 init"
        self.assertEqual(rows(init, f"9 1 10:02 0.0 5 {TOOL}")[9]["age_s"], 602)
        self.assertIsNone(rows(init, f"9 1 10:03 0.0 5 {TOOL}")[9]["age_s"])

    def test_an_unreadable_or_repeated_pid_1_proves_nothing(self):
        self.assertEqual(rows("1 0 10:00 ? 5 init", f"9 1 10:03 0.0 5 {TOOL}")[9]["age_s"], 603)
        twice = rows("1 0 10:00 0.0 5 init", "1 0 10:00 0.0 5 init", f"9 1 10:03 0.0 5 {TOOL}")
        self.assertEqual(twice[9]["age_s"], 603)


if __name__ == "__main__":
    unittest.main()
