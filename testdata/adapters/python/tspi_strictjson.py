"""Strict JSON on top of the standard library's reader.

The standard reader accepts repeated keys, lone surrogates and NaN; the contract
does not. Integers stay integers of any size, and a number with a fraction or an
exponent becomes a float, which is never an integer here: 1.0 is not 1.
"""

import json
import re
import sys

# The default limit makes a long but lawful integer an exception.
sys.set_int_max_str_digits(0)

# Deeper than any document may be, yet far from Python's own recursion limit.
_FOLD_DEPTH = 200

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)


class NotStrictJSON(ValueError):
    """The text is no strict JSON. The message never repeats the text."""


class _Repeated(dict):
    """An object of a flawed text in which the keys of `repeated` stand more than once."""

    def __init__(self, pairs):
        super().__init__(pairs)
        seen = set()
        self.repeated = {key for key, _ in pairs if key in seen or seen.add(key)}


def _object(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise NotStrictJSON("an object has a key twice")
    return result


def _flawed_object(pairs):
    return _Repeated(pairs) if len({key for key, _ in pairs}) < len(pairs) else dict(pairs)


def _constant(_):
    raise NotStrictJSON("NaN and Infinity are no JSON numbers")


_decode = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant).decode
_decode_flawed = json.JSONDecoder(object_pairs_hook=_flawed_object, parse_constant=_constant).decode
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def loads(data):
    """Reads one JSON value from bytes. Raises NotStrictJSON.

    The depth is not judged here, because a request holds several documents that
    each have their own 64 levels: see too_deep.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotStrictJSON("the text is not UTF-8") from error
    try:
        value = _decode_at_any_depth(_decode, text)
        if _SURROGATE_ESCAPE.search(text):
            _encode(value).encode("utf-8")
    except json.JSONDecodeError as error:
        raise NotStrictJSON(f"no JSON: {error.msg} at character {error.pos}") from error
    except UnicodeEncodeError as error:
        raise NotStrictJSON("a string holds a lone surrogate") from error
    return value


def loads_flawed(data):
    """(value, paths) of JSON in which keys may be repeated and surrogates lone. Raises NotStrictJSON for any other.

    A path is the tuple of keys and indices that leads to a flaw: to the repeated member, to the string with
    the surrogate, to the object that has such a key.
    """
    try:
        value = _decode_at_any_depth(_decode_flawed, data.decode("utf-8"))
    except ValueError as error:
        raise NotStrictJSON("no JSON") from error
    return value, list(_flaws(value))


def _flaws(value):
    waiting = [((), value)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, dict):
            keys = getattr(item, "repeated", set())
            yield from (path if _LONE_SURROGATE.search(key) else (*path, key) for key in keys)
            yield from (path for key in item if _LONE_SURROGATE.search(key))
            waiting += [((*path, key), member) for key, member in item.items()]
        elif type(item) is list:
            waiting += [((*path, index), element) for index, element in enumerate(item)]
        elif type(item) is str and _LONE_SURROGATE.search(item):
            yield path


def _decode_at_any_depth(decode, text):
    try:
        return decode(text)
    except RecursionError:
        return decode(_fold(text))


def dumps(value):
    """The value as one line of UTF-8 text, without a line break inside."""
    return _encode(value)


def is_integer(value):
    """Whether the value is a JSON integer; Python takes True for 1, the contract does not."""
    return type(value) is int


def same(left, right):
    """Whether two JSON scalars are equal and of one type: 1, 1.0 and true all differ."""
    return type(left) is type(right) and left == right


def typed_key(record, fields):
    """The scalars of those fields as a key, with their types as in same.

    None where one is missing or is no scalar: such a record equals no other.
    """
    values = [record.get(field, record) for field in fields]
    if any(type(value) in (dict, list) for value in values):
        return None
    return tuple((type(value), value) for value in values)


def too_deep(value, limit):
    """Whether arrays and objects are nested more than limit levels deep in value."""
    level = [value]
    for _ in range(limit + 1):
        containers = [item for item in level if type(item) in (dict, list)]
        if not containers:
            return False
        level = [
            child
            for item in containers
            for child in (item.values() if type(item) is dict else item)
        ]
    return True


def _fold(text):
    """Puts 0 in place of whatever lies too deep for a recursive reader.

    The result is still deeper than any document may be, so it is refused all the
    same, but by name, at the right place, and without a crash.
    """
    pieces, depth, copied = [], 0, 0
    for match in _STRING_OR_BRACKET.finditer(text):
        token = match.group()[0]
        if token in "[{":
            depth += 1
            if depth == _FOLD_DEPTH:
                pieces += (text[copied:match.start()], "0")
        elif token in "]}":
            if depth == _FOLD_DEPTH:
                copied = match.end()
            depth -= 1
    if depth:
        raise NotStrictJSON("brackets do not match")
    return "".join(pieces) + text[copied:]
