"""The law of the profile attr: whose is each process, and may it be reclaimed?"""

from collections import defaultdict
from dataclasses import dataclass

from attr_claim import CLAIM, audit
from attr_shapes import FACTS
from facts import Profile

UNATTRIBUTED = "unattributed"
_AMBIGUOUS = object()


class Forest:
    """The processes and their parents, and what stands written about their roots."""

    def __init__(self, facts):
        self.by_pid = {process["pid"]: process for process in facts["processes"]}

    def way_up(self, pid):
        """The pids of the processes from this one to the top; none where no process has the pid."""
        seen = {}
        while pid in self.by_pid and pid not in seen:
            seen[pid] = None
            pid = self.by_pid[pid]["ppid"]
        return seen

    def root_state(self, entry):
        """`live` or `stale`; None where nothing is written down, or no process has that pid."""
        root = entry["root"]
        process = self.by_pid.get(root["pid"]) if root else None
        if process is None:
            return None
        return "live" if process["start_token"] == root["start_token"] else "stale"

    def nearest(self, entries):
        """For every pid its nearest entry, _AMBIGUOUS, or None."""
        rooted = defaultdict(list)
        for entry in entries:
            if self.root_state(entry) == "live":
                rooted[entry["root"]["pid"]].append(entry)
        found = {pid: group[0] if len(group) == 1 else _AMBIGUOUS for pid, group in rooted.items()}
        for pid in self.by_pid:
            path, at = [], pid
            on_path = set()
            while at in self.by_pid and at not in found and at not in on_path:
                path.append(at)
                on_path.add(at)
                at = self.by_pid[at]["ppid"]
            result = found.get(at)
            for below in path:
                found[below] = result
        return found


@dataclass
class Row:
    """One row while it is made: what it is of, and the processes that it owns."""

    id: str
    kind: str
    entry: dict | None  # the session, the runtime or the backend (current or not) of its id
    processes: list
    rules: set  # (rule of section 2, whether it was ambiguous) of its processes

    @property
    def orphan_session(self):
        return self.id.startswith("orphan:session:")


class Report:
    """decide's view of the facts: owners, rows in their order, and the code beside each reason."""

    def __init__(self, facts):
        self.facts = facts
        self.forest = Forest(facts)
        self.sessions, self.runtimes, self.backends = (
            {entry["id"]: entry for entry in facts[name]} for name in ("sessions", "runtimes", "backends")
        )
        self.of_thread = defaultdict(list)
        for session in facts["sessions"]:
            if session["thread_id"] is not None:
                self.of_thread[session["thread_id"]].append(session)
        self.turns = defaultdict(list)
        for runtime in facts["runtimes"]:
            for reference in runtime["references"] or ():
                self.turns[reference["thread_id"]].append(reference["turn"])
        self._own()
        made = [self._finish(row) for row in self._rows.values()]
        made.sort(key=lambda row: (row["rss_kib"] is None, -(row["rss_kib"] or 0), row["id"]))
        self.rows = {row["id"]: row for row in made}

    # --- section 2

    def _own(self):
        """Puts every process into its row; the owner of one in no row is None."""
        current = next((backend for backend in self.facts["backends"] if backend["current"]), None)
        near = {
            "runtime": self.forest.nearest(self.facts["runtimes"]),
            "session": self.forest.nearest(self.facts["sessions"]),
            "current": self.forest.nearest([current] if current else []),
            "former": self.forest.nearest([b for b in self.facts["backends"] if not b["current"]]),
        }
        runtime_roots = {r["root"]["pid"] for r in self.facts["runtimes"] if self.forest.root_state(r) == "live"}
        self.owner, self._rows = {}, {}
        for runtime in self.facts["runtimes"]:
            self._row(f"shared_runtime:{runtime['id']}")
        for session in self.facts["sessions"]:
            if session["corrupt"]:
                self._row(f"session:{session['id']}")
        for pid, process in self.forest.by_pid.items():
            owner, rule = self._owner(process, pid in runtime_roots, near, current)
            self.owner[pid] = owner
            if owner is not None:
                row = self._row(owner)
                row.processes.append(process)
                row.rules.add(rule)

    def _owner(self, process, is_runtime_root, near, current):
        """(owner, rule); the rule is `ambiguous` where an owner was ambiguous, else that of the table."""
        pid, declared = process["pid"], process["declared"] or {}
        runtime, session, former = (near[name][pid] for name in ("runtime", "session", "former"))
        threads = self.of_thread.get(declared.get("thread_id"), ())
        if is_runtime_root:
            return self._nearest("shared_runtime:", runtime)
        if len(threads) == 1:
            return f"session:{threads[0]['id']}", 2
        if threads:
            return UNATTRIBUTED, "ambiguous"
        if runtime is not None:
            return self._nearest("shared_runtime:", runtime)
        if declared.get("session_id") in self.sessions:
            return f"session:{declared['session_id']}", 5
        if session is not None:
            return self._nearest("session:", session)
        if near["current"][pid] is not None:
            return f"backend:{current['id']}", 7
        if former is not None:
            return self._nearest("orphan:backend:", former)
        if not declared.get("project"):
            return None, 9
        if "session_id" in declared:
            return f"orphan:session:{declared['session_id']}", 10
        if "backend_id" in declared and (current is None or declared["backend_id"] != current["id"]):
            return f"orphan:backend:{declared['backend_id']}", 11
        return UNATTRIBUTED, 12

    @staticmethod
    def _nearest(prefix, entry):
        return (UNATTRIBUTED, "ambiguous") if entry is _AMBIGUOUS else (prefix + entry["id"], "nearest")

    def named(self, row_id):
        """The session, the runtime or the backend (current or not) that a row's id names."""
        for prefix, entries in (
            ("session:", self.sessions), ("shared_runtime:", self.runtimes),
            ("backend:", self.backends), ("orphan:backend:", self.backends),
        ):
            if row_id.startswith(prefix):
                return entries.get(row_id[len(prefix):])
        return None

    def is_stale(self, entry):
        return entry is not None and self.forest.root_state(entry) == "stale"

    def _row(self, row_id):
        if row_id not in self._rows:
            self._rows[row_id] = Row(row_id, row_id.partition(":")[0], self.named(row_id), [], set())
        return self._rows[row_id]

    # --- section 3

    def _finish(self, row):
        processes = row.processes
        made = {
            "id": row.id, "kind": row.kind, "pids": sorted(process["pid"] for process in processes),
            "rss_kib": _total(process["rss_kib"] for process in processes),
            "pss_kib": _total(process["pss_kib"] for process in processes),
            "cpu_permille": self._cpu(processes),
        }
        if row.kind == "shared_runtime":
            references = row.entry["references"]
            made["ref_count"] = None if references is None else len(references)
        made["findings"] = sorted(self._findings(row, made))
        verdict, reason = self._reclaim(row, made)
        return made | {"reclaim": {"verdict": verdict, "reason": reason}}

    def _cpu(self, processes):
        total, used = self.facts["cpu_total_ticks"], 0
        if not processes or not total:
            return None
        for process in processes:
            second = process["second"]
            if second is None or second["start_token"] != process["start_token"]:
                return None
            if second["ticks"] < process["ticks"]:
                return None
            used += second["ticks"] - process["ticks"]
        if used >= total:
            return 1000 * self.facts["cpu_count"]
        return -(-used * self.facts["cpu_count"] * 1000 // total)

    def _findings(self, row, made):
        budgets, entry = self.facts["budgets"], row.entry
        quiet = not _over(made["cpu_permille"], budgets["idle_cpu_permille"])
        if self.is_stale(entry):
            yield "root_stale"
        if row.kind == "orphan":
            yield "owner_absent"
        if row.kind == "session":
            yield from self._session_findings(entry)
            if _over(made["rss_kib"], budgets["session_rss_kib"]):
                yield "rss_over_budget"
            if not quiet and entry["status"] not in ("active", "queued"):
                yield "idle_cpu_over_budget"
        elif row.kind != UNATTRIBUTED and not row.orphan_session:
            if _over(made["rss_kib"], budgets["backend_rss_kib"]):
                yield "rss_over_budget"
            if not quiet and (row.kind != "shared_runtime" or _all_idle(entry["references"])):
                yield "idle_cpu_over_budget"
        if row.kind == "shared_runtime":
            if not row.processes:
                yield "no_process"
            yield from self._reference_findings(entry)
        if row.kind in ("shared_runtime", "backend") and any(
            {"thread_id", "session_id"} & (process["declared"] or {}).keys() for process in row.processes
        ):
            yield "identity_leak"
        if row.kind == UNATTRIBUTED:
            if "ambiguous" in row.rules:
                yield "ambiguous_owner"
            if 12 in row.rules:
                yield "no_owner"

    def _session_findings(self, session):
        if session["corrupt"]:
            yield "record_corrupt"
        if session["archived"]:
            yield "archived_resident"
        if session["runtime_id"] is not None and session["runtime_id"] not in self.runtimes:
            yield "runtime_unknown"

    def _reference_findings(self, runtime):
        references = runtime["references"]
        if references is None:
            yield "references_unknown"
            return
        if not references:
            yield "no_references"
        owners = [self.of_thread.get(reference["thread_id"], []) for reference in references]
        if any(not sessions for sessions in owners):
            yield "unowned_thread"
        if any(len(sessions) > 1 for sessions in owners):
            yield "ambiguous_thread"
        if any(len(sessions) == 1 and sessions[0]["archived"] for sessions in owners):
            yield "archived_thread"
        if any(reference["turn"] is None for reference in references):
            yield "turn_unknown"
        threads = {reference["thread_id"] for reference in references}
        if any(
            session["runtime_id"] == runtime["id"] and not session["stopped"] and session["thread_id"] not in threads
            for session in self.facts["sessions"]
        ):
            yield "record_without_thread"

    # --- section 4

    def _reclaim(self, row, made):
        """(verdict, reason)."""
        if row.kind == "shared_runtime":
            references = row.entry["references"]
            if references is None:
                return "protected", "references_unknown"
            return "protected", "referenced" if references else "adapter_only"
        if row.kind == "backend":
            return "protected", "current_backend"
        if row.kind == UNATTRIBUTED:
            return "ineligible", "no_owner"
        if row.kind == "orphan" and not row.orphan_session:
            return "ineligible", "superseded_backend"
        reason = self._keeps_session(row.entry) if row.kind == "session" else None
        if row.orphan_session and not self.facts["records_listed"]:
            reason = "records_unlisted"
        reason = reason or self._keeps_tree(row, made)
        if reason:
            return "ineligible", reason
        return "eligible", "terminal" if row.kind == "session" else "owner_absent"

    def _keeps_session(self, session):
        """The first reason of the record itself that makes it ineligible."""
        thread = session["thread_id"]
        turns = self.turns.get(thread, ())
        if session["corrupt"]:
            return "record_corrupt"
        if session["archived"]:
            return "archived_resident"
        if thread is not None and len(self.of_thread[thread]) > 1:
            return "thread_ambiguous"
        if session["runtime_id"] is not None:
            runtime = self.runtimes.get(session["runtime_id"])
            if self.is_stale(runtime):
                return "runtime_stale"
            if runtime is None or self.forest.root_state(runtime) != "live" or thread is None:
                return "runtime_unproven"
            if runtime["references"] is None:
                return "references_unknown"
        if "active" in turns:
            return "turn_active"
        if None in turns:
            return "turn_unknown"
        if session["status"] != "awaiting" or session["proposal"] not in ("nothing", "close"):
            return "not_terminal"
        return None

    def _keeps_tree(self, row, made):
        """The first reason of its processes that makes a session or an orphan session ineligible."""
        if not all(_is_proven(process["declared"], row) for process in row.processes):
            return "identity_unproven"
        if row.id in self._holding():
            return "holds_others"
        if made["cpu_permille"] is None:
            return "cpu_unknown"
        if made["cpu_permille"] > self.facts["budgets"]["idle_cpu_permille"]:
            return "cpu_over_idle"
        return None

    def _holding(self):
        """The ids of the rows one of whose pids is on the way up of another row's process."""
        if not hasattr(self, "_holders"):
            self._holders = set()
            for pid, owner in self.owner.items():
                if owner is not None:
                    above = {self.owner[other] for other in self.forest.way_up(pid)}
                    self._holders |= above - {owner}
        return self._holders


def _is_proven(declared, row):
    if declared is None:
        return False
    if row.orphan_session:
        return "thread_id" not in declared
    if "thread_id" in declared:
        return declared["thread_id"] == row.entry["thread_id"]
    return declared.get("session_id", row.entry["id"]) == row.entry["id"]


def _all_idle(references):
    return references is not None and all(reference["turn"] == "idle" for reference in references)


def _over(figure, budget):
    return figure is not None and figure > budget


def _total(figures):
    figures = list(figures)
    return sum(figures) if figures and None not in figures else None


def summary(report):
    rows = report.rows.values()
    strangers = [report.forest.by_pid[pid] for pid, owner in report.owner.items() if owner is None]
    unread = sum(process["declared"] is None for process in strangers)
    made = {
        "row_count": len(rows),
        "eligible_count": sum(row["reclaim"]["verdict"] == "eligible" for row in rows),
        "finding_count": sum(len(row["findings"]) for row in rows),
        "process_count": sum(len(row["pids"]) for row in rows),
        "unread_count": unread,
        "outside_count": len(strangers) - unread,
    }
    for name in ("rss_kib", "pss_kib", "cpu_permille"):
        figures = [row[name] for row in rows if row["pids"]]
        made[name] = None if None in figures else sum(figures)
    return made


def decide(facts):
    report = Report(facts)
    return {"rows": list(report.rows.values()), "summary": summary(report)}


def _audit(facts, claim):
    report = Report(facts)
    return audit(report, summary(report), claim)


PROFILE = Profile("attr", FACTS, CLAIM, decide, _audit)
