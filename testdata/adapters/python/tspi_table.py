"""From a ps-shaped text to rows: section 2 of the contract.

Every pattern here is ASCII only: Python's own idea of digits, blanks and letter
case reaches over all of Unicode, and the contract's does not.
"""

import re
from dataclasses import dataclass

from tspi_law import BLANKS, CLOCK_SLACK, MAX_AGE, MAX_PID, MISSING_TABLE


@dataclass(slots=True)
class Row:
    """One process. age and cpu are None where unknown; a row may be unreadable [H]."""

    pid: int
    ppid: int
    age: int | None
    cpu: float | None
    command: str
    readable: bool = True


class Table:
    """The rows in text order, and what must be asked of them all at once."""

    def __init__(self):
        self.rows = []
        self.by_pid = {}  # the last row with that pid
        self.repeated = set()  # pids of more than one row
        self.first_column_is_1 = 0  # lines, malformed ones included
        self.skipped = {"comment": 0, "header": 0, "malformed": 0}

    def add(self, row):
        self.rows.append(row)
        if row.pid in self.by_pid:
            self.repeated.add(row.pid)
        self.by_pid[row.pid] = row

    def only(self, pid):
        """The one row with that pid, or None where there is none or more than one."""
        return None if pid in self.repeated else self.by_pid.get(pid)


def parse_table(text, document, hardened):
    """Reads ps_text. The document (an input under its name) is told what is wrong with it."""
    if not text.strip(BLANKS):
        document.fail("/ps_text", "there is no process table in it", MISSING_TABLE)
    table = Table()
    for line in text.split("\n"):
        line = line.removesuffix("\r").strip(" \t")
        if not line:
            continue
        if line.startswith("#"):
            table.skipped["comment"] += 1
            continue
        columns = _COLUMNS.fullmatch(line)
        row = columns and _row(columns, hardened)
        if row:
            table.first_column_is_1 += row.pid == 1
            table.add(row)
        else:
            _skip(line, table, document, hardened)
    if hardened:
        if not table.rows:
            document.fail("/ps_text", "there is not one row in it", MISSING_TABLE)
        _doubt_ages_above_init(table)
    return table


def age_of(etime, hardened):
    """Seconds of a `[[dd-]hh:]mm:ss` or bare seconds; None where it is neither."""
    if hardened and len(etime.lstrip("0")) > 20:
        return None  # [H] far above the limit; not worth making a number of
    match = _ETIME.fullmatch(etime)
    if not match:
        return None
    days = _number(match["D"])
    hours = _number(match["h"] or match["H"])
    minutes = _number(match["m"] or match["M"])
    seconds = _number(match["s"] or match["S"])
    age = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    return None if hardened and age > MAX_AGE else age  # [H]


_COLUMNS = re.compile(
    r"(0*\d{1,10})[ \t]+(0*\d{1,10})[ \t]+([^ \t]+)[ \t]+([^ \t]+)[ \t]+([^ \t]+)[ \t]+(.+)",
    re.ASCII | re.DOTALL,
)
_HEADER = re.compile(
    r"PID[ \t]+PPID[ \t]+(?:ELAPSED|ETIME)[ \t]+(?:%CPU|PCPU)[ \t]+(?:RSS|RSZ)[ \t]+(?:COMMAND|CMD|ARGS)",
    re.ASCII | re.IGNORECASE,
)
_HINT = "make the text with ps -axww -o pid,ppid,etime,pcpu,rss,command"
_PID_WORD = re.compile(r"PID", re.ASCII | re.IGNORECASE)
_WORD = re.compile(r"[^ \t]+")
_DIGITS = re.compile(r"\d+", re.ASCII)
_CPU = re.compile(r"\d{1,9}(?:[.,]\d{1,9})?", re.ASCII)

# Upper-case groups lead and have any number of digits; lower-case ones follow and have two.
# macOS prints 60 minutes and 24 hours at the exact boundary.
_ETIME = re.compile(
    r"(?:(?:(?P<D>\d+)-(?P<h>[01]\d|2[0-4])|(?P<H>\d+)):(?P<m>[0-5]\d|60)|(?P<M>\d+)):(?P<s>[0-5]\d)"
    r"|(?P<S>\d+)",
    re.ASCII,
)


def _number(digits):
    return int(digits.lstrip("0") or 0) if digits else 0


def _row(columns, hardened):
    """A row, or None where pid or ppid is out of range, or in core the age unreadable."""
    pid, ppid, etime, pcpu, rss, command = columns.groups()
    pid, ppid = _number(pid), _number(ppid)
    if pid > MAX_PID or ppid > MAX_PID:
        return None
    age = age_of(etime, hardened)
    if age is None and not hardened:
        return None
    cpu = float(pcpu.replace(",", ".")) if _CPU.fullmatch(pcpu) else None
    row = Row(pid, ppid, age, cpu, command)
    if hardened and (age is None or cpu is None or not _DIGITS.fullmatch(rss)):
        row.readable, row.age = False, None
    return row


def _skip(line, table, document, hardened):
    """Counts a line that is no row, and refuses the table of another dialect [H]."""
    words = _WORD.findall(line)
    numeric = _DIGITS.fullmatch(words[0])
    if _PID_WORD.fullmatch(words[0]):
        if hardened and not _HEADER.fullmatch(line):
            document.fail("/ps_text", f"the header does not name the six columns; {_HINT}")
        table.skipped["header"] += 1
        return
    if hardened and not table.rows and not numeric and any(map(_PID_WORD.fullmatch, words)):
        document.fail("/ps_text", f"this is the header of another ps; {_HINT}")
    table.skipped["malformed"] += 1
    table.first_column_is_1 += bool(numeric) and words[0].lstrip("0") == "1"


def _doubt_ages_above_init(table):
    """[H] Nothing is older than pid 1; where a clock says so, the row is not to be believed."""
    init = table.only(1)
    if init is None or not init.readable:
        return
    for row in table.rows:
        if row.readable and row.age > init.age + CLOCK_SLACK:
            row.readable, row.age = False, None
