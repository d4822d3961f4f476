// By what a click came: a finger or a pen cannot hover, so its first tap only shows (ui/select.ts).
import type { Means } from "./select";

let last = "mouse";
addEventListener("pointerdown", (e) => { last = (e as PointerEvent).pointerType; }, true);

/** Of a click; one that a key or a script made counts as the mouse's. */
export const meansOf = (e: MouseEvent): Means => (e.detail !== 0 && (last === "touch" || last === "pen") ? "touch" : "mouse");

/** Whether the focus is one that is seen: moved by keys, not by a press or a script after one. */
export const isSeen = (e: Element): boolean => e.matches(":focus-visible");
