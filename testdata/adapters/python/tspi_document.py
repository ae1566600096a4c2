"""One input document while it is being checked: its name, its law, and typed access.

Each method returns the value it was given, or raises InputError at its pointer.
"""

import re

from tspi_guard import is_guarded_key
from tspi_law import DETACHED, INPUT_INVALID, MAX_DEPTH, InputError
from tspi_strictjson import is_integer, too_deep

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")
_NAME_RULE = (
    "a name has at most 64 letters, digits, _ . : -, starts with a letter or digit, "
    "and is no key that the guard forbids"
)
_MISSING = object()
_ALWAYS_ALLOWED = {"$schema", "schema", "description"}


def is_name(value, hardened):
    """Whether a value is a name: not empty, and [H] harmless wherever it is repeated, as a key too."""
    if type(value) is not str or value == "":
        return False
    return not hardened or (_NAME.fullmatch(value) is not None and not is_guarded_key(value))


class Document:
    """An input under its name. at is where it stands inside a larger one, hence in pointers."""

    def __init__(self, name, hardened, at=""):
        self.title = name
        self.hardened = hardened
        self.at = at

    def fail(self, pointer, message, code=INPUT_INVALID):
        raise InputError(code, self.title, self.at + pointer, message)

    def member(self, parts, key):
        """The whole document, taken out of the object that holds it by name."""
        value = parts.get(key, _MISSING)
        if value is _MISSING:
            self.fail("", "this input is missing")
        if too_deep(value, MAX_DEPTH):
            self.fail("", f"more than {MAX_DEPTH} levels deep")
        return value

    def below(self, pointer, key):
        """The pointer of an object's member."""
        return pointer + "/" + key.replace("~", "~0").replace("/", "~1")

    def object(self, value, pointer, known=None, required=()):
        """An object; with known, [H] one without other fields."""
        if type(value) is not dict:
            self.fail(pointer, "an object is needed here")
        for key in required:
            if key not in value:
                self.fail(f"{pointer}/{key}", "this required field is missing")
        if self.hardened and known is not None:
            for key in value.keys() - known - _ALWAYS_ALLOWED:
                if not key.startswith("x_"):
                    self.fail(self.below(pointer, key), "there is no such field; is it misspelt?")
        return value

    def array(self, value, pointer):
        """The elements, each with its pointer."""
        if type(value) is not list:
            self.fail(pointer, "an array is needed here")
        return [(item, f"{pointer}/{index}") for index, item in enumerate(value)]

    def string(self, value, pointer):
        if type(value) is not str:
            self.fail(pointer, "a string is needed here")
        return value

    def text(self, value, pointer):
        if self.string(value, pointer) == "":
            self.fail(pointer, "an empty string would match everything or nothing")
        return value

    def strings(self, value, pointer):
        return [self.text(item, at) for item, at in self.array(value, pointer)]

    def one_of(self, value, words, pointer):
        if self.string(value, pointer) not in words:
            self.fail(pointer, f"one of these is needed here: {', '.join(words)}")
        return value

    def name(self, value, pointer):
        if not is_name(value, self.hardened):
            self.fail(pointer, _NAME_RULE if self.hardened else "a string that is not empty is needed here")
        return value

    def names(self, value, pointer):
        return [self.name(item, at) for item, at in self.array(value, pointer)]

    def status(self, value, pointer):
        """A name of an owner status that an input may give."""
        if self.hardened and value == DETACHED:
            self.fail(pointer, f"{DETACHED} is reserved")
        return self.name(value, pointer)

    def boolean(self, value, pointer):
        if type(value) is not bool:
            self.fail(pointer, "true or false is needed here")
        return value

    def integer(self, value, pointer, least=None):
        if not is_integer(value):
            self.fail(pointer, "an integer is needed here, without fraction or exponent")
        if least is not None and value < least:
            self.fail(pointer, f"the least value here is {least}")
        return value
