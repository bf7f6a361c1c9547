"""The mistakes: every place in a module's functions where a small change makes another program."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
WORDS = {"N_", "NN_", "Message", "Reason"}  # texts have tests of their own, and no rule hangs on them


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, and what it reads like."""

    path: str  # of the module, from the top of the repository
    function: str  # "play" or "Turn.legal"
    lines: tuple[int, int]  # of the statement it is in: a test that reaches none of them cannot notice
    place: int  # number of the changed node in a walk over the tree
    variant: int
    before: str
    after: str
    text: str  # the statement's first line
    nth: int = 0  # the same change on the same text a second time

    @property
    def key(self) -> str:
        """Names it without line numbers, so that the name lasts when lines above are edited."""
        again = f" #{self.nth + 1}" if self.nth else ""
        return f"{self.path} {self.function} | {self.text} | {self.before} -> {self.after}{again}"


def mutants(path: Path, root: Path) -> list[Mutant]:
    """All changes of the module's functions, in the order of its text."""
    source = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(source), source.splitlines()
    places = {id(node): number for number, node in enumerate(ast.walk(tree))}
    out: list[Mutant] = []
    seen: dict[str, int] = {}
    for name, function in functions(tree):
        for node, statement in nodes(function):
            for variant, changed in enumerate(changes(node)):
                mutant = Mutant(
                    path.relative_to(root).as_posix(),
                    name,
                    span(statement),
                    places[id(node)],
                    variant,
                    ast.unparse(node).splitlines()[0],
                    ast.unparse(changed).splitlines()[0],
                    lines[statement.lineno - 1].strip(),
                )
                nth = seen.get(mutant.key, 0)
                seen[mutant.key] = nth + 1
                out.append(Mutant(**{**mutant.__dict__, "nth": nth}))
    return out


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def nodes(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Every node that may be changed, with the statement it is in. Annotations, assertions and texts are left alone."""
    todo: list[tuple[ast.AST, ast.stmt]] = [(child, child) for child in reversed(function.body)]
    while todo:
        node, statement = todo.pop()
        if isinstance(node, ast.Assert | ast.Raise) or (is_text(node) and not isinstance(node, ast.stmt)):
            continue
        yield node, statement
        for name, value in reversed(list(ast.iter_fields(node))):
            if name in ("annotation", "returns", "op", "ops", "ctx"):
                continue
            for child in reversed(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST):
                    todo.append((child, child if isinstance(child, ast.stmt) else statement))


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS


def span(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement without those of the statements inside it."""
    body = getattr(statement, "body", None)
    last = statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, body[0].lineno - 1) if body else last


def changes(node: ast.AST) -> list[ast.AST]:
    """What could stand there by mistake."""
    match node:
        case ast.Compare(ops=[op]):
            return [_with(node, ops=[other()]) for other in COMPARISONS[type(op)]]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            out = [_with(node, op=ARITHMETIC[type(op)]())]
            return [*out, ast.Pass()] if isinstance(node, ast.AugAssign) else out
        case ast.BoolOp(op=op):
            return [_with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())]
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return [inner]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return []  # -1 is changed as the constant that it is
        case ast.Constant(value=bool(value)):
            return [ast.Constant(not value)]
        case ast.Constant(value=int(value)):
            return [ast.Constant(value + 1), *([ast.Constant(value - 1)] if value > 0 else [])]
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(
            test, ast.Compare | ast.UnaryOp
        ):
            return [_with(node, test=ast.UnaryOp(ast.Not(), test))]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Expr(value=ast.Call()):
            return [ast.Pass()]
        case ast.Break():
            return [ast.Continue()]
        case ast.Continue():
            return [ast.Break()]
    return []


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


class _Swap(ast.NodeTransformer):
    def __init__(self, target: ast.AST, changed: ast.AST) -> None:
        self.target, self.changed = target, changed

    def visit(self, node: ast.AST) -> ast.AST:
        return self.changed if node is self.target else self.generic_visit(node)


def code_of(mutant: Mutant, root: Path) -> CodeType:
    """The changed function, compiled."""
    path = root / mutant.path
    tree = ast.parse(path.read_text(encoding="utf-8"))
    target = list(ast.walk(tree))[mutant.place]
    changed = ast.copy_location(changes(target)[mutant.variant], target)
    compiled = compile(  # type: ignore[call-overload]
        ast.fix_missing_locations(_Swap(target, changed).visit(tree)), str(path), "exec", dont_inherit=True
    )
    code = compiled
    for name in mutant.function.split("."):
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
    return code  # type: ignore[no-any-return]
