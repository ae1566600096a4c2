"""The law of the profile auth: may this request act on that job, or launch one?"""

import hashlib

from auth_claim import audit, claim_shape
from auth_shapes import FACTS, OPERATIONS
from facts import Profile, frozen

_UNREADABLE = object()


def covers(parent, child):
    """Whether one Scope covers another."""
    return (
        parent["backend"] == child["backend"]
        and child["root"][:len(parent["root"])] == parent["root"]
        and set(parent["required"]) <= set(child["required"])
        and set(child["mounts"]) <= set(parent["mounts"])
        and not (parent["network"] == "none" and child["network"] == "inherit")
        and child["max_runtime_s"] <= parent["max_runtime_s"]
    )


def fits(scope, sealed):
    """Whether a Scope is a sealed one but for a runtime that is no longer."""
    return (
        scope | {"max_runtime_s": 0} == sealed | {"max_runtime_s": 0}
        and scope["max_runtime_s"] <= sealed["max_runtime_s"]
    )


def _sealed(snapshot, name):
    """The jobs or launches of a Snapshot, which count from version 4 on."""
    return snapshot[name] if snapshot["version"] >= 4 else []


def binding(request, target):
    """The digest that an approval of the request must have; the target is a job's Identity, None for a launch."""
    lines = ["auth-binding-1", request["operation"], request["id"], request["owner"], request["thread"]]
    if target is not None:
        lines.append("job")
        lines += [target[name] for name in (
            "store", "job_id", "generation", "owner", "thread", "origin", "receipt_id",
        )]
        supervisor = target["supervisor"]
        lines += [str(supervisor["pid"]), supervisor["start_token"], supervisor["boot_id"]]
    else:
        launch = request["launch"]
        scope = launch["scope"]
        lines += ["launch", launch["generation"], scope["backend"]]
        # A read scope has its two unordered arrays in text order.
        lines += [",".join(scope[name]) for name in ("root", "required", "mounts")]
        lines += [scope["network"], str(scope["max_runtime_s"]), launch["input_digest"]]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class Stores:
    """The producer's records, and what stands by them: section 4."""

    def __init__(self, facts):
        self._facts = facts
        self._index = {
            name: None if facts[name] is None else {entry[key]: entry["body"] for entry in facts[name]}
            for name, key in (
                ("records", "job_id"), ("publications", "generation"), ("sidecars", "job_id"),
                ("receipts", "receipt_id"),
            )
        }
        self._verdicts = {
            (process["pid"], process["start_token"], process["boot_id"]): process["verdict"]
            for process in facts["processes"]
        }
        self._roots = {root["id"]: root for root in facts["roots"]}
        self._standing = {}

    def look_up(self, store, key):
        """The body; None where it is absent; _UNREADABLE."""
        index = self._index[store]
        if index is None:
            return _UNREADABLE
        if key not in index:
            return None
        return _UNREADABLE if index[key] is None else index[key]

    def standing(self, job):
        """The reason for which a job does not stand, or None."""
        key = frozen(job)
        if key not in self._standing:
            self._standing[key] = self._why_not(job)
        return self._standing[key]

    def record(self, job):
        return self.look_up("records", job["job_id"])

    def _why_not(self, job):
        record = self.record(job)
        if record is None:
            return "record_absent"
        if record is _UNREADABLE:
            return "record_unreadable"
        if record["identity"]["generation"] != job["generation"]:
            return "generation_replaced"
        if record["identity"] != job:
            return "identity_changed"
        if record["status"] is None:
            return "status_unknown"
        running = record["status"] == "running"
        return self._why_not_linked(job) or self._why_not_received(job, running) or self._why_not_alive(job, running)

    def _why_not_linked(self, job):
        publication = self.look_up("publications", job["generation"])
        if publication is None:
            return "publication_absent"
        if publication is _UNREADABLE:
            return "publication_unreadable"
        if publication["job"] != job:
            return "publication_mismatch"
        sidecar = self.look_up("sidecars", job["job_id"])
        if sidecar is None:
            return "sidecar_absent"
        if sidecar is _UNREADABLE:
            return "sidecar_unreadable"
        if sidecar["job"] != job or sidecar["authority"] != publication["authority"]:
            return "sidecar_mismatch"
        return None

    def _why_not_received(self, job, running):
        receipt = self.look_up("receipts", job["receipt_id"])
        if receipt is _UNREADABLE:
            return "receipt_unreadable"
        if receipt is None:
            return "receipt_absent" if running else None
        if receipt["external"] is not False:
            return "receipt_external"
        if any(receipt[name] != job[name] for name in ("generation", "owner", "thread", "supervisor")):
            return "receipt_mismatch"
        return None

    def _why_not_alive(self, job, running):
        supervisor = job["supervisor"]
        key = (supervisor["pid"], supervisor["start_token"], supervisor["boot_id"])
        verdict = self._verdicts.get(key, "unverifiable")
        return f"supervisor_{verdict}" if running and verdict != "owned" else None

    def is_fresh(self, scope):
        return all(self._roots.get(name, {}).get("live") is True for name in scope["root"] + scope["mounts"])

    def is_control(self, scope):
        """Whether the root may hold the stores; only of a fresh scope."""
        return self._roots[scope["root"][-1]]["control"] is not False

    def reserved_generations(self):
        """The generations that the stores hold."""
        facts = self._facts
        found = {entry["generation"] for entry in facts["publications"] or ()}
        bodies = {name: [entry["body"] for entry in facts[name] or () if entry["body"] is not None]
                  for name in ("records", "sidecars", "receipts")}
        found |= {body["identity"]["generation"] for body in bodies["records"]}
        found |= {body["job"]["generation"] for body in bodies["sidecars"]}
        return found | {body["generation"] for body in bodies["receipts"]}


class Ruling:
    """One request and all that was found of it: what it holds, its target, its row."""

    def __init__(self, request, facts, stores):
        self.request, self._facts, self._stores = request, facts, stores
        granted, parent = request["granted"], request["parent"]
        self.parent_jobs = _sealed(parent, "jobs") if parent else []
        self.operations = [
            name for name in OPERATIONS
            if name in granted["operations"] and (parent is None or name in parent["operations"])
        ]
        self._held = {
            place: job for place, job in enumerate(_sealed(granted, "jobs"))
            if job["store"] == facts["store"]
            and (job["owner"], job["thread"]) == (request["owner"], request["thread"])
            and (parent is None or job in self.parent_jobs)
        }
        above = [scope for scope in _sealed(parent, "launches") if stores.is_fresh(scope)] if parent else []
        self.launches = {
            place: scope for place, scope in enumerate(_sealed(granted, "launches"))
            if scope["backend"] != "external" and stores.is_fresh(scope)
            and (parent is None or any(covers(higher, scope) for higher in above))
        }
        self.jobs = {place: job for place, job in self._held.items() if stores.standing(job) is None}
        self.target = None
        self.row = None

    def judge(self, approvals, reserved):
        """Makes the row. reserved are the generations that no launch may take; an admitted one joins them."""
        request = self.request
        reason = self._aim() or self._refusal(approvals, reserved)
        verdict = "refuse" if reason else None
        if reason is None:
            verdict, reason = self._admission()
            if request["operation"] == "launch":
                reserved.add(request["launch"]["generation"])
        admitted, target = verdict != "refuse", self.target
        signalled = admitted and verdict == "admit_mutation" and request["operation"] == "stop"
        self.row = {
            "id": request["id"], "operation": request["operation"], "verdict": verdict, "reason": reason,
            "job_id": target["job_id"] if admitted and target else None,
            "generation": (target or request["launch"])["generation"] if admitted else None,
            "approval": request["approval"] if admitted else None,
            "signal_permitted": target["supervisor"] if signalled else None,
            "ceiling_operations": self.operations,
            "ceiling_jobs": list(self.jobs),
            "ceiling_launches": list(self.launches),
        }

    def _aim(self):
        """Rules 1 to 5: finds the target, or gives the reason."""
        request = self.request
        launch, selector, expected = request["launch"], request["selector"], request["expected"]
        if request["operation"] == "launch":
            if launch is None or selector is not None or expected is not None:
                return "target_malformed"
            return "backend_external" if launch["scope"]["backend"] == "external" else None
        if launch is not None or (selector is None and expected is None):
            return "target_malformed"
        if expected is not None:
            if selector is not None and selector != expected["job_id"]:
                return "selector_mismatch"
            self.target = expected
            return None
        found = [job for job in self._held.values() if job["job_id"] == selector]
        if len(found) != 1:
            return "selector_ambiguous" if found else "not_admitted"
        self.target = found[0]
        return None

    def _refusal(self, approvals, reserved):
        """Rules 6 to 22."""
        request, target = self.request, self.target
        if target is not None:
            if target["store"] != self._facts["store"]:
                return "store_foreign"
            if target["owner"] != request["owner"]:
                return "owner_mismatch"
            if target["thread"] != request["thread"]:
                return "thread_mismatch"
        if request["approval"] is None:
            if request["operation"] not in self.operations:
                return "operation_not_granted"
            if target is not None and target not in self._held.values():
                return "not_admitted"
        else:
            reason = self._unapproved(approvals)
            if reason:
                return reason
        return self._launch_refusal(reserved) if target is None else self._job_refusal()

    def _unapproved(self, approvals):
        """Rules 11 to 14."""
        if self.request["parent"] is not None:
            return "approval_not_inherited"
        approval = approvals.get(self.request["approval"])
        if approval is None:
            return "approval_absent"
        if approval["digest"] != binding(self.request, self.target):
            return "approval_mismatch"
        return None if approval["used"] is False else "approval_used"

    def _launch_refusal(self, reserved):
        """Rules 15 to 19."""
        launch, stores = self.request["launch"], self._stores
        scope = launch["scope"]
        if self.request["approval"] is None and not any(fits(scope, held) for held in self.launches.values()):
            return "launch_exceeds_scope"
        if not stores.is_fresh(scope):
            return "root_stale"
        if stores.is_control(scope):
            return "root_control"
        if self._facts["publications"] is None:
            return "publication_unreadable"
        return "reservation_used" if launch["generation"] in reserved else None

    def _job_refusal(self):
        """Rules 20 to 22."""
        reason = self._stores.standing(self.target)
        if reason:
            return reason
        if self.request["operation"] in ("ack", "continue"):
            record = self._stores.record(self.target)
            if record["status"] == "running":
                return "not_completed"
            if record["acknowledged"] is None:
                return "status_unknown"
        return None

    def _admission(self):
        """(verdict, reason) of a request that is not refused."""
        operation = self.request["operation"]
        record = self._stores.record(self.target) if self.target else None
        if operation == "stop" and record["status"] != "running":
            return "noop_historical", "already_completed"
        if operation in ("ack", "continue") and record["acknowledged"]:
            return "noop_historical", "already_acknowledged"
        verdict = "admit_read" if operation == "read_output" else "admit_mutation"
        return verdict, "granted" if self.request["approval"] is None else "approved"

    def binding(self):
        """The request's binding; only of one that was not refused."""
        return binding(self.request, self.target)


def rule(facts):
    """The rulings on all requests, in their order."""
    stores = Stores(facts)
    approvals = {approval["id"]: approval for approval in facts["approvals"]}
    reserved = stores.reserved_generations()
    rulings = [Ruling(request, facts, stores) for request in facts["requests"]]
    for ruling in rulings:
        ruling.judge(approvals, reserved)
    return rulings


def decide(facts):
    rows = [ruling.row for ruling in rule(facts)]
    summary = {"request_count": len(rows)}
    for verdict in ("admit_mutation", "admit_read", "noop_historical", "refuse"):
        summary[f"{verdict}_count"] = sum(row["verdict"] == verdict for row in rows)
    return {"rows": rows, "summary": summary}


def _audit(facts, claim):
    return audit({ruling.request["id"]: ruling for ruling in rule(facts)}, claim, fits)


PROFILE = Profile("auth", FACTS, claim_shape, decide, _audit)
