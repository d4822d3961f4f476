// Every op of the browser's engine: what it answers and what it refuses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { EngineDied, EngineRefusal, anyMove, cells, engineBytes, games, load, ofBuild, playOut, random, refusal, root, run, seedOf, takes, test } from "./lib.mjs";

takes("Every op of the browser's engine: what it answers and what it refuses.", ofBuild);
const engine = await load();
const call = (op, args = {}) => engine.call(op, args);
const solo = { game: "runemasters", options: { guardians: 2, players: 1 }, date: "2026-11-15" };
const open = (more = {}) => call("open", { ...solo, seed: seedOf(7), ...more }).h;
const opened = (body, more) => () => {
  const h = open(more);
  try {
    return body(h);
  } finally {
    call("close", { h });
  }
};
/** To the first decision with dice in hand. */
function toActions(h) {
  const rng = random(1);
  for (let now = call("meta", { h }); now.actor !== null; now = call("meta", { h })) {
    if (now.actor === "chance") call("draw", { h });
    else if (call("view", { h }).turn.phase === "actions") return h;
    else call("play", { h, move: anyMove(rng)(engine, h) });
  }
  throw new Error("the game ended first");
}
/** To the end; the seed is of a short game. */
const toEnd = (h) => playOut(engine, h, anyMove(random(2)));

// ---- the file ----

test("it imports nothing and exports four things", () => {
  const module = new WebAssembly.Module(engineBytes());
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  assert.deepEqual(WebAssembly.Module.exports(module).map((e) => e.name).sort(), ["memory", "vl_call", "vl_in", "vl_out"]);
});

test("what the page fetches, the engine of one game, is at most 150 kB compressed", () => {
  for (const game of ["enchanters", "runemasters"]) {
    const size = gzipSync(engineBytes(game), { level: 9 }).length;
    console.log(`NOTE engine.${game}.wasm: ${engineBytes(game).length} bytes, ${size} gzipped`);
    assert.ok(size <= 150_000, `${game}: ${size} bytes`);
  }
});

test("every op of engine.ts is known, and every known op stands in engine.ts", () => {
  const ts = /export interface Ops \{([^]*?)\n\}/.exec(readFileSync(join(root, "web/src/core/engine.ts"), "utf8"))[1];
  const c = /ops\[\] = \{([^]*?)\n\};/.exec(readFileSync(join(root, "src/door/door.c"), "utf8"))[1];
  const typed = [...ts.matchAll(/^ {2}(\w+): \{ in:/gm)].map((m) => m[1]).sort();
  assert.deepEqual(typed, [...c.matchAll(/^ {4}\{ "(\w+)"/gm)].map((m) => m[1]).sort());
});

// ---- what there is ----

test("games", () => {
  const [g] = call("games");
  assert.equal(g.id, "runemasters");
  assert.deepEqual(g.seats, [2, 4]);
  assert.ok(g.names.fr && g.names.en && g.options.length > 5 && g.content.hash);
});
test("bots", () => assert.deepEqual(call("bots"), ["random", "greedy"]));
test("rule", () => {
  const fr = call("rule", { id: "RM-BAD-20", lang: "fr" }), en = call("rule", { id: "RM-BAD-20", lang: "en" });
  assert.equal(fr.game, "runemasters");
  assert.ok(fr.text && en.text && fr.text !== en.text);
  assert.equal(refusal(engine, "rule", { id: "RM-NO-99" }).status, "unknown");
  assert.equal(refusal(engine, "rule", { id: "RM-HIT-02" }).status, "missing"); // told of by an event only: the page has it
});
test("every rule that a refusal can name has its words", () => {
  for (const [game, files, ids] of [["runemasters", ["rm_legal", "rm_chance", "rm_tables"], /\bRM_[A-Z]+_\d\d\b/g], ["enchanters", ["en_legal", "en_chance", "en_tables"], /\bEN_[A-Z]+_\d\d\b/g]]) {
    const source = files.map((f) => readFileSync(join(root, `src/games/${game}/${f}.c`), "utf8")).join("\n");
    for (const id of new Set(source.match(ids))) assert.ok(call("rule", { id: id.replaceAll("_", "-") }).text, id);
  }
});

/** Of the words those of its own game are enough: none is missing, in either language. */
for (const cell of games.map((game) => cells.find((c) => c.game === game)))
  test(`the engine of ${cell.game} alone says what that of all games says`, async () => {
    const one = await load(cell.game), rng = random(3);
    const mine = (list) => list.find((g) => g.id === cell.game);
    assert.deepEqual(mine(one.call("games", {})), mine(call("games")));
    const args = { ...cell, seed: seedOf(3), date: "2026-11-15", players: Array.from({ length: cell.options.players ?? 1 }, () => ({ kind: "human" })) };
    const here = one.call("open", args).h, there = call("open", args).h;
    const on = (op, more = {}) => {
      const said = one.call(op, { h: here, ...more });
      assert.deepEqual(said, call(op, { h: there, ...more }));
      return said;
    };
    for (const lang of ["fr", "en"]) on("faces", { lang });
    for (let now = on("meta"), n = 0; now.actor !== null && n < 120; n++) {
      const lang = n % 2 ? "fr" : "en";
      on("view", { lang });
      now = now.actor === "chance" ? on("draw") : on("play", { move: rng.pick(on("actions", { lang }).actions).id });
    }
    for (const lang of ["fr", "en"]) on("entries", { from: 0, lang });
    call("close", { h: there });
  });

// ---- opening ----

test("open and meta", () => {
  const { h } = call("open", { game: "runemasters", options: { guardians: 3, difficulty: "hero" }, seed: seedOf(1), date: "2026-11-15",
    players: [{ kind: "human", name: " Ana\u202e " }, { kind: "bot", level: "greedy" }, { kind: "random", name: "R" }] });
  const { seed_hash, ...meta } = call("meta", { h });
  assert.match(seed_hash, /^[0-9a-f]{64}$/);
  assert.deepEqual(meta, {
    game: "runemasters", options: { guardians: 3, players: 3, difficulty: "hero" },
    players: [{ player: 0, kind: "human", name: "Ana", seats: [0] }, { player: 1, kind: "bot", level: "greedy", seats: [1] }, { player: 2, kind: "bot", level: "random", name: "R", seats: [2] }],
    rev: 0, seed_known: true, by_hand: false, state: "running", date: "2026-11-15", has_start: false, actor: 0, player: 0,
  });
  call("close", { h });
});
test("open without players: all human", opened((h) => assert.deepEqual(call("meta", { h }).players.map((p) => p.kind), ["human"])));
test("open refuses", () => {
  const no = (args, status, where) => {
    const r = refusal(engine, "open", { ...solo, ...args, lang: "en" });
    assert.equal(r.status, status, JSON.stringify(r));
    assert.equal(r.where, where);
    assert.ok(r.text);
  };
  no({ game: "chess" }, "unknown", "game");
  no({ game: undefined }, "missing", "game");
  no({ game: 3 }, "syntax", "game");
  no({ seed: "12" }, "syntax", "seed");
  no({ seed: "g".repeat(64) }, "syntax", "seed");
  no({ date: "2026-13-01" }, "syntax", "date");
  no({ date: "yesterday, or so" }, "range", "date");
  no({ players: {} }, "syntax", "players");
  no({ players: ["human"] }, "syntax", "/players/0");
  no({ players: [{ kind: "open" }] }, "unknown", "/players/0");
  no({ players: [{ kind: "bot", level: "deep" }] }, "unknown", "/players/0");
  no({ players: [{ kind: "human", age: 3 }] }, "unknown", "/players/0");
  no({ players: [{ kind: "human", name: 3 }] }, "range", "/players/0/name");
  no({ players: [{ kind: "human", name: "x".repeat(64) }] }, "range", "/players/0");
  no({ players: [{ kind: "human" }, { kind: "human" }] }, "invalid", "seats");
  no({ players: Array(9).fill({ kind: "human" }) }, "range", "players");
  no({ start: "{" }, "syntax", "line 1, column 2");
  no({ colour: "red" }, "unknown", "colour");
  for (const options of [{ guardians: 9 }, { guardians: 1e9 }, { difficulty: "easy" }, { nothing: 1 }, [], "guardians=2", { guardians: 2.5 }])
    assert.notEqual(refusal(engine, "open", { ...solo, options }).status, "ok");
});

test("position, and open with a start", () => {
  const h = toActions(open()), json = call("position_of", { h });
  const a = call("position", { json, seed: seedOf(2) }).h, b = call("position", { json: JSON.stringify(json) }).h;
  const c = call("open", { ...solo, start: json, seed: seedOf(2) }).h;
  for (const at of [a, b, c]) {
    assert.deepEqual(call("position_of", { h: at }), json);
    assert.equal(call("hash", { h: at }).hash, call("hash", { h }).hash);
    assert.equal(call("meta", { h: at }).has_start, true);
  }
  assert.equal(call("meta", { h: b }).by_hand, true);
  const { text } = call("record", { h: a });
  assert.equal(call("record", { h: call("load", { text }).h }).text, text);
  toEnd(a);
  for (const json of ["[]", "3", "", "{}", { game: "chess" }, { game: 3 }, { game: "runemasters", temple: 99 }, { game: "runemasters", colour: 1 }])
    assert.ok(refusal(engine, "position", { json }).text);
});

test("load: seeds, damage, recovery", () => {
  const h = open();
  toEnd(h);
  const { text } = call("record", { h }), hidden = call("record", { h, reveal: false }).text;
  assert.ok(text.includes(`\nseed ${seedOf(7)}\n`) && !hidden.includes("\nseed "));
  assert.equal(call("meta", { h: call("load", { text: hidden }).h }).seed_known, false);
  assert.equal(call("meta", { h: call("load", { text: hidden, seed: seedOf(7) }).h }).seed_known, true);
  assert.equal(refusal(engine, "load", { text: hidden, seed: seedOf(8) }).status, "mismatch");
  const cut = text.slice(0, text.length - 40);
  const r = refusal(engine, "load", { text: cut, lang: "en" });
  assert.match(r.where, /^line \d+$/);
  const got = call("load", { text: cut, recover: true, lang: "en" });
  assert.equal(got.ended, false);
  assert.ok(got.fault.text && got.fault.where);
  assert.ok(call("meta", { h: got.h }).rev > 5);
});

test("a running game goes on from its record", () => {
  const h = toActions(open()), { text } = call("record", { h, reveal: true });
  const g = call("load", { text }).h;
  const [a, b] = [h, g].map((at) => playOut(engine, at, anyMove(random(3))));
  assert.deepEqual(a, b);
  assert.equal(call("hash", { h }).hash, call("hash", { h: g }).hash);
});

test("scenario", () => {
  const text = JSON.stringify([
    { id: "a", game: "runemasters", options: { guardians: 2 }, moves: ["choose_guardian kulak", { illegal: "hit 1" }], expect: { "/seats/0": "kulak" } },
    { id: "b", game: "runemasters", moves: ["choose_guardian kulak", "choose_guardian kulak"], expect: { "/seats/0": "neltai" } },
    { id: "c", game: "runemasters", settle: false },
  ]);
  const a = call("scenario", { text });
  assert.deepEqual([a.count, a.report.length, a.report[0].passed], [3, 1, true]);
  assert.deepEqual([call("meta", { h: a.h }).rev, call("meta", { h: a.h }).by_hand], [1, true]);
  const b = call("scenario", { text, index: 1 });
  assert.equal(b.report[0].passed, false);
  assert.equal(b.report[0].faults[0].kind, "refused");
  assert.equal(call("meta", { h: b.h }).rev, 1);
  assert.equal(refusal(engine, "scenario", { text, index: 2 }).status, "invalid");
  assert.equal(refusal(engine, "scenario", { text, index: 3 }).status, "range");
  for (const bad of ["", "[", "[]", "3", "[3]", "{}", '{"id":"x"}', '{"id":"x","game":"chess"}', '{"id":"x","game":"runemasters","moves":3}', '{"game":"runemasters"}'])
    assert.ok(refusal(engine, "scenario", { text: bad }).status, bad);
});

test("fork", opened((h) => {
  toActions(h);
  const { rev } = call("meta", { h });
  const f = call("fork", { h, rev: 2, seed: seedOf(9) }).h;
  assert.equal(call("hash", { h: f }).hash, call("hash", { h, rev: 2 }).hash);
  assert.equal(call("meta", { h: f }).rev, 0);
  assert.equal(call("hash", { h: call("fork", { h }).h }).hash, call("hash", { h }).hash);
  assert.equal(refusal(engine, "fork", { h, rev: rev + 1 }).status, "range");
}));

test("close: a handle is gone for good", () => {
  const h = open();
  call("close", { h });
  for (const op of ["meta", "faces", "view", "actions", "close", "draw", "record"]) assert.equal(refusal(engine, op, { h }).status, "unknown", op);
  assert.notEqual(open(), h);
});

test("64 games can be open, not more", async () => {
  const fresh = await load(), list = [];
  for (let i = 0; i < 64; i++) list.push(fresh.call("open", solo).h);
  assert.equal(refusal(fresh, "open", solo).status, "too_large");
  fresh.call("close", { h: list[10] });
  assert.ok(fresh.call("open", solo).h > list[63]);
});

// ---- playing ----

test("play: legal, refused by a rule, nonsense", opened((h) => {
  const now = call("play", { h, move: "choose_guardian kulak", by: 0 });
  assert.deepEqual(now, { rev: 1, actor: 1, player: 0 });
  const r = refusal(engine, "play", { h, move: "choose_guardian kulak", lang: "en" });
  assert.deepEqual([r.status, r.where], ["refused", "choose_guardian kulak"]);
  assert.match(r.rule, /^RM-/);
  const fr = refusal(engine, "play", { h, move: "hit 1", lang: "fr" }), en = refusal(engine, "play", { h, move: "hit 1", lang: "en" });
  assert.notEqual(fr.text, en.text);
  assert.equal(refusal(engine, "play", { h, move: "dance", lang: "en" }).rule, "RM-BAD-02");
  assert.equal(refusal(engine, "play", { h, move: "" }).status, "refused");
  assert.equal(refusal(engine, "play", { h, move: "x".repeat(256) }).status, "range");
  assert.equal(refusal(engine, "play", { h, move: "choose_guardian neltai", by: 3 }).status, "range");
  assert.equal(refusal(engine, "play", { h }).status, "missing");
  assert.equal(refusal(engine, "draw", { h }).status, "invalid");
  assert.equal(call("meta", { h }).rev, 1);
}));

test("play by another player is refused", () => {
  const { h } = call("open", { game: "runemasters", options: { guardians: 2 }, seed: seedOf(1), players: [{ kind: "human" }, { kind: "human" }] });
  assert.equal(refusal(engine, "play", { h, move: "choose_guardian kulak", by: 1 }).status, "refused");
});

test("chance by hand", () => {
  const { h } = call("open", { game: "runemasters", options: { guardians: 2, preset_guardians: ["kulak", "neltai"], preset_paths: ["red", "blue"], preset_dean: 0 } });
  assert.equal(call("meta", { h }).actor, "chance");
  assert.equal(call("actions", { h }), null);
  assert.equal(refusal(engine, "draw", { h }).status, "missing");
  assert.equal(refusal(engine, "play", { h, move: "end" }).status, "refused");
  call("play", { h, move: "draw troll_red" });
  assert.equal(call("entries", { h })[0].kind, "chance");
});

test("chance of a table with a seed cannot be entered", () => {
  const h = open({ options: { guardians: 2, players: 1, preset_guardians: ["kulak", "neltai"], preset_paths: ["red", "blue"], preset_dean: 0 } });
  assert.equal(call("meta", { h }).actor, "chance");
  assert.equal(refusal(engine, "play", { h, move: "draw troll_red" }).status, "invalid");
  assert.equal(call("draw", { h }).rev, 1);
});

test("undo and redo", opened((h) => {
  assert.equal(call("undo_free", { h }), null);
  assert.equal(call("undo_last", { h }), null);
  assert.equal(refusal(engine, "undo", { h, to: 0, agreed: true }).status, "range");
  const before = call("hash", { h }).hash;
  call("play", { h, move: "choose_guardian kulak" });
  const after = call("hash", { h }).hash;
  assert.deepEqual(call("undo_free", { h }), { player: 0, to: 0 });
  assert.deepEqual(call("undo_last", { h, player: 0 }), { to: 0 });
  assert.equal(refusal(engine, "undo", { h, to: 0 }).status, "refused");
  assert.equal(refusal(engine, "undo", { h, to: 0, agreed: [1] }).status, "refused");
  assert.equal(refusal(engine, "undo", { h, to: 0, agreed: [99] }).status, "range");
  assert.equal(refusal(engine, "undo", { h, to: 0, agreed: "yes" }).status, "syntax");
  assert.equal(refusal(engine, "undo", { h, to: 5, agreed: true }).status, "range");
  assert.equal(call("undo", { h, to: 0, agreed: [0] }).rev, 2);
  assert.equal(call("hash", { h }).hash, before);
  assert.equal(call("meta", { h }).redo, "choose_guardian kulak");
  call("redo", { h });
  assert.equal(call("hash", { h }).hash, after);
  assert.equal(call("meta", { h }).redo, undefined);
  assert.equal(refusal(engine, "redo", { h }).status, "missing");
  assert.deepEqual(call("entries", { h }).map((e) => [e.rev, e.kind, e.move ?? e.to]), [[1, "move", "choose_guardian kulak"], [2, "undo", 0], [3, "move", "choose_guardian kulak"]]);
}));

test("set_player", opened((h) => {
  call("set_player", { h, player: 0, kind: "bot", level: "greedy", name: "Machine" });
  assert.deepEqual(call("meta", { h }).players[0], { player: 0, kind: "bot", level: "greedy", name: "Machine", seats: [0, 1] });
  call("set_player", { h, player: 0, kind: "human" });
  assert.equal(refusal(engine, "set_player", { h, player: 3, kind: "human" }).status, "range");
  assert.equal(refusal(engine, "set_player", { h, player: 0, kind: "bot" }).status, "unknown");
  assert.equal(refusal(engine, "set_player", { h, player: 0, kind: "martian" }).status, "unknown");
  assert.match(refusal(engine, "set_player", { h, player: 0, kind: "bot", level: "martian" }).text, /human; bots: random, greedy/);
}));

// ---- questions ----

test("view: languages, revisions, seats", opened((h) => {
  toActions(h);
  const fr = call("view", { h, lang: "fr" }), en = call("view", { h, lang: "en", seat: 0 });
  assert.deepEqual([fr.lang, en.lang, fr.game], ["fr", "en", "runemasters"]);
  assert.notEqual(fr.prompt.text, en.prompt.text);
  assert.ok(fr.zones.length > 3 && fr.items.length > 3 && fr.seats.length === 2);
  const old = call("view", { h, rev: 0 });
  assert.equal(old.rev, 0);
  assert.equal(refusal(engine, "view", { h, rev: fr.rev + 1 }).status, "range");
  assert.equal(refusal(engine, "view", { h, seat: 2 }).status, "range");
  assert.equal(refusal(engine, "view", { h, lang: "de" }).status, "unknown");
}));

test("faces: what views leave out, once for a pack and a language", opened((h) => {
  toActions(h);
  const [fr, en] = ["fr", "en"].map((lang) => call("faces", { h, lang }));
  assert.notEqual(fr.faces, en.faces);
  for (const lang of ["fr", "en"]) {
    const view = call("view", { h, lang }), faces = lang === "fr" ? fr : en;
    assert.equal(view.faces, faces.faces);
    for (const i of view.items) for (const id of [i.id, i.face ?? i.id, ...(i.pips ?? []).map((p) => p.replace("-", ""))]) assert.ok(faces.things[id]?.name, id);
    for (const i of view.items) {
      assert.ok(faces.words.kind[faces.things[i.id].kind], i.id);
      for (const s of Object.keys(i.stats ?? {})) assert.ok(faces.words.stat[s], s);
      for (const b of i.badges ?? []) assert.ok(faces.words.badge[b], b);
    }
    for (const z of view.zones) assert.ok(faces.words.zone[z.id.split(".")[0]], z.id);
    for (const a of call("actions", { h, lang }).actions) assert.ok(faces.words.group[a.verb], a.verb);
  }
  assert.equal(refusal(engine, "faces", { h, lang: "de" }).status, "unknown");
}));

test("actions, preview, why", opened((h) => {
  toActions(h);
  const { actions, why_not, rev, seat, player } = call("actions", { h, lang: "en" });
  assert.deepEqual([rev, player], [call("meta", { h }).rev, 0]);
  assert.equal(seat, call("meta", { h }).actor);
  assert.ok(Object.values(why_not).every((w) => w.rule && w.text));
  for (const a of actions) {
    const p = call("preview", { h, move: a.id, lang: "en" }), w = call("why", { h, move: a.id, lang: "en" });
    assert.deepEqual([p.id, p.text], [a.id, a.text]);
    assert.ok(p.events.every((e) => e.text && e.rule));
    assert.equal(w.legal, true);
    assert.ok(w.rules.length > 0 && w.rules.every((r) => r.id), JSON.stringify(w)); // their words are the page's
  }
  assert.equal(call("meta", { h }).rev, rev);
  const no = call("why", { h, move: "choose_dean 0", lang: "en" });
  assert.equal(no.legal, false);
  assert.ok(no.rule && no.code && no.text && no.rules[0].text);
  assert.ok(call("preview", { h, move: "choose_dean 0" }).why_not.text);
  for (const op of ["preview", "why"]) assert.equal(refusal(engine, op, { h, move: "dance" }).rule, "RM-BAD-02");
}));

test("entries in pieces are the whole", opened((h) => {
  toEnd(h);
  const { rev } = call("meta", { h }), all = call("entries", { h, lang: "en" });
  assert.equal(all.length, rev);
  const parts = [];
  for (let at = 0; at < rev; at += 7) parts.push(...call("entries", { h, lang: "en", from: at, to: Math.min(rev, at + 7) }));
  assert.deepEqual(parts, all);
  assert.deepEqual(call("entries", { h, from: rev }), []);
  assert.equal(refusal(engine, "entries", { h, from: rev + 1 }).status, "range");
  assert.equal(refusal(engine, "entries", { h, from: 0, to: rev + 1 }).status, "range");
  assert.equal(refusal(engine, "entries", { h, from: 3, to: 2 }).status, "range");
}));

test("start tells what the presets did", () => {
  const h = open({ options: { guardians: 2, players: 1, preset_guardians: ["kulak", "neltai"] } });
  assert.deepEqual(call("start", { h, lang: "en" }).map((e) => e.rule), ["RM-SET-03", "RM-SET-03"]);
  assert.deepEqual(call("start", { h: open() }), []);
});

test("over, record, verify, hash at the end", opened((h) => {
  assert.equal(call("over", { h }), null);
  assert.equal(toEnd(h).state, "over");
  const over = call("over", { h, lang: "en" });
  assert.ok(over.outcome && over.rule && over.text && over.results.length === 2);
  assert.equal(over.seed, seedOf(7));
  assert.deepEqual(call("verify", { h }), { verified: true });
  assert.ok(call("record", { h }).text.includes(call("hash", { h }).hash));
  assert.equal(call("actions", { h }), null);
  assert.equal(call("undo_free", { h }), null);
  for (const op of ["bot", "hint"]) assert.equal(refusal(engine, op, { h, ...(op === "bot" ? { level: "random" } : {}) }).status, "invalid");
}));

test("campaign: empty, read, with a game counted", () => {
  const empty = call("campaign", { game: "reflets" });
  assert.deepEqual([empty.veillee, empty.format, empty.game, empty.playing, empty.games], ["campaign", 1, "reflets", [], []]);
  assert.deepEqual(Object.values(empty.counts), Array(10).fill(0));
  assert.deepEqual(call("campaign", { game: "reflets", text: JSON.stringify(empty) }), empty);
  for (const [args, status] of [[{ game: "runemasters" }, "unknown"], [{ game: "nothing" }, "unknown"], [{ game: "reflets", text: "{}" }, "syntax"],
    [{ game: "reflets", text: JSON.stringify({ ...empty, counts: {} }) }, "missing"]])
    assert.equal(refusal(engine, "campaign", args).status, status, JSON.stringify(args));
  const { h } = call("open", { game: "reflets", seed: seedOf(3), date: "2026-11-19" });
  assert.equal(refusal(engine, "campaign", { game: "reflets", h }).status, "invalid"); // not over
  playOut(engine, h, anyMove(random(2)));
  const told = call("over", { h, lang: "en" });
  const one = call("campaign", { game: "reflets", h });
  assert.deepEqual(one.games, [{ id: told.campaign.id, date: "2026-11-19", outcome: told.outcome, earned: told.campaign.earned }]);
  assert.equal(refusal(engine, "campaign", { game: "reflets", h, text: JSON.stringify(one) }).status, "duplicate");
  call("close", { h });
});

test("verify finds dice that were not thrown", () => {
  const h = open();
  toEnd(h);
  const { text } = call("record", { h, reveal: false });
  const other = call("load", { text });
  assert.equal(refusal(engine, "verify", { h: other.h }).status, "missing");
});

test("bot: the same question gets the same answer, and it is legal", opened((h) => {
  toActions(h);
  for (const level of ["random", "greedy"]) {
    const a = call("bot", { h, level }), b = call("bot", { h, level });
    assert.deepEqual(a, b);
    assert.ok(call("actions", { h }).actions.some((x) => x.id === a.move));
  }
  const seen = new Set();
  for (let i = 0; i < 40; i++) seen.add(call("bot", { h, level: "random", seed: seedOf(i) }).move);
  assert.ok(seen.size > 3);
  call("bot", { h, level: "greedy", budget: 1 });
  assert.equal(refusal(engine, "bot", { h, level: "deep" }).status, "unknown");
  assert.equal(refusal(engine, "bot", { h, level: "greedy", budget: 0 }).status, "range");
}));

test("bot without any seed asks for one", () => {
  const { h } = call("open", solo);
  assert.equal(refusal(engine, "bot", { h, level: "random" }).status, "missing");
  assert.ok(call("bot", { h, level: "random", seed: seedOf(1) }).move);
});

test("bots and hints are quick", opened((h) => {
  let worst = 0, asked = 0;
  playOut(engine, h, (e, at) => {
    const began = performance.now(), hint = e.call("hint", { h: at, lang: asked % 2 ? "fr" : "en" });
    worst = Math.max(worst, performance.now() - began);
    assert.ok(hint.text.length > 10 && !hint.text.includes("{") && !hint.text.includes("["), hint.text);
    asked++;
    return e.call("bot", { h: at, level: "greedy" }).move;
  });
  console.log(`NOTE slowest of ${asked} hints: ${worst.toFixed(1)} ms`);
  assert.ok(worst < 1000);
}, { options: { guardians: 4, players: 1 } }));

test("digest depends on the seed and on nothing else", () => {
  const a = call("digest", { game: "runemasters", games: 20, from: 5 }), b = call("digest", { game: "runemasters", games: 10, from: 15 });
  assert.deepEqual(a.games.slice(10), b.games);
  assert.equal(new Set(a.games).size, 20);
  assert.equal(a.moves, a.games.reduce((n, g) => n + Number(g.split(":")[1]), 0));
  assert.equal(refusal(engine, "digest", { game: "chess", games: 1 }).status, "unknown");
  assert.equal(refusal(engine, "digest", { game: "runemasters", games: 0 }).status, "range");
  assert.equal(refusal(engine, "digest", { game: "runemasters", games: 1, options: { guardians: 9 } }).rule, "RM-BAD-03");
});

// ---- the wrapper ----

test("a trap is told as EngineDied, for good", async () => {
  const dying = await load(), h = dying.call("open", solo).h;
  dying.door = { ...dying.door, memory: dying.door.memory, vl_call: () => { throw new WebAssembly.RuntimeError("unreachable"); } };
  assert.throws(() => dying.call("meta", { h }), (e) => e instanceof EngineDied && e.message === "unreachable");
  assert.throws(() => dying.call("bots", {}), EngineDied);
});
test("bytes that are no engine do not load", async () => {
  const { Engine } = await import("./lib.mjs");
  await assert.rejects(Engine.load(new Uint8Array([1, 2, 3])));
});
test("two engines do not share anything", async () => {
  const other = await load();
  const h = other.call("open", solo).h;
  assert.ok(other.call("meta", { h }));
  assert.equal(h, 1);
});
test("an error has its language", () => {
  const e = new EngineRefusal(refusal(engine, "open", { game: "chess", lang: "fr" }));
  assert.notEqual(e.message, refusal(engine, "open", { game: "chess", lang: "en" }).text);
});

await run();
