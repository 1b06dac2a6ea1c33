"""Fixtures that the tests share, and how Hypothesis is run here."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dsl.assemble import Specification
from dsl.load import load, shipped

TESTS = Path(__file__).parent

settings.register_profile("tileproof", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tileproof")


@pytest.fixture(scope="session")
def spec() -> Specification:
    """The shipped specification."""
    return load([shipped()])


@pytest.fixture(scope="session")
def orchard() -> Specification:
    """The second game, whose rules are among the tests."""
    return load([TESTS / "games" / "orchard"])
