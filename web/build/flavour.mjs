// What is said of cards for the mood, as modules: src/gen/flavour.GAME.LANG.json, by the keys of the cards. They come after the
// first decision (ui/flavour.ts), so that they cost the engine nothing.
//
//     node build/flavour.mjs
//
// The source is locale/: entries flavour.GAME.KEY. That a key is a card of its game is checked by tools/catcheck.c, the rest by
// tools/mkcatalogue.c.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { games, web } from "./catalogue.mjs";

const locale = join(web, "../locale/parts"), gen = join(web, "src/gen");
const lines = readdirSync(locale).filter((f) => f.endsWith(".tsv")).sort()
  .flatMap((f) => readFileSync(join(locale, f), "utf8").split("\n")).filter((line) => line.startsWith("flavour."));

mkdirSync(gen, { recursive: true });
for (const game of games)
  for (const [k, lang] of ["fr", "en"].entries()) {
    const start = `flavour.${game}.`;
    const said = Object.fromEntries(lines.filter((line) => line.startsWith(start)).map((line) => line.split("\t")).map((cells) => [cells[0].slice(start.length), cells[k + 1]]));
    const path = join(gen, `flavour.${game}.${lang}.json`), text = JSON.stringify(said);
    if (Object.keys(said).length > 0 && (!existsSync(path) || readFileSync(path, "utf8") !== text)) writeFileSync(path, text);
  }
