"""Mutants: what a declaration would say with one thing in its effect changed.

Guarantee: `mutants` is a pure function of the declarations; no two mutants of a declaration change the same line
into the same words; each one's words can be read. What a mutant means, and whether the checker takes it, is
found out by `mutated`.

All changes are made by the operators of one table (`dsl/mutation_operators.py`), each of which is asked for every
node of every clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import NoneType
from typing import Any, TypeAlias, get_args, get_type_hints

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.declarations import Context, Declarations, lines_with_context
from dsl.diagnostics import Bag
from dsl.game_builder import GameBuilder
from dsl.mutation_operators import CLAUSES, OPERATORS, Change, Names, Operator, with_field
from dsl.parse import parse
from dsl.pretty import clause
from dsl.source import NOWHERE, Source, Span

Target: TypeAlias = s.Declaration | s.TableDeclaration


@dataclass(frozen=True)
class Mutant:
    """One change of one line of a declaration.

    `before` and `after` are the sentence as it is and as it would be (the empty string if it is dropped), `span` is
    the place of what is changed in it. `context` says where the `line` holds; `changed` is the whole declaration as
    it would be."""

    target: str
    operator: str
    span: Span
    before: str
    after: str
    line: s.Line | s.TableDeclaration = field(compare=False, repr=False)
    context: Context = field(compare=False)
    changed: Target = field(compare=False, repr=False)


# ---- the changes of a tree -------------------------------------------------------------------------------


@cache
def _optional(cls: str) -> frozenset[str]:
    """The fields of a class of nodes that may be None."""
    hints = get_type_hints(getattr(s, cls), vars(s))
    return frozenset(name for name, hint in hints.items() if NoneType in get_args(hint))


def _changes(
    node: s.Node, names: Names, operators: tuple[Operator, ...]
) -> Iterator[tuple[str, Change]]:
    """Every change of a node and of what is in it, with the operator's name: what is further out comes first."""
    for operator in operators:
        yield from ((operator.name, x) for x in operator.changes(node, names))
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, s.Node):
            for name, (new, at) in _changes(value, names, operators):
                if new is not None or f.name in _optional(type(node).__name__):
                    yield from ((name, x) for x in with_field(node, f.name, new, at=_known(at, node)))
        elif isinstance(value, tuple):
            for i, item in enumerate(value):
                if not isinstance(item, s.Node):
                    continue
                for name, (new, at) in _changes(item, names, operators):
                    rest = (*value[:i], *([] if new is None else [new]), *value[i + 1 :])
                    yield from ((name, x) for x in with_field(node, f.name, rest, at=_known(at, node)))


def _known(at: Span, node: s.Node) -> Span:
    """A place; that of the node around it where there is none."""
    return node.span if at == NOWHERE else at


def _readable(text: str) -> bool:
    """Whether the words of a mutant could have been written."""
    bag = Bag()
    parse(Source("mutant", text), bag)
    return not bag.found


_Rebuild: TypeAlias = Callable[[tuple[s.Line, ...]], tuple[s.Line, ...]]


def _spots(lines: tuple[s.Line, ...]) -> Iterator[tuple[s.Line, _Rebuild]]:
    """Every clause, in blocks too, with what puts other lines into its place."""
    for i, line in enumerate(lines):

        def put(new: tuple[s.Line, ...], i: int = i) -> tuple[s.Line, ...]:
            return (*lines[:i], *new, *lines[i + 1 :])

        if isinstance(line, s.ModeBlock | s.UnderBlock):
            for inner, rebuild in _spots(line.lines):

                def within(
                    new: tuple[s.Line, ...],
                    block: s.ModeBlock | s.UnderBlock = line,
                    rebuild: _Rebuild = rebuild,
                    put: _Rebuild = put,
                ) -> tuple[s.Line, ...]:
                    return put((replace(block, lines=rebuild(new)),))

                yield inner, within
        elif isinstance(line, CLAUSES):
            yield line, put


def mutants(
    d: Declarations, name: str, operators: tuple[Operator, ...] = OPERATORS
) -> tuple[Mutant, ...]:
    """All mutants of a kind, a scoring or a table that some operators make, in the order of their lines; those that
    the checker would reject are among them."""
    if name in d.tables:
        return tuple(_of_table(d, name, operators))
    return tuple(_of_declaration(d, name, operators))


def _of_table(d: Declarations, name: str, operators: tuple[Operator, ...]) -> Iterator[Mutant]:
    decl = d.tables[name]
    names, seen = Names(d, tuple(d.modes)), {clause(decl)}
    for operator, (table, at) in _changes(decl.table, names, operators):
        if isinstance(table, s.TableLiteral):
            changed = replace(decl, table=table)
            after = clause(changed)
            if after not in seen and _readable(after):
                yield Mutant(name, operator, at, clause(decl), after, decl, Context(), changed)
            seen.add(after)


def _of_declaration(d: Declarations, name: str, operators: tuple[Operator, ...]) -> Iterator[Mutant]:
    decl = declaration(d, name)
    assert isinstance(decl, s.Declaration)
    contexts = {id(line): context for line, context in lines_with_context(decl.lines, Context())}
    for line, put in _spots(decl.lines):
        context = contexts.get(id(line))
        if context is None:  # it holds nowhere
            continue
        names = Names(d, (context.mode,) if context.mode is not None else d.kind_modes[name])
        before = clause(line)
        seen = {before}
        for operator, (new, at) in _changes(line, names, operators):
            lines: Any = () if new is None else (new,)
            changed = replace(decl, lines=put(lines))
            after = " ".join(map(clause, lines))
            if after not in seen and _readable(f'scoring mutant "" {{ {after} }}'):
                yield Mutant(name, operator, _known(at, line), before, after, line, context, changed)
            seen.add(after)


# ---- what a mutant means ---------------------------------------------------------------------------------


def declaration(d: Declarations, name: str) -> Target:
    """The declaration of a kind, a scoring or a table. Raises `KeyError` if there is none of that name."""
    found: Mapping[str, Target]
    for found in (d.kinds, d.scorings, d.tables):
        if name in found:
            return found[name]
    raise KeyError(name)


def modes_of(d: Declarations, mutant: Mutant) -> tuple[str, ...]:
    """The modes in which a mutant may mean something else."""
    if mutant.context.mode is not None:
        return (mutant.context.mode,)
    return d.kind_modes.get(mutant.target, tuple(d.modes))


def mutated(spec: Specification, mutant: Mutant) -> Specification | None:
    """The specification with a mutant in place of its declaration; None if the checker rejects it.

    Nothing is read again: a mutant declares the same names in the same modes."""
    d = spec.declarations
    changed: Any = mutant.changed
    if isinstance(changed, s.TableDeclaration):
        d = replace(d, tables={**d.tables, mutant.target: changed})
    elif mutant.target in d.kinds:
        d = replace(d, kinds={**d.kinds, mutant.target: changed})
    else:
        d = replace(d, scorings={**d.scorings, mutant.target: changed})
    bag = Bag()
    for mode in modes_of(d, mutant):
        GameBuilder(d, mode, spec.defaults, frozenset(), bag, everything=True).game()
        if bag.errors:
            return None
    return Specification(d, spec.files, spec.folders)


def contexts(d: Declarations, mutant: Mutant) -> tuple[Context, ...]:
    """Where a mutant counts: modes, with the readings under which its line holds (defaults where none is named);
    if the line asks for readings itself, each of these. For a table: where it is looked up."""
    found: list[Context] = []
    if isinstance(mutant.changed, s.TableDeclaration):
        for name, decl in [*d.kinds.items(), *d.scorings.items()]:
            for line, context in lines_with_context(decl.lines, Context()):
                nodes = [*_nodes(line)]
                if any(isinstance(x, s.LookUp) and x.table.name == mutant.target for x in nodes):
                    found += _in_modes(d, context, d.kind_modes[name], nodes)
    else:
        found += _in_modes(d, mutant.context, modes_of(d, mutant), [*_nodes(mutant.line)])
    unique = {(x.mode, tuple(sorted(x.readings.items()))): x for x in found}
    return tuple(unique.values())


def _nodes(x: object) -> Iterator[s.Node]:
    """A node and every node inside it."""
    if isinstance(x, tuple):
        for item in x:
            yield from _nodes(item)
    elif isinstance(x, s.Node):
        yield x
        for f in fields(x):
            yield from _nodes(getattr(x, f.name))


def _in_modes(
    d: Declarations, context: Context, modes: Iterable[str], nodes: Iterable[s.Node]
) -> Iterator[Context]:
    asked = {x.ruling.name: None for x in nodes if isinstance(x, s.ReadingIs)}
    choices: list[dict[str, str]] = [{}]
    for ruling in asked:
        if ruling not in context.readings:
            choices = [{**x, ruling: r} for x in choices for r in d.rulings[ruling].names()]
    for mode in modes:
        if context.mode in (None, mode):
            yield from (Context(mode, {**context.readings, **x}) for x in choices)


def looked_up(d: Declarations, name: str) -> tuple[str, ...]:
    """The tables that a kind or a scoring looks up, in the order of their declarations."""
    decl = declaration(d, name)
    assert isinstance(decl, s.Declaration)
    used = {x.table.name for line, _ in _spots(decl.lines) for x in _nodes(line) if isinstance(x, s.LookUp)}
    return tuple(t for t in d.tables if t in used)
