// Sentences and not formulas: what a person reads of a game, in both languages.
//
//     node --test tests/web/unit/words.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCatalogue } from "../../../web/build/catalogue.mjs";
import { engine, games, playGame } from "../lib/games.mjs";

/** Every text of a view that somebody reads or hears. */
function* texts(x, key = "") {
  if (typeof x === "string") {
    if (["text", "name", "about", "label", "kind_text", "face_text"].includes(key)) yield x;
  } else if (Array.isArray(x)) for (const y of x) yield* texts(y, key);
  else if (x && typeof x === "object") for (const [k, y] of Object.entries(x)) yield* texts(y, k);
}

test("no thing, move or sentence of a game multiplies by a sign", async () => {
  const e = await engine();
  let read = 0;
  for (const game of Object.keys(games)) {
    const found = new Set();
    playGame(e, { game, n: 3, ...games[game].setup(2), most: 250 }, (m, h) => {
      if (m.actor === "chance" || m.rev % 5 !== 0) return;
      for (const lang of ["fr", "en"])
        for (const text of texts([e.call("view", { h, lang }), m.actor === null ? [] : e.call("actions", { h, lang })])) {
          read++;
          if (/×|\bx\d|\d ?x\b/.test(text)) found.add(text);
        }
    });
    assert.deepEqual([...found], [], game);
  }
  assert.ok(read > 5000);
});

test("a figure stands after the name of what it counts, whatever its number", () => {
  const { entries } = readCatalogue();
  for (const id of ["web.thing.stat", "web.thing.stat_max"])
    for (const lang of ["fr", "en"]) assert.match(entries.get(id)[lang], /^\{text\} ?: \{value\}/, id);
});
