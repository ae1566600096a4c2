"""The law of the profile cover: did the measurement see everything?"""

from dataclasses import dataclass

from facts import (
    MAX_INTEGER, MAX_PID, Fault, Profile, array, boolean, distinct, ident, integer, or_null, record, text, word,
)

_UNITS = {  # unit of the counters: (unit of the figure, divisor, whether accelerators are judged)
    "nanojoule": ("microjoule", 1000, True),
    "microjoule": ("microjoule", 1, True),
    "nanosecond": ("microsecond", 1000, False),
    "microsecond": ("microsecond", 1, False),
    "byte": ("kibibyte", 1024, False),
}
GAPS = (
    "unsettled_at_start", "unsettled_at_stop", "tree_changing", "reaped_descendant", "gone", "exited",
    "predates_span", "counter_backwards", "unreadable", "unlisted", "gpu", "gpu_unknown", "neural_engine", "shared",
)
_COUNT = or_null(integer())
_USE = or_null(word("none", "used"))

_SPAN = record({
    "id": ident,
    "root": record({"pid": integer(1, MAX_PID), "start_token": ident, "boot_id": ident}),
    "begin_ms": integer(),
    "end_ms": integer(),
    "declared_by": or_null(word("operator", "server")),
})
_WALK = record({
    "seq": integer(),
    "at_ms": integer(),
    "boot_id": ident,
    "rows": array(record({
        "pid": integer(1, MAX_PID),
        "ppid": integer(0, MAX_PID),
        "start_token": ident,
        "started_ms": _COUNT,
        "counter": _COUNT,
        "reaped": _COUNT,
        "running_threads": _COUNT,
        "exited": boolean,
        "children_listed": boolean,
        "gpu": _USE,
        "neural": _USE,
    }, {"label": or_null(text)}), once="pid"),
})


def _span(value, at):
    read = _SPAN(value, at)
    if read["end_ms"] < read["begin_ms"]:
        raise Fault(f"{at}/end_ms", "the end is before the begin")
    return read


def _walk(value, at):
    read, total = _WALK(value, at), 0
    for index, row in enumerate(read["rows"]):
        total += row["counter"] or 0
        if total > MAX_INTEGER:
            raise Fault(f"{at}/rows/{index}/counter", "the counters of the walk add up to too much")
    return read


def _walks(value, at):
    read = array(_walk)(value, at)
    for index in range(1, len(read)):
        before, walk = read[index - 1], read[index]
        if walk["seq"] <= before["seq"]:
            raise Fault(f"{at}/{index}/seq", "walks stand in the order of seq")
        if walk["at_ms"] < before["at_ms"]:
            raise Fault(f"{at}/{index}/at_ms", "walks stand in the order in which they were taken")
    return read


FACTS = record({
    "counter_unit": word(*_UNITS), "settle_ms": integer(), "spans": array(_span, once="id"), "walks": _walks,
})


# --- section 2


def incarnation(row):
    """A row's incarnation within the boot of its walk."""
    return row["pid"], row["start_token"]


class Walk:
    """One walk, with its rows by pid and the children of each."""

    def __init__(self, read):
        self.seq, self.at_ms, self.boot_id = read["seq"], read["at_ms"], read["boot_id"]
        self.rows = {row["pid"]: row for row in read["rows"]}
        self._children = {}
        for row in read["rows"]:
            self._children.setdefault(row["ppid"], []).append(row)

    def find(self, key):
        """The row of an incarnation (pid, start_token, boot_id), or None."""
        row = self.rows.get(key[0])
        return row if row and key == (*incarnation(row), self.boot_id) else None

    def members(self, root):
        """The members of the root's tree by incarnation, the root first."""
        found, waiting = {}, [self.find(root)]
        while waiting:
            row = waiting.pop()
            key = row and (*incarnation(row), self.boot_id)
            if row is None or key in found:
                continue
            found[key] = row
            waiting += [child for child in self._children.get(row["pid"], ()) if not _is_stale_link(row, child)]
        return found


def _is_stale_link(parent, child):
    started = parent["started_ms"], child["started_ms"]
    return None not in started and started[1] < started[0]


def _live(members):
    return {key: row for key, row in members.items() if not row["exited"]}


# --- section 3


@dataclass
class End:
    """The walk that was taken for one end of a span."""

    index: int
    busy: bool
    alone: bool
    changed: bool

    @property
    def settled(self):
        return not (self.busy or self.alone or self.changed)


class Span:
    """A span: its ends, its terms, its gaps and its figure."""

    def __init__(self, read, walks, unit, settle_ms):
        self.id, self.walks = read["id"], walks
        self.begin, self.end = read["begin_ms"], read["end_ms"]
        self.root = tuple(read["root"][name] for name in ("pid", "start_token", "boot_id"))
        self.declared = read["declared_by"] == "operator"
        self.unit, self.divisor, self.accelerated = unit
        self.gaps = set()
        self._members = {}
        self._take_ends(settle_ms)
        self.terms, self.bases, self.predating = {}, {}, set()
        if self.read:
            self._take_terms()
            self._find_gaps()

    def members(self, index):
        if index not in self._members:
            self._members[index] = self.walks[index].members(self.root)
        return self._members[index]

    def _take_ends(self, settle_ms):
        start = [
            self._end(i) for i, walk in enumerate(self.walks)
            if self.begin - settle_ms <= walk.at_ms <= self.begin
        ]
        self.start = start[-1] if start else None
        after = self.start.index if self.start else -1
        stop = [
            self._end(i) for i, walk in enumerate(self.walks)
            if self.end <= walk.at_ms <= self.end + settle_ms and i > after
        ]
        self.stop = next((end for end in stop if end.settled), stop[-1] if stop else None)
        for end, gap in ((self.start, "unsettled_at_start"), (self.stop, "unsettled_at_stop")):
            if end is None or end.busy or end.alone:
                self.gaps.add(gap)
            if end is not None and end.changed:
                self.gaps.add("tree_changing")
        self.start_seq = self.walks[self.start.index].seq if self.start and self.start.settled else None
        self.stop_seq = self.walks[self.stop.index].seq if self.stop else None
        self.read = self.start_seq is not None and self.stop_seq is not None

    def _end(self, index):
        members = self.members(index)
        busy = any(row["running_threads"] != 0 for row in _live(members).values())
        alone = index == 0 or self.walks[index - 1].seq != self.walks[index].seq - 1
        changed = not alone and _links(members) != _links(self.members(index - 1))
        return End(index, busy, alone, changed)

    # --- section 4

    def _take_terms(self):
        self.terms = _live(self.members(self.stop.index))
        start = self.members(self.start.index)
        self.bases = {key: start[key] for key in self.terms if key in start}
        walk = self.walks[self.start.index]
        for key, row in self.terms.items():
            if key not in self.bases and (
                row["started_ms"] is None or row["started_ms"] < self.begin or walk.find(key)
            ):
                self.predating.add(key)

    @property
    def rooted(self):
        """Whether the root is a live member of the stop walk."""
        return self.root in self.terms

    def _find_gaps(self):
        start, stop = self.members(self.start.index), self.members(self.stop.index)
        window = [self.members(index) for index in range(self.start.index, self.stop.index + 1)]
        spent = {key for key, row in start.items() if row["exited"]}
        live = [row for members in window for row in _live(members).values()]
        pairs = [(row, self.bases.get(key)) for key, row in self.terms.items()]
        met = {
            "gone": not self.rooted or any(key not in spent and key not in stop for m in window for key in m),
            "exited": any(row["exited"] and key not in spent for key, row in stop.items()),
            "predates_span": bool(self.predating),
            "reaped_descendant": any(_differ(row["reaped"], base["reaped"] if base else 0) for row, base in pairs),
            "counter_backwards": any(
                base and None not in (row["counter"], base["counter"]) and row["counter"] < base["counter"]
                for row, base in pairs
            ),
            "unreadable": any(
                None in (end["counter"], end["reaped"]) for pair in pairs for end in pair if end is not None
            ),
            "unlisted": any(not row["children_listed"] for row in live),
            "gpu": self.accelerated and any(row["gpu"] == "used" for row in live),
            "gpu_unknown": self.accelerated and any(row["gpu"] is None for row in live),
            "neural_engine": self.accelerated and any(row["neural"] != "none" for row in live),
        }
        self.gaps |= {gap for gap, holds in met.items() if holds}

    def shares_with(self, other):
        return (
            self.read and other.read and not self.terms.keys().isdisjoint(other.terms)
            and self.start_seq < other.stop_seq and other.start_seq < self.stop_seq
        )

    # --- section 5

    def sum(self, bases, counted_whole=()):
        """The sum over the terms; None where a counter that it needs is not known."""
        total = 0
        for key, row in self.terms.items():
            base = 0 if key in counted_whole else None
            if base is None and key in bases:
                base = bases[key]["counter"]
            elif base is None and key in self.predating:
                continue
            elif base is None:
                base = 0
            if row["counter"] is None or base is None:
                return None
            total += max(row["counter"] - base, 0)
        return total

    @property
    def figure(self):
        if not self.read or "unreadable" in self.gaps or not self.rooted:
            return None
        return self.rounded(self.sum(self.bases))

    def rounded(self, total):
        return None if total is None else -(-total // self.divisor)

    def row(self):
        whole = not self.gaps and self.declared
        return {
            "id": self.id, "unit": self.unit, "figure": self.figure, "coverage": "whole" if whole else "partial",
            "gaps": sorted(self.gaps), "declared": self.declared, "start_seq": self.start_seq,
            "stop_seq": self.stop_seq,
        }


def _links(members):
    return {key: (row["ppid"], row["reaped"], row["exited"]) for key, row in members.items()}


def _differ(left, right):
    return None not in (left, right) and left != right


def _spans(facts):
    """The spans in the order of their rows, with all their gaps."""
    unit = _UNITS[facts["counter_unit"]]
    walks = [Walk(read) for read in facts["walks"]]
    spans = [Span(read, walks, unit, facts["settle_ms"]) for read in facts["spans"]]
    for place, span in enumerate(spans):
        for other in spans[:place]:
            if span.shares_with(other):
                span.gaps.add("shared")
                other.gaps.add("shared")
    return sorted(spans, key=lambda span: (span.begin, span.id))


def decide(facts):
    rows = [span.row() for span in _spans(facts)]
    gaps = [gap for row in rows for gap in row["gaps"]]
    whole = sum(row["coverage"] == "whole" for row in rows)
    return {"rows": rows, "summary": {
        "unit": _UNITS[facts["counter_unit"]][0],
        "span_count": len(rows),
        "whole_count": whole,
        "partial_count": len(rows) - whole,
        "unread_count": sum(row["figure"] is None for row in rows),
        "gap_counts": {gap: gaps.count(gap) for gap in sorted(set(gaps))},
    }}


# --- audit, section 6

CLAIM = record({"receipts": array(record({
    "id": ident,
    "unit": word("nanojoule", "microjoule", "nanosecond", "microsecond", "byte", "kibibyte"),
    "figure": or_null(integer()),
    "coverage": word("whole", "partial"),
    "gaps": distinct(array(word(*GAPS))),
    "declared": boolean,
}))})


def audit(facts, claim):
    spans = {span.id: span for span in _spans(facts)}
    receipts = {}
    for receipt in claim["receipts"]:
        receipts.setdefault(receipt["id"], []).append(receipt)
    found = []
    for name in spans.keys() | receipts.keys():
        if name not in spans or len(receipts.get(name, ())) != 1:
            found.append(("RECEIPT_UNMATCHED", name))
        elif code := _judge(receipts[name][0], spans[name]):
            found.append((code, name))
    return found


def _judge(receipt, span):
    """The first code that holds, or None."""
    row = span.row()
    figure, left_out = receipt["figure"], set(row["gaps"]) - set(receipt["gaps"])
    wrong = None not in (figure, row["figure"]) and figure != row["figure"]
    whole = receipt["coverage"] == "whole"
    if receipt["unit"] != row["unit"]:
        return "UNIT_MISMATCH"
    if whole and receipt["gaps"]:
        return "WHOLE_WITH_GAP"
    if whole and not (row["declared"] and receipt["declared"]):
        return "WHOLE_UNDECLARED"
    unsettled = {"unsettled_at_start", "unsettled_at_stop", "tree_changing"}
    if (figure is not None and not span.read) or left_out & unsettled:
        return "UNSETTLED_ACCEPTED"
    unread = figure is not None and "unreadable" in row["gaps"]
    if unread or left_out & {"unreadable", "unlisted", "counter_backwards"}:
        return "UNREADABLE_AS_ZERO"
    if wrong and figure == span.sum(span.bases) // span.divisor:
        return "ROUND_DOWN"
    rootless = figure is not None and span.read and not span.rooted
    if (wrong and figure == span.rounded(span.sum(_bases_by_pid(span)))) or (rootless and _root_pid_reused(span)):
        return "PID_REUSE_MERGED"
    if "predates_span" in left_out or (wrong and figure in (
        span.rounded(span.sum(span.bases, span.predating)), span.rounded(span.sum(span.bases, span.terms)),
    )):
        return "PREDATES_COUNTED"
    if rootless or left_out & {"reaped_descendant", "gone", "exited"}:
        return "REAPED_IGNORED"
    if left_out & {"gpu", "gpu_unknown", "neural_engine"}:
        return "ACCELERATOR_IGNORED"
    if "shared" in left_out:
        return "DOUBLE_COUNTED"
    same = all(receipt[name] == row[name] for name in ("figure", "coverage", "declared"))
    return None if same and set(receipt["gaps"]) == set(row["gaps"]) else "RECEIPT_MISMATCH"


def _bases_by_pid(span):
    """The bases of somebody who takes a pid for a process."""
    start = {row["pid"]: row for row in span.members(span.start.index).values()}
    return {key: span.bases.get(key, start.get(row["pid"])) for key, row in span.terms.items()
            if key in span.bases or row["pid"] in start}


def _root_pid_reused(span):
    walk = span.walks[span.stop.index]
    return span.root[0] in walk.rows and walk.find(span.root) is None


PROFILE = Profile("cover", FACTS, CLAIM, decide, audit)
