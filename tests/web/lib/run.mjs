// Declares tests, runs them two at a time, and counts. The last line is "N passed, N failed".
import { has, option } from "./options.mjs";

const tests = [];

/** alone: not beside another one (it kills what others use, or measures time). */
export const test = (name, body, { alone = false } = {}) => tests.push({ name, body, alone });

const LONGEST = 420_000; // on a machine that does ten other things

const TRIES = Number(process.env.TRIES ?? 3); // a browser on a busy machine may miss its moment; what is wrong fails each time

async function once(body) {
  let timer;
  try {
    await Promise.race([body(), new Promise((_, no) => { timer = setTimeout(() => no(new Error("took too long")), LONGEST); })]);
  } finally {
    clearTimeout(timer);
  }
}

async function one({ name, body }, count, tries = TRIES) {
  const began = Date.now();
  const took = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  for (let i = 1; ; i++) {
    try {
      await once(body);
      count.passed++;
      if (has("--verbose")) console.log(`ok ${name} (${took()})`);
      return;
    } catch (e) {
      if (i < tries) {
        console.log(`NOTE again: ${name} (${took()}): ${String(e.message ?? e).split("\n")[0].slice(0, 160)}`);
        continue;
      }
      count.failed++;
      console.log(`FAILED ${name} (${took()}): ${e.stack ?? e}`);
      return;
    }
  }
}

/** after: what is checked when all is done. */
export async function run({ jobs = Number(option("--jobs", "2")), after } = {}) {
  const only = option("--only", "");
  const count = { passed: 0, failed: 0 };
  const wanted = tests.filter((t) => t.name.includes(only));
  const queue = wanted.filter((t) => !t.alone);
  await Promise.all(Array.from({ length: jobs }, async () => {
    for (let t = queue.shift(); t; t = queue.shift()) await one(t, count);
  }));
  for (const t of wanted.filter((t) => t.alone)) await one(t, count);
  for (const t of after?.() ?? []) await one(t, count, 1);
  return count;
}

export function tell({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
