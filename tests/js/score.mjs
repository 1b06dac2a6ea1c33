// Scores cities by compiled rules: `node score.mjs RUNTIME RULES < lines > lines`, both lines of JSON.
// A line in: [mode, readings, city, names of which the own score is asked]; out: what the sheet says.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [runtime, rules] = process.argv.slice(2).map((path) => pathToFileURL(path).href);
await import(runtime);
const { MODES } = await import(rules);
const { Scorer, gameOf, outcome } = globalThis.Tileproof;

const scorers = new Map();
const scorerOf = (mode, readings) => {
  const key = `${mode} ${JSON.stringify(readings)}`;
  if (!scorers.has(key)) scorers.set(key, new Scorer(gameOf(MODES[mode], readings)));
  return scorers.get(key);
};

const out = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [mode, readings, city, names] = JSON.parse(line);
  const scorer = scorerOf(mode, readings);
  const { game } = scorer;
  const view = scorer.view(city);
  const clauses = game.clauses.map((x) => scorer.clauseTotal(x, city, view));
  const steps = game.clauses.map(() => 0);
  // What is shown as arithmetic comes to what was scored.
  for (const { clause, vp, work } of scorer.steps(city)) steps[game.clauses.indexOf(clause)] += work ? outcome(work) : vp;
  out.push(JSON.stringify({
    sheet: scorer.sheet(city),
    clauses,
    steps,
    own: Object.fromEntries(names.map((x) => [x, scorer.own(city, x)])),
    unseated: view.left,
    units: Object.fromEntries(Object.keys(scorer.sheet(city).own).map((t) => [t, scorer.units(city, t)])),
    right: scorer.takenRight(city),
    seating: scorer.seatingRight(city),
    watched: game.watched,
  }));
}
process.stdout.write(out.join("\n") + "\n");
