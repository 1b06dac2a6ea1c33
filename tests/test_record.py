"""The proof record: what is used again, what is not, and what happens to a file that is no record."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dsl import core
from dsl.claims import properties
from dsl.codes import GARDEN
from dsl.fingerprint import text_of_game
from dsl.load import load
from verifier import entries
from verifier import keys as keying
from verifier import record as module
from verifier.cli import main
from verifier.commands.recording import record_path
from verifier.keys import Keys
from verifier.questions import MaximumQuestion, PropertyQuestion
from verifier.record import Record

ROOT = Path(__file__).parent.parent
Run = Callable[..., SimpleNamespace]

# One Pond beside the Gnome 2; on a board of two by three a space has three neighbours at most, so 6.
GNOME = """
tile gnome "Gnome" is flower {
  score 2 per pond adjacent to self
  property "at most three Ponds" { range own from 0 to 6 }
  property "never one" { always own != 1 }
  property "some Pond" { sometimes own >= 2 }
  property "too little" { when own > 0 always own <= 3 }
}
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command on the specification in `spec/`, in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))

    def command(*argv: object, spec: bool = True) -> SimpleNamespace:
        words = [*map(str, argv), *(["--spec", str(tmp_path / "spec")] if spec else [])]
        code = main(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in err + out
        return SimpleNamespace(code=code, out=out, err=err)

    return command


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Writes the specification, and gives the place of its record."""

    def rules(text: str) -> Path:
        folder = tmp_path / "spec"
        folder.mkdir(exist_ok=True)
        (folder / "garden.rules").write_text(text, "utf-8")
        return folder / ".tileproof" / "record.json"

    return rules


Write = Callable[[str], Path]
VERIFY = ("verify", "--jobs", 1, "--scope", "any")
FINE = GARDEN + GNOME.replace("own <= 3", "own <= 6")


def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a question to a solver is a failure."""

    def asked(*_: object, **__: object) -> None:
        raise AssertionError("a solver was asked")

    monkeypatch.setattr("verifier.maximize.maximize", asked)
    monkeypatch.setattr("verifier.asking.answered", asked)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are answered in this process, where they can be watched, and in their order."""

    def answered(questions: Any, answer: Any, failed: Any, *, start: Any, given: Any, **_: Any) -> Any:
        start(*given)
        for q in questions:
            yield q, answer(q)

    monkeypatch.setattr("verifier.asking.answered", answered)


def edit(path: Path, kind: str, change: Callable[[dict[str, Any]], object], *, sign: bool = False) -> None:
    """Change the entries of a kind; with `sign` as if they had been written so."""
    content = json.loads(path.read_text("utf-8"))
    for key, entry in content["entries"].items():
        if entry["kind"] == kind:
            change(entry)
            if sign:
                entry["digest"] = entries._digest(key, entry)
    path.write_text(json.dumps(content), "utf-8")


# ---- reuse -------------------------------------------------------------------------------------------------


def test_a_second_run_asks_nothing_and_writes_nothing(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = write(GARDEN + GNOME)
    first = run(*VERIFY)
    assert first.code == 1 and "recorded" not in first.out
    before, stamp = record.read_bytes(), record.stat().st_mtime_ns
    assert sorted(p.name for p in record.parent.iterdir()) == [".record.json.lock", "record.json"]
    keys = list(json.loads(before)["entries"])
    assert len(keys) == 5 and keys == sorted(keys)
    unsolved(monkeypatch)
    second = run(*VERIFY)
    assert second.code == 1
    row = next(x for x in second.out.splitlines() if x.startswith("Gnome"))
    assert row.split()[-2:] == ["optimal", "recorded"]
    assert first.out.split("refuted:")[1].split("1 row")[0] == second.out.split("refuted:")[1].split("1 row")[0]
    assert (record.read_bytes(), record.stat().st_mtime_ns) == (before, stamp)
    report = json.loads(run(*VERIFY, "--format", "json").out)
    row = report["rows"][0]
    assert row["recorded"] and row["maximum"]["recorded"] and all(p["recorded"] for p in row["properties"])
    assert report["record"] == {"file": str(record), "reused": 5, "edited": 0, "stale": 0}
    # The record is that of `prove` and `max` too.
    assert run("prove").out.count("recorded") == 4
    assert "scope any, 2 players, recorded" in run("max", "gnome", "--scope", "any").out


def test_no_solver_is_loaded_for_what_is_on_record(run: Run, write: Write, tmp_path: Path) -> None:
    write(FINE)
    assert run(*VERIFY).code == 0
    code = (
        "import sys; from verifier.cli import main; code = main(sys.argv[1:]);"
        "sys.exit(9 if {'z3', 'ortools'} & set(sys.modules) else code)"
    )
    argv = [sys.executable, "-c", code, *map(str, VERIFY), "--spec", str(tmp_path / "spec")]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "recorded" in done.stdout


def test_without_a_record(run: Run, write: Write) -> None:
    record = write(FINE)
    assert run("prove", "--no-record").code == 0 and not record.parent.exists()
    run("prove")
    before = record.read_bytes()
    assert "recorded" not in run("prove", "--no-record").out
    assert record.read_bytes() == before
    assert run("prove", "--no-record", "--record", "x").code == 2


def test_refresh_asks_again_and_replaces(run: Run, write: Write) -> None:
    record = write(FINE)
    run("prove")
    edit(record, "property", lambda x: x.update(seconds=1234.0), sign=True)
    assert "recorded" in run("prove").out and "1234.0" in record.read_text("utf-8")
    found = run("prove", "--refresh")
    assert found.code == 0 and "warning" not in found.err and "recorded" not in found.out
    assert "1234.0" not in record.read_text("utf-8")


def test_where_the_record_is(run: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = write(FINE)
    run("prove", "--record", tmp_path / "mine.json")
    assert (tmp_path / "mine.json").exists() and not record.parent.exists()
    # Rules on top make other questions, which have a record of their own.
    more = tmp_path / "more.rules"
    more.write_text('building reed "Reed" { glyph r needs nothing }\n', "utf-8")
    run("prove", "--with", more)
    (beside,) = record.parent.glob("*.json")
    assert beside.name.startswith("record-")
    # A specification that is one file has a record named after it.
    run("prove", "--spec", record.parent.parent / "garden.rules", spec=False)
    assert record.with_name("garden.json").exists()
    run("prove", "fire_station", "--mode", "classic", spec=False)
    assert (tmp_path / "caches" / "tileproof" / "record.json").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    run("prove", "fire_station", "--mode", "classic", spec=False)
    assert (tmp_path / "home" / ".cache" / "tileproof" / "record.json").exists()


@pytest.mark.usefixtures("in_process")
def test_only_what_is_decided_is_kept(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier import properties as prover

    record = write(FINE)
    real = prover.prove

    def unknown(*args: Any, **options: Any) -> Any:
        return replace(real(*args, **options), verdict="unknown", city=None)

    monkeypatch.setattr(prover, "prove", unknown)
    assert run("prove").code == 3 and not record.exists()


# ---- entries that are not used -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "change", "sign", "why"),
    [
        ("maximum", lambda x: x.update(value=8, bound=8), False, "it was edited"),
        ("maximum", lambda x: x.update(value=8, bound=8), True, "its city gives 6, not 8"),
        ("maximum", lambda x: x.update(bound=8), True, "it has no city that reaches its bound"),
        ("maximum", lambda x: x.update(city=None), True, "it has no city that reaches its bound"),
        ("maximum", lambda x: x.update(verdict="infeasible"), True, "it has a city, and says that there is none"),
        ("maximum", lambda x: x.update(verdict="sure"), True, "it decides nothing"),
        ("maximum", lambda x: x.pop("proof"), True, "something is missing"),
        ("maximum", lambda x: x["city"]["rows"].pop(), True, "its city can not be read"),
        ("maximum", lambda x: x["city"]["rows"][0].__setitem__(0, {"kind": "rose"}), True, "its city can not be read"),
        ("property", lambda x: x.update(verdict="refuted"), False, "it was edited"),
        ("property", lambda x: x["city"] and x.update(values={"own": 99}), True, "its city has other values"),
    ],
)
def test_an_edited_entry_is_noticed(
    run: Run, write: Write, kind: str, change: Callable[[dict[str, Any]], object], sign: bool, why: str
) -> None:
    record = write(FINE)
    assert run(*VERIFY).code == 0
    before = json.loads(record.read_text("utf-8"))["entries"].keys()
    edit(record, kind, change, sign=sign)
    found = run(*VERIFY)
    assert found.code == 1 and "warning: the proof record's entry for gnome, patio" in found.err
    assert f"({kind}) is not used: " in found.err and why in found.err
    # It was asked again and put right.
    assert "1 row; 0 of 0 examples right; properties: 4 proved; maxima: 1 of 1 proved optimal" in found.out
    assert json.loads(record.read_text("utf-8"))["entries"].keys() == before
    again = run(*VERIFY)
    assert again.code == 0 and not again.err


def test_a_refutation_is_replayed(run: Run, write: Write) -> None:
    record = write(GARDEN + GNOME)
    run("prove")

    def change(x: dict[str, Any]) -> None:
        if x["verdict"] == "refuted":
            x["city"]["rows"] = [[None] * 3, [None, None, {"kind": "gnome", "active": True}]]

    edit(record, "property", change, sign=True)
    found = run("prove")
    assert found.code == 1 and "too little (property) is not used: its city does not show it" in found.err
    assert "too little" in found.out and run("prove").err == ""


def test_an_entry_under_another_key_is_noticed(run: Run, write: Write) -> None:
    record = write(FINE)
    run("prove")
    content = json.loads(record.read_text("utf-8"))
    a, b, *_ = content["entries"]
    content["entries"][a], content["entries"][b] = content["entries"][b], content["entries"][a]
    record.write_text(json.dumps(content), "utf-8")
    found = run("prove")
    assert found.code == 1 and found.err.count("it was edited") == 2


def test_stale_entries(run: Run, write: Write) -> None:
    record = write(FINE)
    assert run(*VERIFY).code == 0
    run("max", "gnome", "--scope", "supply")
    write(FINE + "-- as before\n")
    assert "stale" not in run("verify", "gnome", "--jobs", 1, "--scope", "any").err
    write(FINE.replace("score 2 per", "score 3 per").replace("6 }", "9 }"))
    some = run("verify", "gnome", "--jobs", 1, "--scope", "any")
    assert "stale entries, kept until everything is verified" in some.err
    every = run(*VERIFY)
    assert every.code == 0 and "stale entries, dropped" in every.err
    # What `max` asked in another scope went with its meaning.
    entries = json.loads(record.read_text("utf-8"))["entries"].values()
    assert [x["scope"] for x in entries] == ["any"] * 5
    # But while it means the same, a question of `max` is none of `verify`'s business.
    run("max", "gnome", "--scope", "supply")
    assert "stale" not in run(*VERIFY).err
    assert len(json.loads(record.read_text("utf-8"))["entries"]) == 6
    # Nothing is left of a tile that is gone.
    write(GARDEN)
    assert "6 stale entries, dropped" in run(*VERIFY).err
    assert json.loads(record.read_text("utf-8"))["entries"] == {}


# ---- the file ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no record",
        b"\xff\xfe\x00",
        b"[]",
        b"{}",
        b'{"schema_version": 1, "entries": []}',
        b'{"schema_version": 99, "entries": {}}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_record_is_put_aside(run: Run, write: Write, content: bytes) -> None:
    record = write(FINE)
    record.parent.mkdir()
    record.write_bytes(content)
    found = run("prove")
    assert found.code == 0 and f"warning: {record} is no proof record of this version; it is kept as" in found.err
    assert record.with_name("record.json.bad").read_bytes() == content
    assert len(json.loads(record.read_text("utf-8"))["entries"]) == 4
    record.write_bytes(b"again")
    assert "kept as record.json.bad2" in run("prove").err
    assert record.with_name("record.json.bad").read_bytes() == content


def test_entries_of_no_sense(run: Run, write: Write) -> None:
    record = write(FINE)
    run("prove")
    content = json.loads(record.read_text("utf-8"))
    content["entries"] = dict.fromkeys(content["entries"], 7) | {"x": None, "y": {"kind": "maximum"}}
    record.write_text(json.dumps(content), "utf-8")
    found = run(*VERIFY)
    assert found.code == 1 and "2 stale entries, dropped" in found.err and found.err.count("it was edited") == 4
    assert run(*VERIFY).code == 0


def test_a_record_that_can_not_be_written(run: Run, write: Write, tmp_path: Path) -> None:
    record = write(FINE)
    record.parent.write_text("a file where a folder should be", "utf-8")
    found = run("prove")
    assert found.code == 0 and f"warning: the proof record {record} can not be written: " in found.err
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "folder", os.devnull):
        found = run("prove", "--record", place)
        assert found.code == 0 and "can not be read (it is no file), and is left alone" in found.err
    assert list((tmp_path / "folder").iterdir()) == [] and not Path(os.devnull).is_file()


@pytest.mark.usefixtures("in_process")
def test_an_interrupted_run_keeps_what_it_decided(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verifier import properties as prover

    record = write(FINE)
    real, asked = prover.prove, []

    def interrupted(spec: Any, case: Any, **options: Any) -> Any:
        asked.append(case)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return real(spec, case, **options)

    monkeypatch.setattr(prover, "prove", interrupted)
    assert run("prove").code == 130
    assert len(json.loads(record.read_text("utf-8"))["entries"]) == 2
    asked.clear()
    write(FINE.replace("score 2 per", "score 3 per").replace("6 }", "9 }"))
    assert run(*VERIFY).code == 130
    assert len(json.loads(record.read_text("utf-8"))["entries"]) == 5
    # What was decided is also written while a long run goes on.
    record.unlink()
    asked.clear()
    monkeypatch.setattr(module, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(module.Record, "stale", lambda self: seen.append(record.exists()) or [])
    seen: list[bool] = []
    asked.extend([None] * 3)
    assert run(*VERIFY).code == 0 and seen == [True]


# ---- keys --------------------------------------------------------------------------------------------------


KEYED = GARDEN + GNOME.replace(
    "is flower {",
    "is flower {\n  score steps(count of flower as friend with some pond adjacent to friend)",
) + "table steps [0, 1, 4, 5, 6, 7+]\n"


def keys(folder: Path) -> dict[str, str]:
    spec = load([folder])
    made = Keys(spec)
    found = {t: made.of(MaximumQuestion(t, "patio", "any", 2, spec.readings())) for t in spec.tiles("patio")}
    return found | {p.title: made.of(PropertyQuestion(p, 2)) for p in properties(spec)}


NEUTRAL: dict[str, tuple[str, str]] = {
    "remarks": ("{\n", "{  -- as everybody knows\n"),
    "layout": ("\n", "\n\n"),
    "blanks": ("  ", " \t "),
    "titles": ('"Gnome"', '"Garden Gnome"'),
    "glyphs": ("glyph O", "glyph o"),
    "brackets": ("own != 1", "(own != 1)"),
    "plurals": ("2 per pond", "2 per ponds"),
    "names": ("as friend with some pond adjacent to friend", "as p with some pond adjacent to p"),
    "tables": ("steps", "stairs"),
    "summaries": ("is flower {", 'is flower {\n  summary "Likes Ponds."'),
    "examples": ("is flower {", 'is flower {\n  example patio "one" { O gnome } scores 2'),
    "orders": (GARDEN[GARDEN.index("building pond") :], ""),
}
MEANING: dict[str, tuple[str, str]] = {
    "a number": ("score 2 per", "score 3 per"),
    "a kind": ("per pond adjacent", "per flower adjacent"),
    "a place": ("per pond adjacent to self", "per pond diagonal to self"),
    "another's clause": ("[0, 2, 3, 4]", "[0, 2, 3, 5]"),
    "needs": ("needs 1 drop", "needs 2 drops"),
    "floors": ("floors up to 3", "floors up to 2"),
    "prints": ("print large gains 2", "print large gains 3"),
    "pieces": ("pieces 9", "pieces 8"),
    "costs": ("costs 1", "costs 2"),
    "districts": ("{ 1 1 2", "{ 1 2 2"),
    "turns": ("turns 3", "turns 2"),
    "rounds": ("rounds 2", "rounds 3"),
    "one more kind": ('game "Garden" { }', 'game "Garden" { }\nbuilding reed "Reed" { glyph r needs nothing }'),
    "who stays": ('game "Garden" { }', 'game "Garden" { inactive buildings stay }'),
    "seating": ('game "Garden" { }', 'game "Garden" { seating full }'),
}


def changed(text: str, old: str, new: str) -> str:
    """The text with a part replaced; a part that is taken out goes to the end."""
    assert old in text
    return text.replace(old, new) + ("" if new else old)


@pytest.mark.parametrize("name", NEUTRAL)
def test_what_means_the_same_keeps_its_key(write: Write, name: str) -> None:
    folder = write(KEYED).parent.parent
    before = keys(folder)
    write(changed(KEYED, *NEUTRAL[name]))
    assert keys(folder) == before


@pytest.mark.parametrize("name", MEANING)
def test_what_means_something_else_has_another_key(write: Write, name: str) -> None:
    folder = write(KEYED).parent.parent
    before = keys(folder)
    write(changed(KEYED, *MEANING[name]))
    after = keys(folder)
    assert after.keys() == before.keys() and not set(after.values()) & set(before.values())


def test_a_property_has_the_key_of_what_it_claims(write: Write) -> None:
    folder = write(KEYED).parent.parent
    before = keys(folder)
    assert len(set(before.values())) == len(before)
    for old, new in (
        ("own != 1", "own != 2"),
        ("always own !=", "sometimes own !="),
        ('"never one" {', '"never one" { scope supply'),
        ('"never one" {', '"never one" { when own > 2'),
        ("never one", "not one"),
    ):
        write(changed(KEYED, old, new))
        after = keys(folder)
        after["never one"] = after.pop("not one", after.get("never one", ""))
        different = {title for title in before if before[title] != after[title]}
        assert different == (set() if new == "not one" else {"never one"})


def test_no_part_of_a_game_is_forgotten(write: Write) -> None:
    """Whatever is said of a kind, a resource, a mode or a game counts, but for what only readers see."""
    game = load([write(KEYED).parent.parent]).game("patio")
    kind, drop = game.kinds["flower"], game.resources[0]
    unseen = {
        core.Game: {"readings", "parts"},
        core.Kind: {"title", "plural_title", "glyph"},
        core.Resource: {"title", "glyph"},
        # The name of a mode and its players stand in the question.
        core.Mode: {"name", "title", "players", "usual_players"},
        core.Placement: {"title"},
    }

    def built(x: Any) -> core.Game:
        match x:
            case core.Kind():
                return replace(game, kinds={**game.kinds, "flower": x})
            case core.Resource():
                return replace(game, resources=(x,))
            case core.Mode():
                return replace(game, mode=x)
            case core.Placement():
                return replace(game, placement=x)
            case _:
                return x

    other = {
        "kinds": {**game.kinds, "pond": kind}, "resources": (), "mode": replace(game.mode, turns=7), "clauses": (),
        "gains": ("more",), "inactive_leave": not game.inactive_leave, "stock": {2: ("some",)},
        "placement": core.Placement("Spade", {2: {1: 1}}, {1: frozenset({0})}, {}), "copies": {2: {1: 2}},
    }  # fmt: skip
    rule = core.Placement("Spade", {2: {1: 1}}, {1: frozenset({0})}, {})
    for x in (game, kind, drop, game.mode, rule):
        for f in fields(x):
            value = other[f.name] if x in (game, rule) and f.name in other else "something else"
            counts = text_of_game(built(replace(x, **{f.name: value})), 2) != text_of_game(built(x), 2)
            assert counts == (f.name not in unseen[type(x)]), (type(x).__name__, f.name)


def test_the_question_counts(write: Write) -> None:
    spec = load([write(KEYED).parent.parent])
    made = Keys(spec)
    questions = [
        MaximumQuestion("gnome", "patio", "any", 2),
        MaximumQuestion("gnome", "patio", "supply", 2),
        MaximumQuestion("gnome", "patio", "any", 1),
        MaximumQuestion("gnome", "patio", "any", 2, only=frozenset()),
        MaximumQuestion("gnome", "patio", "any", 2, only=frozenset({"gnome"})),
    ]
    assert len({made.of(q) for q in questions}) == len(questions)


@pytest.mark.parametrize("name", ["z3-solver", "ortools", "language", "program"])
def test_versions_count(write: Write, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    folder = write(KEYED).parent.parent
    before = keys(folder)
    now = {**keying.versions(), name: "another"}
    monkeypatch.setattr(keying, "versions", lambda: now)
    assert not set(keys(folder).values()) & set(before.values())


def test_another_solver_makes_all_stale(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write(FINE)
    run(*VERIFY)
    real = keying.version
    monkeypatch.setattr(keying, "version", lambda name: "99" if name == "ortools" else real(name))
    found = run(*VERIFY)
    assert found.code == 0 and "recorded" not in found.out and "5 stale entries, dropped" in found.err


def test_keys_do_not_depend_on_the_run(write: Write) -> None:
    folder = write(KEYED).parent.parent
    code = "import sys; from test_record import *; print(keys(Path(sys.argv[1])))"
    said = []
    for seed in ("1", "2"):
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        argv = [sys.executable, "-c", code, str(folder)]
        said.append(subprocess.run(argv, env=environment, capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1] == f"{keys(folder)}\n"


def test_every_module_that_a_verdict_comes_from_counts() -> None:
    """All that is loaded along with the modules that find verdicts is in the hash of the program."""
    code = "import sys, dsl.load, verifier.maxima, verifier.properties; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {m.removeprefix("verifier.") for m in done.stdout.split() if m.startswith("verifier.")}
    assert loaded <= set(keying.MODULES)
    assert "dsl.ground" in done.stdout.split()
    assert not {f"dsl.{m}" for m in keying.TELLING} & set(done.stdout.split())
    assert all((ROOT / "dsl" / f"{m}.py").exists() for m in keying.TELLING)


def test_reading_a_record_is_no_part_of_it(write: Write) -> None:
    record = write(FINE)
    found = Record(record, load([record.parent.parent]))
    found.save()
    assert not record.parent.exists() and not found.warnings


def test_two_runs_at_once_lose_nothing(run: Run, write: Write) -> None:
    """Both read the record before either writes it. What one of them takes out stays out."""
    path = write(FINE)
    assert run("max", "gnome", "--scope", "any").code == 0
    spec = load([path.parent.parent])
    one, other, third = (Record(path, spec) for _ in range(3))
    (first,) = json.loads(path.read_text("utf-8"))["entries"]
    q = MaximumQuestion("gnome", "patio", "any", 2, spec.readings())
    found = one.maximum(q)
    assert found is not None
    one.add(replace(q, scope="supply"), replace(found, scope="supply"))
    other.drop([first])
    other.add(replace(q, scope="rounds"), replace(found, scope="rounds"))
    third.save()  # nothing new: it writes nothing, and takes nothing back
    for record in (one, other):
        record.save()
    kept = json.loads(path.read_text("utf-8"))["entries"].values()
    assert sorted(x["scope"] for x in kept) == ["rounds", "supply"]
    assert not (one.warnings or other.warnings)


RULED = """
ruling dew "Is there dew?" { reading wet "yes" reading dry "no" default wet because "so" }
tile elf "Elf" is flower {
  under dew is wet { score 1 }
  property "dry" { under dew is dry  always own = 0 }
  property "at least as much with dew" { own never less than that under dew is dry }
}
"""


def test_readings_that_others_choose_make_no_comparison_with_itself(run: Run, write: Write) -> None:
    """One property is under the reading that another compares with: neither the record, which asks for all of them
    under the readings of each entry, nor a reading from the command line makes that a mistake of the text."""
    write(GARDEN + RULED)
    for _ in range(2):
        found = run("verify", "elf", "--jobs", 1, "--scope", "any")
        assert found.code == 0 and "2 proved" in found.out, found.err
    assert run("verify", "--jobs", 1, "--scope", "any").code == 0
    chosen = run("prove", "elf", "--ruling", "dew=dry")
    assert chosen.code == 0 and "2 proved" in chosen.out, chosen.err


def test_inside_a_game_of_ones_own_the_record_is_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `--spec`: among the caches lies what belongs to the rules that come along."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    inside = tmp_path / "mine" / "drafts"
    inside.mkdir(parents=True)
    args = Namespace(record=None, spec=None, sets=None)
    monkeypatch.chdir(inside)
    assert record_path(args) == tmp_path / "caches" / "tileproof" / "record.json"
    (tmp_path / "mine" / "game.rules").write_text('game "Mine" {\n  builds on "shipped"\n}\n', "utf-8")
    assert record_path(args) == tmp_path / "mine" / ".tileproof" / "record.json"
