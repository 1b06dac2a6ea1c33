"""Procedures: what is worked out by hand, and the agreement of the simulator, the counted steps and the constraints.

Guarantee: numbers of tiles are counted by hand from the manual; the simulator, which moves pieces, and the counted steps
agree on every choice of ten thousand plays, and Z3's terms on states among them.
"""

from __future__ import annotations

import importlib.util
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import z3

from dsl import procedure_core as p
from dsl.assemble import Specification
from dsl.chances import Inexact, exact, interval, sampled
from dsl.codes import GARDEN
from dsl.diagnostics import Failure, render
from dsl.load import load, shipped
from dsl.procedure import procedure
from dsl.procedure_reach import looked, shortest
from dsl.procedure_steps import Steps, concrete, pieces
from dsl.procedure_words import procedure_words
from dsl.simulate import AtRandom, Chose, Moved, Played, Stuck, Table, play
from verifier.cli import main
from verifier.diff_structure import declared
from verifier.plays import play_results
from verifier.procedure_prover import prove_procedure
from verifier.procedure_relation import OVER, Relation
from verifier.record import Record
from verifier.verdict import PlayResult

STACK = "tile_stack"

FAIR = (
    GARDEN
    + """
inventory patio {
  pond small: 2 1
  from 2 players { pond small: 1 1 }
}
tile gnome "Gnome" is flower { copies 2 }
tile sprite "Sprite" is flower {}
ruling shy "Do gnomes come back?" { reading no "no"  reading yes "yes"  default no  because "They are shy." }
procedure fair "The fair" {
  pieces card "card", "cards" from tiles in pile
  pieces bowl "bowl", "bowls" from pond in attic
  zone pile "the pile" holds card
  zone hand "the hand" holds card
  zone lawn "the lawn" holds card, bowl
  zone attic "the attic" holds bowl
  zone table "the table" holds bowl
  play {
    shuffle pile
    draw 2 card from pile to hand
    each round {
      move all bowl of round from attic to table
      each turn {
        choose "who is next" {
          option wait "waits" {}
          option lay "lays a card" if some card in hand and some bowl in table {
            move 1 card from hand to lawn
            move 1 bowl from table to lawn
          }
          under shy is yes {
            option call "calls a gnome back" if some card in lawn {
              move 1 card from lawn to hand
              choose "the gnome" {
                option stay "stays" {}
                option shrink "is gone again" if turn > 1 { move 1 card from hand to lawn }
              }
            }
          }
        }
      }
      if some card in pile { draw 1 card from pile to hand }
    }
  }
  property "cards stay" { constant count of card }
  property "two cards" { sometimes count of card in lawn = 2 }
  property "three cards" { players 2  sometimes count of card in lawn = 3 and count of bowl in lawn = 4 }
}
"""
)


def fair(write: Callable[[str, str], Path], players: int = 2, text: str = FAIR) -> p.Procedure:
    return procedure(load([write("fair.rules", text)]), "fair", "patio", players)


# ---- by hand -----------------------------------------------------------------------------------------------


class Eager:
    """Takes the first of these options that is open, and notes how many tiles are left before each round."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.left: list[int] = []
        self.shown: list[int] = []

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        if table.counters["turn"] == 1:
            self.left.append(sum(table.count("tile", z) for z in ("stack", "display", "discard")))
            self.shown.append(table.count("tile", "display"))
        return next(x for name in (*self.names, "pass") for x in open if x.name == name)

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        return there[-1]


@pytest.mark.parametrize(
    ("mode", "players", "left", "shown"),
    [
        # Two, three or four standard Public Services a round in Classic, all exchanged; no tile comes back.
        ("classic", 2, [11, 9, 7, 5], [4, 4, 4, 4]),
        ("classic", 3, [11, 8, 5, 2], [4, 4, 4, 2]),
        ("classic", 4, [11, 7, 3, 0], [4, 4, 3, 0]),
        # Three, four, four and three in Expert; in round 4 there are two tiles for three of them.
        ("expert", 4, [13, 10, 6, 2, 0], [4, 4, 4, 2, 0]),
    ],
)
def test_every_standard_public_service_is_exchanged(
    spec: Specification, mode: str, players: int, left: list[int], shown: list[int]
) -> None:
    eager = Eager("swap", "place")
    play(procedure(spec, STACK, mode, players), {}, eager, 3)
    assert (eager.left, eager.shown) == (left, shown)


def test_what_the_readings_do(spec: Specification) -> None:
    """Classic, two players: 4 of 11 tiles, 4 of 7, and then the stack has 3."""
    two = procedure(spec, STACK, "classic", 2)
    for readings, shown in (({}, [4, 4, 4, 4]), ({"display_middle": "stop"}, [4, 4, 3, 4])):
        eager = Eager("swap")
        play(two, readings, eager, 1)
        assert eager.shown == shown
    # With four players the display is empty when one is left to take: it may be placed, dropped, or is lost.
    four = procedure(spec, STACK, "classic", 4)
    for readings, wanted in (
        ({}, ["pass", "drop", "place"]),
        ({"display_empty": "dropped"}, ["pass", "drop"]),
        ({"display_empty": "dropped", "display_choice": "one_of_two"}, ["pass", "lose"]),
        ({"display_choice": "one_of_two"}, ["pass", "place"]),
    ):
        steps = concrete(four, readings)
        state = {**steps.start(), pieces("standard", "site"): 1, "round": 4, "turn": 2}
        (station,) = steps.stations.values()
        assert [o.name for o in station.choice.options if steps.open(o, state)] == wanted


def test_after_the_last_round(spec: Specification) -> None:
    two = procedure(spec, STACK, "classic", 2)
    for reading, number in (("no", 0), ("yes", 4)):
        played = play(two, {"display_after_last": reading}, Eager("keep"), 1)
        assert len(played.zones["display"]) == number
        assert len(played.zones["cities"]) == 8 and not any(x.sort == "tile" for x in played.zones["cities"])


def test_pieces(spec: Specification) -> None:
    """The tiles of the mode once each; standard ones by round: four each in Classic with four players."""
    four = procedure(spec, STACK, "classic", 4)
    assert sorted(x.kind for x in four.sort("tile").pieces) == sorted(spec.tiles("classic"))
    assert [four.sort("standard").of_round(r) for r in (1, 2, 3, 4)] == [4, 4, 4, 4]
    assert [procedure(spec, STACK, "classic", 2).sort("standard").of_round(r) for r in (1, 2, 3, 4)] == [2] * 4
    assert [procedure(spec, STACK, "expert", 4).sort("standard").of_round(r) for r in range(1, 6)] == [3, 4, 4, 3, 3]
    assert procedure(spec, STACK, "expert", 3).sort("standard").at_most


# ---- the simulator and the counted steps ---------------------------------------------------------------------


class Checked(AtRandom):
    """Compares the table at every choice with what the counted steps said of it."""

    def __init__(self, rnd: random.Random, steps: Steps, known: dict[object, object]) -> None:
        super().__init__(rnd)
        self.steps, self.known, self.number = steps, known, 0
        self.expected = [(x.place, x.state) for x in steps.first() if x.condition]

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        steps = self.steps
        state = {pieces(s.name, z.name): 0 for s in table.procedure.sorts for z in table.procedure.zones}
        for zone, there in table.zones.items():
            for piece in there:
                state[pieces(piece.sort, zone)] += 1
        state |= {name: table.counters.get(name, 0) for name in steps.counters}
        assert self.expected == [(choice.place, state)]
        here = (choice.place, tuple(state.values()))
        if here not in self.known:
            self.known[here] = [x.name for x in choice.options if steps.open(x, state)]
        assert self.known[here] == [x.name for x in open]
        found = super().option(table, choice, open)
        key = (*here, found.name)
        if key not in self.known:
            self.known[key] = [(x.place, x.state) for x in steps.take(choice.place, found, state) if x.condition]
        self.expected = self.known[key]  # type: ignore[assignment]
        self.number += 1
        return found

    def over(self, played: Played) -> None:
        ((place, state),) = self.expected
        assert place is None
        assert all(
            state[pieces(s.name, z)] == sum(x.sort == s.name for x in there)
            for s in played.procedure.sorts
            for z, there in played.zones.items()
        )


def compare(procedures: list[p.Procedure], plays: int) -> int:
    # What the steps said of a state is asked once for each procedure and its readings.
    known: dict[object, tuple[Steps, dict[object, object]]] = {}
    number = 0
    for seed in range(plays):
        rnd = random.Random(seed)
        pr = procedures[seed % len(procedures)]
        readings = {ruling: rnd.choice(names) for ruling, names in pr.rulings}
        key = (pr.mode, pr.players, tuple(readings.items()))
        if key not in known:
            known[key] = concrete(pr, readings), {}
        checked = Checked(rnd, *known[key])
        checked.over(play(pr, readings, checked, seed))
        number += checked.number
    return number


def test_they_agree_on_ten_thousand_plays(write: Callable[[str, str], Path]) -> None:
    """Of a little procedure, with a choice inside an option: six choices and more a play."""
    assert compare([fair(write, 1)], 10_000) > 60_000


def test_they_agree_on_the_stack_of_tiles(spec: Specification, request: pytest.FixtureRequest) -> None:
    """Every mode, number of players, and any readings; `--soak 10000` for as many plays."""
    every = [procedure(spec, STACK, m, n) for m in spec.modes for n in spec.declarations.modes[m].players]
    assert compare(every, int(request.config.getoption("--soak")) or 36) > 36 * 32


def test_the_constraints_agree(spec: Specification, write: Callable[[str, str], Path]) -> None:
    """Z3's terms, with the numbers of a state put in, give the one state that the counted steps give."""
    for pr in (fair(write), procedure(spec, STACK, "classic", 3)):
        relation = Relation(pr)
        for seed in range(3):
            rnd = random.Random(seed)
            readings = {ruling: rnd.choice(names) for ruling, names in pr.rulings}
            steps = concrete(pr, readings)
            flags = [(flag, z3.BoolVal(readings[r] == x)) for (r, x), flag in relation.flags.items()]
            (now,) = [x for x in steps.first() if x.condition]
            while now.place is not None:
                station = steps.stations[now.place]
                option = rnd.choice([o for o in station.choice.options if steps.open(o, now.state)])
                (after,) = [x for x in steps.take(now.place, option, now.state) if x.condition]
                if rnd.random() < 0.2:
                    values = [(relation.variables[n], z3.IntVal(v)) for n, v in now.state.items()] + flags
                    assert ends(relation, now.place, option, values) == [(after.place or OVER, after.state)]
                now = after


def ends(r: Relation, place: int, option: p.Option, values: list[tuple[object, object]]) -> list[object]:
    """Where the terms lead from a state."""

    def value(x: object, at: list[tuple[object, object]]) -> int:
        if isinstance(x, int):
            return int(x)
        found = z3.simplify(z3.substitute(x, *at))
        return int(z3.is_true(found)) if z3.is_bool(found) else found.as_long()

    out: list[object] = []
    for o, x in r.nested[place]:
        if o is option and value(x.condition, values):
            out.append((x.place or OVER, {n: value(v, values) for n, v in x.state.items()}))
    for taken in r.taken[place]:
        if taken.option is option and value(taken.condition, values):
            now = [(r.variables[n], z3.IntVal(value(v, values))) for n, v in taken.state.items()] + values[-len(r.flags) :]
            for x in r.onward[place]:
                if value(x.condition, now):
                    out.append((x.place or OVER, {n: value(v, now) for n, v in x.state.items()}))
    return out


# ---- proofs --------------------------------------------------------------------------------------------------


def results(pr: p.Procedure, *titles: str) -> dict[str, PlayResult]:
    chosen = replace(pr, claims=tuple(x for x in pr.claims if not titles or x.title in titles))
    return {x.title: x for _, x in prove_procedure(chosen, seconds=600)}


def test_what_holds_is_proved(spec: Specification) -> None:
    """Expert with three players: how many standard Public Services there are is not known, and does not matter."""
    found = results(procedure(spec, STACK, "expert", 3))
    assert {x.verdict for x in found.values()} == {"proved"}
    assert all("induction" in x.how for x in found.values()) and len(found) == 11


def test_the_induction_names_what_it_takes(spec: Specification) -> None:
    """The other claims of these steps are proved for Expert above."""
    pr = procedure(spec, STACK, "classic", 2)
    found = results(pr, *(x.title for x in pr.claims if "players" in x.title or "no " in x.title))
    assert {x.verdict for x in found.values()} == {"proved"} and len(found) >= 5
    told = found["with two players every round begins with four tiles"].using
    assert told == (
        "no tile is lost or made", "no more tiles reach the cities than standard Public Services were there",
    )  # fmt: skip


def test_the_shortest_play_to_a_short_display(spec: Specification) -> None:
    """Eight exchanges in two rounds of 16 turns, and the other turns of each round in one step: 10 steps."""
    title = "a round can begin with fewer than four tiles"
    pr = procedure(spec, STACK, "classic", 4)
    found = results(pr, title)[title]
    assert found.verdict == "proved" and found.shown is not None
    assert found.shown.steps == 10 and len(found.shown.options) == 32
    assert found.shown.options.count("swap") == 8 and set(found.shown.options) == {"swap", "pass"}
    claim = next(x for x in pr.claims if x.title == title)
    assert isinstance(claim.claim, p.Compare)
    looked = shortest(pr, p.Every((claim.condition, claim.claim)))
    assert looked.steps == 10 and looked.options is not None and len(looked.options) == 32


def test_what_all_plays_come_to(spec: Specification) -> None:
    """Classic, all exchanged: 11, 8, 5 and 2 tiles are left with three players. With those two placed against, the third
    player finds none. With two players the last round begins with four, and only two are asked for."""
    three, two = (looked(procedure(spec, STACK, "classic", n), "tile", "display") for n in (3, 2))
    assert three.fewest == {1: 4, 2: 4, 3: 4, 4: 2} and two.fewest == dict.fromkeys((1, 2, 3, 4), 4)
    assert two.empty.options is None and three.empty.options is not None
    assert Counter(three.empty.options)["swap"] == 9 and three.empty.options[-2:] == ("keep", "keep")


def test_out_of_time(spec: Specification) -> None:
    """Where Z3 has no time at all, all states are looked at: two thousand and more, and the same number of steps."""
    title = "a round can begin with fewer than four tiles"
    pr = procedure(spec, STACK, "classic", 3)
    claim = next(x for x in pr.claims if x.title == title)
    ((_, found),) = prove_procedure(replace(pr, claims=(claim,)), seconds=0.01)
    assert found.verdict == "proved" and found.shown is not None and found.shown.steps == 11
    assert "states" in found.how


def broken(write: Callable[[str, str], Path], old: str, new: str) -> p.Procedure:
    text = (shipped() / "procedure.rules").read_text("utf-8")
    assert text.count(old) == 1
    rest = [x for x in shipped().iterdir() if x.suffix == ".rules" and x.name != "procedure.rules"]
    rest += [x for x in shipped().iterdir() if x.is_dir() and x.name in ("buildings", "tiles")]
    return procedure(load([*rest, write("procedure.rules", text.replace(old, new))]), STACK, "classic", 2)


def test_what_does_not_hold_is_refuted_by_a_play(write: Callable[[str, str], Path]) -> None:
    """Without an option that is always open, nothing can be done once both standard Public Services are taken."""
    pr = broken(write, '          option pass "takes another building, or none" {}\n', "")
    found = results(pr, "there is always something to do")["there is always something to do"]
    assert found.verdict == "refuted" and found.shown is not None and found.shown.steps == 2
    with pytest.raises(Stuck):
        play(pr, {}, Eager("swap"), 1)


def test_a_change_that_loses_a_tile_of_the_display(write: Callable[[str, str], Path]) -> None:
    """Five tiles are revealed: there are five at the first choice, after no step."""
    pr = broken(write, "repeat 4 times", "repeat 5 times")
    title = "the display holds only tiles, and never more than four"
    found = results(pr, title)[title]
    assert found.verdict == "refuted" and found.shown is not None and found.shown.options == ()


def test_a_claim_about_nothing_is_vacuous(write: Callable[[str, str], Path]) -> None:
    pr = fair(write, text=FAIR.replace("constant count of card", "when count of card in lawn = 9 always count of card in lawn = 9"))
    assert results(pr, "cards stay")["cards stay"].verdict == "vacuous"


def test_z3_and_the_search_agree(write: Callable[[str, str], Path]) -> None:
    """Two cards lie after two steps. A third one needs a card more, drawn after round 1: the rest of that round is
    one step more. A fourth bowl would need a fourth card: there are three."""
    one, two = fair(write, 1), fair(write, 2)
    by_players = [results(pr) for pr in (one, two)]
    for pr, found in zip((one, two), by_players):
        for claim in pr.claims:
            if claim.word == "sometimes":
                assert claim.claim is not None and isinstance(claim.claim, p.Compare | p.Every)
                looked = shortest(pr, claim.claim)
                told = found[claim.title]
                assert (told.verdict == "proved") == (looked.options is not None)
                assert told.shown is None or told.shown.steps == looked.steps
    assert by_players[1]["two cards"].shown.steps == 2  # type: ignore[union-attr]
    assert by_players[1]["three cards"].verdict == "refuted"


def test_what_is_on_record_is_not_asked_again(tmp_path: Path, orchard: Specification) -> None:
    path = tmp_path / "record.json"
    first = play_results(orchard, players=2, record=Record(path, orchard), workers=1)
    assert len(first) == 7 and not any(x.recorded for x in first)
    again = Record(path, orchard)
    second = play_results(orchard, players=2, record=again, workers=1)
    assert [replace(x, recorded=False) for x in second] == first and all(x.recorded for x in second)
    assert again.stale() == [] and again.listed() == []
    text = path.read_text("utf-8")
    path.write_text(text.replace('"pick"', '"rest"', 1), "utf-8")
    edited = Record(path, orchard)
    play_results(orchard, players=2, record=edited, workers=1)
    assert edited.edited == 1 and "it was edited" in edited.warnings[0]


# ---- chances -------------------------------------------------------------------------------------------------


def test_chances_by_hand(spec: Specification) -> None:
    """Classic, four players, all exchanged: the three tiles that are left lie in the display of round 3. Nobody exchanges in
    Expert: three displays show twelve of thirteen."""
    swap = exact(procedure(spec, STACK, "classic", 4), "tile", {"swap": Fraction(1), "place": Fraction(1)})
    assert [swap.there[n]["display"] for n in (1, 2, 3, 4)] == [Fraction(4, 11), Fraction(4, 11), Fraction(3, 11), 0]
    assert [swap.ever[n] for n in (1, 2, 3, 4)] == [Fraction(4, 11), Fraction(8, 11), 1, 1]
    assert swap.there[0]["cities"] == 1
    keep = exact(procedure(spec, STACK, "expert", 4), "tile", {"keep": Fraction(1)})
    assert [keep.ever[n] for n in (1, 2, 3, 4, 5)] == [Fraction(n, 13) for n in (4, 8, 12, 13, 13)]
    assert keep.there[0]["cities"] == 0
    for n in range(6):
        assert sum(keep.there[n].values()) == 1


def test_chances_by_playing(spec: Specification) -> None:
    """Half of the standard Public Services are exchanged: each exact chance lies in its interval (4 in 100,000 miss)."""
    pr = procedure(spec, STACK, "classic", 4)
    weights = {"swap": Fraction(1, 2), "keep": Fraction(1, 2), "place": Fraction(1)}
    found, played = exact(pr, "tile", weights), sampled(pr, "tile", weights, plays=250, seed=5)
    for n in (1, 2, 3, 4, 0):
        for zone, hits in played.there[n].items():
            low, high = interval(hits, 250, z=4.1)
            assert low <= float(found.there[n][zone]) <= high


def test_chances_where_somebody_chooses_first(write: Callable[[str, str], Path]) -> None:
    """A third of the plays that draw (half of them) have the card in hand when round 2 begins, where the first choice is then
    another one: 1/6. The others come to the second choice; what they have counts, too."""
    head, tail = FAIR.split("    draw 2 card from pile to hand")
    plays = """
    each round {
      if some card in hand { choose "first" { option keep "keeps" {} option drop "drops" { move 1 card from hand to lawn } } }
      choose "second" { option take "takes" { draw 1 card from pile to hand } option wait "waits" {} }
    }
  }
}
"""
    assert "each round" in tail
    found = exact(fair(write, text=head + plays), "card", {})
    assert found.there[1] == {"pile": 1, "hand": 0, "lawn": 0}
    assert found.there[2] == {"pile": Fraction(5, 6), "hand": Fraction(1, 6), "lawn": 0} and found.ever[2] == Fraction(1, 6)
    # In each of two rounds a card is drawn with chance 1/2: one of three, on the average.
    assert found.ever[0] == Fraction(1, 3) and sum(found.there[0].values()) == 1


def test_a_pile_that_is_not_shuffled(write: Callable[[str, str], Path]) -> None:
    pr = fair(write, text=FAIR.replace("move 1 card from lawn to hand", "move 1 card from lawn to pile"))
    with pytest.raises(Inexact, match="pile"):
        exact(pr, "card", {})


def test_the_difference_of_two_procedures(write: Callable[[str, str], Path]) -> None:
    old, three = load([write("old.rules", FAIR)]), FAIR.replace("draw 2 card", "draw 3 card")
    assert declared(old, load([write("new.rules", three)])) == ("procedure `fair`: other steps or zones in patio",)
    claims = FAIR.replace("constant count of card", "never stuck").replace("pond small: 2 1", "pond small: 2 2")
    assert declared(old, load([write("same.rules", claims)])) == ()
    none = FAIR[: FAIR.index("procedure fair")]
    assert declared(old, load([write("none.rules", none)])) == ("procedure `fair`: only in OLD",)


def test_the_tables_of_the_page(spec: Specification) -> None:
    """The rows of Classic with two players, worked out again; the second by hand: 4 of 11, 4 of 7, and the last 3."""
    path = Path(__file__).parent.parent / "docs" / "_ext" / "plays.py"
    found = importlib.util.spec_from_file_location("plays", path)
    assert found is not None and found.loader is not None
    plays = importlib.util.module_from_spec(found)
    found.loader.exec_module(plays)
    page = (path.parent.parent / "procedure_tables.md").read_text("utf-8")
    pr = next(plays.known(spec))
    assert (pr.mode, pr.players) == ("classic", 2)
    rows = [(words, *plays.row(pr, chosen)) for words, chosen in plays.readings(pr) if "_last" not in words]
    told = [x for x in rows if not x[0].startswith("`") or x[1:] != rows[0][1:]]
    assert told == [
        ("the defaults", "4", "4", "4", "4", "never"), ("`display_middle` is `stop`", "4", "4", "3", "4", "never"),
    ]  # fmt: skip
    assert plays.table(("reading",), told).split("\n", 2)[2] in page


def test_words(spec: Specification) -> None:
    """Each step has a sentence, those of readings that do not hold have none, and the questions are answered."""
    sections = {x.title: x.lines for x in procedure_words(spec, "classic", players=2, answers=True)}
    done = [x.text for x in sections["What is done"]]
    assert "One expansion tile goes from the display to the discarded tiles." in done
    assert not any("can not be placed without" in x for x in done)
    assert "One standard Public Service goes from the Construction Site to what is out of the game." in done
    (repeat,) = [x for x in sections["A new display is revealed"] if x.text == "Four times:"]
    assert repeat.depth == 0
    questions = [x for x in sections["Questions"] if x.ruling == "display_middle"]
    assert [x.depth for x in questions] == [0, 1, 1]
    assert "as few as 4, 4, 4, 4 when" in sections["What can happen"][0].text


# ---- messages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("from pile to hand\n    each", "from pile to hnd\n    each", "TP058", "did you mean `hand`"),
        ("move 1 bowl from table to lawn", "move 1 bowl from table to hand", "TP059", "`hand` holds no `bowl`"),
        ("move 1 bowl from table to lawn", "move all bowl of round from attic to lawn", "TP059", "in no loop within it"),
        ("option wait", "option lay", "TP010", "declared twice"),
        ("shy is yes", "shy is maybe", "TP015", "known: `no`, `yes`"),
        ("under shy", "under sly", "TP014", "did you mean `shy`"),
        ("shuffle pile", "do pile", "TP058", "unknown routine"),
        ("    each round {", "    each turn { shuffle pile }\n    each round {", "TP059", "just inside `each round`"),
        ("if some card in pile {", "if count of card in pile {", "TP024", "a condition"),
        ("if some card in pile {", "if count of card in pile = (1 = 1) {", "TP024", "a number"),
        ("constant count of card", "always moved = 2", "TP059", "after NAME"),
        ("constant count of card", "after call always moved = 2", "TP059", "there is a choice in it"),
        ("constant count of card", "players 7  constant count of card", "TP037", "so many players"),
        ("  play {", "  play {}\n  play {", "TP033", "said twice"),
        ("from pond in attic", "from flower in attic", "TP059", "lists no `flower`"),
        ('choose "who is next" {', 'if turn > 1 { choose "who" { option go "goes" {} } }\n choose "x" {', "", ""),
        ("  property", '  routine r "r" { do r }\n  property', "TP059", "does itself"),
    ],
)
def test_messages(write: Callable[[str, str], Path], old: str, new: str, code: str, said: str) -> None:
    text = FAIR.replace(old, new, 1)
    assert text != FAIR
    if not code:
        assert fair(write, text=text).steps
        return
    with pytest.raises(Failure) as failure:
        load([write("fair.rules", text)])
    assert {d.code for d in failure.value.diagnostics} == {code}
    assert said in "\n".join(map(render, failure.value.diagnostics))


# ---- the command ---------------------------------------------------------------------------------------------


def test_play_and_play_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["play", "--mode", "expert", "--seed", "7", "--format", "json"]) == 0
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert main(["play", "--replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Round 5" in told and "At the end" in told and "the stack: 9 expansion tiles\n" in told
    data = json.loads(file.read_text("utf-8"))
    data["options"][0] = "fly"
    file.write_text(json.dumps(data), "utf-8")
    assert main(["play", "--replay", str(file)]) == 1
    assert "`fly` is not open" in capsys.readouterr().err
    file.write_text("[1]", "utf-8")
    orchard = str(Path(__file__).parent / "games" / "orchard")
    assert main(["play", "--replay", str(file), "--spec", orchard]) == 2
    for text, said in (("{}", "it does not say its procedure"), ("[" * 99999, "nested too deep"), ("{", "no JSON")):
        file.write_text(text, "utf-8")
        capsys.readouterr()
        assert main(["play", "--replay", str(file), "--spec", orchard]) == 2
        assert said in capsys.readouterr().err
    assert main(["play", "--spec", orchard, "--players", "1", "--seed", "3"]) == 0
    assert "The barrow: Grove, 1 player, seed 3" in capsys.readouterr().out


def test_a_person_plays(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An exchange with the second standard Public Service and the first tile; then the round goes by, and the game."""
    answers = iter(["nonsense", "swap", "2", "1", ".", ".", "pass", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["play", "--mode", "classic", "--interactive"]) == 0
    out = capsys.readouterr().out
    assert "`nonsense` is none of them" in out and "the cities: 1 expansion tile: " in out
    assert "Round 3" in out and "Turn 2 of 16" in out and "VP for each" in out


def test_chances_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    weights = ["--weights", "swap=1,place=1"]
    assert main(["play", "--mode", "classic", "--chances", *weights]) == 0
    assert "3/11 = 0.273" in capsys.readouterr().out
    assert main(["play", "--mode", "classic", "--chances", "--weights", "swp=1"]) == 2
    assert "did you mean `swap`" in capsys.readouterr().err


def test_moves_of_a_play(spec: Specification) -> None:
    """An exchange is a standard Public Service out of the game and a tile of the display into a city."""
    played = play(procedure(spec, STACK, "classic", 4), {}, AtRandom(random.Random(3)), 3)
    events = list(played.events)
    at = [i for i, x in enumerate(events) if isinstance(x, Chose) and x.option == "swap"]
    assert at
    for i in at:
        first, second = events[i + 1], events[i + 2]
        assert isinstance(first, Moved) and isinstance(second, Moved)
        assert (first.sort, first.target, second.sort, second.source, second.target) == (
            "standard", "gone", "tile", "display", "cities",
        )  # fmt: skip
