// Clicks made into actions (web/src/ui/select.ts): any order, at most two clicks for a pair, a second click on the same spot for
// what cannot be taken back. The positions are small and by hand; the contract tests try whole games.
//
//     node --test tests/web/unit/select.test.mjs
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "../../../web");
const require = createRequire(join(web, "package.json"));
const { buildSync } = require("esbuild");

const out = mkdtempSync(join(tmpdir(), "veillee-select-"));
after(() => rmSync(out, { recursive: true }));
buildSync({
  stdin: {
    contents: 'export { Select } from "./src/ui/select"; export { signal } from "@preact/signals";',
    resolveDir: web, loader: "ts",
  },
  bundle: true, format: "esm", outfile: join(out, "select.mjs"), logLevel: "error",
});
const { Select, signal } = await import(pathToFileURL(join(out, "select.mjs")).href);

const die = (n, face, badges = []) => ({ id: `die.${n}`, kind: "die", zone: "dice", pos: n, name: `die ${n}`, face: `rune.${face}`, badges });
const act = (id, src, dst, undo = "free", also) => ({ id, verb: id.split(" ")[0], group: "g", text: id, rules: [], undo, ...(src && { src }), ...(dst && { dst }), ...(also && { also }) });

function table(actions, { items = [], why_not = {}, confirm = true } = {}) {
  const moved = [];
  const t = {
    view: signal({ zones: [{ id: "dice", kind: "tray", label: "" }, { id: "lane", kind: "track", label: "" }], items }),
    actions: signal({ rev: 1, seat: 0, actions, why_not }),
    move: (a) => moved.push(a.id),
  };
  return { t, moved, sel: new Select(t, () => confirm) };
}
const lit = (sel) => [...sel.state.value.lit].sort();

test("one action that can be taken back happens at the first click", () => {
  const { sel, moved } = table([act("choose kulak", "guardian.kulak"), act("choose neltai", "guardian.neltai")]);
  assert.equal(sel.click("guardian.neltai"), "done");
  assert.deepEqual(moved, ["choose neltai"]);
});

test("a row of moves happens by a click on where it ends; beside single steps with a choice it is armed first", () => {
  const row = (id, dst, undo) => ({ ...act(id, undefined, dst, undo), row: true });
  const steps = [act("step ne 0", "die.0", "hex.84"), act("step ne 2", "die.2", "hex.84")];
  const { sel, moved } = table([...steps, row("go 85", "hex.85"), row("go 86", "hex.86", "reveal"), row("go 84", "hex.84")]);
  assert.equal(sel.click("hex.85"), "done");
  assert.equal(sel.click("hex.86"), "armed");
  assert.equal(sel.click("hex.86"), "done");
  assert.equal(sel.click("hex.84"), "armed");
  assert.deepEqual(lit(sel), ["die.0", "die.2"]);
  assert.equal(sel.click("die.2"), "done");
  assert.deepEqual(moved, ["go 85", "go 86", "step ne 2"]);
});

test("several actions: targets light up, the second click does it, in either order", () => {
  const actions = [act("hit 0", "die.0", "card.a"), act("move 0 red", "die.0", "path.red"), act("hit 1", "die.1", "card.a"), act("move 1 red", "die.1", "path.red")];
  for (const order of [["die.0", "path.red"], ["path.red", "die.0"]]) {
    const { sel, moved } = table(actions);
    assert.equal(sel.click(order[0]), "picked");
    assert.ok(sel.status(order[1]).lit);
    assert.ok(sel.status(order[0]).picked);
    assert.equal(sel.click(order[1]), "done");
    assert.deepEqual(moved, ["move 0 red"]);
    assert.equal(sel.state.value.picked, null);
  }
});

test("where a row of moves leads stands for it as soon as it is looked at; what lies elsewhere stands for itself", () => {
  const row = { ...act("go 85 0", "die.0", "hex.85", "free", ["die.1"]), row: true };
  const { sel } = table([act("step 0 0", "die.0", "hex.84"), row, { ...row, id: "go 85 1" }], { items: [die(0, "red"), die(1, "red")] });
  sel.hover({ item: "hex.85" });
  assert.deepEqual(sel.subject.value, { move: "go 85 0" });
  sel.hover({ item: "hex.84" });
  assert.deepEqual(sel.subject.value, { item: "hex.84" });
  sel.hover({ item: "die.0" });
  assert.deepEqual(sel.subject.value, { item: "die.0" });
});

test("a pick narrows the list; Escape and a second click give all of it back", () => {
  const { sel } = table([act("hit 0", "die.0", "card.a"), act("move 0 red", "die.0", "path.red"), act("hit 1", "die.1", "card.a")]);
  assert.equal(sel.state.value.narrowed.length, 3);
  sel.click("die.0");
  assert.deepEqual(sel.state.value.narrowed.map((a) => a.id), ["hit 0", "move 0 red"]);
  assert.equal(sel.cancel(), true);
  assert.equal(sel.cancel(), false);
  assert.equal(sel.state.value.narrowed.length, 3);
  sel.click("die.0");
  assert.equal(sel.click("die.0"), "cancelled");
  assert.equal(sel.state.value.picked, null);
});

test("a click elsewhere on something usable begins anew; on nothing, cancels", () => {
  const { sel, moved } = table([act("hit 0", "die.0", "card.a"), act("move 0 red", "die.0", "path.red"), act("hit 1", "die.1", "card.b"), act("move 1 blue", "die.1", "path.blue")]);
  sel.click("die.0");
  assert.equal(sel.click("die.1"), "picked");
  assert.deepEqual(sel.state.value.picks, ["die.1"]);
  assert.equal(sel.click("place.temple"), "nothing");
  assert.equal(sel.state.value.picked, null);
  assert.deepEqual(moved, []);
});

test("what cannot be taken back is armed first; the same spot again does it, another spot does not", () => {
  const { sel, moved } = table([act("place red", "guardian.a", "path.red", "reveal"), act("place blue", "guardian.a", "path.blue", "reveal"), act("end", undefined, undefined, "reveal")]);
  assert.equal(sel.click("path.red"), "armed");
  assert.equal(sel.state.value.armed, "place red");
  assert.ok(sel.status("path.red").armed);
  assert.equal(sel.click("path.blue"), "armed");
  assert.equal(sel.state.value.armed, "place blue");
  assert.deepEqual(moved, []);
  assert.equal(sel.click("path.blue"), "done");
  assert.deepEqual(moved, ["place blue"]);
});

test("from the list: free at once, final at the second time, and Escape disarms", () => {
  const end = act("end", undefined, undefined, "reveal"), hit = act("hit 0", "die.0", "card.a");
  const { sel, moved } = table([hit, end]);
  assert.equal(sel.choose(end), "armed");
  assert.ok(sel.cancel());
  assert.equal(sel.choose(end), "armed");
  assert.equal(sel.choose(end), "done");
  assert.equal(sel.choose(hit), "done");
  assert.deepEqual(moved, ["end", "hit 0"]);
  assert.equal(sel.choose(act("unknown")), "nothing");
});

test("without the confirmation, final actions happen at once", () => {
  const end = act("end", undefined, undefined, "reveal");
  const { sel, moved } = table([end, act("place red", "guardian.a", "path.red", "reveal")], { confirm: false });
  assert.equal(sel.click("path.red"), "done");
  assert.equal(sel.choose(end), "done");
  assert.deepEqual(moved, ["place red", "end"]);
});

test("one thing that is a whole action and the beginning of others is armed, not done", () => {
  const { sel, moved } = table([act("ultimate", "place.ultimate"), act("charge 0", "die.0", "place.ultimate"), act("charge 1", "die.1", "place.ultimate"), act("hit 1", "die.1", "card.a")]);
  assert.equal(sel.click("place.ultimate"), "armed");
  assert.deepEqual(lit(sel), ["die.0", "die.1"]);
  assert.equal(sel.click("die.1"), "done");
  assert.deepEqual(moved, ["charge 1"]);
  sel.click("place.ultimate");
  assert.equal(sel.click("place.ultimate"), "done");
  assert.deepEqual(moved, ["charge 1", "ultimate"]);
});

test("two actions with the same pair stay in the list to choose from", () => {
  const { sel, moved } = table([act("whirl 0 0", "die.0", "card.a"), act("whirl 0 2", "die.0", "card.a"), act("charge 0", "die.0", "place.ultimate")]);
  sel.click("card.a");
  assert.equal(sel.click("die.0"), "picked");
  assert.deepEqual(sel.state.value.narrowed.map((a) => a.id), ["whirl 0 0", "whirl 0 2"]);
  assert.equal(sel.choose(sel.state.value.narrowed[1]), "done");
  assert.deepEqual(moved, ["whirl 0 2"]);
});

const rerolls = [
  act("reroll 0", "die.0", "place.mana", "reveal"), act("reroll 1", "die.1", "place.mana", "reveal"), act("reroll 2", "die.2", "place.mana", "reveal"),
  act("reroll 0 1", "die.0", "place.mana", "reveal", ["die.1"]), act("reroll 0 2", "die.0", "place.mana", "reveal", ["die.2"]),
  act("reroll 1 2", "die.1", "place.mana", "reveal", ["die.2"]), act("reroll 0 1 2", "die.0", "place.mana", "reveal", ["die.1", "die.2"]),
];
const three = [die(0, "red"), die(1, "blue"), die(2, "green")];

test("a set grows once its target is known, in any order, and shrinks again", () => {
  const { sel, moved } = table(rerolls, { items: three });
  sel.click("place.mana");
  assert.deepEqual(lit(sel), ["die.0", "die.1", "die.2"]);
  assert.equal(sel.click("die.2"), "armed");
  assert.equal(sel.state.value.armed, "reroll 2");
  sel.click("die.0");
  assert.equal(sel.state.value.armed, "reroll 0 2");
  sel.click("die.1");
  assert.equal(sel.state.value.armed, "reroll 0 1 2");
  sel.click("die.0");
  assert.equal(sel.state.value.armed, "reroll 1 2");
  assert.equal(sel.click("die.1"), "done");
  assert.deepEqual(moved, ["reroll 1 2"]);
});

test("a pair of dice is two clicks, whatever sets they could belong to", () => {
  const { sel, moved } = table([...rerolls, act("block 0 1", "die.0", "die.1")], { items: three });
  sel.click("die.0");
  assert.deepEqual(lit(sel), ["die.1", "place.mana"]);
  assert.equal(sel.click("die.1"), "done");
  assert.deepEqual(moved, ["block 0 1"]);
});

test("equal dice stand for each other, since the list names only the lowest", () => {
  const items = [die(0, "red"), die(1, "white"), die(2, "white"), die(3, "white", [{ id: "used", text: "spent" }])];
  const { sel, moved } = table([act("hit 1", "die.1", "card.a"), act("charge 1", "die.1", "place.ultimate"), act("block 1 2", "die.1", "die.2")], { items, why_not: { "die.3": { rule: "R", text: "spent" } } });
  assert.ok(sel.status("die.2").usable);
  assert.equal(sel.status("die.3").usable, false);
  assert.equal(sel.status("die.3").whyNot.text, "spent");
  sel.click("die.2");
  assert.deepEqual(lit(sel), ["card.a", "die.1", "place.ultimate"]);
  assert.equal(sel.click("card.a"), "done");
  sel.click("die.2");
  assert.equal(sel.click("die.1"), "done");
  assert.deepEqual(moved, ["hit 1", "block 1 2"]);
});

test("equal dice in a set: as many as were picked, the lowest ones", () => {
  const items = [die(0, "red"), die(1, "white"), die(2, "white")];
  const { sel, moved } = table([
    act("reroll 0", "die.0", "place.mana", "reveal"), act("reroll 1", "die.1", "place.mana", "reveal"), act("reroll 0 1", "die.0", "place.mana", "reveal", ["die.1"]),
    act("reroll 1 2", "die.1", "place.mana", "reveal", ["die.2"]), act("reroll 0 1 2", "die.0", "place.mana", "reveal", ["die.1", "die.2"]),
  ], { items });
  sel.click("place.mana");
  sel.click("die.2");
  assert.equal(sel.state.value.armed, "reroll 1");
  sel.click("die.0");
  assert.equal(sel.state.value.armed, "reroll 0 1");
  sel.click("die.1");
  assert.equal(sel.click("die.1"), "done");
  assert.deepEqual(moved, ["reroll 0 1 2"]);
});

test("a refused thing says why, and new actions forget what was picked", () => {
  const { t, sel } = table([act("hit 0", "die.0", "card.a"), act("move 0 red", "die.0", "path.red")], { why_not: { "die.1": { rule: "RM-BAD-20", text: "spent" } } });
  assert.equal(sel.click("die.1"), "refused");
  sel.click("die.0");
  t.actions.value = { rev: 2, seat: 0, actions: [], why_not: {} };
  assert.equal(sel.state.value.picked, null);
  t.actions.value = null;
  assert.equal(sel.click("die.0"), "nothing");
  assert.equal(sel.status("die.0").usable, false);
});

// ---- a finger ----

const pairs = [act("hit 0", "die.0", "card.a"), act("move 0 red", "die.0", "path.red"), act("hit 1", "die.1", "card.a"), act("rest", "place.village")];
const things = [{ id: "die.0", zone: "lane" }, { id: "die.1", zone: "lane" }, { id: "card.a", zone: "lane" }, { id: "card.b", zone: "lane" }, { id: "path.red", zone: "lane" }, { id: "place.village", zone: "lane" }];

test("a tap never does anything at once: one thing takes two, a pair three", () => {
  const { sel, moved } = table(pairs, { items: things, confirm: false });
  assert.equal(sel.click("place.village", "touch"), "armed");
  assert.deepEqual(moved, []);
  assert.equal(sel.click("place.village", "touch"), "done");
  assert.equal(sel.click("die.0", "touch"), "picked");
  assert.deepEqual(lit(sel), ["card.a", "path.red"]);
  assert.equal(sel.click("path.red", "touch"), "armed");
  assert.deepEqual(moved, ["rest"]);
  assert.equal(sel.click("path.red", "touch"), "done");
  assert.deepEqual(moved, ["rest", "move 0 red"]);
});

test("a tap on a listed action arms it; the card's button does it", () => {
  const { sel, moved } = table(pairs, { items: things });
  assert.equal(sel.choose(pairs[0], "touch"), "armed");
  assert.deepEqual(sel.subject.value, { move: "hit 0" });
  assert.equal(sel.act(), "done");
  assert.equal(sel.act(), "nothing");
  assert.deepEqual(moved, ["hit 0"]);
});

test("a tap pins what it is on, usable or not, until something else is tapped or let go", () => {
  const { sel } = table(pairs, { items: things });
  sel.click("card.b", "touch");
  assert.deepEqual(sel.subject.value, { item: "card.b" });
  sel.focus({ item: "die.1" }); // the focus that is put somewhere after a move is no subject
  assert.deepEqual(sel.subject.value, { item: "card.b" });
  sel.click("die.0", "touch");
  assert.deepEqual(sel.subject.value, { item: "die.0" });
  sel.cancel();
  assert.deepEqual(sel.subject.value, { item: "die.1" });
});

// ---- one subject ----

test("armed before pinned before hovered before focused", () => {
  const end = act("end", undefined, undefined, "reveal");
  const { sel } = table([...pairs, end], { items: things });
  assert.equal(sel.subject.value, null);
  sel.focus({ item: "die.0" });
  assert.deepEqual(sel.subject.value, { item: "die.0" });
  sel.hover({ move: "rest" });
  assert.deepEqual(sel.subject.value, { move: "rest" });
  sel.pin("card.b");
  assert.deepEqual(sel.subject.value, { item: "card.b" });
  sel.choose(end);
  assert.deepEqual(sel.subject.value, { move: "end" });
  sel.cancel();
  sel.hover(null);
  assert.deepEqual(sel.subject.value, { item: "die.0" });
});

test("a pinned thing that is gone is no subject; a move lets go of what was pinned", () => {
  const { t, sel } = table(pairs, { items: things });
  sel.pin("card.b");
  t.view.value = { ...t.view.value, items: things.filter((i) => i.id !== "card.b") };
  assert.equal(sel.subject.value, null);
  sel.pin("card.a");
  sel.click("place.village");
  assert.equal(sel.subject.value, null);
});

test("a lit thing under the mouse stands for the action that a click on it means", () => {
  const { sel } = table(pairs, { items: things });
  sel.click("die.0");
  sel.hover({ item: "path.red" });
  assert.deepEqual(sel.subject.value, { move: "move 0 red" });
  sel.hover({ item: "card.b" });
  assert.deepEqual(sel.subject.value, { item: "card.b" });
});

test("the detail keeps the last thing while the mouse is on its way", () => {
  const { sel } = table(pairs, { items: things });
  sel.hover({ item: "card.b" });
  sel.hover(null);
  assert.equal(sel.focused.value, null);
  assert.equal(sel.detail.value, "card.b");
  sel.hover({ move: "move 0 red" });
  assert.equal(sel.detail.value, "die.0");
});

// ---- verbs ----

test("a verb of the bar: the only one happens, of several the things light up", () => {
  const { sel, moved } = table(pairs, { items: things });
  assert.deepEqual([...sel.verbs()], [["hit", 2], ["move", 1], ["rest", 1]]);
  assert.equal(sel.chooseVerb("move"), "done");
  assert.equal(sel.chooseVerb("rest", "touch"), "armed");
  assert.equal(sel.chooseVerb("rest", "touch"), "done");
  assert.deepEqual(moved, ["move 0 red", "rest"]);
  assert.equal(sel.chooseVerb("hit"), "picked");
  assert.deepEqual(lit(sel), ["card.a", "die.0", "die.1"]);
  assert.deepEqual(sel.state.value.narrowed.map((a) => a.id), ["hit 0", "hit 1"]);
  assert.equal(sel.click("die.0"), "done"); // hit, not move: only one is left
  assert.equal(sel.chooseVerb("hit"), "picked");
  assert.equal(sel.chooseVerb("hit"), "cancelled");
  assert.equal(sel.state.value.verb, null);
});

test("with a thing picked, a verb is about it", () => {
  const { sel, moved } = table(pairs, { items: things });
  sel.click("die.0");
  assert.deepEqual([...sel.verbs()], [["hit", 1], ["move", 1], ["rest", 0]]);
  assert.equal(sel.chooseVerb("hit"), "done");
  assert.deepEqual(moved, ["hit 0"]);
});

test("a thing at which others end begins nothing: no sign of its own", () => {
  const { sel } = table(rerolls, { items: three });
  assert.deepEqual([sel.status("place.mana").usable, sel.status("place.mana").begins], [true, false]);
  assert.deepEqual([sel.status("die.1").usable, sel.status("die.1").begins], [true, true]);
});
