// A view that comes whole keeps what has not changed: the same thing is the same object, and only the rest is drawn again.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { core } from "./bundle.mjs";

let sameView, same;
before(async () => { ({ sameView, same } = (await core("same")).same); });

const view = (rev, change = {}) => structuredClone({
  rev, game: "g", lang: "en", turn: { phase: "a", actor: 0 }, prompt: { text: "Go", id: "p", args: {} },
  zones: [{ id: "z", kind: "row", label: "Z" }],
  items: [{ id: "a", zone: "z", pos: 1, stats: { hp: { value: 3, text: "hp" } } }, { id: "b", zone: "z", pos: 2 }],
  seats: [{ id: 0, name: "S", player: 0, totals: {}, badges: [] }], ...change,
});

test("what is equal stays the same object, what is not is new", () => {
  const old = view(1);
  const now = view(2, { items: [{ id: "b", zone: "z", pos: 1 }, { id: "a", zone: "z", pos: 1, stats: { hp: { value: 3, text: "hp" } } }, { id: "c", zone: "z", pos: 3 }] });
  const got = sameView(old, now);
  assert.deepEqual(got, now);
  assert.equal(got.zones, old.zones);
  assert.equal(got.seats, old.seats);
  assert.equal(got.prompt, old.prompt);
  assert.equal(got.items[1], old.items[0]);
  assert.notEqual(got.items[0], old.items[1]);
});

test("the order alone makes another list of the same things", () => {
  const old = view(1);
  const got = sameView(old, view(2, { items: [...view(2).items].reverse() }));
  assert.deepEqual(got.items.map((i) => i.id), ["b", "a"]);
  assert.equal(got.items[1], old.items[0]);
  assert.equal(sameView(old, view(2)).items, old.items);
});

test("another language shares nothing, and the first view is itself", () => {
  const old = view(1), now = view(1, { lang: "fr" });
  assert.equal(sameView(old, now), now);
  assert.equal(sameView(null, now), now);
});

test("lists of players are kept by what they say", () => {
  const old = [{ player: 0, kind: "human" }];
  assert.equal(same(old, [{ player: 0, kind: "human" }]), old);
  assert.notEqual(same(old, [{ player: 0, kind: "bot" }]), old);
});
