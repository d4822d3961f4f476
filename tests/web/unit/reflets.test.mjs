// What the board of Reflets d'Acide reads off the answers of the engine: the road, the scenes, the sums of a trial and of the end.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { engine, games, playGame } from "../lib/games.mjs";
import { web } from "./bundle.mjs";

const out = mkdtempSync(join(tmpdir(), "veillee-ra-"));
after(() => rmSync(out, { recursive: true }));
createRequire(join(web, "package.json"))("esbuild").buildSync({
  stdin: { contents: 'export * from "./skins/reflets/words"; export * from "./skins/reflets/road";', resolveDir: join(web, "src"), loader: "ts" },
  bundle: true, format: "esm", outfile: join(out, "ra.mjs"), logLevel: "error", jsx: "automatic", jsxImportSource: "preact", nodePaths: [join(web, "node_modules")],
});
const { landAt, landOfCard, LUCK, roadOf, sceneOf, Spread, stat } = await import(pathToFileURL(join(out, "ra.mjs")).href);

const e = await engine();
const touched = (a) => [a.src, a.dst, ...(a.also ?? [])].filter(Boolean);
const all = [];
for (let n = 1; n < 4; n++)
  playGame(e, { game: "reflets", n, bots: "mixed", ...games.reflets.setup(n) }, (m, h) => {
    if (m.actor === "chance") return;
    const view = e.call("view", { h, lang: "en" });
    const { actions } = m.actor === null ? { actions: [] } : e.call("actions", { h, lang: "en" });
    all.push({ view, actions, spread: new Spread(view, actions, new Set(actions.flatMap(touched))) });
  });

test("everything that a move touches is a thing of the view or a square of the road", () => {
  assert.ok(all.length > 200);
  for (const { view, actions } of all) {
    const there = new Set([...view.items.map((i) => i.id), ...view.map.cells.map((c) => c.id)]);
    for (const a of actions) for (const id of touched(a)) assert.ok(there.has(id), `${view.turn.phase}: ${a.id} touches ${id}`);
  }
});

test("no thing is shown twice, and heroes stand on their places without a gap", () => {
  for (const { view, spread } of all) {
    const ids = view.items.map((i) => i.id);
    assert.equal(new Set(ids).size, ids.length, ids.filter((x, k) => ids.indexOf(x) !== k).join());
    assert.deepEqual(spread.heroes.map((h) => h.pos), spread.heroes.map((_, k) => k + 1));
  }
});

test("what is needed is what is printed, with what creatures add and what was taken off", () => {
  let tried = 0, added = 0;
  for (const { spread } of all) {
    const now = spread.objectives.find((o) => o.badges.some((b) => b.id === "now"));
    if (!now || now.stats?.target === undefined) continue;
    const most = now.badges.some((b) => b.id === "individual") ? 6 : 20;
    const adds = spread.foes.reduce((n, f) => n + stat(f, "adds"), 0);
    assert.equal(stat(now, "target"), Math.max(1, Math.min(most, stat(now, "base") + adds + stat(now, "slid") + stat(now, "eased"))));
    if (now.stats.reached && spread.dice.every((d) => d.stats.gives)) assert.equal(stat(now, "reached"), spread.dice.reduce((n, d) => n + stat(d, "gives"), 0));
    tried++;
    added += adds > 0;
  }
  assert.ok(tried > 20 && added > 0, `${tried} objectives, ${added} with creatures`);
});

test("the road is drawn whole, the same every time; zones, luck squares and cards have their lands", () => {
  const { view } = all[0];
  const road = roadOf(view.map);
  assert.equal(road.order.length, 15 + 1 + 45 + 10);
  assert.equal(road.stones.length, view.map.cells.length);
  assert.equal(road.shortcuts.length, 7);
  assert.ok(!/NaN|undefined/.test(JSON.stringify(road)));
  assert.deepEqual(roadOf(structuredClone(view.map)), road);
  for (const id of LUCK) assert.ok(view.map.cells.some((c) => c.id === `node.${id}`));
  assert.equal(landAt("W13"), "river");
  assert.deepEqual(["Z01", "Z06", "Z07", "Z36", "P03", "S01"].map((k) => landOfCard({ id: `card.${k}`, face: `card.${k}` })), ["forest", "forest", "river", "mount", "door", null]);
});

test("a question about squares shows the road, one about cards what is at hand, and choices before the journey come alone", () => {
  const seen = new Set();
  for (const { view, actions, spread } of all) {
    const scene = sceneOf(spread);
    seen.add(scene);
    if (actions.some((a) => a.verb === "goto")) assert.equal(scene, "map");
    if (view.turn.phase === "setup_challenge") assert.equal(scene, "pick");
    if (["obj_assign", "rev_dilemma"].includes(view.turn.phase)) assert.equal(scene, "hand", view.turn.phase);
  }
  assert.deepEqual([...seen].sort().filter((s) => s !== "count"), ["hand", "map", "pick"]);
});
