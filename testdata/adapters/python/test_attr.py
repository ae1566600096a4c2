"""The contract attr: its examples, its negative cases with their siblings, its pointers."""

import copy
import unittest

from support_for_facts_tests import DROP, audit, blocks, decide, put, refusal

FACTS, ANSWER, STALE_ROWS, FINDINGS = blocks("attr")
CLOSED = FACTS["sessions"][0]
CORRUPT = {
    "id": "s3", "corrupt": True, "thread_id": None, "runtime_id": None, "status": None, "proposal": None,
    "stopped": None, "archived": None, "root": None,
}


def third(**changes):
    return put(FACTS, sessions=FACTS["sessions"] + [FACTS["sessions"][1] | {"id": "s3"} | changes])


def moved(claim, pid, to):
    claim = copy.deepcopy(claim)
    for row in claim["rows"]:
        row["pids"] = [other for other in row["pids"] if other != pid] + ([pid] if row["id"] == to else [])
    return claim


def changed(row_id, **changes):
    return lambda claim: {"rows": [row | changes if row["id"] == row_id else row for row in claim["rows"]]}


def without(row_id):
    return lambda claim: {"rows": [row for row in claim["rows"] if row["id"] != row_id]}


def as_is(claim):
    return claim


STOP = {"act": "stop", "id": "session:s1"}
SIGNAL = {"act": "signal", "pid": 300}
BARE = put(FACTS, processes__2__declared={"project": False}, sessions__0__root__start_token="a0")

# Section 6: code, subject, facts, change of the claim, act; then the sibling's facts, change and act.
NEGATIVE = [
    ("CLAIM_MALFORMED", "claim", FACTS, as_is, SIGNAL | {"act": "kill"}, FACTS, as_is, SIGNAL),
    ("SWEEP_ABORTED", "backend:b1", FACTS, without("backend:b1"), None, FACTS, as_is, None),
    ("CORRUPT_IGNORED", "session:s3", third(**CORRUPT), without("session:s3"), None, third(**CORRUPT), as_is, None),
    ("ARCHIVED_AS_ABSENT", "session:s1", put(FACTS, sessions__0__archived=True), as_is, STOP, FACTS, as_is, STOP),
    ("STALE_ROOT_PID", "300", BARE, as_is, SIGNAL, put(BARE, sessions__0__root__start_token="a3"), as_is, SIGNAL),
    ("OWNERSHIP_UNPROVEN", "session:s1", third(thread_id="t1"), as_is, STOP, third(thread_id="t3"), as_is, STOP),
    ("SHARED_ROOT_STOLEN", "session:s1", FACTS, lambda claim: moved(claim, 200, "session:s1"), None,
     FACTS, as_is, None),
    ("WRONG_OWNER", "backend:b1", FACTS, lambda claim: moved(claim, 300, "backend:b1"), None, FACTS, as_is, None),
    ("UNKNOWN_REFS_ZERO", "shared_runtime:r1", put(FACTS, runtimes__0__references=None),
     changed("shared_runtime:r1", ref_count=0), None, put(FACTS, runtimes__0__references=None), as_is, None),
    ("UNKNOWN_MEASURED", "session:s1", put(FACTS, processes__3__second=None), as_is, STOP, FACTS, as_is, STOP),
    ("UNKNOWN_TURN_IDLE", "session:s1", put(FACTS, runtimes__0__references__0__turn=None), as_is, STOP,
     FACTS, as_is, STOP),
    ("PROTECTED_RECLAIM", "session:s1", put(FACTS, processes__1__ppid=300), as_is, STOP, FACTS, as_is, STOP),
    ("NONTERMINAL_RECLAIM", "session:s1", put(FACTS, sessions__0__proposal=None), as_is, STOP, FACTS, as_is, STOP),
    ("REPORT_MISMATCH", "backend:b1", FACTS, changed("backend:b1", rss_kib=49999), None, FACTS, as_is, None),
]


def judged(facts, change, act):
    claim = change({"rows": decide("attr", facts)["rows"]})
    return audit("attr", facts, claim | {"acts": [act]} if act else claim)


class Attr(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(decide("attr", FACTS), ANSWER)
        self.assertEqual(decide("attr", put(FACTS, runtimes__0__root__start_token="a9"))["rows"], STALE_ROWS)
        unsampled = decide("attr", put(FACTS, processes__3__second=None))
        row = next(row for row in unsampled["rows"] if row["id"] == "session:s1")
        self.assertIsNone(row["cpu_permille"])
        self.assertEqual(row["reclaim"], {"verdict": "ineligible", "reason": "cpu_unknown"})
        self.assertEqual(unsampled["summary"] | {"eligible_count": 0, "cpu_permille": None}, unsampled["summary"])

    def test_example_of_the_audit(self):
        claim = moved({"rows": ANSWER["rows"]}, 200, "session:s1")
        found = audit("attr", FACTS, claim | {"acts": [STOP, SIGNAL | {"pid": 200}]})
        wanted = [(item["error_code"].removeprefix("ATTR_"), item["subject_id"]) for item in FINDINGS["findings"]]
        self.assertEqual(found, sorted(wanted))

    def test_negative_cases(self):
        for code, subject, *case in NEGATIVE:
            with self.subTest(code):
                self.assertEqual(judged(*case[:3]), [(code, subject)])
                self.assertEqual(judged(*case[3:]), [])

    def test_pointers(self):
        self.assertIsNone(refusal("attr", put(FACTS, sessions__0__error="secret", processes__0__command=None)))
        self.assertIsNone(refusal("attr", third(**CORRUPT)))
        for facts, pointer in [
            (third(**CORRUPT | {"stopped": False}), "/sessions/2/stopped"),
            (put(FACTS, sessions__0__status=None), "/sessions/0/status"),
            (put(FACTS, budgets__idle_cpu_permille=0), "/budgets/idle_cpu_permille"),
            (put(FACTS, cpu_total_ticks=2**42), "/cpu_total_ticks"),
            (put(FACTS, backends=FACTS["backends"] + [FACTS["backends"][0] | {"id": "b2"}]), "/backends/1/current"),
            (put(FACTS, runtimes__0__references__1__thread_id="t1"), "/runtimes/0/references/1/thread_id"),
            (put(FACTS, processes__1__pid=100), "/processes/1/pid"),
            (put(FACTS, processes__0__declared__projekt=1), "/processes/0/declared/projekt"),
            (put(FACTS, processes__0__declared__thread_id=None), "/processes/0/declared/thread_id"),
            (put(FACTS, records_listed=DROP), "/records_listed"),
        ]:
            with self.subTest(pointer):
                self.assertEqual(refusal("attr", facts), pointer)

    def test_an_orphan_row_of_a_known_session_is_misfiled(self):
        claim = {"rows": ANSWER["rows"]}
        filed = [row | {"id": "orphan:session:s1", "kind": "orphan"} if row["id"] == "session:s1" else row
                 for row in claim["rows"]]
        self.assertEqual(audit("attr", FACTS, {"rows": filed}), [("WRONG_OWNER", "session:s1")])

    def test_ways_up_that_are_circles_end(self):
        circle = put(FACTS, processes__0__ppid=300, processes__0__start_token="zz")
        self.assertEqual(decide("attr", circle)["summary"]["process_count"], 4)


if __name__ == "__main__":
    unittest.main()
