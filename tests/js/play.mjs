// What the page's own parts do without a page: `node play.mjs FOLDER < lines > lines`, both lines of JSON.
// A line in: ["read", text, mode], ["seat", city text, mode]; out: what came of it.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const folder = process.argv[2];
for (const name of ["runtime.js", "seating.js", "cities.js"]) vm.runInThisContext(readFileSync(`${folder}/${name}`, "utf8"));
const modes = vm.runInThisContext(`${readFileSync(`${folder}/rules.js`, "utf8")};TileproofRules`);
const T = globalThis.Tileproof;
const data = vm.runInThisContext(`${readFileSync(`${folder}/data.js`, "utf8")};TileproofData`);
const cities = new T.Cities(modes, data.rulings, (key, values) => `${key} ${JSON.stringify(values)}`);

function read(text, mode) {
  try {
    const city = cities.read(text, mode);
    return { city, drawing: cities.writeDrawing(city), json: cities.prettyJson(city) };
  } catch (error) {
    if (!(error instanceof T.BadCity)) throw error;
    return { error: error.message };
  }
}

function seat(text, mode) {
  const city = cities.read(text, mode);
  const search = new T.Seating(new T.Scorer(T.gameOf(modes[mode], city.readings)), city);
  search.climb(20);
  search.shake(20);
  const early = search.best && search.best.total;
  search.search(30000);
  return { early, total: search.best && search.best.total, sure: search.sure, city: search.best && search.best.city };
}

const out = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...rest] = JSON.parse(line);
  out.push(JSON.stringify({ read, seat }[what](...rest)));
}
process.stdout.write(out.join("\n") + "\n");
