"""Commands that make something of the rules, or serve other programs: `cards`, `docs`, `fmt`, `lsp`, `completion`.

Guarantee: importing this module imports neither a parser of rules nor a solver; each command is in `COMMANDS`.
"""

from __future__ import annotations

from verifier.arguments.common import SCOPE_NOTE, Add, jobs, names, recording, scope, time_limit


def _cards(add: Add) -> None:
    cards = add(
        "cards",
        "make sheets of cards of tiles, to print and cut",
        "One card for each tile and mode, or for both modes where a tile says the same in them. A name that ends\n"
        "in .pdf gives one PDF of all sheets (needs `pip install 'tileproof[docs]'`), any other a folder with an\n"
        "SVG of each. Icons are read from the folder `icons` beside the rules.\n\n"
        "examples:\n"
        "  tileproof cards --out cards.pdf --backs\n"
        "  tileproof cards TILE TILE --mode MODE --sheet letter-poker-9up --out cards.pdf\n"
        "  tileproof cards --with homebrew --ink-saver --out sheets\n"
        "  tileproof cards --language fr --out cartes.pdf\n",
    )
    cards.add_argument("tiles", metavar="TILE", nargs="*", help="names or titles (default: all)")
    cards.add_argument("--mode", help="only this mode")
    help = "paper and size of the cards (default: a4-60mm-9up)"
    cards.add_argument("--sheet", metavar="NAME", default="a4-60mm-9up", help=help)
    cards.add_argument("--list-sheets", action="store_true", help="name all sheets, and make none")
    cards.add_argument("--out", metavar="FILE.pdf|DIR", help="where to write them")
    help = "after each sheet one of its backs, for printing on both sides"
    cards.add_argument("--backs", action="store_true", help=help)
    cards.add_argument("--language", metavar="LANG", default="en", help="of the words, such as fr (default: en)")
    cards.add_argument("--ink-saver", action="store_true", help="black lines on white paper")


def _docs(add: Add) -> None:
    docs = add(
        "docs",
        "make a rulebook from the rules: a website, a booklet to print, cards",
        "Needs `pip install 'tileproof[docs]'`. What solvers said comes from the proof record; what is missing is\n"
        "asked. DIR has to be empty or to hold an earlier book.\n\n"
        "examples:\n"
        "  tileproof docs --out book\n"
        "  tileproof docs my_game --out book --formats html,pdf --paper letter\n"
        "  tileproof docs --with my_tiles --out book --no-solve\n\n" + SCOPE_NOTE,
    )
    docs.add_argument("folder", metavar="FOLDER", nargs="?", help="the rules (default: the specification)")
    docs.add_argument("--out", metavar="DIR", required=True, help="where to make the book")
    help = "html, pdf, cards, or several of them (default: html)"
    docs.add_argument("--formats", metavar="F,...", type=names, default=["html"], help=help)
    help = "a4, letter, or `a4,letter` (default: a4)"
    docs.add_argument("--paper", dest="papers", metavar="P,...", type=names, default=["a4"], help=help)
    help = "of the words, such as fr; of several each gets a folder (default: en)"
    docs.add_argument("--language", dest="languages", metavar="LANG,...", type=names, default=["en"], help=help)
    docs.add_argument("--title", help="on the cover (default: that of the game)")
    docs.add_argument("--totals", metavar="FILE", help="best totals to be told, a file of results of `sweep`")
    docs.add_argument("--no-solve", action="store_true", help="ask no solver: what is not on record is left open")
    scope(docs, "rounds")
    time_limit(docs, "seconds for each question (default: 120; 20 for rulings)", None)
    jobs(docs)
    recording(docs)


def _fmt(add: Add) -> None:
    fmt = add(
        "fmt", "lay out rules in the one usual way")
    fmt.add_argument(
        "paths",
        metavar="FILE|DIR",
        nargs="*",
        help="default: the specification; `-`: standard input to output",
    )
    fmt.add_argument("--check", action="store_true", help="change nothing, list what would change")


def _lsp(add: Add) -> None:
    add(
        "lsp",
        "serve an editor: mistakes, completion, meanings and renaming while rules are written",
        "Speaks the Language Server Protocol on standard input and output. Needs `pip install 'tileproof[lsp]'`.\n",
    )


def _completion(add: Add) -> None:
    completion = add(
        "completion",
        "print what a shell reads to complete the command line, or the manual page",
        "examples:\n"
        "  tileproof completion bash > ~/.local/share/bash-completion/completions/tileproof\n"
        "  tileproof completion fish > ~/.config/fish/completions/tileproof.fish\n"
        "  tileproof completion man > tileproof.1\n",
    )
    completion.add_argument("shell", choices=("bash", "zsh", "fish", "man"), help="the shell, or `man`")


COMMANDS = (_cards, _docs, _fmt, _lsp, _completion)
