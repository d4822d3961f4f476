// The engines of the games by their addresses: src/gen/engines.ts, from the list of games and what page.sh has put there.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { games, web } from "./catalogue.mjs";

const gen = join(web, "src/gen");
const missing = games.filter((g) => !existsSync(join(gen, `engine.${g}.wasm`)));
if (missing.length) {
  console.error(`engines: no engine of ${missing.join(", ")} (make page)`);
  process.exit(1);
}
writeFileSync(join(gen, "engines.ts"), `${games.map((g) => `import ${g} from "./engine.${g}.wasm?url";\n`).join("")}
export const engines: Readonly<Record<string, string>> = { ${games.join(", ")} };
`);
