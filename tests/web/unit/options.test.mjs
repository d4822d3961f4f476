// The command line of the runners: what is not in its table is refused, by every one of them, before anything begins.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fault, usage } from "../lib/options.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const table = { "--jobs N": "side by side", "--at INDEX": "one", "--size phone|tablet": "one size", "--only WORD": "some", "--verbose": "more" };

test("what stands in the table is taken", () => {
  for (const words of ["", "--jobs 12", "--at 0 --verbose", "--size tablet --only room --jobs 1"]) assert.equal(fault(words.split(" ").filter(Boolean), table), null);
  assert.equal(fault(["--only", ""], table), null);
});

test("anything else is refused, and it says which word", () => {
  const refused = { "--job 2": "--job", "jobs": "jobs", "-v": "-v", "--jobs=2": "--jobs=2", "--verbose yes": "yes", "--verbose --verbose": "--verbose",
    "--jobs": "--jobs", "--jobs 0": "--jobs", "--jobs two": "--jobs", "--jobs 2x": "--jobs", "--at -1": "--at", "--size desk": "--size", "--only --verbose": "--only" };
  for (const [words, name] of Object.entries(refused)) assert.ok(fault(words.split(" "), table)?.startsWith(`${name} `), words);
});

test("the usage names every option and what it is for", () => {
  const text = usage("some/run.mjs", "About it.", table);
  for (const word of ["node some/run.mjs", "About it.", "--help", ...Object.entries(table).flat()]) assert.ok(text.includes(word), word);
});

// ---- the runners themselves ----

/** What starts by itself: it asks for a browser, or runs the tests that it has declared. */
const runners = ["contract", "e2e", "shots", "wasm"]
  .flatMap((sub) => readdirSync(join(folder, sub)).filter((f) => f.endsWith(".mjs")).map((f) => join(folder, sub, f)))
  .filter((f) => /^(needs|await run)\(\);/m.test(readFileSync(f, "utf8")));
const started = (...words) => new Promise((done) => {
  execFile("node", words, { timeout: 60_000 }, (error, out, err) => done({ code: error ? error.code : 0, out, err }));
});

test("every runner knows --help and refuses what it does not know", async () => {
  assert.ok(runners.length >= 9);
  for (const runner of runners) {
    assert.match(readFileSync(runner, "utf8"), /^takes\(/m, runner); // else it would start
    const { code, out, err } = await started(runner, "--no-such-option");
    assert.equal(code, 2, runner);
    assert.equal(out, "", runner);
    assert.match(err, /^--no-such-option is not known\n\nnode .*\.mjs \[options\]\n/, runner);
  }
  const { code, out } = await started(runners[0], "--help");
  assert.equal(code, 0);
  assert.match(out, /^node .*\.mjs \[options\]\n/);
});

test("a test that passes on its second try is told of, and has failed where one try is all there is", () => {
  const script = `import { run, tell, test } from ${JSON.stringify(new URL("../lib/run.mjs", import.meta.url).href)};
    let n = 0; test("shaky", async () => { if (n++ === 0) throw new Error("once"); }); tell(await run());`;
  const played = (env) => spawnSync(process.execPath, ["--input-type=module", "-e", script], { env: { ...process.env, ...env }, encoding: "utf8" });
  const lenient = played({ TRIES: "3" }), strict = played({ TRIES: "1" });
  assert.deepEqual([lenient.status, /^NOTE again: shaky/m.test(lenient.stdout)], [0, true]);
  assert.deepEqual([strict.status, /^FAILED shaky/m.test(strict.stdout)], [1, true]);
});
