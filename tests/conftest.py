"""Fixtures that the tests share, how Hypothesis is run here, and what would take long again and again: starting worker
processes, reading the same rules."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

import dsl.load
import verifier.pool
import verifier.second
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.diagnostics import Bag
from dsl.load import load, shipped
from dsl.parse import parse
from dsl.source import Source

TESTS = Path(__file__).parent

settings.register_profile("tileproof", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tileproof")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long to search for programs with two meanings (`test_programs.py`); whether golden files are written."""
    parser.addoption("--soak", type=int, default=0, metavar="N", help="try N random programs, not the same few")
    parser.addoption("--update", action="store_true", help="write the golden files and the list of messages anew")


# ---- nothing is skipped where it counts --------------------------------------------------------------------

IN_CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")


def _failed(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Where a change is judged (`CI=true`), a browser, Node, Pango or a package that is missing is an error."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome, report.longrepr = "failed", f"nothing may be skipped where CI=true: {why}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """No test is skipped in CI."""
    report = yield
    _failed(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    """Nor is a module."""
    report = yield
    _failed(report)
    return report


# ---- what would take long again and again ------------------------------------------------------------------


@lru_cache(maxsize=256)
def _tree(name: str, text: str) -> tuple[s.File, bool]:
    bag = Bag()
    return parse(Source(name, text), bag), not bag.found


def _parsed_once(source: Source, bag: Bag) -> s.File:
    """The tree of a text without mistakes, which is never changed, is made once; others are read each time."""
    tree, fine = _tree(source.name, source.text)
    return tree if fine else parse(source, bag)


_specifications: dict[tuple[tuple[int, ...], tuple[Path, ...]], Specification] = {}


def _assembled_once(
    trees: Sequence[s.File],
    bag: Bag,
    paths: tuple[Path, ...] = (),
    assembled: Callable[..., Specification] = dsl.load.assembled,
) -> Specification:
    """The specification of trees that gave no complaint: checked once. It holds its trees, so that no other tree
    has the identity of one of them."""
    key = tuple(map(id, trees)), paths
    if bag.found or key not in _specifications:
        made = assembled(trees, bag, paths)
        if bag.found or len(_specifications) == 200:
            return made
        _specifications[key] = made
    return _specifications[key]


@pytest.fixture(scope="session", autouse=True)
def read_once() -> Iterator[None]:
    """Rules that were read are not read and checked again by `load`: the shipped ones would be in hundreds of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dsl.load, "parse", _parsed_once)
        patch.setattr(dsl.load, "assembled", _assembled_once)
        yield


@pytest.fixture(scope="session")
def forks() -> SimpleNamespace:
    """Starts worker processes as copies of one that has loaded the solvers: a second less for each."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["verifier.asking", "verifier.audit", "verifier.mutation", "verifier.maximize"])
    return SimpleNamespace(get_context=lambda _: context)


@pytest.fixture(autouse=True)
def started_fast(request: pytest.FixtureRequest, forks: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of tests are such copies; a test or module marked `as_started` has them start as they do in use."""
    if request.node.get_closest_marker("as_started") is None and hasattr(os, "fork"):
        monkeypatch.setattr(verifier.pool, "multiprocessing", forks)
        monkeypatch.setattr(verifier.second, "multiprocessing", forks)


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of the tests' own: no proof record of whoever runs them is read or written."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("caches"))
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file and gives its path."""

    def file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return file


@pytest.fixture(scope="session")
def spec() -> Specification:
    """The shipped specification."""
    return load([shipped()])


@pytest.fixture(scope="session")
def orchard() -> Specification:
    """The second game, whose rules are among the tests."""
    return load([TESTS / "games" / "orchard"])
