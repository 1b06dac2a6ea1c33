// Cities as text: the drawing and the JSON that `tileproof score` reads, read and written.
//
// Guarantee: what is written is read back as the same city. Of any other text, `read` throws a `BadCity` that says what
// is wrong and where.
"use strict";

(function (T) {
  class BadCity extends Error {}

  const MAX_NUMBER = 10000;
  const MAX_SHOWN = 60; // characters that are shown of a word that is not understood
  const MAX_WORD = 1000; // characters of a building
  const short = (word) => (word.length > MAX_SHOWN ? `${word.slice(0, MAX_SHOWN)}\u2026` : word);
  const listed = (names) => names.map((n) => `\`${n}\``).join(", ");

  // `say` says what is wrong; `modes` are the compiled rules; `rulings` have the names of their readings, and the default.
  class Cities {
    constructor(modes, rulings, say) {
      this.modes = modes;
      this.rulings = rulings;
      this.say = say;
    }

    fail(key, values = {}) {
      const shown = Object.entries(values).map(([name, x]) => [name, typeof x === "string" && !["known", "said"].includes(name) ? short(x) : x]);
      throw new BadCity(this.say(key, Object.fromEntries(shown)));
    }

    // { mode, readings, cells, supply, taken }; `mode` is what holds if the text names none.
    read(text, mode) {
      if (!text.trim()) this.fail("error_empty");
      const city = /^\s*(\[|\{\s*(["'}]|$))/.test(text) ? this.readJson(text, mode) : this.readDrawing(text, mode);
      this.check(city);
      return city;
    }

    modeNamed(name) {
      if (!Object.hasOwn(this.modes, name)) this.fail("error_mode", { name, known: listed(Object.keys(this.modes)) });
      return this.modes[name];
    }

    // The game of a mode under readings that a text gives; those that are the default are left out of it.
    game(mode, readings) {
      const chosen = {};
      for (const [r, x] of Object.entries(readings)) {
        const known = Object.hasOwn(this.rulings, r) && Object.hasOwn(this.rulings[r].readings, x);
        if (!known) this.fail("error_ruling", { name: r, reading: x });
        if (x !== this.rulings[r].default) chosen[r] = x;
      }
      return T.gameOf(mode, chosen);
    }

    check({ mode, readings, cells }) {
      const game = T.gameOf(this.modes[mode], readings);
      const { kinds } = game;
      cells.forEach((b, s) => {
        if (!b) return;
        const kind = kinds[b.kind];
        const at = this.at(mode, s);
        const fits = b.floors >= 1 && b.floors <= kind.floors;
        if (!fits && kind.floors === 1) this.fail("error_one_floor", { at, kind: kind.title });
        if (!fits) this.fail("error_floors", { at, kind: kind.title, most: kind.floors });
        const idle = b.active === false && !kind.seatsInactive && Object.values(b.seats || {}).some((n) => n);
        if (idle) this.fail("error_idle", { at, kind: kind.title });
        if (b.active === false && !Object.keys(kind.needs).length) this.fail("error_active", { at, kind: kind.title });
      });
      T.settle(game, cells);
    }

    at(mode, space) {
      const columns = this.modes[mode].board.columns;
      return this.say("at", { row: Math.floor(space / columns) + 1, column: (space % columns) + 1 });
    }

    // -- JSON

    readJson(text, given) {
      let top;
      try {
        top = JSON.parse(text);
      } catch (error) {
        const place = /position (\d+)/.exec(error.message);
        const line = place ? text.slice(0, Number(place[1])).split("\n").length : 1;
        this.fail("error_json", { line, said: error.message });
      }
      if (Array.isArray(top)) {
        if (top.length !== 1) this.fail("error_many", { n: top.length });
        [top] = top;
      }
      this.object(top, "city");
      const name = top.mode === undefined ? given : top.mode;
      const readings = top.readings === undefined ? {} : this.object(top.readings, "readings");
      const mode = this.game(this.modeNamed(name), readings);
      const words = Object.fromEntries(mode.resources.flatMap((r) => [[r.name, r.name], [r.plural, r.name]]));
      const { rows, columns } = mode.board;
      if (!Array.isArray(top.rows)) this.fail("error_rows");
      if (top.rows.length !== rows) this.fail("error_row_count", { n: top.rows.length, rows });
      const cells = top.rows.flatMap((row, r) => {
        if (!Array.isArray(row) || row.length !== columns) this.fail("error_columns", { row: r + 1, columns });
        return row.map((x, i) => this.building(x, mode, words, this.at(mode.name, r * columns + i)));
      });
      let supply = null;
      for (const r of mode.resources) {
        const key = `${r.plural}_supply`;
        if (top[key] !== undefined) {
          supply = supply || T.received(mode, { cells, supply: null });
          supply[r.name] = this.number(top[key], key);
        }
      }
      let taken = null;
      if (top.taken) {
        if (!Array.isArray(top.taken)) this.fail("error_taken");
        taken = top.taken.map((x) => {
          this.object(x, "taken");
          if (!words[x.resource]) this.fail("error_resource", { name: x.resource, known: listed(mode.resources.map((r) => r.plural)) });
          const [row, column] = [this.number(x.row, "row"), this.number(x.column, "column")];
          if (row < 1 || row > rows || column < 1 || column > columns) this.fail("error_taken");
          return { space: (row - 1) * columns + column - 1, resource: words[x.resource], units: this.number(x.units, "units") };
        });
      }
      return { mode: name, readings: mode.readings, cells, supply, taken };
    }

    object(x, what) {
      if (x === null || typeof x !== "object" || Array.isArray(x)) this.fail("error_object", { what });
      return x;
    }

    number(x, what) {
      if (!Number.isInteger(x) || x < 0 || x > MAX_NUMBER) this.fail("error_number", { what, most: MAX_NUMBER });
      return x;
    }

    building(x, mode, words, at) {
      if (x === null) return null;
      this.object(x, at);
      const { kinds } = mode;
      if (!Object.hasOwn(kinds, x.kind)) this.fail("error_kind", { at, name: String(x.kind), mode: mode.title });
      const gains = {};
      const room = kinds[x.kind].seats;
      for (const key of Object.keys(x)) {
        if (words[key]) gains[words[key]] = this.number(x[key], key);
        else if (!["kind", "floors", "vp", "active", "seats"].includes(key)) this.fail("error_key", { at, key });
      }
      let seats = null;
      if (x.seats !== undefined && x.seats !== null) {
        seats = {};
        for (const [key, n] of Object.entries(this.object(x.seats, "seats"))) {
          if (!words[key]) this.fail("error_resource", { name: key, known: listed(mode.resources.map((r) => r.plural)) });
          if (this.number(n, key) > (room[words[key]] || 0)) this.fail("error_seats", { at, most: room[words[key]] || 0 });
          seats[words[key]] = n;
        }
      }
      if (![true, false, undefined, null].includes(x.active)) this.fail("error_key", { at, key: "active" });
      return {
        kind: x.kind,
        floors: x.floors === undefined ? 1 : this.number(x.floors, "floors"),
        gains,
        vp: x.vp === undefined ? 0 : this.number(x.vp, "vp"),
        active: x.active === undefined ? null : x.active,
        seats,
      };
    }

    writeJson({ mode: name, readings, cells, supply, taken }) {
      const mode = T.gameOf(this.modes[name], readings);
      const plural = Object.fromEntries(mode.resources.map((r) => [r.name, r.plural]));
      const units = (x) => Object.fromEntries(Object.entries(x).filter(([, n]) => n).map(([r, n]) => [plural[r], n]));
      const one = (b) => {
        if (!b) return null;
        const out = { kind: b.kind };
        if (b.floors !== 1 || mode.kinds[b.kind].floors > 1) out.floors = b.floors;
        Object.assign(out, units(b.gains));
        if (b.vp) out.vp = b.vp;
        if (b.active !== null) out.active = b.active;
        if (b.seats !== null) out.seats = units(b.seats);
        return out;
      };
      const { rows, columns } = mode.board;
      const out = { mode: name };
      out.rows = Array.from({ length: rows }, (_, r) => cells.slice(r * columns, (r + 1) * columns).map(one));
      if (supply) for (const r of mode.resources) out[`${r.plural}_supply`] = supply[r.name] || 0;
      if (taken) {
        out.taken = taken.map((t) => ({
          row: Math.floor(t.space / columns) + 1, column: (t.space % columns) + 1, resource: plural[t.resource], units: t.units,
        }));
      }
      if (Object.keys(readings).length) out.readings = readings;
      return out;
    }

    // One building a line, so that a city can be read.
    prettyJson(city) {
      const { rows, ...rest } = this.writeJson(city);
      const cell = (x) => JSON.stringify(x).replace(/([:,])(?=\S)/g, "$1 ");
      const drawn = rows.map((row) => `    [\n${row.map((x) => `      ${cell(x)}`).join(",\n")}\n    ]`).join(",\n");
      const { mode, ...more } = rest;
      const tail = Object.entries(more).map(([k, v]) => `,\n  ${JSON.stringify(k)}: ${cell(v)}`).join("");
      return `{\n  "mode": ${JSON.stringify(mode)},\n  "rows": [\n${drawn}\n  ]${tail}\n}`;
    }

    // -- drawings

    readDrawing(text, given) {
      const lines = text.split("\n").map((line) => line.split("--")[0]);
      const readings = {};
      let name = given;
      let supply = null;
      let drawn = "";
      lines.forEach((line, i) => {
        const said = line.trim();
        const header = !drawn.trim() && /^(mode\b|under\b|(supply|with)\s+\d)/.exec(said);
        if (!header) {
          drawn += `${line}\n`;
          return;
        }
        const words = said.split(/[\s,]+/);
        if (words[0] === "mode" && words.length === 2) [, name] = words;
        else if (words[0] === "under" && words[2] === "is" && words.length === 4) [, readings[words[1]]] = [0, words[3]];
        else if (/^(supply|with)/.test(said)) supply = [words.slice(1).filter((w) => w !== "and"), i + 1];
        else this.fail("error_line", { line: i + 1 });
      });
      const mode = this.game(this.modeNamed(name), readings);
      const inner = /^\s*\{([^{}]*)\}\s*$/.exec(drawn);
      const body = inner ? inner[1] : drawn;
      if (/[{}]/.test(body)) this.fail("error_brace");
      const { rows, columns } = mode.board;
      const cells = Array.from({ length: rows * columns }, () => null);
      const grid = body.split("\n").map((x) => x.trim()).filter((x) => x);
      if (!grid.length) this.fail("error_empty");
      if (grid.length > rows) this.fail("error_row_count", { n: grid.length, rows });
      grid.forEach((line, r) => {
        const words = line.split(/\s+/);
        if (words.length > columns) this.fail("error_columns", { row: r + 1, columns });
        words.forEach((word, i) => { cells[r * columns + i] = this.cell(word, mode, this.at(mode.name, r * columns + i)); });
      });
      const city = { mode: name, readings: mode.readings, cells, supply: null, taken: null };
      if (supply) {
        const [words, line] = supply;
        city.supply = T.received(mode, city);
        for (let i = 0; i < words.length; i += 2) {
          const r = mode.resources.find((x) => x.name === words[i + 1] || x.plural === words[i + 1]);
          if (!r || !/^\d+$/.test(words[i])) this.fail("error_line", { line });
          city.supply[r.name] = this.number(Number(words[i]), r.plural);
        }
      }
      return city;
    }

    cell(word, mode, at) {
      if (word === ".") return null;
      if (word.length > MAX_WORD) this.fail("error_cell", { at, word });
      const m = /^([a-z][a-z0-9_]*?|[A-Za-z])(\d+)?((?:[+@]\d+[a-z]+|-)*)$/.exec(word);
      if (!m) this.fail("error_cell", { at, word });
      const { kinds } = mode;
      const whole = m[2] && Object.hasOwn(kinds, m[1] + m[2]) ? kinds[m[1] + m[2]] : null;
      const kind = whole || Object.values(kinds).find((k) => k.glyph === m[1]) || (Object.hasOwn(kinds, m[1]) ? kinds[m[1]] : null);
      if (!kind) this.fail("error_kind", { at, name: m[1], mode: mode.title });
      const out = { kind: kind.name, floors: whole || !m[2] ? 1 : Number(m[2]), gains: {}, vp: 0, active: null, seats: null };
      for (const [mark, sign, digits, unit] of m[3].matchAll(/([+@])(\d+)([a-z]+)|-/g)) {
        const r = mode.resources.find((x) => x.glyph === unit);
        const n = Number(digits);
        if (mark === "-") out.active = false;
        else if (unit === "vp" && sign === "+") out.vp += n;
        else if (!r) this.fail("error_unit", { at, unit });
        else if (sign === "+") T.add(out.gains, { [r.name]: n });
        else {
          if (n > (kind.seats[r.name] || 0)) this.fail("error_seats", { at, most: kind.seats[r.name] || 0 });
          out.seats = { ...out.seats, [r.name]: n };
          if (out.active === null) out.active = true;
        }
      }
      this.number(out.vp, "vp");
      for (const r of mode.resources) this.number(out.gains[r.name] || 0, r.plural);
      return out;
    }

    writeDrawing({ mode: name, readings, cells, supply }) {
      const mode = T.gameOf(this.modes[name], readings);
      const word = (b) => {
        if (!b) return ".";
        const kind = mode.kinds[b.kind];
        const marks = (sign, units) => [...mode.resources].sort((a, b) => (a.name < b.name ? -1 : 1)).filter((r) => (units || {})[r.name]).map((r) => `${sign}${units[r.name]}${r.glyph}`).join("");
        const floors = b.floors !== 1 || kind.floors > 1 ? b.floors : "";
        const vp = b.vp ? `+${b.vp}vp` : "";
        return `${kind.glyph || b.kind}${floors}${marks("+", b.gains)}${vp}${marks("@", b.seats)}${b.active === false ? "-" : ""}`;
      };
      const { rows, columns } = mode.board;
      const grid = Array.from({ length: rows }, (_, r) => cells.slice(r * columns, (r + 1) * columns).map(word));
      const widths = grid[0].map((_, i) => Math.max(...grid.map((row) => row[i].length)));
      const head = [`mode ${name}`];
      if (supply) head.push(`supply ${mode.resources.map((r) => `${supply[r.name] || 0} ${r.plural}`).join(" ")}`);
      for (const [r, x] of Object.entries(readings)) head.push(`under ${r} is ${x}`);
      return [...head, ...grid.map((row) => row.map((x, i) => x.padEnd(widths[i])).join(" ").trimEnd())].join("\n");
    }
  }

  Object.assign(T, { Cities, BadCity });
}(globalThis.Tileproof));
