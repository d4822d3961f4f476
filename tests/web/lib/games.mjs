// Games played by the page's own engine in this process: records of positions, the same every time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core } from "../unit/bundle.mjs";
import { random } from "./random.mjs";
import { web } from "./world.mjs";

const wasm = process.env.VEILLEE_ENGINE ?? join(web, "src/gen/engine.wasm");

/** The page's engine; its views are those that the page makes of them. */
export async function engine() {
  const { engine: m, join: j } = await core("engine", "join");
  const e = await m.Engine.load(readFileSync(wasm));
  const faces = new j.FacesKept();
  return {
    call(op, args) {
      const told = e.call(op, args);
      if (told === null || (op !== "view" && op !== "actions")) return told;
      const joiner = (id) => faces.get(id) ?? faces.keep(e.call("faces", { h: args.h, lang: args.lang ?? "en" }));
      if (op === "view") return joiner(told.faces).view(told);
      return { ...told, actions: joiner(e.call("view", { h: args.h, lang: args.lang ?? "en" }).faces).actions(told).actions.map(({ group, ...a }) => a) }; // rows as the page makes them
    },
  };
}

export const seedOf = (n) => n.toString(16).padStart(64, "0");

// ---- what there is to play ----

const difficulties = ["initiation", "novice", "guardian", "hero", "legend"];
const modes = ["draft", "random", "first_game", "draft", "list"];
const kingdoms = ["worshippers", "barbarians", "draconians", "gnolls", "goblins", "unicorns", "undead", "thieves"];
const yes = (on) => (on ? "yes" : "no");

/**
 * Of each game: the nth set-up, so that a few in a row have met every number of players, every option and every variant; which phases come
 * again and again (a few of them are enough); how many positions a game gives, and games with something rare; and, for a sample, what besides the phase makes one position unlike another.
 */
export const games = {
  runemasters: {
    setup: (n) => ({ players: 1 + (n % 4 > 1 ? 1 : 0), options: { guardians: 2 + (n % 3), difficulty: difficulties[n % 5] } }),
    common: /^actions$/,
    each: 4,
    also: [],
    trait: () => "",
  },
  enchanters: {
    setup: (n) => {
      const players = 2 + (n % 3), mode = modes[n % 5];
      // Quick and Super quick exclude each other
      const options = { players, kingdom_mode: mode, variant_quick: yes(n % 4 === 1), variant_super_quick: yes(n % 4 === 2), variant_deep_dragons: yes((n >> 2) % 2 === 1) };
      if (mode === "list") options.kingdoms = Array.from({ length: players === 3 ? 3 : 4 }, (_, k) => kingdoms[(n + 2 * k) % 8]);
      return { players, options };
    },
    common: /^window_/,
    each: 7,
    also: [62], // two triggers at once
    trait: (v) => [
      v.seats.length, v.items.some((i) => i.zone.endsWith(".trophies")) && "trophies", v.items.filter((i) => i.zone === "pending").length,
      Math.max(...v.zones.map((z) => (/^pile/.test(z.id) ? v.items.filter((i) => i.zone === z.id).length : 0))) > 6 && "high",
    ].join(),
  },
  runebound: {
    setup: (n) => {
      const players = 2 + (n % 5);
      return { players, options: { players, hero_mode: n % 3 === 1 ? "chosen" : "random", pvp: n % 7 === 6 ? "off" : "on", round_limit: 6 + (n % 4) * 4 } };
    },
    common: /^(move|move_plan|escape|declare|experience)$/,
    each: 9,
    also: [],
    trait: (v) => [
      v.seats.length, v.items.some((i) => i.zone === "track") && "track", v.items.some((i) => i.kind === "event") && "event",
      v.items.some((i) => i.zone === "fight" && i.id.startsWith("card.")) && "foe", v.items.filter((i) => /^sheet/.test(i.zone)).length > 4 && "rich",
    ].join(),
  },
  reflets: {
    setup: (n) => {
      const players = 1 + (n % 3);
      const options = { players, quick_tokens: yes(n % 2 === 1), vils_order: n % 5 === 4 ? "cascade" : "strict", turn_cap: 14 + (n % 4) * 10 };
      if (n % 3 === 1) options.challenge = n % 2 ? "pepere" : "infernal";
      if (n % 4 === 3) options.ticks = [1, 2, 1, 1, 1, 1, 1, 1, 2, 0];
      return { players, options };
    },
    common: /^(pay_gem|place_gem|obj_before|obj_after|bless|gold|move|turn_end|equip_item|equip_holder)$/,
    each: 9,
    also: [],
    trait: (v) => [
      v.seats.length, v.items.some((i) => i.zone === "purse") && "won", v.items.some((i) => i.kind === "creature" || i.kind === "critter") && "foe",
      v.items.filter((i) => i.kind === "loot").length > 3 && "rich", v.items.some((i) => i.kind === "room" && i.id.startsWith("card.")) && "rooms", v.items.filter((i) => i.kind === "objective").length > 2 && "long",
    ].join(),
  },
};

/** One game, or so many entries of it, played by people (all of them at this screen) with moves of a bot or of chance; keep(meta, h) may record, and end it by false. */
export function playGame(e, { game = "runemasters", n, players = 1, bots = "greedy", options = {}, most = Infinity }, keep) {
  const rng = random(n * 7919 + 1);
  const { h } = e.call("open", {
    game, options, seed: seedOf(n), date: "2026-01-01",
    players: Array.from({ length: players }, (_, i) => ({ kind: "human", name: ["Ana", "Bertrand", "Chloé", "Dimitri", "Emma", "Farid"][i] })),
  });
  for (let m = e.call("meta", { h }); ; ) {
    if (keep?.(m, h) === false || m.actor === null || m.rev >= most) break;
    if (m.actor === "chance") { e.call("draw", { h }); m = e.call("meta", { h }); continue; }
    const level = bots === "mixed" ? (rng.below(3) === 0 ? "random" : "greedy") : bots;
    e.call("play", { h, move: e.call("bot", { h, level, seed: seedOf(n * 100_003 + m.rev) }).move });
    m = e.call("meta", { h });
  }
  e.call("close", { h });
}

const recordOf = (e, h) => e.call("record", { h, reveal: true }).text;
const inWords = (g) => `${g.game}, ${g.players} players, ${Object.entries(g.options).filter(([, v]) => v !== "no").map(([k, v]) => `${k} ${v}`).join(", ")}, seed ${g.n}`;

/** Recorded positions of a game: every phase, every number of players, every variant, early and late. `count` of them, spread over the games. */
export function positions(e, count, game = "runemasters") {
  const kind = games[game];
  const found = [];
  const phases = new Map();
  const plays = Array.from({ length: Math.max(15, Math.ceil(count / kind.each)) }, (_, n) => n);
  for (const n of [...plays, ...kind.also.filter((x) => !plays.includes(x))]) {
    const g = { game, n: n + 1, bots: "mixed", ...kind.setup(n) };
    const rng = random(g.n);
    playGame(e, g, (m, h) => {
      if (m.actor === "chance") return;
      const v = e.call("view", { h, lang: "en" });
      const phase = v.turn.phase;
      const times = phases.get(phase) ?? 0;
      // rare phases are kept whenever they come, common ones now and then
      if (times >= 8 && rng.below(kind.common.test(phase) ? 5 : phase === "game_over" ? 8 : 2) !== 0) return;
      phases.set(phase, times + 1);
      const acts = m.actor === null ? [] : e.call("actions", { h, lang: "en" }).actions;
      found.push({
        game, what: inWords(g), rev: m.rev, phase, trait: kind.trait(v), over: m.actor === null, text: recordOf(e, h), actions: acts,
        items: v.items.map((i) => ({ id: i.id, zone: i.zone })),
      });
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

/** So many of them: the first of every phase, then whatever differs most from those, then by lot. */
export function sampleOf(list, count) {
  const rng = random(7);
  const rest = [...list], taken = [];
  for (const key of ["phase", "trait"])
    for (const value of new Set(list.map((p) => p[key]))) {
      if (taken.some((p) => p[key] === value)) continue;
      taken.push(...rest.splice(rest.findIndex((p) => p[key] === value), 1));
    }
  while (taken.length < count && rest.length > 0) taken.push(...rest.splice(rng.below(rest.length), 1));
  return taken.slice(0, count);
}
