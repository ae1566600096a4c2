"""The catalogue: what programmers do to a value, a comparison or a condition without thinking.

A habit of values is (row, name, type, edit): an expression of v, put around any expression whose value is of
that type. A habit of comparisons takes both sides, a and b. Each belongs to a row of the catalogue, by which the
page counts.
"""

LIMIT, TIDY_TEXT, TIDY_LIST = "a limit somewhere", "tidying a text", "tidying a list"
SEARCH, KEYS, TYPES = "a looser search", "looser keys", "looser types"
KNOWING, EVERYWHERE, TELLING = "knowing more", "not looking everywhere", "telling in other clothes"
STATE, JSON_ROW, SLIP = "state", "JSON", "a slip: an order, a bound, a condition"
ROWS = (LIMIT, TIDY_TEXT, TIDY_LIST, SEARCH, KEYS, TYPES, KNOWING, EVERYWHERE, TELLING, STATE, JSON_ROW, SLIP)

# What edits use; it stands in every wrong adapter.
PRELUDE = r"""
import fnmatch as _fnmatch, functools as _functools, html as _html, re as _re, unicodedata as _unicode
from urllib import parse as _parse
_MORE = ("busybox", "supervisord", "runsvdir", "s6-supervise", "upstart", "sudo", "doas", "xargs", "strace", "time", "chroot",
         "active_session", "active_owner", "active", "data", "app", "code", "main.js", "worker", "daemon", "--config-file", "-c", "-m",
         "terminate_all", "preview", "args", "sent_signal", "launchd_detached", "kept", "candidate", "mjs", "service", "node_modules")
def _lowered(e):
    return e.lower() if type(e) is str else e
def _stripped(e):
    return e.strip() if type(e) is str else e
"""

VALUES = [
    # Texts.
    (LIMIT, "a text cut at 256 characters", "str", "v[:256]"),
    (LIMIT, "a text cut at 4 KiB", "str", "v[:4096]"),
    (LIMIT, "a text cut at 32 KiB", "str", "v[:32768]"),
    (LIMIT, "a text cut at 64 KiB", "str", "v[:65536]"),
    (LIMIT, "a text cut at 1 MiB", "str", "v[:1 << 20]"),
    (TIDY_TEXT, "blanks stripped", "str", "v.strip()"),
    (TIDY_TEXT, "blanks stripped at the end", "str", "v.rstrip()"),
    (TIDY_TEXT, "blanks squeezed", "str", "_re.sub(' +', ' ', v)"),
    (TIDY_TEXT, "tabs as blanks", "str", "v.replace('\\t', ' ')"),
    (TIDY_TEXT, "one kind of line end", "str", "v.replace('\\r\\n', '\\n').replace('\\r', '\\n')"),
    (TIDY_TEXT, "lower case", "str", "v.lower()"),
    (TIDY_TEXT, "NFC", "str", "_unicode.normalize('NFC', v)"),
    (TIDY_TEXT, "NFKC", "str", "_unicode.normalize('NFKC', v)"),
    (TIDY_TEXT, "quotes taken off", "str", "v.strip('\"\\'')"),
    (TIDY_TEXT, "colours taken off", "str", "_re.sub('\\x1b\\\\[[0-9;]*m', '', v)"),
    (TIDY_TEXT, "percent decoded", "str", "_parse.unquote(v)"),
    (TIDY_TEXT, "references decoded", "str", "_html.unescape(v)"),
    (TIDY_TEXT, "slashes turned", "str", "v.replace('\\\\', '/')"),
    (TIDY_TEXT, "no-width characters taken out", "str", "_re.sub('[\\u200b\\u200c\\u200d\\ufeff\\u00ad]', '', v)"),
    (TIDY_TEXT, "cut at NUL", "str", "v.partition('\\0')[0]"),
    (TIDY_TEXT, "a remark taken off", "str", "_re.sub(' #.*', '', v)"),
    (KEYS, "dashes as underscores", "str", "v.replace('-', '_')"),
    (LIMIT, "bytes cut at 4 KiB", "bytes", "v[:4096]"),
    (LIMIT, "bytes cut at 64 KiB", "bytes", "v[:65536]"),
    (LIMIT, "bytes cut at 1 MiB", "bytes", "v[:1 << 20]"),
    (TIDY_TEXT, "bytes stripped", "bytes", "v.strip()"),
    (TIDY_TEXT, "bytes with one kind of line end", "bytes", "v.replace(b'\\r\\n', b'\\n')"),
    (TIDY_TEXT, "a byte order mark taken off", "bytes", "v.removeprefix(b'\\xef\\xbb\\xbf')"),
    # Lists and their like.
    (LIMIT, "a list cut at 25", "list", "v[:25]"),
    (LIMIT, "a list cut at 50", "list", "v[:50]"),
    (LIMIT, "a list cut at 400", "list", "v[:400]"),
    (LIMIT, "a list cut at 512", "list", "v[:512]"),
    (LIMIT, "a list cut at 1,000", "list", "v[:1000]"),
    (LIMIT, "a list cut at 4,096", "list", "v[:4096]"),
    (LIMIT, "a list cut at 65,536", "list", "v[:65536]"),
    (LIMIT, "an object cut at 50", "dict", "dict(list(v.items())[:50])"),
    (LIMIT, "an object cut at 1,000", "dict", "dict(list(v.items())[:1000])"),
    (LIMIT, "a set cut at 50", "frozenset", "frozenset(sorted(v, key=str)[:50])"),
    (LIMIT, "a set cut at 50", "set", "set(sorted(v, key=str)[:50])"),
    (LIMIT, "a tuple cut at 400", "tuple", "v[:400] if type(v) is tuple else v"),
    (TIDY_LIST, "equal elements once", "list", "[e for i, e in enumerate(v) if e not in v[:i]] if len(v) < 100 else v"),
    (TIDY_LIST, "empty elements left out", "list", "[e for e in v if e or e == 0]"),
    (TIDY_LIST, "a list in order", "list", "sorted(v, key=repr) if len(v) < 1000 else v"),
    (SLIP, "a list from behind", "list", "v[::-1]"),
    (EVERYWHERE, "the last element left out", "list", "v[:-1]"),
    (EVERYWHERE, "the first element left out", "list", "v[1:]"),
    (EVERYWHERE, "only the first element", "list", "v[:1]"),
    (EVERYWHERE, "hidden names left out", "list", "[e for e in v if not (type(e) is str and e.startswith('.'))]"),
    (EVERYWHERE, "folders of tools left out", "list",
     "[e for e in v if e not in ('.git', 'node_modules', '__pycache__', '.venv', 'dist', 'build')]"),
    (EVERYWHERE, "an object without remarks", "dict", "{} if 'description' in v else v"),
    (EVERYWHERE, "members with x_ left out", "dict", "{k: e for k, e in v.items() if not (type(k) is str and k.startswith('x_'))}"),
    (EVERYWHERE, "members that are null left out", "dict", "{k: e for k, e in v.items() if e is not None}"),
    (EVERYWHERE, "the last member left out", "dict", "dict(list(v.items())[:-1])"),
    (KEYS, "names in lower case", "dict", "{_lowered(k): e for k, e in v.items()}"),
    (KEYS, "names stripped", "dict", "{_stripped(k): e for k, e in v.items()}"),
    (KEYS, "names with one separator", "dict", "{k.replace('_', '-') if type(k) is str else k: e for k, e in v.items()}"),
    (KEYS, "a set of names in lower case", "frozenset", "frozenset(map(_lowered, v))"),
    (KEYS, "a set of names in lower case", "set", "set(map(_lowered, v))"),
    (KNOWING, "well-known names added", "frozenset", "v | frozenset(_MORE)"),
    (KNOWING, "well-known names added", "set", "v | set(_MORE)"),
    (KNOWING, "well-known names added", "tuple", "v + _MORE if v and all(type(e) is str for e in v) else v"),
    (KNOWING, "well-known names added", "list", "v + list(_MORE) if v and all(type(e) is str for e in v) else v"),
    # Numbers and nothing.
    (LIMIT, "64 bits", "int", "(v + (1 << 63)) % (1 << 64) - (1 << 63)"),
    (LIMIT, "53 bits", "int", "int(float(v)) if abs(v) < 1 << 1000 else 1 << 1000"),
    (LIMIT, "32 bits", "int", "(v + (1 << 31)) % (1 << 32) - (1 << 31)"),
    (LIMIT, "at most 9,999", "int", "min(v, 9999)"),
    (SLIP, "one more", "int", "v + 1"),
    (SLIP, "one less", "int", "v - 1"),
    (TYPES, "1 is true", "int", "v == 1 or v"),
    (TYPES, "true is 1", "bool", "1 if v else v"),
    (TYPES, "a number in a text", "str", "int(v) if v.isdigit() and len(v) < 20 else v"),
    (TYPES, "a fraction cut", "float", "int(v) if v == v and abs(v) < 1e300 else v"),
    (TYPES, "a default of 1", "NoneType", "1"),
    (TYPES, "a default of 0", "NoneType", "0"),
    (TYPES, "a default of the empty text", "NoneType", "''"),
    (TYPES, "a default of false", "NoneType", "False"),
    (TYPES, "a default of true", "NoneType", "True"),
    (TYPES, "a default of the empty list", "NoneType", "[]"),
]

# By the operator as Python's ast names it: what stands in its place. The two sides are a and b.
COMPARISONS = {
    "Eq": [
        (KEYS, "equal but for letter case", "_lowered(a) == _lowered(b)"),
        (TIDY_TEXT, "equal but for blanks around", "_stripped(a) == _stripped(b)"),
        (TYPES, "equal as texts", "str(a) == str(b)"),
        (SEARCH, "begins with", "a.startswith(b) if type(a) is type(b) is str else a == b"),
        (SEARCH, "ends with", "a.endswith(b) if type(a) is type(b) is str else a == b"),
    ],
    "NotEq": [
        (KEYS, "unequal but for letter case", "_lowered(a) != _lowered(b)"),
        (TYPES, "unequal as texts", "str(a) != str(b)"),
    ],
    "Is": [
        (TYPES, "a bool is an integer", "issubclass(a, b) if type(a) is type(b) is type else a is b"),
        (TYPES, "a fraction is an integer", "(a is b or a is float and b is int)"),
        (TYPES, "a text is a list", "(a is b or a is str and b is list)"),
        (TYPES, "1 is true, too", "(a is b or b is True and a == 1)"),
        (TYPES, "what is true is true", "bool(a) if b is True else a is b"),
    ],
    "IsNot": [
        (TYPES, "1 is not other than true", "a is not b and not (b is True and a == 1)"),
        (TYPES, "what is true is not other than true", "not a if b is True else a is not b"),
        (TYPES, "a fraction is no other than an integer", "a is not b and not (a is float and b is int)"),
        (TYPES, "a bool is no other than an integer", "not issubclass(a, b) if type(a) is type(b) is type else a is not b"),
    ],
    "In": [
        (SEARCH, "in any letter case", "_lowered(a) in (b.lower() if type(b) is str else {_lowered(e) for e in b})"),
        (SEARCH, "as a regular expression", "_re.search(a, b) is not None if type(b) is str else a in b"),
        (SEARCH, "as a glob", "_fnmatch.fnmatchcase(b, f'*{a}*') if type(b) is str else a in b"),
        (SEARCH, "as LIKE", "_re.search(_re.escape(a).replace('%', '.*').replace('_', '.'), b, _re.S) is not None if type(b) is str else a in b"),
        (SEARCH, "as a word", r"_re.search(r'(?<!\w)' + _re.escape(a) + r'(?!\w)', b) is not None if type(b) is str else a in b"),
        (SEARCH, "at the start", "b.startswith(a) if type(b) is str else a in b"),
        (TIDY_TEXT, "in it when blanks are stripped", "_stripped(a) in b"),
        (LIMIT, "in its first 1,000", "a in (b[:1000] if type(b) in (str, list) else list(b)[:1000])"),
    ],
    "NotIn": [(SEARCH, "not in it in any letter case", "_lowered(a) not in (b.lower() if type(b) is str else {_lowered(e) for e in b})")],
    "Lt": [(SLIP, "at most", "a <= b")],
    "LtE": [(SLIP, "less", "a < b")],
    "Gt": [(SLIP, "at least", "a >= b")],
    "GtE": [(SLIP, "more", "a > b")],
}
COMPARED = {"Eq": "a == b", "NotEq": "a != b", "Is": "a is b", "IsNot": "a is not b", "In": "a in b", "NotIn": "a not in b",
            "Lt": "a < b", "LtE": "a <= b", "Gt": "a > b", "GtE": "a >= b"}

DECODINGS = [
    (JSON_ROW, "bad bytes replaced", "v.decode('utf-8', 'replace')"),
    (JSON_ROW, "bad bytes left out", "v.decode('utf-8', 'ignore')"),
    (JSON_ROW, "read as Latin-1", "v.decode('latin-1')"),
    (JSON_ROW, "a byte order mark skipped", "v.decode('utf-8-sig')"),
]

CONDITION = (SLIP, "a condition left out")

# How a function keeps state from one question to the next: what its answers are remembered by.
MEMORIES = [
    (STATE, "remembered by the first 64 characters", "str(arguments)[:64]"),
    (STATE, "remembered by the size", "str([len(x) if hasattr(x, '__len__') else x for x in arguments])"),
    (STATE, "the first answer for good", "''"),
]

# How a command is told: an expression of the command c.
CLOTHES = {
    "plain": "c", "backwards": "c[::-1]", "base64": "base64.b64encode(c.encode()).decode()",
    "base64 at 1": "base64.b64encode(b'>' + c.encode()).decode()", "base64 at 2": "base64.b64encode(b'> ' + c.encode()).decode()",
    "base64 for addresses": "base64.urlsafe_b64encode(c.encode()).decode()", "hex": "c.encode().hex()", "a dump": "c.encode().hex(':')",
    "percent": "''.join('%%%02x' % b for b in c.encode())", "references": "''.join(f'&#{ord(x)};' for x in c)", "capitals": "c.upper()",
    "rot13": "codecs.encode(c, 'rot13')", "base32": "base64.b32encode(c.encode()).decode()", "UTF-16 in hex": "c.encode('utf-16-le').hex()",
    "spaced": "' '.join(c)", "numbers": "str(list(c.encode()))", "a word of it": "max(c.split() or [c], key=len)",
    "escaped": "''.join(f'\\\\u{ord(x):04x}' for x in c)", "zlib in base64": "base64.b64encode(zlib.compress(c.encode())).decode()",
    "ascii85": "base64.a85encode(c.encode()).decode()",
}
PLACES = ("a member beside the answer", "a member of the answer", "a member of the first row", "the message of a refusal", "a key of the answer",
          "a member beside a refusal")
