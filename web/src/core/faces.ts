// The faces that the text is set in: ours, or the system's. Which of them is decided before the first screen is painted, and
// changes only where everything changes anyway, from one screen to the next, never under a board.
//
// A first visit begins with the system's: nothing that is only beautiful is fetched before the first move can be made. Ours are
// fetched after that (core/pwa.ts calls keepFaces), kept by the browser's cache and the service worker, and remembered here;
// from then on they stand at once.
import { effect } from "@preact/signals";
import display from "../gen/display.woff2?url";
import ext from "../gen/ext.woff2?url";
import signs from "../gen/signs.woff2?url";
import text from "../gen/text.woff2?url";
import { route } from "../router";
import { current } from "./now";

const PLACE = "veillee.faces";
const files = [display, ext, signs, text];

/** Kept files come within a few ms. Those that the browser has lost are not worth waiting for. */
const PATIENCE = 1000;

const wanted: [font: string, letters: string][] = [
  ['1em "Veillee Text"', "a"], ['1em "Veillee Narrow"', "a"], ['700 1em "Veillee Display"', "a"], ['1em "Veillee Signs"', "→"],
];

async function load(): Promise<void> {
  await Promise.all(wanted.map(async ([font, letters]) => {
    if ((await document.fonts.load(font, letters)).length === 0) throw new Error(`${font} is not there`);
  }));
}

function show(which: "ours" | "system"): void {
  document.documentElement.dataset["faces"] = which;
}

function isKept(): boolean {
  try {
    return localStorage.getItem(PLACE) === files.join();
  } catch {
    return false;
  }
}

/** Resolves when it is known which faces the first screen has. */
export async function startFaces(): Promise<void> {
  const late = (): Promise<boolean> => new Promise((done) => { setTimeout(() => done(false), PATIENCE); });
  const here = (): Promise<boolean> => load().then(() => true, () => false);
  show(isKept() && await Promise.race([here(), late()]) ? "ours" : "system");
}

function remember(): void {
  try {
    localStorage.setItem(PLACE, files.join());
  } catch { /* then every visit is a first one */ }
}

/** Shows ours from the next screen on; not when a table is left, which would change under the player's eyes. */
function showLater(): void {
  const now = route.peek();
  const stop = effect(() => {
    if (route.value === now || current.peek() !== null) return;
    show("ours");
    queueMicrotask(() => stop());
  });
}

/** Fetches ours for the next visit, and for the next screen of this one. */
export async function keepFaces(): Promise<void> {
  if (document.documentElement.dataset["faces"] === "ours") return;
  try {
    await Promise.all(files.map(async (file) => {
      const answer = await fetch(file, { priority: "low" } as RequestInit);
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await answer.arrayBuffer();
    }));
    remember();
    await load();
  } catch {
    return; // the system's faces do
  }
  showLater();
}
