// The best seating of a city, as far as it can be found in a page.
//
// Guarantee: every candidate is a complete city that says nothing else than the given one and keeps the mode's rule of
// seating; if `sure`, no other seating scores more. Until then `best` is the best that was met.
"use strict";

(function (T) {
  const clone = (cells) => cells.map((b) => b && { ...b, seats: b.seats && { ...b.seats } });

  class Seating {
    // `city` leaves open what is null: `active` and `seats` of buildings, and `taken` (where `supply` is null).
    constructor(scorer, city) {
      this.scorer = scorer;
      this.game = scorer.game;
      this.city = city;
      this.cells = clone(city.cells);
      this.free = [];
      this.open = new Set();
      this.cells.forEach((b, s) => {
        if (!b) return;
        const needs = Object.keys(this.game.kinds[b.kind].needs).length > 0;
        if (b.active === null && needs) this.free.push(s);
        if (b.active === null) b.active = true;
        if (b.seats === null) {
          this.open.add(s);
          b.seats = {};
        }
      });
      this.takes = city.supply === null && city.taken === null;
      const idle = clone(this.cells);
      for (const s of this.free) idle[s].active = false;
      this.base = this.left(idle, city.taken);
      this.received = T.received(this.game, city);
      this.needs = this.free.map((s) => this.game.kinds[this.cells[s].kind].needs);
      this.seed = 1;
      this.best = null;
      this.ways = 0; // of all, those that were looked at in order
      this.sure = false;
      this.seatsOf = this.watchedSeats();
      this.queue = this.everything();
    }

    // Seats whose number of units a clause may look at: [space, resource, room].
    watchedSeats() {
      return [...this.open].flatMap((s) => {
        const kind = this.game.kinds[this.cells[s].kind];
        return Object.entries(kind.seats)
          .filter(([r]) => this.game.watched[r].includes(kind.name))
          .map(([r, room]) => [s, r, room]);
      });
    }

    // The units that are left when what is seated so far is seated.
    left(cells, taken) {
      const city = { cells, supply: this.city.supply, taken };
      const out = T.has(this.game, city);
      return T.add(out, T.seated(this.game, city), -1);
    }

    // On the other open seats one unit more changes nothing but what is left over, so they are filled.
    fill(cells, left) {
      for (const s of this.open) {
        const b = cells[s];
        const kind = this.game.kinds[b.kind];
        if (!T.holds(this.game, b)) continue;
        for (const [r, room] of Object.entries(kind.seats)) {
          if (this.game.watched[r].includes(kind.name)) continue;
          const n = Math.min(room, left[r]);
          b.seats[r] = n;
          left[r] -= n;
        }
      }
    }

    // Look at a candidate: which of the free buildings are active, units on watched seats, and what is taken.
    consider(active, watched, taken) {
      const cells = clone(this.cells);
      this.free.forEach((s, i) => { cells[s].active = active[i]; });
      this.seatsOf.forEach(([s, r], i) => { if (T.holds(this.game, cells[s])) cells[s].seats[r] = watched[i]; });
      const left = this.left(cells, taken);
      if (Object.values(left).some((n) => n < 0) || !this.inBox(taken)) return null;
      this.fill(cells, left);
      const city = { cells, supply: this.city.supply, taken };
      if (!this.scorer.seatingRight(city)) return null;
      if (!this.scorer.takenRight(city)) return null;
      const total = this.scorer.total(city);
      if (this.best === null || total > this.best.total) this.best = { city, total, active, watched, taken };
      return total;
    }

    offers(active) {
      if (!this.takes || !this.game.gains.length) return [];
      const cells = clone(this.cells);
      this.free.forEach((s, i) => { cells[s].active = active[i]; });
      return this.scorer.offers({ cells, supply: null, taken: [] }).filter((x) => x.units > 0 || x.gain.mode === "forced");
    }

    // Whether the box has what is taken beside all that the city has; a city that is given may have more, and takes none.
    inBox(taken) {
      if (!this.takes) return true;
      const more = {};
      for (const { resource, units } of taken) more[resource] = (more[resource] || 0) + units;
      return this.game.resources.every((r) => !more[r.name] || this.received[r.name] + more[r.name] <= r.pieces);
    }

    // Whether what is offered hangs on the seating or on what is taken: then trying all is not tried here.
    get offersHangOnUnits() { return this.takes && this.game.gains.some((g) => g.onUnits); }

    taken(offers, numbers) {
      if (!this.takes) return this.city.taken;
      // Several gains may give the same resource on the same space: their units add up.
      const out = new Map();
      offers.forEach(({ space, gain: { resource } }, i) => {
        const before = out.get(`${space} ${resource}`);
        out.set(`${space} ${resource}`, { space, resource, units: numbers[i] + (before ? before.units : 0) });
      });
      return [...out.values()].filter((x) => x.units);
    }

    // Every candidate, one after the other; what is yielded is how far it has come, from 0 to 1.
    *everything() {
      const n = this.free.length;
      const all = 2 ** n;
      for (let mask = 0; mask < all; mask += 1) {
        const active = this.free.map((_, i) => Math.floor(mask / 2 ** i) % 2 === 0);
        if (!(this.takes && this.game.gains.length) && !this.within(active, this.base)) {
          if (mask % 64 === 0) yield mask / all;
          continue;
        }
        const offers = this.offers(active);
        const choices = offers.map(({ gain, units }) => {
          if (gain.mode === "forced") return [units];
          return gain.mode === "whole" ? [units, 0] : Array.from({ length: units + 1 }, (_, i) => units - i);
        });
        for (const numbers of product(choices)) {
          const taken = this.taken(offers, numbers);
          const cells = clone(this.cells);
          this.free.forEach((s, i) => { cells[s].active = active[i]; });
          const left = this.left(cells, taken);
          if (Object.values(left).some((x) => x < 0)) continue;
          const rooms = this.seatsOf.map(([s, r, room]) => (T.holds(this.game, cells[s]) ? Math.min(room, left[r]) : 0));
          for (const watched of this.seatings(rooms, left, 0)) {
            this.consider(active, watched, taken);
            this.ways += 1;
            yield mask / all;
          }
        }
        yield (mask + 1) / all;
      }
    }

    // All ways to put units on the watched seats from number `i` on.
    *seatings(rooms, left, i) {
      if (i === rooms.length) {
        yield [];
        return;
      }
      const r = this.seatsOf[i][1];
      for (let n = Math.min(rooms[i], left[r]); n >= 0; n -= 1) {
        left[r] -= n;
        for (const rest of this.seatings(rooms, left, i + 1)) yield [n, ...rest];
        left[r] += n;
      }
    }

    // A good seating soon: from few starts, one change at a time for as long as it helps.
    climb(milliseconds = 60) {
      const end = performance.now() + milliseconds;
      for (const start of this.starts()) {
        let now = { ...start, total: this.consider(start.active, start.watched, start.taken) };
        for (let better = true; better && performance.now() < end;) {
          better = false;
          for (const next of this.moves(now)) {
            const total = this.consider(next.active, next.watched, next.taken);
            if (total !== null && (now.total === null || total > now.total)) {
              now = { ...next, total };
              better = true;
              break;
            }
            if (performance.now() > end) break;
          }
        }
      }
      return this;
    }

    // As many as the units suffice for, from the first and from the last; then none.
    *starts() {
      const order = this.free.map((_, i) => i);
      for (const list of [order, [...order].reverse()]) {
        const active = this.free.map(() => false);
        for (const i of [...list, ...list]) {
          if (active[i]) continue;
          active[i] = true;
          if (this.plan(active) === null) active[i] = false;
        }
        const planned = this.plan(active);
        if (planned) yield planned;
      }
      const idle = this.plan(this.free.map(() => false));
      if (idle) yield idle;
    }

    // Of what is offered as much as the box has: first what has to be taken, then the rest one after the other.
    boxed(offers) {
      const room = Object.fromEntries(this.game.resources.map((r) => [r.name, r.pieces - this.received[r.name]]));
      for (const { gain, units } of offers) if (gain.mode === "forced") room[gain.resource] -= units;
      return offers.map(({ gain, units }) => {
        if (gain.mode === "forced") return units;
        const able = Math.max(0, room[gain.resource]);
        const n = gain.mode === "any" ? Math.min(units, able) : units <= able ? units : 0;
        room[gain.resource] -= n;
        return n;
      });
    }

    // A choice of active buildings with all units taken that the box has, and watched seats filled in turn; null if units
    // do not suffice.
    plan(active) {
      const offers = this.offers(active);
      const numbers = this.boxed(offers);
      const taken = this.taken(offers, numbers);
      const cells = clone(this.cells);
      this.free.forEach((s, i) => { cells[s].active = active[i]; });
      const left = this.left(cells, taken);
      if (Object.values(left).some((n) => n < 0)) return null;
      const watched = this.seatsOf.map(() => 0);
      for (let again = true; again;) {
        again = false;
        this.seatsOf.forEach(([s, r, room], i) => {
          if (T.holds(this.game, cells[s]) && watched[i] < room && left[r] > 0) {
            watched[i] += 1;
            left[r] -= 1;
            again = true;
          }
        });
      }
      return { active, watched, taken: this.declined(offers, numbers, cells, left) };
    }

    // Without those units of gains that need not be taken and find no seat.
    declined(offers, numbers, cells, left) {
      if (!this.takes) return this.city.taken;
      this.fill(cells, left);
      return this.taken(offers, offers.map(({ gain }, i) => {
        const units = numbers[i];
        const back = { forced: 0, any: Math.min(units, left[gain.resource]), whole: left[gain.resource] >= units ? units : 0 }[gain.mode];
        left[gain.resource] -= back;
        return units - back;
      }));
    }

    *moves(now) {
      const flip = (list, ...at) => list.map((x, i) => (at.includes(i) ? !x : x));
      for (let i = 0; i < now.active.length; i += 1) {
        const one = this.plan(flip(now.active, i));
        if (one) yield one;
        yield { ...now, active: flip(now.active, i), watched: now.watched };
      }
      for (let i = 0; i < now.watched.length; i += 1) {
        const with_ = (i2, n) => now.watched.map((x, j) => (j === i ? x - 1 : j === i2 ? x + n : x));
        if (now.watched[i] > 0) {
          yield { ...now, watched: with_(-1, 0) };
          for (let j = 0; j < now.watched.length; j += 1) {
            const [, r, room] = this.seatsOf[j];
            if (j !== i && r === this.seatsOf[i][1] && now.watched[j] < room) yield { ...now, watched: with_(j, 1) };
          }
        }
        if (now.watched[i] < this.seatsOf[i][2]) yield { ...now, watched: now.watched.map((x, j) => (j === i ? x + 1 : x)) };
      }
      for (let i = 0; i < (this.takes ? now.taken.length : 0); i += 1) {
        const less = now.taken.map((x, j) => (j === i ? { ...x, units: x.units - 1 } : x)).filter((x) => x.units > 0);
        yield { ...now, taken: less };
        yield { ...now, taken: now.taken.filter((_, j) => j !== i) };
      }
      for (let i = 0; i < now.active.length; i += 1) {
        for (let j = 0; j < i; j += 1) {
          if (now.active[i] === now.active[j]) continue;
          const two = this.plan(flip(now.active, i, j));
          if (two) yield two;
        }
      }
    }

    // Look for a better one at random (the same way each time): some buildings lose their units, others get them.
    shake(milliseconds) {
      const end = performance.now() + milliseconds;
      if (this.now === undefined) this.now = this.best;
      while (this.now && this.free.length > 1 && performance.now() < end) {
        const active = [...this.now.active];
        for (let i = this.random(4); i >= 0; i -= 1) active[this.random(active.length)] = false;
        const order = active.map((_, i) => [this.random(1 << 20), i]).sort((a, b) => a[0] - b[0]).map((x) => x[1]);
        const skip = this.random(3) === 0 ? order.pop() : -1;
        for (const i of order) {
          if (active[i] || i === skip) continue;
          active[i] = true;
          if (!this.mayDo(active)) active[i] = false;
        }
        const plan = this.plan(active);
        const total = plan && this.consider(plan.active, plan.watched, plan.taken);
        if (plan && total !== null && total >= this.now.total) this.now = { ...plan, total };
      }
    }

    // A number from 0 to n - 1.
    random(n) {
      this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((this.seed / 2 ** 32) * n);
    }

    // Whether the units might suffice if all that is offered to a whole city were taken: good enough for a guess.
    mayDo(active) {
      if (!this.hoped) {
        this.hoped = { ...this.base };
        for (const x of this.offers(this.free.map(() => true))) this.hoped[x.gain.resource] += x.units;
      }
      return this.within(active, this.hoped);
    }

    // Whether these units suffice for what the buildings need.
    within(active, units) {
      return this.game.resources.every((r) => units[r.name] >= active.reduce((n, x, i) => (x ? n + (this.needs[i][r.name] || 0) : n), 0));
    }

    // Try further candidates for some milliseconds; true when nothing is left to try.
    search(milliseconds) {
      const end = performance.now() + milliseconds;
      while (performance.now() < end) {
        const step = this.queue.next();
        if (step.done) {
          this.sure = !this.offersHangOnUnits;
          return true;
        }
        this.done = step.value;
      }
      return false;
    }
  }

  function* product(lists, i = 0) {
    if (i === lists.length) {
      yield [];
      return;
    }
    for (const x of lists[i]) for (const rest of product(lists, i + 1)) yield [x, ...rest];
  }

  T.Seating = Seating;
}(globalThis.Tileproof));
