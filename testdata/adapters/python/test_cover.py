"""The contract cover: its examples, its negative cases with their siblings, its pointers."""

import unittest

from support_for_facts_tests import DROP, audit, blocks, decide, put, refusal

FACTS, ANSWER, LATE, UNREAD, REUSED_ROW, FINDINGS = blocks("cover")
ROOT, CHILD = FACTS["walks"][3]["rows"]


def reused():
    """The facts of example 4."""
    child = CHILD | {"start_token": "c0", "started_ms": 600, "counter": 1500}
    facts = FACTS
    for walk in (0, 1):
        facts = put(facts, **{f"walks__{walk}__rows": [*FACTS["walks"][walk]["rows"], child]})
    return facts


def last(**changes):
    """Facts with changes in walk 4: root_ or child_ and the member."""
    rows = {"root": 0, "child": 1}
    steps = {f"walks__3__rows__{rows[who]}__{name}": value
             for (who, name), value in ((key.split("_", 1), value) for key, value in changes.items())}
    return put(FACTS, **steps)


def child(**changes):
    """Facts with changes in the child's rows of walks 3 and 4."""
    return put(FACTS, **{f"walks__{walk}__rows__1__{name}": value
                         for walk in (2, 3) for name, value in changes.items()})


def receipt(facts, **changes):
    row = decide("cover", facts)["rows"][0]
    return {name: row[name] for name in ("id", "unit", "figure", "coverage", "gaps", "declared")} | changes


WHOLE = {"gaps": [], "coverage": "whole"}
GPU = last(root_gpu="used")
SERVED = put(FACTS, spans__0__declared_by="server")
BUSY = last(root_running_threads=1)
UNKNOWN = last(child_counter=None)
REAPED = put(FACTS, walks__2__rows__0__reaped=8, walks__3__rows__0__reaped=8)
NEURAL = put(FACTS, walks__1__rows__0__neural=None)
TWO = put(FACTS, spans=[*FACTS["spans"], FACTS["spans"][0] | {
    "id": "call-2", "root": {"pid": 200, "start_token": "c1", "boot_id": "b1"},
}])


def receipts_of_two(**changes):
    rows = decide("cover", TWO)["rows"]
    both = [{name: row[name] for name in receipt(FACTS)} for row in rows]
    return [both[0] | changes, both[1]]


# Section 7: code, facts, receipts; then the sibling's facts and receipts.
NEGATIVE = [
    ("CLAIM_MALFORMED", FACTS, [receipt(FACTS, figure=-6)], FACTS, [receipt(FACTS)]),
    ("RECEIPT_UNMATCHED", FACTS, [receipt(FACTS)] * 2, FACTS, [receipt(FACTS)]),
    ("UNIT_MISMATCH", FACTS, [receipt(FACTS, unit="nanojoule")], FACTS, [receipt(FACTS)]),
    ("WHOLE_WITH_GAP", GPU, [receipt(GPU, coverage="whole")], GPU, [receipt(GPU, coverage="partial")]),
    ("WHOLE_UNDECLARED", SERVED, [receipt(SERVED, declared=True, coverage="whole")], FACTS, [receipt(FACTS)]),
    ("UNSETTLED_ACCEPTED", BUSY, [receipt(BUSY, **WHOLE)], FACTS, [receipt(FACTS)]),
    ("UNREADABLE_AS_ZERO", UNKNOWN, [receipt(UNKNOWN, figure=3, **WHOLE)], last(child_counter=0),
     [receipt(FACTS, figure=3)]),
    ("ROUND_DOWN", FACTS, [receipt(FACTS, figure=5)], last(child_counter=2600), [receipt(FACTS, figure=5)]),
    ("PID_REUSE_MERGED", reused(), [receipt(reused(), figure=4)], reused(), [receipt(reused(), figure=6)]),
    ("PREDATES_COUNTED", child(started_ms=999), [receipt(FACTS, figure=6, **WHOLE)], FACTS, [receipt(FACTS)]),
    ("REAPED_IGNORED", REAPED, [receipt(REAPED, **WHOLE)], FACTS, [receipt(FACTS)]),
    ("ACCELERATOR_IGNORED", NEURAL, [receipt(NEURAL, **WHOLE)], FACTS, [receipt(FACTS)]),
    ("DOUBLE_COUNTED", TWO, receipts_of_two(**WHOLE), TWO, receipts_of_two()),
    ("RECEIPT_MISMATCH", FACTS, [receipt(FACTS, figure=7)], FACTS, [receipt(FACTS)]),
]


class Cover(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(decide("cover", FACTS), ANSWER)
        self.assertEqual(decide("cover", put(FACTS, settle_ms=15))["rows"], [LATE])
        self.assertEqual(decide("cover", put(FACTS, settle_ms=9))["rows"], [UNREAD])
        self.assertEqual(decide("cover", reused())["rows"], [REUSED_ROW])
        (finding,) = FINDINGS["findings"]
        code = finding["error_code"].removeprefix("COVER_")
        claim = {"receipts": [receipt(FACTS, figure=4)]}
        self.assertEqual(audit("cover", reused(), claim), [(code, finding["subject_id"])])

    def test_negative_cases(self):
        for code, facts, receipts, sibling_facts, sibling in NEGATIVE:
            with self.subTest(code):
                subject = "claim" if code == "CLAIM_MALFORMED" else "call-1"
                self.assertEqual(audit("cover", facts, {"receipts": receipts}), [(code, subject)])
                self.assertEqual(audit("cover", sibling_facts, {"receipts": sibling}), [])

    def test_a_lost_walk_settles_nothing(self):
        (row,) = decide("cover", put(FACTS, walks__0__seq=0))["rows"]
        self.assertEqual((row["gaps"], row["start_seq"]), (["unsettled_at_start"], None))

    def test_a_stale_link_parts_the_tree(self):
        (row,) = decide("cover", child(started_ms=499))["rows"]
        self.assertEqual((row["figure"], row["gaps"]), (3, []))

    def test_circles_of_parents_end(self):
        circle = put(child(started_ms=None), walks__3__rows__0__ppid=200, walks__2__rows__0__ppid=200)
        self.assertEqual(decide("cover", circle)["rows"][0]["gaps"], ["predates_span"])

    def test_pointers(self):
        self.assertIsNone(refusal("cover", put(FACTS, walks__0__rows__0__label="x")))
        for facts, pointer in [
            (put(FACTS, spans__0__end_ms=999), "/spans/0/end_ms"),
            (put(FACTS, spans=FACTS["spans"] * 2), "/spans/1/id"),
            (put(FACTS, walks__1__seq=1), "/walks/1/seq"),
            (put(FACTS, walks__1__at_ms=979), "/walks/1/at_ms"),
            (put(FACTS, walks__2__rows__1__pid=100), "/walks/2/rows/1/pid"),
            (put(FACTS, walks__2__rows__1__counter=2**53 - 1), "/walks/2/rows/1/counter"),
            (put(FACTS, walks__2__rows__1__exited=0), "/walks/2/rows/1/exited"),
            (put(FACTS, spans__0__declared_by=DROP), "/spans/0/declared_by"),
            (put(FACTS, settle_ms=-1), "/settle_ms"),
        ]:
            with self.subTest(pointer):
                self.assertEqual(refusal("cover", facts), pointer)


if __name__ == "__main__":
    unittest.main()
