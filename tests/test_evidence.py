"""What `prove` shows besides a verdict: all the smallest counterexamples, examples to paste, reasons of a proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.claims import PropertyCase, properties
from dsl.diagnostics import Bag
from dsl.load import load
from dsl.run_examples import run_examples
from verifier import solve
from verifier.cli import main
from verifier.properties import counterexamples, prove, why

GAME = """
game "Plots" { }
resource drop "Drop" { plural drops "Drops"  glyph d  pieces 9  costs 1 unseated }
mode plot "Plot" { board { 1 1 1
                           1 1 1
                           2 2 2 }  rounds 1  turns 4  players 2 to 2 }
building tree "Tree" { glyph T }
building pump "Pump" { glyph P  needs 2 drops }
building bench "Bench" { glyph B  seats 3 drops }
building hall "Hall" {
  glyph H
  score 2 per hall
  property "nine" { range part hall from 0 to 162 }
}
tile gnome "Gnome" is tree {
  score 2 per tree adjacent to self
  score 1 if some bench in city
  property "three" { always own <= 6 }
  property "trees" { when no bench in city  always own mod 2 = 0 }
  property "two pumps" { always count of active pump <= 4 }
  property "bench" { always own <= 9 }
  property "some bench" { when some tree adjacent to self  sometimes own mod 2 = 1 }
  property "pump" { adding pump never changes own }
  property "tree" { removing tree never changes own }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("plots")
    (found / "plots.rules").write_text(GAME, "utf-8")
    return found


@pytest.fixture(scope="module")
def plots(folder: Path) -> Specification:
    return load([folder])


def case(spec: Specification, title: str) -> PropertyCase:
    return next(x for x in properties(spec) if x.title == title)


def test_all_counterexamples_up_to_symmetry(plots: Specification) -> None:
    """More than 6 takes the middle with four Trees beside it, 8; or three Trees and a Bench, 7. Both have five
    buildings and as many floors, and no unit is seated. Three of four sides leave one: by the two flips (left and
    right change places, top and bottom do not: the districts differ) the one is on the top, below, or at a side:
    three sorts, with the Bench on the open side or in a corner (the corners on the left and on the right are mirror
    images only where the Trees are). A Bench beside the border spaces needs three Trees, too: a space of the
    border has three neighbours, so that the Bench stands on one of the five other spaces."""
    found = list(counterexamples(plots, case(plots, "three"), most=None, time_limit=120))
    assert all(x.smallest for x in found)
    assert all(sum(1 for _ in x.city.buildings()) == 5 for x in found)
    cells = {tuple(None if b is None else b.kind for b in x.city.cells) for x in found}
    assert len(cells) == len(found)
    flip = (2, 1, 0, 5, 4, 3, 8, 7, 6)
    for a in cells:
        mirrored = tuple(a[flip[s]] for s in range(9))
        assert mirrored == a or mirrored not in cells
    assert cells | {tuple(a[flip[s]] for s in range(9)) for a in cells} == set(by_hand())


def by_hand() -> list[tuple[str | None, ...]]:
    """All cities of five buildings in which the Gnome scores more than 6, one floor each, units aside."""
    beside = {s: [t for t in range(9) if abs(s // 3 - t // 3) + abs(s % 3 - t % 3) == 1] for s in range(9)}
    out: list[tuple[str | None, ...]] = []
    for s in range(9):
        city: list[str | None] = [None] * 9
        city[s] = "gnome"
        if len(beside[s]) == 4:
            out.append(tuple("tree" if t in beside[s] else city[t] for t in range(9)))
        for open_side in [None] if len(beside[s]) == 3 else beside[s] if len(beside[s]) == 4 else []:
            trees = [t for t in beside[s] if t != open_side]
            for bench in range(9):
                if bench != s and bench not in trees:
                    there = ["tree" if t in trees else city[t] for t in range(9)]
                    there[bench] = "bench"
                    out.append(tuple(there))
    return out


def test_the_first_ones(plots: Specification) -> None:
    """Asked for a few, the smallest come first: a Tree in the corner and the Gnome on the right of it, or below;
    then a Bench in the corner and the Gnome on its right: the Gnome is a Tree, too, and takes its 1 VP along."""
    found = list(counterexamples(plots, case(plots, "tree"), most=3, time_limit=600))
    assert [sum(1 for _ in x.city.buildings()) for x in found] == [2, 2, 2]
    assert [x.second.values for x in found if x.second is not None] == [(2, 0), (2, 0), (1, 0)]
    stand = [{s: b.kind for s, b in x.city.buildings()} for x in found]
    assert stand == [{0: "tree", 1: "gnome"}, {0: "tree", 3: "gnome"}, {0: "bench", 1: "gnome"}]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("bench", ["Gnome stands exactly once", "`score 1 if some bench", "`score 2 per tree"]),
        ("trees", ["`score 1 if some bench", "`score 2 per tree"]),
        ("two pumps", ["Pump needs 2 Drops", "no more Drops are seated than there are"]),
        ("pump", ["`score 1 if some bench", "`score 2 per tree"]),
    ],
)
def test_what_a_proof_rests_on(plots: Specification, title: str, expected: list[str]) -> None:
    """The clauses that bound the score; for four Pumps, what they need and the pieces of the box. That a Pump does
    not matter, and that all is even, would hold of several Gnomes, too."""
    assert prove(plots, case(plots, title)).verdict == "proved"
    found = why(plots, case(plots, title), time_limit=600)
    assert found is not None and len(found) == len(expected), found
    assert all(any(reason.startswith(x) for reason in found) for x in expected), found


def test_what_holds_by_bounds_rests_on_the_clause_that_has_them(plots: Specification) -> None:
    """Nine Halls see nine of them each: 9 * 9 * 2. By the clause alone it can not be more, and it rests on it."""
    assert prove(plots, case(plots, "nine")).verdict == "proved"
    found = why(plots, case(plots, "nine"), time_limit=600)
    assert found is not None and [x.partition("` (")[0] for x in found] == ["`score 2 per hall"]


def test_a_witness_needs_no_reason(plots: Specification) -> None:
    result = prove(plots, case(plots, "some bench"))
    assert result.verdict == "proved" and result.city is not None and result.smallest
    # The Gnome, a Tree beside it, and a Bench.
    assert sorted(b.kind for _, b in result.city.buildings()) == ["bench", "gnome", "tree"]
    assert why(plots, case(plots, "some bench"), time_limit=600) is None


def test_examples_can_be_pasted(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed for a refuted property passes as an example where it is pasted, the changed city too."""
    argv = ["prove", "gnome", "--spec", str(folder), "--no-record", "--format", "json", "--top", "2"]
    assert main(argv) == 1
    said = json.loads(capsys.readouterr().out)["properties"]
    texts = [
        text
        for p in said
        if p["verdict"] == "refuted"
        for shown in (p, *p["more"])
        for text in shown["examples"]
    ]
    assert len(texts) == 2 + 4  # two cities for "three", two with their changed ones for "tree"
    pasted = GAME.rstrip().removesuffix("}") + "\n".join(texts) + "\n}\n"
    (tmp_path / "plots.rules").write_text(pasted, "utf-8")
    bag = Bag()
    results = run_examples(load([tmp_path]), bag)
    assert len(results) == 6 and all(x.passed for x in results), bag.found


def test_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The text names the clauses that did it, with their places, and what proofs rest on. (What those of the others rest on is
    asked above, without words.)"""
    others = ("three", "trees", "some bench", "pump")
    kept = [x for x in GAME.split("\n") if not any(f'property "{title}"' in x for title in others)]
    (tmp_path / "plots.rules").write_text("\n".join(kept), "utf-8")
    assert main(["prove", "gnome", "--spec", str(tmp_path), "--no-record", "--why", "--time-limit", "120"]) == 1
    out = capsys.readouterr().out
    assert "2 -> 0 VP by `score 2 per tree adjacent to self`" in out
    assert "Gnome, plot: bench rests on\n  Gnome stands exactly once\n  `score" in out
    assert "Pump needs 2 Drops" in out
    assert "Tree removed from row 1, column 1: 0 instead of 2" in out


def test_without_an_answer_a_bound_may_do(plots: Specification, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither solver says whether a city breaks the claim: what CP-SAT proves of the value may be enough, and is
    told if it is not. The most is four Trees and a Bench, 9; the least is 0."""
    silent = solve.Answer("unknown")
    monkeypatch.setattr(solve.Z3, "decide", lambda *_, **__: silent)
    monkeypatch.setattr(solve, "decide", lambda *_, **__: silent)
    assert prove(plots, case(plots, "bench"), time_limit=600).verdict == "proved"
    assert "lie between 0 and 9" in prove(plots, case(plots, "three"), time_limit=600).reason
    assert prove(plots, case(plots, "three"), time_limit=600).verdict == "unknown"
    assert prove(plots, case(plots, "tree"), time_limit=600).verdict == "unknown"
