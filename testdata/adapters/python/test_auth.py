"""The contract AUTH: its examples, its negative cases with their siblings, its pointers."""

import hashlib
import json
import unittest

from support_for_facts_tests import CONTRACTS, DROP, audit, decide, put, refusal

ALL = ["launch", "read_output", "stop", "ack", "continue"]
SUPERVISOR = {"pid": 4321, "start_token": "s100", "boot_id": "b1"}
J = {
    "store": "bg", "job_id": "build", "generation": "g1", "owner": "o1", "thread": "t1", "origin": "q0",
    "receipt_id": "r1", "supervisor": SUPERVISOR,
}
J2 = J | {"generation": "g2"}
BINDING = "f1357a69d4578fbfed0cbf163b64552c5543375d84c5b2ce1876a5e9ed00111f"
LAUNCH_BINDING = "3ebd28f48e50088ff2801e2da214c38230bda8a082192e3a06b595c37d5b26f1"
AUTHORITY = "cd" * 32
SCOPE = {
    "backend": "bash", "root": ["vol", "ws"], "required": ["net", "fs"], "mounts": [], "network": "none",
    "max_runtime_s": 600,
}
LAUNCH = {"generation": "n1", "input_digest": "ab" * 32, "scope": SCOPE}


def snapshot(jobs=(J,), operations=ALL, launches=(), version=4):
    return {
        "version": version, "operations": list(operations), "jobs": list(jobs), "launches": list(launches),
    }


def request(operation="stop", **changes):
    return {
        "id": "q1", "operation": operation, "owner": "o1", "thread": "t1", "selector": None, "expected": None,
        "launch": None, "approval": None, "granted": snapshot(), "parent": None, "text": None,
    } | changes


def facts(*requests, job=J, status="running", **changes):
    """Facts whose stores bind the job."""
    return {
        "store": "bg", "requests": list(requests),
        "records": [{
            "job_id": job["job_id"], "body": {"identity": job, "status": status, "acknowledged": False},
        }],
        "publications": [{"generation": job["generation"], "body": {"job": job, "authority": AUTHORITY}}],
        "sidecars": [{"job_id": job["job_id"], "body": {"job": job, "authority": AUTHORITY}}],
        "receipts": [{"receipt_id": job["receipt_id"], "body": {
            "generation": job["generation"], "owner": job["owner"], "thread": job["thread"],
            "supervisor": job["supervisor"], "external": False,
        }}],
        "processes": [SUPERVISOR | {"verdict": "owned"}], "approvals": [],
        "roots": [{"id": name, "live": True, "control": False} for name in ("vol", "ws")],
    } | changes


def entry(verdict="admit_mutation", **changes):
    return {
        "request": "q1", "verdict": verdict, "resource": None, "launch": None, "approval": None, "signalled": [],
        "updated": [], "ceiling": None,
    } | changes


def log(*entries):
    return {"log": list(entries)}


STOP = request(expected=J)
STOPPED = entry(resource=J, signalled=[SUPERVISOR])
READ = request("read_output", expected=J)
WAS_READ = entry("admit_read", resource=J)
APPROVED = request("stop", expected=J2, approval="a1", granted=snapshot([]))


def approval(digest):
    return [{"id": "a1", "digest": digest, "used": False}]


def binding_of_stop(job):
    lines = ["auth-binding-1", "stop", "q1", "o1", "t1", "job", "bg", job["job_id"], job["generation"], "o1", "t1",
             "q0", "r1", "4321", "s100", "b1"]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


SPENT = entry(resource=J2, approval={"id": "a1", "digest": binding_of_stop(J2)})
ALIAS = J | {"job_id": "build-2"}
CHILD = request("read_output", selector="build", granted=snapshot([J2]), parent=snapshot([J]))
CLAIMED = {"operations": ALL, "jobs": [J2], "launches": []}
TWO_JOBS = request("read_output", selector="build", granted=snapshot([J, ALIAS]))

# Section 7: code, facts and claim, then the sibling's.
NEGATIVE = [
    ("CLAIM_MALFORMED", facts(STOP), log(STOPPED | {"signalled": [4321]}), facts(STOP), log(STOPPED)),
    ("ALIAS_ACCEPTED", facts(TWO_JOBS), log(entry("admit_read", resource=ALIAS)), facts(TWO_JOBS), log(WAS_READ)),
    ("OWNER_SUBSTITUTED", facts(READ | {"expected": J | {"owner": "o2"}}),
     log(WAS_READ | {"resource": J | {"owner": "o2"}}), facts(READ), log(WAS_READ)),
    ("SCOPE_BROADENED", facts(STOP | {"granted": snapshot(operations=["read_output"])}), log(STOPPED),
     facts(STOP | {"granted": snapshot(operations=["stop"])}), log(STOPPED)),
    ("PARENT_RENEWED", facts(CHILD, job=J2), log(entry("refuse", ceiling=CLAIMED)),
     facts(CHILD | {"parent": snapshot([J2])}, job=J2), log(entry("admit_read", ceiling=CLAIMED))),
    ("APPROVAL_UNBOUND", facts(APPROVED, job=J2, approvals=approval(BINDING)), log(SPENT),
     facts(APPROVED, job=J2, approvals=approval(binding_of_stop(J2))), log(SPENT)),
    ("RESERVATION_REPLAYED", facts(APPROVED, job=J2, approvals=approval(binding_of_stop(J2))), log(SPENT, SPENT),
     facts(APPROVED, job=J2, approvals=approval(binding_of_stop(J2))), log(SPENT)),
    ("EXTERNAL_CONTAINED", put(facts(STOP), receipts__0__body__external=True), log(STOPPED), facts(STOP),
     log(STOPPED)),
    ("GENERATION_REPLACED", put(facts(STOP), records__0__body__identity=J2), log(STOPPED), facts(STOP), log(STOPPED)),
    ("LINKAGE_BROKEN", facts(READ, sidecars=[]), log(WAS_READ), facts(READ), log(WAS_READ)),
    ("STALE_MUTATION", put(facts(STOP), processes__0__verdict="unverifiable"), log(STOPPED), facts(STOP),
     log(STOPPED)),
    ("HISTORY_SIGNALLED", facts(STOP, status="done"), log(STOPPED | {"verdict": "noop_historical"}),
     facts(STOP, status="done"), log(entry("noop_historical", resource=J))),
    ("FIELD_OVERWRITTEN", facts(READ), log(WAS_READ | {"updated": ["owner"]}), facts(READ),
     log(WAS_READ | {"updated": ["status"]})),
    ("DECISION_CONTRADICTED",
     facts(READ | {"granted": snapshot([J, ALIAS])}),
     log(WAS_READ | {"ceiling": {"operations": ALL, "jobs": [], "launches": []}}),
     facts(READ | {"granted": snapshot([J, ALIAS])}),
     log(WAS_READ | {"ceiling": {"operations": ALL, "jobs": [J], "launches": []}})),
]


def example_rows():
    """The rows that stand in the text of the first two examples."""
    text = (CONTRACTS / "auth.md").read_text(encoding="utf-8")
    return [json.loads(piece) for piece in text.split("`") if piece.startswith('{"id":"q1","operation"')]


def reason(*args, **changes):
    return decide("auth", facts(*args, **changes))["rows"][0]["reason"]


class Auth(unittest.TestCase):
    def test_examples(self):
        reused, history = example_rows()
        self.assertEqual(decide("auth", put(facts(STOP), records__0__body__identity=J2))["rows"], [reused])
        past = facts(request(selector="build"), status="done", receipts=[])
        past["processes"][0]["verdict"] = "foreign"
        self.assertEqual(decide("auth", past)["rows"], [history])
        signalled = entry("noop_historical", resource=J, signalled=[SUPERVISOR])
        self.assertEqual(audit("auth", past, log(signalled)), [("HISTORY_SIGNALLED", "q1")])
        self.assertEqual(audit("auth", past, log(signalled | {"signalled": []})), [])
        (row,) = decide("auth", facts(CHILD, job=J2))["rows"]
        self.assertEqual((row["verdict"], row["reason"], row["ceiling_jobs"]), ("refuse", "not_admitted", []))

    def test_bindings(self):
        asked = STOP | {"granted": snapshot([]), "approval": "a1"}
        self.assertEqual(reason(asked, approvals=approval(BINDING)), "approved")
        self.assertEqual(reason(asked, approvals=approval(BINDING[::-1])), "approval_mismatch")
        launch = request("launch", id="q2", launch=LAUNCH, approval="a1", granted=snapshot([]))
        self.assertEqual(reason(launch, approvals=approval(LAUNCH_BINDING)), "approved")
        longer = put(launch, launch__scope__max_runtime_s=601)
        self.assertEqual(reason(longer, approvals=approval(LAUNCH_BINDING)), "approval_mismatch")

    def test_negative_cases(self):
        for code, case, claim, sibling_case, sibling in NEGATIVE:
            with self.subTest(code):
                subject = "claim" if code == "CLAIM_MALFORMED" else "q1"
                self.assertEqual(audit("auth", case, claim), [(code, subject)])
                self.assertEqual(audit("auth", sibling_case, sibling), [])

    def test_launches(self):
        sealed = snapshot(launches=[SCOPE | {"required": ["fs", "net"]}])
        asked = request("launch", launch=LAUNCH, granted=sealed)
        self.assertEqual(reason(asked), "granted")
        self.assertEqual(reason(put(asked, launch__scope__network="inherit")), "launch_exceeds_scope")
        self.assertEqual(reason(asked, roots=[{"id": "vol", "live": True, "control": False}]), "launch_exceeds_scope")
        self.assertEqual(reason(asked, publications=None), "publication_unreadable")
        self.assertEqual(reason(put(asked, launch__generation="g1")), "reservation_used")
        again = decide("auth", facts(asked, asked | {"id": "q2"}))["rows"]
        self.assertEqual([row["reason"] for row in again], ["granted", "reservation_used"])
        old = snapshot(launches=[SCOPE], version=3)
        self.assertEqual(reason(asked | {"parent": old}), "launch_exceeds_scope")
        self.assertEqual(reason(asked | {"parent": old | {"version": 4}}), "granted")

    def test_pointers(self):
        self.assertIsNone(refusal("auth", put(facts(STOP), requests__0__text="stop build", x_a=0)))
        for case, pointer in [
            (facts(STOP, STOP), "/requests/1/id"),
            (put(facts(STOP), processes=[SUPERVISOR | {"verdict": word} for word in ("owned", "gone")]),
             "/processes/1"),
            (facts(STOP | {"granted": snapshot([J, J | {"x_note": 1}])}), "/requests/0/granted/jobs/1"),
            (facts(STOP | {"granted": snapshot(launches=[SCOPE, SCOPE | {"required": ["fs", "net"]}])}),
             "/requests/0/granted/launches/1"),
            (facts(STOP | {"granted": snapshot(launches=[SCOPE | {"root": []}])}),
             "/requests/0/granted/launches/0/root"),
            (facts(STOP | {"granted": snapshot(version=5)}), "/requests/0/granted/version"),
            (put(facts(STOP), requests__0__expected__supervisor__pid=0), "/requests/0/expected/supervisor/pid"),
            (put(facts(STOP), requests__0__parent=DROP), "/requests/0/parent"),
            (put(facts(STOP), sidecars__0__body__authority="AB" * 32), "/sidecars/0/body/authority"),
        ]:
            with self.subTest(pointer):
                self.assertEqual(refusal("auth", case), pointer)


if __name__ == "__main__":
    unittest.main()
