"""What people write who have not read the reference, and what to write instead.

Guarantee: a hint is about the words that it is given as far as the one that does not fit, and never makes a text
pass; where nothing is known, there is no hint. What stands in it as an example (`<kind>`) becomes a name of the
author's own rules as soon as these are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from dsl import syntax as s
from dsl.diagnostics import Diagnostic

_TOP = r"(?:^|\n|\{)\s*"  # where a line begins
_ITEM = r"^(?:\}\s*\n)?\s*"  # where a declaration begins, after the end of another
_COUNT = "write `some <kind> in city`, or how many: `at least 3 <kinds> in city`"
_HEAD = 'a tile begins with its name, its title and what it counts as: `tile my_tile "My Tile" is <kind> {`'
_BESIDE = "write `adjacent to self`, as in `score 2 per <kind> adjacent to self`"

_SMALL = "names are written in small letters, with `_` for a space"
_QUOTES = 'texts stand between two straight quotes, as in `summary "..."`'
_HALF = "numbers are whole; `score 1 per 2 <kinds> in city` is one for every two"
_NUMBER = "(zero|one|two|three|four|five|six|seven|eight|nine|ten)"
_TIMES = "write `*`, as in `score 2 * count of <kind> in city`"
_ONE_OF = (
    "put them into parentheses: `per (<kind> or <other>) adjacent to self`; another number of VP is a line of its "
    "own"
)
_LIST = "a list is looked up: `score by count of <kind> in city [0, 1, 3, 6]`"
_LIMIT = "a limit is `at most 4` or `at least 0`, as in `score 4 - count of <kind> in city at least 0`"
_CLAIM = 'give it a title and braces: `property "at most 12" { always own <= 12 }`'
_DRAWN = "draw it in braces, as in `example <mode> { <kind> <tile> } scores 2`"
_HIGHEST = "write `highest floors of <kind> in city`"
_VALUE = (
    "of one building it is `floors of self`; of several `sum of floors over <kind> in city` or "
    "`highest floors of <kind> in city`"
)
_LEFT = "write `per unseated <unit>`"
_CITY = "write `in city`, or `on edge`, `on corner`"
_COMPARED = "compare two counts, as in `count of <kind> in city > count of <other> in city`"
_DISTANCE = "write `score distance from self to nearest <kind>`, or in a condition `... > 2`"
_EXCEPT = "take them off: `(building and not <kind>)`, or `count of <kind> in city - count of <kind> on edge`"
_BOTH = "say it of each: `some <kind> adjacent to self and some <other> adjacent to self`, or with `or`, `no`"
_TALL = "compare floors: `with floors >= 3`, `with floors > floors of self`"
_SEATS = "units that it may hold beside what it needs are `seats 3 <units>`"
_GROUPS = "groups are not counted: `score largest group of <kind>`, or `size of group of <kind> at self`"
_SIGHT = "write `in line of self`, its row and its column"
_VARIED = "write `different kinds among buildings in row of self = count of building in row of self`"
_SIDES = "left and right, above and below are not told apart: `adjacent to self`, or `in row of self`"
_OPPOSITE = f"{_SIDES}, or `at least 2 <kinds> adjacent to self`"
_KINDS = "write `different kinds among buildings adjacent to self`"
_ALONE = "rules speak of one city alone: what other players have is not known to them"
_ON_CORNER = (
    "name it: `if some <tile> on corner`, or `on edge`; in a group it is `size of group of <kind> at self >= 3`"
)
_SOME_PLACE = "write `some <kind> adjacent to self`, or how many: `at least 3 <kinds> in row of self`"
_SOME_BESIDE = "write `some <kind> adjacent to self`, `no <kind> ...`"
_FULL = "write `if no empty space in row of self`"
_SCORE = "a rule begins with `score`, as in `score 2 per <kind> adjacent to self`"
_GIVE = "write `score 3`; for units `when placed gain 3 <units>` or `when game ends gain 3 <units>`"

# The words from the beginning of the line before, as far as the one that does not fit.
_HINTS: tuple[tuple[str, str], ...] = (
    # signs that come from word processors, telephones and other languages
    ("[\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb\u300c\u300d\u2033]$", _QUOTES),
    (_TOP + "[-*\u2022\u00b7\u2013\u2014+]$", "leave out the sign: each line is a rule of its own"),
    (_TOP + r"\|$", "what is listed is looked up: `score by count of <kind> in city [0, 1, 3, 6]`"),
    ("[\u2212\u2013\u2014]$", "write `-`, the sign on the keyboard"),
    ("[\u00d7\u22c5\u00b7]$", _TIMES),
    (r"\b(score|[-+*]) \d+ x \w+$", _TIMES),
    ("\u00f7$", "write `/`"),
    ("\u2265$", "write `>=`"),
    ("\u2264$", "write `<=`"),
    ("\u2260$", "write `!=`"),
    ("[\u00bc-\u00be\u2150-\u215e]$", _HALF),
    (r"\bscore \d+,$", f"{_HALF}; {_LIST}"),
    (r"%$", "half of a number is `count of <kind> in city / 2`"),
    ("[\u00a0\u2000-\u200f\u202f\u3000\ufeff]$", "write a plain space: this one only looks like it"),
    ("[\U0001f000-\U0001faff\u2600-\u27bf]$", "write the name of what is meant, such as `<kind>`"),
    (r"(^|\n)\s*[/<]$", "comments begin with `--`, in each of their lines"),
    (_ITEM + r"\{", _HEAD),
    (_ITEM + r'(?:tile|building)\b[^{}\n"]*\'$', f"{_QUOTES}; {_HEAD}"),
    (_ITEM + r"(?:tile|building)\s+[A-Z]\w*$", f"{_SMALL}; {_HEAD}"),
    (_ITEM + r'(?:tile|building)\b[^{}\n]*" is (an?|the) \w+$', f"leave out the article; {_HEAD}"),
    (_ITEM + r"(class|def|card|object|effect|create|name)\b", _HEAD),
    # numbers in words
    (rf"\bscore {_NUMBER} \w+$", "write numbers in digits, as in `score 2 per <kind> in city`"),
    (rf"\b(exactly|least|most|if|per|needs) {_NUMBER}$", "write numbers in digits, as in `at least 3 <kinds>`"),
    (rf"\b(scores|totals) {_NUMBER}$", "write numbers in digits, as in `scores 2`"),
    (rf"[<>=] {_NUMBER}( \}})?$", "write numbers in digits, as in `>= 3`"),
    (r"[<>!] =$", "write the two signs together: `<=`, `>=`, `!=`"),
    (_ITEM + r"(tile|building)\b[^{}\n]*\S*$", _HEAD),
    (_ITEM + r"(tile|building)\b[^{}\n]*\{$", _HEAD),
    (_ITEM + r"(tile|building)\b[^{}\n]*\n\s*\w+$", _HEAD),
    (_ITEM + r"(new|a|add|define|create)$", "begin with `tile`; " + _HEAD),
    (r"\bthere (is|are)\b[^\n{}]*$", "leave out `there is`: `if some <kind> in city`, `if no <kind> in city`"),
    (r"\bif (?!no\b|a\b|an\b|some\b|every\b|it\b|self\b)\w+ (adjacent|diagonal|within|in|on)$", _SOME_PLACE),
    # distances, groups, heights, order
    (r"\bper (step|space|square|field) (to|from|between|away|until)$|\bdistance (to|between|of)$", _DISTANCE),
    (r"\bif (the )?(nearest|closest) \w+$", _DISTANCE),
    (r"\bper (separate |different |connected )?groups?( of)?$", _GROUPS),
    (r"\b(taller|higher|lower|larger|bigger|smaller|tall)( \w+)?$", _TALL),
    (r"\b(with|has|have) ((at least|at most|exactly) )?\d+ (floors?|stor\w+|levels?)$", "write `with floors >= 3`"),
    (r"\bper floors? (above|over|beyond|from)$", "write `score sum of max(0, floors - 2) over <kind> in city`"),
    (r"\bself is the$", "count them: `exactly 1 <kind> in district of self`; heights are `highest floors of ...`"),
    # what is scored
    (r"\bscore (twice|double|half|triple) the$", _TIMES),
    (r"\bscore (equal|equals|as)( to| many)?$", "leave it out, as in `score floors of self`"),
    (r"\b(average|mean|median) \w+$", "there is no average; the sum is `sum of floors over <kind> in city`"),
    (r"\bsum of \w+ of \w+$", "write `sum of floors over <kind> in city`"),
    (r"\bscore at (most|least) \d+ [^\n{}]*$", "the limit stands behind: `score 1 per <kind> in city at most 4`"),
    (r"\bscore (leftover|unused|spare|remaining|surplus) \w+$", "write `score unseated <unit>`"),
    (r"\bper \w+ (produced|made|gained|generated|received|earned)$", "write `score 1 per received <unit>`"),
    (r"\bper \w+ (on self|here|inside)$", "write `score 2 per <unit> seated on self`"),
    (rf"\bper {_NUMBER} \w+$", "write numbers in digits, as in `score 1 per 2 <kinds> in city`"),
    (r"\bper (row|column|line|district)s? (or|and)$", "write `per line`: a line is a row or a column"),
    (r"\bper (row|column|line|district)s? (that|which|having)$", "write `score 2 per row with a <kind>`"),
    (r"\bper (edge|corner|border) \w+$", "the place stands behind: `score 1 per empty space on edge`"),
    (r"\b(except|excluding|besides)$|\bper \w+ (in city |adjacent to self )?not$", _EXCEPT),
    (r"\bbut$", f"leave out `but`: a limit is `at least 0`; of what does not count, {_EXCEPT}"),
    (r"\b(city|self) to$", "a limit is `at most 4`, as in `score 1 per <kind> in city at most 4`"),
    (r"\b(seen|visible|straight)( \w+)?$", _SIGHT),
    (r"\b(connected|reachable|linked)$", "write `per <kind> in group of building at self`"),
    (r"\bopposite( \w+)?$|\b(if|is|per \w+) between( \w+)?$|\bon both$", _OPPOSITE),
    (_TOP + r"(holds?|can|has|hosts?|houses?|room|capacity|contains?)$", _SEATS),
    (r"\bseats (up|at|max\w*|for)$|" + _TOP + r"seats \d+$", _SEATS),
    (_TOP + r"(points?|vps?|worth|return|returns|earns?)\s*:?$", _SCORE),
    (_TOP + r"(gives?|grants?|awards?|produces?)$", _GIVE),
    (r"\bwhen (placed|game ends) score$", "VP are counted at the end: `score 3`"),
    (r"\bscore =$", "leave out the `=`, as in `score 2 * count of <kind> in city`"),
    (r"\bper \d+ (\w+ in )?(the )?(largest|biggest) group$", "write `score largest group of <kind> / 2`"),
    (r"\bin (the )?(largest|biggest) group$", "write `score largest group of <kind>`"),
    (r"\bsize of (the )?(largest|biggest|greatest)$", "write `score largest group of <kind>`"),
    (r"\(\w+,$|\bper \w+,$", _ONE_OF),
    (r"\bscore -?\d+ (points?|vps?|victory)$", "leave out the unit: what is scored is VP"),
    (_TOP + r"[-+]?\d+$", "a rule begins with `score`, as in `score 2 per <kind> adjacent to self`"),
    (r"\bscores?\s*:$", "leave out the `:`, as in `score 3`"),
    (r"\bscore \+$", "leave out the `+`"),
    (r"\d\.$", "numbers are whole; `score 1 per 2 <kinds> in city` is one for every two"),
    (_TOP + r"(lose|minus|subtract|deduct)$", "write `score -1 per <kind> in city`"),
    (r"\bscore minus \d+$", "write `score -1 per <kind> in city`"),
    (r"\bscore \[$", "say what the list is looked up by: `score by count of <kind> in city [0, 1, 3, 6]`"),
    (r"\bscore \d+(\s*/\s*\d+)+ for$", "write a table: `score by count of <kind> in city [0, 1, 3, 6]`"),
    (r"\b(number|amount) of$", "write `count of`, as in `score count of <kind> in column of self`"),
    (r"\bcount\s*\($", "write `count of <kind> in city`"),
    (r"\bfloors of \w+ (adjacent|in|diagonal|within|other|on)$", _VALUE),
    (r"\b(max|min|maximum|minimum) (of )?floors( of)?$", _HIGHEST),
    (r"\bof (the )?(highest|tallest|biggest|lowest) \w+( \w+)?$", _HIGHEST),
    (r"\b(highest|tallest|lowest) (?!floors|printed)\w+( \w+)?$", _HIGHEST),
    (r"\bcount (?!of\b)\w+$", "write `count of <kind> in city`"),
    (r"\bscore \d+ \d+$|\bscore by \w+( in|:| \[)$", _LIST),
    (r"[-=]\s*>$|\bscore [a-z]\w* count$", _LIST),
    (r"\[[^\]\n]*\d \d+$", "put commas between the entries: `[0, 1, 3, 6]`"),
    (r"\bscore \d+x$", _TIMES),
    (r"\bper pairs? of$", "write `score 1 per 2 <kinds> in city`"),
    (r"\b(per|number of) (kind|type|sort)s? of$", _KINDS),
    (r"\b(if|least|most|exactly|count of|score|\d) (\d+ )?different (?!kinds|families)\w+$", _KINDS),
    (r"\bper (unused|leftover|spare|remaining|free) (?!spaces?\b)\w+$$", _LEFT),
    (r"\bper (seated|placed) \w+$", "add up what is seated: `score sum of <units> seated over <kind> in city`"),
    (r"\bper (free|blank|vacant|unoccupied|open) spaces?$", "write `score 1 per empty space adjacent to self`"),
    (r"\b(per|no|some|every|\d+) \w+ adjacent$", "say `to` what: `adjacent to self`"),
    (r"\b\w+ adjacent$", "count them: `count of <kind> adjacent to self`"),
    (r"\b(anywhere|everywhere|overall)$|\b(on|in) (the )?(board|map|town|grid)$|(?<!if) on the$", _CITY),
    (r"\bper \w+ left$", f"{_SIDES}; units that are left over are `unseated <units>`"),
    (r"\b(above|below|under|left|right|north|south|east|west)$|\bto the \w+$|\bper \w+ to$", _SIDES),
    (r"\bscore [a-z]\w* (if|per)$", "say how many VP: `score 3 if some <kind> in city`"),
    (r"\bper floors? of$", "write `score sum of floors over <kind> adjacent to self`"),
    (r"\bper \w+ on \w+$", "add up what is seated: `score sum of <units> seated over <kind> in city`"),
    (r"\bper different \w+$", "write `score different kinds among building adjacent to self`"),
    (r"\bper \w+ (or|and)$", "put them into parentheses: `per (<kind> or <other>) adjacent to self`"),
    # conditions
    (r"\bif (both|either|neither)( \w+)?$|\bif \w+ (and|or|nor)$", _BOTH),
    (r"\bif only \w+$", "write `if every building adjacent to self is <kind>`"),
    (rf"\bno {_NUMBER} \w+$", f"write `at most 1 <kind> in row of self`; of different ones {_VARIED}"),
    (r"\bif (the )?(city|town|board) (has|have|contains?)$", _COUNT),
    (r"\bis (not )?(adjacent|next|diagonal|in|within|on)( to)?$", _SOME_BESIDE),
    (r"\bhalf( of)?$", f"write `/ 2`; {_COMPARED}"),
    (r"\bif (the )?(more|fewer|less|majority|many) (\w+)$", f"{_COUNT}; or {_COMPARED}"),
    (r"\bunless$", "write `if no`, as in `score 3 if no <kind> adjacent to self`"),
    (r"\bwithout$", "write `with no`, as in `score 3 per <kind> in city with no <other> adjacent to it`"),
    (r"\bsurrounded by$", "count them: `score 6 if at least 3 <kinds> adjacent to self`"),
    (r"\bif \d+ or (more|fewer|less) \w+$", _COUNT),
    (r"\bonly if$|\bscore \d+ only$", "leave out `only`: `score 3 if some <kind> adjacent to self`"),
    (r"\b(more|other|another|each|opponents?|players?) (players?|opponents?)$", _ALONE),
    (r"\bif (you )?(have )?(the )?most \w+$", f"{_ALONE}; within one, {_COMPARED}"),
    (r"\bif (it |self |it is )?(not )?(in)?active$", "write `if self is active`, or `per active <kind>`"),
    (r"\b(fully?|filled|complete|completed) (row|column|district)$|\b(row|column|district) of$", _FULL),
    (r"\bwith \w+$", "say how many: `with a <kind>`, `with at least 2 <kinds>`"),
    (r"\b(that|which)( is| are| has)?$", "a state stands before, `per active <kind>`; all else behind `with`"),
    (_TOP + r"if$", "the condition stands behind: `score 5 if some <kind> in city`"),
    (r"\bscore [^\n{}]* when \w+$", "a condition begins with `if`: `score 3 if some <kind> adjacent to self`"),
    (r"\b(if|and|or|not) (not )?(adjacent|next) to$", _SOME_BESIDE),
    (r"\b(more|less|fewer) than$", f"{_COUNT}; or {_COMPARED}"),
    (r"\bif \d+ (or )?\w+$", _COUNT),
    (r"\bif any \w+$", "write `some`, as in `if some <kind> adjacent to self`"),
    (r"\bif all \w+$", "write `every`, as in `if every <kind> in city is active`"),
    (r"\bif (the )?(score|it|this|result|points?)\s*[<>=!]+$", _LIMIT),
    (r"\bif \w+\s*[<>=!]+$", "say that it is counted: `if count of <kind> in city > 2`"),
    (r"==$|=\s*=$", "write `=`"),
    (r"&&?$", "write `and`"),
    (r"\|\|?$", "write `or`"),
    (r"\bcount of [^\n{}]* is$", "write `=`, `>=` or `<=`, as in `count of <kind> in city >= 3`"),
    (r"\bself (is )?(placed )?(in|on|at)\b[^\n{}]*$", _ON_CORNER),
    (r"\bself (is )?(adjacent|next|beside|touch\w*|near)$", _SOME_BESIDE),
    (r"\bif (placed |located )?(in|on|at)$|\bif (in|on|at) (the|an?|corner|edge)$", _ON_CORNER),
    (r"\bwith \d+ \w+$", "write `with <units> seated >= 2`"),
    (r"\bscore if [^\n{}]* then -?\d+$", "write `score 3 if some <kind> in city`"),
    (r"\b(otherwise|else)$", "write `score if some <kind> in city then 5 else 2`"),
    # places
    (r"\bper \w+ among$", _BESIDE),
    (r"\badjacent spaces?$", "the place stands behind: `score 1 per empty space adjacent to self`"),
    (r"\bper adjacent \w+$", "the place stands behind: `per <kind> adjacent to self`"),
    (r"\bper (nearby|neighbou?ring|surrounding) \w+$", "the place stands behind: `per <kind> adjacent to self`"),
    (r"\bin (the )?(row|column|line|district)$", "say of what: `in row of self`"),
    (r"\bin (the )?(every|each|all) (row|column|district)s?$", "write `score 1 per row with a <kind>`"),
    (r"\bin (the )?(same|its|this|my|your|that)( row| column| district)?$", "write `in row of self`"),
    (r"\brow (and|or)$", "write a clause for each: one `in row of self`, one `in column of self`"),
    (r"\b(nearby|beside|next|next to|near|touching|around)$", _BESIDE),
    (r"\badjacent\s+(?!to\b)\S+$", "say `to` what: `adjacent to self`"),
    (rf"\bwithin (\d+ spaces?|{_NUMBER}|an?|the)$", "write `within 2 of self`"),
    (r"\bdiagonally$", "write `diagonal to self`"),
    (r"\bproperty [^{]*\{\s*(max|maximum|at)$", "write `always own <= 12`"),
    # limits, and what else stands in a tile
    (r"\b(up|max|maximum|maximal|limit)$", "a limit is `at most 4`, as in `score 1 per <kind> in city at most 4`"),
    (r"\d,$|\b(city|self),$", "leave out the comma"),
    (r";$", "leave out the `;`: every rule stands on its own line"),
    (_TOP + r"(costs?|requires?)$", "what it needs to be active is `needs 1 <unit>`"),
    (r"\bneeds (?!nothing)[a-z]\w*$", "say how many: `needs 1 <unit>`"),
    (r"\bneeds \d+ \w+,$", "put `and` between them, not a comma"),
    (r"\bneeds nothing \w+$", "`needs nothing` stands on a line of its own"),
    (r"\bmodes \w+ \w+$", "put commas between them"),
    (_TOP + r"only$", "write `modes <mode>`"),
    (r"\bneeds an?$", "say how many: `needs 1 <unit>`"),
    (r"\bneeds\s*:$", "leave out the `:`, as in `needs 1 <unit>`"),
    (r"\b(city|self) \($", "a limit stands without parentheses: `score 1 per <kind> in city at most 4`"),
    (_TOP + r'(description|text|effect|rule|flavou?r)( ".*|\s*:)$', 'write `summary "..."`'),
    (_TOP + r"(counts?|is)( as)?$", 'what it counts as stands at its top: `tile my_tile "My Tile" is <kind> {`'),
    (_TOP + r"(name|title)$", 'name and title stand at its top: `tile my_tile "My Tile" is <kind> {`'),
    # examples and claims
    (r"\bexample \{$", "say the mode first: `example <mode> { <kind> <tile> } scores 2`"),
    (r"\bexample [^{}\n]*[(\[]$", _DRAWN),
    (r"\}\s*(-|\d+)$", "write `scores 2`, as in `example <mode> { ... } scores 2`"),
    (r'\bproperty [^{\n]*"\s*[^{\n]*$', _CLAIM),
    (r"\bexample\s*:$", "draw it: `example <mode> { <kind> <tile> } scores 2`"),
    (r'\bexample "[^"]*"$', 'say the mode first: `example <mode> "one <kind>" { ... } scores 2`'),
    (r"\}\s*(score|=|is|gives)$", "write `scores 2`, as in `example <mode> { ... } scores 2`"),
    (r"\bproperty (\w+ )?\{$", _CLAIM),
    (r"\bproperty (?!\")(\w+ )?\w+$", 'give it a title: `property "at most 12" { always own <= 12 }`'),
    (r"\balways scores?\s*[<>=!]+$", "write `own` for what the tile scores, `total` for the whole city"),
    (r"\bproperty [^{]*\{\s*own\s*[<>=!]+$", "write `always own <= 12`"),
)


COUNTED = "say that it is counted"
"""How the help begins that is given for a name where a number is wanted."""
MOST_CHARACTERS = 2000
"""Nobody writes a line of so many characters; to look through it would take long."""

# Nouns that are no kinds, and what is meant by them.
_NOUNS: tuple[tuple[str, str], ...] = (
    (r"neighbou?rs?", "write `building adjacent to self`"),
    (r"(filled|full|occupied|taken|used)", "write `built`, as in `no empty space in row of self`"),
    (
        r"floors?|stor(e?y|ies|eys)|levels?",
        "floors are added up: `sum of floors over <kind> in city`; a condition is `with floors >= 3`",
    ),
    (r"(different|unique|distinct|same|equal|identical)", _VARIED),
    (r"tiles?|cards?|structures?|houses?", "write `building` for all of them, or the name of one"),
    (r"(cell|square|field|slot|spot)s?", "write `space`, as in `empty space adjacent to self`"),
    (r"(vps?|points?)", "VP are what is scored: `score 3`"),
)


def no_kind(name: str, units: Iterable[str]) -> str:
    """What to write instead of a name that is no kind, where `units` are the names of resources; or nothing."""
    if name in units:
        seated = f"`sum of {name} seated over <kind> in city`, `{name} seated on self`"
        return f"it is a unit: {seated}, or `unseated {name}`"
    return next((help for pattern, help in _NOUNS if re.fullmatch(pattern, name)), "")


# By the word that does not fit alone.
_WORDS = {
    "for": "write `per`, as in `score 2 per <kind> adjacent to self`",
    "each": "leave out `each`: `per <kind>` means each of them",
    "every": "leave out `every`: `per <kind>` means each of them",
    "the": "leave out `the`",
    "gain": "write `when placed gain ...` or `when game ends gain ...`",
    "gains": "write `when placed gain ...` or `when game ends gain ...`",
    "receive": "write `when placed gain ...` or `when game ends gain ...`",
    "'": 'texts stand between two `"`',
    "\u2019": 'texts stand between two `"`',
    "\u201c": 'texts stand between two `"`',
    "\u201d": 'texts stand between two `"`',
    "#": "comments begin with `--`",
    "//": "comments begin with `--`",
    ".": "write `floors of self`, not `self.floors`",
    "have": "write `has`",
    "are": "write `is`",
    "equals": "write `=`",
}

# In claims about two cities, by the line as far as the word that does not fit.
_CHANGE = r"\b(adding|removing|raising|replacing( \w+ by)?|seating \w+ on|ignores)"
_SCORE = r"\b(own|total|part \w+)"
_CHANGE_FIRST = "say first what is done, as in `adding <kind> never lowers own`"
_ONE_KIND = "name one kind; its sub-kinds are meant, too"
_IN_A_CLAIM = (
    (r"\bnever (decreases?|reduces?|hurts?|harms?)$", "write `never lowers`"),
    (r"\bnever (increases?|helps?|improves?)$", "write `never raises`"),
    (r"\bnever exceeds?$", "write `never more than`"),
    (_SCORE + r" never (lowers?|raises?|changes?)$", _CHANGE_FIRST),
    (r"(^|\{)\s*never$", _CHANGE_FIRST),
    (_CHANGE + r" an? \w+$", "leave out the article, as in `adding <kind>`"),
    (_CHANGE + r" (\d+|\(|not \w+)$", _ONE_KIND),
    (r"\bignores \w+ (and|or)$", _ONE_KIND),
    (_CHANGE + r" \w+ (adjacent|diagonal|beside|in|within|where)$", "a change is meant wherever it can be made"),
    (_CHANGE + r" \w+ (always|does|will|can|may)$", "say what is never so, as in `adding <kind> never lowers own`"),
    (r"\b(lowers|raises|changes|ignores) .* if$", "a condition stands before the claim, after `when`"),
    (r"\b(equals|never (more|less) than) \d+$", "of one city write `always own = 3` or `always own <= 3`"),
    (
        r"\b(equals|never (more|less) than) \w+$",
        "write `that in MODE`, `that of TILE` or `that under RULING is READING`",
    ),
    (
        _SCORE + r" (is|same|[<>!]?=|<|>)$",
        "write `equals`, `never more than` or `never less than`; of one city `always own <= 12`",
    ),
    (_SCORE + r" does$", "write `own ignores <kind>`, or `own depends only on its row`"),
    (r"\bnever (lowers|raises|changes) score \}$", "write `own`, `total` or `part NAME`"),
)


def instead(words: str) -> str:
    """What to write instead, given the words as far as the one that does not fit, or the empty string."""
    if len(words) > MOST_CHARACTERS:
        return ""
    return next((help for pattern, help in _HINTS if re.search(pattern, words)), "")


def in_a_claim(words: str) -> str:
    """What to write instead in a claim about two cities, given the line as far as a word that does not fit, or the
    empty string."""
    return next((help for pattern, help in _IN_A_CLAIM if re.search(pattern, words)), "")


def for_word(word: str) -> str:
    """What to write instead of a word or sign that does not fit, or the empty string."""
    return _WORDS.get(word, "")


_EXAMPLE = re.compile(r"<(kinds?|other|units?|mode|tile)>")
_OWN = re.compile(r"^(?:replacing\s+)?tile\s+([a-z][a-z0-9_]*)", re.MULTILINE)


@dataclass(frozen=True)
class Known:
    """Names of some rules that a hint can use: kinds and units with their plurals, and modes, in their order."""

    kinds: Mapping[str, str]
    units: Mapping[str, str]
    modes: tuple[str, ...]

    @staticmethod
    def of(files: Iterable[s.File]) -> Known:
        """Those that are declared in some files."""
        kinds: dict[str, str] = {}
        units: dict[str, str] = {}
        modes = []
        for x in (x for file in files for x in file.items if isinstance(x, s.Declaration) and x.name is not None):
            assert x.name is not None
            plural = next((y.name.name for y in x.lines if isinstance(y, s.Plural)), x.name.name)
            if x.what == "building":
                kinds[x.name.name] = plural
            elif x.what == "resource":
                units[x.name.name] = plural
            elif x.what == "mode":
                modes.append(x.name.name)
        return Known(kinds, units, tuple(modes))

    def told(self, d: Diagnostic) -> Diagnostic:
        """A finding whose help speaks of the author's own names, if it can those of the guilty line."""
        text, at = d.span.source.text, d.span.start
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        line = text[start : len(text) if end < 0 else end]
        if len(line) > MOST_CHARACTERS:
            line, at = "", start
        if d.code == "TP002" and (meant := self._meant(line, at - start)):
            return replace(d, help=f"write `{meant}`: names are written in small letters, with `_` for a space")
        unit = d.span.text
        if d.code == "TP002" and d.help.startswith(COUNTED) and unit in {*self.units, *self.units.values()}:
            return replace(d, help=f"of units write `{unit} seated on self`, `unseated {unit}`, `received {unit}`")
        if not _EXAMPLE.search(d.help):
            return d
        words = re.findall(r"\w+", line.lower())
        own = _OWN.findall(text[:at])
        kinds = _first(words, self.kinds)
        units = _first(words, self.units)
        names = {
            "tile": own[-1] if own else "my_tile",
            "mode": next((x for x in (*words, *self.modes) if x in self.modes), ""),
        }
        if kinds:
            names |= {"kind": kinds[0], "kinds": self.kinds[kinds[0]], "other": kinds[min(1, len(kinds) - 1)]}
        if units:
            names |= {"unit": units[0], "units": self.units[units[0]]}
        return replace(d, help=_EXAMPLE.sub(lambda m: names.get(m[1]) or m[0], d.help))

    def _meant(self, line: str, at: int) -> str:
        """The name that a word at a place of a line makes together with its neighbour, or in small letters."""
        names = {*self.kinds, *self.kinds.values(), *self.units, *self.units.values()}
        for m in re.finditer(r"(?=\b(\w+)(?:[ -]+(\w+))?)(?<![\w-])", line):
            two = f"{m[1]}_{m[2]}".lower() if m[2] else ""
            if two in names and m.start() <= at <= m.end(2) + 1:
                return two
            if m.start() == at and m[1] != m[1].lower() and m[1].lower() in names:
                return m[1].lower()
        return ""


def _first(words: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Names, those first that are among some words, in the singular or the plural."""
    singular = {plural: name for name, plural in names.items()}
    return list(dict.fromkeys([*(x for w in words if (x := singular.get(w, w)) in names), *names]))
