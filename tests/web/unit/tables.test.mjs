// Answers of the engine satisfy the types that are made from the tables of the games (tools/mktypes.c), and nothing else does.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { engine, games, playGame } from "../lib/games.mjs";
import { web } from "./bundle.mjs";

const ts = createRequire(join(web, "package.json"))("typescript");

/** Games of every size: a view and a list of actions of each phase, each kind of entry, each event once. */
async function answers(game) {
  const e = await engine();
  const views = new Map(), actions = new Map(), entries = new Map(), events = new Map();
  for (let n = 0; n < 6; n++)
    playGame(e, { game, n: n + 1, bots: "mixed", ...games[game].setup(n) }, (m, h) => {
      if (m.actor === "chance") return;
      const lang = n % 2 ? "fr" : "en";
      const view = e.call("view", { h, lang });
      const key = `${view.turn.phase} ${m.rev % 3}`;
      if (!views.has(key)) views.set(key, view);
      if (m.actor !== null && !actions.has(view.turn.phase)) actions.set(view.turn.phase, e.call("actions", { h, lang }));
      if (m.actor !== null && m.rev % 20 !== 0) return;
      if (m.rev > 0) for (const entry of e.call("entries", { h, lang, from: Math.max(1, m.rev - 60), to: m.rev })) {
        if (!entries.has(entry.kind)) entries.set(entry.kind, entry);
        for (const x of entry.events) if (!events.has(x.type)) events.set(x.type, x);
      }
    });
  return { views: [...views.values()], actions: [...actions.values()], entries: [...entries.values()], events: [...events.values()] };
}

/** What the compiler says of these answers as values of the page's types. */
const home = join(web, "src/core/recorded.ts");
const options = { strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2021, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, lib: ["lib.es2021.d.ts"], types: [] };
const base = ts.createCompilerHost(options);
function faultsOf(texts) {
  const files = new Map(texts.map((text, k) => [home.replace(".ts", `${k}.ts`), text]));
  const host = {
    ...base, fileExists: (f) => files.has(f) || base.fileExists(f), readFile: (f) => files.get(f) ?? base.readFile(f),
    getSourceFile: (f, v) => (files.has(f) ? ts.createSourceFile(f, files.get(f), v) : base.getSourceFile(f, v)),
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((f) => program.getSemanticDiagnostics(program.getSourceFile(f)).map((d) => ts.flattenDiagnosticMessageText(d.messageText, " ")));
}

const source = (game, a) => `import type { Actions } from "./proto";
import type { ActionOf, EntryOf, EventOf, ViewOf } from "./tables";
export const views: ViewOf<"${game}">[] = ${JSON.stringify(a.views)};
export const actions: (Omit<Actions, "rev" | "actions"> & { actions: Omit<ActionOf<"${game}">, "group">[]; rev?: number })[] = ${JSON.stringify(a.actions)};
export const entries: EntryOf<"${game}">[] = ${JSON.stringify(a.entries)};
export const events: EventOf<"${game}">[] = ${JSON.stringify(a.events)};
`;

test("recorded answers satisfy the types, and answers with another key do not", async () => {
  const texts = [], wrong = [];
  for (const game of Object.keys(games)) {
    const a = await answers(game);
    assert.ok(a.views.length >= 8 && a.events.length >= 25, `${game}: ${a.views.length} views, ${a.events.length} events`);
    texts.push(source(game, a));
    const without = { views: [], actions: [], entries: [], events: [] };
    const spoil = (what, of, change) => { const copy = structuredClone(of); change(copy); wrong.push([`${game}: ${what}`, source(game, { ...without, ...copy })]); };
    spoil("a phase", { views: [a.views[0]] }, (x) => { x.views[0].turn.phase = "nowhere"; });
    spoil("a badge", { views: [a.views.find((v) => v.items.some((i) => i.badges?.length))] }, (x) => { x.views[0].items.find((i) => i.badges?.length).badges[0].id = "nothing"; });
    spoil("a figure", { views: [a.views.at(-1)] }, (x) => { x.views[0].seats[0].totals.luck = { value: 1, text: "luck" }; });
    spoil("a verb", { actions: [a.actions[0]] }, (x) => { x.actions[0].actions[0].verb = "dance"; });
    spoil("an event", { events: [a.events[0]] }, (x) => { x.events[0].type = "danced"; });
    spoil("an argument", { events: [a.events.find((x) => Object.keys(x.args).length > 0)] }, (x) => { x.events[0].args.nobody = 1; });
    spoil("a member", { views: [a.views[0]] }, (x) => { x.views[0].weather = "fine"; });
  }
  const faults = faultsOf([...texts, ...wrong.map(([, text]) => text)]);
  for (const list of faults.slice(0, texts.length)) assert.deepEqual(list, []);
  wrong.forEach(([what], k) => assert.ok(faults[texts.length + k].length > 0, `${what} passes`));
});
