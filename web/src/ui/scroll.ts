// A box that scrolls can be scrolled by keys too: it is a stop of Tab exactly while there is more than it shows.
import { useEffect, useRef } from "preact/hooks";
import { afterFrame } from "../core/frame";

export function useScrollable() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => afterFrame(() => {
    const here = box.current;
    if (!here) return;
    const over = here.scrollHeight > here.clientHeight + 1;
    if (over === here.hasAttribute("tabindex")) return;
    if (over) here.tabIndex = 0;
    else here.removeAttribute("tabindex");
  }));
  return box;
}
