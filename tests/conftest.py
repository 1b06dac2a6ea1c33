"""Fixtures that the tests share, and how Hypothesis is run here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dsl.assemble import Specification
from dsl.load import load, shipped

TESTS = Path(__file__).parent

settings.register_profile("tileproof", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tileproof")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long to search for programs with two meanings (`test_programs.py`); whether golden files are written."""
    parser.addoption("--soak", type=int, default=0, metavar="N", help="try N random programs, not the same few")
    parser.addoption("--update", action="store_true", help="write the golden files and the list of messages anew")


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
