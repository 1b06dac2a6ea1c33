// What the compiled rules may ask about a complete city, and the score sheet.
//
// Guarantee: the counterpart of dsl/view.py and dsl/scorer.py: every question has the answer that Python gives, on
// every complete city; nothing here knows a game's kinds or numbers. A test compares the two on thousands of cities.
//
// A city: { cells, supply, taken }. `cells` in reading order, each null or { kind, floors, gains, vp, active, seats };
// `gains` and `seats` are units by resource. `supply` is null (what the tiles give) or units by resource; `taken` is a
// list of { space, resource, units }, or null. Spaces are numbered 0, 1, ... in reading order.
"use strict";

globalThis.Tileproof = globalThis.Tileproof || {};

(function (T) {
  const range = (n) => Array.from({ length: n }, (_, i) => i);
  const ascending = (spaces) => [...new Set(spaces)].sort((a, b) => a - b);

  class Board {
    // `districts` lists the label of each space's district.
    constructor({ rows, columns, districts }) {
      Object.assign(this, { rows, columns, districts, size: rows * columns });
      this.spaces = range(this.size);
      const steps = (offsets) =>
        this.spaces.map((s) => {
          const [r, c] = this.rowColumn(s);
          return offsets
            .map(([i, j]) => [r + i, c + j])
            .filter(([i, j]) => i >= 0 && i < rows && j >= 0 && j < columns)
            .map(([i, j]) => i * columns + j);
        });
      this.straight = steps([[-1, 0], [0, -1], [0, 1], [1, 0]]);
      this.oblique = steps([[-1, -1], [-1, 1], [1, -1], [1, 1]]);
      const across = range(rows).map((r) => range(columns).map((c) => r * columns + c));
      const down = range(columns).map((c) => range(rows).map((r) => r * columns + c));
      const labels = ascending(districts);
      this.all = {
        row: across,
        column: down,
        line: [...across, ...down],
        district: labels.map((d) => this.spaces.filter((s) => districts[s] === d)),
      };
      this.sides = { left: down[0], right: down[columns - 1], top: across[0], bottom: across[rows - 1] };
      this.border = ascending(Object.values(this.sides).flat());
      this.ends = ascending([0, columns - 1, (rows - 1) * columns, rows * columns - 1]);
      // Row, column, lines (together) and district of each space.
      this.same = {};
      for (const kind of Object.keys(this.all)) {
        this.same[kind] = this.spaces.map((s) => ascending(this.all[kind].filter((r) => r.includes(s)).flat()));
      }
    }

    rowColumn(space) {
      return [Math.floor(space / this.columns), space % this.columns];
    }

    distance(a, b) {
      const [ra, ca] = this.rowColumn(a);
      const [rb, cb] = this.rowColumn(b);
      return Math.abs(ra - rb) + Math.abs(ca - cb);
    }
  }

  // -- units: objects of numbers by resource

  const add = (into, units, times = 1) => {
    for (const [name, n] of Object.entries(units || {})) into[name] = (into[name] || 0) + n * times;
    return into;
  };

  const none = (game) => Object.fromEntries(game.resources.map((r) => [r.name, 0]));

  // Units received by placing, or the whole supply where that is given.
  function received(game, city) {
    const out = none(game);
    if (city.supply) return add(out, city.supply);
    for (const b of city.cells) if (b) add(add(out, b.gains), game.kinds[b.kind].placed);
    return out;
  }

  // All units of the city: received by placing, and taken at the end.
  function has(game, city) {
    const out = received(game, city);
    for (const { resource, units } of city.taken || []) out[resource] += units;
    return out;
  }

  const holds = (game, b) => b.active || game.kinds[b.kind].seatsInactive;

  // Units that sit on needs of active buildings and on seats that hold them.
  function seated(game, city) {
    const out = none(game);
    for (const b of city.cells) {
      if (!b) continue;
      if (b.active) add(out, game.kinds[b.kind].needs);
      if (holds(game, b)) add(out, b.seats);
    }
    return out;
  }

  // Of buildings that hold units on their seats only while they are active: one that says some is active, if it does not
  // say whether it is; one that says that it is not has none.
  function settle(game, cells) {
    for (const b of cells) {
      if (!b || game.kinds[b.kind].seatsInactive || !Object.values(b.seats || {}).some((n) => n)) continue;
      if (b.active === null) b.active = true;
      else if (!b.active) b.seats = null;
    }
  }

  class View {
    constructor(game, city, scorer) {
      Object.assign(this, { game, city, scorer, board: game.board, spaces: game.board.spaces });
      this.cells = city.cells;
      this.units = received(game, city);
      const all = has(game, city);
      const used = seated(game, city);
      this.left = Object.fromEntries(game.resources.map((r) => [r.name, all[r.name] - used[r.name]]));
      // The spaces on which something was found that counts, in the order in which it was found.
      this.seen = [];
    }

    // -- the board

    adjacent(space) { return this.board.straight[space]; }
    diagonal(space) { return this.board.oblique[space]; }
    within(steps, space) { return this.spaces.filter((t) => this.board.distance(space, t) <= steps); }
    same(kind, space) { return this.board.same[kind][space]; }
    regions(kind) { return this.board.all[kind]; }
    edge(side) { return side ? this.board.sides[side] : this.board.border; }
    corners() { return this.board.ends; }
    distance(a, b) { return this.board.distance(a, b); }

    // -- spaces

    kind(space) { return this.cells[space] ? this.cells[space].kind : null; }
    placed(space) { return this.cells[space] !== null; }
    active(space) { return this.cells[space] !== null && Boolean(this.cells[space].active); }
    floors(space) { return this.cells[space] ? this.cells[space].floors : 0; }

    printed(space, resource) {
      const b = this.cells[space];
      if (!b) return 0;
      return resource === undefined ? b.vp : b.gains[resource] || 0;
    }

    seated(space, resource) {
      const b = this.cells[space];
      return b && holds(this.game, b) ? (b.seats || {})[resource] || 0 : 0;
    }

    // -- the city as a whole

    unseated(resource) { return this.left[resource]; }
    received(resource) { return this.units[resource]; }
    measure(what, name) { return this.scorer.measure(this.city, what, name); }

    // -- loops; what runs through them may be spaces or regions

    // Whether an element passes; what was found on the way to a failure is forgotten.
    passes(x, test) {
      const before = this.seen.length;
      const found = test(x);
      if (!found) this.seen.length = before;
      else if (typeof x === "number") this.seen.push(x);
      return found;
    }

    filter(list, test) { return list.filter((x) => this.passes(x, test)); }
    count(list, test) { return this.filter(list, test).length; }
    some(list, test) { return list.some((x) => this.passes(x, test)); }
    every(list, test, claim) { return list.every((x) => !test(x) || this.passes(x, claim)); }

    sum(list, test, value) {
      let out = 0;
      for (const x of list) if (this.passes(x, test)) out += value(x);
      return out;
    }

    // 0 if there are none.
    most(list, test, value) {
      const values = this.filter(list, test).map(value);
      return values.length ? Math.max(...values) : 0;
    }

    least(list, test, value) {
      const values = this.filter(list, test).map(value);
      return values.length ? Math.min(...values) : 0;
    }

    // How many of the classes (sets of kinds) have a building on a space that passes.
    different(list, test, classes) {
      const present = this.filter(list, test).map((x) => this.kind(x));
      return classes.filter((kinds) => present.some((k) => kinds.has(k))).length;
    }

    // -- shapes

    // The spaces joined with `start` through adjacent spaces that pass; none if `start` does not.
    group(start, test) {
      if (!this.passes(start, test)) return [];
      const found = new Set([start]);
      const todo = [start];
      while (todo.length) {
        for (const near of this.adjacent(todo.pop())) {
          if (!found.has(near) && this.passes(near, test)) {
            found.add(near);
            todo.push(near);
          }
        }
      }
      return ascending(found);
    }

    longestRun(lines, test) {
      const before = this.seen.length;
      let best = [];
      for (const line of lines) {
        let run = [];
        for (const space of line) {
          run = test(space) ? [...run, space] : [];
          if (run.length > best.length) best = run;
        }
      }
      this.seen.length = before;
      this.seen.push(...best);
      return best.length;
    }

    runThrough(space, line, test) {
      if (!this.passes(space, test)) return 0;
      const region = this.same(line, space);
      const at = region.indexOf(space);
      let low = at;
      let high = at;
      while (low > 0 && this.passes(region[low - 1], test)) low -= 1;
      while (high + 1 < region.length && this.passes(region[high + 1], test)) high += 1;
      return high - low + 1;
    }

    // -- numbers

    // Division by a positive number, rounded down as Python does it, and its remainder.
    quotient(a, by) { return (a - this.remainder(a, by)) / by; }
    remainder(a, by) { return ((a % by) + by) % by; }

    // A table's value: 0 below its start, its last entry past its end.
    lookUp(rows, start, ...at) {
      if (at.some((x, i) => x < start[i])) return 0;
      const entry = (list, i) => list[Math.min(i, list.length - 1)];
      if (at.length === 1) return entry(rows[0], at[0] - start[0]);
      return entry(entry(rows, at[0] - start[0]), at[1] - start[1]);
    }
  }

  // What a tree leads to: a value, or ["?", ruling, what hangs on it by reading].
  const pick = (tree, readings) => {
    let out = tree;
    while (Array.isArray(out) && out[0] === "?") out = out[2][readings[out[1]]];
    return out;
  };

  // A mode's rules under some readings (by ruling; defaults elsewhere), as `dsl/to_js.py` writes them, ready to score.
  function gameOf(mode, readings = {}) {
    const full = { ...mode.defaults, ...readings };
    const under = (tree) => pick(tree, full);
    const clauses = mode.scoring.flatMap(under).map((i) => mode.clauses[i]);
    const ties = mode.tying.flatMap(under).map((i) => mode.clauses[i]);
    const gains = mode.gaining.flatMap(under).map((i) => mode.gains[i]);
    const kinds = Object.fromEntries(Object.entries(mode.kinds).map(([name, tree]) => [name, under(tree)]));
    const own = Object.fromEntries(Object.entries(mode.own).map(([tile, trees]) => {
      const found = trees.map(under);
      return [tile, [0, 1].map((side) => found.flatMap((x) => x[side]).map((i) => mode.clauses[i]))];
    }));
    // For each resource the kinds on whose seats something may look at the number of units.
    const watched = Object.fromEntries(mode.resources.map((r) => {
      const seen = [...clauses, ...gains].filter((x) => r.name in x.sees).map((x) => x.sees[r.name]);
      const names = Object.values(kinds).filter((k) => k.seats[r.name] && seen.some((x) => x === null || x.includes(k.name)));
      return [r.name, names.map((k) => k.name)];
    }));
    const scoring = new Set([...clauses, ...ties].map((x) => x.part));
    return {
      ...mode,
      readings,
      kinds,
      board: mode.boardObject || (mode.boardObject = new Board(mode.board)),
      clauses,
      ties,
      gains,
      own,
      watched,
      parts: mode.order.filter((part) => scoring.has(part)),
      tieParts: mode.tieOrder.filter((part) => scoring.has(part)),
      seating: under(mode.seating),
    };
  }

  const sum = (list) => list.reduce((a, b) => a + b, 0);
  const PRINTED = "printed";
  const UNSEATED = "unseated_";

  class Scorer {
    constructor(game) {
      this.game = game;
      for (const x of [...game.clauses, ...game.ties, ...Object.values(game.own).flat(2)]) x.kindSet = x.kindSet || new Set(x.kinds);
    }

    view(city) { return new View(this.game, city, this); }

    // Where a clause counts: the spaces of its buildings; null for one about the city as a whole.
    places(clause, city) {
      if (!clause.kinds.length) return null;
      return this.game.board.spaces.filter((s) => {
        const b = city.cells[s];
        return b && clause.kindSet.has(b.kind) && (b.active || this.game.kinds[b.kind].scoresInactive);
      });
    }

    clauseTotal(clause, city, view) {
      const at = this.places(clause, city);
      return at === null ? clause.value(view, 0) : sum(at.map((s) => clause.value(view, s)));
    }

    // VP by part, in the order of the sheet: the rules' parts, printed VP, units that are not seated.
    parts(city, view = this.view(city)) {
      const out = Object.fromEntries(this.game.parts.map((p) => [p, 0]));
      for (const x of this.game.clauses) out[x.part] += this.clauseTotal(x, city, view);
      out[PRINTED] = sum(city.cells.map((b) => (b && b.active ? b.vp : 0)));
      for (const r of this.game.resources) out[UNSEATED + r.plural] = 0 - r.cost * view.unseated(r.name);
      return out;
    }

    // What breaks ties, first to last: no part of the total.
    tied(city, view = this.view(city)) {
      const out = Object.fromEntries(this.game.tieParts.map((p) => [p, 0]));
      for (const x of this.game.ties) out[x.part] += this.clauseTotal(x, city, view);
      return out;
    }

    total(city) { return sum(Object.values(this.parts(city))); }

    // What a tile's text adds, all copies of it together.
    own(city, tile) {
      const view = this.view(city);
      const [more, less] = this.game.own[tile];
      const all = (list) => sum(list.map((x) => this.clauseTotal(x, city, view)));
      return all(more) - all(less);
    }

    measure(city, what, name) {
      if (what === "own") return this.own(city, name);
      return what === "total" ? this.total(city) : { ...this.parts(city), ...this.tied(city) }[name] || 0;
    }

    sheet(city) {
      const parts = this.parts(city);
      const present = [...new Set(city.cells.filter((b) => b && this.game.kinds[b.kind].tile).map((b) => b.kind))].sort();
      const own = Object.fromEntries(present.map((t) => [t, this.own(city, t)]));
      return { total: sum(Object.values(parts)), parts, own, ties: this.tied(city) };
    }

    // Every place where a clause scores something: { clause, space, vp, work, seen }. `space` is null for a clause about
    // the city as a whole; `seen` are the spaces on which it found what it counts, `work` is how the VP come about.
    steps(city) {
      const out = [];
      for (const clause of this.game.clauses) {
        for (const space of this.places(clause, city) || [null]) {
          const view = this.view(city);
          const vp = clause.value(view, space === null ? 0 : space);
          if (!vp) continue;
          const work = clause.work && clause.work(this.view(city), space === null ? 0 : space);
          out.push({ clause, space, vp, work, seen: ascending(view.seen).filter((s) => s !== space) });
        }
      }
      return out;
    }

    // For each gain at the end: the gain, the space that gives it, and its units (at least 0).
    offers(city) {
      const view = this.view(city);
      return this.game.gains.flatMap((gain) =>
        this.game.board.spaces
          .filter((s) => city.cells[s] && city.cells[s].kind === gain.kind)
          .map((space) => ({ gain, space, units: Math.max(0, gain.amount(view, space)) })),
      );
    }

    // Units that a tile gives when everything it offers is taken, by resource.
    units(city, tile) {
      const out = add({}, this.game.kinds[tile].placed, city.cells.filter((b) => b && b.kind === tile).length);
      for (const { gain, units } of this.offers(city)) if (gain.kind === tile) add(out, { [gain.resource]: units });
      return out;
    }

    // Whether the units taken at the end are those that may be taken.
    takenRight(city) {
      if (city.supply && !city.taken) return true;
      const able = new Map();
      for (const { gain, space, units } of this.offers(city)) {
        const numbers = { forced: [units], any: range(units + 1), whole: [0, units] }[gain.mode];
        const key = `${space} ${gain.resource}`;
        const before = able.get(key) || [0];
        able.set(key, [...new Set(before.flatMap((a) => numbers.map((b) => a + b)))]);
      }
      const taken = new Map((city.taken || []).map((t) => [`${t.space} ${t.resource}`, t.units]));
      for (const [key, numbers] of able) if (!numbers.includes(taken.get(key) || 0)) return false;
      return [...taken].every(([key, n]) => !n || able.has(key));
    }

    // Whether the seating is one that the mode's rule of seating allows.
    seatingRight(city) {
      const { game } = this;
      const all = has(game, city);
      const used = seated(game, city);
      const left = Object.fromEntries(game.resources.map((r) => [r.name, all[r.name] - used[r.name]]));
      if (Object.values(left).some((n) => n < 0)) return false;
      if (game.seating === "free") return true;
      const spare = { ...left };
      const buildings = city.cells.filter((b) => b);
      if (game.seating === "activation_first") for (const b of buildings) if (holds(game, b)) add(spare, b.seats);
      return buildings.every((b) => {
        const kind = game.kinds[b.kind];
        const needs = Object.entries(kind.needs);
        if (!b.active && needs.length && needs.every(([r, n]) => spare[r] >= n)) return false;
        if (game.seating !== "full" || !holds(game, b)) return true;
        return Object.entries(kind.seats).every(([r, room]) => left[r] <= 0 || ((b.seats || {})[r] || 0) >= room);
      });
    }
  }

  // -- how numbers come about

  const signed = (n) => (n < 0 ? `\u2212${-n}` : `${n + 0}`);

  // How a number comes about, as arithmetic: of what `dsl/to_js.py` calls the work of a clause.
  function worked(x, inside = true) {
    if (typeof x === "number") return signed(x);
    const [sign, ...args] = x;
    const said = args.map((y) => worked(y));
    const text = {
      "+": () => said.join(" + "),
      "*": () => said.join(" \u00d7 "),
      "/": () => `\u230a${said[0]} / ${said[1]}\u230b`,
      "->": () => `${said.slice(1).join(", ")} \u2192 ${said[0]}`,
    }[sign]();
    return inside && sign !== "/" ? `(${text})` : text;
  }

  // What it comes to.
  function outcome(x) {
    if (typeof x === "number") return x;
    const [sign, ...args] = x;
    const numbers = args.map(outcome);
    return { "+": (a) => a.reduce((m, n) => m + n, 0), "*": (a) => a.reduce((m, n) => m * n, 1), "/": ([a, b]) => Math.floor(a / b), "->": ([a]) => a }[sign](numbers);
  }

  Object.assign(T, { signed, worked, outcome, Board, View, Scorer, gameOf, received, has, seated, holds, settle, add, PRINTED, UNSEATED });
}(globalThis.Tileproof));
