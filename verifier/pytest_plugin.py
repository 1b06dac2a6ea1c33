"""The pytest plugin: examples and properties of `.rules` files as tests, with `--tileproof` or `tileproof = true`.

Guarantee: without the option nothing is collected and nothing but this module is imported. A test has the line of
its example or property; one that fails shows the city.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from dsl.assemble import Specification
    from dsl.check import ExampleCase
    from dsl.claims import PropertyCase
    from dsl.diagnostics import Diagnostic
    from dsl.scorer import Scorer

_SUFFIX = ".rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("tileproof", "examples and properties of rules")
    help = "collect the examples and properties of .rules files as tests"
    group.addoption("--tileproof", action="store_true", default=None, help=help)
    help = "seconds for each property of a .rules file (default: 30; 0: none is asked)"
    group.addoption("--tileproof-time-limit", type=float, default=None, metavar="S", help=help)
    parser.addini("tileproof", "collect .rules files, as with --tileproof", type="bool", default=False)
    parser.addini("tileproof_time_limit", "seconds for each property of a .rules file", default="30")
    help = "folders that every .rules file is read with (default: those that `tileproof check` would take)"
    parser.addini("tileproof_spec", help, type="paths", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of rules, if they are asked for."""
    config = parent.config
    if file_path.suffix == _SUFFIX and (config.getoption("--tileproof") or config.getini("tileproof")):
        return RulesFile.from_parent(parent, path=file_path)
    return None


class Wrong(Exception):
    """Raised by a test: what is to be shown."""


class RulesFile(pytest.File):
    """A file of rules. It is read with those that belong to it, which are read once a run."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its examples and properties; one item that fails if the rules have mistakes."""
        from dsl.check import examples
        from dsl.claims import properties
        from dsl.diagnostics import Bag

        spec, found = rules_of(self.config, self.path)
        here = [d for d in found if d.span.source.name == str(self.path.resolve())]
        if spec is None:
            # What is wrong in other files is told by theirs.
            yield Mistakes.from_parent(self, name="check", found=here or list(found))
            return
        names: dict[str, int] = {}
        for case in examples(spec, Bag()):
            if case.syntax.span.source.name == str(self.path.resolve()):
                title = case.syntax.title.value if case.syntax.title is not None else "example"
                yield Example.from_parent(self, name=_once(f"{case.owner}:{case.mode}:{title}", names), case=case)
        for claim in properties(spec):
            if claim.syntax.span.source.name == str(self.path.resolve()):
                name = _once(f"{claim.owner}:{claim.mode}:property:{claim.title}", names)
                yield Claim.from_parent(self, name=name, case=claim)


def _once(name: str, seen: dict[str, int]) -> str:
    seen[name] = seen.get(name, 0) + 1
    return name if seen[name] == 1 else f"{name}#{seen[name]}"


_Known = tuple["Specification | None", tuple["Diagnostic", ...]]
_RULES: pytest.StashKey[dict[tuple[Path, ...], _Known]] = pytest.StashKey()
_SCORERS: pytest.StashKey[dict[object, Scorer]] = pytest.StashKey()


def rules_of(config: pytest.Config, path: Path) -> _Known:
    """The specification that a file belongs to (None if it has mistakes), and what is wrong with it."""
    from dsl import query, workspace

    given = tuple(Path(p) for p in config.getini("tileproof_spec"))
    own = path.resolve().parent
    folders = workspace.folders_of(path.resolve(), config.rootpath, {})
    if given:
        folders = given if any(p in path.parents for p in given) else (*given, own)
    known = config.stash.setdefault(_RULES, {})
    if folders not in known:
        rules = workspace.read(folders, {})
        known[folders] = (rules.specification, query.diagnostics(rules))
    return known[folders]


class _Item(pytest.Item):
    @abstractmethod
    def line(self) -> int:
        """The line of the test, from 1."""

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the test stands."""
        return self.path, self.line() - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was found, without the lines of this program."""
        if isinstance(excinfo.value, Wrong):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class Mistakes(_Item):
    """Fails: the rules can not be used."""

    def __init__(self, *, found: list[Diagnostic], **more: Any) -> None:
        super().__init__(**more)
        self.found = found

    def line(self) -> int:
        """The line of the first mistake."""
        span = self.found[0].span
        return span.begin()[0] if span.source.name == str(self.path.resolve()) else 1

    def runtest(self) -> None:
        """Tell what is wrong."""
        from dsl.diagnostics import render

        raise Wrong("\n\n".join(render(d) for d in self.found))


class Example(_Item):
    """A worked example of the rules."""

    def __init__(self, *, case: ExampleCase, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    def line(self) -> int:
        """The line that the example begins in."""
        return self.case.syntax.span.begin()[0]

    def runtest(self) -> None:
        """Score its city."""
        from dsl.diagnostics import Bag, render
        from dsl.run_examples import run_example
        from dsl.scorer import Scorer
        from verifier.commands.sheet import city_lines
        from verifier.report import Terminal

        spec, _ = rules_of(self.config, self.path)
        assert spec is not None
        scorers = self.config.stash.setdefault(_SCORERS, {})
        key = (id(spec), self.case.mode, tuple(sorted(self.case.readings.items())))
        if key not in scorers:
            scorers[key] = Scorer(spec, self.case.mode, self.case.readings)
        bag = Bag()
        if not run_example(spec, scorers[key], self.case, bag):
            game = spec.game(self.case.mode, self.case.readings)
            drawn = "\n".join(city_lines(self.case.city, game, Terminal()))
            raise Wrong("\n\n".join([*(render(d) for d in bag.found), drawn]))


class Claim(_Item):
    """A property of the rules, in one mode."""

    def __init__(self, *, case: PropertyCase, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    def line(self) -> int:
        """The line that the property begins in."""
        return self.case.syntax.span.begin()[0]

    def runtest(self) -> None:
        """Prove it, or show the city that refutes it."""
        limit = self.config.getoption("--tileproof-time-limit")
        seconds = float(self.config.getini("tileproof_time_limit")) if limit is None else float(limit)
        if seconds <= 0:
            pytest.skip("no property is asked for")
        from verifier.commands.properties import refutation
        from verifier.properties import prove
        from verifier.report import Terminal

        spec, _ = rules_of(self.config, self.path)
        assert spec is not None
        found = prove(spec, self.case, time_limit=seconds)
        if found.verdict == "unknown":
            pytest.skip(f"unknown: {found.reason or 'no answer in time'}")
        if found.verdict != "proved":
            raise Wrong("\n".join(refutation(found, spec, Terminal())))
