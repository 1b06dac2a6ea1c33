"""The entry of a tile, a building, a scoring, a table or a ruling, as nodes.

Guarantee: nothing in it was written for the page: texts are the author's, sentences and tables come from the core,
arithmetic from the compiled scorer, verdicts from the facts. What nobody asked a solver about is said to be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from docutils import nodes
from sphinx.environment import BuildEnvironment

from dsl import facts as f
from dsl import syntax as s
from dsl.city import City
from dsl.claims import SCOPES
from dsl.declarations import Ruling
from dsl.diagnostics import Bag
from dsl.rulebook.arithmetic import signed, worked
from dsl.rulebook.doctree import (
    box,
    bullets,
    code,
    figure,
    inline,
    join,
    label,
    link,
    para,
    span,
    strong,
    table,
)
from dsl.rulebook.material import Counted, Material
from dsl.rulebook.pictures import city_image, icon_image, legend_image, units_image

# What an entry consists of, in this order.
PARTS = ("head", "summary", "sentences", "example", "maximum", "properties", "rulings", "rule", "see")
_MOST_ICONS = 6  # more units of a sort are told by words alone
_USUAL_COLUMNS = 6  # the picture of a wider board gets more room, or its marks would be too small


class Writer:
    """Makes the entries of one page. `uses` collects the names on which the page depends, `bag` what was wrong."""

    def __init__(self, env: BuildEnvironment, material: Material, docname: str) -> None:
        self.env = env
        self.m = material
        self.say = material.say
        self.docname = docname
        self.uses: set[str] = set()
        self.bag = Bag()

    # -- entries

    def entry(self, name: str, parts: Sequence[str], mode: str = "", *, named: bool = True) -> Iterator[nodes.Node]:
        """An entry with some of its parts, of one mode if one is given; `named`: its name is not said elsewhere."""
        self.uses.add(name)
        what = self.m.objects[name][0]
        match what:
            case "table":
                yield from self._table(name, parts, named)
            case "ruling":
                yield from self._ruling(self.m.spec.rulings[name], parts, named)
            case _:
                yield from self._scored(name, parts, (mode,) if mode else self.m.modes(name), named)

    def _scored(self, name: str, parts: Sequence[str], modes: tuple[str, ...], named: bool) -> Iterator[nodes.Node]:
        if "head" in parts:
            yield self.head(name, modes, named)
        if "summary" in parts:
            yield from self.about(name)
        alike = self.m.alike(name)
        if "sentences" in parts and alike and modes:
            yield from self.sentences(name, modes[0], needs="head" not in parts)
        for mode in modes:
            inside: list[nodes.Node] = []
            if "sentences" in parts and not alike:
                inside += self.sentences(name, mode, needs="head" not in parts)
            if "example" in parts:
                inside += self.example(name, mode)
            if "maximum" in parts and self.m.d.kinds.get(name) is not None and self.m.d.is_tile(name):
                inside += self.maximum(name, mode)
            if inside:
                head = [self._mode_heading(mode)] if len(self.m.modes(name)) > 1 or not alike else []
                yield box(*head, *inside, classes=["tile-mode-block"])
        if "properties" in parts:
            yield from self.properties(name, modes)
        if "rulings" in parts:
            yield from self.rulings(name, modes)
        if "rule" in parts:
            yield label(self.say("The rule"))
            yield code(self.m.text(name))
        if "see" in parts:
            yield from self.see(name)

    def _mode_heading(self, mode: str) -> nodes.Node:
        title = self.m.mode_title(mode)
        return nodes.rubric(title, title, classes=["tile-mode-heading"])

    # -- its head

    def head(self, name: str, modes: Sequence[str], named: bool) -> nodes.Node:
        """Icon, name, what it is, in which modes, and what it needs."""
        kind_modes = [m for m in modes if name in self.m.spec.game(m).kinds]
        words: list[nodes.Node] = []
        if named:
            words += [span(self.m.title(name), "tile-name"), nodes.Text(" ")]
        parents = [self.m.d.kind_name(w.name) for w in self.m.d.kinds[name].parents] if kind_modes else []
        if parents:
            links = [self.link(p) for p in parents if p is not None]
            words += [nodes.inline("", "", *join(links), classes=["tile-is"]), nodes.Text(" ")]
        for mode in modes:
            words += [span(self.m.mode_title(mode), "tile-badge"), nodes.Text(" ")]
        said = [para(*words, classes=["tile-head-line"])]
        needs = [(m, self.m.spec.game(m).kinds[name].needs) for m in kind_modes]
        if not needs:
            return box(*said, classes=["tile-head"])
        said.append(para(*self.cost(needs), classes=["tile-cost"]))
        icon = icon_image(self.env, self.m, self.m.spec.game(kind_modes[0]), name)
        icon["classes"] = ["tile-emblem"]
        return box(para(icon), box(*said, classes=["tile-head-words"]), classes=["tile-head"])

    def cost(self, needs: Sequence[tuple[str, Mapping[str, int]]]) -> list[nodes.Node]:
        """What a kind needs in each mode, as icons and words."""
        out: list[nodes.Node] = []
        for units, group in groupby(needs, key=lambda x: dict(x[1])):
            modes = [m for m, _ in group]
            if out:
                out.append(nodes.Text(" · "))
            if len(modes) < len(needs):
                out.append(nodes.Text(self.say("{mode}: ", mode=", ".join(map(self.m.mode_title, modes)))))
            out += [nodes.Text(self.say("needs") + " "), *self.amount(modes[0], units)]
        return out

    def amount(self, mode: str, units: Mapping[str, int]) -> list[nodes.Node]:
        """Units as icons, then in words."""
        if not units:
            return [nodes.Text(self.say("nothing"))]
        game, out = self.m.spec.game(mode), list[nodes.Node]()
        for resource, n in units.items():
            if out:
                out.append(nodes.Text(", "))
            out.append(units_image(self.env, self.m, game, resource, min(n, _MOST_ICONS)))
            out.append(nodes.Text(f" {self.m.units(resource, n)}"))
        return out

    def about(self, name: str) -> Iterator[nodes.Node]:
        """The author's summary and notes."""
        _, item = self.m.objects[name]
        if isinstance(item, s.Declaration):
            for line in item.lines:
                if isinstance(line, s.Info) and line.word != "cites":
                    yield para(self.m.told(line.text.value), classes=[f"tile-{line.word}"])

    # -- what it says

    def sentences(self, name: str, mode: str, *, needs: bool = True) -> Iterator[nodes.Node]:
        """Everything that the rules of a mode say of a kind or scoring: in words, as formulas, as tables; without
        `needs` not what it needs, which a head has told."""
        game, words = self.m.spec.game(mode), self.m.words(mode)
        kind = game.kinds.get(name)
        items: list[list[nodes.Node]] = []
        for clause in self.m.clauses(name, mode):
            said = words.clause(clause)
            item: list[nodes.Node] = [para(said.text, classes=["tile-sentence"])]
            item += [value_table(t.name, t.start, t.rows) for t in said.tables]
            formula = words.formula(clause)
            item.append(para(span(formula, "tile-formula"), classes=["tile-formula-line"]))
            items.append(item)
        for clause in self.m.changed(name, mode):
            said, title = words.clause(clause), self.m.title(clause.part)
            text = self.say("With it, {title}: {sentence}", title=title, sentence=said.text)
            items.append([para(text, classes=["tile-sentence"])])
        for gain in game.gains:
            if gain.kind == name:
                items.append([para(words.gain(gain).text, classes=["tile-sentence"])])
        if kind is not None:
            told = words.card(name)[0 if needs or not kind.needs else 1 :]
            items += [[para(text, classes=["tile-sentence"])] for text in told]
            printed = [x for x in map(words.printed, kind.prints) if x]
            items += [[para(text, classes=["tile-sentence"])] for text in printed]
        if items:
            yield bullets(items, "tile-sentences")

    # -- cities

    def example(self, name: str, mode: str) -> Iterator[nodes.Node]:
        """A worked example of a mode, drawn, with its arithmetic."""
        found = self.m.example(name, mode, self.bag)
        if found is not None:
            yield label(self.say("Worked example"))
            yield self.drawn(name, found, found.title or self.m.title(name))

    def drawn(self, name: str, counted: Counted, title: str, *, arithmetic: bool = True) -> nodes.Node:
        """A city beside what it scores."""
        self.note(counted.city)
        # Below the board the legend would leave half of a page of paper empty, beside it there is room.
        beside = legend_image(self.env, self.m, counted.city, counted.game) if arithmetic else None
        picture = city_image(self.env, self.m, counted.city, counted.game, title, name, legend=not arithmetic)
        shown: list[nodes.Node] = [figure(picture, capital(title))]
        if arithmetic:
            told = [*self.arithmetic(name, counted), *([para(beside)] if beside is not None else [])]
            shown.append(box(*told, classes=["tile-arithmetic"]))
        wide = counted.game.mode.board.columns > _USUAL_COLUMNS
        return box(*shown, classes=["tile-worked", *(["tile-wide"] if wide else [])])

    def arithmetic(self, name: str, x: Counted) -> Iterator[nodes.Node]:
        """The sentences that score in a city, their sum, and the whole score."""
        words = self.m.words(x.city.mode)
        rows = [
            [inline(words.clause(clause).text), inline(worked(clause, n, x.city, x.scorer))]
            for clause, n in x.rows
            if n or len(x.rows) == 1
        ]
        title = self.m.title(name) if name else ""
        if x.own is not None and name:
            rows.append([[strong(title)], [strong(signed(x.own))]])
        for resource, n in x.units.items():
            rows.append([inline(self.say("{title} gives", title=title)), inline(self.m.units(resource, n))])
        if rows:
            yield table([], rows, "tile-sum", stub=1)
        parts, total = ", ".join(f"{part} {signed(n)}" for part, n in x.sheet), signed(x.total)
        if parts:
            text = self.say("The whole city scores {total} VP: {parts}.", total=total, parts=parts)
        else:
            text = self.say("The whole city scores {total} VP.", total=total)
        yield para(text, classes=["tile-sheet"])

    def maximum(self, name: str, mode: str) -> Iterator[nodes.Node]:
        """The most that a tile can score in a mode, and the city that does it."""
        found = sorted(self.m.maxima(name, mode), key=lambda x: SCOPES.index(x.scope) if x.scope in SCOPES else 9)
        yield label(self.say("The most it can score"))
        if not found:
            yield para(verdict(self.m, "not asked"), classes=["tile-maximum"])
            return
        yield bullets([[para(*self.most(x))] for x in found], "tile-maxima")
        best = next((x for x in reversed(found) if x.city is not None), None)
        city = None if best is None else self.m.city(best.city)
        if best is not None and city is not None:
            title = self.say("A city with the most, scope {scope}", scope=self.scope_word(best.scope))
            yield self.drawn(name, self.m.counted(name, city), title)

    def most(self, x: f.MaximumFact) -> list[nodes.Node]:
        """A maximum in words, with its scope."""
        scope = self.scope(x.scope, x.players)
        match x.verdict:
            case "optimal":
                text = self.say("{amount}: no city has more", amount=self.m.amount(x.value or 0, x.unit))
            case "feasible":
                best = self.m.amount(x.value or 0, x.unit)
                text = self.say("best known {amount}, at most {bound}", amount=best, bound=x.bound)
            case "infeasible":
                text = self.say("no city has this tile")
            case _:
                text = x.reason
        return [
            verdict(self.m, x.verdict),
            nodes.Text(f" {text} " if text else " "),
            span(f"({scope})", "tile-scope"),
        ]

    def scope(self, scope: str, players: int) -> str:
        """A scope in words."""
        word = self.scope_word(scope)
        if players == 1:
            return self.say("scope {scope}, 1 player", scope=word)
        return self.say("scope {scope}, {players} players", scope=word, players=players)

    def scope_word(self, scope: str) -> str:
        """What the book calls a scope."""
        return self.say(SCOPE_WORDS.get(scope, scope))

    # -- what was proved

    def properties(self, name: str, modes: Sequence[str]) -> Iterator[nodes.Node]:
        """The properties of a declaration with what is known of each."""
        found = [x for x in self.m.property_facts(name) if x.mode in modes]
        if not found:
            return
        yield label(self.say("Properties"))
        yield self.property_table(found, claims=True)
        for x in found:
            city = self.m.city(x.city, x.readings) if x.verdict == "refuted" else None
            if city is not None:
                title = self.say("Where “{title}” does not hold", title=self.m.told(x.title))
                yield self.drawn(name, self.m.counted(name, city, readings=x.readings), title)

    def property_table(self, found: Iterable[f.PropertyFact], *, claims: bool = False) -> nodes.Node:
        """Properties with verdicts and scopes, and what they claim; those that are alike in several modes in one
        row."""
        rows: dict[tuple[str, ...], list[str]] = {}
        for x in found:
            readings = ", ".join(self.reading_text(r, v) for r, v in sorted(x.readings.items()))
            claim = self.m.claim(x) if claims else ""
            key = (x.owner, self.m.told(x.title), claim, x.verdict, x.reason, x.scope, readings)
            rows.setdefault(key, []).append(self.m.mode_title(x.mode))
        body = []
        for (_, title, claim, said, reason, scope, readings), modes in rows.items():
            text: list[nodes.Node] = [span(capital(title), "tile-claimed")]
            text += inline(f" ({readings})" if readings else "")
            if claim:
                text += [nodes.Text(" "), span(claim, "tile-claim")]
            badge = [verdict(self.m, said), *inline(f" {reason}" if reason and said == "unknown" else "")]
            body.append([text, inline(", ".join(modes)), badge, inline(self.scope_word(scope))])
        head = [inline(self.say(x)) for x in ("Property", "Modes", "Verdict", "Scope")]
        return table(head, body, "tile-properties", stub=1)

    def reading_text(self, ruling: str, reading: str) -> str:
        """A reading in words: the question, and what is answered."""
        r = self.m.spec.rulings.get(ruling)
        if r is None:
            return f"{ruling}: {reading}"
        return f"{self.m.told(r.title)} {self.answer(r, reading)}"

    # -- rulings

    def rulings(self, name: str, modes: Sequence[str]) -> Iterator[nodes.Node]:
        """The open questions that touch a declaration, with the smallest city where the readings differ."""
        found = self.m.rulings(name)
        if not found:
            return
        yield label(self.say("Open questions"))
        items: list[list[nodes.Node]] = []
        settled: list[nodes.Node] = []
        for r in found:
            self.uses.add(r.name)
            facts = [x for x in self.m.ruling_facts(r.name) if x.owner == name and x.mode in modes]
            if name not in r.about and not facts:
                settled.append(self.link(r.name))
                continue
            answer = next((x.text for x in r.readings if x.name == r.default), "")
            mark = "" if len(r.readings) > 1 else " " + self.say("(settled)")
            first = ["tile-before-figure"] if facts else []
            item: list[nodes.Node] = [
                para(self.link(r.name), " ", self.sentence(self.m.told(answer)), mark, classes=first)
            ]
            for _, same in groupby(facts, key=lambda x: x.reading):
                match list(same):
                    case [x]:
                        item.append(self.beside(x, self.difference(x, r)))
                    case several:
                        told = [[self.difference(x, r), *self.shown(x)] for x in several]
                        beside = [box(*nodes_, classes=["tile-beside"]) for nodes_ in told]
                        item += [box(*beside[i : i + 2], classes=["tile-pair"]) for i in range(0, len(beside), 2)]
            items.append(item)
        if items:
            yield bullets(items, "tile-rulings")
        if settled:
            # What many entries have in common would be said in all of them.
            text = self.say("Questions that it shares with others:")
            yield para(text + " ", *join(settled, " · "), classes=["tile-see"])

    def sentence(self, text: str) -> str:
        """A reading's words as a sentence."""
        text = capital(text)
        return text if text.endswith((".", "!", "?")) else text + "."

    def difference(self, x: f.RulingFact, r: Ruling) -> nodes.Node:
        """What another reading changes for its owner."""
        text = self.say(
            "Read otherwise ({reading}), in {mode}: ",
            reading=self.answer(r, x.reading),
            mode=self.m.mode_title(x.mode),
        )
        return para(text, *self.changes(x), classes=["tile-difference"])

    def differences(self, found: Sequence[f.RulingFact], r: Ruling) -> Iterator[nodes.Node]:
        """What another reading changes for all that were asked about, with the smallest city that shows it."""
        text = self.say("Read otherwise ({reading}):", reading=self.answer(r, found[0].reading))
        yield para(text, classes=["tile-difference", "tile-before-figure"])
        rows: dict[tuple[str, str], tuple[list[str], list[nodes.Node]]] = {}  # alike in several modes: one row
        for x in found:
            self.uses.add(x.owner)
            said = self.changes(x)
            modes, _ = rows.setdefault((x.owner, "".join(n.astext() for n in said)), ([], said))
            modes.append(self.m.mode_title(x.mode))
        body = []
        owners = [owner for owner, _ in rows]
        for (owner, _), (modes, said) in sorted(rows.items(), key=lambda row: owners.index(row[0][0])):
            of = [self.link(owner)] if owner in self.m.objects else inline(self.say("the whole city"))
            body.append([of, inline(", ".join(modes)), said])
        head = [self.say(x) for x in ("Name", "Mode", "What it changes")]
        told = table([inline(x) for x in head], body, "tile-differences", stub=1)
        shown = [x for x in found if self.m.city(x.city) is not None]
        yield self.beside(min(shown, key=self._size), told) if shown else told

    def beside(self, x: f.RulingFact, told: nodes.Node) -> nodes.Node:
        """What is told of a difference, beside the city that shows it; the legend stands below the words, where the
        board is higher than they are."""
        city = self.m.city(x.city)
        if city is None:
            return told
        legend = legend_image(self.env, self.m, city, self.m.spec.game(x.mode))
        words = [told, *([para(legend)] if legend is not None else [])]
        return box(*self.shown(x, legend=False), box(*words, classes=["tile-arithmetic"]), classes=["tile-worked"])

    def _size(self, x: f.RulingFact) -> int:
        city = self.m.city(x.city)
        return 0 if city is None else sum(1 for _ in city.buildings())

    def answer(self, r: Ruling, reading: str) -> str:
        """The words of a reading."""
        return self.m.told(next((y.text for y in r.readings if y.name == reading), reading))

    def changes(self, x: f.RulingFact) -> list[nodes.Node]:
        """What a solver said of a reading, in words."""
        match x.verdict:
            case "same":
                return inline(self.say("no city tells the two apart."))
            case "different" if x.values is not None:
                one, two = (self.m.amount(n, x.unit) for n in x.values)
                text = self.say("{one} here, {two} under that reading.", one=one, two=two)
                return inline(f"{text} {self.say('No smaller city shows it.')}" if x.smallest else text)
            case "different":
                return self.reread(x)
            case _:
                return [verdict(self.m, x.verdict)]

    def reread(self, x: f.RulingFact) -> list[nodes.Node]:
        """What is said under another reading, where no city shows the difference."""
        here, there = self.m.sides(x)
        new = [y for y in there if y not in here]
        if new:
            return inline(self.say("then: {sentences}", sentences=" ".join(new)))
        gone = [y for y in here if y not in there]
        if gone:
            return inline(self.say("then not: {sentences}", sentences=" ".join(gone)))
        return inline(self.say("the two are different rules; no single city shows it."))

    def shown(self, x: f.RulingFact, *, legend: bool = True) -> Iterator[nodes.Node]:
        """The city in which two readings differ."""
        city = self.m.city(x.city)
        if city is not None:
            self.note(city)
            where = [self.m.title(x.owner)] if x.owner in self.m.objects else []
            title = self.say(
                "Where the readings differ: {where}", where=", ".join([*where, self.m.mode_title(x.mode)])
            )
            owner = x.owner if x.owner in self.m.d.kinds else ""
            image = city_image(self.env, self.m, city, self.m.spec.game(x.mode), title, owner, legend=legend)
            yield figure(image, title, classes=["tile-board"])

    def _ruling(self, r: Ruling, parts: Sequence[str], named: bool) -> Iterator[nodes.Node]:
        if "head" in parts and named:
            yield box(
                para(span(self.m.told(r.title), "tile-name"), classes=["tile-head-line"]), classes=["tile-head"]
            )
        if "sentences" in parts:
            items = []
            for x in sorted(r.readings, key=lambda x: x.name != r.default):
                chosen = x.name == r.default
                mark = [nodes.Text(" "), span(self.say("read so here"), "tile-badge")] if chosen else []
                items.append([para(self.sentence(self.m.told(x.text)), *mark)])
            yield bullets(items, "tile-readings")
            if r.reason:
                yield para(self.m.told(r.reason), classes=["tile-reason"])
        if "rulings" in parts and len(r.readings) > 1:
            facts = self.m.ruling_facts(r.name)
            for reading in r.names()[1:]:
                found = [x for x in facts if x.reading == reading]
                if found:
                    yield from self.differences(found, r)
            if not facts:
                text = self.say("What the readings change: ")
                yield para(text, verdict(self.m, "not asked"), classes=["tile-difference"])
        if "see" in parts:
            self.uses.update(r.about)
            yield from self._see(r.name, r.about, r.cites)

    # -- tables

    def _table(self, name: str, parts: Sequence[str], named: bool) -> Iterator[nodes.Node]:
        _, item = self.m.objects[name]
        assert isinstance(item, s.TableDeclaration)
        if "head" in parts and named:
            title = span(self.m.title(name), "tile-name")
            yield box(para(title, classes=["tile-head-line"]), classes=["tile-head"])
        if "sentences" in parts:
            literal = item.table
            start = literal.start or (0,) * (1 if literal.flat else 2)
            more = (literal.more, any(r.more for r in literal.rows))
            yield value_table(name, start, [r.values for r in literal.rows], more)
            if item.title is not None:
                yield para(self.say("In formulas: {name}", name=name), classes=["tile-see"])
        if "see" in parts:
            users = self.m.users(name)
            self.uses.update(users)
            yield from self._see(name, users, "", self.say("Used by:"))

    # -- other pages

    def see(self, name: str) -> Iterator[nodes.Node]:
        """Where it is written, and what it speaks of."""
        _, item = self.m.objects[name]
        cites = self.m.d.info(item, "cites") if isinstance(item, s.Declaration) else ""
        mentions = [n for n in self.m.mentions(name) if self.m.objects[n][0] != "ruling"]
        self.uses.update(mentions)
        yield from self._see(name, mentions, cites)

    def _see(self, name: str, names: Iterable[str], cites: str, heading: str = "") -> Iterator[nodes.Node]:
        if cites:
            yield para(self.say("Source: {cites}.", cites=self.m.told(cites)), classes=["tile-cites"])
        links = [self.link(n) for n in names if n in self.m.objects]
        if links:
            yield para(f"{heading or self.say('See also:')} ", *join(links), ".", classes=["tile-see"])

    def link(self, name: str) -> nodes.Node:
        """A link to an entry, with its title."""
        return link(self.docname, name, self.m.title(name))

    def note(self, city: City) -> None:
        """Note that the page depends on what stands in a city."""
        self.uses.update(b.kind for _, b in city.buildings())


def capital(text: str) -> str:
    """A text that begins a line or a caption."""
    return text[:1].upper() + text[1:]


_SIGNS = {"proved": "✓", "optimal": "✓", "same": "✓", "refuted": "✗", "infeasible": "✗", "different": "≠"}
SCOPE_WORDS = {"any": "any", "supply": "supply", "rounds": "rounds", "placeable": "placeable"}
"""The scopes, and what the book calls them."""
VERDICTS = {
    "proved": "proved",
    "refuted": "refuted",
    "vacuous": "vacuous",
    "optimal": "optimal",
    "feasible": "feasible",
    "infeasible": "infeasible",
    "same": "same",
    "different": "different",
    "unknown": "unknown",
    "not asked": "not yet asked",
}
"""The verdicts of the facts, and what the book calls them."""


def verdict(material: Material, word: str) -> nodes.Node:
    """A verdict as a badge: a sign and a word, so that it can be read without colours."""
    sign = _SIGNS.get(word, "?")
    return span(f"{sign} {material.say(VERDICTS[word])}", "tile-verdict", f"tile-verdict-{word.replace(' ', '-')}")


def value_table(
    name: str, start: Sequence[int], rows: Sequence[Sequence[int]], more: tuple[bool, bool] = (False, False)
) -> nodes.Node:
    """A table of values with what is looked up as headings: one row of values, or one for each first argument."""
    width = max(len(r) for r in rows)
    first = start[-1]
    heads = [f"{first + i}{'+' if more[1] and i == width - 1 else ''}" for i in range(width)]
    if len(start) == 1:
        return table([inline(x) for x in heads], [[inline(signed(n)) for n in rows[0]]], "tile-values")
    body = [
        [inline(f"{start[0] + i}{'+' if more[0] and i == len(rows) - 1 else ''}"), *(inline(signed(n)) for n in r)]
        for i, r in enumerate(rows)
    ]
    # An empty heading says nothing to those who hear it. The name is that of the formulas.
    corner = [span(name or "↓ →", "tile-formula")]
    return table([corner, *(inline(x) for x in heads)], body, "tile-values", stub=1)
