#!/usr/bin/env python3
"""A TSPI adapter: one JSON request a line on standard input, one answer a line on standard output.

    python3 adapter.py                 answers by the hardened law
    python3 adapter.py --level core    answers by the law as it was first published

Only this module knows the protocol; the others know the contract. Start your own adapter
from here: put your classifier behind the functions of OPERATIONS.
"""

import argparse
import os
import sys

import attr
import auth
import cover
import effect
import ident
from tspi_audit import audit
from tspi_bundle import verify_bundle
from tspi_inputs import read_fixture
from tspi_inventory import inventory
from tspi_law import INPUT_INVALID, InputError
from tspi_relief import relief
from tspi_run import run
from tspi_strictjson import NotStrictJSON, dumps, is_integer, loads, loads_flawed


def _classify(request, hardened):
    return inventory(read_fixture(request, hardened), hardened)


def _relief(request, hardened):
    return relief(read_fixture(request, hardened), hardened)


def _audit(request, hardened):
    return {"findings": audit(request, hardened)}


def _bundle(request, hardened):
    return verify_bundle(_folder(request, "bundle_dir"))


def _run(request, hardened):
    return run(_folder(request, "fixture_dir"))


OPERATIONS = {
    "tspi.classify": _classify,
    "tspi.relief": _relief,
    "tspi.audit": _audit,
    "tspi.bundle": _bundle,
    "tspi.run": _run,
}

# The five facts profiles: operation to profile.
PROFILES = {
    operation: module.PROFILE
    for module in (ident, attr, auth, effect, cover) for operation in module.PROFILE.operations()
}


def _folder(request, field):
    path = request.get(field)
    if type(path) is not str or not os.path.isdir(path):
        raise InputError(INPUT_INVALID, field, "", "there is no such folder")
    return path


def _describe(hardened):
    return {
        "protocol": 1,
        "name": "tspi-python",
        "version": "1.0.0",
        "language": "python",
        "ops": [*OPERATIONS, *PROFILES],
        "levels": ["core", "hardened"] if hardened else ["core"],
    }


def answer(line, hardened=True):
    """The answer to one request line, as an object. Never raises."""
    try:
        request, flaws = _read(line)
    except NotStrictJSON as error:
        return {"id": None, "error": {"code": "internal", "message": f"the request line: {error}"}}
    number = request.get("id") if type(request) is dict else None
    if not is_integer(number):
        return {"id": None, "error": {"code": "internal", "message": "a request is an object with an integer id"}}
    try:
        return {"id": number, "ok": _dispatch(request, hardened, flaws)}
    except InputError as error:
        refusal = {"code": "invalid_input", "error_code": error.code, "input": error.document}
        return {"id": number, "error": refusal | {"pointer": error.pointer, "message": error.message}}
    except NotImplementedError:
        return {"id": number, "error": {"code": "unsupported", "message": "there is no such operation"}}
    except Exception as error:  # an answer that says so is better than a crash
        return {"id": number, "error": {"code": "internal", "message": type(error).__name__}}


def _read(line):
    """The request, and the paths of flaws inside its input: what no JSON may be is an invalid input in facts."""
    try:
        return loads(line), []
    except NotStrictJSON:
        request, flaws = loads_flawed(line)
        operation = request.get("op") if type(request) is dict else None
        if type(operation) is not str or operation not in PROFILES:
            raise
        if any(path[:1] != ("input",) for path in flaws):
            raise
        return request, [path[1:] for path in flaws]


def _dispatch(request, hardened, flaws):
    name, body = request.get("op"), request.get("input")
    if name == "describe":
        return _describe(hardened)
    if type(name) is not str:
        raise NotImplementedError
    if name in PROFILES:
        for path in flaws:
            if refusal := PROFILES[name].flaw(name, path):
                raise refusal
        return PROFILES[name].operations()[name](body)
    if name not in OPERATIONS:
        raise NotImplementedError
    return OPERATIONS[name](body if type(body) is dict else {}, hardened)


def main():
    parser = argparse.ArgumentParser(description="A TSPI adapter, by protocol version 1.")
    parser.add_argument("--level", choices=("core", "hardened"), default="hardened")
    hardened = parser.parse_args().level == "hardened"
    for line in sys.stdin.buffer:
        if line.strip():
            # Bytes in, bytes out: the locale has no say.
            sys.stdout.buffer.write(dumps(answer(line, hardened)).encode("utf-8") + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
