"""What people write who have not read the reference, and what to write instead.

Guarantee: a hint is about the words that it is given as far as the one that does not fit, and never makes a text
pass; where nothing is known, there is no hint.
"""

from __future__ import annotations

import re

_TOP = r"(?:^|\n|\{)\s*"  # where a line begins
_COUNT = "write `some shop in city`, or how many: `at least 3 shops in city`"
_HEAD = 'a tile begins with its name, its title and what it counts as: `tile my_tile "My Tile" is KIND {`'
_BESIDE = "write `adjacent to self`, as in `score 2 per shop adjacent to self`"

# The words from the beginning of the line before, as far as the one that does not fit.
_HINTS: tuple[tuple[str, str], ...] = (
    (r"^\s*(tile|building)\b[^{}\n]*\S*$", _HEAD),
    (r"^\s*(tile|building)\b[^{}\n]*\{$", _HEAD),
    (r"^\s*(tile|building)\b[^{}\n]*\n\s*\w+$", _HEAD),
    (r"^\s*(new|a|add|define|create)$", "begin with `tile`; " + _HEAD),
    (r"\bthere (is|are)\b[^\n{}]*$", "leave out `there is`: `if some shop in city`, `if no shop adjacent to self`"),
    # what is scored
    (r"\bscore -?\d+ (points?|vps?|victory)$", "leave out the unit: what is scored is VP"),
    (_TOP + r"[-+]?\d+$", "a rule begins with `score`, as in `score 2 per shop adjacent to self`"),
    (r"\bscores?\s*:$", "leave out the `:`, as in `score 3`"),
    (r"\bscore \+$", "leave out the `+`"),
    (r"\d\.$", "numbers are whole; `score 1 per 2 shops in city` is one for every two"),
    (_TOP + r"(lose|minus|subtract|deduct)$", "write `score -1 per shop in city`"),
    (r"\bscore minus \d+$", "write `score -1 per shop in city`"),
    (r"\bscore \[$", "say what the list is looked up by: `score by count of shop in city [0, 1, 3, 6]`"),
    (r"\bscore \d+(\s*/\s*\d+)+ for$", "write a table: `score by count of shop in city [0, 1, 3, 6]`"),
    (r"\b(number|amount) of$", "write `count of`, as in `score count of shop in column of self`"),
    (r"\bcount\s*\($", "write `count of shop in city`"),
    (r"\b\w+ adjacent$", "count them: `count of shop adjacent to self`"),
    (r"\bper floors? of$", "write `score sum of floors over shop adjacent to self`"),
    (r"\bper \w+ on \w+$", "add up what is seated: `score sum of inhabitants seated over shop in city`"),
    (r"\bper different \w+$", "write `score different kinds among building adjacent to self`"),
    (r"\bper \w+ (or|and)$", "put them into parentheses: `per (shop or park) adjacent to self`"),
    # conditions
    (_TOP + r"if$", "the condition stands behind: `score 5 if some shop in city`"),
    (r"\bscore [^\n{}]* when \w+$", "a condition begins with `if`: `score 3 if some park adjacent to self`"),
    (r"\b(if|and|or|not) (not )?(adjacent|next) to$", "write `some park adjacent to self`, `no park ...`"),
    (r"\b(more|less|fewer) than$", _COUNT),
    (r"\bif \d+ (or )?\w+$", _COUNT),
    (r"\bif any \w+$", "write `some`, as in `if some shop adjacent to self`"),
    (r"\bif all \w+$", "write `every`, as in `if every shop in city is active`"),
    (r"\bif \w+\s*[<>=!]+$", "say that it is counted: `if count of shop in city > 2`"),
    (r"==$|=\s*=$", "write `=`"),
    (r"&&?$", "write `and`"),
    (r"\|\|?$", "write `or`"),
    (r"\bcount of [^\n{}]* is$", "write `=`, `>=` or `<=`, as in `count of shop in city >= 3`"),
    (r"\bself is (in|on|at)\b[^\n{}]*$", "name it: `if some my_tile on corner`, `if some my_tile on edge`"),
    (r"\bif (in|on|at) the$", "say what: `if some my_tile on corner`, `if some my_tile on edge`"),
    (r"\bwith \d+ \w+$", "write `with inhabitants seated >= 2`"),
    (r"\b(otherwise|else)$", "write `score if some shop in city then 5 else 2`"),
    # places
    (r"\bper adjacent \w+$", "the place stands behind: `per shop adjacent to self`"),
    (r"\bper (nearby|neighbou?ring|surrounding) \w+$", "the place stands behind: `per shop adjacent to self`"),
    (r"\bin (the )?(same|its|this) (row|column|district)$", "write `in row of self`"),
    (r"\brow (and|or)$", "write a clause for each: one `in row of self`, one `in column of self`"),
    (r"\b(nearby|beside|next|next to|near|touching|around)$", _BESIDE),
    (r"\badjacent\s+(?!to\b)\S+$", "say `to` what: `adjacent to self`"),
    (r"\bwithin \d+ spaces?$", "write `within 2 of self`"),
    (r"\bdiagonally$", "write `diagonal to self`"),
    (r"\bproperty [^{]*\{\s*(max|maximum|at)$", "write `always own <= 12`"),
    # limits, and what else stands in a tile
    (r"\b(up|max|maximum|maximal|limit)$", "a limit is `at most 4`, as in `score 1 per shop in city at most 4`"),
    (r"\d,$|\b(city|self),$", "leave out the comma"),
    (r";$", "leave out the `;`: every rule stands on its own line"),
    (_TOP + r"costs?$", "what it needs to be active is `needs 1 inhabitant`"),
    (_TOP + r'(description|text|effect|rule|flavou?r)( ".*|\s*:)$', 'write `summary "..."`'),
    (_TOP + r"(counts?|is)( as)?$", 'what it counts as stands at its top: `tile my_tile "My Tile" is KIND {`'),
    (_TOP + r"(name|title)$", 'name and title stand at its top: `tile my_tile "My Tile" is KIND {`'),
    # examples and claims
    (r'\bexample "[^"]*"$', 'say the mode first: `example MODE "one shop" { ... } scores 2`'),
    (r"\}\s*(score|=|is|gives)$", "write `scores 2`, as in `example MODE { ... } scores 2`"),
    (r"\bproperty (?!\")(\w+ )?\w+$", 'give it a title: `property "at most 12" { always own <= 12 }`'),
    (r"\balways scores?\s*[<>=!]+$", "write `own` for what the tile scores, `total` for the whole city"),
    (r"\bproperty [^{]*\{\s*own\s*[<>=!]+$", "write `always own <= 12`"),
)


def instead(words: str) -> str:
    """What to write instead, given the words as far as the one that does not fit, or the empty string."""
    return next((help for pattern, help in _HINTS if re.search(pattern, words)), "")
