"""Section 3, the program of a command."""

import unittest

from support_for_tests import rows
from tspi_law import DEFAULT_GENERIC_NAMES, DEFAULT_LAUNCHERS, DEFAULT_VALUE_OPTIONS
from tspi_program import Programs

DEFAULT = Programs(DEFAULT_LAUNCHERS, DEFAULT_VALUE_OPTIONS, DEFAULT_GENERIC_NAMES)


class Words(unittest.TestCase):
    def programs(self, *pairs):
        for command, program in pairs:
            with self.subTest(command):
                self.assertEqual(DEFAULT.of(command), program)

    def test_skipped_words(self):
        self.programs(
            ("env A_1=/x/y notes", "notes"), ("env A==b notes", "A==b"), ("env =b notes", "=b"),
            ("env A-B=c notes", "A-B=c"), ("env A=b==c notes", "notes"), ("A=b notes", "notes"),
            ("timeout 30 notes", "notes"), ("timeout 1.5h notes", "notes"), ("timeout 30x notes", "30x"),
            ("timeout 30sm notes", "30sm"), ("timeout .5 notes", ".5"), ("timeout 7.d notes", "notes"),
        )

    def test_first_word(self):
        self.programs(
            ("-zsh notes", "notes"), ("--zsh notes", "-zsh"), ("-e notes", "e"), ("- notes", ""),
            ("--eval notes", "-eval"), ("-7 notes", "7"), ("run notes", "run"),
        )

    def test_code_ends_the_search(self):
        self.programs(
            ("node - notes", "node"), ("bash -s notes", "bash"), ("node --eval notes", "node"),
            ("node --print=1 notes", "node"), ("node --eval=1 notes", "node"), ("perl -ne notes", "perl"),
            ("node -e1 notes", "notes"), ("node --evaluate notes", "notes"), ("python -u notes", "notes"),
            ("sh -ex notes", "notes"), ("npx exec -e notes", "exec"), ("node --e notes", "notes"),
        )

    def test_options(self):
        self.programs(
            ("uv --directory /a/b notes", "notes"), ("uv --directory=/a/b notes", "notes"),
            ("uv --directory -e notes", "notes"), ("node -r node notes", "notes"), ("node --require", "node"),
            ("node -C A=1 notes", "notes"), ("node --inspect 1 notes", "notes"),
        )

    def test_launchers(self):
        self.programs(
            ("/usr/bin/python3.11 /x/notes.py", "notes.py"), (r"C:\py\python3.exe C:\x\notes.py", "notes.py"),
            ("node.EXE notes", "node.EXE"), ("python.exe3 notes", "python.exe3"), ("npx", "npx"),
            ("uv run notes", "notes"), ("uv /x/run notes", "x/run"), ("uv run2 notes", "run2"),
            ("bun x notes", "notes"), ("uv tool run notes", "notes"), (r"a\b notes", r"a\b"),
            ("npm exec -- notes", "notes"), ("/x/ notes", "x/"),
        )

    def test_what_of_the_word(self):
        self.programs(
            ("/Applications/Zed Preview/notes-mcp", ""), ("/Applications/Zed", "Zed"),
            ("/x/Zed Preview:/y", "Zed"), ("/x/Zed -a/y", "Zed"), ("x/Zed Preview/y", "Zed"),
            ("npx @a/notes@1", "@a/notes@1"), ("node @/a/notes", "notes"),
            ("node /a/node_modules/b/site-packages/c/d.js", "c/d.js"),
            ("python /a/site-packages/b/node_modules/c/d.js", "c/d.js"), ("node node_modules/a/b", "b"),
            ("node /a/node_modules/", ""),
        )

    def test_folders_in_front(self):
        self.programs(
            ("node /srv/notes-mcp/build/src/index.js", "notes-mcp/build/src/index.js"),
            ("node /srv/notes/.bin", "notes/.bin"), ("node /srv/a/", "a/"), ("node index.js", "index.js"),
            ("node /index.js", "index.js"), ("node /a//index.js", "index.js"), ("node ./main.py", "./main.py"),
            ("node /a/index-2.js", "index-2.js"), ("node /a/dist/Index.js", "Index.js"),
            ("node /a/dist.old/cli.js", "a/dist.old/cli.js"),
        )

    def test_nothing_there(self):
        self.programs(("A=1 2s", ""), ("env A=1 2s", "env"))

    def test_given_words(self):
        given = Programs(frozenset(["wrap", "tool"]), frozenset(["--at"]), frozenset(["core"]))
        for command, program in (
            ("wrap --at x notes", "notes"), ("node notes", "node"), ("wrap --cwd x notes", "x"),
            ("wrap /a/core.js", "a/core.js"), ("wrap /a/index.js", "index.js"), ("wrap tool notes", "notes"),
            ("tool notes", "tool"),
        ):
            with self.subTest(command):
                self.assertEqual(given.of(command), program)


class MatchAt(unittest.TestCase):
    def kind(self, command, hardened=True, **fields):
        policy = {"kinds": [{"kind": "a", "match_substrings": ["notes"]} | fields]}
        found = rows(f"9 1 10:00 0.0 5 {command}", policy=policy, hardened=hardened)
        return found[9]["process_kind"] if found else None

    def test_program_and_command(self):
        command = "agent --prompt notes"
        self.assertEqual(self.kind(command), "a")
        self.assertEqual(self.kind(command, match_at="command"), "a")
        self.assertEqual(self.kind(command, match_at="program"), None)
        self.assertEqual(self.kind(command, False, match_at="program"), "a")
        self.assertEqual(self.kind("node notes", match_at="program"), "a")

    def test_require_and_exclude_are_looked_for_in_the_command(self):
        here = {"match_at": "program", "require_substrings": ["--stdio", "--pipe"]}
        self.assertEqual(self.kind("node notes --pipe", **here), "a")
        self.assertEqual(self.kind("node notes", **here), None)
        self.assertEqual(self.kind("node notes --pipe --port", exclude_substrings=["--port"], **here), None)
        self.assertEqual(self.kind("node notes", require_substrings=[]), "a")


if __name__ == "__main__":
    unittest.main()
