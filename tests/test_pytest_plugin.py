"""The pytest plugin, run by pytest on a little game. Scores were worked out by hand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import entry_points

import pytest

from dsl.codes import GARDEN

pytest_plugins = ["pytester"]

# Where Tileproof is installed, pytest finds the plugin by itself.
PLUGIN = () if any(x.name == "tileproof" for x in entry_points(group="pytest11")) else ("-p", "verifier.pytest_plugin")

GNOME = """\
tile gnome "Gnome" is flower {
  needs nothing
  score 2 per pond adjacent to self
  example patio "two ponds" { O gnome O } scores 4
  example patio "two ponds" { O gnome O } scores 5
  property "even" { always own mod 2 = 0 }
  property "never four" { always own < 4 }
}
"""


@pytest.fixture
def garden(pytester: pytest.Pytester) -> pytest.Pytester:
    (pytester.path / "garden.rules").write_text(GARDEN, "utf-8")
    (pytester.path / "gnome.rules").write_text(GNOME, "utf-8")
    (pytester.path / "test_it.py").write_text("import sys\n\ndef test_it():\n    pass\n", "utf-8")
    return pytester


def test_without_the_option_nothing_is_collected_or_imported(garden: pytest.Pytester) -> None:
    (garden.path / "test_it.py").write_text("import sys\n\ndef test_it():\n    assert 'z3' not in sys.modules\n")
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:hypothesispytest", "-v"]
    result = garden.run(*command)
    result.assert_outcomes(passed=1)
    assert "gnome" not in result.stdout.str()


def test_examples_and_properties_are_tests_with_lines_and_cities(garden: pytest.Pytester) -> None:
    result = garden.inline_run(*PLUGIN, "--tileproof", "-v", "-p", "no:cacheprovider")
    passed, skipped, failed = result.listoutcomes()

    def named(reports: Sequence[pytest.CollectReport | pytest.TestReport]) -> list[str]:
        return [x.nodeid.partition("::")[2] for x in reports]

    assert named(passed) == ["gnome:patio:two ponds", "gnome:patio:property:even", "test_it"]
    assert (named(skipped), named(failed)) == ([], ["gnome:patio:two ponds#2", "gnome:patio:property:never four"])
    example, claim = failed
    # Lines of reports count from 0.
    assert example.location is not None and claim.location is not None
    assert (example.location[1], claim.location[1]) == (4, 6)
    told = str(example.longrepr)
    assert "`gnome` scores 4 here, not 5" in told and "gnome.rules:5:43" in told
    assert "┃  O  │ Gno1 ┃  O  ┃" in told  # the city
    assert "refuted" in str(claim.longrepr) and "own = 4" in str(claim.longrepr)


def test_the_ini_file_can_ask_for_it_and_mistakes_fail(garden: pytest.Pytester) -> None:
    garden.makeini("[pytest]\ntileproof = true\ntileproof_time_limit = 0\n")
    (garden.path / "gnome.rules").write_text(GNOME.replace("per pond", "per pnod"), "utf-8")
    result = garden.inline_run(*PLUGIN, "gnome.rules")
    (failed,) = result.getfailures()
    assert failed.location is not None and failed.location[1] == 2
    assert "unknown kind `pnod`" in str(failed.longrepr)
    (garden.path / "gnome.rules").write_text(GNOME, "utf-8")
    passed, skipped, failed_now = garden.inline_run(*PLUGIN, "gnome.rules").listoutcomes()
    assert (len(passed), len(skipped), len(failed_now)) == (1, 2, 1)
