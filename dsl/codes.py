"""The diagnostic codes: what each one means, a text that causes it, and the same text put right.

Guarantee: every code that `dsl` or `verifier` reports is listed here, and none besides. Each `example`, read
together with `GARDEN` (or by itself where it is `alone`), gives that code and no other; each `fix` gives
none. The tests see to all three, and the pages of the documentation are made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

GARDEN = """\
-- A game of six spaces, just large enough to make mistakes in.

game "Garden" { }

resource drop "Drop" { plural drops "Drops"  glyph d  pieces 9  costs 1 unseated }

mode patio "Patio" {
  board { 1 1 2
          1 1 2 }
  rounds 2  turns 3  players 1 to 2 usually 2
}

building pond "Pond" {
  plural ponds "Ponds"  glyph O
  print small gains 1 drop
  print large gains 2 drops
}

building flower "Flower" {
  plural flowers "Flowers"  glyph F
  needs 1 drop
  floors up to 3
  score by count of pond adjacent to self [0, 2, 3, 4]
}
"""
"""The game that the examples are added to."""


@dataclass(frozen=True)
class Code:
    """One diagnostic code.

    `example` is the least text that causes it, `fix` the same text without the mistake, `advice` what to do
    in words. The text is one of rules, or (`shows`) a drawn city or one in JSON that is to be scored. Where
    no text can show it, `example` is None and `cause` says what does."""

    code: str
    title: str
    explanation: str
    advice: str
    example: str | None = None
    fix: str | None = None
    cause: str = ""
    alone: bool = False
    shows: Literal["rules", "drawing", "json"] = "rules"


_LIST = (
    # ---- reading files and texts ----
    Code(
        "TP001",
        "the text ends too early",
        "The file, or the declaration before the next one, stops while something is still open: most "
        "often a `}` is missing. The caret stands under the last word that was read, and the help line "
        "lists what could have come next. Each declaration is read by itself, so the ones after it are "
        "still checked for mistakes of this kind.",
        "Close what is open. Count the `{` and `}` of the declaration that the message points at.",
        'tile gnome "Gnome" is flower {\n  score 1 per pond in city\n',
        'tile gnome "Gnome" is flower {\n  score 1 per pond in city\n}\n',
    ),
    Code(
        "TP002",
        "a word does not fit here",
        "The text is not a sentence of the language from this word on. The help line names a word of the "
        "language that looks like yours, or lists what may stand there. Everything before the caret was "
        "read as meant. Only the first such mistake of a declaration is shown; the other declarations of "
        "the file are still read.",
        "Look at the word under the caret and at the help line. If a longer condition stands behind "
        "`with`, `where` or `has`, put it in parentheses: those take one short condition.",
        'tile gnome "Gnome" is flower {\n  score 1 for pond in city\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1 per pond in city\n}\n',
    ),
    Code(
        "TP003",
        "the file is too large",
        "A file holds at most 1,000,000 characters. A whole game fits into a few thousand, so this is "
        "almost always the wrong file.",
        "Check the name of the file. Should it really be so long, split it into several files of one "
        "folder: how declarations are spread over files does not matter.",
        cause="a file of more than 1,000,000 characters",
    ),
    Code(
        "TP004",
        "too many parentheses inside each other",
        "At most 100 parentheses may be open at once, and a single expression may not be so long that it "
        "can not be read.",
        "Take out parentheses that change nothing, or split the expression into several clauses: clauses "
        "of a kind are added up.",
        'tile gnome "Gnome" is flower {\n  score ' + "(" * 101 + "1" + ")" * 101 + "\n}\n",
        'tile gnome "Gnome" is flower {\n  score 1\n}\n',
    ),
    Code(
        "TP005",
        "a text in quotes does not end",
        'A text begins with `"` and ends with the next `"` on the same line.',
        'Put the `"` at its end. A text can not run over several lines and can not hold a `"` itself.',
        'tile gnome "Gnome is flower {\n  score 1\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n}\n',
    ),
    Code(
        "TP006",
        "a file or folder can not be read",
        "There is no such file or folder, or the system does not let it be read. The message gives the "
        "system's reason.",
        "Check the name, the folder that you are in, and the rights of the file.",
        cause="a path that does not exist or may not be read",
    ),
    Code(
        "TP007",
        "the file is not UTF-8 text",
        "Texts are read as UTF-8. The message names the line where the first bytes stand that are not.",
        "Save the file as UTF-8 in your editor. If it is a picture or an archive, it is the wrong file.",
        cause="a file in another encoding, or no text at all",
    ),
    Code(
        "TP008",
        "nothing is declared",
        "A file declares nothing (a warning: it may be a file that you have just begun), or a folder that "
        "was named as a specification holds no `.rules` file (an error).",
        "Write a declaration, or name the folder that holds the `.rules` files.",
        "-- Nothing here yet.\n",
        'tile gnome "Gnome" is flower { score 1 }\n',
    ),
    # ---- names ----
    Code(
        "TP010",
        "a name is declared twice",
        "Modes, resources, kinds, scorings, tables and rulings share one set of names, and plurals belong "
        "to it too. The message shows both places. The same is said when `as` gives a name that is in use "
        "already, and when a print or a reading is listed twice.",
        "Rename one of the two, or remove it.",
        'tile gnome "Gnome" is flower { score 1 }\ntile gnome "Another Gnome" is flower { score 2 }\n',
        'tile gnome "Gnome" is flower { score 1 }\ntile red_gnome "Another Gnome" is flower { score 2 }\n',
    ),
    Code(
        "TP011",
        "unknown kind",
        "The word names no building and no tile of the specification, or, in a drawn city, none of that "
        "mode. If a known word looks like it, the help line says so.",
        "Correct the word, or declare the kind. In a drawn city, kinds are written by glyph or by name.",
        'tile gnome "Gnome" is flower { score 1 per pnod adjacent to self }\n',
        'tile gnome "Gnome" is flower { score 1 per pond adjacent to self }\n',
    ),
    Code(
        "TP012",
        "unknown mode",
        "The word in front of a block, in `modes`, in an `example` or `property`, or behind `inventory`, "
        "names no mode.",
        "Correct the word, or declare the mode.",
        'tile gnome "Gnome" is flower { modes pation  score 1 }\n',
        'tile gnome "Gnome" is flower { modes patio  score 1 }\n',
    ),
    Code(
        "TP013",
        "unknown resource",
        "The word names no resource, in the singular or the plural.",
        "Correct the word, or declare the resource.",
        'tile gnome "Gnome" is flower { needs 2 drips  score 1 }\n',
        'tile gnome "Gnome" is flower { needs 2 drops  score 1 }\n',
    ),
    Code(
        "TP014",
        "unknown ruling",
        "`under`, or `reading of`, names a ruling that is not declared.",
        "Correct the word, or declare the ruling.",
        'tile gnome "Gnome" is flower { under gnome_mood is merry { score 1 } }\n',
        'ruling gnome_mood "How is the Gnome?" {\n'
        '  about gnome\n  reading merry "well"\n  because "It smiles."\n}\n'
        'tile gnome "Gnome" is flower { under gnome_mood is merry { score 1 } }\n',
    ),
    Code(
        "TP015",
        "unknown reading",
        "The ruling is declared, but it lists no such reading; or its `default` is none of its readings.",
        "Choose one of the ruling's readings. The help line lists them.",
        'ruling gnome_mood "How is the Gnome?" {\n'
        '  about gnome\n  reading merry "well"\n  reading cross "not well"\n  default merry\n'
        '  because "It smiles."\n}\n'
        'tile gnome "Gnome" is flower { under gnome_mood is sad { score -1 } }\n',
        'ruling gnome_mood "How is the Gnome?" {\n'
        '  about gnome\n  reading merry "well"\n  reading cross "not well"\n  default merry\n'
        '  because "It smiles."\n}\n'
        'tile gnome "Gnome" is flower { under gnome_mood is cross { score -1 } }\n',
    ),
    Code(
        "TP016",
        "unknown table",
        "A name with parentheses looks something up in a `table` of that name, and none is declared.",
        "Correct the word, or declare the table.",
        'tile gnome "Gnome" is flower { score pond_vp(count of pond in city) }\n',
        "table pond_vp [0, 2, 5+]\n"
        'tile gnome "Gnome" is flower { score pond_vp(count of pond in city) }\n',
    ),
    Code(
        "TP017",
        "unknown name of a space or region",
        "One space, row, column, line or district is meant here, by `self`, by `it`, or by a name that "
        "`as` gave further out. This word is none of them.",
        "Give the name with `as`, or write `self` or `it`.",
        'tile gnome "Gnome" is flower {\n  score 1 per pond as p with (some flower adjacent to q)\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1 per pond as p with (some flower adjacent to p)\n}\n',
    ),
    Code(
        "TP018",
        "unknown part of the score sheet, or unknown print",
        "`part` takes a kind or a scoring. A line of an inventory names a print of its kind, and has to "
        "name one where the kind has several.",
        "Choose one of the names that the help line lists.",
        "inventory patio {\n  pond tiny: 1 2\n  flower: 2 2\n}\n",
        "inventory patio {\n  pond small: 1 2\n  flower: 2 2\n}\n",
    ),
    Code(
        "TP019",
        "a word of the language is used as a name",
        "A word that the language uses itself can not name a kind, a mode, a table or anything else.",
        "Choose another word, or add one to it.",
        'tile highest "The Highest" is flower { score 1 }\n',
        'tile highest_flower "The Highest" is flower { score 1 }\n',
    ),
    # ---- what an expression may be ----
    Code(
        "TP020",
        "a number where a condition is needed, or the other way round",
        "Some places take a number (behind `score`, on both sides of `+` or `<`), others a condition "
        "(behind `if`, `with`, `and`, `always`). The message shows what stands there, and a second caret "
        "shows what asked for the other.",
        "Compare the number with something (`... > 0`), or turn the condition into a number "
        "(`if ... then 1 else 0`).",
        'tile gnome "Gnome" is flower { score 2 if count of pond in city }\n',
        'tile gnome "Gnome" is flower { score 2 if count of pond in city > 0 }\n',
    ),
    Code(
        "TP021",
        "this can not be said of a space, or of a region",
        "Spaces and regions (rows, columns, lines, districts) are different things. A space can be built, "
        "can hold a kind, can be `adjacent to` something; a region can be `through` a space, and has "
        "spaces in it. The message says which was needed.",
        "To say something of every space of a region, write `is all ...`, or `where every space is ...`. "
        "For spaces of the same row, write `in row of ...`.",
        'tile gnome "Gnome" is flower { score 2 per district with (it is built) }\n',
        'tile gnome "Gnome" is flower { score 2 per district where every space is built }\n',
    ),
    Code(
        "TP022",
        "there is no `self` here",
        "`self` is the building whose clause this is. A city-wide scoring has none, so a clause or "
        "property of a scoring can not use it, and has to say of which space a value is.",
        "Say which spaces are meant, by a set and, if need be, a name given with `as`.",
        'scoring wet "Wet Flowers" { score 1 per flower adjacent to self }\n',
        'scoring wet "Wet Flowers" { score 1 per flower with (a pond adjacent to it) }\n',
    ),
    Code(
        "TP023",
        "there is no `it` here",
        "`it` is the element of a set, inside the set's `with` or `where`, behind `has`, and in `sum of "
        "... over`. Elsewhere nothing is meant by it.",
        "Write `self`, or move the condition into the `with` of a set.",
        'tile gnome "Gnome" is flower { score 1 per pond adjacent to it }\n',
        'tile gnome "Gnome" is flower { score 1 per pond adjacent to self }\n',
    ),
    Code(
        "TP024",
        "the score can not be used here",
        "`own`, `total` and `part` speak of the score, and a clause can not refer to the score that it is "
        "part of. They may be used in properties; `own` only in those of a tile.",
        "Say directly what is to be counted, or move the sentence into a `property`.",
        'tile gnome "Gnome" is flower { score 1 if total > 5 }\n',
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "one at most" { when total > 5  always own <= 1 }\n}\n',
    ),
    Code(
        "TP025",
        "two counts of a procedure are multiplied",
        "What a procedure asks stays a sum of numbers of pieces, so that a solver can prove it for every play: one "
        "side of `*` has to be a constant. In clauses and properties, any two numbers may be multiplied.",
        "Multiply by a constant, or add.",
        'tile gnome "Gnome" is flower { score 1 }\n\n'
        'procedure fair "Fair" {\n  pieces gnomes "gnome", "gnomes" from tiles in shed\n'
        '  zone shed "the shed" holds gnomes\n  zone lawn "the lawn" holds gnomes\n'
        "  play { draw 1 gnomes from shed to lawn }\n"
        '  property "few" { always count of gnomes in lawn * count of gnomes in shed <= 1 }\n}\n',
        'tile gnome "Gnome" is flower { score 1 }\n\n'
        'procedure fair "Fair" {\n  pieces gnomes "gnome", "gnomes" from tiles in shed\n'
        '  zone shed "the shed" holds gnomes\n  zone lawn "the lawn" holds gnomes\n'
        "  play { draw 1 gnomes from shed to lawn }\n"
        '  property "few" { always 2 * count of gnomes in lawn <= 2 }\n}\n',
    ),
    Code(
        "TP026",
        "division by something else than a positive constant",
        "`/`, `mod` and `per n` take a constant of at least 1 on their right. A division by 0 can then "
        "never happen, in no city.",
        "Write a positive number.",
        'tile gnome "Gnome" is flower { score count of pond in city / 0 }\n',
        'tile gnome "Gnome" is flower { score count of pond in city / 2 }\n',
    ),
    Code(
        "TP027",
        "the table is too short",
        "A table has to reach the greatest value that its argument can have on the boards of the game; a "
        "second caret shows the argument and its range. The range is a safe estimate: it may be a little "
        "wider than what really happens.",
        "Add entries, or end the list with `+`, so that the last entry goes on for ever.",
        'tile gnome "Gnome" is flower { score by count of pond adjacent to self [0, 1] }\n',
        'tile gnome "Gnome" is flower { score by count of pond adjacent to self [0, 1+] }\n',
    ),
    Code(
        "TP028",
        "the table has the wrong shape",
        "A list is looked up by one value, a list of lists by two; its rows have to be of the same "
        "length, and `from` gives as many starts as there are values.",
        "Give one value for a list and two for a list of lists, and fill up short rows.",
        'tile gnome "Gnome" is flower {\n'
        "  score by count of pond adjacent to self, floors of self [0, 1, 2, 3]\n}\n",
        'tile gnome "Gnome" is flower {\n  score by count of pond adjacent to self [0, 1, 2, 3]\n}\n',
    ),
    Code(
        "TP029",
        "the number is too large",
        "Numbers in clauses go up to 1,000,000, and so does what a product can come to.",
        "Write a smaller number, or multiply smaller ones.",
        'tile gnome "Gnome" is flower { score 1000001 }\n',
        'tile gnome "Gnome" is flower { score 1000000 }\n',
    ),
    # ---- declarations ----
    Code(
        "TP030",
        "a declaration lacks a line, or a number in it is out of range",
        "A mode says its `board`, `rounds` and `turns`; a resource its `glyph` and `pieces`; a ruling at "
        "least one `reading`, a `because`, and a `default` if it has several readings; a placement its "
        "`numbers`, where a `new building` may be placed, and the `numbers on spaces` if it asks for them. "
        "Rounds, turns and numbers go from 1 to 99, pieces from 1 to 999, and players from a low to a higher "
        "number with the usual one between.",
        "Add the line, or correct the number.",
        'resource seed "Seed" { glyph s }\n',
        'resource seed "Seed" { glyph s  pieces 5 }\n',
    ),
    Code(
        "TP031",
        "the board is not a rectangle of districts",
        "A board is drawn with one line for each row and one number for each space, the number being its "
        "district. All rows have the same length, and there are at most 64 spaces.",
        "Write as many numbers in each row.",
        'mode path "Path" {\n  board { 1 1 2\n          1 1 }\n  rounds 1  turns 3\n}\n',
        'mode path "Path" {\n  board { 1 1 2\n          1 1 2 }\n  rounds 1  turns 3\n}\n',
    ),
    Code(
        "TP032",
        "this line does not belong here",
        "The line is a good one, but not of this declaration: a scoring stands for the whole city, so "
        "that it has no `needs`, no `floors` and no `print`. The same is said of a `joins groups of` that "
        "names anything but kinds.",
        "Move the line to a building or a tile, or remove it.",
        'scoring wet "Wet Flowers" { needs 1 drop  score 1 per flower }\n',
        'scoring wet "Wet Flowers" { score 1 per flower }\n',
    ),
    Code(
        "TP033",
        "something is said twice",
        "A second `needs`, `seats`, `floors`, `board` or game rule that would hold together with the "
        "first, a resource named twice in one line, or two states of the same noun (`active inactive "
        "flower`). Both places are shown.",
        "Remove one of the two, or put each into the block of its mode or reading.",
        'tile gnome "Gnome" is flower {\n  needs 1 drop\n  needs 2 drops\n  score 1\n}\n',
        'tile gnome "Gnome" is flower {\n  needs 2 drops\n  score 1\n}\n',
    ),
    Code(
        "TP034",
        "a kind is its own parent",
        "`is` names what a kind counts as besides itself. Followed from parent to parent, these lines "
        "come back to where they began.",
        "Remove one of the `is`.",
        'building rose "Rose" is tulip { score 1 }\nbuilding tulip "Tulip" is rose { score 2 }\n',
        'building rose "Rose" { score 1 }\nbuilding tulip "Tulip" is rose { score 2 }\n',
    ),
    Code(
        "TP035",
        "the kind does not exist in this mode",
        "The `modes` line of a kind, or else its mode blocks, say in which modes it exists. This block, "
        "example or inventory line is about another one.",
        "Add the mode to the `modes` line, or remove what is about it.",
        'mode path "Path" { board { 1 1 1 }  rounds 1  turns 3 }\n'
        'tile gnome "Gnome" is flower {\n  modes path\n  score 1\n'
        '  example patio "one" { gnome } scores 1\n}\n',
        'mode path "Path" { board { 1 1 1 }  rounds 1  turns 3 }\n'
        'tile gnome "Gnome" is flower {\n  modes path\n  score 1\n'
        '  example path "one" { gnome } scores 1\n}\n',
    ),
    Code(
        "TP036",
        "a glyph is used twice",
        "In a drawn city a glyph stands for one kind, so no two kinds may have the same. Both places are "
        "shown.",
        "Choose another letter, or leave the glyph out: a kind without one is drawn by its name.",
        'tile gnome "Gnome" is flower { glyph F  score 1 }\n',
        'tile gnome "Gnome" is flower { glyph G  score 1 }\n',
    ),
    Code(
        "TP037",
        "an inventory does not fit its mode",
        "A line of an inventory has one number of copies for each round of the mode, and `from n players` "
        "names a number of players that the mode is for.",
        "Write one number for each round.",
        "inventory patio {\n  flower: 2 2 2\n}\n",
        "inventory patio {\n  flower: 2 2\n}\n",
    ),
    Code(
        "TP038",
        "no mode is declared",
        "Without a mode there is no board, and nothing can be checked.",
        "Declare a mode with its board. If you check one file alone, name the folder of its game too.",
        'building rock "Rock" { glyph R  score 1 }\n',
        'mode yard "Yard" { board { 1 1 }  rounds 1  turns 2 }\nbuilding rock "Rock" { glyph R  score 1 }\n',
        alone=True,
    ),
    # ---- cities and examples ----
    Code(
        "TP040",
        "this is not a space of a city",
        "A space is drawn as `.` or as a glyph or kind with marks directly behind it: floors (`T3`), "
        "printed VP (`H+2vp`), printed units (`T2+3i`), units on its seats (`S@3i`), and `-` where it is "
        "not active. Units are written by the glyph of their resource.",
        "Write the marks without a space between, and units by the letter that the help line gives.",
        'tile gnome "Gnome" is flower {\n  score 1\n  example patio "one" { gnome+2x O } scores 1\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n  example patio "one" { gnome+2d O } scores 1\n}\n',
    ),
    Code(
        "TP041",
        "the city has the wrong shape",
        "The drawing has more rows or more columns than the board of its mode. Fewer are allowed: what is "
        "missing is empty.",
        "Remove what is too much. Each row stands on a line of its own.",
        'tile gnome "Gnome" is flower {\n  score 1\n  example patio "a row" { gnome O O O } scores 1\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n  example patio "a row" { gnome O O } scores 1\n}\n',
    ),
    Code(
        "TP042",
        "an impossible number of floors",
        "`floors up to n` takes a number from 1 to 20. A kind without this line has one floor.",
        "Write a number from 1 to 20.",
        'tile gnome "Gnome" is flower { floors up to 0  score 1 }\n',
        'tile gnome "Gnome" is flower { floors up to 2  score 1 }\n',
    ),
    Code(
        "TP043",
        "more units than there are in the box",
        "A line speaks of more units of a resource than the resource has `pieces`.",
        "Write a smaller number. `seats any drops` takes as many as there are.",
        'tile gnome "Gnome" is flower { needs 10 drops  score 1 }\n',
        'tile gnome "Gnome" is flower { needs 9 drops  score 1 }\n',
    ),
    Code(
        "TP044",
        "this city can not be",
        "The city can be read, but it can not exist: a building is higher than it may be, has more "
        "on its seats than they hold, is marked as not active though it needs nothing, or more units are "
        "seated than the city has.",
        "The message says what is wrong. Correct the drawing, or the supply given before it.",
        'tile gnome "Gnome" is flower {\n  score 1\n  example patio "high" { gnome4 } scores 1\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n  example patio "high" { gnome3 } scores 1\n}\n',
    ),
    Code(
        "TP045",
        "the example claims what it can not show",
        "`receives` says what the tile gives, and the drawn city does not have the tile; or `scores` is claimed "
        "of a building that has no line of its own on the score sheet, because it inherits all its clauses.",
        "Put the tile into the city; or claim `totals N`, or `part NAME N` of the kind that it inherits from.",
        'tile gnome "Gnome" is flower {\n  when placed gain 2 drops\n'
        '  example patio "a gift" { O F } receives 2 drops\n}\n',
        'tile gnome "Gnome" is flower {\n  when placed gain 2 drops\n'
        '  example patio "a gift" { O gnome } receives 2 drops\n}\n',
    ),
    # ---- properties ----
    Code(
        "TP046",
        "unknown scope",
        "A property holds over all cities of a scope: `any` (any arrangement), `supply` (the tiles of the "
        "box), `rounds` (tiles round by round) or `placeable` (and placed by the rules). There is no other.",
        "Choose one of the four.",
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "small" { scope box  always own <= 1 }\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "small" { scope supply  always own <= 1 }\n}\n',
    ),
    Code(
        "TP047",
        "an empty range",
        "`range ... from A to B` says that the value goes from A to B, and here A is greater than B.",
        "Write the smaller number first.",
        'tile gnome "Gnome" is flower {\n  score 1\n  property "small" { range own from 1 to 0 }\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n  property "small" { range own from 0 to 1 }\n}\n',
    ),
    # ---- cities that are scored ----
    Code(
        "TP048",
        "this city can not be made from the box",
        "The city is possible as an arrangement, but not within the scope: it has more units than the box "
        "has pieces, more tiles of a kind or a print than the box holds, or tiles that can not be taken "
        "in the rounds of the game.",
        "Correct the city, or choose a wider scope: `--scope any` asks for no box.",
        '{\n  "rows": [[{"kind": "flower"}, null, null], [null, null, null]],\n  "drops_supply": 10\n}\n',
        '{\n  "rows": [[{"kind": "flower"}, null, null], [null, null, null]],\n  "drops_supply": 9\n}\n',
        shows="json",
    ),
    Code(
        "TP049",
        "no seating was found in the time",
        "The city leaves its seating open, and the time allowed was over before any seating was found. "
        "Nothing is said about the city.",
        "Allow more with `--time-limit`, or give the seating.",
        cause="a city whose seating is open, when the time is over before a seating is found",
    ),
    Code(
        "TP050",
        "the text is not JSON",
        "The file is read as JSON, because its name ends in `.json` or because it looks like it, and it "
        "can not be. Brackets may be 50 deep.",
        "Correct what stands under the caret. A drawn city does not begin with a bracket or a quoted key.",
        '{ "rows": [[null, null, null], [null, null, null] }\n',
        '{ "rows": [[null, null, null], [null, null, null]] }\n',
        shows="json",
    ),
    Code(
        "TP051",
        "a value of the wrong type",
        "A key of a city in JSON has a value of another type than it should, or a number out of its "
        "range: numbers are whole, from 0 (floors, rows and columns from 1) to 10,000.",
        "Write a value of the type that the message names, numbers without quotes.",
        '{ "rows": [[{"kind": "flower", "floors": "two"}, null, null], [null, null, null]] }\n',
        '{ "rows": [[{"kind": "flower", "floors": 2}, null, null], [null, null, null]] }\n',
        shows="json",
    ),
    Code(
        "TP052",
        "a key is missing, unknown, or given twice",
        "A city in JSON has `rows`, a building has a `kind`, and only known keys are read. At the top of "
        "a city other keys are left alone, unless they look like a slip of the pen: then this is a "
        "warning.",
        "Correct the key, or add the one that is missing.",
        '{ "rows": [[{"kind": "flower", "flors": 2}, null, null], [null, null, null]] }\n',
        '{ "rows": [[{"kind": "flower", "floors": 2}, null, null], [null, null, null]] }\n',
        shows="json",
    ),
    Code(
        "TP053",
        "it is not clear which city is meant",
        "The file is empty, holds several cities and none was chosen, does not say its mode, says another "
        "than `--mode`, or is a drawing with a line or a brace that does not belong there.",
        "Begin the file with a line `mode NAME` and draw one city; choose one of several in JSON with "
        "`--index N`.",
        "mode patio\n{ F O\n",
        "mode patio\n{ F O }\n",
        shows="drawing",
    ),
    # ---- claims about two cities ----
    Code(
        "TP054",
        "this can not be compared",
        "A claim about two cities compares `own`, `total`, a `part` or something of the whole city on both: not "
        "something of `self`, which may be gone or elsewhere in the second city, and not a thing with itself. "
        "What it says is done must be possible: a floor more on what can be stacked, a unit more where there are "
        "seats for it. `depends only on` and `that of` are about tiles, which stand once.",
        "Compare something that both cities have; what the first city is like can be said with `when`.",
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "steady" { adding pond never changes floors of self }\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "steady" { adding pond never changes own }\n}\n',
    ),
    Code(
        "TP055",
        "unknown solver setting",
        "A property may say how much memory the solvers have for it, and the seed of their random choices: "
        "`solver memory 4000` (MB), `solver seed 7`. There is no other setting; the time is `timeout 20`.",
        "Choose one of the two.",
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "small" { solver speed 3  always own <= 1 }\n}\n',
        'tile gnome "Gnome" is flower {\n  score 1\n'
        '  property "small" { solver seed 3  always own <= 1 }\n}\n',
    ),
    # ---- placement ----
    Code(
        "TP056",
        "the numbers on the spaces do not fit the board",
        "The numbers that the spaces of a mode show are drawn like its board, with one number of at most two "
        "digits for each space, and `.` for a space that shows none.",
        "Draw as many rows, and as many numbers in each, as the board has.",
        'placement patio "Gardener" {\n  numbers 1 to 2: 1 of each\n  numbers on spaces { 1 2 1 }\n'
        "  new building where space shows number\n}\n",
        'placement patio "Gardener" {\n  numbers 1 to 2: 1 of each\n  numbers on spaces { 1 2 1\n'
        "                      2 1 . }\n  new building where space shows number\n}\n",
    ),
    Code(
        "TP057",
        "a space shows a number that nobody has",
        "A space shows a number that is none of those of the placement, so that it would never be opened by it.",
        "Correct the number, or have more numbers.",
        'placement patio "Gardener" {\n  numbers 1 to 2: 1 of each\n  numbers on spaces { 1 2 3\n'
        "                      2 1 . }\n  new building where space shows number\n}\n",
        'placement patio "Gardener" {\n  numbers 1 to 3: 1 of each\n  numbers on spaces { 1 2 3\n'
        "                      2 1 . }\n  new building where space shows number\n}\n",
    ),
    # ---- procedures ----
    Code(
        "TP058",
        "a procedure has no such thing",
        "A procedure knows its own sorts of pieces, zones, routines and options, each by the name of its line. A "
        "word stands for one of them and there is none of that name.",
        "Correct the name, or declare what it should stand for.",
        'tile gnome "Gnome" is flower { score 1 }\n\nprocedure fair "Fair" {\n'
        '  pieces gnomes "gnome", "gnomes" from tiles in shed\n'
        '  zone shed "the shed" holds gnomes\n  zone lawn "the lawn" holds gnomes\n'
        "  play { draw 1 gnomes from shed to lwan }\n}\n",
        'tile gnome "Gnome" is flower { score 1 }\n\nprocedure fair "Fair" {\n'
        '  pieces gnomes "gnome", "gnomes" from tiles in shed\n'
        '  zone shed "the shed" holds gnomes\n  zone lawn "the lawn" holds gnomes\n'
        "  play { draw 1 gnomes from shed to lawn }\n}\n",
    ),
    Code(
        "TP059",
        "a step that can not be",
        "Pieces go from one zone to another that holds their sort. `each round` stands outside of all other loops, "
        "`each turn` just inside it, and `of round` in `each round` alone, for pieces of an inventory, which are "
        "taken from where they are at first. A routine does not do itself, a loop with a choice in it meets one on "
        "every way round, and `moved` belongs to `after`.",
        "The help line says what to write; `docs/language.md` says what each step means.",
        'tile gnome "Gnome" is flower { score 1 }\n\nprocedure fair "Fair" {\n'
        '  pieces gnomes "gnome", "gnomes" from tiles in shed\n'
        '  zone shed "the shed" holds gnomes\n  zone lawn "the lawn" holds gnomes\n'
        "  play { move all gnomes from shed to shed }\n}\n",
        'tile gnome "Gnome" is flower { score 1 }\n\nprocedure fair "Fair" {\n'
        '  pieces gnomes "gnome", "gnomes" from tiles in shed\n'
        '  zone shed "the shed" holds gnomes\n  zone lawn "the lawn" holds gnomes\n'
        "  play { move all gnomes from shed to lawn }\n}\n",
    ),
    # ---- what examples claim ----
    Code(
        "TP060",
        "an example does not hold",
        "The drawn city was scored, and does not give what the example claims. The message says what it "
        "gives, and the help line adds up the score sheet of the city. Either the clause does not say "
        "what it should, or the example was not worked out right.",
        "Count the city by hand, from the rules and not from the clause. Then correct the one that is "
        "wrong.",
        'tile gnome "Gnome" is flower {\n  score 2 per pond adjacent to self\n'
        '  example patio "one pond" { O gnome } scores 3\n}\n',
        'tile gnome "Gnome" is flower {\n  score 2 per pond adjacent to self\n'
        '  example patio "one pond" { O gnome } scores 2\n}\n',
    ),
    # ---- icons ----
    Code(
        "TP061",
        "an icon can not be used",
        "An icon is an SVG file `icons/NAME.svg` beside the rules, NAME being that of a kind or a resource. It "
        "is put into pictures, pages and cards that others open, so that it may hold shapes and nothing else: no "
        "script, no style, no picture, no text, no reference, no entity. Its element `svg` has a `viewBox`, and "
        "may have the colour of the kind (`color`) and its pattern (`data-pattern`).",
        "Let your drawing program save a plain SVG, and turn text into paths and styles into attributes.",
        cause="an SVG file in a folder `icons` that is broken, or holds more than shapes",
    ),
    # ---- what solvers said ----
    Code(
        "TP070",
        "facts of another version, or about other rules",
        "A file of facts keeps what solvers found out about some rules, for those who print them. This one was "
        "written by another version, or is about a game that is not the one that is read with it.",
        "Make the file again, with `tileproof verify --facts FILE` or `tileproof docs`.",
        cause="a file of facts that was made before the rules were changed",
    ),
    Code(
        "TP071",
        "a page of the book has a fault",
        "Sphinx found something wrong while it made the book, at the place that is named. The book is there, and "
        "what the warning names may be missing in it.",
        "Correct what is named, and make the book again.",
        cause="a page of a book that names something that is not there",
    ),
    # ---- translations ----
    Code(
        "TP072",
        "a translation can not be read",
        "A message catalogue (a `.po` file in a folder `locale`) is read line by line: remarks, and `msgctxt`, "
        "`msgid`, `msgid_plural` and `msgstr` with a text in quotes. What it says about its language, such as the "
        "rule for the plural or an expression for the looks of words, has to be understood, and a translation "
        "speaks of nothing in braces that the message does not have.",
        "Correct the line that the message points at. Editors for `.po` files keep the form by themselves.",
        cause="A file `locale/fr/LC_MESSAGES/mine.po` beside the rules has a line `msgid Factory`, without quotes.",
    ),
    # ---- rules on top of others ----
    Code(
        "TP080",
        "nothing to be replaced",
        "`replacing` declares something in place of what the rules below declare under the same name, and there is "
        "nothing of that name.",
        "Correct the name, or leave out `replacing`.",
        'replacing building pont "Lake" {\n  glyph L\n}\n',
        'replacing building pond "Pond" {\n  plural ponds "Ponds"\n  glyph O\n}\n',
    ),
    Code(
        "TP081",
        "what is built on can not be",
        "A game says what it builds on by the word `shipped`, a folder in it (`shipped/homebrew`), or the way from "
        "its own file to another folder. There is nothing at that place, or the way leads back to the game itself.",
        "Correct the way.",
        'game "Mine" {\n  builds on "../shiped"\n}\n',
        'game "Mine" {\n  builds on "shipped"\n}\n',
        alone=True,
    ),
)

CODES = {c.code: c for c in _LIST}
"""Every code by its name, in order."""
