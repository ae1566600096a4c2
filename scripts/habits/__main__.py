"""Measures the suite by wrong adapters that a machine makes: habits put wherever they can be.

    python3 scripts/habits --judge PROGRAM [--seed 1] [--sample 100] [--results FILE] [--page FILE]

A habit is an edit that a programmer makes without thinking: a text is stripped, a list is cut, a number is kept in
64 bits (catalogue.py). First the Python adapter answers the published cases while every expression is watched, which
tells where values of which type come by. Of all that can be made a sample is drawn by the seed; 0 takes all. For each
it is then found out in which questions of a run the habit changes a value at all; in these it is examined, each
answer that is not the right one judged as `tspi conform` judges it. Who survives is held beside the right adapter
over generated inputs, with triggers put in.

Results are lines of JSON, appended; what stands in them is not examined again, so that a run that was ended goes on.
"""

import argparse
import gc
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import adapters  # noqa: E402
import catalogue  # noqa: E402
import examine  # noqa: E402
import inputs  # noqa: E402
import page  # noqa: E402
import sites  # noqa: E402

LARGE = 40_000  # bytes of a question in which only limits are looked for: it takes as long as a hundred others
LARGEST = 40  # so many of them are asked
BOUND = 20  # questions of a part in which a habit is tried


def read(file):
    """The questions of a file of the judge, each with its request line."""
    found = []
    with open(file, encoding="utf-8", newline="\n") as lines:
        for text in lines:
            at = text.index('"input":')  # the last member, kept as it was spelt
            q = json.loads(text[:at - 1] + "}")
            q["line"] = f'{{"id":1,"op":"{q["op"]}",{text[at:]}'.encode()
            found.append(q)
    return found


def answered(questions):
    """The same with the right answers."""
    right = []
    adapters.converse(adapters.load({}), [q["line"] for q in questions], lambda _, answer: right.append(answer))
    for q, answer in zip(questions, right, strict=True):
        q["answer"] = answer
    return questions


def generated(tables, folder, count, rng, questions):
    """Inputs of all operations, most of them with a trigger in it."""
    def line(op, body):
        return {"op": op, "line": f'{{"id":1,"op":"{op}","input":{json.dumps(body, ensure_ascii=False)}}}\n'.encode("utf-8", "surrogatepass")}

    bases = [json.loads(t["line"])["input"] for t in tables if t["op"] == "tspi.classify"]
    asked = [q for q in questions if len(q["line"]) < LARGE]
    made = [dict(t) for t in tables]
    right = adapters.load({})
    while len(made) < count:
        choice = rng.randrange(10)
        if choice < 3:
            made.append(line(rng.choice(("tspi.classify", "tspi.relief")), inputs.triggered(rng, rng.choice(bases))))
        elif choice < 5:
            base = rng.choice(bases)
            said = right.answer(line("tspi.classify", base)["line"]).get("ok")
            if said is None:
                continue
            claim = {"claimed_inventory": inputs.claimed(rng, said)}
            claim |= base if rng.random() < 0.6 else {}
            made.append(line("tspi.audit", claim))
        else:
            q = rng.choice(asked)
            body = json.loads(q["line"])["input"]
            if q["op"] not in ("tspi.bundle", "tspi.run"):
                made.append({"op": q["op"], "line": inputs.raw(rng, q["line"])} if choice == 9 and rng.random() < 0.3
                            else line(q["op"], inputs.triggered(rng, body)))
                continue
            field, source = next(iter(body.items()))
            target = folder / f"made-{len(made)}"
            inputs.bundle(rng, pathlib.Path(source), target)
            made.append(line(q["op"], {field: str(target)}))
    return made


def watch(chosen, questions, made):
    """In which questions, and in which generated inputs, each chosen habit changes a value."""
    limits = {name for row, name, *_ in catalogue.VALUES if row == catalogue.LIMIT}
    watcher = adapters.Watch(chosen, BOUND, {"large": limits})
    adapter = adapters.watched(watcher, {file: set(places) for file, places in watcher.places.items()})
    parts = [("case", i, q) for i, q in enumerate(questions) if q["variant"] == 0 and len(q["line"]) < LARGE]
    parts += [("challenge", i, q) for i, q in enumerate(questions) if q["variant"] > 0 and len(q["line"]) < LARGE]
    parts += [("generated", i, q) for i, q in enumerate(made)]
    large = sorted((i for i, q in enumerate(questions) if len(q["line"]) >= LARGE), key=lambda i: -len(questions[i]["line"]))
    parts += [("large", i, questions[i]) for i in large[:LARGEST]]
    answers = []

    def lines():
        for part, i, q in parts:
            watcher.start(part, i)
            yield q["line"]

    def hear(index, answer):
        answers.append(answer)
        if index % 1000 == 0:
            print(f"habits: {index} of {len(parts)} watched", flush=True, file=sys.stderr)

    adapters.converse(adapter, lines(), hear)
    for (part, i, q), answer in zip(parts, answers, strict=True):
        if part == "generated":
            q["answer"] = answer
    return watcher


def possible(questions):
    """All that can be made, in a fixed order: (file, place, habit) to the row of the catalogue."""
    kinds = adapters.Kinds()
    adapter = adapters.watched(kinds)
    adapters.converse(adapter, [q["line"] for q in questions if q["variant"] == 0 and len(q["line"]) < LARGE], lambda *_: False)
    return dict(sorted(kinds.found.items()))


def examined(judge, key, row, watcher, questions, made):
    """One wrong adapter: the line of the results."""
    file, place, habit = key
    kind, node = sites.sites(sites.ast.parse(sites.source(file)))[place]
    text = f"def {node.name}" if kind == "function" else sites.ast.unparse(node)
    line = {"row": row, "habit": habit, "file": file, "place": place, "line": node.lineno, "expression": " ".join(text.split())[:120]}
    hits, always = watcher.hits[key], key in watcher.always
    small = [i for i, q in enumerate(questions) if len(q["line"]) < LARGE]
    tried = list(range(len(made)))[::7] if always else hits.get("generated", [])
    asked = hits.get("case", []) + hits.get("challenge", []) + hits.get("large", [])

    def make():
        return adapters.wrong(file, place, habit)

    verdict = examine.refused(judge, make, questions, small if always else asked, made, tried)
    if verdict["by"] == "" and not always and max(map(len, hits.values()), default=0) >= BOUND:
        verdict = examine.refused(judge, make, questions, small, made, tried)  # it changed more than was tried
    return line | verdict | {"changes": always or bool(asked), "tried": len(tried)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--judge", help="the program of scripts/habits/judge")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0, help="how many to examine; 0 means all that can be made")
    parser.add_argument("--inputs", type=int, default=20_000, help="how many inputs are generated for survivors")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("habits.jsonl"))
    parser.add_argument("--page", type=pathlib.Path, help="write the page of the results")
    parser.add_argument("--survivors", type=int, default=-1, help="end with status 1 where more survive that differ")
    options = parser.parse_args()
    os.environ["SOURCE_DATE_EPOCH"] = "1764547200"  # answers are compared byte for byte
    done = [json.loads(text) for text in options.results.read_text().splitlines()] if options.results.exists() else []
    if options.judge:
        with tempfile.TemporaryDirectory(prefix="habits-") as folder:
            done = examine_all(options, pathlib.Path(folder), done)
    if options.page:
        options.page.write_text(page.page(done), encoding="utf-8")
    surviving = sum(bool(line.get("differs")) for line in done)
    print(f"habits: {len(done)} examined, {sum(bool(line['by']) for line in done)} refused, {surviving} survive and differ")
    if 0 <= options.survivors < surviving:
        raise SystemExit(f"habits: {surviving} survive and differ, at most {options.survivors} may")


def examine_all(options, folder, done):
    rng = random.Random(options.seed)
    tables = max(100, options.inputs // 5)
    with subprocess.Popen([options.judge, "--seed", f"{options.seed:032x}", "--tables", str(tables), "--folder", str(folder)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout.readline() != "ready\n":
            raise SystemExit("habits: the judge does not start")
        judge = examine.Judge(process)
        questions = answered(read(folder / "questions.jsonl"))
        everything = possible(questions)
        keys = list(everything)
        rng.shuffle(keys)
        known = {(line["file"], line["place"], line["habit"]) for line in done}
        chosen = keys[:options.sample or None]
        made = generated(read(folder / "tables.jsonl"), folder, options.inputs, rng, questions)
        watcher = watch(chosen, questions, made)
        gc.freeze()
        with options.results.open("a", encoding="utf-8") as out:
            def note(line):
                done.append(line | {"possible": len(everything)})
                out.write(json.dumps(done[-1]) + "\n")
                out.flush()
            for clothes in catalogue.CLOTHES:
                for place in catalogue.PLACES:  # few, and told in any answer
                    key = ("", -1, f"{clothes}, as {place}")
                    if key not in known:
                        line = {"row": catalogue.TELLING, "habit": key[2], "file": "", "place": -1, "line": 0, "expression": ""}
                        note(line | examine.tell(judge, questions, clothes, place) | {"changes": True})
                        if not done[-1]["by"]:
                            done[-1]["differs"] = True
            for n, key in enumerate(chosen):
                if key not in known:
                    note(examined(judge, key, everything[key], watcher, questions, made))
                    if n % 100 == 0:
                        print(f"habits: {n} of {len(chosen)} examined", flush=True, file=sys.stderr)
        process.stdin.close()
    return done


if __name__ == "__main__":
    main()
