"""The contract effect: its worked examples, its negative cases with their siblings, its log."""

import json
import unittest

from support_for_facts_tests import CONTRACTS, DROP, audit, decide, put, refusal

A, B = "a" * 64, "b" * 64
F = {"kind": "file", "place": ["ws", "out.json"], "generation": "g1"}


def line(record):
    return json.dumps(record, separators=(",", ":")) + "\n"


def claim(seq=1, effect="e1", scope=(F,), expect=({"resource": F, "predicate": "digest", "digest": A},)):
    scope = scope and list(scope)
    return line({
        "v": 1, "type": "claim", "seq": seq, "effect": effect, "lineage": "run1", "scope": scope,
        "expect": list(expect),
    })


def outcome(seq, execution, effect="e1"):
    return line({
        "v": 1, "type": "outcome", "seq": seq, "effect": effect, "execution": execution,
        "possible_impact": execution != "not_invoked", "message": None,
    })


def seen(seq, source, **changes):
    return line({
        "v": 1, "type": "observation", "seq": seq, "resource": F, "source": source, "coverage": "complete",
        "state": "present", "digest": A,
    } | changes)


def facts(*lines, required=True, **changes):
    art = {"id": "art", "kind": "file", "place": ["ws", "out.json"]}
    log = {"text": "".join(lines), "file_kind": "regular", "link_count": 1, "lineage": "run1"}
    log |= {name: changes.pop(name) for name in ("file_kind", "link_count") if name in changes}
    return {"log": log, "writer": "live", "required": [art] if required else []} | changes


C1, C4 = claim(), claim(4, "e2", None, ())
DONE, READ = outcome(2, "completed"), seen(3, "readback")
GOOD = facts(C1, DONE, READ)
WORKED = [
    GOOD,
    facts(C1, DONE, seen(3, "acknowledgement")),
    facts(C1, outcome(2, "timed_out"), READ, C4, '{"v":1,"ty', writer="gone"),
    facts(C1, DONE, READ, outcome(4, "interrupted")),
]


def worked_answers():
    text = (CONTRACTS / "effect.md").read_text(encoding="utf-8")
    return [json.loads(piece) for piece in text.split("`") if piece.startswith('{"rows":')]


def said(case, summary=(), **row):
    """decide's answer with its first row and its summary changed."""
    answer = decide("effect", case)
    rows = [answer["rows"][0] | row, *answer["rows"][1:]] if row else answer["rows"]
    return {"rows": rows, "summary": answer["summary"] | dict(summary)}


def without_evidence(case):
    return put(decide("effect", case), rows__0__evidence=DROP)


UNVERIFIED = {"verification": "unverified", "evidence": None}
RUNNING = claim(3, "e2") + outcome(4, "running", "e2")
OTHER = seen(3, "readback", resource=F | {"place": ["other"]})
TORN = facts(C1, DONE, READ, '{"v":1,"ty')
LATER = facts(C1, DONE, READ, C4)
REFUSED = facts(C1, DONE, READ, C4, outcome(5, "not_invoked", "e2"))
VERIFIED = {"verification": "verified", "evidence": 3}
ACKNOWLEDGED = facts(C1, DONE, seen(3, "acknowledgement"))
TIMED_OUT = facts(C1, outcome(2, "timed_out"), READ)

# Section 7: code, subject, facts, claim, the sibling's facts. The sibling's claim is decide's answer.
NEGATIVE = [
    ("CLAIM_MALFORMED", "claim", GOOD, without_evidence(GOOD), GOOD),
    ("ALIAS_ACCEPTED", "log", put(GOOD, log__link_count=2), said(GOOD), GOOD),
    ("CORRUPT_ACCEPTED", "log", facts(C1, DONE, OTHER.replace('"v":1', '"v":2')), said(facts(C1, DONE, OTHER)),
     facts(C1, DONE, OTHER)),
    ("LOG_REJECTED", "log", TORN, {"rows": [], "summary": {
        "log": "corrupt", "append_at": None, "unsettled_required": ["art"], "decision": "blocked",
    }}, facts(C1, DONE, READ, '{"v":1,"ty\n')),
    ("FALSE_NOOP", "e1", facts(C1, outcome(2, "failed"), RUNNING),
     said(facts(C1, outcome(2, "failed"), RUNNING), possible_impact=False),
     facts(C1, outcome(2, "not_invoked"), RUNNING)),
    ("RESETTLED", "e1", facts(C1, outcome(2, "running"), writer="gone"),
     said(facts(C1, outcome(2, "running"), writer="gone"), append="interrupted"), facts(C1, writer="gone")),
    ("CONTRADICTION_HIDDEN", "e1", facts(C1, DONE, seen(3, "readback", digest=B)),
     said(facts(C1, DONE, seen(3, "readback", digest=B)), **UNVERIFIED),
     facts(C1, DONE, seen(3, "readback", digest=B, coverage="partial"))),
    ("ACK_VERIFIED", "e1", ACKNOWLEDGED, said(ACKNOWLEDGED, verification="verified"), GOOD),
    ("STALE_VERIFIED", "e1", LATER, said(LATER, **VERIFIED), REFUSED),
    ("PARTIAL_VERIFIED", "e1", facts(C1, DONE, seen(3, "readback", coverage="partial")),
     said(facts(C1, DONE, seen(3, "readback", coverage="partial")), **VERIFIED), GOOD),
    ("UNKNOWN_AS_SUCCESS", "e1", TIMED_OUT, said(TIMED_OUT, **VERIFIED), GOOD),
    ("APPEND_MISPLACED", "log", TORN, said(TORN, {"append_at": 676}), GOOD),
    ("DONE_OVERCLAIMED", "decision", ACKNOWLEDGED, said(ACKNOWLEDGED, {"decision": "done"}), GOOD),
    ("CLAIM_MISMATCH", "e1", facts(C1, DONE, READ, seen(4, "readback")),
     said(facts(C1, DONE, READ, seen(4, "readback")), evidence=3), GOOD),
]


class Effect(unittest.TestCase):
    def test_worked_examples(self):
        for case, answer in zip(WORKED, worked_answers(), strict=True):
            self.assertEqual(decide("effect", case), answer)
        self.assertEqual(audit("effect", TIMED_OUT, decide("effect", GOOD)), [("UNKNOWN_AS_SUCCESS", "e1")])

    def test_negative_cases(self):
        for code, subject, case, claimed, sibling in NEGATIVE:
            with self.subTest(code):
                self.assertEqual(audit("effect", case, claimed), [(code, subject)])
                self.assertEqual(audit("effect", sibling, decide("effect", sibling)), [])

    def test_the_log_is_read_strictly(self):
        self.assertEqual(decide("effect", GOOD)["summary"]["log"], "ok")
        for name, number, text in [
            ("CR before LF is white space", None, C1.replace("\n", "\r\n") + DONE),
            ("an empty line", 2, C1 + "\n" + DONE),
            ("a replacement character", 2, C1 + DONE.replace("null", '"\ufffd"')),
            ("U+2028 is an ordinary character", None, C1 + DONE.replace("null", '"\u2028"')),
            ("an escaped replacement character", None, C1 + DONE.replace("null", '"\\ufffd"')),
            ("a lone surrogate", 2, C1 + DONE.replace("null", '"\\ud800"')),
            ("-0", 1, C1.replace('"seq":1', '"seq":-0')),
            ("-0 in a text", None, C1 + DONE.replace("null", '"-0"')),
            ("0", None, C1.replace('"seq":1', '"seq":0')),
            ("an exponent", 1, C1.replace('"seq":1', '"seq":1e0')),
            ("a repeated key", 2, C1 + DONE.replace('"v":1', '"v":1,"v":1')),
            ("a further member", 2, C1 + DONE.replace('"v":1', '"v":1,"x_v":1')),
            ("equal seq", 2, C1 + DONE.replace('"seq":2', '"seq":1')),
            ("another lineage", 1, C1.replace("run1", "run2")),
            ("an outcome of nothing", 1, DONE),
            ("refused after it ran", 3, C1 + outcome(2, "running") + outcome(3, "not_invoked")),
            ("expected outside the scope", 1, claim(scope=[F | {"generation": None}])),
            ("a job is settled", 1, claim(expect=[{"resource": F, "predicate": "settled", "digest": None}])),
        ]:
            with self.subTest(name):
                summary = decide("effect", facts(text))["summary"]
                self.assertEqual(summary["bad_line"], number)
                self.assertEqual(summary["log"], "corrupt" if number else "ok")

    def test_pointers(self):
        self.assertIsNone(refusal("effect", facts(file_kind="absent", link_count=None)))
        for case, pointer in [
            (facts(C1, file_kind="absent"), "/log/text"),
            (put(GOOD, log__lineage=""), "/log/lineage"),
            (put(GOOD, log__link_count=1.0), "/log/link_count"),
            (put(GOOD, writer=DROP), "/writer"),
            (put(GOOD, required=GOOD["required"] * 2), "/required/1/id"),
            (put(GOOD, required__0__place=[]), "/required/0/place"),
            (put(GOOD, required__0__place=["a"] * 17), "/required/0/place"),
            (put(GOOD, required__0__kind="folder"), "/required/0/kind"),
        ]:
            with self.subTest(pointer):
                self.assertEqual(refusal("effect", case), pointer)


if __name__ == "__main__":
    unittest.main()
