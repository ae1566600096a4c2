"""The smallest adapter that speaks: it refuses what it cannot read and finds no
helper. Put your own classifier where classify and audit are."""

import json
import sys


class Refused(Exception):
    """An input that breaks section 1 of the contract."""

    def __init__(self, error_code, name, pointer, message):
        super().__init__(message)
        self.answer = {"code": "invalid_input", "error_code": error_code,
                       "input": name, "pointer": pointer, "message": message}


def classify(given):
    table = given.get("process_table")
    if not isinstance(table, dict) or not isinstance(table.get("ps_text"), str):
        raise Refused("TSPI_INPUT_INVALID", "process_table", "/ps_text", "want a string")
    raise NotImplementedError  # your classifier: return an inventory (contract, section 6)


def audit(given):
    raise NotImplementedError  # your auditor: return {"findings": [...]} (section 8)


OPERATIONS = {"tspi.classify": classify, "tspi.audit": audit}
DESCRIPTION = {"protocol": 1, "name": "my-reaper", "version": "0.1.0", "language": "python",
               "ops": list(OPERATIONS), "levels": ["core"]}


def answer(request):
    if request["op"] == "describe":
        return {"ok": DESCRIPTION}
    try:
        return {"ok": OPERATIONS[request["op"]](request["input"])}
    except Refused as refused:
        return {"error": refused.answer}
    except Exception as failure:  # never a right answer, but the next request goes on
        print(repr(failure), file=sys.stderr)
        return {"error": {"code": "internal", "message": "the adapter failed"}}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
