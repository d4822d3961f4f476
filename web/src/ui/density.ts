// How much room there is, measured and named once: styles read data-density of <html>, parts read the signal. In rem, so that larger
// text and a browser's zoom count as less room.
//
//   narrow   the header is a line with a menu
//   phone    the board over a card and a bar; low: beside them; short: with little room, high: with more; tiny: all of it scrolls
//   middle   a tablet: card and log side by side below the board
//   wide     a column at the right
import { effect, signal } from "@preact/signals";
import { settings } from "../core/settings";

export type Density = "narrow" | "phone" | "low" | "short" | "tiny" | "high" | "middle" | "wide";

export function densityOf(width: number, height: number): Density[] {
  if (width >= 64 && height >= 30) return ["wide"];
  if (width >= 44 && height >= 44) return width < 52 ? ["narrow", "middle"] : ["middle"];
  if (width < 17 || height < 19) return ["narrow", "phone", "tiny"];
  if (width >= height * 1.2) return ["narrow", "phone", "low"];
  return ["narrow", "phone", ...(height >= 46 ? ["high" as const] : height < 38 ? ["short" as const] : [])];
}

export const density = signal<readonly Density[]>(["wide"]);

function measure(): void {
  const html = document.documentElement;
  const rem = parseFloat(getComputedStyle(html).fontSize) || 16;
  const now = densityOf(innerWidth / rem, innerHeight / rem);
  if (html.dataset["density"] === now.join(" ")) return;
  html.dataset["density"] = now.join(" ");
  density.value = now;
}

/** Once, by the frame around all screens. */
export function watchDensity(): () => void {
  addEventListener("resize", measure);
  const stop = effect(() => { settings.textSize.value; queueMicrotask(measure); });
  measure();
  return () => { removeEventListener("resize", measure); stop(); };
}
