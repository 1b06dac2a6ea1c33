"""The grammar as shapes to be drawn: sequences, choices, options and loops, made of `dsl/grammar.lark` itself.

Guarantee: a shape stands for the same texts as the rules that it is made of, as Lark's own loader reads them. Rules
that have no diagram are drawn where they are used, so that nothing that can be written is left out. What is
simplified is how it is said: recursion to one side becomes a loop, what alternatives have in common stands once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TypeAlias

from lark import Token, Tree
from lark.load_grammar import load_grammar


@dataclass(frozen=True)
class Word:
    """A word or sign, as it is written."""

    text: str


@dataclass(frozen=True)
class Sort:
    """Any text of a terminal: `NAME`, `INT`, `STRING`, ... `says` is what a name is of, where that is known."""

    name: str
    says: str = ""


@dataclass(frozen=True)
class Ref:
    """What another diagram draws, by its key."""

    key: str


@dataclass(frozen=True)
class Seq:
    """One after the other; of nothing: nothing at all."""

    items: tuple[Shape, ...] = ()


@dataclass(frozen=True)
class Choice:
    """One of several."""

    items: tuple[Shape, ...]


@dataclass(frozen=True)
class Many:
    """Once or more often, with something between each two."""

    item: Shape
    between: Shape = Seq()


Shape: TypeAlias = Word | Sort | Ref | Seq | Choice | Many
NOTHING = Seq()
Node: TypeAlias = "Tree[Token]"


class Unknown(Exception):
    """A key that no rule or alternative of the grammar has, or a rule that runs in circles without a diagram."""


def opt(item: Shape) -> Shape:
    """Once or not at all."""
    return Choice((NOTHING, item))


@dataclass(frozen=True)
class Alternative:
    """One way to write a rule: the key under which it can have a diagram of its own, and what is written."""

    key: str
    tree: Node

    def names(self) -> int:
        """How many names it has."""
        return sum(1 for x in self.tree.scan_values(lambda x: _name(x) == "NAME"))


class Grammar:
    """The rules and terminals of the grammar."""

    def __init__(self, text: str) -> None:
        """Of a grammar in Lark's notation."""
        found, _ = load_grammar(text, "grammar.lark", [], False)  # type: ignore[no-untyped-call]
        self.rules: dict[str, tuple[Alternative, ...]] = {
            str(name): tuple(_alternatives(str(name), tree)) for name, _, tree, _ in found.rule_defs
        }
        self.terminals: dict[str, Node] = {
            str(name): tree for name, (tree, _) in found.term_defs if not str(name).startswith("__")
        }
        self.ignored = frozenset(str(x) for x in found.ignore)

    @cached_property
    def known(self) -> frozenset[str]:
        """Everything that can have a diagram: rules, and alternatives that have a name (`rule.name`)."""
        return frozenset(self.rules) | {a.key for alternatives in self.rules.values() for a in alternatives}

    def words(self) -> frozenset[str]:
        """Every word that consists of letters, wherever it stands in the grammar."""
        trees = [a.tree for alternatives in self.rules.values() for a in alternatives] + list(
            self.terminals.values()
        )
        found = {_literal(t) for tree in trees for t in tree.iter_subtrees() if t.data == "literal"}
        return frozenset(x for x in found if x[0].isalpha())


@cache
def grammar() -> Grammar:
    """The grammar of the rules language."""
    return Grammar(files("dsl").joinpath("grammar.lark").read_text("utf-8"))


def _alternatives(rule: str, tree: Node) -> Iterator[Alternative]:
    for child in tree.children:
        assert isinstance(child, Tree)
        if child.data == "alias":
            body, alias = child.children
            assert isinstance(body, Tree)
            yield Alternative(f"{rule}.{_name(alias)}" if alias is not None else rule, body)
        else:
            yield Alternative(rule, child)


def _name(x: object) -> str:
    return str(getattr(x, "name", x))


def _literal(tree: Node) -> str:
    return str(tree.children[0])[1:-1]


# ---- from rules to shapes --------------------------------------------------------------------------------


class Drawing:
    """Shapes of a grammar, given which keys have a diagram: `diagrams` maps each key to that of its diagram, and
    `names` says what the names in an alternative are of, in their order."""

    def __init__(
        self, grammar: Grammar, diagrams: Mapping[str, str], names: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        self.grammar = grammar
        self.diagrams = dict(diagrams)
        self.names = dict(names or {})
        for key in (*self.diagrams, *self.names):
            if key not in grammar.known:
                raise Unknown(f"the grammar has no `{key}`")
        for key, said in self.names.items():
            found = max(a.names() for x in grammar.rules.values() for a in x if a.key == key)
            if found != len(said):
                raise Unknown(f"`{key}` has {found} names, not {len(said)}")

    def diagram(self, keys: Iterable[str]) -> Shape:
        """The shape of the diagram that draws some keys: rules, or alternatives."""
        wanted = list(keys)
        return simplified(Choice(tuple(self._body(k, ()) for k in wanted)))

    def reached(self) -> tuple[frozenset[str], frozenset[str]]:
        """The rules that are drawn, in a diagram of theirs or inside another, from the start on; and the words and
        terminals that stand in these diagrams."""
        rules, texts = set[str](), set[str]()
        todo, seen = ["start"], set[str]()
        while todo:
            key = todo.pop()
            if key in seen:
                continue
            seen.add(key)
            for part in self.parts(key, rules):
                match part:
                    case Ref(k):
                        todo.append(k)
                    case Word(text) | Sort(text):
                        texts.add(text)
        return frozenset(rules), frozenset(texts)

    def parts(self, key: str, rules: set[str]) -> Iterator[Shape]:
        """What stands in the diagram of a key; the rules that are drawn in it are added to `rules`."""
        drawn = [k for k, of in self.diagrams.items() if of == self.diagrams.get(key, key)] or [key]
        for k in drawn:
            yield from leaves(self._body(k, (), rules))

    def _body(self, key: str, inside: tuple[str, ...], rules: set[str] | None = None) -> Shape:
        """The alternatives of a rule, or one of them, whatever has a diagram being referred to."""
        rule, _, alias = key.partition(".")
        if rule not in self.grammar.rules:
            raise Unknown(f"the grammar has no rule `{rule}`")
        if key in inside:
            raise Unknown(f"`{key}` is part of itself, and needs a diagram")
        if rules is not None:
            rules.add(rule)
        chosen = [a for a in self.grammar.rules[rule] if not alias or a.key == key]
        if not chosen:
            raise Unknown(f"`{rule}` has no alternative `{alias}`")
        out: list[Shape] = []
        for a in chosen:
            if not alias and a.key != rule and a.key in self.diagrams:
                if rules is not None:
                    rules.add(rule)
                shape: Shape = Ref(self.diagrams[a.key])
            else:
                shape = self._shape(a.tree, (*inside, key), rules)
                shape = self._named(a.key, shape)
            if shape not in out:
                out.append(shape)
        drawn = rule in self.diagrams
        return _unrolled(rule, tuple(out), Ref(self.diagrams.get(rule, rule)), drawn)

    def _named(self, key: str, shape: Shape) -> Shape:
        said = self.names.get(key)
        if said is None:
            return shape
        return _says(shape, list(said))

    def _shape(self, tree: object, inside: tuple[str, ...], rules: set[str] | None) -> Shape:
        assert isinstance(tree, Tree)
        match str(tree.data):
            case "expansions":
                return Choice(tuple(self._shape(x, inside, rules) for x in tree.children))
            case "expansion":
                return Seq(tuple(self._shape(x, inside, rules) for x in tree.children))
            case "value":
                return self._value(tree.children[0], inside, rules)
            case "maybe":
                return opt(self._shape(tree.children[0], inside, rules))
            case "expr":
                item = self._shape(tree.children[0], inside, rules)
                match str(tree.children[1]):
                    case "?":
                        return opt(item)
                    case "*":
                        return opt(Many(item))
                    case "+":
                        return Many(item)
        raise Unknown(f"no shape for `{tree.data}` of Lark's grammars")

    def _value(self, x: object, inside: tuple[str, ...], rules: set[str] | None) -> Shape:
        if isinstance(x, Tree):
            return Word(_literal(x)) if x.data == "literal" else self._shape(x, inside, rules)
        name = _name(x)
        if name in self.grammar.terminals:
            literals = list(self.grammar.terminals[name].find_data("literal"))
            pattern = any(getattr(t.children[0], "type", "") == "REGEXP" for t in literals)
            return Sort(name) if pattern else Choice(tuple(Word(_literal(t)) for t in literals))
        if name == inside[-1].partition(".")[0] and name not in self.diagrams:
            return Ref(name)  # of itself; `_unrolled` makes a loop of it
        return Ref(self.diagrams[name]) if name in self.diagrams else self._body(name, inside, rules)


def _says(shape: Shape, left: list[str]) -> Shape:
    """The shape with its names said to be of what `left` says, which is used up."""
    match shape:
        case Sort("NAME", "") if left:
            return Sort("NAME", left.pop(0))
        case Seq(items):
            return Seq(tuple(_says(x, left) for x in items))
        case Choice(items):
            return Choice(tuple(_says(x, left) for x in items))
        case Many(item, between):
            # In `NAME ("," NAME)*` the second is what the first is.
            return Many(_says(item, left), _says(between, left))
        case _:
            return shape


def _unrolled(rule: str, alternatives: tuple[Shape, ...], me: Ref, drawn: bool) -> Shape:
    """A rule that begins, or ends, with itself as a loop; another that is part of itself has to be `drawn`."""
    parts = [_flat(x) for x in alternatives]
    if not any(me in p for p in parts):
        return Choice(alternatives)
    plain = Choice(tuple(Seq(p) for p in parts if me not in p))
    left = [p[1:] for p in parts if p[0] == me and me not in p[1:]]
    right = [p[:-1] for p in parts if p[-1] == me and me not in p[:-1]]
    count = sum(1 for p in parts if me in p)
    if len(left) == count:
        # a | a x a | a y a  is  a, once or more often, with x or y between.
        base = simplified(plain)
        if all(len(p) > 1 and simplified(p[-1]) == base for p in left):
            return Many(plain, Choice(tuple(Seq(p[:-1]) for p in left)))
        return Seq((plain, opt(Many(Choice(tuple(Seq(p) for p in left))))))
    if len(right) == count:
        return Seq((opt(Many(Choice(tuple(Seq(p) for p in right)))), plain))
    if not drawn:
        raise Unknown(f"`{rule}` is part of itself, and needs a diagram")
    return Choice(alternatives)


# ---- simpler ---------------------------------------------------------------------------------------------


def _flat(x: Shape) -> tuple[Shape, ...]:
    """The parts of a sequence, those of sequences in it among them."""
    return tuple(z for y in x.items for z in _flat(y)) if isinstance(x, Seq) else (x,)


def _seq(items: Iterable[Shape]) -> Shape:
    flat = [y for x in items for y in _flat(x)]
    out: list[Shape] = []
    for x in flat:
        # x, then (between, x) any number of times, is a loop.
        if isinstance(x, Choice) and len(x.items) == 2 and x.items[0] == NOTHING and isinstance(x.items[1], Many):
            loop = x.items[1]
            body = _flat(loop.item)
            n = len(body)
            if loop.between == NOTHING:
                for k in range(min(n - 1, len(out)), 0, -1):
                    if _alike(tuple(out[-k:]), body[n - k :]):
                        item, between = _seq(out[-k:]), _seq(body[: n - k])
                        del out[-k:]
                        out.append(Many(item, between))
                        break
                else:
                    if _alike(tuple(out[-n:]), body):
                        item = _seq(out[-n:])
                        del out[-n:]
                        out.append(Many(item))
                    else:
                        out.append(x)
                continue
        out.append(x)
    return out[0] if len(out) == 1 else Seq(tuple(out))


def _alike(one: tuple[Shape, ...], other: tuple[Shape, ...]) -> bool:
    """Whether two are the same, whatever their names are of."""
    return bool(one) and tuple(map(_bare, one)) == tuple(map(_bare, other))


def _bare(x: Shape) -> Shape:
    match x:
        case Sort(name):
            return Sort(name)
        case Seq(items):
            return Seq(tuple(map(_bare, items)))
        case Choice(items):
            return Choice(tuple(map(_bare, items)))
        case Many(item, between):
            return Many(_bare(item), _bare(between))
        case _:
            return x


def simplified(x: Shape) -> Shape:
    """The same texts, written as a person would."""
    match x:
        case Seq(items):
            return _seq(simplified(y) for y in items)
        case Many(item, between):
            return Many(simplified(item), simplified(between))
        case Choice(items):
            return _choice([simplified(y) for y in items])
        case _:
            return x


def _choice(items: Collection[Shape]) -> Shape:
    flat: list[Shape] = []
    for x in items:
        for y in x.items if isinstance(x, Choice) else (x,):
            if y not in flat:
                flat.append(y)
    if NOTHING in flat:  # first, so that an option is known by its look
        flat = [NOTHING, *(x for x in flat if x != NOTHING)]
    if len(flat) == 1:
        return flat[0]
    rest = flat[1:] if flat[0] == NOTHING else flat
    merged = _merged(rest)
    if flat[0] == NOTHING:
        if len(merged) == 1 and isinstance(merged[0], Choice):
            merged = list(merged[0].items)
        merged = [NOTHING, *(x for x in merged if x != NOTHING)]
    return merged[0] if len(merged) == 1 else Choice(tuple(merged))


def _merged(items: list[Shape]) -> list[Shape]:
    """Alternatives that differ in one place only, as one with a choice in that place."""
    out: list[Shape] = []
    for x in items:
        for i, y in enumerate(out):
            both = _both(_flat(y), _flat(x))
            if both is not None:
                out[i] = both
                break
        else:
            out.append(x)
    return _merged(out) if len(out) < len(items) else out


def _both(one: tuple[Shape, ...], other: tuple[Shape, ...]) -> Shape | None:
    """One shape for two that begin or end alike and differ in between in at most a part on each side."""
    shorter = min(len(one), len(other))
    head = 0
    while head < shorter and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < shorter - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    left, right = one[head : len(one) - tail], other[head : len(other) - tail]
    begin, end = one[:head], one[len(one) - tail :]
    if not begin and not end:
        return None
    if not left or not right:
        return _seq((*begin, _choice([NOTHING, _seq(left or right)]), *end))
    if len(left) == 1 and isinstance(left[0], Choice) and left[0].items[0] == NOTHING and not end:
        return _seq((*begin, _choice([*left[0].items, _seq(right)])))
    if all(len(x) == 1 and _short(x[0]) for x in (left, right)):
        return _seq((*begin, _choice([left[0], right[0]]), *end))
    return None


def _short(x: Shape) -> bool:
    return isinstance(x, Word | Sort | Ref) or (
        isinstance(x, Choice) and NOTHING not in x.items and all(map(_short, x.items))
    )


def leaves(x: Shape) -> Iterator[Shape]:
    """The words, sorts and references of a shape."""
    match x:
        case Seq(items) | Choice(items):
            for y in items:
                yield from leaves(y)
        case Many(item, between):
            yield from leaves(item)
            yield from leaves(between)
        case _:
            yield x


def text(x: Shape, names: Mapping[str, str] | None = None) -> str:
    """A shape in the notation that grammars are commonly written in; `names` are those of the diagrams."""
    known = names or {}

    def said(x: Shape, tight: bool = False) -> str:
        match x:
            case Word(word):
                return f'"{word}"'
            case Sort(name, says):
                return says or SORTS.get(name, name)
            case Ref(key):
                return f"<{known.get(key, key)}>"
            case Seq(items):
                out = " ".join(said(y, True) for y in items)
                return f"({out})" if tight and len(items) > 1 else out
            case Choice((Seq(()), *rest)):
                return f"[ {' | '.join(map(said, rest))} ]"
            case Choice(items):
                return f"( {' | '.join(map(said, items))} )" if tight else " | ".join(map(said, items))
            case Many(item, Seq(())):
                return f"{{ {said(item)} }}+"
            case Many(item, between):
                return f"{{ {said(item)} // {said(between)} }}+"

    return said(x)


SORTS = {"NAME": "name", "INT": "number", "STRING": '"text"', "GRID": "{ grid }", "GLYPH": "letter"}
"""What terminals are called in diagrams."""
