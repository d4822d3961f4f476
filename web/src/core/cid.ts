// Names for requests and games. getRandomValues is there on plain http too, randomUUID is not.
const letters = "abcdefghijklmnopqrstuvwxyz234567";

export function randomId(len: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(len));
  let s = "";
  for (const b of bytes) s += letters[b & 31];
  return s;
}

/** A token of a seat: 128 bits, so the last letter has three of them. */
export const randomToken = (): string => randomId(25) + "aeimquy4"[crypto.getRandomValues(new Uint8Array(1))[0]! & 7];

export function randomSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

const prefix = randomId(8);
let count = 0;
/** A fresh cid: random per page, counted within it. */
export function nextCid(): string {
  return `${prefix}-${++count}`;
}
