"""The JSON files of a fixture or bundle folder, read strictly."""

import os
from dataclasses import dataclass

from tspi_document import Document
from tspi_files import Refused, read_input
from tspi_law import MAX_DEPTH
from tspi_strictjson import NotStrictJSON, loads, too_deep

_FILE_LIMIT = 64 << 20


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input: its name without .json, its value and its bytes."""

    name: str
    value: object
    data: bytes


def has_file(folder, name):
    return os.path.lexists(os.path.join(folder, name))


def read_json(folder, name):
    """An input file of the folder. Raises InputError at its root."""
    document = Document(name, hardened=True)
    try:
        data = read_input(os.path.join(folder, f"{name}.json"), _FILE_LIMIT)
        value = loads(data)
    except Refused as refused:
        document.fail("", f"the file cannot be read: {refused.why}")
    except NotStrictJSON as error:
        document.fail("", str(error))
    if too_deep(value, MAX_DEPTH):
        document.fail("", f"more than {MAX_DEPTH} levels deep")
    return InputFile(name, value, data)
