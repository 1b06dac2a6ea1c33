"""Core to readable Python source.

Guarantee: the source of a core expression computes its value on a `View` of any complete city; every node has
a translation. Nothing of the author's text reaches the source but names checked by the grammar and text
behind a `#` on a line of its own, so that compiling it runs no one's code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from dsl import core as c
from dsl.code_writer import CodeWriter
from dsl.view import View, look_up

Function = Callable[[View, int], int]
_OPERATOR = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_BUILTINS = {
    "sum": sum, "len": len, "min": min, "max": max, "any": any, "all": all, "frozenset": frozenset,
}  # fmt: skip


class _Writer(CodeWriter):
    """Writes one module."""

    def kinds(self, label: str, kinds: frozenset[str]) -> str:
        listed = ", ".join(repr(k) for k in sorted(kinds))
        return self.constant(label, f"frozenset({{{listed}}})")

    # -- domains

    def quoted(self, word: str) -> str:
        return repr(word)

    def at(self, var: str, p: c.Place) -> str:
        match p:
            case c.Other(ref):
                return f"{var} != {self.ref(ref)}"
            case c.Through(ref):
                return f"{self.ref(ref)} in {var}"
            case _:
                return f"{self.ref(var)} in {self.place(p)}"

    def through(self, ref: str) -> str:
        return f"[r for r in city.regions('line') if {ref} in r]"

    def all_but(self, ref: str) -> str:
        return f"[x for x in city.spaces if x != {ref}]"

    def loop(self, domain: c.Domain, var: str, where: c.Bool) -> str:
        base, tests = self.source(domain, var, where)
        tail = f" if {' and '.join(tests)}" if tests else ""
        return f"for {var} in {base}{tail}"

    def test(self, var: str, where: c.Bool) -> str:
        return f"lambda {var}: {self.boolean(where)}"

    # -- integers

    def integer(self, e: c.Int) -> str:
        match e:
            case c.Num(value):
                return str(value) if value >= 0 else f"({value})"
            case c.Add(args):
                return f"({' + '.join(self.integer(a) for a in args)})".replace("+ (-", "- (")
            case c.Scale(factor, arg):
                return f"{factor if factor >= 0 else f'({factor})'} * {self.integer(arg)}"
            case c.Product(args):
                return f"({' * '.join(self.integer(a) for a in args)})"
            case c.Divide(op, arg, by):
                return f"({self.integer(arg)} {'//' if op == '/' else '%'} {by})"
            case c.Extreme(op, args):
                return f"{op}({', '.join(self.integer(a) for a in args)})"
            case c.Choose(condition, then, otherwise):
                a, b = self.integer(then), self.integer(otherwise)
                return f"({a} if {self.boolean(condition)} else {b})"
            case c.Lookup(table, args):
                name = self.constant(table.name or "table", repr(table.rows))
                at = ", ".join(self.integer(a) for a in args)
                return f"look_up({name}, {table.start!r}, {at})"
            case c.Total(var, domain, where, value):
                return f"sum({self.integer(value)} {self.loop(domain, var, where)})"
            case c.Best(op, var, domain, where, value):
                return f"{op}(({self.integer(value)} {self.loop(domain, var, where)}), default=0)"
            case c.Different(var, domain, where, classes):
                listed = ", ".join(self.kinds(label, kinds) for label, kinds in classes)
                return f"city.different(({var} {self.loop(domain, var, where)}), ({listed},))"
            case c.LongestRun(region, lines, var, where):
                through = f"[{region}]" if lines is None else self.regions(lines, region)
                return f"city.longest_run({through}, {self.test(var, where)})"
            case c.RunThrough(at, line, var, where):
                return f"city.run_through({self.ref(at)}, {line!r}, {self.test(var, where)})"
            case c.Distance(start, end):
                return f"city.distance({self.ref(start)}, {self.ref(end)})"
            case c.Floors(at):
                return f"city.floors({self.ref(at)})"
            case c.Printed(at, what):
                return f"city.printed({self.ref(at)}{f', {what!r}' if what else ''})"
            case c.Seated(at, resource):
                return f"city.seated({self.ref(at)}, {resource!r})"
            case c.CityUnits(what, resource):
                return f"city.{what}({resource!r})"
            case c.Measure(what, name):
                return f"measure({what!r}, {name!r})"
            case _:
                assert_never(e)

    def regions(self, lines: c.Domain, var: str) -> str:
        base, tests = self.source(lines, var, c.Truth(True))
        return base if not tests else f"[{var} for {var} in {base} if {' and '.join(tests)}]"

    # -- conditions

    def boolean(self, e: c.Bool) -> str:
        match e:
            case c.Truth(value):
                return str(value)
            case c.Not(arg):
                return f"(not {self.boolean(arg)})"
            case c.All(args):
                return f"({' and '.join(self.boolean(a) for a in args)})"
            case c.Any(args):
                return f"({' or '.join(self.boolean(a) for a in args)})"
            case c.Compare(op, left, right):
                return f"{self.integer(left)} {_OPERATOR[op]} {self.integer(right)}"
            case c.Some(var, domain, where):
                base, tests = self.source(domain, var, where)
                return f"any({' and '.join(tests) or 'True'} for {var} in {base})"
            case c.Every(var, domain, where):
                base, tests = self.source(domain, var, c.Truth(True))
                tail = f" if {' and '.join(tests)}" if tests else ""
                return f"all({self.boolean(where)} for {var} in {base}{tail})"
            case c.IsKind(at, kinds, label):
                return f"city.kind({self.ref(at)}) in {self.kinds(label, kinds)}"
            case c.Is(at, state):
                return f"city.{state}({self.ref(at)})"
            case c.Here(at, place):
                return self.at(self.ref(at), place)
            case c.Connected(a, b, var, where):
                return f"{self.ref(b)} in city.group({self.ref(a)}, {self.test(var, where)})"
            case _:
                assert_never(e)


def _comment(text: str) -> Iterator[str]:
    # `splitlines` knows more ends of lines than Python's own reader, so no line is ended behind our back.
    for line in text.replace("\0", " ").splitlines() or [""]:
        yield f"# {line}".rstrip()


def module_source(title: str, functions: Mapping[str, tuple[str, c.Int]]) -> str:
    """The source of a module: for each function its comment (the rule as written) and its value."""
    writer = _Writer()
    bodies = []
    for name, (comment, value) in functions.items():
        lines = [*_comment(comment), f"def {name}(city, here):", f"    return {writer.integer(value)}"]
        bodies.append("\n".join(lines))
    constants = [f"{name} = {text}" for name, text in writer.constants.items()]
    head = "\n".join(_comment(title))
    return "\n\n\n".join([x for x in (head, "\n".join(constants)) if x] + bodies) + "\n"


def compile_module(
    title: str, functions: Mapping[str, tuple[str, c.Int]], extra: Mapping[str, object] | None = None
) -> dict[str, Function]:
    """Compile the functions; each takes a `View` and the space called `self`, and gives VP (or units)."""
    scope: dict[str, object] = {"__builtins__": _BUILTINS, "look_up": look_up, **(extra or {})}
    shown = title.replace("\0", " ")
    exec(compile(module_source(title, functions), f"<{shown}>", "exec"), scope)
    return {name: scope[name] for name in functions}  # type: ignore[misc]
