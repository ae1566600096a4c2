#!/usr/bin/env python3
"""Measures the suite by wrong adapters that a machine makes: habits put wherever they can be.

    scripts/habits.py --tspi ./tspi [--seed 1] [--sample 100] [--shard 0/1] [--results FILE] [--table FILE]

A habit is an edit that a programmer makes without thinking: a text is stripped, a list is cut, a number is
kept in 64 bits. First the Python adapter is run over the suite with every expression watched, which tells
where values of which type come by. Then each habit is put at each expression whose values it changes, one
at a time, and each adapter so made is examined by `tspi conform`, as anybody's would be.

The order is drawn from the seed; a shard I/N takes each N-th. Results are lines of JSON, appended; what
stands in them already is not examined again, so that a run goes on where it was ended. With --table alone
nothing is examined, and the page is written from the results.
"""

import argparse
import ast
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ADAPTER = ROOT / "testdata" / "adapters" / "python"
FILES = sorted(p.name for p in ADAPTER.glob("tspi_*.py")) + ["adapter.py"]

# Each habit by its name: the type of the values that it changes, and what it makes of one.
HABITS = {
    "a text cut at 4 KiB": ("str", "v[:4096]"),
    "a text cut at 32 KiB": ("str", "v[:32768]"),
    "a text cut at 64 KiB": ("str", "v[:65536]"),
    "a text cut at 1 MiB": ("str", "v[:1 << 20]"),
    "blanks stripped": ("str", "v.strip()"),
    "blanks squeezed": ("str", "' '.join(v.split(' ')) if '  ' not in v else __import__('re').sub(' +', ' ', v)"),
    "lower case": ("str", "v.lower()"),
    "NFC": ("str", "__import__('unicodedata').normalize('NFC', v)"),
    "NFKC": ("str", "__import__('unicodedata').normalize('NFKC', v)"),
    "quotes taken off": ("str", "v.strip('\"\\'')"),
    "colours taken off": ("str", "__import__('re').sub('\\x1b\\\\[[0-9;]*m', '', v)"),
    "percent decoded": ("str", "__import__('urllib.parse').parse.unquote(v)"),
    "references decoded": ("str", "__import__('html').unescape(v)"),
    "slashes turned": ("str", "v.replace('\\\\', '/')"),
    "dashes as underscores": ("str", "v.replace('-', '_')"),
    "a list cut at 25": ("list", "v[:25]"),
    "a list cut at 50": ("list", "v[:50]"),
    "a list cut at 400": ("list", "v[:400]"),
    "a list cut at 512": ("list", "v[:512]"),
    "a list cut at 3,000": ("list", "v[:3000]"),
    "a list cut at 4,096": ("list", "v[:4096]"),
    "equal elements once": ("list", "[e for i, e in enumerate(v) if e not in v[:i]] if len(v) < 400 else v"),
    "a tuple cut at 400": ("tuple", "v[:400] if type(v) is tuple else v"),
    "an object cut at 50": ("dict", "dict(list(v.items())[:50])"),
    "an object without remarks": ("dict", "{} if 'description' in v else v"),
    "names in lower case": ("dict", "{k.lower() if type(k) is str else k: e for k, e in v.items()}"),
    "names with one separator": ("dict", "{k.replace('_', '-') if type(k) is str else k: e for k, e in v.items()}"),
    "64 bits": ("int", "(v + (1 << 63)) % (1 << 64) - (1 << 63)"),
    "32 bits": ("int", "(v + (1 << 31)) % (1 << 32) - (1 << 31)"),
    "a default of 1": ("NoneType", "1"),
    "a default of 0": ("NoneType", "0"),
    "1 is true": ("int", "True if v == 1 else v"),
    "a set cut at 50": ("frozenset", "frozenset(sorted(v, key=str)[:50])"),
}


def sites(tree):
    """The expressions of a module that are evaluated where they stand, in a fixed order."""
    held = set()
    for node in ast.walk(tree):
        for field in ("annotation", "returns", "decorator_list", "bases"):
            part = getattr(node, field, None)
            for one in part if type(part) is list else [part]:
                if isinstance(one, ast.AST):
                    held.update(map(id, ast.walk(one)))
        if isinstance(node, ast.JoinedStr):
            held.update(map(id, ast.walk(node)))
        if isinstance(node, ast.Call):
            held.add(id(node.func))
        if isinstance(node, (ast.Match,)):
            for case in node.cases:
                held.update(map(id, ast.walk(case.pattern)))
    kinds = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.ListComp)
    return [n for n in ast.walk(tree) if isinstance(n, kinds) and id(n) not in held
            and isinstance(getattr(n, "ctx", ast.Load()), ast.Load)]


class Wrap(ast.NodeTransformer):
    """Puts calls of a function around chosen expressions."""

    def __init__(self, chosen):
        self.chosen = {id(node): call for node, call in chosen}

    def visit(self, node):
        call = self.chosen.get(id(node))
        node = self.generic_visit(node)
        return call(node) if call else node


def rewritten(name, prelude, choose):
    """The text of a module with functions of a prelude around expressions: choose says which, by their places."""
    tree = ast.parse((ADAPTER / name).read_text(encoding="utf-8"))
    chosen = []
    for place, node in enumerate(sites(tree)):
        arguments = choose(place)
        if arguments is not None:
            chosen.append((node, lambda inner, a=arguments: ast.Call(
                ast.Name("_habit", ast.Load()), [*map(ast.Constant, a), inner], [])))
    tree = Wrap(chosen).visit(tree)
    at = next(i for i, n in enumerate(tree.body)
              if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))
              and not (isinstance(n, ast.ImportFrom) and n.module == "__future__"))
    tree.body[at:at] = ast.parse(prelude).body
    return ast.unparse(ast.fix_missing_locations(tree))


def conform(tspi, folder, *options):
    """Examines the adapter of a folder: the exit status and the report."""
    report = folder / "report.json"
    command = [tspi, "conform", "--level", "hardened", "--timeout", "60s", "--report", f"json={report}", *options,
               "--", sys.executable, str(folder / "adapter.py")]
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    return status, json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}


def copied(parent):
    folder = pathlib.Path(parent) / "adapter"
    shutil.copytree(ADAPTER, folder, ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    return folder


WATCH = """
import atexit as _atexit, json as _json, os as _os
_seen = set()
def _habit(place, v):
    _seen.add((place, type(v).__name__))
    return v
@_atexit.register
def _tell():
    with open({path!r} + str(_os.getpid()), "w") as f:
        _json.dump(sorted(_seen), f)
"""


def watched(tspi):
    """Which types come by at which expressions, from a run over the published cases."""
    seen = {}
    with tempfile.TemporaryDirectory() as parent:
        folder = copied(parent)
        for name in FILES:
            prelude = WATCH.format(path=str(folder / f"seen-{name}-"))
            (folder / name).write_text(rewritten(name, prelude, lambda place: (place,)), encoding="utf-8")
        status, _ = conform(tspi, folder, "--challenge", "off")
        if status != 0:
            raise SystemExit(f"habits: the adapter that is only watched does not pass: status {status}")
        for name in FILES:
            types = set()
            for part in folder.glob(f"seen-{name}-*"):
                types.update(map(tuple, json.loads(part.read_text())))
            seen[name] = sorted(types)
    return seen


def made(seen):
    """Every wrong adapter: a habit, a module and the place of an expression, in a fixed order."""
    return [
        (habit, name, place)
        for name in FILES for place, kind in seen[name]
        for habit, (wanted, _) in HABITS.items() if wanted == kind
    ]


PRELUDE = """
def _habit(v):
    return ({edit}) if type(v).__name__ == {kind!r} else v
"""


def examine(tspi, one, seed):
    """One wrong adapter, by the published cases and then by the whole: the line of the results."""
    habit, name, place = one
    kind, edit = HABITS[habit]
    node = sites(ast.parse((ADAPTER / name).read_text(encoding="utf-8")))[place]
    line = {"habit": habit, "file": name, "place": place, "line": node.lineno, "expression": ast.unparse(node)}
    with tempfile.TemporaryDirectory() as parent:
        folder = copied(parent)
        prelude = PRELUDE.format(edit=edit, kind=kind)
        text = rewritten(name, prelude, lambda p: () if p == place else None)
        (folder / name).write_text(text, encoding="utf-8")
        for options in (["--challenge", "off"], ["--challenge", seed]):
            status, report = conform(tspi, folder, *options)
            if status != 0:
                break
    if status == 0:
        return line | {"by": "", "clause": ""}
    failed = [r for r in report.get("results", []) if r["verdict"] not in ("pass", "skipped", "unsupported")]
    published = [r for r in failed if not r.get("variant")]
    if not failed:
        return line | {"by": "does not start", "clause": ""}
    by = "a case" if published else "a challenge"
    return line | {"by": by, "clause": (published or failed)[0]["clause"], "failed": len(failed)}


def read(results):
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines() if line]


def table(lines):
    """The page of the results, in Markdown."""
    by_habit = collections.defaultdict(list)
    for line in lines:
        by_habit[line["habit"]].append(line)
    out = [
        "# Habits", "",
        "<!-- Made by: make habits. Do not edit. -->", "",
        "A certificate is worth what the suite can catch, and what a programmer does without thinking stands in no",
        "contract. So habits are put by a machine wherever their type fits in the Python adapter, one at a time, and",
        "each wrong adapter so made is examined by `tspi conform`. A survivor answers every case and every challenge",
        "of the run as the law does: it is equal, or the suite lacks something.", "",
        f"{len(lines)} made, {sum(bool(line['by']) for line in lines)} refused.", "",
        "| habit | made | by a case | by a challenge | does not start | survivors | clauses that refuse most |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for habit in HABITS:
        found = by_habit[habit]
        if not found:
            continue
        counts = collections.Counter(line["by"] for line in found)
        clauses = collections.Counter(line["clause"] for line in found if line["clause"]).most_common(3)
        out.append(f"| {habit} | {len(found)} | {counts['a case']} | {counts['a challenge']} | {counts['does not start']} "
                   f"| {counts['']} | {', '.join(c for c, _ in clauses)} |")
    out += ["", "## Survivors", "", "| habit | where | expression |", "| --- | --- | --- |"]
    for line in sorted((l for l in lines if not l["by"]), key=lambda l: (l["habit"], l["file"], l["line"], l["place"])):
        expression = " ".join(line["expression"].replace("|", "\\|").split())
        out.append(f"| {line['habit']} | {line['file']}:{line['line']} | `{expression[:90]}` |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tspi", help="the program that examines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0, help="examine at most so many; 0 means all")
    parser.add_argument("--shard", default="0/1", help="I/N: each N-th, from the I-th")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("habits.jsonl"))
    parser.add_argument("--table", type=pathlib.Path, help="write the page of the results")
    parser.add_argument("--survivors", type=int, default=-1, help="end with status 1 where more survive")
    options = parser.parse_args()
    done = read(options.results)
    if options.tspi:
        tspi = str(pathlib.Path(options.tspi).resolve())
        rng = random.Random(options.seed)
        everything = made(watched(tspi))
        rng.shuffle(everything)
        index, count = map(int, options.shard.split("/"))
        mine = everything[index::count][:options.sample or None]
        known = {(line["habit"], line["file"], line["place"]) for line in done}
        seed = f"{options.seed:032x}"
        for one in mine:
            if one in known:
                continue
            done.append(examine(tspi, one, seed))
            with options.results.open("a", encoding="utf-8") as f:
                f.write(json.dumps(done[-1]) + "\n")
            print(f"{one[0]}, {one[1]}:{done[-1]['line']}: {done[-1]['by'] or 'SURVIVES'} {done[-1]['clause']}", flush=True)
        print(f"habits: {len(everything)} can be made, {len(done)} examined", flush=True)
    if options.table:
        options.table.write_text(table(done), encoding="utf-8")
    survivors = sum(not line["by"] for line in done)
    if 0 <= options.survivors < survivors:
        raise SystemExit(f"habits: {survivors} survive, at most {options.survivors} may")


if __name__ == "__main__":
    main()
