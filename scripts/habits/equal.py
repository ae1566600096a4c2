"""Arguments of a kind: why a survivor that differs nowhere is equal, and why one that differs stands."""

import catalogue


def argument(line):
    """(kind, why) of a survivor that answers every generated input as the right adapter does."""
    if not line["changes"] and not line.get("tried"):
        return ("no value is changed",
                "no question and no generated input brings a value by that the habit changes: the expression holds a fixed word, "
                "a bounded number, or what the contract has checked before")
    if line["row"] == catalogue.STATE:
        return "what is remembered depends on nothing else", "the function's answer follows from what it is remembered by"
    if line.get("others"):
        return "told otherwise, not otherwise meant", "only texts for people, or the order of findings, change"
    if line["habit"] in ("a list from behind", "a list in order", "equal elements once"):
        return "order and repetition do not count here", "the list is looked through for any, or made a set or a sum of"
    if line["row"] == catalogue.TYPES:
        return "falsy for falsy, truthy for truthy", "the value is only asked for its truth, or was checked by its type before"
    if line["habit"].startswith("condition ") or line["row"] == catalogue.SLIP:
        return "a shortcut", "the condition saves work, or the bound lies where no value can be"
    return "changed, and not looked at", "the changed part of the value takes no part in the answer"


def excuse(line):
    """Why a survivor that differs stands, "open" where nobody has closed its kind yet."""
    if line["row"] == catalogue.TELLING:
        return "what is compressed, enciphered or packed in another base is not looked for: there is no end of such clothes"
    if line["habit"] == "cut at NUL" and line["expression"] == "pointer":
        return "closed since by the case hardened/1.fields/name-cut-at-nul"
    return "open"
