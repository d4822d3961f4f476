// The page in a real browser, against the real server.
import assert from "node:assert/strict";
import { takes } from "../lib/options.mjs";
import { run, tell } from "../lib/run.mjs";
import { needs, sins } from "../lib/world.mjs";
import { endShared } from "./shared.mjs";

takes("The page in a real browser, against the real server.", {
  "--program PROGRAM": "under test (build/veillee)",
  "--only WORD": "the tests with this in their name",
  "--jobs N": "side by side (2)",
  "--verbose": "also those that pass, with their time",
});
needs();
const began = Date.now();
await import("./solo.mjs");
await import("./enchanters.mjs");
await import("./runebound.mjs");
await import("./reflets.mjs");
await import("./campaign.mjs");
await import("./looks.mjs");
await import("./telling.mjs");
await import("./learn.mjs");
await import("./frame.mjs");
await import("./fits.mjs");
await import("./room.mjs");
await import("./around.mjs");
await import("./bad.mjs");
await import("./shell.mjs");
await import("./faces.mjs");
const { axeRuns } = await import("./screens.mjs");

const none = (list) => assert.deepEqual([...new Set(list)].slice(0, 20), []);
const count = await run({
  after: () => [
    { name: "figure 22: no violation of the content security policy in the whole run", body: () => none(sins.csp) },
    { name: "figure 22: no injected markup ran, no dialog opened", body: () => none(sins.ran) },
    { name: "nothing was asked of anybody else", body: () => none(sins.foreign) },
    { name: "no error on any page", body: () => none(sins.faults) },
  ],
});
await endShared();
console.log(`NOTE figure 22: ${sins.csp.length} violations of the content security policy, ${sins.ran.length} injected scripts ran`);
console.log(`NOTE axe: ${axeRuns()} runs; all in ${((Date.now() - began) / 1000).toFixed(0)} s`);
tell(count);
