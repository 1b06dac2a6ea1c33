"""A ruling with its readings, as text and as plain data.

Guarantee: every reading is shown, with the default and the one that was chosen marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.declarations import Ruling
from verifier import report
from verifier.report import Terminal


def ruling_lines(ruling: Ruling, readings: Mapping[str, str], terminal: Terminal) -> Iterator[str]:
    """The question and its readings; those that were not chosen are dimmed."""
    yield from report.paragraph(f"{ruling.name}: {ruling.title}", "    ", "  ")
    for reading in ruling.readings:
        chosen = readings[ruling.name] == reading.name
        marks = []
        if len(ruling.readings) > 1 and reading.name == ruling.default:
            marks.append("default")
        if chosen and reading.name != ruling.default:
            marks.append("chosen")
        label = reading.name + (f" ({', '.join(marks)})" if marks else "")
        lines = report.paragraph(f"{label}: {reading.text}", "        ", "    - ")
        yield from (lines if chosen else [terminal.paint(x, "dim") for x in lines])


def ruling_fields(ruling: Ruling, readings: Mapping[str, str]) -> dict[str, object]:
    """The ruling as an object."""
    return {
        "name": ruling.name,
        "question": ruling.title,
        "readings": {x.name: x.text for x in ruling.readings},
        "default": ruling.default,
        "chosen": readings[ruling.name],
        "because": ruling.reason,
        "cites": ruling.cites,
    }
