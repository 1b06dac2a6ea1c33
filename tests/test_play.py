"""The page to play with: its parts under Node, and the page itself in a real browser without a window."""

from __future__ import annotations

import base64
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_to_js import NODE, needs_node, plain

from dsl.assemble import Specification
from dsl.check import examples
from dsl.city import Building, City, idle_units
from dsl.city_json import city_object, read_city
from dsl.city_text import write_rows
from dsl.diagnostics import Bag
from dsl.load import load
from dsl.rulebook.play import TEXTS, write_page
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.laboratory import random_city
from verifier.seating import best_seating

TESTS = Path(__file__).parent
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")


@pytest.fixture(scope="module")
def page(spec: Specification, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the shipped specification's page."""
    return write_page(spec, tmp_path_factory.mktemp("play")).parent


def in_node(folder: Path, lines: list[list[Any]]) -> list[dict[str, Any]]:
    """What the page's parts answer to each line."""
    text = "\n".join(json.dumps(x) for x in lines)
    run = subprocess.run(
        [str(NODE), str(TESTS / "js" / "play.mjs"), str(folder)], input=text, capture_output=True, encoding="utf-8",
        timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_the_same_bytes(spec: Specification, page: Path, tmp_path: Path) -> None:
    """Written twice, the page is the same; no text of it names a folder or the network."""
    again = write_page(spec, tmp_path / "again").parent
    names = sorted(x.name for x in page.iterdir())
    assert names == sorted(x.name for x in again.iterdir())
    for name in names:
        assert (page / name).read_bytes() == (again / name).read_bytes()
        assert "http:" not in (text := (page / name).read_text("utf-8")) and "https:" not in text
        assert str(TESTS.parent) not in text


def test_every_text_is_used(page: Path) -> None:
    """No text of the table is dead, and none is missing: the page asks for each by its name."""
    source = "".join((page / x).read_text("utf-8") for x in ("editor.js", "cities.js"))
    asked = set(re.findall(r'(?:say|fail)\("(\w+)"', source))
    assert asked | {"title", "lead", "noscript", "notice", "home"} == set(TEXTS)


@needs_node
def test_texts_are_read_as_python_reads_them(spec: Specification, page: Path) -> None:
    """All examples of the specification, and random cities, as JSON and as drawings, there and back."""
    rnd = random.Random("play")
    cities = [(case.city, case.mode, case.readings) for case in examples(spec, Bag())]
    for mode in spec.modes:
        game = spec.game(mode)
        cities += [(random_city(rnd.choice, game, sorted(game.kinds), None, True), mode, {}) for _ in range(60)]
    lines: list[list[Any]] = []
    for city, mode, readings in cities:
        lines.append(["read", json.dumps(city_object(city, spec.game(mode), readings)), mode])
        under = [f"under {r} is {x}" for r, x in readings.items()]
        lines.append(["read", "\n".join([*under, *write_rows(city, spec.game(mode))]), mode])
    found = in_node(page, lines)
    for i, (city, mode, readings) in enumerate(cities):
        as_json, as_drawing = found[2 * i], found[2 * i + 1]
        game = spec.game(mode)
        assert as_json["city"]["cells"] == plain(city)["cells"]
        assert as_json["city"]["supply"] == plain(city)["supply"]
        bag = Bag()
        back = read_city(Source("city", as_json["json"]), spec, bag)
        assert back is not None and not bag.found
        assert (plain(back[0]), spec.readings(back[1])) == (plain(city), spec.readings(readings))
        rows = [line.split() for line in write_rows(city, game)]
        assert [line.split() for line in as_drawing["drawing"].splitlines()[-len(rows) :]] == rows


@needs_node
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "error_empty"),
        ("mode nowhere\nF", "error_mode"),
        ("F F F F F F", "error_columns"),
        ("F\nF\nF\nF\nF", "error_row_count"),
        ("F9", "error_one_floor"),
        ("T9", "error_floors"),
        ("nothing_such", "error_kind"),
        ("F+2x", "error_unit"),
        ("F!", "error_cell"),
        ("S@99i", "error_seats"),
        ("{ F", "error_brace"),
        ("supply many\nF", "error_kind"),
        ("supply 3 cows\nF", "error_line"),
        ("under x\nF", "error_line"),
        ('{"mode": "classic"', "error_json"),
        ('{"mode": "classic"}', "error_rows"),
        ('{"mode": "classic", "rows": [[]]}', "error_row_count"),
        ('{"mode": "constructor", "rows": []}', "error_mode"),
        ('{"mode": "classic", "rows": [[{"kind": "constructor"}, null, null, null], [], [], []]}', "error_kind"),
        ('{"mode": "classic", "rows": [[{"kind": "factory", "vp": -1}, null, null, null], [], [], []]}', "error_number"),
        ("[]", "error_many"),
        ("S@2i-", "error_idle"),
        ("F+99999999999999999999e", "error_number"),
        ("a" + "1" * 200_000 + "!", "error_cell"),
        ("under nothing is so\nF", "error_ruling"),
        ("under harbor_lines is nothing\nF", "error_ruling"),
        ('{"mode": "classic", "rows": [], "readings": {"constructor": "name"}}', "error_ruling"),
    ],
)  # fmt: skip
def test_bad_texts(page: Path, text: str, said: str) -> None:
    """Each mistake has its own message."""
    (found,) = in_node(page, [["read", text, "classic"]])
    assert found["error"].startswith(said) and len(found["error"]) < 300, found


def opened(city: City) -> City:
    """The city with its seating left open, and the units that its tiles bring."""
    cells = [None if b is None else replace(b, active=None, seats=None) for b in city.cells]
    return City(city.mode, tuple(cells), None, None)


@needs_node
def test_the_best_seating_is_the_solvers(spec: Specification, page: Path) -> None:
    """What the page says is best, CP-SAT finds best, too; before that, what it shows is a seating that is allowed."""
    rnd = random.Random("seating")
    cases: list[City] = []
    for n in range(16):
        game = spec.game(("classic", "expert")[n % 2])
        pool = ["tower_block", "shop", "factory", "park", "harbor", ("reprocessing_plant", "tv_station")[n // 2 % 2]]
        spaces = rnd.sample(game.mode.board.spaces, 8)
        cells: list[Building | None] = [None] * game.mode.board.size
        for space, name in zip(spaces, [*pool, "shop", rnd.choice(pool[:5])], strict=True):
            p = rnd.choice(game.kinds[name].prints)
            cells[space] = Building(name, 1, dict(p.gains), p.worth)
        cases.append(City(game.mode.name, tuple(cells)))
    found = in_node(page, [["seat", json.dumps(city_object(x, spec.game(x.mode))), x.mode] for x in cases])
    for city, js in zip(cases, found, strict=True):
        assert js["sure"] and js["early"] <= js["total"]
        assert js["total"] == best_seating(spec, city).total
        bag = Bag()
        cells = [None if b is None else Building(**b) for b in js["city"]["cells"]]
        taken = {(t["space"], t["resource"]): t["units"] for t in js["city"]["taken"]}
        shown = City(city.mode, tuple(cells), None, taken)
        scorer = Scorer(spec, city.mode)
        assert not scorer.gain_complaints(shown) and not bag.found
        assert scorer.total(shown) == js["total"]


FEW = """
game "Few" { inactive buildings leave }
resource water "Water" { glyph w  pieces 4 }
mode square "Square" { board { 1 }  rounds 1  turns 1 }
building den "Den" {
  glyph d
  needs nothing
  seats any water
  print wet gains 2 water
  score water seated on self
  GAINS
}
"""


@needs_node
@pytest.mark.parametrize(
    ("gains", "total"),
    [
        # Two Water are printed, and two are left in the box.
        (["may gain 3"], 4), (["may gain all of 3"], 2), (["gain 3"], None), (["gain 1", "gain 1"], 4),
        (["may gain all of 2", "gain 1"], 3), (["gain 1", "may gain 3", "may gain all of 1"], 4),
    ],
)  # fmt: skip
def test_a_seating_takes_no_more_than_the_box_has(tmp_path: Path, gains: list[str], total: int | None) -> None:
    """Nor does it lose a gain where one building has several."""
    text = FEW.replace("GAINS", "\n  ".join(f"when game ends {x} water" for x in gains))
    (tmp_path / "few.rules").write_text(text, "utf-8")
    spec = load([tmp_path / "few.rules"])
    folder = write_page(spec, tmp_path / "page").parent
    city = City("square", (Building("den", 1, {"water": 2}),))
    (found,) = in_node(folder, [["seat", json.dumps(city_object(city, spec.game("square"))), "square"]])
    assert found["sure"] and found["total"] == total
    if total is not None:
        assert found["early"] == total == best_seating(spec, city).total


# ---- in a browser -----------------------------------------------------------------------------------------


def browser(folder: Path, width: int = 1280, height: int = 900) -> Any:
    """A browser of its own, with a fresh profile."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (
        "headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync", "disable-dev-shm-usage", f"user-data-dir={folder}",
        f"window-size={width},{height}",
    ):  # fmt: skip
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(str(DRIVER)))


class Page:
    """The page in a browser, as someone uses it."""

    def __init__(self, driver: Any, file: Path) -> None:
        self.driver, self.url = driver, file.as_uri()

    def open(self, fragment: str = "") -> None:
        """Load it afresh."""
        self.driver.get("about:blank")
        self.driver.get(self.url + fragment)

    def find(self, css: str) -> Any:
        """The first element."""
        return self.driver.find_element("css selector", css)

    def all(self, css: str) -> list[Any]:
        """All elements."""
        found: list[Any] = self.driver.find_elements("css selector", css)
        return found

    def click(self, css: str) -> None:
        """Click on the first element."""
        self.find(css).click()

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        from selenium.webdriver import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def chord(self, key: str) -> None:
        """Press a key together with Control."""
        from selenium.webdriver import ActionChains, Keys

        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def choose(self, name: str, label: str) -> None:
        """Choose an option of a list by its text."""
        from selenium.webdriver.support.ui import Select

        Select(self.find(f"[data-name={name}]")).select_by_visible_text(label)

    def fill(self, name: str, value: str) -> None:
        """Type into a field, and leave it."""
        field = self.find(f"[data-name='{name}']")
        field.clear()
        self.find(f"[data-name='{name}']").send_keys(value + "\t")

    def run(self, script: str) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script)

    @property
    def sheet(self) -> dict[str, int]:
        """The parts that are shown, own scores by `own NAME`, and the total."""
        out = {x.get_attribute("data-part"): x.find_element("css selector", "td") for x in self.all("[data-part]")}
        out |= {"own " + x.get_attribute("data-own"): x.find_element("css selector", "td") for x in self.all("[data-own]")}
        numbers = {k: x.text for k, x in [*out.items(), ("total", self.find("#total"))]}
        return {k: int(x.replace("\u2212", "-")) for k, x in numbers.items()}

    def label(self, space: int) -> str:
        """What is said of a space to those who do not see it."""
        return str(self.run(f"return document.querySelector(`[data-space='{space}'] .hidden`).textContent"))


@pytest.fixture(scope="module")
def played(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page in a browser; nothing may have gone wrong in it at the end."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("there is no chromium with its chromedriver, so the page can not be tried in a browser")
    pytest.importorskip("selenium", reason="selenium is not installed, so the page can not be tried in a browser")
    driver = browser(tmp_path_factory.mktemp("profile"))
    try:
        yield Page(driver, page / "index.html")
        assert [x for x in driver.get_log("browser") if x["level"] == "SEVERE"] == []
    finally:
        driver.quit()


def give(played: Page, **units: int) -> None:
    """Say by hand what units there are."""
    played.click("[data-name=given]")
    for name, n in units.items():
        played.fill(f"supply-{name}", str(n))


# Classic: two Factories beside a Fire Station, 2 VP each: 4. It is the only Public Service, one district: 2. The
# Factories have no Shop or Harbor: 0. Three Inhabitants are seated.
BY_HAND = {"factory": 0, "fire_station": 4, "public_services": 2, "own fire_station": 4, "total": 6}


def test_by_mouse(played: Page) -> None:
    """A Fire Station between Factories, clicked onto the board; undone and done again; linked."""
    played.open()
    for tool, space in (("factory", 0), ("fire_station", 1), ("factory", 2)):
        played.click(f"[data-name=tool-{tool}]")
        played.click(f"[data-space='{space}']")
    # Nobody has an Inhabitant yet: nothing is active, and the two Energy Units printed cost 1 VP each.
    assert played.sheet["total"] == -2
    assert "not active" in played.label(1)
    give(played, inhabitant=3, energy=0)
    assert played.sheet == BY_HAND
    assert "Best seating" in played.find(".seating").text
    link = played.run("return location.hash")
    played.click("[data-name=undo]")
    assert played.sheet["total"] == 4  # the two Energy Units are back
    played.click("[data-name=redo]")
    assert played.sheet == BY_HAND
    played.click("[data-name=clear]")
    assert played.sheet["total"] == 0
    played.open(link)
    assert played.sheet == BY_HAND


def test_by_keyboard(played: Page) -> None:
    """The same without a mouse, from the palette to the board; then floors, activity and taking away."""
    from selenium.webdriver import Keys

    played.open()
    played.run("document.querySelector('.tool[aria-checked=true]').focus()")
    while "Fire Station" not in played.driver.switch_to.active_element.text:
        played.keys(Keys.ARROW_DOWN)
    played.keys(Keys.TAB)
    assert played.run("return document.activeElement.dataset.space") == "0"
    played.keys("f", Keys.ARROW_RIGHT, Keys.ENTER, Keys.ARROW_RIGHT, "F")
    assert [played.label(i).split(": ")[1].split(",")[0] for i in range(3)] == ["Factory (F)", "Fire Station (FS)", "Factory (F)"]
    give(played, inhabitant=3, energy=0)
    assert played.sheet == BY_HAND
    played.click("[data-space='2']")  # the Fire Station is still chosen, and replaces the Factory
    played.chord("z")
    assert played.sheet == BY_HAND
    # A Factory that is made inactive leaves: 2 + 2, and one of three Inhabitants is left over.
    played.run("document.querySelector('[data-space=\"2\"]').focus()")
    played.keys(" ")
    assert played.sheet["fire_station"] == 2 and played.sheet["total"] == 2 + 2 - 1
    played.keys(" ")
    assert played.sheet == BY_HAND
    # A Tower Block of three floors scores 6 if it has an Inhabitant; there is none for it.
    played.keys(Keys.ARROW_DOWN, "t", "+", "+")
    assert "3 floors" in played.label(6)
    played.keys("-", "3")
    assert "2 floors" in played.label(6) and "printed 4 Inhabitants" in played.label(6)  # 1 on the lower, 3 on the upper
    played.keys(Keys.DELETE)
    assert "empty" in played.label(6)
    assert played.sheet == BY_HAND


def test_examples_and_steps(played: Page) -> None:
    """An example from the menu; each step says what scored and where, and they add up."""
    played.open()
    played.choose("mode", "Expert")
    played.choose("example", "two Factories")
    # Two Factories, 3 VP each: 6; one district: 2; of five Inhabitants one is left over: -1.
    assert played.sheet["own fire_station"] == 6 and played.sheet["total"] == 7
    assert played.sheet["unseated_inhabitants"] == -1
    played.run("document.querySelector('[data-space=\"0\"]').focus()")
    seen: dict[str, int] = {}
    for _ in range(3):
        played.keys("]")
        head, place, said = (x.text for x in played.all(".step p")[:3])
        seen[place] = int(head.split(": ")[1].split()[0].replace("\u2212", "-"))
        if place.startswith("Fire Station"):
            assert place == "Fire Station, row 1, column 2" and "3 per factory" in said
            assert [x.get_attribute("data-space") for x in played.all(".cell.scores")] == ["1"]
            assert [x.get_attribute("data-space") for x in played.all(".cell.found")] == ["0", "2"]
            assert played.find("[data-space='1'] .badge").text == "\u2605"
    assert "Step 3 of 3" in head and sum(seen.values()) == 7
    played.click("[data-name=stop]")
    assert played.all(".cell.scores") == []


def test_texts_in_and_out(played: Page, spec: Specification) -> None:
    """What is exported scores the same in Python; what can not be read is said, and leaves the city as it is."""
    text = "mode expert\nT3+4i fire_station F+2e . .\nS     H            O2     . .\n.     P            tv_station . .\n. . . . ."
    played.open()
    box = lambda: played.find("#share-text")
    played.run(f"const x = document.querySelector('#share-text'); x.focus(); x.value = {json.dumps(text)}")
    played.click("[data-name=load]")
    assert box().get_attribute("value").split() == text.split()
    total = played.sheet["total"]
    played.click("input[value=json]")
    played.click(".share .check input[type=checkbox]")
    bag = Bag()
    found = read_city(Source("page", box().get_attribute("value")), spec, bag)
    assert found is not None and not bag.found
    scorer = Scorer(spec, "expert")
    assert scorer.total(found[0]) == total and not scorer.gain_complaints(found[0])
    assert total == best_seating(spec, opened(found[0])).total
    played.run("const x = document.querySelector('#share-text'); x.focus(); x.value = 'mode expert\\nF lighthouse'")
    played.click("[data-name=load]")
    alert = played.find(".share [role=alert]")
    assert "row 1, column 2: there is no `lighthouse` in Expert." in alert.text
    assert played.sheet["total"] == total


def test_rulings_and_the_box(played: Page) -> None:
    """Another reading changes the sheet at once; more tiles than the box has are pointed out."""
    played.open("#" + "mode classic%0Asupply 2 inhabitants%0AF- fire_station F")
    assert played.sheet["own fire_station"] == 2
    played.click("details.rulings summary")
    played.choose(
        "reading-inactive_buildings", "yes, it stays where it is and counts for others, though it scores nothing itself"
    )
    assert played.sheet["own fire_station"] == 4
    assert played.find("details.rulings summary").text == "Rulings: 1 otherwise"
    played.click("[data-name=tool-fire_station]")
    played.click("[data-space='5']")
    assert "Fire Station: 2 placed, the box has 1." in played.find(".warnings").text


def test_how_a_step_comes_about(played: Page) -> None:
    """The arithmetic of a step, what it found, and the sum so far; each worked out by hand."""
    # Two Factories beside a Fire Station, 3 VP each; a Tower Block of two floors is worth 3.
    played.open("#mode expert%0Asupply 4 inhabitants 1 energy%0AF fire_station F%0AT2")
    said = []
    played.run("document.querySelector('[data-space=\"0\"]').focus()")
    for _ in range(3):
        played.keys("]")
        said.append(" | ".join(x.text for x in played.all(".step p:not(.where):not(.legend):not(.said)")))
    tower, fire, service = said
    assert "2 \u2192 3 VP" in tower and "So far 3 of 11 VP" in tower
    assert "2 \u00d7 3 = 6 VP" in fire and "Found: 2 Factories." in fire and "So far 9 of 11 VP" in fire
    assert "1 \u2192 2 VP" in service and "So far 11 of 11 VP" in service


def test_units_that_nothing_gives(played: Page) -> None:
    """They are no city that can be, which the page says, and can be used."""
    taken = [{"row": 1, "column": 1, "resource": "inhabitants", "units": 1}]
    played.open("#" + json.dumps({"mode": "classic", "rows": [[None] * 4] * 4, "taken": taken}).replace(" ", ""))
    assert "do not suffice" in played.find(".seating").text and played.find("#total").text == "\u2013"
    played.click("[data-name=tool-park]")
    played.click("[data-space='0']")
    assert "Park" in played.label(0) and played.find("#total").text == "0"


def test_a_link_that_is_no_city(played: Page) -> None:
    """What is wrong with an address is told above the board, until something is built."""
    played.open("#%7B%22mode")
    assert "holds no city that can be read. Line 1 is not JSON" in played.find(".link[role=alert]").text
    played.click("[data-name=tool-park]")
    played.click("[data-space='0']")
    assert played.find(".link[role=alert]").text == "" and "Park" in played.label(0)


def test_undo_over_modes(played: Page) -> None:
    """A space and a tile that only the later mode has are let go, and the page can be used."""
    played.open()
    played.choose("mode", "Expert")
    played.click("[data-name=tool-capitol]")
    played.click("[data-space='19']")
    played.click("[data-name=undo]")
    played.click("[data-name=undo]")
    assert len(played.all("[data-space][tabindex='0']")) == 1
    assert played.find(".tool[aria-checked=true]").get_attribute("data-name") == "tool-null"
    played.click("[data-space='3']")
    assert "The chosen space: row 1, column 4" in played.find("#space-title").text


def test_nothing_is_taken_out_of_ones_hands(played: Page) -> None:
    """While the search for a seating goes on, what is typed stays, a slow click arrives, and lists stay what they are."""
    from selenium.webdriver import ActionChains

    played.open("#mode expert%0AF+2e S T3+4i H+2vp reprocessing_plant%0AS O2 M G+1i P%0AU tv_station S S S%0AT4+8i F+3e S P S")
    played.run("window.kept = [...document.querySelectorAll('.bar select, .cell, .tool')]")
    played.click("[data-name=given]")
    field = played.find("[data-name=supply-inhabitant]")
    field.clear()
    played.run("window.shown = 0; new MutationObserver(() => { window.shown += 1; }).observe(document.querySelector('.seating'), { childList: true, characterData: true, subtree: true })")
    played.click("[data-name=supply-inhabitant]")
    played.keys("1", "4")
    assert field.get_attribute("value") == "014"
    played.click("[data-name=tool-park]")
    ActionChains(played.driver).click_and_hold(played.find("[data-space='0']")).perform()
    played.run("document.querySelector('[data-name=undo]').click()")  # the page is shown afresh under the finger
    ActionChains(played.driver).release().perform()
    assert "Park" in played.label(0)
    assert played.run("return window.shown > 0 && window.kept.every((x) => x.isConnected)")


# Each control has a name, ids are there once, what labels refer to exists, and only one space can be tabbed to.
AUDIT = """
const found = [];
const named = (x) => x.getAttribute("aria-label") || (x.labels && x.labels.length && x.labels[0].textContent.trim())
  || (x.tagName !== "SELECT" && x.textContent.trim());
for (const x of document.querySelectorAll("button, input, select, textarea, [role=gridcell], [role=radio]"))
  if (!named(x)) found.push("no name: " + x.outerHTML.slice(0, 80));
for (const x of document.querySelectorAll("[aria-labelledby]"))
  if (!document.getElementById(x.getAttribute("aria-labelledby"))) found.push("no label: " + x.outerHTML.slice(0, 80));
const ids = [...document.querySelectorAll("[id]")].map((x) => x.id);
for (const id of ids) if (ids.filter((y) => y === id).length > 1) found.push("twice: " + id);
for (const role of ["gridcell", "radio"])
  if (document.querySelectorAll(`[role=${role}][tabindex="0"]`).length !== 1) found.push("tab stops: " + role);
for (const x of document.querySelectorAll("[role=row]"))
  if (x.parentElement.getAttribute("role") !== "grid") found.push("a row without a grid");
if (!document.documentElement.lang || !document.title) found.push("no language or title");
// Contrast of text against what is behind it, at least 4.5 to 1.
const numbers = (c) => c.match(/[\\d.]+/g).map(Number);
const light = (c) => numbers(c).slice(0, 3).map((v) => v / 255).map((v) => (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4))
  .reduce((a, v, i) => a + v * [.2126, .7152, .0722][i], 0);
const behind = (x) => { for (; x; x = x.parentElement) { const c = getComputedStyle(x).backgroundColor; if (numbers(c)[3] !== 0) return c; } return "rgb(255, 255, 255)"; };
for (const x of document.querySelectorAll("p, th, td, label, button:not(:disabled), .letter, .marks, .points, small, h1, h2, h3, li")) {
  if (!x.textContent.trim()) continue;
  const [a, b] = [light(getComputedStyle(x).color), light(behind(x))].sort((p, q) => q - p);
  if ((a + .05) / (b + .05) < 4.5) found.push("contrast " + ((a + .05) / (b + .05)).toFixed(2) + ": " + x.outerHTML.slice(0, 80));
}
if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("wider than the window");
return found;
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_for_everyone(played: Page, width: int, scheme: str) -> None:
    """Names of controls, contrast and width: on a phone and on a desk, by day and by night, with a full space chosen."""
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    played.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    played.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    played.open("#mode expert%0AF+2e fire_station T3+4i H+2vp reprocessing_plant%0AS@2i O2 M G+1i P%0AU-")
    played.click("[data-space='2']")
    played.click("[data-name=next]")
    assert played.run(AUDIT) == []
    played.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("step", [False, True])
def test_one_sheet_of_paper(played: Page, step: bool) -> None:
    """A full city with its sheet, and a step that is open: on one sheet of Letter, the lower of the two papers."""
    pypdf = pytest.importorskip("pypdf")
    played.open("#mode expert%0AF+2e fire_station T3+4i H+2vp reprocessing_plant%0AS@2i O2 M G+1i P%0AU- H H T T%0AF F S P P")
    while not played.find("[data-name=next]").is_enabled() or played.find("#total").text == "\u2013":
        time.sleep(0.05)  # until a seating is found
    if step:
        played.click("[data-name=next]")
    paper = {"paperWidth": 8.5, "paperHeight": 11, "printBackground": True}
    data = base64.b64decode(played.driver.execute_cdp_cmd("Page.printToPDF", paper)["data"])
    (sheet,) = pypdf.PdfReader(io.BytesIO(data)).pages
    text = sheet.extract_text()
    assert "What each tile adds" in text and "left over" in text and ("So far" in text) == step


# One of many hands on everything that can be clicked, typed or chosen; every so often what the page then says.
MONKEY = """
let seed = arguments[0];
const random = (n) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor((seed / 2 ** 32) * n); };
const one = (list) => list[random(list.length)];
const every = (css) => [...document.querySelectorAll(css)].filter((x) => !x.disabled);
const choose = (x, value) => { x.value = value; x.dispatchEvent(new Event("change", { bubbles: true })); };
const number = (text) => Number(text.replace("\\u2212", "-"));
const KEYS = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "Enter", "Delete", " ", "+", "-", "1", "2", "3", "[", "]",
  "Escape", "f", "h", "o", "p", "s", "t", "m", "g", "u"];
const hands = [
  () => one(every(".tool")).click(), () => one(every("[data-space]")).click(), () => one(every("[data-space]")).click(),
  () => document.querySelector("[data-space][tabindex='0']").dispatchEvent(new KeyboardEvent("keydown", { key: one(KEYS), bubbles: true })),
  () => { const x = one(every("select:not([data-name=example])")); choose(x, one([...x.options]).value); },
  () => { const x = one(every("input[type=number]")); if (x) choose(x, String(random(4))); },
  () => one(every("input[type=checkbox], input[type=radio]")).click(),
  () => one(every("button[data-name]:not([data-name=clear]):not([data-name=load]):not([data-name=copy]):not(.tool)")).click(),
  () => { if (random(25) === 0) { const x = document.querySelector("[data-name=example]"); choose(x, one([...x.options]).value); } },
];
const out = [];
for (let n = 0; n < arguments[1]; n += 1) {
  one(hands)();
  if (n % 12) continue;
  for (const x of document.querySelectorAll("[name=form][value=json], .share [type=checkbox]")) if (!x.checked) x.click();
  const parts = Object.fromEntries([...document.querySelectorAll("[data-part]")].map((x) => [x.dataset.part, number(x.querySelector("td").textContent)]));
  const own = Object.fromEntries([...document.querySelectorAll("[data-own]")].map((x) => [x.dataset.own, number(x.querySelector("td").textContent)]));
  const total = document.querySelector("#total").textContent;
  out.push({ text: document.querySelector("#share-text").value, hash: location.hash, parts, own, total: total === "\\u2013" ? null : number(total) });
}
return out;
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_many_hands(played: Page, spec: Specification, seed: int, request: pytest.FixtureRequest) -> None:
    """Whatever is clicked, the sheet is the scorer's of the city as text, under the rulings that were chosen, and the
    address brings it back."""
    played.open()
    actions = 1000 if request.config.getoption("--soak") else 150
    played.driver.set_script_timeout(300)
    said = played.driver.execute_script(MONKEY, seed, actions)
    scorers: dict[Any, Scorer] = {}
    chosen = set()
    for x in said:
        if x["total"] is None:
            continue  # the page says that the units do not suffice for what was seated by hand
        bag = Bag()
        found = read_city(Source("city", x["text"]), spec, bag)
        assert found is not None and not bag.found, x["text"]
        city, readings = found
        chosen.add(len(readings))
        key = city.mode, tuple(sorted(readings.items()))
        scorer = scorers.setdefault(key, Scorer(spec, city.mode, readings))
        sheet = scorer.sheet(city)
        parts = {k: n for k, n in sheet.parts.items() if n}
        assert x["total"] == sheet.total and x["own"] == sheet.own, x["text"]
        assert {k: n for k, n in x["parts"].items() if n} == parts, x["text"]
        assert not scorer.gain_complaints(city) and not idle_units(city, scorer.game), x["text"]
    assert max(chosen) > 1
    last = played.run("return [document.querySelector('#total').textContent, location.hash]")
    played.open(last[1])
    assert played.find(".link[role=alert]").text == "" and played.run("return location.hash") == last[1]
    while played.find("[data-name=undo]").is_enabled():
        played.click("[data-name=undo]")


def test_without_javascript(played: Page) -> None:
    """The page says what it lacks."""
    played.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        played.open()
        assert "needs JavaScript" in played.find(".noscript").text
    finally:
        played.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_asking_for_help_writes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dsl.rulebook.play", "--help"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "OUT" in done.stdout
    assert not list(tmp_path.iterdir())
