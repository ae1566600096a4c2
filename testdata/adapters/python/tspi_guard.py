"""The redaction guard: section 7 of the contract, and its part for bodies in section 10.

Every pattern reads its text in linear time: a claim may be a hostile megabyte.
"""

import re
from functools import lru_cache

from tspi_law import BLANKS, HASH, PATH, PREVIEW, SIGNAL

PREVIEW_WORDS = ("command_preview", "command_line", "cmdline", "raw_command", "full_command")
_SIGNAL_KEYS = ("process_signal_sent", "signalled", "sigterm_sent", "sigkill_sent", "killed_pid", "kill_signal")

# [H] Keys are compared with _, - and blanks left out and in lower case, ASCII letters only.
_RESPELL = {ord(char): None for char in "_-" + BLANKS} | {
    ord(char): char.lower() for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
}


@lru_cache(4096)
def _respelt(key):
    return key.translate(_RESPELL)


_FREE_PREVIEWS = {_respelt(key) for key in (*PREVIEW_WORDS, "command", "cmd", "argv")}
_FREE_SIGNALS = {_respelt(key) for key in _SIGNAL_KEYS}
_FREE_HASH = _respelt("command_hash")


def is_guarded_key(name):
    """[H] Whether the guard has a rule for this key; such a name would trip it in our own records."""
    key = _respelt(name)
    return key in _FREE_PREVIEWS or key in _FREE_SIGNALS or key == _FREE_HASH


def guard(value, hardened):
    """The set of codes that any part of a JSON value raises."""
    codes = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) is dict:
            for key, member in item.items():
                _judge_key(key, member, hardened, codes)
                if hardened:
                    waiting.append(key)
                elif type(member) is str and _is_core_path(member):
                    codes.add(PATH)
            waiting.extend(item.values())
        elif type(item) is list:
            waiting.extend(item)
        elif hardened and type(item) is str and is_host_path(item):
            codes.add(PATH)
    return codes


def _judge_key(key, value, hardened, codes):
    if hardened:
        key = _respelt(key)
        is_preview, is_signal = key in _FREE_PREVIEWS, key in _FREE_SIGNALS
        if key == _FREE_HASH:
            is_preview = not (type(value) is str and HASH.fullmatch(value))
    else:
        is_preview, is_signal = key in PREVIEW_WORDS, key in _SIGNAL_KEYS
    if is_preview:
        codes.add(PREVIEW)
    if is_signal and not _says_nothing(value):
        codes.add(SIGNAL)


def _says_nothing(value):
    """false, null, 0, "", [] or {}; 0.0 is no integer and so not 0."""
    return type(value) is not float and not value


# Core's paths.
_CORE_PATH = re.compile(
    r"""(?:\A|[ \t\r\n"'=])(?:/Users/|/home/|/Applications/|/private/var/|/var/folders/)"""
    r"""|[A-Za-z]:\\\\Users\\\\"""
)


def _is_core_path(text):
    return _CORE_PATH.search(text) is not None


# [H] Host paths of any system.
_ROOTS = (
    "Users home root Applications Library System Volumes private var tmp opt usr etc srv mnt media run "
    "nix snap proc bin sbin lib dev workspace workspaces [A-Za-z]/Users"
).split()
_BODY_ROOTS = "Users home root Applications Volumes workspace workspaces".split()


def _rooted(roots):
    """One or more slashes at a place where a path begins, a root, slashes, and something."""
    return (
        r"""(?:\A|(?<=[^A-Za-z0-9._~/-])|(?i:file)://[A-Za-z0-9.-]*|(?:\A|(?<=[ \t\r\n"'=]))-[A-Za-z])"""
        rf"""/+(?:{"|".join(roots)})/+[^ \t\r\n/]"""
    )


_HOST_PATH = re.compile(
    _rooted(_ROOTS)
    + r"|(?<![A-Za-z0-9])[A-Za-z]:(?:\\\\?|/)[A-Za-z0-9_.]"
    + r"|(?<!\\)(?:\\\\){1,2}[A-Za-z0-9.-]{2,}\\\\?[A-Za-z0-9$]",
    re.ASCII,
)
_BODY_PATH = re.compile(_rooted(_BODY_ROOTS), re.ASCII)
_BODY_DRIVE = re.compile(r"[A-Za-z]:\\\\?Users\\\\?")
_ADDRESS_END = re.compile(r"""[ \t\r\n"'<>]|\Z""")
_NO_SCHEME = re.compile(r"[^A-Za-z0-9+.-]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*\Z")


def is_host_path(text):
    """[H] Whether a string holds a path of some host."""
    if "/" not in text and "\\" not in text:
        return False
    return _is_core_path(text) or _HOST_PATH.search(_without_addresses(text)) is not None


def body_codes(text):
    """The codes that a source body raises: section 10. Paths of a build, such as /tmp, are ordinary there."""
    codes = set()
    if _is_core_path(text) or _BODY_DRIVE.search(text) or _BODY_PATH.search(_without_addresses(text)):
        codes.add(PATH)
    if any(word in text for word in PREVIEW_WORDS):
        codes.add(PREVIEW)
    return codes


def _without_addresses(text):
    """The text with a blank in place of each web address; file:// is none."""
    pieces, copied, found = [], 0, text.find("://")
    while found >= 0:
        scheme = _scheme_before(text, copied, found)
        if scheme is None:
            found = text.find("://", found + 3)
            continue
        pieces += (text[copied:scheme], " ")
        copied = _ADDRESS_END.search(text, found).start()
        found = text.find("://", copied)
    return "".join(pieces) + text[copied:]


def _scheme_before(text, start, end):
    """Where the scheme that ends at end begins: the longest run that begins with a letter."""
    begin = end
    while begin > start and not _NO_SCHEME.match(text, begin - 1):
        begin -= 1
    match = _SCHEME.search(text, begin, end)
    if match is None or match.group().lower() == "file":
        return None
    return match.start()
