"""Fixtures that the tests share, how Hypothesis is run here, and what would take long again and again: starting worker
processes, reading the same rules."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Generator, Iterator
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from types import SimpleNamespace

import pytest
import read_once
from hypothesis import HealthCheck, settings

import verifier.pool
import verifier.second
from dsl.assemble import Specification
from dsl.load import load, shipped

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
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """No test is skipped in CI."""
    report = yield
    _failed(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Nor is a module."""
    report = yield
    _failed(report)
    return report


# ---- what would take long again and again ------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def rules_are_read_once() -> None:
    """Rules that were read are not read and checked again by `load`: the shipped ones would be in hundreds of tests."""
    read_once.install()


@pytest.fixture(scope="session")
def forks() -> SimpleNamespace:
    """Starts worker processes as copies of one that has loaded what they need (`forked.py`): a second less for each."""
    context = multiprocessing.get_context("forkserver")

    @cache
    def get_context(_: str) -> ForkServerContext:
        context.set_forkserver_preload(["forked"])
        with pytest.MonkeyPatch.context() as patch:  # the first process finds modules by this alone
            patch.setenv("PYTHONPATH", os.pathsep.join(x for x in sys.path if x))
            forkserver.ensure_running()
        return context

    return SimpleNamespace(get_context=get_context)


@pytest.fixture(autouse=True)
def started_fast(request: pytest.FixtureRequest, forks: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of tests are such copies; a test or module marked `as_started` has them start as they do in use."""
    if request.node.get_closest_marker("as_started") is None and hasattr(os, "fork"):
        monkeypatch.setattr(verifier.pool, "multiprocessing", forks)
        monkeypatch.setattr(verifier.second, "multiprocessing", forks)


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of the tests' own: no proof record of whoever runs them is read or written, and none is left
    beside the games of the tests, where the next run would find answers instead of asking."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("caches"))
    there = set(TESTS.rglob(".tileproof"))
    yield
    assert set(TESTS.rglob(".tileproof")) <= there, "a command of the tests needs `--record` or `--no-record`"
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
