// Totals before → after on the board of Enchanters (web/src/skins/enchanters/after.ts): what the board foretells of a card on the road,
// and of any other action, is what the engine makes of it. Whole games on the page's engine.
//
//     node --test tests/web/unit/after.test.mjs
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { engine, games, playGame, seedOf } from "../lib/games.mjs";
import { web } from "../lib/world.mjs";

const require = createRequire(join(web, "package.json"));
const out = mkdtempSync(join(tmpdir(), "veillee-after-"));
after(() => rmSync(out, { recursive: true }));
require("esbuild").buildSync({
  stdin: { contents: 'export * from "./src/skins/enchanters/after"; export { Spread } from "./src/skins/enchanters/words";', resolveDir: web, loader: "ts" },
  bundle: true, format: "esm", outfile: join(out, "after.mjs"), logLevel: "error",
});
const { afterOf, canTake, Spread, TOTALS, valueOf } = await import(pathToFileURL(join(out, "after.mjs")).href);
const e = await engine();

const GAMES = 3;
const viewOf = (h) => e.call("view", { h, lang: "en" });
const totals = (view, seat) => Object.fromEntries(TOTALS.map((t) => [t, valueOf(view.seats.find((s) => s.id === seat), t)]));
const foretold = (view, look, seat) => afterOf(look, new Spread(view, new Set()), view.seats.find((s) => s.id === seat));

/** Every decision of some games, each with a copy of the game to try things on. */
function decisions(phase, body) {
  for (let n = 0; n < GAMES; n++)
    playGame(e, { game: "enchanters", n: n + 40, bots: "mixed", ...games.enchanters.setup(n) }, (m, h) => {
      if (typeof m.actor !== "number") return;
      const view = viewOf(h);
      if (view.turn.phase === phase) body(h, view, m.actor, e.call("actions", { h, lang: "en" }).actions);
    });
}
const copy = (h, body) => {
  const { h: other } = e.call("load", { text: e.call("record", { h, reveal: true }).text });
  try { return body(other); } finally { e.call("close", { h: other }); }
};
/** Piles are moved about: what comes of it is left untold. */
const stirs = (events) => events.some((x) => /^(discarded|removed|stolen|swapped|given|fled)$/.test(x.type));

test("a card of the road: the totals once it is taken", () => {
  let tried = 0, changed = 0;
  decisions("window_1", (h, view, seat, actions) => {
    for (const a of actions.filter((x) => x.verb === "journey")) {
      const card = view.items.find((i) => i.id === a.src);
      if (!canTake(card) || card.badges.some((b) => b.id === "immediate")) continue; // its effect is told once the price is paid
      const look = { card, action: a, events: e.call("preview", { h, move: a.id, lang: "en" }).events ?? [] };
      const then = foretold(view, look, seat), before = totals(view, seat);
      copy(h, (c) => {
        e.call("play", { h: c, move: a.id });
        const { rev } = e.call("meta", { h: c });
        e.call("play", { h: c, move: "proceed" });
        const m = e.call("meta", { h: c });
        const events = e.call("entries", { h: c, from: rev, to: m.rev, lang: "en" }).flatMap((x) => x.events);
        if (m.actor !== seat || events.some((x) => x.type === "triggered")) return; // something else is set off by it
        const now = totals(viewOf(c), seat);
        for (const t of TOTALS) {
          // what has no forecast does not change; glory may also be left untold
          if (then[t] === undefined && t === "glory") continue;
          assert.equal(then[t] ?? before[t], now[t], `${a.id}: ${t}`);
          if (now[t] !== before[t]) changed++;
        }
        tried++;
      });
    }
  });
  assert.ok(tried > 100 && changed > 200, `${tried} cards, ${changed} totals that change`);
});

test("an ability: the totals once it is used", () => {
  let tried = 0, changed = 0;
  decisions("window_1", (h, view, seat, actions) => {
    for (const a of actions.filter((x) => x.verb === "use" || x.verb === "rest")) {
      const events = e.call("preview", { h, move: a.id, lang: "en" }).events ?? [];
      if (stirs(events)) continue;
      const then = foretold(view, { card: null, action: a, events }, seat), before = totals(view, seat);
      copy(h, (c) => {
        e.call("play", { h: c, move: a.id });
        const m = e.call("meta", { h: c });
        if (m.actor !== seat || !/^window_[13]$/.test(viewOf(c).turn.phase)) return; // something is asked first
        const now = totals(viewOf(c), seat);
        for (const t of TOTALS) {
          if (then[t] === undefined && t === "glory") continue;
          assert.equal(then[t] ?? before[t], now[t], `${a.id}: ${t}, ${events.map((x) => x.text).join(" ")}`);
          if (now[t] !== before[t]) changed++;
        }
        tried++;
      });
    }
  });
  assert.ok(tried > 100 && changed > 100, `${tried} abilities, ${changed} totals that change`);
});
void seedOf;
