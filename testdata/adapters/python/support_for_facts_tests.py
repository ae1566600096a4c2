"""What the tests of the facts profiles share: the contracts' examples, changed copies, requests and findings."""

import copy
import json
from pathlib import Path

from adapter import answer

CONTRACTS = Path(__file__).parents[3] / "docs" / "contracts"
DROP = object()


def blocks(profile):
    """The JSON values of a contract: those of fenced blocks, then those on indented lines."""
    lines = (CONTRACTS / f"{profile}.md").read_text(encoding="utf-8").split("\n")
    fenced, indented, inside = [], [], None
    for line in lines:
        if line.startswith("```"):
            if inside is not None:
                fenced.append(json.loads("\n".join(inside)))
            inside = [] if inside is None else None
        elif inside is not None:
            inside.append(line)
        elif line.startswith("    {"):
            indented.append(json.loads(line))
    return fenced + indented


def put(value, **changes):
    """A copy with other values; a__0__b is the pointer /a/0/b, DROP takes a member or element away."""
    value = copy.deepcopy(value)
    for path, new in changes.items():
        at = [int(step) if step.isdigit() else step for step in path.split("__")]
        owner = value
        for step in at[:-1]:
            owner = owner[step]
        if new is DROP:
            del owner[at[-1]]
        else:
            owner[at[-1]] = copy.deepcopy(new)
    return value


def ask(operation, body):
    """The whole answer to a request."""
    return answer(json.dumps({"id": 7, "op": operation, "input": body}).encode())


def decide(profile, facts):
    return ask(f"{profile}.decide", facts)["ok"]


def audit(profile, facts, claim):
    """The (error_code, subject_id) pairs of a claim, sorted, codes without the profile's name."""
    found = ask(f"{profile}.audit", {"facts": facts, "claim": claim})["ok"]["findings"]
    prefix = f"{profile.upper()}_"
    assert all(finding["error_code"].startswith(prefix) for finding in found)
    return sorted((finding["error_code"].removeprefix(prefix), finding["subject_id"]) for finding in found)


def refusal(profile, facts):
    """The pointer at which the facts are refused; None where they are not."""
    error = ask(f"{profile}.decide", facts).get("error")
    if error is None:
        return None
    assert (error["code"], error["input"]) == ("invalid_input", "facts")
    assert error["error_code"] == f"{profile.upper()}_INPUT_INVALID"
    return error["pointer"]
