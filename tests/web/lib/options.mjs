// The command line of a runner. What it takes stands in one table; anything else is refused before a long run begins.
import { relative } from "node:path";

/** --name VALUE on the command line. */
export function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at >= 0 ? process.argv[at + 1] : otherwise;
}
export const has = (name) => process.argv.includes(name);

const NUMBERS = { N: /^[1-9]\d*$/, INDEX: /^\d+$/ };

/** a|b|c is one of these words, N counts from 1, INDEX from 0; anything else is a text. */
function fits(kind, value) {
  if (kind.includes("|")) return kind.split("|").includes(value);
  return (NUMBERS[kind] ?? /^(?!--)/).test(value);
}

/** What is wrong with the words of a command line, or null. The table: { "--name KIND" or "--name": what it is for }. */
export function fault(words, table) {
  const known = new Map(Object.keys(table).map((entry) => entry.split(" ")));
  const given = new Set();
  for (let i = 0; i < words.length; i++) {
    const name = words[i];
    if (!known.has(name)) return `${name} is not known`;
    if (given.has(name)) return `${name} stands there twice`;
    given.add(name);
    const kind = known.get(name);
    if (kind === undefined) continue;
    if (++i === words.length || !fits(kind, words[i])) return `${name} wants ${kind}, not ${words[i] ?? "nothing"}`;
  }
  return null;
}

export function usage(script, about, table) {
  const rows = [...Object.entries(table), ["--help", "this"]];
  const width = Math.max(...rows.map(([entry]) => entry.length));
  return [`node ${script} [options]`, about, "", ...rows.map(([entry, what]) => `  ${entry.padEnd(width)}  ${what}`)].join("\n");
}

/** Says what the runner takes and ends, if that was asked for or something else was given. */
export function takes(about, table) {
  const words = process.argv.slice(2);
  const help = words.includes("--help");
  const wrong = help ? null : fault(words, table);
  if (!help && !wrong) return;
  const text = usage(relative(process.cwd(), process.argv[1]), about, table);
  if (help) console.log(text);
  else console.error(`${wrong}\n\n${text}`);
  process.exit(help ? 0 : 2);
}
