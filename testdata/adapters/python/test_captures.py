"""Tables captured in the field, under the shipped policy: each expected row is decided as it should be."""

import csv
import json
import unittest
from pathlib import Path

from support_for_tests import ask

TESTDATA = Path(__file__).resolve().parents[2]
CAPTURES = TESTDATA / "captures"


@unittest.skipUnless(CAPTURES.is_dir(), "the adapter was copied without the captured tables")
class Captures(unittest.TestCase):
    def decisions(self, name):
        """The decision by pid; none at all where the table is refused as a whole."""
        inputs = {
            part: json.loads((TESTDATA / "policies" / f"{part}.json").read_text("utf-8"))
            for part in ("pressure_policy", "owner_classes")
        }
        text = (CAPTURES / name).read_bytes().decode("utf-8")
        answer = ask("tspi.classify", inputs | {"process_table": {"ps_text": text}})
        return {row["pid"]: row["decision"] for row in answer.get("ok", {"rows": []})["rows"]}

    def test_every_expected_row(self):
        with open(CAPTURES / "expected.tsv", encoding="utf-8", newline="") as file:
            expected = list(csv.DictReader(file, delimiter="\t"))
        tables = {name: self.decisions(name) for name in {row["file"] for row in expected}}
        self.assertGreater(len(expected), 100)
        for row in expected:
            decision = tables[row["file"]].get(int(row["pid"]))
            with self.subTest(f"{row['file']} {row['pid']}"):
                if row["expected"] == "not_closable":
                    self.assertNotEqual(decision, "candidate_safe_close")
                elif row["expected"] == "requires_owner_check":
                    self.assertIn(decision, ("requires_owner_check", "keep"))
                else:
                    self.assertEqual(decision, row["expected"])


if __name__ == "__main__":
    unittest.main()
