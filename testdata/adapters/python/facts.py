"""What the five facts profiles share: strict reading of facts and claims, and the frame of their two operations.

A *shape* is a function of a value and its JSON Pointer. It returns the value without the members that are
to be ignored, or raises Fault. A law builds its shapes from those here, so no law checks a type again.
"""

import re

from tspi_law import MAX_DEPTH, InputError
from tspi_strictjson import too_deep

MAX_INTEGER = 2**53 - 1
MAX_PID = 2**31 - 1

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")
_HASH = re.compile(r"[0-9a-f]{64}")
_IGNORED = ("$schema", "schema", "description")


class Fault(Exception):
    """A value that its shape does not allow, or one that is missing. The message never repeats it."""

    def __init__(self, pointer, message):
        super().__init__(message)
        self.pointer = pointer
        self.message = message


# --- shapes of single values


def anything(value, at):
    return value


def text(value, at):
    if type(value) is not str:
        raise Fault(at, "a string is needed here")
    return value


def boolean(value, at):
    if type(value) is not bool:
        raise Fault(at, "true or false is needed here")
    return value


def integer(low=0, high=MAX_INTEGER):
    def shape(value, at):
        if type(value) is not int or not low <= value <= high:  # type(True) is bool, type(1.0) is float
            raise Fault(at, f"an integer from {low} to {high} is needed here, without fraction or exponent")
        return value

    return shape


def matching(pattern, name):
    def shape(value, at):
        if type(value) is not str or not pattern.fullmatch(value):
            raise Fault(at, f"{name} is needed here")
        return value

    return shape


ident = matching(_ID, "an id")
digest = matching(_HASH, "a hash of 64 lowercase hex digits")


def word(*words):
    def shape(value, at):
        if type(value) is not str or value not in words:
            raise Fault(at, f"one of these is needed here: {', '.join(words)}")
        return value

    return shape


def or_null(inner):
    return lambda value, at: None if value is None else inner(value, at)


# --- shapes of arrays and objects


def array(item, least=0, most=None, once=None):
    """An array. With once, no two elements agree in that member; the later one is the offending value."""

    def shape(value, at):
        if type(value) is not list:
            raise Fault(at, "an array is needed here")
        if len(value) < least or (most is not None and len(value) > most):
            raise Fault(at, "the array has too few or too many elements")
        read = [item(element, f"{at}/{index}") for index, element in enumerate(value)]
        if once is not None:
            seen = set()
            for index, element in enumerate(read):
                if element[once] in seen:
                    raise Fault(f"{at}/{index}/{once}", "an earlier element has the same one")
                seen.add(element[once])
        return read

    return shape


def distinct(inner, key=lambda element: element):
    """An array whose elements, or what key makes of them, all differ; the later element is the offending value."""

    def shape(value, at):
        read, seen = inner(value, at), set()
        for index, element in enumerate(read):
            found = frozen(key(element))
            if found in seen:
                raise Fault(f"{at}/{index}", "an earlier element is equal")
            seen.add(found)
        return read

    return shape


def frozen(value):
    """A hashable copy of a read value. Members have one type each, so plain equality will do."""
    if type(value) is dict:
        return tuple((key, frozen(value[key])) for key in sorted(value))
    return tuple(map(frozen, value)) if type(value) is list else value


def _object(required, optional, judge_member):
    known = required | optional

    def shape(value, at):
        if type(value) is not dict:
            raise Fault(at, "an object is needed here")
        for name in required:
            if name not in value:
                raise Fault(f"{at}/{name}", "this member is missing")
        for name in value.keys() - known.keys():
            judge_member(name, below(at, name))
        return {name: known[name](value[name], f"{at}/{name}") for name in known if name in value}

    return shape


def record(required, optional={}):
    """An object of facts: a member that is not named is refused, so that a misspelt one is not lost."""
    return _object(required, optional, _refuse_unless_ignored)


def open_record(required, optional={}):
    """An object of a claim in which further members are allowed."""
    return _object(required, optional, lambda name, at: None)


def exact_record(required):
    """An object with these members and no other."""
    return _object(required, {}, _refuse)


def _refuse(name, at):
    raise Fault(at, "there is no such member; is it misspelt?")


def _refuse_unless_ignored(name, at):
    if name not in _IGNORED and not name.startswith("x_"):
        _refuse(name, at)


def below(at, name):
    """The pointer of an object's member."""
    return at + "/" + name.replace("~", "~0").replace("/", "~1")


# --- the frame


def identical(left, right):
    """Whether two JSON values are equal in value and type: 1, 1.0 and true all differ."""
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        return left.keys() == right.keys() and all(identical(left[name], right[name]) for name in left)
    if type(left) is list:
        return len(left) == len(right) and all(map(identical, left, right))
    return left == right


class Profile:
    """One law: its name, the shapes of its facts and claims, and its two functions.

    decide(facts) returns the answer; audit(facts, claim) returns (code, subject) pairs, codes without the
    profile's name. An audit may raise Fault for a claim whose shape depends on the facts.
    """

    def __init__(self, name, facts, claim, decide, audit):
        self.name = name
        self._facts, self._claim, self._decide, self._audit = facts, claim, decide, audit

    def operations(self):
        """The two operations by name, as functions of the request's input (None where there is none)."""
        return {f"{self.name}.decide": self.decide, f"{self.name}.audit": self.audit}

    def invalid(self, document, pointer, message):
        return InputError(f"{self.name.upper()}_INPUT_INVALID", document, pointer, message)

    def flaw(self, operation, path):
        """The error of a flaw of the JSON text at that path of an operation's input; None where it is ignored."""
        document = "facts"
        if operation.endswith(".audit"):
            if not path or path[0] not in ("facts", "claim"):
                return None
            document, *path = path
        pointer = ""
        for step in path:
            pointer = below(pointer, str(step))
        return self.invalid(document, pointer, "a key is repeated here, or a surrogate is lone")

    def decide(self, facts):
        return self._decide(self._read_facts(facts))

    def audit(self, parts):
        if type(parts) is not dict or "facts" not in parts:
            raise self.invalid("facts", "", "the facts are missing")
        facts = self._read_facts(parts["facts"])
        if "claim" not in parts:
            raise self.invalid("claim", "", "the claim is missing")
        self._limit_depth("claim", parts["claim"])
        try:
            found = self._audit(facts, self._claim(parts["claim"], ""))
        except Fault:
            found = [("CLAIM_MALFORMED", "claim")]
        prefix = self.name.upper()
        return {"findings": [
            {"error_code": f"{prefix}_{code}", "subject_id": subject} for code, subject in dict.fromkeys(found)
        ]}

    def _read_facts(self, value):
        self._limit_depth("facts", value)
        try:
            return self._facts(value, "")
        except Fault as fault:
            raise self.invalid("facts", fault.pointer, fault.message) from fault

    def _limit_depth(self, document, value):
        if too_deep(value, MAX_DEPTH):
            raise self.invalid(document, "", f"more than {MAX_DEPTH} levels deep")
