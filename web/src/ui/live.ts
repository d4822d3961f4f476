// The two live regions of the page: polite for what others do, assertive for "your turn" and errors.
import { signal } from "@preact/signals";

export const polite = signal("");
export const assertive = signal("");

let waiting: string[] = [];
let timer = 0;

/** Said by a screen reader when it has a moment. What comes within a short while is said as one. */
export function announce(text: string): void {
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    polite.value = again(polite.peek(), waiting.join(" "));
    waiting = [];
  }, 150) as unknown as number;
}

/** A region that does not change is not read: the same text again differs by a character that is not heard. */
export const again = (said: string, text: string): string => (said === text ? `${text}\u200b` : text);

/** Said at once. The same text twice is said twice. */
export function alertNow(text: string): void {
  assertive.value = again(assertive.peek(), text);
}
