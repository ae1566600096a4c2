"""The page docs/habits.md, of the results."""

import collections

import catalogue
import equal

HEAD = """# Habits

<!-- Made by: make habits. Do not edit. -->

A certificate is worth what the suite can catch, and what a programmer does without
thinking stands in no contract: a line is stripped, a list is cut at 400, `True` passes
for 1. [power.md](power.md) measures the suite by mutants that people thought of. This page
measures it by habits that a machine puts wherever they can be in the Python adapter, one
at a time. Each wrong adapter so made answers the questions of a hardened run, cases and
challenges of one seed, and its answers are judged as `tspi conform` judges them.

`make habits` draws 2,500 of {possible} by a seed, and takes an hour of one CPU; `make habits HABITS=300`
draws fewer, and `HABITS=0` takes all of them.

A habit that changes a value in no question of the run can change no answer, so an adapter
is asked only those in which it does. Who survives is held beside the right adapter over
generated inputs: tables as a campaign draws them, and those and the questions of the
run with triggers put in (a blank, a length, a twin, a repeated key, another type).

This page is of two runs that were ended early, with 4,000 and 2,500 generated inputs: it holds
the {examined} adapters that were examined of those that a seed draws, and those that tell a
command. A part of them was examined before the latest challenges and cases were written. The
measure is not yet what it should be: thousands have to be examined.
"""


def page(lines):
    lines = [dict(line) for line in lines if line["row"] in catalogue.ROWS]
    for line in lines:
        line["by"] = "the wire" if line["by"] == "wire" else line["by"]
        if line["row"] == catalogue.TELLING and not line["by"]:
            line["differs"] = True  # each of them tells
    possible = max((line.get("possible", 0) for line in lines), default=0)
    out = [HEAD.format(examined=f"{sum(line['place'] >= 0 for line in lines):,}", possible=f"{possible:,}"), "## What came out", ""]
    ways = ("a case", "a challenge", "a canary", "the wire", "does not start")
    out += ["| row of the catalogue | made | by a case | a challenge | a canary | the wire | does not start | no difference found | **differ** |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]

    def counts(found):
        by = collections.Counter(line["by"] for line in found)
        differ = sum(bool(line.get("differs")) for line in found)
        return " | ".join(f"{n:,}" for n in (len(found), *(by[way] for way in ways), by[""] - differ, differ))

    for row in catalogue.ROWS:
        found = [line for line in lines if line["row"] == row]
        if found:
            out.append(f"| {row} | {counts(found)} |")
    out += [f"| **all** | {counts(lines)} |", ""]
    out += ["*The wire* counts answers that are no response of the protocol, crashes and hangs.", "",
            "### By habit", "", "| habit | made | by a case | a challenge | a canary | the wire | does not start | no difference found | **differ** |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    by_habit = collections.defaultdict(list)
    for line in lines:
        by_habit["a condition left out" if line["habit"].startswith("condition ") else line["habit"].partition(", as ")[0]
                 if line["row"] == catalogue.TELLING else line["habit"]].append(line)
    for habit, found in sorted(by_habit.items(), key=lambda item: (catalogue.ROWS.index(item[1][0]["row"]), item[0])):
        out.append(f"| {habit} | {counts(found)} |")
    survivors = [line for line in lines if not line["by"]]
    out += _equal([line for line in survivors if not line.get("differs")])
    out += _differing([line for line in survivors if line.get("differs")])
    return "\n".join(out) + "\n"


def _equal(lines):
    kinds = collections.Counter(equal.argument(line) for line in lines)
    out = ["", "## Those in which no difference was found", "",
           "They survive, and answer those of the generated inputs that their habit changes as the right one does; where it",
           "changes none, nothing was tried. What is thought of them, by kind; no proof:", "",
           "| kind | how many | why it may be equal |", "| --- | ---: | --- |"]
    for (kind, why), n in sorted(kinds.items(), key=lambda item: -item[1]):
        out.append(f"| {kind} | {n:,} | {why} |")
    return out


def _differing(lines):
    out = ["", "## Those that survive and differ", ""]
    if not lines:
        return [*out, "None."]
    out += ["Each is a hole of the suite, or argued away here: the generated input that shows it is one that no case can hold.", "",
            "| habit | where | expression | why it stands |", "| --- | --- | --- | --- |"]
    for line in sorted(lines, key=lambda one: (one["row"], one["habit"], one["file"], one["line"], one["place"])):
        expression = line["expression"].replace("|", "\\|").replace("`", "'")[:70]
        out.append(f"| {line['habit']} | {line['file'] or 'the answer'}{':%d' % line['line'] if line['line'] else ''} | `{expression}` | {equal.excuse(line)} |")
    return out
