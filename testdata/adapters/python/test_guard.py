"""Section 7: what no record may hold, and its harmless neighbours."""

import time
import unittest

from tspi_guard import body_codes, guard

PREVIEW, SIGNAL, PATH = (
    "TSPI_COMMAND_PREVIEW_FORBIDDEN", "TSPI_PROCESS_SIGNAL_FORBIDDEN", "TSPI_ABSOLUTE_PATH_FORBIDDEN",
)


def is_path(text, hardened=True):
    return guard({"note": text}, hardened) == {PATH}


class Keys(unittest.TestCase):
    def test_previews(self):
        for key in ("command_preview", "command_line", "cmdline", "raw_command", "full_command"):
            for hardened in (True, False):
                self.assertEqual(guard([{key: None}], hardened), {PREVIEW}, key)

    def test_free_spelling_is_hardened(self):
        for key in (
            "Command-Preview", "COMMANDLINE", "cmd line", "cmd\r\nline", "raw__command", "command", "CMD",
            "argv", "a-r-g-v",
        ):
            with self.subTest(key):
                self.assertEqual(guard({key: 1}, True), {PREVIEW})
                self.assertEqual(guard({key: 1}, False), set())
        for key in ("commands", "my_command", "command.line", "cmdl\u0131ne", "\u212amd"):
            with self.subTest(key):
                self.assertEqual(guard({key: 1}, True), set())

    def test_command_hash(self):
        self.assertEqual(guard({"command_hash": "0123456789abcdef"}, True), set())
        for value in (
            "0123456789ABCDEF", "0123456789abcde", "0123456789abcdef0", "0123456789abcdef\n", None, 5, [],
        ):
            with self.subTest(value):
                self.assertEqual(guard({"Command-Hash": value}, True), {PREVIEW})
                self.assertEqual(guard({"command_hash": value}, False), set())

    def test_signals(self):
        for key in (
            "process_signal_sent", "signalled", "sigterm_sent", "sigkill_sent", "killed_pid", "kill_signal",
        ):
            for value in (False, None, 0, "", [], {}):
                self.assertEqual(guard({key: value}, True), set())
            for value in (True, 1, -1, 0.0, "no", [0], {"a": None}):
                self.assertIn(SIGNAL, guard({key: value}, True))
                self.assertIn(SIGNAL, guard({key: value}, False))
        self.assertEqual(guard({"Sig-Term Sent": 1}, True), {SIGNAL})
        self.assertEqual(guard({"\u017figterm_sent": 1}, True), set(), "a long s is no s")
        self.assertEqual(guard({"no_process_signal_sent": True}, True), set())


class CorePaths(unittest.TestCase):
    def test_paths(self):
        for text in (
            "/Users/a", "/home/", "see /Applications/x", "a='/private/var/x", 'a="/var/folders/', "x=/home/a",
            "\n/home/a", "C:\\\\Users\\\\me", "abc:\\\\Users\\\\",
        ):
            with self.subTest(text):
                self.assertTrue(is_path(text, hardened=False))
                self.assertTrue(is_path(text))

    def test_only_values_of_objects(self):
        self.assertEqual(guard(["/home/me"], False), set())
        self.assertEqual(guard({"a": ["/home/me"]}, False), set())
        self.assertEqual(guard({"/home/me": 1}, False), set())
        self.assertEqual(guard("/home/me", False), set())
        for value in (["/home/me"], {"a": ["/home/me"]}, {"/home/me": 1}, "/home/me"):
            self.assertEqual(guard(value, True), {PATH})

    def test_no_paths(self):
        for text in ("x/home/a", "(/home/a", "/tmp/a", "\u00a0/home/a", "\x0b/home/a", "C:\\Users\\me"):
            with self.subTest(text):
                self.assertFalse(is_path(text, hardened=False))


class HostPaths(unittest.TestCase):
    """[H]"""

    def test_roots(self):
        for text in (
            "/tmp/x", "//tmp//x", "(/opt/x", "a:/usr/x", "é/etc/x", "@/srv/x", "/workspaces/x", "/c/Users/me",
            "x,/c/Users/me",
            "-I/home/me", "a -L/usr/lib", '"-I/usr/x', "=-I/usr/x", "file://localhost/tmp/x",
            "FILE://h-1.a/tmp/x", "file:///tmp/x",
            "1file://h/tmp/x", "http://a</tmp/x", "http://a /tmp/x", "http://a\"/tmp/x", "[/proc/1",
            "a\\/tmp/x",
        ):
            with self.subTest(text):
                self.assertTrue(is_path(text))

    def test_no_roots(self):
        for text in (
            "/tmp", "/tmp/", "/tmp/ x", "/tmp//", "POST /mcp", "/users/42", "/Tmp/x", "src/home/page.ts",
            "./tmp/x", "../tmp/x", "~/tmp/x",
            "_/tmp/x", "-/tmp/x", "x/tmp/x", "-II/home/me", "x-I/home/me", "http://a/tmp/x",
            "https://h/?u=/home2/x", "xfile://h/tmp/x",
            "a+b-c.d://h/tmp/x", "1http://h:/tmp/x", "http://h,/tmp/x", "/cc/Users/me", "/1/Users/me",
            "file://me@h/tmp/x", "/tmpx/y",
        ):
            with self.subTest(text):
                self.assertFalse(is_path(text))

    def test_core_s_rule_looks_into_web_addresses(self):
        self.assertTrue(is_path("https://h/?u=/home/me"))

    def test_drives(self):
        for text in ("C:\\x", "C:\\\\x", "c:/x", "(d:/_", "d:\\.x"):
            with self.subTest(text):
                self.assertTrue(is_path(text))
        for text in ("ab:\\x", "1c:/x", "c:x", "c:\\ x", "c:\\\\\\x", "c://x", "a:/-"):
            with self.subTest(text):
                self.assertFalse(is_path(text))

    def test_shares(self):
        for text in ("\\\\host\\share", "\\\\\\\\host\\\\share", "x\\\\10.0.0.1\\c$", "\\\\ho\\$a"):
            with self.subTest(text):
                self.assertTrue(is_path(text))
        for text in (
            "\\\\h\\share", "\\host\\share", "\\\\\\host\\share", "\\\\host\\\\\\share", "\\\\host\\-",
            "\\\\ho_st\\a",
        ):
            with self.subTest(text):
                self.assertFalse(is_path(text))

    def test_a_hostile_megabyte_takes_linear_time(self):
        started = time.process_time()
        for unit in ("a", "a://", "://", "/", "\\", "-I/", "file://a", "1", "http://a b/"):
            guard(unit * ((1 << 20) // len(unit)), True)
        # A quadratic pattern takes hours; the bound leaves room for any machine.
        self.assertLess(time.process_time() - started, 60)


class Bodies(unittest.TestCase):
    """Section 10: source may name /tmp and /usr, but nobody's home."""

    def test_paths(self):
        for text in (
            "x = '/home/me'", "(/Users/me", "/workspace/x", "C:\\Users\\me", "C:\\\\Users\\\\me",
            "ab:\\Users\\",
        ):
            with self.subTest(text):
                self.assertEqual(body_codes(text), {PATH})
        for text in (
            "#!/usr/bin/env", "/tmp/x", "> /dev/null", "C:\\x", "\\\\host\\share", "https://a/home/me",
            "/c/Users/me", "/home",
        ):
            with self.subTest(text):
                self.assertEqual(body_codes(text), set())

    def test_preview_words(self):
        for word in ("command_preview", "command_line", "cmdline", "raw_command", "full_command"):
            self.assertEqual(body_codes(f"a{word}s"), {PREVIEW})
        self.assertEqual(body_codes("command argv Command_Line"), set())


if __name__ == "__main__":
    unittest.main()
