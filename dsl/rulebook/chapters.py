"""Chapters of a rulebook: what is said of many entries at once.

Guarantee: every list is complete for its specification, in the order of the declarations; the texts that belong to
no declaration are messages of the catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes

from dsl import core as c
from dsl import facts as f
from dsl import syntax as s
from dsl.city import City
from dsl.claims import SCOPES
from dsl.rulebook.doctree import box, figure, inline, join, label, para, section, span, strong, table
from dsl.rulebook.entry import Writer, verdict
from dsl.rulebook.pictures import city_image, icon_image
from dsl.rulebook.procedures import asked as asked_by_procedures
from dsl.rulebook.procedures import procedure_nodes

CHAPTERS = ("title", "reading", "play", "tiles", "buildings", "scorings", "rulings", "proofs", "glossary")

HEADINGS = {
    "reading": "How to read this book",
    "play": "Set up and play",
    "tiles": "The tiles",
    "buildings": "The buildings",
    "scorings": "Scorings and tables",
    "rulings": "Open questions",
    "proofs": "What was proved",
    "glossary": "Glossary",
}

NOTICE = (
    "This book is not official. It was made from a specification of the rules by the program Tileproof; it comes"
    " from"
    " neither the publisher nor the author of the game, whose names and trade marks are theirs. Texts and pictures"
    " are"
    " our own."
)

# What a scope admits, weakest first.
_SCOPES = {
    "any": "any buildings on any spaces; units as many as the box has pieces",
    "supply": "only as many tiles of each kind as there are in the box",
    "rounds": "as in supply, and in each round no more tiles than a player has turns, out of that round's tiles",
    "placeable": "as in rounds, and there is an order in which every tile can be placed",
}
_VERDICT_WORDS = {
    "proved": "A solver looked at every city of the scope and found none that breaks it.",
    "refuted": "There is a city that breaks it; it is drawn.",
    "vacuous": "It is about no city at all.",
    "optimal": "A city reaches the number, and a solver showed that none has more.",
    "feasible": "A city reaches the number; whether another has more, up to the bound, is not known.",
    "infeasible": "No city of the scope has the tile.",
    "unknown": "It was asked, and not decided in the time that was given.",
    "not asked": "Nobody has asked a solver yet.",
}
TERMS = {
    "active": "A building whose needs are seated. Only active buildings score, unless a ruling says otherwise.",
    "adjacent": "Sharing a side. Spaces that share only a corner are not adjacent.",
    "district": "The spaces of the board that thick lines hold together.",
    "need": "The units that must be seated on a building to make it active.",
    "own score": "What a tile's text adds: the score of the city, less the score with the tile read as plain.",
    "property": "A sentence about every city, or every pair of cities, that is true or not.",
    "reading": "One answer to a question that the rules leave open.",
    "ruling": "A question that the rules leave open, or over which a reader may stumble, with its answers.",
    "scope": "Which cities are meant by every city.",
    "seat": "A place on a building for a unit beyond its needs.",
    "VP": "Victory points.",
}


UNLISTED = ("rulings", "proofs")
"""Chapters whose sections a printed list of contents leaves out: they are long, and the entries lead to them."""


class Chapters:
    """Makes the chapters of one page."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.m = writer.m
        self.say = writer.say

    def chapter(self, name: str, content: Sequence[nodes.Node]) -> nodes.section:
        """A chapter as a section; `content` stands at the end of it, of the title page after its words."""
        made: Iterator[nodes.Node]
        match name:
            case "title":
                made = self.title_page()
            case "reading":
                made = self.reading()
            case "play":
                made = self.play()
            case "tiles" | "buildings":
                made = self.overview(name.removesuffix("s"))
            case "scorings":
                made = self.scorings()
            case "rulings":
                made = self.rulings()
            case "proofs":
                made = self.proofs()
            case _:
                made = self.glossary()
        heading = self.m.told(self.m.spec.title) if name == "title" else self.say(HEADINGS[name])
        out = section(f"tile-chapter-{name}", heading)
        if name in UNLISTED:
            out["classes"].append("unlisted")
        out += [*made, *content]
        return out

    # -- the beginning

    def title_page(self) -> Iterator[nodes.Node]:
        """What the book is about, and what it is not."""
        modes = join([span(self.m.mode_title(m), "tile-badge") for m in self.m.spec.modes], " ")
        # On paper the cover says this.
        yield para(self.say("A rulebook"), " ", *modes, classes=["tile-subtitle", "only-screen"])
        if self.m.d.game is not None:
            for line in self.m.d.game.lines:
                if isinstance(line, s.Info) and line.word != "cites":
                    yield para(self.m.told(line.text.value), classes=[f"tile-{line.word}"])
        yield box(para(self.say(NOTICE)), classes=["tile-notice", "only-screen"])

    def reading(self) -> Iterator[nodes.Node]:
        """What an entry consists of, and what its words mean."""
        yield para(
            self.say(
                "Each tile has an entry: its name, the modes in which it is played, what it needs, what it says in"
                " words and as a formula, an example with its arithmetic, the most that it can score and a city"
                " that"
                " does it, what was proved of it, and the questions that its text leaves open."
            )
        )
        yield para(
            self.say(
                "Nothing in these entries was written twice. Sentences, numbers and pictures are made from one"
                " text,"
                " the rule that stands at the end of each entry; what is said to be proved was decided by a solver."
            )
        )
        yield label(self.say("Verdicts"))
        rows = [[[verdict(self.m, word)], inline(self.say(text))] for word, text in _VERDICT_WORDS.items()]
        yield table([], rows, "tile-legend", stub=1)
        yield label(self.say("Scopes"))
        yield para(self.say("Every city and the best city mean: of a scope. Each one admits fewer cities."))
        rows = [[[strong(self.w.scope_word(x))], inline(self.say(_SCOPES[x]))] for x in SCOPES]
        yield table([], rows, "tile-legend", stub=1)
        if self.m.spec.modes:
            mode = self.m.spec.modes[0]
            yield label(self.say("Pictures"))
            yield para(
                self.say(
                    "Each space of a city shows the sign of its building, what is printed on it, and what is seated"
                    " there. Thick lines part districts. The frame marks what the entry is about. An empty board of"
                    " {mode}:",
                    mode=self.m.mode_title(mode),
                ),
                classes=["tile-before-figure"],
            )
            yield self.board(mode)

    def board(self, mode: str) -> nodes.Node:
        """The empty board of a mode."""
        game = self.m.spec.game(mode)
        title = self.say("The board of {mode}", mode=self.m.mode_title(mode))
        city = City(mode, (None,) * game.mode.board.size)
        return figure(city_image(self.w.env, self.m, city, game, title), title, classes=["tile-board"])

    # -- play

    def play(self) -> Iterator[nodes.Node]:
        """What each mode needs, what is in the box, and the answers to questions that are about play."""
        for mode in self.m.spec.modes:
            game = self.m.spec.game(mode)
            part = section(f"tile-play-{mode}", self.m.mode_title(mode))
            players = game.mode.players
            many = f"{players[0]}\N{EN DASH}{players[-1]}" if len(players) > 1 else str(players[0])
            rows = [
                [inline(self.say("Players")), inline(many)],
                [inline(self.say("Rounds")), inline(str(game.mode.rounds))],
                [inline(self.say("Turns of a player in a round")), inline(str(game.mode.turns))],
            ]
            for r in game.resources:
                rows.append([inline(self.m.resource_title(r.name, 2)), inline(str(r.pieces))])
            beside: list[nodes.Node] = [table([], rows, "tile-facts", stub=1)]
            if game.placement is not None:
                beside.append(self.pieces(game, game.placement))
            part += box(self.board(mode), box(*beside, classes=["tile-arithmetic"]), classes=["tile-worked"])
            tiles = self.m.names("tile", mode)
            if tiles:
                part += para(self.say("Tiles:") + " ", *join([self.w.link(n) for n in tiles]), ".")
            if game.stock:
                part += list(self.box_of(game))
            part += list(procedure_nodes(self.w, mode))
            yield part
        here = asked_by_procedures(self.w)
        asked = [r for r in self.m.spec.rulings.values() if r.name in here or self.about_play(r.about)]
        if asked:
            part = section("tile-play-questions", self.say("Questions of play"))
            for ruling in asked:
                self.w.uses.add(ruling.name)
                answer = next(x.text for x in ruling.readings if x.name == ruling.default)
                first = ["tile-before-reason"] if ruling.reason else []
                part += para(self.w.link(ruling.name), " ", self.w.sentence(self.m.told(answer)), classes=first)
                if ruling.reason:
                    part += para(self.m.told(ruling.reason), classes=["tile-reason"])
            yield part

    def about_play(self, about: Sequence[str]) -> bool:
        """Whether a ruling is about none of what has an entry."""
        return not any(n in self.m.objects for n in about)

    def pieces(self, game: c.Game, placement: c.Placement) -> nodes.Node:
        """The numbered pieces that a player builds with."""
        title, copies = self.m.told(placement.title), placement.copies[game.mode.usual_players]
        rows = [
            [inline(f"{title}\N{NO-BREAK SPACE}{n}"), inline(str(copies[n])), inline(str(len(spaces)))]
            for n, spaces in sorted(placement.buildings.items())
        ]
        head = [title, self.say("times in a round"), self.say("spaces that it opens")]
        return table([inline(x) for x in head], rows, "tile-facts")

    def box_of(self, game: c.Game) -> Iterator[nodes.Node]:
        """The tiles of each round, for the usual number of players."""
        yield label(self.say("Tiles by round, for {n} players", n=game.mode.usual_players))
        stock = game.stock.get(game.mode.usual_players, ())
        totals: dict[str, list[int]] = {}
        for x in stock:
            row = totals.setdefault(x.kind, [0] * game.mode.rounds)
            for i, n in enumerate(x.copies):
                row[i] += n
        rows = [[[self.w.link(k)], *(inline(str(n)) for n in row)] for k, row in totals.items()]
        head = [self.say("Name"), *(str(i + 1) for i in range(game.mode.rounds))]
        yield table([inline(x) for x in head], rows, "tile-values", stub=1)

    # -- lists

    def overview(self, what: str) -> Iterator[nodes.Node]:
        """Tiles or buildings by mode, each with what it needs and says."""
        tiles = what == "tile"
        for mode in self.m.spec.modes:
            names = self.m.names(what, mode)
            if not names:
                continue
            part = section(f"tile-{what}s-{mode}", self.say("Overview: {mode}", mode=self.m.mode_title(mode)))
            head = [self.say(x) for x in ("Name", "Needs", "What it says", "Most")]
            rows = [self.line(n, mode, tiles) for n in names]
            heads = [inline(x) for x in (head if tiles else head[:-1])]
            part += table(heads, rows, "tile-overview", "tile-kinds", stub=1)
            yield part

    def line(self, name: str, mode: str, most: bool) -> list[list[nodes.Node]]:
        """The row of a kind in an overview."""
        self.w.uses.add(name)
        game, words = self.m.spec.game(mode), self.m.words(mode)
        icon = icon_image(self.w.env, self.m, game, name)
        said = [words.clause(x).text for x in self.m.clauses(name, mode)]
        said += [words.gain(g).text for g in game.gains if g.kind == name]
        needs = game.kinds[name].needs
        # What a kind needs has a column of its own, and is said first on its card.
        card = words.card(name)[1 if needs else 0 :]
        cells = [
            [icon, nodes.Text(" "), self.w.link(name)],
            self.w.amount(mode, needs),
            inline(" ".join([*said, *card]) or self.m.summary(name)),
        ]
        return [*cells, self.best(name, mode)] if most else cells

    def best(self, name: str, mode: str) -> list[nodes.Node]:
        """The most of the strictest scope that was asked about."""
        found = [x for x in self.m.maxima(name, mode) if x.scope in SCOPES]
        if not found:
            return [verdict(self.m, "not asked")]
        x = max(found, key=lambda x: SCOPES.index(x.scope))
        value = "" if x.value is None else f"{self.m.amount(x.value, x.unit)} "
        return [nodes.Text(value), verdict(self.m, x.verdict)]

    def scorings(self) -> Iterator[nodes.Node]:
        """What a city scores as a whole, in words; then every table."""
        names = self.m.names("scoring")
        if names:
            rows = [[[self.w.link(n)], inline(self.said(n))] for n in names]
            yield table([inline(self.say(x)) for x in ("Name", "What it says")], rows, "tile-overview", stub=1)
        for name in self.m.names("table"):
            yield self.listed(name)

    def said(self, name: str) -> str:
        """What a scoring says in the first mode that has it; its summary if that is nothing, as it is read."""
        self.w.uses.add(name)
        mode = self.m.modes(name)[0]
        said = [self.m.words(mode).clause(x).text for x in self.m.clauses(name, mode)]
        return " ".join(said) or self.m.summary(name)

    def rulings(self) -> Iterator[nodes.Node]:
        """Every ruling with its readings."""
        for name in self.m.names("ruling"):
            yield self.listed(name)

    def listed(self, name: str) -> nodes.Node:
        """Where an entry is to stand: filled by the directive, which notes it."""
        return nodes.container(tile_entry=name)

    # -- proofs

    def proofs(self) -> Iterator[nodes.Node]:
        """All verdicts."""
        found = self.m.property_facts()
        if not found:
            yield para(self.say("No property is stated."))
            return
        counts = Counter(x.verdict for x in found)
        words: list[nodes.Node] = []
        for word, n in sorted(counts.items()):
            words += [nodes.Text(f"{n} "), verdict(self.m, word), nodes.Text(" ")]
        yield para(*words, classes=["tile-counts"])
        # On paper each entry tells its own, and a second list of all of them would only be long.
        rows = []
        for owner, group in _grouped(found):
            sorts = Counter(x.verdict for x in group)
            told = join([nodes.inline("", f"{n} ", verdict(self.m, word)) for word, n in sorted(sorts.items())])
            rows.append([[self.w.link(owner)], told])
        yield table([inline(self.say(x)) for x in ("Name", "Verdict")], rows, "tile-totals", stub=1)
        for owner, group in _grouped(found):
            self.w.uses.add(owner)
            part = section(f"tile-proofs-{owner.replace('_', '-')}", self.m.title(owner))
            part += self.w.property_table(group)
            part["classes"].append("only-screen")
            yield part
        totals = self.m.facts.totals if self.m.facts is not None else ()
        if totals:
            part = section("tile-totals", self.say("The best cities"))
            head = [self.say(x) for x in ("Mode", "With", "Scope", "Most", "Verdict")]
            part += table([inline(x) for x in head], [self.total(x) for x in totals], "tile-totals")
            yield part

    def total(self, x: f.TotalFact) -> list[Sequence[nodes.Node]]:
        """The row of a best city."""
        most = "" if x.value is None else f"{x.value} VP"
        if x.verdict == "feasible":
            most = self.say("{most}, at most {bound}", most=most, bound=x.bound)
        scope = self.w.scope(x.scope, x.players)
        return [
            inline(self.m.mode_title(x.mode)),
            inline(self.m.told(x.title)),
            inline(scope),
            inline(most),
            [verdict(self.m, x.verdict)],
        ]

    # -- words

    def glossary(self) -> Iterator[nodes.Node]:
        """What the words of the book mean, and the units of the game."""
        entries = [(self.say(term), self.say(text)) for term, text in TERMS.items()]
        for r in self.m.d.resources.values():
            text = self.say("A unit of the game; the box has {n}.", n=r.pieces)
            if r.cost:
                text += " " + self.say("Each one that is not seated at the end costs {n} VP.", n=r.cost)
            entries.append((self.m.resource_title(r.name, 1), text))
        out = nodes.definition_list(classes=["tile-glossary"])
        for term, text in sorted(dict(entries).items(), key=lambda x: x[0].casefold()):
            out += nodes.definition_list_item("", nodes.term("", term), nodes.definition("", para(text)))
        yield out


def _grouped(found: Iterable[f.PropertyFact]) -> Iterator[tuple[str, list[f.PropertyFact]]]:
    groups: dict[str, list[f.PropertyFact]] = {}
    for x in found:
        groups.setdefault(x.owner, []).append(x)
    yield from groups.items()
