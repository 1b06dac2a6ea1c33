"""A circuit evaluated for many assignments at once: one bit of a 64-bit word for each of them.

Guarantee: `Sliced.run` gives every linear the value that `dsl.circuit.value_of` gives it, on each assignment by
itself.

Every node of the circuit is a row of words, and bit `i` of a row belongs to assignment `i`. A conjunction or
disjunction is one operation on words. A sum is made of full adders that keep the carry (Wallace 1964, Dadda
1965): three rows of one weight become one row of that weight and one of the next, until every weight has one row:
the sum in binary. A threshold is the sum compared with a constant, from the last bit to the first. All gates of
one sort whose arguments are ready form a group, and a group is a few operations of numpy on many rows: what numpy
costs for each call is paid by the group and not by the gate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any, Literal, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dsl.circuit import And, AtLeast, Circuit, Linear, Lit, Or, Truth, Var

Words: TypeAlias = NDArray[np.uint64]
Net: TypeAlias = int  # a row, before rows are numbered in the order of evaluation
Sort: TypeAlias = Literal["not", "and", "or", "add"]

WORD = 64  # assignments in a word
CHUNK = 64  # words of a row that are worked out together: all rows should fit into the cache of the processor
_FALSE, _TRUE = 0, 1
# A junction is filled up to one of these numbers of arguments by repeating one: fewer groups, the same value.
_ARITIES = (2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 26, 32, 48, 64)


@dataclass(frozen=True)
class _Gate:
    sort: Sort
    args: tuple[Net, ...]
    out: tuple[Net, ...]


@dataclass(frozen=True)
class _Group:
    """Gates of one sort: for each argument the rows of all gates; the results go to consecutive rows from `low` on,
    those of an adder's carries behind those of its sums."""

    sort: Sort
    args: NDArray[np.intp]
    low: int

    @property
    def size(self) -> int:
        """How many gates there are."""
        return int(self.args.shape[1])


class _Netlist:
    """The gates of a circuit's nodes. `level` of a net is the number of steps until it is known."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.level: list[int] = [0, 0]
        self.gates: list[_Gate] = []
        self.inputs: dict[str, Net] = {}
        self._of: dict[int, Net] = {1: _TRUE}
        self._not: dict[Net, Net] = {_FALSE: _TRUE, _TRUE: _FALSE}
        self._sums: dict[tuple[tuple[int, Lit], ...], list[Net]] = {}

    def _fresh(self, level: int) -> Net:
        self.level.append(level)
        return len(self.level) - 1

    def _gate(self, sort: Sort, args: tuple[Net, ...], results: int = 1) -> tuple[Net, ...]:
        level = 1 + max(self.level[x] for x in args)
        out = tuple(self._fresh(level) for _ in range(results))
        self.gates.append(_Gate(sort, args, out))
        return out

    def make(self, roots: Iterable[Lit]) -> None:
        """Make the nets of all nodes that the roots depend on."""
        for n in self.circuit.cone(roots):
            if n in self._of:
                continue
            match self.circuit.nodes[n]:
                case Truth():
                    self._of[n] = _TRUE
                case Var(name):
                    self._of[n] = self.inputs[name] = self._fresh(0)
                case And(args):
                    self._of[n] = self._junction("and", args)
                case Or(args):
                    self._of[n] = self._junction("or", args)
                case AtLeast(terms, bound):
                    self._of[n] = self._reaches(self._sum(terms), bound)
                case node:
                    assert_never(node)

    def net(self, x: Lit) -> Net:
        """The net of a literal whose node was made."""
        known = self._of[abs(x)]
        return known if x > 0 else self._negated(known)

    def _negated(self, x: Net) -> Net:
        if x not in self._not:
            (self._not[x],) = self._gate("not", (x,))
        return self._not[x]

    def _junction(self, sort: Literal["and", "or"], args: tuple[Lit, ...]) -> Net:
        nets = [self.net(x) for x in args]
        while len(nets) > _ARITIES[-1]:
            nets = [self._pair(sort, nets[i : i + _ARITIES[-1]]) for i in range(0, len(nets), _ARITIES[-1])]
        return self._pair(sort, nets)

    def _pair(self, sort: Literal["and", "or"], nets: list[Net]) -> Net:
        if len(nets) == 1:
            return nets[0]
        arity = next(n for n in _ARITIES if n >= len(nets))
        (out,) = self._gate(sort, (*nets, *[nets[0]] * (arity - len(nets))))
        return out

    def _sum(self, terms: tuple[tuple[int, Lit], ...]) -> list[Net]:
        if terms not in self._sums:
            self._sums[terms] = self.binary((k, self.net(x)) for k, x in terms)
        return self._sums[terms]

    def binary(self, terms: Iterable[tuple[int, Net]]) -> list[Net]:
        """The sum of positive coefficients of the nets that are true, its last bit first."""
        columns: list[list[tuple[int, Net]]] = []
        for k, net in terms:
            for j in range(k.bit_length()):
                if k >> j & 1:
                    while len(columns) <= j:
                        columns.append([])
                    columns[j].append((self.level[net], net))
        out: list[Net] = []
        for j, column in enumerate(columns):  # carries make it longer while it is run through
            heapify(column)
            while len(column) > 1:
                # The rows that are known first are added first, so that few steps follow one another.
                three = [heappop(column)[1] for _ in range(min(3, len(column)))]
                total, carry = self._gate("add", (*three, *[_FALSE] * (3 - len(three))), 2)
                heappush(column, (self.level[total], total))
                if j + 1 == len(columns):
                    columns.append([])
                columns[j + 1].append((self.level[carry], carry))
            out.append(column[0][1] if column else _FALSE)
        return out

    def _reaches(self, bits: Sequence[Net], bound: int) -> Net:
        """Whether a number in binary is at least a constant, which is positive."""
        if bound.bit_length() > len(bits):
            return _FALSE
        at: Net = _TRUE  # whether the bits so far reach those of the constant
        for j, bit in enumerate(bits):
            if bound >> j & 1:
                at = bit if at == _TRUE else self._pair("and", [bit, at])
            elif at != _TRUE:
                at = self._pair("or", [bit, at])
        return at


class Sliced:
    """Linears of a circuit, ready to be evaluated for any number of assignments.

    `inputs` are the names of the variables that matter, in the order in which `run` takes their rows."""

    def __init__(self, circuit: Circuit, linears: Sequence[Linear]) -> None:
        made = _Netlist(circuit)
        made.make(x for e in linears for x, _ in e.terms)
        sides = [
            [made.binary((abs(k), made.net(x)) for x, k in e.terms if (k > 0) == positive) for e in linears]
            for positive in (True, False)
        ]
        self.inputs = tuple(made.inputs)
        self._constants = [e.constant for e in linears]
        row = self._number(made)
        widths = [max((len(bits) for bits in side), default=0) for side in sides]
        # For each bit of the sums of positive and of negative terms the rows of all linears.
        self._bits = [
            (sign << j, np.array([row[bits[j]] if j < len(bits) else _FALSE for bits in side], np.intp))
            for sign, side, width in zip((1, -1), sides, widths, strict=True)
            for j in range(width)
        ]
        most = max((max(abs(e.low), abs(e.high), e.high - e.low) for e in linears), default=0)
        most = max(most, *(2 << w for w in widths))
        # What no machine integer holds is added up in Python's own.
        self.type: type[Any] = np.int32 if most < 1 << 31 else np.int64 if most < 1 << 63 else object

    def _number(self, made: _Netlist) -> dict[Net, int]:
        """Put the gates into groups and number the rows in the order of evaluation."""
        row: dict[Net, int] = {_FALSE: 0, _TRUE: 1}
        for name in self.inputs:
            row[made.inputs[name]] = len(row)
        alike: dict[tuple[int, Sort, int], list[_Gate]] = {}
        for gate in made.gates:
            alike.setdefault((made.level[gate.out[0]], gate.sort, len(gate.args)), []).append(gate)
        self._groups: list[_Group] = []
        for key in sorted(alike):
            gates = alike[key]
            low = len(row)
            for i in range(len(gates[0].out)):
                for gate in gates:
                    row[gate.out[i]] = len(row)
            args = np.array([[row[gate.args[i]] for gate in gates] for i in range(key[2])], np.intp)
            self._groups.append(_Group(key[1], args, low))
        self.rows = len(row)
        self._widest = max((g.size for g in self._groups), default=0)
        return row

    def run(self, inputs: Words) -> NDArray[Any]:
        """The values of the linears, as integers of `type`: `(linears, 64 * words)`.

        `inputs` is `(variables, words)`: in bit `i % 64`, counted from the last one, of word `i // 64` whether
        the variable is true in assignment `i`. Raises ValueError for another shape."""
        if inputs.ndim != 2 or inputs.shape[0] != len(self.inputs):
            raise ValueError(f"inputs have the shape {inputs.shape}, expected ({len(self.inputs)}, words)")
        words = inputs.shape[1]
        pieces = [self._chunk(inputs[:, low : low + CHUNK]) for low in range(0, words, CHUNK)]
        if not pieces:
            return np.zeros((len(self._constants), 0), self.type)
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces, axis=1)

    def _chunk(self, inputs: Words) -> NDArray[Any]:
        words = inputs.shape[1]
        rows = np.empty((self.rows, words), np.uint64)
        rows[0] = 0
        rows[1] = ~np.uint64(0)
        rows[2 : 2 + len(self.inputs)] = inputs
        spare = [np.empty((self._widest, words), np.uint64) for _ in range(4)]
        for group in self._groups:
            _evaluate(group, rows, spare)
        total = np.empty((len(self._constants), words * WORD), self.type)
        total[:] = np.array(self._constants, self.type)[:, None]
        for weight, chosen in self._bits:
            total += unpacked(rows[chosen]).astype(self.type) * weight
        return total


def _evaluate(group: _Group, rows: Words, spare: list[Words]) -> None:
    """The rows of a group from those before it. Arguments are gathered into `spare`, so that nothing overlaps."""
    n = group.size
    a, b, c, d = (x[:n] for x in spare)
    out = rows[group.low : group.low + n]
    # `clip` keeps numpy from checking and buffering; the rows are right by construction.
    rows.take(group.args[0], 0, a, "clip")
    match group.sort:
        case "not":
            np.invert(a, out)
        case "and" | "or":
            junction = np.bitwise_and if group.sort == "and" else np.bitwise_or
            for more in group.args[1:-1]:
                rows.take(more, 0, b, "clip")
                junction(a, b, a)
            rows.take(group.args[-1], 0, b, "clip")
            junction(a, b, out)
        case "add":
            rows.take(group.args[1], 0, b, "clip")
            rows.take(group.args[2], 0, c, "clip")
            np.bitwise_xor(a, b, d)
            np.bitwise_and(a, b, a)
            np.bitwise_xor(d, c, out)
            np.bitwise_and(d, c, d)
            np.bitwise_or(a, d, rows[group.low + n : group.low + 2 * n])
        case _:
            assert_never(group.sort)


def packed(truth: NDArray[np.bool_]) -> Words:
    """Rows of truth values `(rows, N)` as rows of words `(rows, ceil(N / 64))`; what is added is false."""
    rows, n = truth.shape
    words = -(-n // WORD)
    out = np.zeros((rows, words * 8), np.uint8)
    out[:, : -(-n // 8)] = np.packbits(truth, axis=1, bitorder="little")
    return out.view(np.uint64)


def unpacked(words: Words) -> NDArray[np.uint8]:
    """The reverse of `packed`, as 0 and 1: `(rows, 64 * words)`."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")
