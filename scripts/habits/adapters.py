"""Adapters in this process: the right one, the right one that is watched, and wrong ones.

An adapter is its modules, imported anew with the code of some of them changed, and fed lines as a harness would.
"""

import builtins
import importlib.abc
import importlib.util
import io
import sys
import types

import catalogue
import sites

_NAMES = {name.removesuffix(".py") for name in sites.FILES}


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules whose code is changed."""

    def __init__(self, codes):
        self.codes = codes

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if f"{name}.py" in self.codes else None

    def exec_module(self, module):
        exec(self.codes[f"{module.__name__}.py"], module.__dict__)


def load(codes):
    """The adapter's module, of modules with that code."""
    for name in _NAMES:
        sys.modules.pop(name, None)
    finder = _Finder(codes)
    sys.meta_path.insert(0, finder)
    sys.path.insert(0, str(sites.ADAPTER))
    try:
        return importlib.import_module("adapter")
    finally:
        sys.meta_path.remove(finder)
        sys.path.remove(str(sites.ADAPTER))


def converse(adapter, lines, hear):
    """Feeds an adapter's main lines of bytes, one after the other; hear(index, answer) is told each answer, bytes
    without the line end, and ends the talk where it returns true."""
    said = io.BytesIO()

    def feed():
        for index, line in enumerate(lines):
            said.seek(0)
            said.truncate()
            yield line
            if hear(index, said.getvalue().rstrip(b"\n")):
                return

    streams = sys.stdin, sys.stdout, sys.argv
    sys.stdin, sys.argv = types.SimpleNamespace(buffer=feed()), ["adapter.py"]
    sys.stdout = types.SimpleNamespace(buffer=said)
    try:
        adapter.main()
    finally:
        sys.stdin, sys.stdout, sys.argv = streams


def _namespace():
    space = {}
    exec(catalogue.PRELUDE, space)
    return space


def _compiled(parameters, edit):
    return eval(f"lambda {parameters}: ({edit})", _namespace())


_EDITS = {(name, kind): _compiled("v", edit) for _, name, kind, edit in catalogue.VALUES}
_BY_TYPE = {}
for _row, _name, _type, _edit in catalogue.VALUES:
    _BY_TYPE.setdefault(_type, []).append((_row, _name))
_COMPARE = {op: {name: _compiled("a, b", edit) for _, name, edit in habits} for op, habits in catalogue.COMPARISONS.items()}
_RIGHT = {op: _compiled("a, b", edit) for op, edit in catalogue.COMPARED.items()}
_DECODE = {name: _compiled("v", edit) for _, name, edit in catalogue.DECODINGS}


def _other(right, edit, *arguments):
    try:
        wrong = edit(*arguments)
    except Exception:
        return False
    return type(wrong) is not type(right) or wrong != right


_seen = {}
_MANY = 2_000  # evaluations of a place in a part, behind which a list of a size that was there is taken for known
_SIMPLE = {str, bytes, int, float, bool, type, type(None)}


class Kinds:
    """Finds what can be made: which habits fit at which place, by the values that come by."""

    def __init__(self):
        self.found = {}  # (file, place, habit) to its row, in the order in which they were found
        self._known = set()

    def _note(self, file, place, kind, habits):
        if (file, place, kind) not in self._known:
            self._known.add((file, place, kind))
            for row, name in habits:
                self.found.setdefault((file, place, name), row)

    def functions(self, file, operators):
        """The functions that stand around the places of a module."""
        def value(place, v):
            kind = type(v).__name__
            if kind in _BY_TYPE:
                self._note(file, place, kind, _BY_TYPE[kind])
            return v

        def compare(place, a, b):
            self._note(file, place, "", [(row, name) for row, name, _ in catalogue.COMPARISONS[operators[place]]])
            return _RIGHT[operators[place]](a, b)

        def condition(place, *thunks):
            self._note(file, place, "", [(catalogue.CONDITION[0], f"condition {i + 1} left out") for i in range(len(thunks))])
            return _joined(operators[place], thunks)

        def decode(place, v, right):
            self._note(file, place, "", [(row, name) for row, name, _ in catalogue.DECODINGS])
            return right()

        def function(place):
            self._note(file, place, "", [(row, name) for row, name, _ in catalogue.MEMORIES])
            return lambda f: f

        return _named(value, compare, condition, decode, function)


class Watch:
    """Finds the questions in which a chosen habit changes a value: in no other can it change an answer.

    Of each habit at a place it keeps the first questions of each part, up to a bound. What is evaluated while the
    modules are imported counts for every question: the place is then in always.
    """

    def __init__(self, chosen, bound, only=None):
        """With only, a part looks for the habits of those names alone."""
        self.bound = bound
        self.only = only or {}
        self.part = self.question = None
        self.hits = {key: {} for key in chosen}  # (file, place, habit) to {part: [question]}
        self.always = set()
        self.places = {}  # file to place to the names of the habits that are still looked for
        self._rows = {key[2]: None for key in chosen}
        for file, place, name in chosen:
            self.places.setdefault(file, {}).setdefault(place, []).append(name)
        self._open = {}
        self.start(None, None)

    def start(self, part, question):
        if part != self.part or not self._open:
            only = self.only.get(part)
            self._open = {file: {place: [n for n in names if only is None or n in only] for place, names in places.items()}
                          for file, places in self.places.items()}
            self._sizes = {}
        self.part, self.question = part, question

    def _hit(self, file, place, name):
        key = file, place, name
        if self.question is None:
            self.always.add(key)
            return
        questions = self.hits[key].setdefault(self.part, [])
        if not questions or questions[-1] != self.question:
            questions.append(self.question)
        if len(questions) >= self.bound:
            self._open[file][place].remove(name)

    def functions(self, file, operators):
        """The functions that stand around the places of a module."""
        hit = self._hit

        def value(place, v):
            names = self._open[file][place]
            if not names:
                return v
            kind = type(v).__name__
            if kind not in _BY_TYPE:
                return v
            if type(v) in _SIMPLE:
                key = place, kind, v
                known = _seen.setdefault(file, {}).get(key)
                if known is None:
                    known = [name for name in self.places[file][place] if (name, kind) in _EDITS and _other(v, _EDITS[name, kind], v)]
                    if not (hasattr(v, "__len__") and len(v) > 1_000):
                        _seen[file][key] = known
                for name in known:
                    if name in names:
                        hit(file, place, name)
                return v
            sizes = self._sizes.setdefault((file, place), set())
            if len(sizes) > _MANY and len(v) in sizes:
                return v
            sizes.add(len(v) if len(sizes) > _MANY else len(sizes) + (1 << 40))
            for name in list(names):
                edit = _EDITS.get((name, kind))
                if edit and _other(v, edit, v):
                    hit(file, place, name)
            return v

        def compare(place, a, b):
            op = operators[place]
            right = _RIGHT[op](a, b)
            for name in list(self._open[file][place]):
                if _other(right, _COMPARE[op][name], a, b):
                    hit(file, place, name)
            return right

        def condition(place, *thunks):
            right = _joined(operators[place], thunks)
            for name in list(self._open[file][place]):
                i = int(name.split()[1]) - 1
                try:
                    changes = bool(_joined(operators[place], thunks[:i] + thunks[i + 1:])) != bool(right) or type(right) is not bool
                except Exception:
                    changes = True
                if changes:
                    hit(file, place, name)
            return right

        def decode(place, v, right):
            try:
                text = right()
            except UnicodeDecodeError:
                text = None
            for name in list(self._open[file][place]):
                if _other(text, _DECODE[name], v):
                    hit(file, place, name)
            return right()

        def function(place):
            def around(f):
                def watched(*arguments, **named):
                    for name in list(self._open[file][place]):
                        hit(file, place, name)
                    return f(*arguments, **named)
                return watched
            return around

        return _named(value, compare, condition, decode, function)


def _named(value, compare, condition, decode, function):
    return {"_habit_value": value, "_habit_compare": compare, "_habit_condition": condition, "_habit_decode": decode,
            "_habit_function": function}


def _joined(operator, thunks):
    result = operator == "And"
    for thunk in thunks:
        result = thunk()
        if bool(result) != (operator == "And"):
            return result
    return result


def _operators(name):
    found = {}
    for place, (kind, node) in enumerate(sites.sites(sites.ast.parse(sites.source(name)))):
        if kind == "compare":
            found[place] = type(node.ops[0]).__name__
        elif kind == "condition":
            found[place] = type(node.op).__name__
    return found


_INJECT = "\nimport builtins as _habit_builtins\nglobals().update(_habit_builtins._habits[{name!r}])\n"


def watched(watcher, places=None):
    """The right adapter with a watcher's functions around its places (None: all), by file."""
    builtins._habits = {name: watcher.functions(name, _operators(name)) for name in sites.FILES}
    wanted = {name: None for name in sites.FILES} if places is None else places
    return load({name: sites.changed(name, _INJECT.format(name=name), where) for name, where in wanted.items()})


def wrong(file, place, habit):
    """The adapter with one habit at one place."""
    builtins._habits = {file: _wrong_functions(habit, _operators(file).get(place))}
    return load({file: sites.changed(file, _INJECT.format(name=file), {place})})


def _wrong_functions(habit, operator):
    def value(place, v):
        edit = _EDITS.get((habit, type(v).__name__))
        if edit is None:
            return v
        try:
            return edit(v)
        except Exception:
            return v

    def compare(place, a, b):
        try:
            return _COMPARE[operator][habit](a, b)
        except Exception:
            return _RIGHT[operator](a, b)

    def condition(place, *thunks):
        out = int(habit.split()[1]) - 1
        return _joined(operator, thunks[:out] + thunks[out + 1:])

    def decode(place, v, right):
        return _DECODE[habit](v)

    def function(place):
        key = next(edit for _, name, edit in catalogue.MEMORIES if name == habit)
        remember = _compiled("arguments", key)

        def around(f):
            kept = {}

            def with_memory(*arguments, **named):
                by = remember(arguments)
                if by not in kept:
                    kept[by] = f(*arguments, **named)
                return kept[by]
            return with_memory
        return around

    return _named(value, compare, condition, decode, function)
