"""A reference scorer for Kingdomino, written from the rules by hand: plain loops, the standard library and nothing else.

A kingdom is a list of rows; a space is None, `"castle"`, or a landscape with its crowns. What is to be counted is the rule as it
is told: the squares of each property times the crowns on it. The rules of `spec/games/kingdomino` say it crown by crown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

LANDSCAPES = {"wheat_field": 1, "forest": 1, "lake": 1, "grassland": 2, "swamp": 2, "mine": 3}
"""Each with the most crowns on one of its squares."""
Square = tuple[str, int] | str | None
Kingdom = Sequence[Sequence[Square]]


def dominoes() -> list[tuple[tuple[str, int], tuple[str, int]]]:
    """The 48 dominoes in the order of their numbers, typed in once more: a capital letter shows a crown, a digit two or three."""
    letters = {"w": "wheat_field", "f": "forest", "l": "lake", "g": "grassland", "s": "swamp", "m": "mine"}
    text = """
        ww ww ff ff ff ff ll ll ll gg gg ss wf wl wg ws fl fg Wf Wl Wg Ws Wm Fw
        Fw Fw Fw Fl Fg Lw Lw Lf Lf Lf Lf wG lG wS gS Mw wg2 lg2 ws2 gs2 wm2 sm2 sm2 wm3
    """
    out = []
    for word in text.split():
        crowns = [int(x.isupper()) for x in word[:2]]
        if len(word) == 3:
            crowns[1] = int(word[2])
        out.append(((letters[word[0].lower()], crowns[0]), (letters[word[1].lower()], crowns[1])))
    return out


def properties(kingdom: Kingdom) -> Iterator[tuple[str, int, int]]:
    """Each property: its landscape, its squares, its crowns."""
    at = {(r, c): x for r, row in enumerate(kingdom) for c, x in enumerate(row) if isinstance(x, tuple)}
    while at:
        first = min(at)
        landscape, crowns = at.pop(first)
        squares, todo = 1, [first]
        while todo:
            r, c = todo.pop()
            for place in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if place in at and at[place][0] == landscape:
                    crowns += at.pop(place)[1]
                    squares += 1
                    todo.append(place)
        yield landscape, squares, crowns


def score(kingdom: Kingdom, *, middle: bool = False, harmony: bool = False, gaps: bool = True) -> dict[str, int]:
    """Points by part. `gaps`: a castle in the middle counts in a kingdom with gaps, too."""
    out = dict.fromkeys((*LANDSCAPES, "middle", "complete"), 0)
    if sum(x == "castle" for row in kingdom for x in row) != 1:
        return out
    for landscape, squares, crowns in properties(kingdom):
        out[landscape] += squares * crowns
    full = all(x is not None for row in kingdom for x in row)
    rows, columns = len(kingdom), len(kingdom[0])
    center = rows % 2 == columns % 2 == 1 and kingdom[rows // 2][columns // 2] == "castle"
    out["middle"] = 10 if middle and center and (gaps or full) else 0
    out["complete"] = 5 if harmony and full else 0
    return out


def ties(kingdom: Kingdom, *, crowns: bool = True) -> dict[str, int]:
    """What breaks a tie: squares of the largest property, then (`crowns`) all crowns."""
    castles = sum(x == "castle" for row in kingdom for x in row)
    found = list(properties(kingdom)) if castles == 1 else []
    out = {"largest_property": max((squares for _, squares, _ in found), default=0)}
    return {**out, "all_crowns": sum(x for _, _, x in found)} if crowns else out


def laid(kingdom: Kingdom) -> list[int] | None:
    """The numbers of dominoes, in an order in which they may be laid so: each of the box once at most, and each beside
    the castle or its like. None if there is no such order."""
    at = {(r, c): x for r, row in enumerate(kingdom) for c, x in enumerate(row) if x is not None}
    box = dominoes()

    def beside(place: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = place
        return [x for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if x in at]

    def touches(pair: tuple[tuple[int, int], tuple[int, int]], there: set[tuple[int, int]]) -> bool:
        return any(
            x in there and (at[x] == "castle" or at[x][0] == at[place][0]) for place in pair for x in beside(place)
        )

    def in_order(pairs: dict[int, tuple[tuple[int, int], tuple[int, int]]]) -> list[int] | None:
        there, out = {x for x in at if at[x] == "castle"}, list[int]()
        while len(out) < len(pairs):
            able = [n for n, pair in pairs.items() if n not in out and touches(pair, there)]
            if not able:
                return None
            out += able
            there |= {x for n in able for x in pairs[n]}
        return out

    def cover(
        left: frozenset[tuple[int, int]], pairs: dict[int, tuple[tuple[int, int], tuple[int, int]]]
    ) -> list[int] | None:
        if not left:
            return in_order(pairs)
        # The square with the fewest neighbours that are left is covered next.
        first = min(left, key=lambda x: (sum(y in left for y in beside(x)), x))
        for second in (x for x in beside(first) if x in left):
            squares = sorted([at[first], at[second]], key=str)
            for n, domino in enumerate(box, 1):
                if n not in pairs and sorted(domino, key=str) == squares:
                    found = cover(left - {first, second}, {**pairs, n: (first, second)})
                    if found is not None:
                        return found
                    break  # others that look alike cover no better
        return None

    return cover(frozenset(x for x in at if at[x] != "castle"), {})
