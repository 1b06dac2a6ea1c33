"""A circuit that knows which literals exclude each other, so that linear relaxations of what it makes are tight.

Guarantee: as for every `Circuit`, nodes are exact in both directions. What is added are only requirements that hold
anyway (sums over pairs, chains that equal a sum), and other forms of the same value.

Why: a solver that bounds an objective by linear relaxation sees a product of two choices, or a table looked up at a
sum, only as strongly as it is written. Here
- a disjunction of literals that exclude each other is the sum of them, and a product of two such is a sum of
  products;
- the products of two spaces' literals add up, over all that may stand on one of the two, to the literal of the
  other (the marginals of a joint distribution);
- a table of a sum is looked up by a chain that adds up to it: its relaxation is the concave hull of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dsl.circuit import FALSE, TRUE, And, Circuit, Linear, Lit, Or, linear_sum

# A product of disjunctions is written out as a sum of up to so many products.
_MOST_PRODUCTS = 400


class TightCircuit(Circuit):
    """A circuit with one-hot groups of variables."""

    def __init__(self) -> None:
        super().__init__()
        self._group: dict[Lit, int] = {}
        self.groups: list[tuple[Lit, ...]] = []
        self._complete: set[int] = set()  # the groups of which one always holds
        self._apart: set[frozenset[Lit]] = set()
        self._as_chain: dict[Linear, Linear] = {}

    # -- what excludes what

    def one_hot(self, lits: Sequence[Lit]) -> None:
        """Require exactly one of some variables; from here on that is known of them."""
        self.require(self.equal(self.sum(lits), 1))
        self._complete.add(len(self.groups))
        self.exclusive(lits)

    def exclusive(self, lits: Sequence[Lit]) -> None:
        """From here on it is known that at most one of these variables holds, as is required elsewhere."""
        for x in lits:
            self._group[x] = len(self.groups)
        self.groups.append(tuple(lits))

    def exclude(self, a: Lit, b: Lit) -> None:
        """From here on it is known, as is required elsewhere, that two variables do not hold together."""
        self._apart.add(frozenset((a, b)))

    def alternatives(self, lit: Lit) -> tuple[Lit, ...] | None:
        """The variables, excluding each other, of which a literal says that one holds; None if it says no such."""
        if lit in self._group:
            return (lit,)
        node = self.nodes[lit] if lit > 0 else None
        if isinstance(node, Or) and len({self._group.get(x) for x in node.args}) == 1:
            return node.args if node.args[0] in self._group else None
        return None

    def _flat(self, args: Iterable[Lit], conjunction: bool) -> set[Lit] | None:
        found = super()._flat(args, conjunction)
        if found is None or len(found) < 2:
            return found
        return self._conjunction(found) if conjunction else found

    def _conjunction(self, found: set[Lit]) -> set[Lit] | None:
        """The conjuncts, those of one group made one; None if they exclude each other."""
        sets: dict[int, frozenset[Lit]] = {}
        rest: set[Lit] = set()
        for x in sorted(found):
            able = self.alternatives(x)
            if able is None:
                rest.add(x)
                continue
            group = self._group[able[0]]
            sets[group] = sets.get(group, frozenset(able)) & frozenset(able)
        for x in sorted(rest):
            able = self.alternatives(-x)
            if able is not None and self._group[able[0]] in sets:
                sets[self._group[able[0]]] -= frozenset(able)
                rest.discard(x)
        out = set(rest)
        singles = []
        for lits in sets.values():
            if not lits:
                return None
            out.add(self.any(lits))
            if len(lits) == 1:
                singles.append(next(iter(lits)))
        if self._apart and any(
            frozenset((a, b)) in self._apart for i, a in enumerate(singles) for b in singles[:i]
        ):
            return None
        return out

    # -- sums

    def linear(self, lit: Lit, coefficient: int = 1) -> Linear:
        """As in every circuit; disjunctions of what excludes each other, and products of them, as sums."""
        if abs(lit) == TRUE or coefficient == 0:
            return super().linear(lit, coefficient)
        if lit < 0:
            return Linear(coefficient) - self.linear(-lit, coefficient)
        able = self.alternatives(lit)
        if able is not None:
            return linear_sum(Linear(0, ((x, coefficient),)) for x in able)
        node = self.nodes[lit]
        if isinstance(node, And):
            products: list[tuple[Lit, ...]] = [()]
            for x in node.args:
                choices = self.alternatives(x) or (x,)
                products = [(*p, y) for p in products for y in choices]
                if len(products) > _MOST_PRODUCTS:
                    return super().linear(lit, coefficient)
            if len(products) > 1:
                parts = (super(TightCircuit, self).linear(self.all(p), coefficient) for p in products)
                return linear_sum(parts)
        return super().linear(lit, coefficient)

    def range(self, x: Linear) -> tuple[int, int]:
        """Bounds of a linear that mind what excludes each other."""
        low: dict[int, int] = {}
        high: dict[int, int] = {}
        least = most = x.constant
        for lit, k in x.terms:
            group = self._group.get(lit)
            if group is None:
                least, most = least + min(k, 0), most + max(k, 0)
            else:
                low[group] = min(low.get(group, 0), k)
                high[group] = max(high.get(group, 0), k)
        return least + sum(low.values()), most + sum(high.values())

    def as_chain(self, x: Linear, low: int, high: int, under: Lit = TRUE) -> tuple[Lit, ...]:
        """Literals `x > low`, `x > low + 1`, ... up to `high`, for an `x` known to lie between; they add up to
        `x - low`. None of them holds unless `under` does, of which that is known."""
        rest = x.plus(-low)
        known = self._chains.get(frozenset(b for b, _ in rest.terms))
        if known is not None and not rest.constant and all(k == 1 for _, k in rest.terms):
            return known
        if high - low <= 1 and len(rest.terms) == 1 and rest.terms[0][1] == 1 and not rest.constant:
            return (rest.terms[0][0],)
        if rest not in self._as_chain:
            chain = self.integer(f"sum {len(self._as_chain)}", high - low)
            self._as_chain[rest] = chain
            self.require(self.equal(rest - chain, 0))
            if chain.terms and under != TRUE:
                self.implies(chain.terms[0][0], under)
        return tuple(b for b, _ in self._as_chain[rest].terms)

    def mapped(self, x: Linear, low: int, high: int, f: Callable[[int], int]) -> Linear:
        """`f(x)`, by a chain that adds up to `x`."""
        least, most = self.range(x)
        low, high = max(low, least), min(high, most)
        if low >= high or len({f(v) for v in range(low, high + 1)}) == 1:
            return Linear(f(low))
        return self.looked_up(x, low, high, f, TRUE)

    def looked_up(self, x: Linear, low: int, high: int, f: Callable[[int], int], under: Lit) -> Linear:
        """`f(x)` if `under` holds, else 0, for an `x` that is `low` unless `under` holds."""
        bits = self.as_chain(x, low, high, under)
        parts = [self.linear(under, f(low))]
        parts += [self.linear(b, f(v) - f(v - 1)) for v, b in enumerate(bits, start=low + 1)]
        return linear_sum(parts)

    # -- pairs

    def marginals(self) -> None:
        """Require of all products of two variables from different groups that they add up as a joint choice does.
        To be called when everything has been made."""
        pairs: dict[tuple[int, int], set[tuple[Lit, Lit]]] = {}
        for node in list(self.nodes):
            if isinstance(node, And) and len(node.args) == 2 and all(x in self._group for x in node.args):
                a, b = sorted(node.args, key=lambda x: self._group[x])
                pairs.setdefault((self._group[a], self._group[b]), set()).add((a, b))
        for (g, h), found in sorted(pairs.items()):
            self._joint(g, h, found)

    def _joint(self, g: int, h: int, found: set[tuple[Lit, Lit]]) -> None:
        sides = []
        for group, told in ((g, {a for a, _ in found}), (h, {b for _, b in found})):
            every = group in self._complete and len(told) == len(self.groups[group])
            sides.append([*sorted(told), *([] if every else [-self.any(told)])])
        product = {(a, b): self.all((a, b)) for a in sides[0] for b in sides[1]}
        for a in sides[0]:
            self.require(self.equal(self.sum(product[a, b] for b in sides[1]) - self.linear(a), 0))
        for b in sides[1]:
            self.require(self.equal(self.sum(product[a, b] for a in sides[0]) - self.linear(b), 0))
        self.implied.update(x for x in product.values() if x > 1)

    def products(self) -> dict[frozenset[Lit], Lit]:
        """All products of two variables of groups that were made so far."""
        return {
            frozenset(node.args): n
            for n, node in enumerate(self.nodes)
            if isinstance(node, And) and len(node.args) == 2 and all(x in self._group for x in node.args)
        }

    def sum(self, lits: Iterable[Lit]) -> Linear:
        """How many of the literals hold, none of them written out."""
        return linear_sum(Linear(1) if x == TRUE else Linear(0, ((x, 1),)) for x in lits if x != FALSE)
