"""A second solver decides again: it agrees on a tiny game, and a forged question is found out."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.circuit import Circuit, Lit
from dsl.to_smtlib import Status, script
from verifier import second
from verifier.cli import main
from verifier.commands import recheck
from verifier.second import Reply, decide, expected

SQUARE = Path(__file__).parent / "games" / "two_by_two"

# On 2x2, two spaces are beside the mast, and a hut may stand on both: its range is from 0 to 2.
MAST = """
tile mast "Mast" is wall {
  glyph m
  score 1 per hut adjacent to self
  property "two neighbours" { range own from 0 to 2 }
  property "never two" { always own < 2 }
}
"""


def question(formula: str, status: str = "unknown") -> str:
    """A script about two Booleans."""
    return (
        f"; a question\n(set-info :status {status})\n(set-logic QF_UF)\n(declare-const a Bool)\n(declare-const b Bool)\n"
        f"(assert {formula})\n(check-sat)\n(exit)\n"
    )


def replies(scripts: list[str], *, seconds: float = 60.0, jobs: int = 2, memory_mb: int = 4000) -> list[Reply]:
    """The replies in the order of the scripts."""
    return [x for _, x in sorted(decide(scripts, seconds=seconds, jobs=jobs, memory_mb=memory_mb))]


def pigeons(n: int) -> str:
    """One pigeon more than there are holes, and each hole for one: what a solver that only searches finds hard."""
    k = Circuit()
    sits = [[k.var(f"p{i}h{j}") for j in range(n)] for i in range(n + 1)]
    for row in sits:
        k.require(k.any(row))
    for j in range(n):
        k.require(k.at_most(k.count(row[j] for row in sits), 1))
    return script(k, [], status="unsat")


@pytest.fixture
def emitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The questions of the mast, in a folder."""
    file, folder = tmp_path / "mast.rules", tmp_path / "questions"
    file.write_text(MAST, "utf-8")
    common = ["--spec", str(SQUARE), "--with", str(file), "--no-record", "--emit", "smt2", str(folder)]
    main(["prove", "mast", *common])
    assert main(["max", "mast", "--scope", "any", *common]) == 0
    capsys.readouterr()
    return folder


# ---- with the solver ---------------------------------------------------------------------------------------


def test_it_agrees_on_a_tiny_game(emitted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cvc5")
    assert main(["recheck", str(emitted), "--format", "json", "--strict", "--time-limit", "60"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {x["name"]: (x["expected"], x["answer"], x["verdict"]) for x in told["questions"]} == {
        "mast-square-any-reaches-2": ("sat", "sat", "agreed"),
        "mast-square-any-reaches-3": ("unsat", "unsat", "agreed"),
        "mast-square-never-two-broken": ("sat", "sat", "agreed"),
        "mast-square-two-neighbours-broken": ("unsat", "unsat", "agreed"),
        "mast-square-two-neighbours-reaches-0": ("sat", "sat", "agreed"),
        "mast-square-two-neighbours-reaches-2": ("sat", "sat", "agreed"),
    }
    assert (told["agreed"], told["disagreed"], told["no_answer"], told["open"]) == (6, 0, 0, 0)
    assert told["solver"].startswith("cvc5 ")


def test_a_forged_question_is_found_out(emitted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cvc5")
    forged = emitted / "mast-square-any-reaches-3.smt2"
    forged.write_text(forged.read_text("utf-8").replace("(set-info :status unsat)", "(set-info :status sat)"), "utf-8")
    assert main(["recheck", str(emitted), "--time-limit", "60"]) == 1
    out = capsys.readouterr().out
    assert "6 questions" in out and "5 agreed, 1 disagreed, 0 no answer" in out
    (told,) = [line for line in out.splitlines() if line.startswith("disagreement:")]
    assert "sat is expected" in told and told.endswith(str(forged)) and forged.exists()


def test_the_whole_specification(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # The Gate's maximum in scope `rounds` is two questions; the little game claims no property.
    pytest.importorskip("cvc5")
    argv = ["recheck", "--spec", str(SQUARE), "--record", str(tmp_path / "record.json"), "--jobs", "1"]
    assert main([*argv, "--format", "json", "--time-limit", "60"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(x["expected"] for x in told["questions"]) == ["sat", "unsat"]
    assert told["agreed"] == 2 and all(x["file"] is None for x in told["questions"])


def test_no_answer_is_no_agreement_and_harms_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cvc5")
    (tmp_path / "hard.smt2").write_text(pigeons(40), "utf-8")
    (tmp_path / "easy.smt2").write_text(question("(and a (not b))", "sat"), "utf-8")
    argv = ["recheck", str(tmp_path), "--time-limit", "1", "--format", "json"]
    for strict, code in (([], 0), (["--strict"], 3)):
        assert main([*argv, *strict]) == code
        easy, hard = json.loads(capsys.readouterr().out)["questions"]
        assert (easy["name"], easy["verdict"]) == ("easy", "agreed")
        assert (hard["verdict"], hard["answer"], hard["reason"]) == ("no answer", "unknown", "no answer in 1 s")


def test_what_it_is_asked_and_not_what_is_expected() -> None:
    pytest.importorskip("cvc5")
    false = "(and a (not a))"
    two = question("a").replace("(check-sat)", "(check-sat)(check-sat)")
    writes = question("a").replace("(assert", '(set-option :regular-output-channel "x")(assert', 1)
    found = replies([question(false, "sat"), question("a", "unsat"), two, writes, "nonsense", ""])
    assert [x.answer for x in found] == ["unsat", "sat", *["unknown"] * 4]
    for reply, words in zip(found[2:], ("asks 2 questions", "`set-option`", "it says:", "asks 0 questions")):
        assert words in reply.reason


def test_memory_is_limited() -> None:
    pytest.importorskip("cvc5")
    pytest.importorskip("resource")
    many = "".join(f"(declare-const x{i} Bool)\n" for i in range(200_000))
    text = question("a", "sat").replace("(assert", f"{many}(assert", 1)
    # The solver itself takes more than that: whatever it does then, there is no answer, and a reason.
    (starved,) = replies([text], memory_mb=60)
    assert starved.answer == "unknown" and re.search("more than 60 MB|its process", starved.reason)
    (fed,) = replies([text])
    assert fed.answer == "sat"


def some_circuit(seed: int) -> tuple[Circuit, list[Lit], list[Lit]]:
    """A random circuit of conjunctions, disjunctions and sums over five variables: these, and its thresholds."""
    rng, k = random.Random(seed), Circuit()
    inputs = [k.var(f"v{i}") for i in range(5)]
    lits, sums = list(inputs), []
    for _ in range(6):
        total = k.count(())
        for x in rng.sample(lits, min(len(lits), 5)):
            total += k.linear(x if rng.random() < 0.6 else -x, rng.choice((-3, -2, -1, 1, 1, 2, 4, 5)))
        sums.append(k.at_least(total, rng.randint(total.low, total.high + 1)))
        chosen = [x if rng.random() < 0.5 else -x for x in rng.sample(lits, 3)]
        lits += [sums[-1], k.any(chosen), k.all(chosen)]
        lits = [x for x in dict.fromkeys(lits) if abs(x) != 1]
    return k, inputs, sums


def cases() -> Iterator[tuple[str, str]]:
    """Scripts, each with the answer that trying all 32 assignments gives."""
    for seed in range(12):
        k, inputs, sums = some_circuit(seed)
        assignments = [dict(zip((f"v{i}" for i in range(5)), bits)) for bits in itertools.product((False, True), repeat=5)]
        for claims in ([sums[-1], -sums[-2]], [-sums[-1], sums[0]], [sums[1], sums[3], -inputs[0]]):
            possible = any(all(map(k.evaluate(values), claims)) for values in assignments)
            yield script(k, claims, status="unknown"), "sat" if possible else "unsat"


def test_a_script_means_what_the_circuit_means() -> None:
    pytest.importorskip("cvc5")
    scripts, wanted = zip(*cases())
    assert {"sat", "unsat"} == set(wanted)
    assert [x.answer for x in replies(list(scripts))] == list(wanted)


# ---- without it --------------------------------------------------------------------------------------------


def test_z3_reads_the_same_meaning() -> None:
    import z3

    for text, wanted in cases():
        context = z3.Context()
        solver = z3.Solver(ctx=context)
        solver.add(z3.parse_smt2_string(text, ctx=context))
        assert str(solver.check()) == wanted


def test_a_script_needs_no_arithmetic() -> None:
    k = Circuit()
    a, b, c, d = (k.var(x) for x in "abcd")
    total = k.linear(a, 3) + k.linear(b, 2) + k.linear(c, 2) + k.linear(d)
    # The halves are d + 2b and 2c + 3a, in the order of coefficients. At least 5 of 8: both of the second half;
    # b (2 or more) and a (3 or more); or both of the first and one of the second (2 or more).
    text = script(k, [k.at_least(total, 5)], status="sat")
    made = re.findall(r"define-fun (\w+) \(\) Bool (.*)\)$", text, re.MULTILINE)
    assert made == [
        ("s1", "(and |c| |a|)"),
        ("s2", "(and |d| |b|)"),
        ("s3", "(or |a| |c|)"),
        ("s4", "(or s1 (and |b| |a|) (and s2 s3))"),
        ("n4", "s4"),
    ]
    assert not re.search(r"[+>]|Int|\(ite", text)


@pytest.mark.parametrize(
    ("status", "reply", "verdict"),
    [("sat", "sat", "agreed"), ("sat", "unsat", "disagreed"), ("unknown", "sat", "open"), ("unsat", "unknown", "no answer")],
)
def test_verdicts_and_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    status: Status, reply: second.Answer, verdict: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(recheck, "solver", lambda: "cvc5 0")
    monkeypatch.setattr(recheck, "decide", lambda scripts, **_: ((i, Reply(reply, "", 0.0)) for i, _ in enumerate(scripts)))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("verifier.obligations.script", lambda *_, **__: question("a", status))
    code = main(["recheck", "--spec", str(SQUARE), "--no-record", "--jobs", "1", "--format", "json"])
    told = json.loads(capsys.readouterr().out)["questions"]
    assert [x["verdict"] for x in told] == [verdict] * 2
    assert code == (1 if verdict == "disagreed" else 0)
    # Only what is disagreed upon stays, one file for each.
    kept = sorted(tmp_path.rglob("*.smt2"))
    assert [x["file"] for x in told if x["file"] is not None] == list(map(str, kept))
    assert len(kept) == (2 if verdict == "disagreed" else 0)
    assert all(expected(x.read_text("utf-8")) == status for x in kept)


def test_without_the_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second, "find_spec", lambda name: None)
    assert main(["recheck", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert "cvc5, is not installed" in err and "pip install 'tileproof[second]'" in err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nowhere"], "nowhere is no folder"),
        (["."], "holds no file `*.smt2`"),
        (["--ruling", "broken=stays"], "works under the default rulings"),
        ([".", "--time-limit", "0"], "more than 0 seconds"),
    ],
)
def test_what_can_not_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, argv: list[str], words: str
) -> None:
    monkeypatch.setattr(recheck, "solver", lambda: "cvc5 0")
    monkeypatch.chdir(tmp_path)
    assert main(["recheck", *argv]) == 2
    assert words in capsys.readouterr().err
