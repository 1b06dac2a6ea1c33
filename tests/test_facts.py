"""What solvers said: written and read, and files that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from little import LITTLE

from dsl.diagnostics import Failure
from dsl.facts import (
    Facts,
    MaximumFact,
    PropertyFact,
    RulingFact,
    SecondCityFact,
    TotalFact,
    city_of,
    read,
    rules_hash,
)
from dsl.load import load

CITY = {"mode": "square", "rows": [[{"kind": "den", "active": True, "seats": {}}, None], [None, None]], "waters_supply": 0}
FACTS = Facts(
    "Little <Game> \u00c6",
    "0" * 64,
    (
        MaximumFact("gate", "square", "rounds", 2, "feasible", 3, 5, "VP", CITY, ("CP-SAT: none exceeds 5",)),
        MaximumFact("arch", "square", "any", 2, "not asked"),
    ),
    (
        PropertyFact(
            "gate", "square", "few", "refuted", "any", "a.rules", 7, {"x": "y"}, "", CITY, {"own": -1}, True,
            SecondCityFact("with a Den more", CITY, "square", "square", {}, (2, -1)),
        ),
    ),
    (RulingFact("broken", "two", "square", "gate", "different", "", (), "own", "VP", (0, 2), CITY, True),),
    (TotalFact("Best city with Gate", "square", "rounds", 2, ("gate",), False, None, "optimal", 8, 8, CITY),),
)  # fmt: skip


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    one, two = tmp_path / "a.json", tmp_path / "b.json"
    FACTS.write(one)
    found = read(one)
    assert found == FACTS
    found.write(two)
    assert one.read_bytes() == two.read_bytes()
    # An entry is a line: what changed can be seen in a diff.
    assert sum(line.startswith('{"') for line in FACTS.text().splitlines()) == 5


def test_facts_belong_to_rules(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    spec = load([LITTLE])
    path = tmp_path / "facts.json"
    replace(FACTS, rules=rules_hash(spec)).write(path)
    assert city_of(spec, read(path, spec).maxima[0].city or {}).cells[0] is not None
    text = "".join(x.read_text("utf-8") for x in sorted(LITTLE.glob("*.rules")))
    same, other = write("same.rules", "-- a comment\n" + text), write("other.rules", text.replace("8", "9"))
    assert read(path, load([same])).title == FACTS.title
    with pytest.raises(Failure) as failure:
        read(path, load([other]))
    (found,) = failure.value.diagnostics
    assert found.code == "TP070" and str(found.span).endswith("facts.json:4:10")


@pytest.mark.parametrize(
    ("change", "code", "message", "words"),
    [
        (lambda x: x | {"version": 99}, "TP070", "facts of version 99, this is version 1", "99"),
        (lambda x: {"rows": []}, "TP070", "facts of no version, this is version 1", "{"),
        (lambda x: x | {"maxima": {}}, "TP051", "`maxima` must be a list, not an object", "{}"),
        (lambda x: x | {"maximums": []}, "TP052", "the file has no key `maximums`", '"maximums"'),
        (lambda x: _in(x, "maxima", verdict="sure"), "TP051", "`verdict` is no `sure`", '"sure"'),
        (lambda x: _in(x, "maxima", value="3"), "TP051", "`value` must be a whole number, not text", '"3"'),
        (lambda x: _in(x, "rulings", values=[1]), "TP051", "`values` must have 2 entries, not 1", "["),
        (lambda x: _in(x, "properties", line=True), "TP051", "`line` must be a whole number, not true", "true"),
        (lambda x: _in(x, "properties", second={}), "TP052", "`second` does not say its `board_of`", "{}"),
        (lambda x: _in(x, "properties", readings={"a": 1}), "TP051", "`a` must be text, not a number", "1"),
    ],
)
def test_a_file_that_is_broken(
    tmp_path: Path, change: Callable[[dict[str, object]], object], code: str, message: str, words: str
) -> None:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps(change(json.loads(FACTS.text())), indent=1), "utf-8")
    with pytest.raises(Failure) as failure:
        read(path)
    found = failure.value.diagnostics[0]
    assert (found.code, found.message) == (code, message)
    assert found.span.text.startswith(words)


def _in(x: dict[str, object], part: str, **said: object) -> dict[str, object]:
    entries = x[part]
    assert isinstance(entries, list)
    return x | {part: [entries[0] | said, *entries[1:]]}


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"\xff\xfe", b"[" * 200])
def test_a_file_that_is_something_else(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "facts.json"
    path.write_bytes(data)
    with pytest.raises(Failure):
        read(path)
    with pytest.raises(Failure):
        read(tmp_path / "none.json")
