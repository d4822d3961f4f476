// The lessons for the page: src/gen/tutorial.GAME.json, made of tutorials/GAME.json and its words in the catalogue.
//
//     node build/tutorial.mjs
//
// The same files make the lessons of the terminal (tools/mktutorial.c, which checks their shape). Here each step and remark
// gets its words in both languages, and the seed its 32 bytes, as `--seed` makes them: SHA-256 of "veillee seed N".
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { french, readCatalogue, web } from "./catalogue.mjs";

const folder = join(web, "..", "tutorials");
const out = join(web, "src/gen");
const { entries, faults } = readCatalogue(undefined, (line) => line.startsWith("tut."));
const used = new Set();

function words(game, id) {
  const key = `tut.${game}.${id}`;
  const entry = entries.get(key);
  used.add(key);
  if (!entry) faults.push(`tutorials/${game}.json: ${key} is not in the catalogue`);
  return { fr: french(entry?.fr ?? key), en: entry?.en ?? key };
}

mkdirSync(out, { recursive: true });
for (const file of readdirSync(folder).filter((f) => f.endsWith(".json"))) {
  const lesson = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const made = {
    ...lesson,
    seed: createHash("sha256").update(`veillee seed ${lesson.seed}`).digest("hex"),
    steps: lesson.steps.map((s) => ({ ...s, text: words(lesson.game, s.id) })),
    tips: (lesson.tips ?? []).map((s) => ({ ...s, text: words(lesson.game, `tip_${s.id}`) })),
  };
  writeFileSync(join(out, `tutorial.${lesson.game}.json`), JSON.stringify(made));
}
for (const e of entries.values()) if (!used.has(e.id)) faults.push(`${e.at}: ${e.id} is not used`);
for (const fault of faults) console.error(fault);
if (faults.length) process.exit(1);
