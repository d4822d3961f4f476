// Games played by the page's own engine in this process: records of positions, the same every time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core } from "../unit/bundle.mjs";
import { random } from "./run.mjs";
import { web } from "./world.mjs";

const wasm = process.env.VEILLEE_ENGINE ?? join(web, "src/gen/engine.wasm");

export async function engine() {
  const { engine: m } = await core("engine");
  return m.Engine.load(readFileSync(wasm));
}

export const seedOf = (n) => n.toString(16).padStart(64, "0");
const levels = ["initiation", "novice", "guardian", "hero", "legend"];

/** One game, played by people (all of them at this screen) with moves of a bot or of chance; keep(meta, e, h) may record. */
export function playGame(e, { n, guardians, difficulty, players = 1, bots = "greedy", options = {} }, keep) {
  const rng = random(n * 7919 + 1);
  const { h } = e.call("open", {
    game: "runemasters", options: { guardians, difficulty, ...options }, seed: seedOf(n), date: "2026-01-01",
    players: Array.from({ length: players }, (_, i) => ({ kind: "human", name: ["Ana", "Bertrand", "Chloé", "Dimitri"][i] })),
  });
  for (let m = e.call("meta", { h }); ; ) {
    keep?.(m, h);
    if (m.actor === null) break;
    if (m.actor === "chance") { e.call("draw", { h }); m = e.call("meta", { h }); continue; }
    const level = bots === "mixed" ? (rng.below(3) === 0 ? "random" : "greedy") : bots;
    e.call("play", { h, move: e.call("bot", { h, level, seed: seedOf(n * 100_003 + m.rev) }).move });
    m = e.call("meta", { h });
  }
  e.call("close", { h });
}

const recordOf = (e, h) => e.call("record", { h, reveal: true }).text;

/**
 * Recorded positions: every phase, 2 to 4 guardians, every difficulty, early and late. `count` of them, spread over the games.
 */
export function positions(e, count) {
  const found = [];
  const games = [];
  for (let n = 0; n < Math.max(15, Math.ceil(count / 4)); n++)
    games.push({ n: n + 1, guardians: 2 + (n % 3), difficulty: levels[n % 5], players: 1 + (n % 4 > 1 ? 1 : 0), bots: "mixed" });
  const phases = new Map();
  for (const g of games) {
    const rng = random(g.n);
    playGame(e, g, (m, h) => {
      if (m.actor === "chance") return;
      const v = e.call("view", { h, lang: "en" });
      const phase = v.turn.phase;
      const times = phases.get(phase) ?? 0;
      // rare phases are kept whenever they come, common ones now and then
      if (times >= 8 && rng.below(phase === "actions" ? 5 : phase === "game_over" ? 8 : 2) !== 0) return;
      phases.set(phase, times + 1);
      const acts = m.actor === null ? [] : e.call("actions", { h, lang: "en" }).actions;
      found.push({ game: g, rev: m.rev, phase, over: m.actor === null, text: recordOf(e, h), items: v.items.map((i) => i.id), actions: acts });
    });
  }
  // in turn from every phase, spread over the games
  const rng = random(4242);
  const by = new Map();
  for (const p of found) by.set(p.phase, [...(by.get(p.phase) ?? []), p]);
  const taken = [];
  while (taken.length < Math.min(count, found.length))
    for (const list of by.values()) if (list.length > 0 && taken.length < count) taken.push(...list.splice(rng.below(list.length), 1));
  return { list: taken, found: found.length };
}
