"""The benchmark program: both encodings, asked the same of small games, answer what was counted by hand.

The straightforward encoding shares nothing with the circuit, so this is another check of that, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import compare
import pytest
import straightforward
import z3
from grounding import variants
from little import LITTLE, States, all_cities, by_hand

from dsl.assemble import Specification
from dsl.city import City
from dsl.claims import PropertyCase, properties
from dsl.diagnostics import Bag
from dsl.load import load
from dsl.run_examples import run_examples

# ---- a board of 2x2, all cities counted ------------------------------------------------------------------


@cache
def counted() -> tuple[States, ...]:
    return tuple(states for _, states in all_cities())


def one_gate() -> Iterator[States]:
    return (x for x in counted() if sum(b is not None and b[0] == "gate" for b in x) == 1)


def gate_own(states: States, stay: bool) -> int:
    """What the Gate's own sentences add."""
    with_text, without = (by_hand(states, stay, text) for text in (True, False))
    return sum(with_text.values()) - sum(without.values())


def claims(tmp_path: Path, owner: str, text: str) -> tuple[Specification, list[PropertyCase]]:
    """The little game with properties of a declaration added, and these."""
    rules = (LITTLE / "two_by_two.rules").read_text("utf-8")
    head, brace, tail = rules.partition(f"{owner} {{\n")
    assert brace
    (tmp_path / "little.rules").write_text(f"{head}{brace}{text}\n{tail}", "utf-8")
    spec = load([tmp_path])
    return spec, properties(spec)


def test_maximum_of_a_little_board() -> None:
    """The best of all cities with one Gate, counted."""
    row = compare.maximum(load([LITTLE]), "gate", "square")
    best = max(gate_own(x, stay=False) for x in one_gate())
    assert (row.ours.said, row.theirs.said, row.bound) == (str(best), str(best), "")


@pytest.mark.parametrize("reading", ["gone", "stays"])
def test_properties_of_a_little_board(tmp_path: Path, reading: str) -> None:
    """What was counted in all cities is proved, and a point more or less is not so."""
    stay = reading == "stays"
    totals = [by_hand(x, stay) for x in counted()]
    dens, best = max(x["den"] for x in totals), max(sum(x.values()) for x in totals)
    walls = {x["wall"] for x in totals}
    wanted = {
        f"always part den <= {dens}": "proved",
        f"always part den < {dens}": "refuted",
        f"sometimes total = {best}": "proved",
        f"sometimes total > {best}": "refuted",
        f"range part wall from {min(walls)} to {max(walls)}": "proved",
        f"range part wall from {min(walls)} to {max(walls) + 1}": "refuted",
        "when count of placed hut > 4 always total = 0": "vacuous",
    }
    lines = [f'property "{i}" {{ under broken is {reading} {x} }}' for i, x in enumerate(wanted)]
    spec, cases = claims(tmp_path, 'scoring runs "Runs"', "\n".join(lines))
    found = [compare.claim(spec, x) for x in cases]
    assert [(x.ours.verdict, x.theirs.verdict) for x in found] == [(x, x) for x in wanted.values()]


@pytest.mark.parametrize("reading", ["gone", "stays"])
def test_a_tiles_own_on_a_little_board(tmp_path: Path, reading: str) -> None:
    """The least and the most that the Gate adds, and that some city gives each."""
    own = [gate_own(x, reading == "stays") for x in one_gate()]
    ends = f"range own from {min(own)} to {max(own)}"
    short = f"always own between {min(own) + 1} and {max(own)}"
    lines = [f'property "{i}" {{ under broken is {reading} {x} }}' for i, x in enumerate((ends, short))]
    spec, cases = claims(tmp_path, 'tile gate "Gate" is wall', "\n".join(lines))
    found = [compare.claim(spec, x) for x in cases]
    assert [(x.ours.verdict, x.theirs.verdict) for x in found] == [("proved",) * 2, ("refuted",) * 2]


# ---- the second game -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tile, most",
    [
        ("scarecrow", 2),  # on a board of two rows, a space has at most two at its corners
        ("market", 1),  # three Fences in its row of four: one full pair
        ("well", 1),  # always
        ("gutter", 7),  # the six Bees of the box wake six Ponds, and one more; it needs not be awake itself
    ],
)
def test_maxima_of_the_second_game(orchard: Specification, tile: str, most: int) -> None:
    row = compare.maximum(orchard, tile, "hedge", limit=60)
    assert (row.ours.value, row.theirs.value) == (most, most)


def pinned(e: straightforward.Encoding, city: City) -> list[z3.BoolRef]:
    """What makes the unknown city this one, in all variables that there are by now."""
    game = e.game
    facts: list[z3.BoolRef] = [e.received(r) == n for r, n in city.received(game).items()]
    for s, b in enumerate(city.cells):
        facts.append(e.kinds[s] == (0 if b is None else e.names.index(b.kind) + 1))
        facts.append(e.floors(s) == (0 if b is None else b.floors))
        facts.append(e.active(s) == (b is not None and bool(b.active)))
        facts += [e.seated(s, r.name) == ((b.seats or {}).get(r.name, 0) if b else 0) for r in game.resources]
        if b is not None:
            prints = game.kinds[b.kind].prints
            chosen = variants(game.kinds[b.kind], b)
            assert chosen is not None
            facts += [e.print_of(s, j) == prints.index(v) for j, v in enumerate(chosen, 1)]
    return facts


def test_examples_of_the_second_game(orchard: Specification) -> None:
    """Every construct of the language, in the worked examples: the city is a solution, and has the value there."""
    d = orchard.declarations
    known: dict[tuple[str, tuple[tuple[str, str], ...]], straightforward.Encoding] = {}
    seen = 0
    for case in (r.case for r in run_examples(orchard, Bag())):
        key = (case.mode, tuple(sorted(case.readings.items())))
        if key not in known:
            known[key] = straightforward.Encoding(orchard, case.mode, case.readings, None)
        e = known[key]
        wanted: list[tuple[z3.ArithRef, int]] = []
        for claim in case.syntax.expect:
            if claim.word == "receives":
                if len(case.syntax.expect) == 1 or claim.value == 0:
                    wanted.append((e.units(case.owner), claim.value))
            elif claim.word == "totals":
                wanted.append((e.measure("total", ""), claim.value))
            elif claim.word == "scores" and case.owner in d.kinds and d.is_tile(case.owner):
                wanted.append((e.measure("own", case.owner), claim.value))
            else:
                part = claim.name.name if claim.name is not None else case.owner
                wanted.append((e.measure("part", d.part_name(part) or ""), claim.value))
        solver = z3.Solver(ctx=e.context)
        solver.add(pinned(e, case.city))
        solver.add(e.rules)
        assert solver.check() == z3.sat, (case.owner, case.syntax.title)
        for term, value in wanted:
            found = solver.model().eval(term, model_completion=True).as_long()
            assert found == value, (case.owner, case.syntax.title)
            seen += 1
    assert seen >= 60


# ---- the program -----------------------------------------------------------------------------------------


def row(ours: float | None, theirs: float | None) -> compare.Row:
    """A row with these times; None did not finish in ten seconds."""
    mine, other = (
        compare.Side("unknown", None, (10.0,)) if x is None else compare.Side("optimal", 1, (x,))
        for x in (ours, theirs)
    )
    return compare.Row("tile", "mode", "maximum", mine, other, 0.0)


def test_means() -> None:
    """The geometric mean of 2 and 8 is 4; a question that is not finished makes it a bound."""
    exact = [row(1, 2), row(0.5, 4)]

    def mean(of: list[compare.Row]) -> tuple[str, object]:
        return compare.mean(of)

    assert mean(exact) == ("", pytest.approx(4))
    # 10 / 0.625 = 16 or more: the third root of 2 * 8 * 16 is 6.3496.
    assert mean([*exact, row(0.625, None)]) == (">", pytest.approx(6.3496, abs=1e-4))
    # 1 / 10 or less: the second root of 2 / 10.
    assert mean([row(1, 2), row(None, 1)]) == ("<", pytest.approx(0.4472, abs=1e-4))
    assert compare.mean([row(1, None), row(None, 1)])[0] == "?"
    assert compare.mean([row(None, None)])[0] == "?"


def test_program(capsys: pytest.CaptureFixture[str]) -> None:
    """One tile of the little game, as text and as JSON."""
    options = ["--spec", str(LITTLE), "--tile", "gate", "--repeat", "2"]
    best = max(gate_own(x, stay=False) for x in one_gate())
    assert compare.main([*options, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(x["ours"]["value"], x["theirs"]["value"]) for x in found["rows"]] == [(best, best)]
    assert len(found["rows"][0]["ours"]["seconds"]) == 2
    assert compare.main(options) == 0
    assert "Maxima: 1 questions, geometric mean" in capsys.readouterr().out


def test_a_disagreement_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = straightforward.Found("optimal", 0.0, 99)
    monkeypatch.setattr(straightforward, "maximize", lambda *_, **__: wrong)
    assert compare.main(["--spec", str(LITTLE), "--tile", "gate", "--repeat", "1"]) == 1
    told = capsys.readouterr()
    assert "99" in told.err and told.out == ""


def test_unknown_tile(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        compare.main(["--spec", str(LITTLE), "--tile", "gat"])
    assert stopped.value.code == 2
    assert "did you mean `gate`?" in capsys.readouterr().err
