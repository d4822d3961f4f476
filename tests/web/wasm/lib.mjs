// What the tests of the browser's engine share: the engine, its twin for this machine, seeds, counting.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { has, option } from "../lib/options.mjs";

export { takes } from "../lib/options.mjs";
export { random } from "../lib/random.mjs";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
export const build = resolve(root, option("--build", "build"));
export const native = resolve(root, option("--native", join(build, "door-native")));
export const isFull = has("--full");
/** For `takes`: of every test here, and of those that ask the native engine too. */
export const ofBuild = { "--build FOLDER": "what was built and is tested (build)" };
export const ofNative = { ...ofBuild, "--native PROGRAM": "the same engine for this machine (door-native of that folder)" };

/** The bytes of an engine, that of one game or of all; without them there is nothing to test, and it says so. */
export function engineBytes(game) {
  const path = join(build, "web", game ? `engine.${game}.wasm` : "engine.wasm");
  if (!existsSync(path)) {
    console.log(`NOTE ${path} is not there: make engine-wasm`);
    process.exit(process.env.VEILLEE_CHECK ? 1 : 0);
  }
  return readFileSync(path);
}

/** engine.ts as it is, its types taken off. */
async function wrapper() {
  const ts = createRequire(join(root, "web/package.json"))("typescript");
  const source = readFileSync(join(root, "web/src/core/engine.ts"), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: "ESNext", target: "ES2021" } });
  const folder = join(build, "web/test");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `engine-${process.pid}.mjs`);
  writeFileSync(path, outputText);
  try {
    return await import(pathToFileURL(path).href);
  } finally {
    (await import("node:fs")).rmSync(path);
  }
}

export const { Engine, EngineRefusal, EngineDied } = await wrapper();
export const load = (game) => Engine.load(engineBytes(game));

/** The refusal that a call meets; a call that is not refused fails the test. */
export function refusal(engine, op, args) {
  try {
    const answer = engine.call(op, args);
    throw new Error(`${op} was not refused: ${JSON.stringify(answer).slice(0, 200)}`);
  } catch (e) {
    if (e instanceof EngineRefusal) return e.refusal;
    throw e;
  }
}

/** The engine of this machine, behind a pipe: raw(call) as the wrapper's, but a promise. */
export class Native {
  constructor(program = native) {
    this.child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
    this.child.on("error", (e) => this.gone(`cannot be started: ${e.message}`));
    this.child.on("exit", (code, signal) => this.gone(`ended: ${code ?? signal}`));
    this.child.stdin.on("error", () => {});
    this.waiting = [];
    this.parts = [];
    this.child.stdout.on("data", (chunk) => this.take(chunk));
  }
  take(chunk) {
    for (let at; (at = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(at + 1)) {
      this.parts.push(chunk.subarray(0, at));
      this.waiting.shift()?.resolve(Buffer.concat(this.parts).toString());
      this.parts = [];
    }
    this.parts.push(chunk);
  }
  gone(why) {
    this.why = why;
    for (const w of this.waiting.splice(0)) w.reject(new Error(`the native engine ${why}`));
  }
  raw(call) {
    if (this.why) return Promise.reject(new Error(`the native engine ${this.why}`));
    const bytes = typeof call === "string" ? Buffer.from(call) : call;
    this.child.stdin.write(`@${bytes.length}\n`);
    this.child.stdin.write(bytes);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
  async call(op, args) {
    const { ok, error } = JSON.parse(await this.raw(JSON.stringify({ op, ...args })));
    if (error) throw new EngineRefusal(error);
    return ok;
  }
  async close() {
    const ended = new Promise((done) => this.child.on("exit", (code) => done(code)));
    this.child.stdin.end();
    const code = await ended;
    if (code !== 0) throw new Error(`the native engine ${this.why}`);
  }
}

export const seedOf = (n) => n.toString(16).padStart(64, "0");
const three = [2, 3, 4];
// Games of Runebound are as long as their rounds; what is rare in them comes with the players and the cards.
const tables = { 2: {}, 3: { hero_mode: "chosen" }, 4: { pvp: "off", ally_limit: 2 }, 5: { vorakesh_wins: "on" }, 6: { combat_round_cap: 10 } };
// A campaign of Reflets d'Acide sets stacks of cards, more heroes and quests to choose from; each level draws another number of cards.
const evenings = [{}, { challenge: "aise", vils_order: "cascade" }, { quick_tokens: "yes", challenge: "infernal" }, { ticks: [2, 3, 5, 2, 1, 5, 4, 1, 3, 0] }];
/** A game with its options: every size of table with what changes its rules most. */
export const cells = [
  ...three.flatMap((guardians) => ["initiation", "novice", "guardian", "hero", "legend"].map((difficulty) => ({ game: "runemasters", options: { guardians, difficulty } }))),
  ...three.flatMap((players) => ["draft", "random", "first_game"].flatMap((kingdom_mode, i) => [i % 3 === 1, i % 3 === 2]
    .map((quick, j) => ({ game: "enchanters", options: { players, kingdom_mode, ...(quick && { [i % 2 ? "variant_quick" : "variant_super_quick"]: "yes" }), ...(j && { variant_deep_dragons: "yes" }) } })))),
  ...Object.entries(tables).map(([players, more]) => ({ game: "runebound", options: { players: Number(players), ...more, round_limit: 6 } })),
  ...[1, 2, 3].flatMap((players) => evenings.map((more) => ({ game: "reflets", options: { players, ...more } }))),
];
export const games = [...new Set(cells.map((c) => c.game))];
export const named = ({ game, options }) => `${game} ${Object.entries(options).map(([k, v]) => (v === "yes" ? k.replace("variant_", "") : v)).join(" ")}`;

/** Plays a match to its end; `pick(engine, h)` gives the move of whoever decides. */
export function playOut(engine, h, pick) {
  for (let now = engine.call("meta", { h }); now.actor !== null;)
    now = now.actor === "chance" ? engine.call("draw", { h }) : engine.call("play", { h, move: pick(engine, h) });
  return engine.call("meta", { h });
}
export const anyMove = (rng) => (engine, h) => rng.pick(engine.call("actions", { h }).actions).id;

// ---- counting ----

const tests = [];
export const test = (name, body) => tests.push({ name, body });

/** Runs what was declared; the last line is "N passed, N failed". */
export async function run() {
  let passed = 0, failed = 0;
  for (const { name, body } of tests) {
    const began = performance.now();
    try {
      await body();
      passed++;
      if (process.env.VERBOSE) console.log(`${name}: ${Math.round(performance.now() - began)} ms`);
    } catch (e) {
      failed++;
      console.log(`FAILED ${name}: ${e.stack ?? e}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
