// Where the cells of a map lie, and their letters (ui/map.ts).
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { web } from "./bundle.mjs";

const out = mkdtempSync(join(tmpdir(), "veillee-map-"));
after(() => rmSync(out, { recursive: true }));
createRequire(join(web, "package.json"))("esbuild").buildSync({ entryPoints: [join(web, "src/ui/map.ts")], bundle: true, format: "esm", outfile: join(out, "map.mjs"), logLevel: "error" });
const { corners, lines, middle, size, terrains } = await import(pathToFileURL(join(out, "map.mjs")).href);

const hex = (x, y, terrain) => ({ id: `hex.${x}.${y}`, x, y, near: [], ...(terrain ? { terrain: `terrain.${terrain}`, terrain_text: terrain } : {}) });

test("hexes that touch are as far apart as their rows and columns say", () => {
  const map = { shape: "hex", cells: [hex(0, 0), hex(2, 0), hex(1, 1)] };
  const [a, b, c] = map.cells.map((x) => middle(map, x));
  const far = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);
  assert.ok(Math.abs(far(a, b) - 2) < 1e-9 && Math.abs(far(a, c) - 2) < 1e-9 && Math.abs(far(b, c) - 2) < 1e-9);
  assert.equal(corners(a).split(" ").length, 6);
  const { wide, high } = size(map);
  for (const cell of map.cells)
    for (const [x, y] of corners(middle(map, cell)).split(" ").map((p) => p.split(",").map(Number))) assert.ok(x >= -0.001 && y >= -0.001 && x <= wide + 0.001 && y <= high + 0.001);
});

test("a graph has its lines once, also if they go both ways", () => {
  const map = { shape: "graph", cells: [{ ...hex(0, 0), near: [1, 9] }, { ...hex(2, 0), near: [0, 2] }, hex(4, 1)] };
  assert.equal(lines(map).length, 2);
});

test("every terrain has a letter of its own", () => {
  const found = terrains({ shape: "hex", cells: ["plains", "plateau", "Érable", "plains", "la", "aa"].map((t, i) => hex(2 * i, 0, t)) });
  assert.deepEqual([...found.values()].map((t) => t.letter), ["P", "L", "É", "A", "?"]);
  assert.equal(terrains({ shape: "hex", cells: [hex(0, 0)] }).size, 0);
});
