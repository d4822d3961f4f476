// What the first game costs on the wire, as the build compressed it, and whether that is within the budget; exit 1 if it is not.
//
//     node build/sizes.mjs
//
// Shell: what the first screen needs: the frame, one language, home, the tables behind it. Board: what a game adds to that,
// the table with its skin and the worker. Engine: the wasm of a game. Fonts: what comes after the first decision, all together.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { web } from "./catalogue.mjs";

const budget = { shell: 60, board: 80, engine: 150, fonts: 70 };
const dist = join(web, "dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const assets = readdirSync(join(dist, "assets"));
/** What the server sends: the compressed file where there is one. */
const gz = (file) => statSync(join(dist, existsSync(join(dist, `${file}.gz`)) ? `${file}.gz` : file)).size;

/** Files of a chunk, by its name or its source: its own, its styles, and what it imports at once. */
function filesOf(name, into) {
  const chunk = manifest[name] ?? Object.values(manifest).find((c) => c.name === name && c.file.endsWith(".js"));
  if (!chunk) throw new Error(`sizes: ${name} is not in the build`);
  if (into.has(chunk.file)) return into;
  into.add(chunk.file);
  for (const css of chunk.css ?? []) into.add(css);
  for (const other of chunk.imports ?? []) filesOf(other, into);
  return into;
}

const shell = new Set(["index.html"]);
for (const name of ["base", "app", "home", "src/gen/strings.fr.ts"]) filesOf(name, shell);
const worker = assets.filter((f) => /^worker-.*\.js$/.test(f)).map((f) => `assets/${f}`);
const engines = assets.filter((f) => /^engine\.\w+-.*\.wasm$/.test(f)).map((f) => `assets/${f}`);
const fonts = assets.filter((f) => /\.woff2$/.test(f)).map((f) => `assets/${f}`);
const skins = Object.keys(manifest).filter((k) => /^src\/skins\/[a-z]+\/index\.tsx$/.test(k));

let over = false;
function report(name, files, limit) {
  const sizes = files.map((f) => [gz(f), f]).sort((a, b) => b[0] - a[0]);
  const sum = sizes.reduce((n, [size]) => n + size, 0);
  const fits = sum <= limit * 1000;
  over ||= !fits;
  console.log(`${name}: ${(sum / 1000).toFixed(1)} kB of ${limit} kB${files.every((f) => f.endsWith(".woff2")) ? "" : " gzipped"}${fits ? "" : ": TOO LARGE"}`);
  if (!fits || process.argv.includes("-v")) for (const [size, f] of sizes) console.log(`  ${(size / 1000).toFixed(1).padStart(6)}  ${f}`);
}

report("shell", [...shell], budget.shell);
for (const key of skins) {
  const files = filesOf(key, filesOf("table", new Set(worker)));
  report(`board of ${key.split("/")[2]}`, [...files].filter((f) => !shell.has(f)), budget.board);
}
for (const file of engines) report(`engine of ${/engine\.(\w+)-/.exec(file)[1]}`, [file], budget.engine);
report("fonts", fonts, budget.fonts);
if (!engines.length || !skins.length || !fonts.length) over = true;
process.exit(over ? 1 : 0);
