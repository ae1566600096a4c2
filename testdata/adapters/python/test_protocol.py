"""The protocol, version 1, through a real process: one answer a line, in order, whatever is asked."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from support_for_tests import INIT, POLICY, fixture

ADAPTER = Path(__file__).with_name("adapter.py")


def talk(*lines, arguments=(), locale="C"):
    """The answers to request lines."""
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": locale, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, ADAPTER, *arguments], input=b"\n".join(lines), capture_output=True, env=environment,
        check=True, timeout=60,
    )
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def request(number, op, body=None):
    return json.dumps({"id": number, "op": op} | ({} if body is None else {"input": body}), ensure_ascii=False).encode()


class Protocol(unittest.TestCase):
    def test_describe(self):
        (answer,) = talk(request(1, "describe"))
        self.assertEqual(answer["id"], 1)
        self.assertEqual((answer["ok"]["protocol"], answer["ok"]["levels"]), (1, ["core", "hardened"]))
        self.assertLessEqual({"tspi.classify", "tspi.audit"}, set(answer["ok"]["ops"]))
        (core,) = talk(request(1, "describe"), arguments=["--level", "core"])
        self.assertEqual(core["ok"]["levels"], ["core"])

    def test_answers_come_in_order_and_failures_do_not_end_it(self):
        answers = talk(
            request(5, "tspi.classify", fixture(INIT)), request(-3, "tspi.close"),
            request(9, "tspi.classify", fixture("")),
            request(9, "tspi.audit"), b"{", b"[]", b'{"id":1.0,"op":"describe"}', request(2**70, "describe"),
        )
        self.assertEqual([answer["id"] for answer in answers], [5, -3, 9, 9, None, None, None, 2**70])
        self.assertEqual(answers[1]["error"]["code"], "unsupported")
        self.assertEqual(answers[2]["error"]["error_code"], "TSPI_MISSING_PROCESS_TABLE")
        self.assertEqual(answers[3]["error"]["input"], "claimed_inventory")
        self.assertTrue(all(("ok" in answer) != ("error" in answer) for answer in answers))

    def test_text_is_utf_8_whatever_the_locale(self):
        policy = {"kinds": [POLICY["kinds"][0] | {"kind": "wérk", "match_substrings": ["ñ😀"]}]}
        body = fixture("9 1 10:00 0 5 ñ😀", policy=policy)
        (answer,) = talk(request(1, "tspi.classify", body), arguments=["--level", "core"])
        (row,) = answer["ok"]["rows"]
        # printf '%s' 'ñ😀' | sha256sum
        self.assertEqual((row["process_kind"], row["command_hash"]), ("wérk", "d0aed7027fa2ae43"))

    def test_integers_of_any_size(self):
        line = request(1, "tspi.classify", fixture(INIT, policy=POLICY | {"min_age_seconds": 777}))
        (answer,) = talk(line.replace(b"777", b"9" * 5000))
        self.assertEqual(answer["ok"]["policy"]["min_age_seconds"], 10**5000 - 1)


if __name__ == "__main__":
    unittest.main()
