"""What a newcomer writes before reading the reference, and what is said of it: the word to change, and to what."""

from __future__ import annotations

import pytest

from dsl.diagnostics import Bag
from dsl.parse import parse
from dsl.source import Source


@pytest.mark.parametrize(
    ("line", "word", "help"),
    [
        ("score 2 for each shop adjacent to self", "for", "`per`"),
        ("score 2 per each shop adjacent to self", "each", "leave out"),
        ("score 2 per the shop in city", "the", "leave out"),
        ("gain 3 energy", "gain", "`when placed gain ...`"),
        ("# a remark", "#", "`--`"),
        ("// a remark", "/", "`--`"),
        ("summary 'a text'", "'", "two"),
        ("score self.floors", ".", "`floors of self`"),
    ],
)
def test_what_to_write_instead(line: str, word: str, help: str) -> None:
    bag = Bag()
    parse(Source("mine.rules", f'tile mine "Mine" is shop {{\n  {line}\n}}\n'), bag)
    (found,) = bag.found
    assert (found.code, found.span.text, found.span.begin()[0]) == ("TP002", word, 2)
    assert help in found.help


@pytest.mark.parametrize(
    ("claim", "word", "help"),
    [
        ("adding shop never decreases own", "decreases", "`never lowers`"),
        ("removing shop never increases own", "increases", "`never raises`"),
        ("own never exceeds that of school", "exceeds", "`never more than`"),
        ("own never lowers adding shop", "lowers", "say first what is done"),
        ("never adding shop lowers own", "never", "say first what is done"),
        ("adding a shop never lowers own", "shop", "leave out the article"),
        ("replacing park by a shop never lowers own", "shop", "leave out the article"),
        ("adding 2 shops never lowers own", "2", "name one kind"),
        ("adding (park or shop) never lowers own", "(", "name one kind"),
        ("own ignores harbor and park", "and", "name one kind"),
        ("adding shop adjacent to self never lowers own", "adjacent", "wherever it can be made"),
        ("adding shop always raises own", "always", "never so"),
        ("adding shop never lowers own if some park in city", "if", "`when`"),
        ("own equals 3", "3", "`always own = 3`"),
        ("own never more than 8", "8", "`always own <= 3`"),
        ("own equals expert", "expert", "`that in MODE`"),
        ("own equals in expert", "in", "`that in MODE`"),
        ("own never more than school", "school", "`that of TILE`"),
        ("own <= that of school", "<=", "`never more than`"),
        ("own is that in expert", "is", "`equals`"),
        ("own does not depend on harbor", "does", "`own ignores <kind>`"),
        ("adding shop never lowers score", "}", "`own`, `total` or `part NAME`"),
        ("always own equals 3", "equals", "`=`"),
        # What fits nothing of these still tells what may stand there.
        ("own depends on its row", "on", "here may stand: `only`"),
        ("swapping never changes own", "never", "here may stand: `spaces`"),
    ],
)
def test_what_to_write_instead_in_a_claim(claim: str, word: str, help: str) -> None:
    bag = Bag()
    text = f'tile mine "Mine" is shop {{\n  property "mine" {{ {claim} }}\n}}\n'
    parse(Source("mine.rules", text), bag)
    (found,) = bag.found
    assert (found.code, found.span.text, found.span.begin()[0]) == ("TP002", word, 2)
    assert help in found.help
