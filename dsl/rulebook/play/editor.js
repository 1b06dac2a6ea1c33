// The board editor: what is placed, what is shown, and the keys.
//
// Guarantee: the sheet that is shown is the compiled rules' score of the seating that is shown; what is said of the
// seating ("best", "maybe not the best") is what was tried. The steps add up to the total.
"use strict";

(function (T) {
  const data = TileproofData;
  const modes = TileproofRules;
  const SLICE = 12; // milliseconds of a slice of the search for a seating
  const GUESSING = 3000; // milliseconds in which half of the time goes to guesses
  const PATIENCE = 15000; // milliseconds after which it stops by itself

  const say = (key, values = {}) => data.texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const { signed } = T;
  const cities = new T.Cities(modes, data.rulings, say);

  // An element: attributes by name (`on…` are handlers), children as nodes or text.
  function h(tag, attributes = {}, ...children) {
    const out = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      if (name.startsWith("on")) out[name] = value;
      else out.setAttribute(name, value === true ? "" : value);
    }
    out.append(...children.flat(Infinity).filter((x) => x !== null && x !== undefined && x !== false));
    return out;
  }

  // What is on the page becomes like what was made afresh, and stays the same elements: a click that began goes on, an
  // open list stays open, and what somebody is typing is not taken away, unless the state behind it is another one.
  function patch(there, made) {
    const before = there.getAttribute("value");
    for (const { name } of [...there.attributes]) if (!made.hasAttribute(name)) there.removeAttribute(name);
    for (const { name, value } of made.attributes) if (there.getAttribute(name) !== value) there.setAttribute(name, value);
    for (const name of ["onclick", "onchange", "onkeydown"]) there[name] = made[name];
    fill(there, [...made.childNodes]);
    if (there.tagName === "SELECT" && there.value !== made.value) there.value = made.value;
    if (there.tagName !== "INPUT") return;
    there.checked = made.checked;
    if (there !== document.activeElement || before !== made.getAttribute("value")) there.value = made.value;
  }

  const alike = (a, b) => a.nodeName === b.nodeName && a.type === b.type && (a.dataset || {}).name === (b.dataset || {}).name;

  // Put nodes into an element, in place of what it holds.
  function fill(element, nodes) {
    const there = [...element.childNodes];
    nodes.forEach((made, i) => {
      const old = there[i];
      if (!old) element.append(made);
      else if (!alike(old, made)) old.replaceWith(made);
      else if (old.nodeType === Node.ELEMENT_NODE) patch(old, made);
      else if (old.data !== made.data) old.data = made.data;
    });
    for (const old of there.slice(nodes.length)) old.remove();
  }

  let serial = 0;
  // A control with its label.
  function field(label, control, extra = "") {
    serial += control.dataset.name ? 0 : 1;
    control.id = control.id || `field-${control.dataset.name || serial}`;
    return h("div", { class: `field ${extra}` }, h("label", { for: control.id }, label), control);
  }

  // -- the state: what is placed, in which mode, under which readings

  const emptyCity = (mode) => ({
    mode,
    readings: {},
    players: modes[mode].usualPlayers,
    cells: Array(modes[mode].board.rows * modes[mode].board.columns).fill(null),
    supply: null,
    taken: null,
  });

  let state = emptyCity(Object.keys(modes)[0]);
  let past = [];
  let future = [];
  let tool = null; // null: select; "": erase; else a kind
  let cursor = 0;
  let step = null; // number of the step that is shown
  let seating = null;
  let timer = null;
  let scorer = null;
  let steps = [];

  const mode = () => modes[state.mode];
  const game = () => scorer.game;
  const style = (kind) => data.styles[state.mode][kind];
  const copy = (x) => JSON.parse(JSON.stringify(x));

  const at = (space) => cities.at(state.mode, space);
  const unitTitle = (r, n) => (n === 1 ? r.title : r.pluralTitle);
  const unitsText = (units) =>
    game().resources.filter((r) => units && units[r.name]).map((r) => `${units[r.name]} ${unitTitle(r, units[r.name])}`).join(", ");
  const marks = (sign, units) =>
    game().resources.filter((r) => units && units[r.name]).map((r) => `${sign}${units[r.name]}${r.glyph}`).join(" ");

  function change(edit, { keepTaken = false } = {}) {
    const before = JSON.stringify(state);
    edit();
    T.settle(T.gameOf(mode(), state.readings), state.cells);
    if (!keepTaken) state.taken = null;
    if (JSON.stringify(state) === before) return;
    elements.link.textContent = "";
    past.push(before);
    if (past.length > 500) past.shift();
    future = [];
    step = null;
    refresh();
  }

  function travel(from, to) {
    if (!from.length) return;
    to.push(JSON.stringify(state));
    state = JSON.parse(from.pop());
    step = null;
    refresh();
  }

  const undo = () => travel(past, future);
  const redo = () => travel(future, past);

  // -- what is printed on tiles: a building remembers the variant of each floor, as far as it is known

  const sumOf = (kind, prints) => {
    const out = { gains: {}, vp: 0 };
    for (const name of prints) {
      const p = kind.prints.find((x) => x.name === name);
      T.add(out.gains, p.gains);
      out.vp += p.worth;
    }
    return out;
  };

  const sameUnits = (a, b) => game().resources.every((r) => (a[r.name] || 0) === (b[r.name] || 0));

  // Variants, one for each floor, that give what is printed on a building; null if none do.
  function printsOf(kind, b) {
    if (b.prints) return b.prints;
    const find = (left, from, chosen) => {
      if (!left) {
        const sum = sumOf(kind, chosen);
        return sum.vp === b.vp && sameUnits(sum.gains, b.gains) ? chosen : null;
      }
      for (let i = from; i < kind.prints.length; i += 1) {
        const found = find(left - 1, i, [...chosen, kind.prints[i].name]);
        if (found) return found;
      }
      return null;
    };
    return b.floors <= 6 ? find(b.floors, 0, []) : null;
  }

  function setPrints(b, prints) {
    const kind = game().kinds[b.kind];
    Object.assign(b, sumOf(kind, prints), { prints, floors: prints.length });
  }

  function newBuilding(name) {
    const b = { kind: name, floors: 1, gains: {}, vp: 0, active: null, seats: null };
    setPrints(b, [game().kinds[name].prints[0].name]);
    return b;
  }

  const describePrint = (p) => [unitsText(p.gains), p.worth ? say("vp_n", { n: p.worth }) : ""].filter((x) => x).join(", ") || say("print_plain");

  // -- changes

  function place(space, name) {
    const there = state.cells[space];
    if (there && there.kind === name) {
      cursor = space;
      refresh({ light: true });
      return;
    }
    cursor = space;
    change(() => { state.cells[space] = newBuilding(name); });
    announce(say("announce_placed", { what: game().kinds[name].title }));
  }

  function remove(space) {
    if (!state.cells[space]) return;
    change(() => { state.cells[space] = null; });
    announce(say("announce_removed"));
  }

  function addFloors(space, n) {
    const b = state.cells[space];
    if (!b) return;
    const kind = game().kinds[b.kind];
    if (b.floors + n < 1 || b.floors + n > kind.floors) return;
    change(() => {
      const prints = printsOf(kind, b);
      if (!prints) b.floors += n;
      else setPrints(b, n > 0 ? [...prints, kind.prints[0].name] : prints.slice(0, -1));
    });
  }

  function choosePrint(space, number) {
    const b = state.cells[space];
    if (!b) return;
    const kind = game().kinds[b.kind];
    if (number > kind.prints.length) return;
    const prints = printsOf(kind, b) || Array(b.floors).fill(kind.prints[0].name);
    change(() => setPrints(b, [...prints.slice(0, -1), kind.prints[number - 1].name]));
  }

  function setActive(b, active) {
    b.active = active;
    if (!active && !game().kinds[b.kind].seatsInactive) b.seats = null;
  }

  // As is best, then the other way than it is now, then the first way, then as is best again.
  function toggleActive(space) {
    const b = state.cells[space];
    if (!b || !Object.keys(game().kinds[b.kind].needs).length) return;
    const shown = seating && seating.best ? seating.best.city.cells[space].active : true;
    change(() => setActive(b, b.active === null ? !shown : null));
  }

  // -- scoring

  function refresh({ light = false } = {}) {
    if (!light) {
      // After another mode, an undo or a load, the space and the tool that were chosen may not be there.
      if (cursor >= state.cells.length) cursor = 0;
      scorer = new T.Scorer(T.gameOf(mode(), state.readings));
      if (tool && !Object.hasOwn(game().kinds, tool)) tool = null;
      seating = new T.Seating(scorer, state).climb();
      clearTimeout(timer);
      seating.started = performance.now();
      seating.stopped = false;
      tick();
      writeHash();
      if (seating.best) announce(say("announce_total", { n: signed(seating.best.total) }));
    }
    show();
  }

  // Search on in slices, so that the page stays quick.
  function tick() {
    const before = seating.best && seating.best.total;
    const early = performance.now() - seating.started < GUESSING;
    if (early) seating.shake(SLICE / 2);
    const done = seating.search(early ? SLICE / 2 : SLICE);
    if (!done && performance.now() - seating.started < PATIENCE) timer = setTimeout(() => { tick(); }, 0);
    else if (!done) seating.stopped = true;
    if (seating.best && seating.best.total !== before) show();
    else if (elements.seating) showSeating();
  }

  function allSteps() {
    if (!seating.best) return [];
    const { city } = seating.best;
    const out = scorer.steps(city).map(({ clause, space, vp, seen, work }) => ({
      space, vp, seen, work, title: data.parts[state.mode][clause.part], said: clause.said, where: clause.where,
    }));
    city.cells.forEach((b, space) => {
      if (b && b.active && b.vp) out.push({ space, vp: b.vp, seen: [], title: game().kinds[b.kind].title, said: say("step_printed") });
    });
    const view = scorer.view(city);
    for (const r of game().resources) {
      const n = view.unseated(r.name);
      if (n * r.cost) {
        out.push({ space: null, vp: -n * r.cost, seen: [], title: say("unseated", { what: r.pluralTitle }), said: say("step_unseated", { n }) });
      }
    }
    return out;
  }

  function warnings() {
    const out = [];
    const m = mode();
    const stock = m.stock[state.players] || [];
    const tiles = state.cells.reduce((n, b) => n + (b ? b.floors : 0), 0);
    const turns = m.rounds * m.turns;
    if (tiles > turns) out.push(say("warn_turns", { used: tiles, box: turns }));
    for (const kind of Object.values(game().kinds)) {
      const there = state.cells.filter((b) => b && b.kind === kind.name);
      if (!there.length) continue;
      const used = there.reduce((n, b) => n + b.floors, 0);
      const box = boxOf(kind);
      if (box !== null && used > box) out.push(say("warn_copies", { kind: kind.title, used, box }));
      const known = there.map((b) => printsOf(kind, b));
      if (stock.some((x) => x.kind === kind.name) && known.every((x) => x)) {
        for (const p of kind.prints) {
          const n = known.flat().filter((x) => x === p.name).length;
          const copies = stock.filter((x) => x.kind === kind.name && (x.variant || kind.prints[0].name) === p.name);
          const all = copies.reduce((a, x) => a + x.copies, 0);
          if (n > all && used <= box) out.push(say("warn_print", { kind: kind.title, print: describePrint(p), used: n, box: all }));
        }
      }
    }
    const has = T.has(game(), { ...state, taken: (seating.best && seating.best.taken) || state.taken });
    for (const r of m.resources) if (has[r.name] > r.pieces) out.push(say("warn_pieces", { what: r.pluralTitle, used: has[r.name], box: r.pieces }));
    return out;
  }

  // Copies of a kind in the box; null where the rules do not say.
  function boxOf(kind) {
    const stock = mode().stock[state.players];
    if (!stock) return kind.tile ? kind.copies : null;
    const listed = stock.filter((x) => x.kind === kind.name);
    return listed.length || !kind.tile ? listed.reduce((n, x) => n + x.copies, 0) : kind.copies;
  }

  // -- what is on the page

  const elements = {};
  const root = document.getElementById("editor");

  function announce(said) {
    elements.live.textContent = said;
  }

  function select(options, chosen, onchange) {
    const make = ([value, label]) => h("option", { value, selected: String(value) === String(chosen) }, label);
    const groups = options.map((o) => (Array.isArray(o) ? make(o) : h("optgroup", { label: o.label }, o.options.map(make))));
    return h("select", { onchange: (e) => onchange(e.target.value) }, groups);
  }

  function build() {
    const part = (name, tag, attributes, ...children) => { elements[name] = h(tag, attributes, ...children); return elements[name]; };
    root.replaceChildren(
      part("bar", "section", { class: "bar", "aria-label": say("mode") }),
      part("link", "p", { class: "error link", role: "alert" }),
      part("rulings", "details", { class: "rulings" }, part("how", "summary", {}), part("answers", "div", { class: "answers" })),
      part("palette", "section", { class: "palette", "aria-labelledby": "palette-title" }),
      h("section", { class: "middle", "aria-labelledby": "board-title" },
        h("div", { class: "heading" }, h("h2", { id: "board-title" }, say("board")), part("score", "p", { "aria-hidden": "true" })),
        part("frame", "div", { class: "frame" }),
        part("warnings", "ul", { class: "warnings", role: "status" }),
        part("space", "section", { class: "space", "aria-labelledby": "space-title" })),
      h("div", { class: "side" },
        part("sheet", "section", { class: "sheet", "aria-labelledby": "sheet-title" }),
        part("seating", "p", { class: "seating", role: "status" }),
        part("steps", "section", { class: "steps", "aria-labelledby": "steps-title" }),
        part("units", "section", { class: "units", "aria-labelledby": "units-title" })),
      part("share", "section", { class: "share", "aria-labelledby": "share-title" }),
      h("details", { class: "keys" }, h("summary", {}, say("keys")), h("p", {}, say("keys_help"))),
      part("live", "div", { class: "hidden", "aria-live": "polite" }),
    );
    buildShare();
  }

  function show() {
    steps = allSteps();
    if (step !== null && step >= steps.length) step = null;
    showBar();
    showRulings();
    showPalette();
    showBoard();
    showSheet();
    showSeating();
    showSteps();
    showUnits();
    showSpace();
    showShare();
    put("warnings", warnings().map((x) => h("li", {}, "\u26a0 ", x)));
  }

  // Put what is made afresh into an element, and give the focus back to the control of the same name.
  function put(name, ...children) {
    const held = elements[name].contains(document.activeElement) ? document.activeElement.dataset.name : null;
    fill(elements[name], children.flat(Infinity).filter((x) => x).map((x) => (typeof x === "string" ? document.createTextNode(x) : x)));
    if (!held || document.activeElement.dataset.name === held) return;
    const again = held && [...elements[name].querySelectorAll("[data-name]")].find((x) => x.dataset.name === held && !x.disabled);
    if (again) again.focus();
  }

  const button = (name, label, onclick, attributes = {}) => h("button", { type: "button", "data-name": name, onclick, ...attributes }, label);
  const named = (name, control) => { control.dataset.name = name; return control; };

  function showBar() {
    const here = data.examples.map((x, i) => [x, i]).filter(([x]) => x.mode === state.mode);
    const owners = [...new Set(here.map(([x]) => x.owner))].sort();
    const examples = owners.map((label) => ({ label, options: here.filter(([x]) => x.owner === label).map(([x, i]) => [i, x.title]) }));
    put("bar",
      field(say("mode"), named("mode", select(Object.values(modes).map((m) => [m.name, m.title]), state.mode, (name) => {
        cursor = 0;
        tool = null;
        change(() => { state = emptyCity(name); });
      }))),
      mode().players.length > 1 && field(say("players"), named("players", select(mode().players.map((n) => [n, n]), state.players, (n) => {
        change(() => { state.players = Number(n); }, { keepTaken: true });
      }))),
      examples.length > 0 && field(say("example"), named("example", select([["", say("example_choose")], ...examples], "", (i) => {
        if (i !== "") load(JSON.stringify(data.examples[i].city));
      }))),
      h("div", { class: "buttons" },
        button("undo", `\u21b6 ${say("undo")}`, undo, { disabled: !past.length }),
        button("redo", `\u21b7 ${say("redo")}`, redo, { disabled: !future.length }),
        button("clear", `\u2715 ${say("clear")}`, () => change(() => {
          state = { ...emptyCity(state.mode), players: state.players, readings: state.readings };
        }))));
  }

  // Every ruling that makes a difference in the mode, each by itself.
  function showRulings() {
    const rulings = Object.keys(mode().defaults);
    const n = Object.keys(state.readings).length;
    elements.rulings.hidden = !rulings.length;
    elements.how.textContent = say("reading", { how: n ? say("reading_changed", { n }) : say("reading_default") });
    elements.how.classList.toggle("changed", n > 0);
    const choose = (r, x) => change(() => {
      const { [r]: _, ...others } = state.readings;
      state.readings = x === mode().defaults[r] ? others : { ...others, [r]: x };
    });
    const options = (r) => Object.entries(data.rulings[r].readings)
      .map(([x, answer]) => [x, x === mode().defaults[r] ? say("reading_option", { answer }) : answer]);
    put("answers",
      rulings.map((r) => field(data.rulings[r].question, named(`reading-${r}`, select(options(r), state.readings[r] || mode().defaults[r], (x) => choose(r, x))), r in state.readings ? "changed" : "")),
      h("div", { class: "buttons" }, button("reset", say("reading_reset"), () => change(() => { state.readings = {}; }), { disabled: !n })));
  }

  function chip(name) {
    const s = style(name);
    return h("span", { class: `chip pattern-${s.pattern}`, style: `--hue:${s.hue}`, "aria-hidden": "true" }, h("b", {}, s.short));
  }

  function showPalette() {
    const kinds = Object.values(game().kinds);
    const order = [null, "", ...kinds.filter((k) => !k.tile).map((k) => k.name), ...kinds.filter((k) => k.tile).map((k) => k.name)];
    const choose = (x) => { tool = x; showPalette(); };
    const one = (x, content) => h("button", {
      type: "button", role: "radio", class: "tool", "data-name": `tool-${x}`, "aria-checked": String(tool === x), tabindex: tool === x ? 0 : -1,
      onclick: () => choose(x),
    }, content);
    const kindTool = (k) => {
      const used = state.cells.reduce((n, b) => n + (b && b.kind === k.name ? b.floors : 0), 0);
      const box = boxOf(k);
      const count = used && box !== null ? say("in_box", { used, box }) : "";
      return one(k.name, [chip(k.name), h("span", { class: "name" }, k.title), count && h("small", { class: used > box ? "over" : "" }, count)]);
    };
    const held = elements.palette.contains(document.activeElement);
    put("palette",
      h("h2", { id: "palette-title" }, say("palette")),
      h("div", { role: "radiogroup", "aria-labelledby": "palette-title", class: "tools", onkeydown: (e) => {
        const move = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
        if (!move) return;
        e.preventDefault();
        choose(order[(order.indexOf(tool) + move + order.length) % order.length]);
        elements.palette.querySelector("[aria-checked=true]").focus();
      } },
      one(null, [h("span", { class: "chip plain", "aria-hidden": "true" }, "\u2196"), h("span", { class: "name" }, say("tool_select"))]),
      one("", [h("span", { class: "chip plain", "aria-hidden": "true" }, "\u2715"), h("span", { class: "name" }, say("tool_erase"))]),
      h("h3", { role: "presentation" }, say("palette_buildings")), kinds.filter((k) => !k.tile).map(kindTool),
      kinds.some((k) => k.tile) && h("h3", { role: "presentation" }, say("palette_tiles")), kinds.filter((k) => k.tile).map(kindTool)));
    if (held) elements.palette.querySelector("[aria-checked=true]").focus();
  }

  // The scores of each space: what its own clauses bring, printed VP included.
  function spaceScores() {
    const out = new Map();
    for (const x of steps) if (x.space !== null) out.set(x.space, (out.get(x.space) || 0) + x.vp);
    return out;
  }

  function describe(space, scores) {
    const b = (seating.best ? seating.best.city : state).cells[space];
    const district = mode().board.districts[space];
    if (!b) return say("cell_empty", { at: at(space), district });
    const kind = game().kinds[b.kind];
    // The letter as well: who speaks to the page says what is to be seen.
    const what = [`${kind.title} (${style(b.kind).short})`];
    if (kind.floors > 1) what.push(say("floors_n", { n: b.floors }));
    if (b.active === false) what.push(say("not_active"));
    if (unitsText(b.gains)) what.push(say("printed_units", { units: unitsText(b.gains) }));
    if (unitsText(b.seats)) what.push(say("seats_hold", { units: unitsText(b.seats) }));
    if (scores.has(space)) what.push(say("vp_n", { n: signed(scores.get(space)) }));
    return say("cell", { at: at(space), district, what: what.join(", ") });
  }

  function showBoard() {
    const { rows, columns, districts } = mode().board;
    const several = new Set(districts).size > 1;
    const scores = spaceScores();
    const shown = step === null ? null : steps[step];
    const held = elements.frame.contains(document.activeElement);
    const cell = (space) => {
      const b = (seating.best ? seating.best.city : state).cells[space];
      const [row, column] = [Math.floor(space / columns), space % columns];
      const other = (inside, t) => !inside || districts[t] !== districts[space];
      const classes = ["cell"];
      if (other(row > 0, space - columns)) classes.push("top-edge");
      if (other(row + 1 < rows, space + columns)) classes.push("bottom-edge");
      if (other(column > 0, space - 1)) classes.push("left-edge");
      if (other(column + 1 < columns, space + 1)) classes.push("right-edge");
      if (b && b.active === false) classes.push("idle");
      let badge = null;
      if (shown) {
        classes.push("dim");
        if (shown.space === space) { classes.push("scores"); badge = "\u2605"; }
        if (shown.seen.includes(space)) { classes.push("found"); badge = badge || "\u25cf"; }
      }
      const content = several ? [h("span", { class: "district" }, String(districts[space]))] : [];
      if (b) {
        const kind = game().kinds[b.kind];
        const s = style(b.kind);
        classes.push("built", `pattern-${s.pattern}`);
        content.push(h("span", { class: "letter" }, s.short));
        if (kind.floors > 1) content.push(h("span", { class: "stack" }, "\u25ac".repeat(b.floors)));
        const small = [marks("+", b.gains), b.vp ? `+${b.vp}VP` : "", marks("@", b.seats)].filter((x) => x).join(" ");
        if (small) content.push(h("span", { class: "marks" }, small));
        if (b.active === false) content.push(h("span", { class: "off" }, say("not_active")));
        if (scores.has(space) && !shown) content.push(h("span", { class: "points" }, signed(scores.get(space))));
      }
      if (badge) content.push(h("span", { class: "badge" }, badge));
      return h("div", {
        role: "gridcell", class: classes.join(" "), tabindex: space === cursor ? 0 : -1, "data-space": space,
        "aria-selected": String(space === cursor),
        style: b ? `--hue:${style(b.kind).hue}` : null, onclick: () => click(space),
      }, h("span", { class: "inside", "aria-hidden": "true" }, content), h("span", { class: "hidden" }, describe(space, scores)));
    };
    const grid = h("div", { role: "grid", class: "board", "aria-labelledby": "board-title", style: `--columns:${columns}`, onkeydown: key },
      Array.from({ length: rows }, (_, r) => h("div", { role: "row", class: "row" }, Array.from({ length: columns }, (_, i) => cell(r * columns + i)))));
    fill(elements.frame, [grid]);
    if (held) focusSpace();
  }

  const focusSpace = () => elements.frame.querySelector(`[data-space="${cursor}"]`).focus();

  function click(space) {
    if (tool === null) {
      cursor = space;
      showBoard();
      showSpace();
    } else if (tool === "") {
      cursor = space;
      remove(space);
    } else {
      const b = state.cells[space];
      if (b && b.kind === tool && b.floors < game().kinds[tool].floors) {
        cursor = space;
        addFloors(space, 1);
      } else place(space, tool);
    }
    focusSpace();
  }

  function move(rowSteps, columnSteps) {
    const { rows, columns } = mode().board;
    const row = Math.floor(cursor / columns) + rowSteps;
    const column = (cursor % columns) + columnSteps;
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    cursor = row * columns + column;
    showBoard();
    showSpace();
    focusSpace();
  }

  function key(e) {
    if ((e.ctrlKey || e.metaKey || e.altKey) && !e.getModifierState("AltGraph")) return;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -(cursor % mode().board.columns)], End: [0, mode().board.columns - 1 - (cursor % mode().board.columns)] };
    const glyph = (wanted) => Object.values(game().kinds).find((k) => k.glyph === wanted);
    const letter = e.key.length === 1 && (glyph(e.key) || glyph(e.key.toUpperCase()) || glyph(e.key.toLowerCase()));
    if (moves[e.key]) move(...moves[e.key]);
    else if (e.key === "Delete" || e.key === "Backspace") remove(cursor);
    else if (e.key === "Enter") click(cursor);
    else if (e.key === " ") toggleActive(cursor);
    else if (e.key === "+" || e.key === "=") addFloors(cursor, 1);
    else if (e.key === "-") addFloors(cursor, -1);
    else if (/^[1-9]$/.test(e.key)) choosePrint(cursor, Number(e.key));
    else if (e.key === "[") walk(-1);
    else if (e.key === "]") walk(1);
    else if (e.key === "Escape" && step !== null) walk(null);
    else if (letter) place(cursor, letter.name);
    else return;
    e.preventDefault();
  }

  function showSheet() {
    const rows = [];
    let total = "\u2013";
    let own = [];
    let ties = [];
    if (seating.best) {
      const sheet = scorer.sheet(seating.best.city);
      total = signed(sheet.total);
      const title = (part) => {
        if (part === T.PRINTED) return say("printed");
        const r = game().resources.find((x) => T.UNSEATED + x.plural === part);
        return r ? say("unseated", { what: r.pluralTitle }) : data.parts[state.mode][part];
      };
      for (const [part, n] of Object.entries(sheet.parts)) {
        if (n || state.cells.some((b) => b && b.kind === part)) rows.push(h("tr", { "data-part": part }, h("th", { scope: "row" }, title(part)), h("td", {}, signed(n))));
      }
      ties = Object.entries(sheet.ties).map(([part, n]) => h("tr", { "data-tie": part }, h("th", { scope: "row" }, title(part)), h("td", {}, signed(n))));
      own = Object.entries(sheet.own).map(([tile, n]) => h("tr", { "data-own": tile }, h("th", { scope: "row" }, game().kinds[tile].title), h("td", {}, signed(n))));
    }
    elements.score.replaceChildren(`${say("total")} `, h("b", {}, total), ` ${say("vp")}`);
    put("sheet",
      h("h2", { id: "sheet-title" }, say("sheet")),
      h("p", { class: "total" }, h("span", {}, say("total")), " ", h("b", { id: "total" }, total), " ", say("vp")),
      rows.length > 0 && h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("part")), h("th", { scope: "col" }, say("vp")))), h("tbody", {}, rows)),
      ties.length > 0 && h("h3", {}, say("ties")), ties.length > 0 && h("table", { class: "ties" }, h("tbody", {}, ties)),
      own.length > 0 && h("h3", {}, say("own")), own.length > 0 && h("table", { class: "own" }, h("tbody", {}, own)));
  }

  function showSeating() {
    const s = seating;
    const n = s.ways.toLocaleString(data.language);
    let said;
    let kind = "maybe";
    if (!s.best) [said, kind] = [say("seating_none"), "none"];
    else if (s.sure && s.ways <= 1) [said, kind] = [say("seating_given"), "sure"];
    else if (s.sure) [said, kind] = [say("seating_best", { n }), "sure"];
    else if (s.stopped) said = say("seating_stopped", { n });
    else said = say("seating_good", { n, percent: Math.floor(100 * (s.done || 0)) });
    const mark = { sure: "\u2713 ", maybe: "\u2248 ", none: "\u26a0 " }[kind];
    elements.seating.dataset.kind = kind;
    put("seating", mark, said, s.stopped && !s.sure && button("more", say("seating_more"), () => {
      s.stopped = false;
      s.started = performance.now();
      tick();
      showSeating();
    }));
  }

  // The VP of a step, with how they come about where that is more than a number.
  const arithmetic = ({ work, vp }) => (Array.isArray(work) && T.outcome(work) === vp ? `${T.worked(work, false)}${work[0] === "->" ? "" : ` = ${signed(vp)}`}` : "");

  // The buildings on some spaces, as how many of each.
  function listed(spaces) {
    const there = spaces.map((s) => state.cells[s]).filter((b) => b);
    return Object.values(game().kinds)
      .map((kind) => [there.filter((b) => b.kind === kind.name).length, kind])
      .filter(([n]) => n)
      .map(([n, kind]) => `${n} ${n === 1 ? kind.title : kind.plural}`)
      .join(", ");
  }

  function walk(by) {
    if (by === null || !steps.length) step = null;
    else if (step === null) step = by > 0 ? 0 : steps.length - 1;
    else step = (step + by + steps.length) % steps.length;
    showBoard();
    showSteps();
    if (step !== null) {
      // On a telephone the step is told right below the board, wherever the button was.
      if (matchMedia("(max-width: 44rem)").matches) elements.frame.scrollIntoView({ block: "nearest" });
      const x = steps[step];
      announce(`${say("step_n", { i: step + 1, n: steps.length, vp: signed(x.vp) })}. ${x.title}, ${x.space === null ? say("step_whole") : at(x.space)}. ${x.said} ${arithmetic(x)}`);
    }
  }

  function showSteps() {
    const shown = step === null ? null : steps[step];
    put("steps",
      h("h2", { id: "steps-title" }, say("steps")),
      !steps.length && h("p", {}, say("steps_none")),
      steps.length > 0 && h("div", { class: "buttons" },
        button("back", `\u2190 ${say("step_back")}`, () => walk(-1)),
        button("next", `${say("step_next")} \u2192`, () => walk(1)),
        button("stop", say("step_stop"), () => walk(null), { disabled: step === null })),
      shown && h("div", { class: "step" },
        h("p", {}, h("b", {}, say("step_n", { i: step + 1, n: steps.length, vp: signed(shown.vp) }))),
        h("p", {}, `${shown.title}, ${shown.space === null ? say("step_whole") : at(shown.space)}`),
        h("p", { class: "said" }, shown.said),
        arithmetic(shown) && h("p", { class: "work" }, `${arithmetic(shown)} ${say("vp")}`),
        listed(shown.seen) && h("p", {}, say("step_found", { what: listed(shown.seen) })),
        h("p", {}, say("step_sum", { n: signed(steps.slice(0, step + 1).reduce((n, y) => n + y.vp, 0)), total: signed(steps.reduce((n, y) => n + y.vp, 0)) })),
        shown.where && h("p", { class: "where" }, shown.where),
        h("p", { class: "legend" }, say("step_key"))));
  }

  function numberField(name, value, most, onchange, { blank = false } = {}) {
    return named(name, h("input", { type: "number", min: 0, max: most, value: value === null ? "" : value, onchange: (e) => {
      const text = e.target.value.trim();
      const n = Number(text);
      if (text === "" && blank) onchange(null);
      else if (Number.isInteger(n) && n >= 0) {
        e.target.value = Math.min(n, most);
        onchange(Math.min(n, most));
      } else e.target.value = value === null ? "" : value;
    } }));
  }

  function showUnits() {
    const city = seating.best ? seating.best.city : state;
    const has = T.has(game(), city);
    const seated = T.seated(game(), city);
    const given = named("given", h("input", { type: "checkbox", onchange: (e) => change(() => {
      state.supply = e.target.checked ? T.has(game(), city) : null;
    }) }));
    given.checked = state.supply !== null;
    put("units",
      h("h2", { id: "units-title" }, say("units")),
      h("ul", {}, game().resources.map((r) => h("li", {}, say("units_line", {
        what: r.pluralTitle, has: has[r.name], seated: seated[r.name], left: seating.best ? has[r.name] - seated[r.name] : "\u2013",
      })))),
      (city.taken || []).filter((t) => t.units && city.cells[t.space]).map((t) => h("p", {}, say("taken", { kind: game().kinds[city.cells[t.space].kind].title, at: at(t.space), units: unitsText({ [t.resource]: t.units }) }))),
      field(say("units_given"), given, "check"),
      state.supply === null && h("p", { class: "help" }, say("units_given_help")),
      state.supply !== null && game().resources.map((r) => field(r.pluralTitle, numberField(`supply-${r.name}`, state.supply[r.name] || 0, 999, (n) => {
        change(() => { state.supply = { ...state.supply, [r.name]: n }; });
      }))));
  }

  function showSpace() {
    const b = state.cells[cursor];
    const kind = b && game().kinds[b.kind];
    const scores = spaceScores();
    const parts = [h("h2", { id: "space-title" }, `${say("space")}: ${at(cursor)}`)];
    if (!b) parts.push(h("p", {}, say("space_empty")));
    else {
      const prints = printsOf(kind, b);
      parts.push(h("p", {}, chip(b.kind), " ", h("b", {}, kind.title), ". ", unitsText(kind.needs) ? say("needs", { units: unitsText(kind.needs) }) : say("needs_nothing"), " ",
        scores.has(cursor) && say("scores_here", { n: signed(scores.get(cursor)) })));
      const controls = [];
      if (kind.floors > 1) {
        controls.push(h("div", { class: "field" }, h("span", {}, `${say("floors")}: ${b.floors}`), h("div", { class: "buttons" },
          button("less", "\u2212", () => addFloors(cursor, -1), { "aria-label": say("fewer_floors"), disabled: b.floors <= 1 }),
          button("more-floors", "+", () => addFloors(cursor, 1), { "aria-label": say("more_floors"), disabled: b.floors >= kind.floors }))));
      }
      const choices = kind.prints.map((p, i) => [p.name, `${i + 1}: ${describePrint(p)}`]);
      if (kind.prints.length > 1 && prints) {
        prints.forEach((name, i) => controls.push(field(kind.floors > 1 ? say("print", { n: i + 1 }) : say("print_one"), named(`print-${i}`, select(choices, name, (x) => {
          change(() => setPrints(b, prints.map((y, j) => (j === i ? x : y))));
        })))));
      } else if (!prints) {
        const now = [unitsText(b.gains), b.vp ? say("vp_n", { n: b.vp }) : ""].filter((x) => x).join(", ") || say("print_plain");
        controls.push(field(say("print_one"), named("print-0", select([["", `${now} (${say("print_other")})`], ...choices], "", (x) => {
          change(() => setPrints(b, Array(b.floors).fill(x)));
        }))));
      }
      if (Object.keys(kind.needs).length) {
        controls.push(field(say("activity"), named("activity", select([["null", say("activity_auto")], ["true", say("activity_on")], ["false", say("activity_off")]], b.active, (x) => {
          change(() => setActive(b, JSON.parse(x)));
        }))));
      }
      for (const [r, room] of Object.entries(kind.seats)) {
        const resource = game().resources.find((x) => x.name === r);
        const input = numberField(`seats-${r}`, b.seats === null ? null : b.seats[r] || 0, room, (n) => change(() => {
          b.seats = n === null ? null : { ...(b.seats || {}), [r]: n };
          if (n && !kind.seatsInactive) b.active = true;
        }), { blank: true });
        input.placeholder = say("seats_auto");
        controls.push(field(say("seats_of", { what: resource.pluralTitle }), input));
      }
      controls.push(button("remove", `\u2715 ${say("remove")}`, () => { remove(cursor); focusSpace(); }));
      parts.push(h("div", { class: "controls" }, controls));
    }
    put("space", parts);
  }

  // -- sharing

  function buildShare() {
    const form = (value, label) => {
      const input = h("input", { type: "radio", name: "form", value, onchange: showShare });
      input.checked = value === "drawing";
      return field(label, input, "check");
    };
    elements.full = h("input", { type: "checkbox", onchange: showShare });
    elements.text = h("textarea", { rows: 10, spellcheck: "false", autocomplete: "off", maxlength: 100000, id: "share-text" });
    elements.error = h("p", { class: "error", role: "alert" });
    put("share",
      h("h2", { id: "share-title" }, say("share")),
      h("p", { class: "help" }, say("share_help")),
      h("fieldset", {}, h("legend", {}, say("share_form")), form("drawing", say("share_drawing")), form("json", say("share_json")), field(say("share_seating"), elements.full, "check")),
      field(say("share_text"), elements.text),
      h("div", { class: "buttons" },
        button("load", say("share_load"), () => load(elements.text.value)),
        button("copy", say("share_copy"), () => {
          elements.text.select();
          document.execCommand("copy");
          announce(say("copied"));
        })),
      elements.error);
  }

  function exported(full) {
    const city = full && seating.best ? { ...seating.best.city, mode: state.mode } : state;
    return { mode: state.mode, readings: state.readings, cells: city.cells, supply: city.supply, taken: city.taken };
  }

  function showShare() {
    if (document.activeElement === elements.text) return;
    const json = elements.share.querySelector("input[value=json]").checked;
    const city = exported(elements.full.checked);
    elements.text.value = json ? cities.prettyJson(city) : cities.writeDrawing(city);
  }

  // `link`: the text is that of the address, and what is wrong with it is told above the board.
  function load(text, { link = false } = {}) {
    try {
      const { mode: name, readings, cells, supply, taken } = cities.read(text, state.mode);
      const fresh = emptyCity(name);
      const players = name === state.mode ? state.players : fresh.players;
      cursor = Math.max(0, cells.findIndex((b) => b));
      elements.error.textContent = "";
      elements.link.textContent = "";
      const active = document.activeElement === elements.text;
      if (active) elements.text.blur();
      change(() => { state = { ...fresh, players, readings, cells: copy(cells), supply, taken }; }, { keepTaken: true });
      show();
      if (!link) announce(say("loaded"));
    } catch (error) {
      if (!(error instanceof T.BadCity)) throw error;
      if (link) elements.link.textContent = `\u26a0 ${say("error_link", { said: error.message })}`;
      else elements.error.textContent = `\u26a0 ${error.message}`;
    }
  }

  let written = "";
  function writeHash() {
    const empty = state.cells.every((b) => !b);
    const city = JSON.stringify(cities.writeJson(exported(false)));
    written = empty && state.mode === Object.keys(modes)[0] ? "" : `#${encodeURIComponent(city)}`;
    try {
      history.replaceState(null, "", written || location.pathname + location.search);
    } catch {
      location.hash = written;
    }
  }

  function readHash() {
    if (location.hash.length < 2 || location.hash === written) return;
    let text = location.hash.slice(1);
    try {
      text = decodeURIComponent(text);
    } catch {
      // Then what is wrong with it is said of the text as it is.
    }
    load(text, { link: true });
  }

  document.addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || /^(TEXTAREA|INPUT)$/.test(e.target.tagName)) return;
    const name = e.key.toLowerCase();
    if (name === "z" && !e.shiftKey) undo();
    else if (name === "y" || (name === "z" && e.shiftKey)) redo();
    else return;
    e.preventDefault();
  });
  window.addEventListener("hashchange", readHash);

  const started = location.hash;
  build();
  refresh();
  if (started.length > 1) {
    written = "";
    history.replaceState(null, "", started);
    readHash();
    past = [];
    show();
  }
}(globalThis.Tileproof));
