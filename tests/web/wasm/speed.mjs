// How fast the browser's engine plays beside the same engine of this machine: random games (`digest`), in turns, the
// best of each counted, so that what else the machine does matters little. --strict: below the mark is a failure.
import assert from "node:assert/strict";
import { option, has } from "../lib/options.mjs";
import { Native, games, load, ofNative, run, takes, test } from "./lib.mjs";

takes("How fast the browser's engine plays, as a share of the native one's speed.", {
  ...ofNative,
  "--rounds N": "how often each is asked, in turns (60)",
  "--strict": "a share below 0.60 fails",
});
const LEAST = 0.6;
const rounds = Number(option("--rounds", 60));
const native = new Native();

/** Milliseconds of the fastest answer of each, asked in turns. */
async function best(engines, ask) {
  const took = engines.map(() => Infinity);
  for (let k = 0; k < rounds; k++)
    for (const [i, engine] of engines.entries()) {
      const began = performance.now();
      await ask(engine);
      took[i] = Math.min(took[i], performance.now() - began);
    }
  return took;
}

async function share(name, engines, ask) {
  const [wasm, here] = await best(engines, ask);
  console.log(`NOTE ${name}: ${wasm.toFixed(1)} ms in the browser's engine, ${here.toFixed(1)} ms in the native one: ${(here / wasm).toFixed(2)} of its speed`);
  if (has("--strict")) assert.ok(here / wasm >= LEAST, `${name}: less than ${LEAST}`);
}

// Runebound may last for ever: its random games end as the rules recommend.
const limits = { runebound: { round_limit: 30 } };

for (const game of games) {
  test(`${game} at random`, async () => {
    const engines = [await load(game), native];
    await share(`${game}, 100 random games`, engines, (engine) => engine.call("digest", { game, options: limits[game] ?? {}, games: 100, from: 1 }));
  });
}
test("the native engine ends well", () => native.close());
await run();
