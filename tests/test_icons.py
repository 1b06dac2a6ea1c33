"""Icons: every kind has one, and none can do more than draw."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dsl.assemble import Specification
from dsl.diagnostics import Bag, Failure, render
from dsl.icons import Icons, parse_icon, read_icons
from dsl.load import load, shipped
from dsl.source import Source

SHIPPED = Path(__file__).parent.parent / "spec"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'

# What is wrong, the line where it is, and a word of the message.
HOSTILE: list[tuple[str, int, str]] = [
    (f"{HEAD}\n<script>alert(1)</script></svg>", 2, "`script`"),
    (f'{HEAD}\n<path d="M0 0h9"\n onload="x()"/></svg>', 3, "`onload`"),
    (f'{HEAD}<image href="http://example.org/x.png"/></svg>', 1, "`image`"),
    (f'{HEAD}<use href="#x"/></svg>', 1, "`use`"),
    (f'{HEAD}\n\n<path style="fill:url(x)" d=""/></svg>', 3, "`style`"),
    (f'{HEAD}<path fill="url(http://example.org)" d=""/></svg>', 1, "`url(http://example.org)`"),
    (f'{HEAD}<path d="M0 0&#34;/&gt;&lt;script"/></svg>', 1, "can not be the d"),
    (f"{HEAD}\n<foreignObject/></svg>", 2, "`foreignObject`"),
    (f"{HEAD}<style>@import 'x'</style></svg>", 1, "`style`"),
    (f'{HEAD}<g xmlns="http://www.w3.org/1999/xhtml"><iframe/></g></svg>', 1, "no element of SVG"),
    (f'{HEAD}<g xmlns:l="http://www.w3.org/1999/xlink" l:href="x"/></svg>', 1, "`href`"),
    (f"{BOMB}\n{HEAD}<title>&b;</title></svg>", 1, "no entities"),
    (f'<?xml-stylesheet href="x.css"?>{HEAD}</svg>', 1, "processing"),
    (f"{HEAD}\n<path d=''>\n</svg>", 3, "well-formed"),
    (f"{HEAD}", 1, "well-formed"),
    ("", 1, "well-formed"),
    (f"{HEAD}Fire</svg>", 1, "text"),
    (f"{HEAD}<title>Fire</title></svg>", 1, "draws nothing"),
    (f"{HEAD}<svg viewBox='0 0 1 1'/></svg>", 1, "`svg`"),
    ('<svg xmlns="http://www.w3.org/2000/svg"><path d=""/></svg>', 1, "no box"),
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 64"><path d=""/></svg>', 1, "no size"),
    ('<svg viewBox="0 0 64 64"><path d=""/></svg>', 1, "no element of SVG"),
    (HEAD.replace(">", ' color="red">') + "<path d=''/></svg>", 1, "six"),
    (HEAD.replace(">", ' data-pattern="dot">') + "<path d=''/></svg>", 1, "pattern"),
    (f"{HEAD}{'<g>' * 50_000}", 1, "too large"),
]


@pytest.mark.parametrize("text, line, word", HOSTILE)
def test_what_is_more_than_shapes_is_refused_at_its_place(text: str, line: int, word: str) -> None:
    bag = Bag()
    assert parse_icon(Source("icons/x.svg", text), bag) is None
    (found,) = bag.found
    assert found.code == "TP061" and word in found.message
    assert found.span.begin()[0] == line
    assert "icons/x.svg" in render(found)


def test_black_is_the_ink_and_white_the_paper() -> None:
    shapes = '<g id="a" stroke="#000"><path d="M1 2h3"/></g><circle r="2" fill="white"/>'
    bag = Bag()
    icon = parse_icon(Source("x", HEAD.replace(">", ' color="#AA0011" data-pattern="dots">') + shapes + "</svg>"), bag)
    assert icon is not None and not bag.found
    assert (icon.colour, icon.pattern) == ("#aa0011", "dots")
    drawn = icon.draw(10, 20, 32, "#123456", "#fedcba")
    # Half as large: 32 of 64.
    assert 'transform="translate(10 20) scale(0.50000)"' in drawn
    assert '<g stroke="#123456"><path d="M1 2h3"/></g>' in drawn
    assert 'fill="#fedcba"' in drawn and "id=" not in drawn


def test_every_kind_and_resource_of_the_shipped_rules_has_its_own() -> None:
    texts = [p.read_text("utf-8") for p in SHIPPED.rglob("*.rules") if not {"homebrew", "games"} & set(p.parts)]
    names = {n for t in texts for n in re.findall(r"^(?:building|tile|resource) (\w+)", t, re.MULTILINE)}
    assert {p.stem for p in (SHIPPED / "icons").glob("*.svg")} == names
    assert names <= set(read_icons([SHIPPED]).by_name)


def test_an_icon_beside_an_authors_rules_goes_before_and_a_broken_one_is_told(tmp_path: Path, write: Any) -> None:
    write("mine/icons/harbor.svg", f'{HEAD}<path d="M7 7h7v7z"/></svg>')
    mine = write("mine/a.rules", "")
    both = read_icons([SHIPPED, mine])
    assert "M7 7h7v7z" in both.by_name["harbor"].body
    assert both.by_name["shop"] == read_icons([SHIPPED]).by_name["shop"]
    write("mine/icons/shop.svg", "<svg")
    write("mine/icons/park.svg", f"{HEAD}<b/></svg>")
    with pytest.raises(Failure) as failure:
        read_icons([SHIPPED, mine])
    assert [Path(d.span.source.name).name for d in failure.value.diagnostics] == ["park.svg", "shop.svg"]


def test_a_kind_without_one_has_its_parents(spec: Specification) -> None:
    game = load([shipped(), shipped() / "homebrew"]).game("expert")
    icons = read_icons(spec.folders)
    assert icons.of_kind("ministry", game) is icons.by_name["public_service"]
    assert icons.of_kind("playground", game) is icons.by_name["playground"]
    only = Icons({"monument": icons.by_name["monument"]})
    # The Capitol is a Public Service first, which has none here, and a Monument.
    assert only.of_kind("capitol", game) is icons.by_name["monument"]
    assert only.of_kind("shop", game) is None


def test_icons_are_no_rules(spec: Specification, tmp_path: Path, write: Any) -> None:
    text = (SHIPPED / "game.rules").read_text("utf-8")
    write("icons/x.svg", f"{HEAD}<path d=''/></svg>")
    write("game.rules", text)
    assert not [f for f in spec.files if f.span.source.name.endswith(".svg")]
    from dsl.load import rule_files

    assert [p.name for p in rule_files(tmp_path)] == ["game.rules"]
