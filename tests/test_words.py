"""The words of clauses, gains and claims: golden sentences, random programs, catalogues, a third language.

The golden files list every sentence of the shipped rules and of `spec/homebrew`, in all modes and under every reading, as a
reader of the rules would check them. After a change of wording: `python -m pytest tests/test_words.py --update`, and
read what changed.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from book_messages import book_messages
from messages import code_messages, template
from test_programs import Meanings, lab

from dsl import core as c
from dsl.assemble import Specification
from dsl.catalogue import TEMPLATE, catalogue, languages
from dsl.city import City
from dsl.claims import CoreProperty, PropertyCase, core_property, properties
from dsl.diagnostics import Bag, Failure
from dsl.footprint import nodes
from dsl.load import load, shipped
from dsl.mutate import mutants, mutated
from dsl.po import parse
from dsl.po import read as read_po
from dsl.rulebook.play import TEXTS
from dsl.scorer import Compiled
from dsl.source import Source
from dsl.to_words import Words, messages, missing
from dsl.view import View
from verifier.programs import program

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "fr")


@pytest.fixture(scope="module")
def all_rules() -> Specification:
    """The shipped rules with the homebrew tiles."""
    return load([shipped(), shipped() / "homebrew"])


def games(spec: Specification) -> Iterator[c.Game]:
    """The game of each mode, under the defaults and under each other reading."""
    for mode in spec.modes:
        yield spec.game(mode)
        for r in spec.rulings.values():
            for reading in r.names()[1:]:
                yield spec.game(mode, {r.name: reading})


def sentences(spec: Specification, language: str) -> Iterator[str]:
    """A line for each sentence, and for what stands on cards; claims last."""
    seen: set[str] = set()
    done: set[tuple[str, bool, c.Clause | c.Gain]] = set()
    for game in games(spec):
        w = Words(spec, game, language)
        every: tuple[c.Clause | c.Gain, ...] = (*game.clauses, *game.gains)
        new = [x for x in every if (game.mode.name, game.inactive_leave, x) not in done]
        done |= {(game.mode.name, game.inactive_leave, x) for x in new}
        said = [(x.part, f"{w.clause(x).text}  |  {w.formula(x)}") for x in new if isinstance(x, c.Clause)]
        said += [(g.kind, w.gain(g).text) for g in new if isinstance(g, c.Gain)]
        said += [(k, text) for k in game.kinds for text in w.card(k)]
        said += [(k, w.printed(v)) for k, kind in game.kinds.items() for v in kind.prints if w.printed(v)]
        for name, text in said:
            line = f"{name}: {text}"
            if line not in seen:
                seen.add(line)
                yield line
    for case in properties(spec):
        core = core_property(spec, case, Bag())
        words = Words(spec, spec.game(case.mode, case.readings), language)
        yield f"{case.owner}, {case.mode}, {words.text(case.title)}: {words.claim(core, case).text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_as_they_were_read(language: str, all_rules: Specification, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"words_{language}.txt"
    found = "\n".join(sentences(all_rules, language)) + "\n"
    if request.config.getoption("--update"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert found.splitlines() == path.read_text("utf-8").splitlines()


# Worked out from the manual's pages and the rules' text, not from the code.
BY_HAND = {
    ("fire_station", "expert"): ["Score 3 VP for each Factory adjacent to the Fire Station."],
    ("city_planning", "classic"): [
        "Score 1 VP for each district in which every space is built.",
        "Score 1 VP if every space in the city is built.",
    ],
    ("reprocessing_plant", "classic"): ["Score 1 VP for every 2 Energy Units on the seats of the Reprocessing Plant."],
    ("monument", "expert"): [
        "Score 5 VP for each Park adjacent to this Monument.",
        "Score 3 VP for each Shop adjacent to this Monument.",
        "Score 2 VP for each Public Service adjacent to this Monument.",
        "Lose 5 VP for each Factory or Harbor adjacent to this Monument.",
    ],
    ("police_station", "expert"): ["Score 1 VP for each floor of the highest Tower Block or Office Tower in the city."],
    ("public_services", "classic"): [
        "Score by the number of districts with a Public Service: 0, 2, 5, 9, 14, 20 VP, for 0 to 5 (table “Points for districts”)."
    ],
}


@pytest.mark.parametrize(("part", "mode"), BY_HAND)
def test_sentences_worked_out_by_hand(part: str, mode: str, spec: Specification) -> None:
    w = Words(spec, spec.game(mode))
    assert [w.clause(x).text for x in w.game.clauses if x.part == part] == BY_HAND[part, mode]


def test_cards_and_gains(spec: Specification) -> None:
    w = Words(spec, spec.game("expert"))
    assert w.card("fire_station") == ("Needs 2 Inhabitants.",)
    assert w.card("electric_utility") == ("Needs 1 Inhabitant.", "Immediately receive 3 Energy Units.")
    assert w.card("shop") == ("Needs 1 Energy Unit.", "Has room for up to 5 Inhabitants.")
    (gain,) = (g for g in w.game.gains if g.kind == "tv_station")
    assert w.gain(gain).text == (
        "At the end of the game, you may receive up to 1 Inhabitant for each Shop in the city if the TV Station is active."
    )
    assert (w.title("factory"), w.plural("factory")) == ("Factory", "Factories")


def test_tables_are_named_and_given(spec: Specification) -> None:
    w = Words(spec, spec.game("expert"))
    (tower,) = (x for x in w.game.clauses if x.part == "office_tower")
    found = w.clause(tower)
    assert "“Points of an Office Tower”" in found.text
    assert [(t.name, t.start, len(t.rows)) for t in found.tables] == [("office_vp", (1, 1), 5)]
    assert w.formula(tower).startswith("office_vp(|group of Office Towers")


def test_two_texts_of_one_core_have_the_same_words(spec: Specification) -> None:
    """The word that a rule uses for some kinds is no part of its meaning, and not of its words."""
    w = Words(spec, spec.game("classic"))
    (clause,) = (x for x in w.game.clauses if x.part == "school")
    kinds = c.Total("x1", c.Domain(None), c.All((c.IsKind("x1", frozenset({"tower_block"}), "other"), c.Is("x1", "active"))), c.Num(1))
    assert w.clause(c.Clause("school", frozenset({"school"}), kinds, "", "")) == w.clause(clause)


def test_french_says_small_words_before_each_of_several(write: Callable[[str, str], Path]) -> None:
    kiosk = write(
        "mine/kiosk.rules",
        """
tile kiosk "Kiosk" is public_service {
  modes expert
  score 1 if no (harbor or factory or park) adjacent to self
  score 1 if some (office_tower or monument) adjacent to self
  score 1 per 2 office_tower with (floors of it >= 2 and energy seated on it = count of park)
}
""",
    )
    mine = load([shipped(), kiosk.parent])
    w = Words(mine, mine.game("expert"), "fr")
    assert [w.clause(x).text for x in w.game.clauses if x.part == "kiosk"] == [
        "Marquez 1 PV s’il n’y a pas de Port, d’Usine ou de Parc adjacent au Kiosk.",
        "Marquez 1 PV s’il y a une Tour de bureaux ou Monument adjacent au Kiosk.",
        "Marquez 1 PV pour chaque lot de 2 Tours de bureaux dans la ville (chacune avec au moins 2 étages et telles que "
        "le nombre d’Unités d’énergie sur ses places vaut autant que le nombre de Parcs dans la ville).",
    ]


@pytest.mark.parametrize(
    ("noun", "article"),
    [("Office", "an"), ("University", "a"), ("Urban Park", "an"), ("Harbor", "a"), ("Hour Glass", "an"), ("Unit", "a"), ("One-way Street", "a"), ("Euro", "a")],
)
def test_english_articles(noun: str, article: str) -> None:
    assert catalogue("en").looks(noun) == (("vowel",) if article == "an" else ())


# ---- deep compositions ----------------------------------------------------------------------------------------


def test_a_blank_title_is_none(write: Callable[[str, str], Path]) -> None:
    """Nothing is called by an empty text: it goes by its name then."""
    blank = GARDEN.replace('"Pond" { plural ponds "Ponds"', '"" { plural ponds " "').replace('"Oak" { plural oaks "Oaks"', '" " { plural oaks ""')
    spec = load([write("mine/garden.rules", blank.replace('"Drop" { plural drops "Drops"', '"" { plural drops " "'))])
    w = Words(spec, spec.game("patio"))
    assert [w.clause(x).text for x in w.game.clauses] == ["Score 2 VP for each pond adjacent to this oak.", "Score 3 VP if there are exactly 2 pond in the city."]
    (drop,) = w.game.resources
    assert (drop.title, drop.plural_title) == ("drop", "drop")


def test_variables_have_letters_where_it_would_be_unclear(spec: Specification) -> None:
    """A Tower Block for which every Shop is nearer to it than to a Park that is no higher: three things, two of them named."""
    w = Words(spec, spec.game("classic"))
    park = c.Some("p", c.Domain(None), c.All((c.IsKind("p", frozenset({"factory"})), c.Is("p", "active"), c.Compare("<", c.Distance("t", "s"), c.Distance("p", "s")))))
    shop = c.Some("s", c.Domain(None), c.All((c.IsKind("s", frozenset({"shop"})), c.Is("s", "active"), park)))
    tower = c.Total("t", c.Domain(None), c.All((c.IsKind("t", frozenset({"tower_block"})), c.Is("t", "active"), shop)), c.Num(1))
    assert w.expr(tower) == (
        "the number of Tower Blocks A in the city (each such that there is a Shop B in the city for which there is a Factory "
        "in the city for which the distance from A to B is less than the distance from it to B)"
    )


PROGRAMS = 60


def _numbers(e: object) -> Iterator[str]:
    """The numbers that core says, as digits; 0 and 1 are often words (`no`, `a`, `each`)."""
    for x in nodes(e):
        match x:
            case c.Num(n) | c.Scale(n):
                yield str(abs(n))
            case c.Divide(_, _, by):
                yield str(by)
            case c.Within(steps):
                yield str(steps)


def cores(mode: str, seed: int) -> Iterator[tuple[Meanings, c.Clause | c.Gain | tuple[CoreProperty, PropertyCase]]]:
    """The clauses, gains and properties of random programs."""
    choose = random.Random(f"words {mode} {seed}")
    for _ in range(PROGRAMS):
        try:
            m = Meanings(mode, program(choose.choice, lab(mode)))
        except Failure:
            continue
        yield from ((m, clause) for clause in m.game.clauses)
        yield from ((m, gain) for gain in m.game.gains)
        for case in properties(m.spec):
            yield m, (core_property(m.spec, case, Bag()), case)


@pytest.mark.parametrize("mode", ["grove", "expert"])
def test_random_programs_have_words(mode: str) -> None:
    """In both languages, and every number of the meaning is among the words, the formula's too."""
    count = 0
    for m, x in cores(mode, 1):
        for language in LANGUAGES:
            w = Words(m.spec, m.game, language)
            match x:
                case c.Clause():
                    found, said, value = w.clause(x), w.formula(x), x.value
                    assert not re.search(r"[{}]", found.text) and "None" not in found.text + said, found.text
                    texts = [found.text, said]
                case c.Gain():
                    found, value = w.gain(x), x.amount
                    texts = [found.text]
                case (core, case):
                    found = w.claim(core, case)
            assert found.text[0].isupper() and found.text.endswith(".")
            assert found.text.count("(") == found.text.count(")"), found.text
            count += 1
            if "case" in found.text or isinstance(x, tuple):
                continue
            for text in texts:
                digits = set(re.findall(r"\d+", text))
                assert {n for n in _numbers(value) if n not in ("0", "1")} <= digits, (m.program.text, text)
    assert count > 80


MUTATED = 24
CITIES = 25


def _values(game: c.Game, clause: c.Clause, cities: list[City]) -> tuple[int, ...]:
    """What a clause scores in each city."""
    compiled = Compiled(replace(game, clauses=(clause,), gains=()))
    (found,) = compiled.clauses
    return tuple(compiled.clause_total(*found, city, View(city, game)) for city in cities)


@pytest.mark.parametrize("mode", ["grove", "classic"])
def test_equal_words_have_equal_values(mode: str) -> None:
    """Random programs and what they would say with one thing changed: no sentence and no formula says two things, that is,
    no two clauses with the same words score differently in a city."""
    choose = random.Random(f"mutants {mode}")
    sentences = 0
    for _ in range(MUTATED):
        try:
            m = Meanings(mode, program(choose.choice, lab(mode)))
        except Failure:
            continue
        owner, said = m.program.owner, dict[tuple[str, str], dict[c.Int, tuple[c.Game, c.Clause]]]()
        changed = list(mutants(m.spec.declarations, owner))
        for spec in (m.spec, *(mutated(m.spec, x) for x in choose.sample(changed, min(len(changed), 14)))):
            if spec is None:
                continue
            game = spec.game(mode, m.readings)
            words = Words(spec, game)
            for x in game.clauses:
                if x.part == owner:
                    for key in (("sentence", words.clause(x).text), ("formula", words.formula(x))):
                        said.setdefault(key, {})[x.value] = (game, x)
        sentences += len(said)
        cities: list[City] = []
        for key, meanings in said.items():
            if len(meanings) > 1:
                cities = cities or [m.city(seed) for seed in range(CITIES)]
                assert len({_values(game, x, cities) for game, x in meanings.values()}) == 1, (key, list(meanings))
    assert sentences > 200


# ---- catalogues --------------------------------------------------------------------------------------------------


def test_the_template_lists_what_the_code_says(request: pytest.FixtureRequest) -> None:
    wanted = template(code_messages())
    if request.config.getoption("--update"):
        TEMPLATE.write_text(wanted, "utf-8")
    assert wanted == TEMPLATE.read_text("utf-8")


def test_nothing_of_the_rules_is_missing_in_french(all_rules: Specification) -> None:
    assert missing(all_rules, "fr") == ()
    assert len(messages(all_rules)) > 600
    assert languages() == ("en", "fr")


@pytest.mark.parametrize("path", sorted([*(ROOT / "dsl" / "locale").rglob("*.po"), *(ROOT / "spec").rglob("*.po")]), ids=str)
def test_catalogues_are_read_as_babel_reads_them(path: Path) -> None:
    pofile = pytest.importorskip("babel.messages.pofile")
    with path.open("rb") as file:
        other = pofile.read_po(file)
    found = {}
    for m in other:
        if m.id:
            one = m.id[0] if isinstance(m.id, tuple) else m.id
            found[m.context or "", one] = m.string if isinstance(m.string, tuple) else (m.string,)
    assert {k: m.forms for k, m in read_po(path).messages.items()} == found


def test_no_message_is_translated_that_nobody_says(spec: Specification) -> None:
    """A wording that was changed in the code does not leave its old translation behind."""
    said = {*code_messages(), *(text for text, _ in messages(spec))}
    book = book_messages() | set(TEXTS.values())
    for language in LANGUAGES:
        for file in catalogue(language).files:
            for (context, id), _m in file.messages.items():
                assert context in ("pattern", "sound") or id in (book if context == "book" else said), (language, id)


def test_the_homebrew_catalogues_say_what_the_homebrew_tiles_say(all_rules: Specification, spec: Specification) -> None:
    """Nothing but that, and nothing that the shipped rules have a translation of."""
    said = {text for text, _ in messages(all_rules)} - {text for text, _ in messages(spec)}
    for language in LANGUAGES:
        for path in (shipped() / "homebrew" / "locale" / language).rglob("*.po"):
            assert {id for _, id in read_po(path).messages} <= said


FAULTS = {
    'msgid "x"\nmsgstr "a"\nwrong\n': (3, "no line of a message catalogue"),
    'msgid "x"\nmsgstr "a"\n\nmsgid "x"\nmsgstr "b"\n': (4, "stands there twice"),
    'msgid "x"\n\nmsgid "y"\nmsgstr "b"\n': (1, "needs a `msgid` and a `msgstr`"),
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n %%;\\n"\n': (1, "plural rule"),
    '"text"\n': (1, "without a `msgid`"),
    'msgid "x"\nmsgid "y"\nmsgstr ""\n': (2, "said twice"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_of_a_catalogue_are_told_where_they_are(text: str) -> None:
    line, message = FAULTS[text]
    with pytest.raises(Failure) as caught:
        parse(Source("x.po", text))
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.begin()[0]) == ("TP072", line)
    assert message in found.message


# ---- an author's language --------------------------------------------------------------------------------------

GARDEN = """
game "Garden" { }
resource drop "Drop" { plural drops "Drops" glyph d pieces 9 costs 1 unseated }
mode patio "Patio" { board { 1 1 2 1 1 2 } rounds 2 turns 3 players 1 to 2 usually 2 }
building pond "Pond" { plural ponds "Ponds" glyph O }
building oak "Oak" { plural oaks "Oaks" glyph K score 2 per pond adjacent to self score 3 if exactly 2 pond in city }
"""
GARDEN = GARDEN.replace("{ 1 1 2 1 1 2 }", "{\n 1 1 2\n 1 1 2\n}")

# A made-up language: articles behind the noun, three numbers (one, two, more), two classes of nouns, and a case in -m.
TOY = r"""
msgid ""
msgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\n"

msgctxt "features"
msgid "Pond"
msgstr "wet"

msgid "Pond"
msgid_plural "Ponds"
msgstr[0] "lum"
msgstr[1] "lumlum"
msgstr[2] "lumi"

msgid "Oak"
msgid_plural "Oaks"
msgstr[0] "dor"
msgstr[1] "dordor"
msgstr[2] "dori"

msgctxt "beside"
msgid "Oak"
msgid_plural "Oaks"
msgstr[0] "dorem"
msgstr[1] "dordorem"
msgstr[2] "dorim"

msgid "this {noun}"
msgstr "{noun} ko"

msgid "each {noun}"
msgstr "{noun} mul"

msgctxt "wet"
msgid "each {noun}"
msgstr "{noun} mulo"

msgid "{noun} {place}"
msgstr "{place} {noun}"

msgid "adjacent to {ref}"
msgstr "{ref|beside} pe"

msgid "{amount} for {each}"
msgstr "{each} {amount}"

msgid "score {amount}"
msgstr "ta {amount}"

msgid "VP"
msgid_plural "VP"
msgstr[0] "zik"
msgstr[1] "zikzik"
msgstr[2] "ziki"

msgid "in the city"
msgstr "urbe"

msgid "exactly {count} {things}"
msgstr "{things} {count} es"

msgctxt "wet p1"
msgid "there are {things}"
msgstr "ena {things}"

msgid "there are {things}"
msgstr "eno {things}"

msgid "{statement} if {clause}"
msgstr "{clause} ni {statement}"

msgctxt "sound"
msgid "1"
msgstr "o p => o b"
"""


def test_a_third_language_needs_only_files(write: Callable[[str, str], Path]) -> None:
    folder = write("mine/garden.rules", GARDEN).parent
    path = write("mine/locale/xx/LC_MESSAGES/garden.po", TOY)
    spec = load([folder])
    assert languages([folder]) == ("en", "fr", "xx")
    w = Words(spec, spec.game("patio"), "xx")
    first, second = (w.clause(x).text for x in w.game.clauses)
    # `Score 2 VP for each Pond adjacent to this Oak`: the case reaches the noun inside `this Oak`.
    assert first == "Ta dorem ko be lum mulo 2 zikzik."
    # Two ponds have a form of their own, and `there are` agrees with their class and number.
    assert second == "Ena urbe lumlum 2 es ni ta 3 ziki."
    gone = missing(spec, "xx")
    assert "Garden" in gone and "{first} and {next}" in gone and "Pond" not in gone and "each {noun}" not in gone
    # What is missing is said in English.
    oak = c.Not(c.Is("self", "active"))
    assert w.expr(oak, "oak") == "dor ko is not active"
    path.write_text(TOY.replace("{noun} mul\"", "{nou} mul\""), "utf-8")
    with pytest.raises(Failure, match="speaks of `{nou}`"):
        catalogue("xx", [folder])
    path.write_text(TOY + '\nmsgctxt "pattern"\nmsgid "bad"\nmsgstr "("\n', "utf-8")
    with pytest.raises(Failure, match="can not be read"):
        catalogue("xx", [folder])
    with pytest.raises(KeyError):
        catalogue("yy", [folder])


def test_an_author_goes_before_the_shipped_words(write: Callable[[str, str], Path], spec: Specification) -> None:
    folder = write("mine/own.rules", 'tile kiosk "Kiosk" is public_service { cites "mine" score 2 per park adjacent to self }').parent
    write("mine/locale/fr/LC_MESSAGES/own.po", 'msgid "Kiosk"\nmsgstr "Guinguette"\n\nmsgctxt "features"\nmsgid "Kiosk"\nmsgstr "f"\n\nmsgid "Park"\nmsgstr "Jardin"\n')
    mine = load([shipped(), folder])
    w = Words(mine, mine.game("classic"), "fr")
    (kiosk,) = (x for x in w.game.clauses if x.part == "kiosk")
    assert w.clause(kiosk).text == "Marquez 2 PV pour chaque Jardin adjacent à la Guinguette."
    shutil.rmtree(folder / "locale")
    (kiosk,) = (x for x in w.game.clauses if x.part == "kiosk")
    assert Words(mine, w.game, "fr").clause(kiosk).text == "Marquez 2 PV pour chaque Parc adjacent au Kiosk."
