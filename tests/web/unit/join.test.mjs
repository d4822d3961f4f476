// A board and its faces as a view (join.ts).
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { core } from "./bundle.mjs";

let J;
before(async () => { ({ join: J } = await core("join")); });

const faces = {
  faces: "f1", game: "g", lang: "en",
  words: { zone: { pile: "{thing}, {player}", lanes: "{thing} path" }, kind: { monster: "monster" }, stat: { hp: "HP" }, badge: { top: "on top" }, group: { hit: "Hit" } },
  things: {
    "card.troll": { name: "Red Troll", short: "Troll", kind: "monster", about: "It hits." }, "die.0": { name: "die 1", kind: "die" },
    "rune.red": { name: "red", kind: "rune", about: "A rune." }, "path.red": { name: "red", kind: "path" }, "sort.items": { name: "Items", kind: "sort" },
  },
};
const board = {
  rev: 7, game: "g", lang: "en", faces: "f1", turn: { phase: "p", actor: 0 }, prompt: { text: "?", id: "", args: {} },
  zones: [{ id: "pile.0.items", kind: "pile", of: "sort.items", seat: 0 }, { id: "lanes.red", kind: "track", of: "path.red", cells: 5 }],
  items: [
    { id: "card.troll", zone: 1, pos: 2, stats: { hp: [3, 4], odd: 1 }, badges: ["top"], pips: ["rune.red", "-rune.red"] },
    { id: "die.0", zone: 0, face: "rune.red" }, { id: "thing.new", zone: 0 },
  ],
  seats: [{ id: 0, name: "Ana $&", player: 0, face: "card.troll", totals: { hp: 2 }, badges: [] }],
};

test("ids and numbers get their words", () => {
  const v = new J.Joiner(faces).view(board);
  assert.deepEqual(v.zones, [
    { id: "pile.0.items", kind: "pile", label: "Items, Ana $&", short: "Items", seat: 0 }, { id: "lanes.red", kind: "track", label: "Red path", cells: 5 },
  ]);
  assert.deepEqual(v.items[0], {
    id: "card.troll", kind: "monster", kind_text: "monster", zone: "lanes.red", pos: 2, name: "Red Troll", short: "Troll", face: "card.troll", about: "It hits.",
    stats: { hp: { value: 3, max: 4, text: "HP" }, odd: { value: 1, text: "odd" } }, badges: [{ id: "top", text: "on top" }],
    pips: [{ face: "rune.red", text: "red", done: false }, { face: "rune.red", text: "red", done: true }],
  });
  assert.deepEqual(v.items[1], { id: "die.0", kind: "die", kind_text: "die", zone: "pile.0.items", pos: 0, name: "die 1", face: "rune.red", face_text: "red", about: "A rune." });
  assert.deepEqual(v.items[2], { id: "thing.new", kind: "thing", kind_text: "thing", zone: "pile.0.items", pos: 0, name: "new", face: "thing.new" });
  assert.deepEqual(v.seats, [{ id: 0, name: "Ana $&", player: 0, face: "card.troll", face_text: "Red Troll", totals: { hp: { value: 2, text: "HP" } }, badges: [] }]);
  assert.ok(!("faces" in v) && !("map" in v));
});

test("a thing has what stands under its key in other families and says something", () => {
  const more = { ...faces, things: { ...faces.things, "guardian.kulak": { name: "Kulak", kind: "guardian", about: "Bearer of Life" }, "mark.kulak": { name: "Prayer", kind: "mark", about: "Heals." }, "power.kulak": { name: "Breath", kind: "power", about: "Revives." } } };
  const v = new J.Joiner(more).view({ ...board, items: [{ id: "guardian.kulak", zone: 0 }, { id: "card.troll", zone: 1 }, { id: "path.red", zone: 1 }] });
  assert.deepEqual(v.items[0].gifts, [{ id: "mark.kulak", name: "Prayer", about: "Heals." }, { id: "power.kulak", name: "Breath", about: "Revives." }]);
  assert.equal(v.items[1].gifts, undefined);
});

test("what did not change is the same object, unless the zones are others", () => {
  const j = new J.Joiner(faces);
  const a = j.view(board);
  const b = j.view({ ...board, rev: 8, items: [{ ...board.items[0], pos: 3 }, ...board.items.slice(1)] });
  assert.notEqual(a.items[0], b.items[0]);
  assert.equal(a.items[1], b.items[1]);
  const c = j.view({ ...board, zones: [board.zones[1], board.zones[0]] });
  assert.equal(c.items[1].zone, "lanes.red");
});

test("moves get the heading of their verb", () => {
  const { actions } = new J.Joiner(faces).actions({ rev: 1, seat: 0, why_not: {}, actions: [{ id: "hit 0", verb: "hit" }, { id: "x", verb: "x" }] });
  assert.deepEqual(actions.map((a) => a.group), ["Hit", "x"]);
});

test("faces are kept, the oldest go first", () => {
  const k = new J.FacesKept();
  const first = k.keep(faces);
  assert.equal(k.keep({ ...faces }), first);
  for (let i = 0; i < 6; i++) k.keep({ ...faces, faces: `other ${i}` });
  assert.equal(k.get("f1"), undefined);
  assert.ok(k.get("other 5"));
});
