"""Where habits can be put: the places of a module, and the module with something put there."""

import ast
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ADAPTER = ROOT / "testdata" / "adapters" / "python"
FILES = sorted(p.name for p in ADAPTER.glob("tspi_*.py")) + ["adapter.py"]


def source(name):
    return (ADAPTER / name).read_text(encoding="utf-8")


def sites(tree):
    """(kind, node) of each place in a fixed order; a kind is value, constant, compare, condition, decode or function."""
    held = set()  # what is never evaluated where it stands
    for node in ast.walk(tree):
        for field in ("annotation", "returns", "decorator_list", "bases"):
            part = getattr(node, field, None)
            for one in part if type(part) is list else [part]:
                if isinstance(one, ast.AST):
                    held.update(map(id, ast.walk(one)))
        if isinstance(node, ast.JoinedStr):
            held.update(map(id, ast.walk(node)))
        if isinstance(node, ast.Call):
            held.add(id(node.func))
    found = []
    for node in ast.walk(tree):
        if id(node) in held:
            continue
        kind = _kind(node)
        if kind:
            found.append((kind, node))
    return found


def _kind(node):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "decode":
        return "decode"
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.ListComp, ast.SetComp, ast.DictComp)):
        return "value" if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) else None
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return "constant"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and not _binds(node):
        return "compare"
    if isinstance(node, ast.BoolOp) and not _binds(node):
        return "condition"
    if isinstance(node, ast.FunctionDef) and not any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(node)):
        return "function"
    return None


def _binds(node):
    """Whether names are bound inside, which a function put around it would hide."""
    return any(isinstance(n, ast.NamedExpr) for n in ast.walk(node))


class _Change(ast.NodeTransformer):
    def __init__(self, changes):
        self.changes = changes

    def visit(self, node):
        change = self.changes.get(id(node))
        node = self.generic_visit(node)
        return change(node) if change else node


def _call(function, place, *arguments):
    return ast.Call(ast.Name(function, ast.Load()), [ast.Constant(place), *arguments], [])


def _thunk(node):
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, node)


def _around(kind, place):
    """What is put around a node of a kind: a call of a function that the prelude defines."""
    def change(node):
        if kind in ("value", "constant"):
            return _call("_habit_value", place, node)
        if kind == "decode":
            return _call("_habit_decode", place, node.func.value, _thunk(node))
        if kind == "compare":
            return _call("_habit_compare", place, node.left, node.comparators[0])
        if kind == "condition":
            return _call("_habit_condition", place, *map(_thunk, node.values))
        node.decorator_list.append(ast.Call(ast.Name("_habit_function", ast.Load()), [ast.Constant(place)], []))
        return node
    return change


def changed(name, prelude, places):
    """The code of a module with calls of the prelude's functions at those places (None: at all)."""
    tree = ast.parse(source(name))
    found = sites(tree)
    changes = {id(node): _around(kind, place) for place, (kind, node) in enumerate(found) if places is None or place in places}
    tree = _Change(changes).visit(tree)
    at = next(i for i, n in enumerate(tree.body)
              if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))
              and not (isinstance(n, ast.ImportFrom) and n.module == "__future__"))
    tree.body[at:at] = ast.parse(prelude).body
    return compile(ast.fix_missing_locations(tree), str(ADAPTER / name), "exec")
