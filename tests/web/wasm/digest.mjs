// Native and WebAssembly play the same games: the digest of every game, over all sizes and variants; so many of each game.
import assert from "node:assert/strict";
import { option } from "../lib/options.mjs";
import { Native, cells, games as every, isFull, load, named, ofNative, run, takes, test } from "./lib.mjs";

takes("Native and WebAssembly play the same games, so many of each: the digests are compared.", {
  ...ofNative,
  "--games N": "of each game (10000), of those that are long one in 20",
  "--from N": "the number of the first one (1)",
  "--full": "the number that is promised for large runs (100000)",
});
const games = Number(option("--games", isFull ? 100000 : 10000));
const from = Number(option("--from", 1));
const PART = 1000;
/** Of long games fewer: a game of Runebound is a thousand moves, one of Reflets d'Acide some hundreds. */
const PARTS = { runebound: 20, reflets: 20 };
/** They are played on, to where decks and tracks are used. */
const played = (cell) => (cell.game === "runebound" ? { ...cell, options: { ...cell.options, round_limit: 30 } } : cell);

const engines = Object.fromEntries(await Promise.all(every.map(async (g) => [g, await load(g)]))); // those of the page
const native = new Native();
let moves = 0;
const took = { wasm: 0, native: 0 };

async function timed(who, f) {
  const began = performance.now();
  const answer = await f();
  took[who] += performance.now() - began;
  return answer;
}

/** Some games of one cell, played by both; how many differ. */
async function compare(cell, first, count) {
  const args = { ...played(cell), games: count, from: first };
  const w = await timed("wasm", () => engines[cell.game].call("digest", args));
  const n = await timed("native", () => native.call("digest", args));
  let different = 0;
  moves += n.moves;
  for (let i = 0; i < count; i++) {
    if (w.games[i] === n.games[i] && /^[0-9a-f]{16}:[1-9]\d*$/.test(n.games[i])) continue;
    if (different++ < 5) console.log(`game ${first + i} of ${JSON.stringify(cell)}: native ${n.games[i]}, wasm ${w.games[i]}`);
  }
  return different;
}

for (const game of every) {
  const mine = cells.filter((c) => c.game === game);
  for (const [c, cell] of mine.entries())
    test(named(cell), async () => {
      const all = Math.ceil(games / (PARTS[game] ?? 1)), end = Math.floor((all * (c + 1)) / mine.length);
      let different = 0;
      for (let at = Math.floor((all * c) / mine.length); at < end; at += PART)
        different += await compare(cell, from + at, Math.min(PART, end - at));
      assert.equal(different, 0);
    });
}

test("the native engine ends well", () => native.close());
await run();
console.log(`NOTE ${games} games of each of ${every.length} (Runebound and Reflets d'Acide: one in ${PARTS.runebound}), ${moves} moves, the same state after each: native ${(took.native / 1000).toFixed(1)} s, wasm ${(took.wasm / 1000).toFixed(1)} s`);
