// The page's modules for Node: bundled by the esbuild that Vite brings, with just enough of a browser around them.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const web = join(root, "web");
const require = createRequire(join(web, "package.json"));

function shim(name, value) {
  if (globalThis[name] === undefined) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const kept = new Map();
shim("localStorage", {
  getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, String(v)), removeItem: (k) => kept.delete(k),
});
shim("matchMedia", () => ({ matches: false, addEventListener() {} }));
shim("navigator", { languages: ["en"], language: "en", onLine: true });
shim("crypto", (await import("node:crypto")).webcrypto);

/** The named modules of web/src/core as one object of objects. */
export async function core(...names) {
  const dir = mkdtempSync(join(tmpdir(), "veillee-web-"));
  const out = join(dir, "core.mjs");
  await require("esbuild").build({
    stdin: { contents: names.map((n) => `export * as ${n} from "./core/${n}";`).join("\n"), resolveDir: join(web, "src"), loader: "ts" },
    bundle: true, format: "esm", platform: "node", target: "node18", outfile: out, logLevel: "warning",
    external: ["../gen/strings.*", "../gen/more.*"], define: { __VERSION__: '"test"', __BUILD__: '"test"' },
  });
  try {
    return await import(pathToFileURL(out));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Waits until f gives something true. */
export async function until(f, what = String(f), ms = 60_000) {
  for (const end = Date.now() + ms; ;) {
    const x = f();
    if (x) return x;
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((r) => setTimeout(r, 5));
  }
}

/** A generator of its own, so that a failure comes again. */
export function dice(seed) {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}
