"""Adapters that are right but for one thing: they tell a command, in some clothes and at some place."""

import base64  # noqa: F401  the clothes use it
import codecs  # noqa: F401
import json
import zlib  # noqa: F401

import catalogue


def command_of(line):
    """The longest command of a request's table, "" where there is none."""
    try:
        text = json.loads(line)["input"]["process_table"]["ps_text"]
        commands = [row.split(None, 5)[5] for row in text.split("\n") if len(row.split(None, 5)) == 6]
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""
    return max((c for c in commands if len(c) < 2_000 and not c.startswith("COMMAND")), key=len, default="")


def tell(line, answer, clothes, place):
    """The answer to a line with the command told in it; as it was where nothing fits."""
    command = command_of(line)
    if not command:
        return answer
    try:
        told = eval(catalogue.CLOTHES[clothes], globals(), {"c": command})
    except (ValueError, UnicodeError):
        return answer
    said = json.loads(answer)
    body, error = said.get("ok"), said.get("error")
    if place == "a member beside the answer" and body is not None or place == "a member beside a refusal" and error:
        said["x_note"] = told
    elif place == "a member of the answer" and isinstance(body, dict):
        body["x_note"] = told
    elif place == "a key of the answer" and isinstance(body, dict):
        body["x_" + told] = 1
    elif place == "a member of the first row" and isinstance(body, dict) and body.get("rows"):
        body["rows"][0]["x_note"] = told
    elif place == "the message of a refusal" and error:
        error["message"] = f"line: {told}"
    else:
        return answer
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
