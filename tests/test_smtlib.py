"""Questions written for other solvers: Z3 reads the text back and answers as the verdict says."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import z3

from dsl.assemble import Specification
from dsl.circuit import Circuit, Lit
from dsl.claims import properties
from dsl.load import load
from dsl.to_smtlib import script
from verifier.cli import main
from verifier.maximize import maximize
from verifier.obligations import Obligation, of_maximum, of_property
from verifier.properties import prove
from verifier.questions import MaximumQuestion

ROOT = Path(__file__).parent.parent
SQUARE = ROOT / "tests" / "games" / "two_by_two"

CLAIMS = """
tile mast "Mast" is wall {
  glyph m
  score 1 per hut adjacent to self
  property "two neighbours" { range own from 0 to 2 }
  property "three" { range own from 0 to 3 }
  property "less" { range own from 0 to 1 }
  property "some" { sometimes own = 2 }
  property "many" { sometimes own = 3 }
  property "never two" { always own < 2 }
  property "if so" { when some hut adjacent to self always own >= 1 }
  property "of nothing" { when own > 5 always own = 7 }
}
"""


def answer(text: str) -> str:
    """What Z3 says of a script."""
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.add(z3.parse_smt2_string(text, ctx=context))
    return str(solver.check())


@pytest.fixture(scope="module")
def square(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    """The least of all games, and a tile that claims this and that."""
    file = tmp_path_factory.mktemp("square") / "mast.rules"
    file.write_text(CLAIMS, "utf-8")
    return load([SQUARE, file])


@pytest.fixture(scope="module")
def written(square: Specification) -> list[Obligation]:
    """All obligations of the tile, by its verdicts."""
    found: list[Obligation] = []
    for case in properties(square):
        found += of_property(square, case, prove(square, case, time_limit=20.0), 2)
    for scope in ("any", "supply"):
        q = MaximumQuestion("mast", "square", scope, 2)
        found += of_maximum(square, q, maximize(square, "mast", "square", scope=scope, time_limit=20.0))
    return found


def test_z3_reads_them_back_and_agrees(written: list[Obligation]) -> None:
    assert len({x.name for x in written}) == len(written)
    expected = {x.name: x.status for x in written}
    assert {x.name: answer(x.text) for x in written if x.status != "unknown"} == {
        n: s for n, s in expected.items() if s != "unknown"
    }
    for name, status in {
        "mast-square-two-neighbours-broken": "unsat",
        "mast-square-two-neighbours-reaches-2": "sat",
        "mast-square-three-broken": "unsat",
        "mast-square-three-reaches-0": "unknown",
        "mast-square-three-reaches-3": "unsat",
        "mast-square-less-broken": "sat",
        "mast-square-some-fulfilled": "sat",
        "mast-square-many-fulfilled": "unsat",
        "mast-square-never-two-broken": "sat",
        "mast-square-if-so-assumed": "sat",
        "mast-square-if-so-broken": "unsat",
        "mast-square-of-nothing-assumed": "unsat",
        "mast-square-any-reaches-2": "sat",
        "mast-square-any-reaches-3": "unsat",
    }.items():
        assert expected[name] == status, name


def test_the_head_says_what_is_asked(written: list[Obligation]) -> None:
    (found,) = [x for x in written if x.name == "mast-square-never-two-broken"]
    head = found.text.split("(set-info")[0]
    assert head == (
        "; A property of mast: never two\n"
        '; property "never two" { always own < 2 }\n'
        "; Two by Two, mode square, scope any, 2 players.\n"
        "; Asked: a city fulfils the assumption and breaks the claim.\n"
        "; Expected: sat, there is such a city.\n"
    )
    assert "(set-info :status sat)\n(set-logic QF_UF)\n" in found.text
    assert found.text.endswith("(check-sat)\n(exit)\n")


def some_circuit(seed: int) -> tuple[Circuit, list[Lit], Lit]:
    """A random circuit over four variables: these, and one of its literals."""
    rng, k = random.Random(seed), Circuit()
    inputs = [k.var(f"v[{i}]>=1") for i in range(4)]
    lits = list(inputs)
    for _ in range(12):
        chosen = [x if rng.random() < 0.6 else -x for x in rng.sample(lits, min(len(lits), 3))]
        form = rng.choice(("all", "any", "sum"))
        if form == "sum":
            total = k.count(())
            for x in chosen:
                total += k.linear(x, rng.randint(-3, 4))
            lits.append(k.at_least(total, rng.randint(-2, 4)))
        else:
            lits.append(k.all(chosen) if form == "all" else k.any(chosen))
        lits = list(dict.fromkeys(lits))
    return k, inputs, lits[-1]


@pytest.mark.parametrize("seed", range(20))
def test_the_text_is_true_exactly_where_the_circuit_is(seed: int) -> None:
    k, inputs, claim = some_circuit(seed)
    for bits in itertools.product((False, True), repeat=len(inputs)):
        holds = k.evaluate({f"v[{i}]>=1": b for i, b in enumerate(bits)})
        fixed = [x if b else -x for x, b in zip(inputs, bits, strict=True)]
        text = script(k, [*fixed, claim], status="unknown")
        assert answer(text) == ("sat" if holds(claim) else "unsat")


def test_nothing_asked_and_nothing_possible() -> None:
    k = Circuit()
    assert answer(script(k, [], status="sat")) == "sat"
    assert answer(script(k, [-1], status="unsat")) == "unsat"
    k.require(k.var("a|b\\c"))
    assert answer(script(k, [], status="sat", comments=["two\nlines"])) == "sat"


def test_the_commands_write_the_same_on_every_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mast.rules"
    file.write_text(CLAIMS, "utf-8")
    common = ["--spec", str(SQUARE), "--with", str(file), "--no-record"]
    asked = (["prove", "mast"], ["max", "mast", "--scope", "any"])
    for argv in asked:
        main([*argv, *common, "--emit", "smt2", str(tmp_path / "here")])
        assert "written to" in capsys.readouterr().err
    for argv in asked:
        subprocess.run(
            [sys.executable, "-m", "verifier", *argv, *common, "--emit", "smt2", str(tmp_path / "there")],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, check=False,
        )  # fmt: skip
    here, there = ({p.name: p.read_text() for p in (tmp_path / f).iterdir()} for f in ("here", "there"))
    assert here == there and "mast-square-any-reaches-3.smt2" in here and len(here) > 12


@pytest.mark.parametrize(
    ("form", "folder", "words"),
    [("smt1", "x", "can not be written as `smt1`"), ("smt2", "taken/x", "can not be made: not a directory")],
)
def test_emitting_what_can_not_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, folder: str, words: str
) -> None:
    (tmp_path / "taken").write_text("a file", "utf-8")
    argv = ["max", "gate", "--spec", str(SQUARE), "--no-record", "--emit", form, str(tmp_path / folder)]
    assert main(argv) == 2
    assert words in capsys.readouterr().err
