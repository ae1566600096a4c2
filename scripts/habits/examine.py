"""Examines wrong adapters: which question shows that one is wrong, as `tspi conform` would judge its answer."""

import json
import os
import resource
import signal

import adapters
import telling

SECONDS = 60  # of a processor, for one adapter
MEMORY = 6 << 30


class Judge:
    """The other half, which knows the suite."""

    def __init__(self, process):
        self.process = process

    def __call__(self, question, answer):
        self.process.stdin.write(json.dumps({"question": question, "answer": answer.decode("utf-8", "replace")}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def in_child(work):
    """What work() returns, of JSON, in a child of this process; why it ended where it did not."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.signal(signal.SIGXCPU, signal.SIG_DFL)
            with os.fdopen(write, "w") as out:
                json.dump(work(), out)
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else {"by": "the wire", "clause": "", "case": "", "detail": "hangs" if os.WIFSIGNALED(status) else "crashes"}


def refused(judge, make, questions, asked, inputs=(), tried=(), talk=None):
    """By what a run refuses an adapter: {"by", "clause", "case"}, by "" where it does not; then also "differs", and
    the input that shows it.

    asked are the numbers of the questions that can show it, in order. An answer that is the right one byte for byte
    passes; another is judged. make() is the adapter. tried are the numbers of generated inputs to which a survivor's
    answers are held against the right ones.
    """
    if not asked and not tried:
        return {"by": "", "clause": "", "case": "", "others": 0, "differs": False}

    def work():
        try:
            adapter = make()
        except BaseException:
            return {"by": "does not start", "clause": "", "case": ""}
        verdict, others = {"by": "", "clause": "", "case": ""}, 0

        def hear(index, answer):
            nonlocal others
            q = questions[asked[index]]
            if talk:
                answer = talk(q["line"], answer)
            if answer == q["answer"]:
                return False
            others += 1
            judged = judge(asked[index], answer) if answer else {"verdict": "crash", "clause": ""}
            if judged["verdict"] == "pass":
                return False
            by = "a case" if q["variant"] == 0 else "a challenge"
            if judged["verdict"] != "fail":
                by = "the wire"
            elif judged.get("canary"):
                by = "a canary"
            verdict.update(by=by, clause=judged["clause"] or q["clause"], case=q["case"])
            return True

        try:
            adapters.converse(adapter, [questions[i]["line"] for i in asked], hear)
        except BaseException as error:
            verdict.update(by="the wire", clause="", case="", detail=type(error).__name__)
        if verdict["by"] == "":
            verdict |= _differs(adapter, inputs, tried)
        return verdict | {"others": others}

    return in_child(work)


def _differs(adapter, inputs, tried):
    """Whether an adapter answers one of some inputs otherwise than the right one, and which."""
    found = {"differs": False}

    def hear(index, answer):
        right = inputs[tried[index]]["answer"]
        if answer != right and meaning(answer) != meaning(right):
            found.update(differs=True, example=inputs[tried[index]]["line"][:300].decode("utf-8", "replace"))
        return found["differs"]

    try:
        adapters.converse(adapter, [inputs[i]["line"] for i in tried], hear)
    except BaseException:
        found.update(differs=True, example="it ends")
    return found


_FOR_PEOPLE = {"message", "anti_claim", "owner_release_route", "created_at", "scanner", "subject_kind"}


def meaning(answer):
    """What an answer says to programs: without texts for people, findings in any order."""
    try:
        return _meaning(json.loads(answer))
    except ValueError:
        return answer


def _meaning(value):
    if type(value) is dict:
        return {k: sorted(map(repr, map(_meaning, v))) if k == "findings" and type(v) is list else _meaning(v)
                for k, v in value.items() if k not in _FOR_PEOPLE}
    return list(map(_meaning, value)) if type(value) is list else (type(value).__name__, value)


def tell(judge, questions, clothes, place):
    """By what an adapter is refused that tells commands in some clothes at some place."""
    asked = [i for i, q in enumerate(questions) if len(q["line"]) < 100_000 and q["op"] in ("tspi.classify", "tspi.audit", "tspi.relief")]
    asked = [i for i in asked if questions[i]["variant"] > 0][::25]
    return refused(judge, lambda: adapters.load({}), questions, asked, talk=lambda line, answer: telling.tell(line, answer, clothes, place))
