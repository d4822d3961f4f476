// Operations on views (delta.ts).
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { core } from "./bundle.mjs";

let D;
before(async () => { ({ delta: D } = await core("delta")); });

const view = Object.freeze({
  rev: 3, game: "g", lang: "en", turn: { phase: "a", actor: 0 }, prompt: { text: "", id: "", args: {} }, zones: [], seats: [{ id: 0, name: "x" }],
  items: Object.freeze(["a", "b", "c"].map((id) => Object.freeze({ id, pos: 1, badges: [] }))),
});
const ids = (v) => v.items.map((i) => i.id).join("");

test("operations, in order, on a view that stays as it was", () => {
  const next = D.applyOps(view, [
    { set: "turn", to: { phase: "b", actor: null } },
    { patch: "items", id: "a", to: { pos: 2, badges: null } },
    { put: "items", id: "d", after: "a", to: { id: "d" } },
    { put: "items", id: "c", after: null },
    { drop: "items", id: "b" },
    { patch: "seats", id: 0, to: { name: "y" } },
  ], 4);
  assert.equal(ids(next), "cad");
  assert.deepEqual(next.items[1], { id: "a", pos: 2 });
  assert.equal(next.rev, 4);
  assert.equal(next.turn.phase, "b");
  assert.equal(next.seats[0].name, "y");
  assert.equal(ids(view), "abc");
  assert.equal(next.zones, view.zones, "what did not change is the same object");
  assert.equal(D.applyOps(view, [{ set: "items", to: [] }, { put: "items", id: "z", after: null, to: { id: "z" } }], 4).items.length, 1);
  // one that is there already goes first
  assert.equal(ids(D.applyOps(view, [{ put: "items", id: "a", after: "b", to: { id: "a" } }], 4)), "bac");
});

test("steps: in order, known already, with a gap, that do not fit", () => {
  assert.equal(D.applyStep(view, { from: 1, rev: 3, ops: [], entries: [], undo: null }), null);
  assert.equal(D.applyStep(view, { from: 3, rev: 5, ops: [], entries: [], undo: null }).rev, 5);
  for (const s of [{ from: 4, ops: [] }, { from: 2, ops: [] }, { from: 3, ops: [{ drop: "items", id: "q" }] }, { from: 3, ops: [{ put: "items", id: "q", after: null }] }, { from: 3, ops: [{ new: 1 }] }])
    assert.throws(() => D.applyStep(view, { rev: 6, entries: [], undo: null, ...s }), D.Misfit);
});
