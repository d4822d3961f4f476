// Everything in src/gen: the list of engines, texts, rules, the tutorial's games, the faces. With --check a missing or unused text is an error.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { web } from "./catalogue.mjs";

mkdirSync(join(web, "src/gen"), { recursive: true });
for (const name of ["engines", "icons", "licences", "rules", "tutorial", "strings", "flavour", "fonts"]) {
  const script = join(web, "build", `${name}.mjs`);
  if (!existsSync(script)) continue;
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: "inherit", cwd: web });
  if (status !== 0) process.exit(status ?? 1);
}
