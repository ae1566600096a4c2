"""The contract IDENT: its examples, its negative cases with their siblings, its pointers."""

import unittest

from support_for_facts_tests import DROP, ask, audit, blocks, decide, put, refusal

TALK = [block for block in blocks("ident") if "op" in block or "ok" in block]
BASE = TALK[0]["input"]
SIGNAL = {"event": "signal", "id": "g1", "target": "pid"}
SIGNAL_GROUP = SIGNAL | {"target": "group"}
LOOK = {"event": "observe", "observations": BASE["observations"], "groups": BASE["groups"]}


def seen(**changes):
    return put(BASE, **{f"observations__0__{name}": value for name, value in changes.items()})


def recorded(**changes):
    return put(BASE, **{f"records__0__{name}": value for name, value in changes.items()})


def events(*listed, actor="holder"):
    return {"actor": actor, "events": list(listed)}


def update(member):
    return events({"event": "update", "id": "g1", "member": member})


def said(verdict):
    return events({"event": "verdict", "id": "g1", "verdict": verdict})


def receipt(dead, signals):
    return {"event": "receipt", "id": "g1", "dead": dead, "signals": signals}


ABSENT = seen(state="absent", probe="esrch")

# Section 6: code, facts and claim, then the sibling's.
NEGATIVE = [
    ("CLAIM_MALFORMED", BASE, {"events": [SIGNAL]}, BASE, events(SIGNAL)),
    ("BOOT_IGNORED", recorded(boot_id="b0"), events(SIGNAL), BASE, events(SIGNAL)),
    ("TOKEN_BACKFILLED", BASE, update("start_token"), BASE, update("verdict")),
    ("CMDLINE_OWNERSHIP", recorded(token_from="command_match"), events(SIGNAL), recorded(token_from="snapshot"),
     events(SIGNAL)),
    ("EPERM_AS_DEAD", put(ABSENT, observations__0__probe="eperm"), said("gone"), ABSENT, said("gone")),
    ("UNVERIFIABLE_COLLAPSED", seen(start_token=None), said("owned"), BASE, said("owned")),
    ("FOREIGN_AS_OWNED", seen(start_token="procfs:7002"), events(SIGNAL), BASE, events(SIGNAL)),
    ("SELF_SIGNALLED", put(BASE, host__own_pgid=500), events(SIGNAL_GROUP), BASE, events(SIGNAL_GROUP)),
    ("GROUP_UNPROVEN", seen(pgid=77), events(SIGNAL_GROUP), BASE, events(SIGNAL_GROUP)),
    ("GONE_SIGNALLED", seen(state="zombie"), events(SIGNAL), BASE, events(SIGNAL)),
    ("NO_REGATE", BASE, events(SIGNAL, SIGNAL), BASE, events(SIGNAL, LOOK, SIGNAL)),
    ("DEATH_OVERCLAIMED", ABSENT, events(receipt(True, 0)), put(ABSENT, groups__0__probe="esrch"),
     events(receipt(True, 0))),
    ("DISPOSITION_EXCEEDED", recorded(kind="job"), events(SIGNAL, actor="reaper"), BASE,
     events(SIGNAL, actor="reaper")),
    ("CONTRADICTS_FACTS", BASE, events(SIGNAL, receipt(False, 0)), BASE, events(SIGNAL, receipt(False, 1))),
]


class Ident(unittest.TestCase):
    def test_examples(self):
        for request, answer in zip(TALK[::2], TALK[1::2], strict=True):
            with self.subTest(request["id"]):
                self.assertEqual(ask(request["op"], request["input"])["ok"], answer["ok"])

    def test_negative_cases(self):
        for code, facts, claim, sibling_facts, sibling in NEGATIVE:
            with self.subTest(code):
                subject = "claim" if code == "CLAIM_MALFORMED" else "g1"
                self.assertEqual(audit("ident", facts, claim), [(code, subject)])
                self.assertEqual(audit("ident", sibling_facts, sibling), [])

    def test_pointers(self):
        self.assertIsNone(refusal("ident", put(BASE, x_note=[1.5], records__0__description=7)))
        for facts, pointer in [
            (recorded(pid=0), "/records/0/pid"),
            (recorded(pid=True), "/records/0/pid"),
            (recorded(pid=1.0), "/records/0/pid"),
            (recorded(pid=2**53), "/records/0/pid"),
            (recorded(pid=DROP), "/records/0/pid"),
            (recorded(start_token="Procfs:1"), "/records/0/start_token"),
            (recorded(start_token="procfs:"), "/records/0/start_token"),
            (recorded(id="-g"), "/records/0/id"),
            (put(BASE, records=BASE["records"] * 2), "/records/1/id"),
            (put(BASE, **{"ho~st/": 1}), "/ho~0st~1"),
            (seen(state="dead"), "/observations/0/state"),
            ([], ""),
        ]:
            with self.subTest(pointer):
                self.assertEqual(refusal("ident", facts), pointer)

    def test_a_claim_that_decide_makes_raises_nothing(self):
        for facts in (BASE, ABSENT, recorded(kind="job"), seen(start_token=None)):
            answer = decide("ident", facts)
            self.assertEqual(audit("ident", facts, answer), [])
            twice = put(answer, rows=answer["rows"] * 2)
            self.assertEqual(audit("ident", facts, twice), [("CONTRADICTS_FACTS", "g1")])

    def test_a_summary_is_compared_in_type(self):
        self.assertEqual(audit("ident", BASE, {"summary": {"owned_count": 1, "more": 5}}), [])
        self.assertEqual(
            audit("ident", BASE, {"summary": {"owned_count": 1.0}}), [("CONTRADICTS_FACTS", "summary")],
        )


if __name__ == "__main__":
    unittest.main()
