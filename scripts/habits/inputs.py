"""Inputs for comparing a survivor with the right adapter: drawn ones, and drawn ones with triggers put in.

A trigger is what a habit waits for: a blank at an end, another letter case, a length, a twin. Nobody has to know the
right answers, since the two adapters are only held against each other.
"""

import json
import pathlib
import random
import shutil
import unicodedata


_WIDE = str.maketrans({c: c + 0xFEE0 for c in range(0x21, 0x7F)})
_WORDS = ("busybox", "supervisord", "s6-supervise", "sudo", "strace", "time", "--config-file", "-c", "worker.js", "data/main.js",
          ".git", "node_modules", "description", "x_note", "__proto__", "constructor", "TSPI", "a" * 64, "a" * 65)

TEXTS = [
    lambda r, t: t + " ", lambda r, t: " " + t, lambda r, t: t + "\t", lambda r, t: t + "\r", lambda r, t: t + "\u00a0", lambda r, t: "\u2003" + t,
    lambda r, t: t.replace(" ", "  ", 1), lambda r, t: t.replace(" ", "\t", 1), lambda r, t: t.upper(), lambda r, t: t.lower(),
    lambda r, t: t.swapcase(), lambda r, t: unicodedata.normalize("NFD", t + "\u00e9"), lambda r, t: t + "e\u0301", lambda r, t: t.translate(_WIDE),
    lambda r, t: f'"{t}"', lambda r, t: f"'{t}'", lambda r, t: f"\x1b[1m{t}\x1b[0m", lambda r, t: "".join("%%%02x" % b for b in t.encode())[:600],
    lambda r, t: t.replace("/", "\\"), lambda r, t: t.replace("\\", "/"), lambda r, t: t.replace("-", "_"), lambda r, t: t.replace("_", "-"),
    lambda r, t: t[:1] + "\u200b" + t[1:], lambda r, t: "\ufeff" + t, lambda r, t: t + "\0x", lambda r, t: t + " #" + "x", lambda r, t: "&#%d;%s" % (ord(t[0]), t[1:]) if t else t,
    lambda r, t: t + "*", lambda r, t: "?" + t[1:], lambda r, t: t + "%", lambda r, t: "_" + t[1:], lambda r, t: "." + t[1:], lambda r, t: t + ".*",
    lambda r, t: "", lambda r, t: t[1:], lambda r, t: t[:-1], lambda r, t: r.choice(_WORDS), lambda r, t: r.choice(_WORDS) + " " + t,
    lambda r, t: t + " " + r.choice(_WORDS), lambda r, t: "/usr/local/bin/" + t, lambda r, t: t + "/", lambda r, t: "./" + t, lambda r, t: t + ".exe",
    lambda r, t: (t + " ") * 40, lambda r, t: "x" * 300 + " " + t, lambda r, t: t + " " + "x" * 5_000,
]
_RARE_TEXTS = [lambda r, t: "x " * 20_000 + t, lambda r, t: "x" * 70_000 + " " + t, lambda r, t: t + " " + "x " * 550_000]
NUMBERS = [lambda n: n + 1, lambda n: n - 1, lambda n: n + (1 << 32), lambda n: n + (1 << 53) + 1, lambda n: n + (1 << 64), lambda n: -n, lambda n: True,
           lambda n: False, lambda n: str(n), lambda n: float(n) if abs(n) < 1e300 else 1.5, lambda n: None, lambda n: 1, lambda n: 0, lambda n: 10_000 + n]
_SIZES = (2, 26, 51, 401)
_RARE_SIZES = (513, 1_001, 4_097)


def _places(value, at=None, found=None):
    """(holder, key) of everything in a JSON value."""
    found = [] if found is None else found
    items = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    for key, item in items:
        found.append((value, key))
        _places(item, None, found)
    return found


def _text(rng, text):
    rare = rng.random() < 0.01
    return rng.choice(_RARE_TEXTS if rare else TEXTS)(rng, text)


def _table(rng, text):
    """A table with one command, one column or one line changed."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    columns = lines[at].split(None, 5)
    choice = rng.randrange(8)
    if choice == 0 or len(columns) < 6:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif choice == 1:
        lines[at] = _text(rng, lines[at])
    elif choice == 2:
        i = rng.randrange(5)
        columns[i] = rng.choice(("0" * 12 + columns[i], columns[i] + "x", "1", "0", columns[i] + "0", "-1", "\u0663", "2147483647", "99999999999999999999", "00:00"))
        lines[at] = " ".join(columns)
    else:
        columns[5] = _text(rng, columns[5])
        lines[at] = " ".join(columns)
    return "\n".join(lines)


def triggered(rng, value):
    """A copy of a JSON value with a trigger or two put in."""
    value = json.loads(json.dumps(value))
    for _ in range(rng.choice((1, 1, 1, 2))):
        places = _places(value)
        if not places:
            return value
        holder, key = rng.choice(places)
        item = holder[key]
        if key == "ps_text" and type(item) is str:
            holder[key] = _table(rng, item)
        elif type(holder) is dict and rng.random() < 0.25:
            _member(rng, holder, key)
        elif type(item) is str:
            holder[key] = _text(rng, item)
        elif type(item) is bool or item is None:
            holder[key] = rng.choice((True, False, None, 1, 0, "", "true", [], {}, 1.0))
        elif type(item) is int:
            holder[key] = rng.choice(NUMBERS)(item)
        elif type(item) is list:
            _list(rng, item)
        elif type(item) is dict and item:
            _member(rng, item, rng.choice(list(item)))
    return value


def _member(rng, holder, key):
    """Something about the name of a member."""
    choice = rng.randrange(6)
    if choice == 0:
        del holder[key]
    elif choice == 1:
        holder["description"] = rng.choice(("a remark", None, {}, "/home/me/x"))
    elif choice == 2:
        holder[rng.choice(("x_note", "x_", "$schema", "schema", "command", "CMD", "signalled", "cmd_line", "X_note"))] = rng.choice((None, 1, "x", "/home/me/x", 0, False))
    elif choice == 3:
        holder[key] = rng.choice((None, 1, "", [], {}, True, "1"))
    elif type(key) is str:
        holder[_text(rng, key)] = holder.pop(key) if choice == 4 else holder[key]


def _list(rng, items):
    choice = rng.randrange(5)
    if choice == 0 and items:
        items.append(json.loads(json.dumps(rng.choice(items))))
    elif choice == 1 and items:
        items.pop(rng.randrange(len(items)))
    elif choice == 2:
        items.insert(rng.randrange(len(items) + 1), rng.choice((None, 1, "", "x", {}, [], True)))
    elif choice == 3:
        items.reverse()
    elif items:
        size = rng.choice(_RARE_SIZES if rng.random() < 0.05 else _SIZES)
        model = items[rng.randrange(len(items))]
        for i in range(size):
            items.insert(rng.randrange(len(items) + 1), _numbered(json.loads(json.dumps(model)), i))


def _numbered(model, i):
    """Another element like one, so that lists get long without repeating."""
    if type(model) is str:
        return f"{model}{i}"
    if type(model) is dict:
        for key, item in model.items():
            if type(item) is int and type(item) is not bool:
                model[key] = item + i + 1
            elif key in ("kind", "substring"):
                model[key] = f"{item}{i}"
    return model


def claimed(rng, inventory):
    """A claim as somebody may make it of an inventory: right, or damaged."""
    return triggered(rng, inventory) if rng.random() < 0.7 else inventory


_LEAVES = ((" lead.py", b"x"), ("tail.py ", b"x"), (".git/config", b"x"), ("node_modules/a.js", b"x"), ("__pycache__/a.pyc", b"x"), ("empty.py", b""),
           (".hidden", b"x"), ("Thumbs.db", b""), (".DS_Store", b""), ("thumbs.db", b""), ("A.py", b"x"), ("a.py", b"x"), ("nai\u0308ve.py", b"x"),
           ("big.py", b"x" * 70_000), ("dir/sub/.keep", b""), ("x#y.py", b"x"), ("a\tb.py", b"x"), ("dist/x.js", b"x"))
_PIECES = (b"/home/me/x", b"command_preview", b"C:\\\\Users\\\\me", b"\xff", b"", b"\r\n", b"/Users/me/a", b"\xef\xbb\xbf", b"file:///home/me/x", b"raw_command")


def bundle(rng, source, target):
    """A folder like another, with a file put in, a body changed or its manifest triggered."""
    shutil.copytree(source, target, symlinks=True, ignore=_pipes)
    choice = rng.randrange(4)
    if choice == 0:
        name, data = rng.choice(_LEAVES)
        _write(target / "source_modules" / name, data)
    elif choice == 1:
        bodies = [p for p in (target / "source_modules").rglob("*") if p.is_file() and not p.is_symlink()] if (target / "source_modules").is_dir() else []
        if bodies:
            body = rng.choice(bodies)
            data = body.read_bytes()[:1 << 21]
            at = rng.choice((0, len(data), rng.randrange(len(data) + 1)))
            filler = b"x" * rng.choice((0, 0, 0, 4_090, 65_530, 1 << 20))
            _write(body, data[:at] + filler + b"\n" + rng.choice(_PIECES) + b"\n" + data[at:])
    else:
        files = [p for p in target.glob("*.json") if p.is_file() and not p.is_symlink()]
        if files:
            file = target / "source_module_manifest.json" if rng.random() < 0.6 and (target / "source_module_manifest.json").is_file() else rng.choice(files)
            try:
                value = json.loads(file.read_bytes())
            except (ValueError, RecursionError):
                return
            text = json.dumps(triggered(rng, value) if type(value) in (dict, list) else value, ensure_ascii=rng.random() < 0.5)
            _write(file, text.encode("utf-8", "surrogatepass"))


def _pipes(folder, names):
    return [n for n in names if pathlib.Path(folder, n).is_fifo() or _is_large(pathlib.Path(folder, n))]


def _is_large(path):
    return path.is_file() and not path.is_symlink() and path.stat().st_size > 8 << 20


def _write(path, data):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(data)
    except (OSError, ValueError):
        pass  # a link or a file stands where the folder would


def raw(rng, line):
    """A request line with something that is no strict JSON somewhere in its input."""
    text = line.decode("utf-8")
    at = [i for i, c in enumerate(text) if c in ",{[" and i > text.find('"input"')]
    if not at:
        return line
    i = rng.choice(at)
    flaw = rng.choice(('"x_a":1,"x_a":2', '"x_n":NaN', '"x_i":-Infinity', '"x_s":"\\ud800"', '"x_e":1e400', '"x_z":01', '"x_d":' + "[" * 80 + "]" * 80,
                       '"pid":1,"pid":2', "NaN", '"\\udc00"', "1,", "nul"))
    sign = text[i]
    return (text[:i + 1] + flaw + ("," if text[i + 1] not in "}]" else "") + text[i + 1:] if sign != "," else text[:i] + "," + flaw + text[i:]).encode()
