// A box that scrolls can be scrolled by keys too: it is a stop of Tab exactly while there is more than it shows.
import { useEffect, useRef } from "preact/hooks";

function settle(box: HTMLElement): void {
  const over = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "visible";
  if (over === box.hasAttribute("tabindex")) return;
  if (over) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

/** Looked at whenever the box or what is in it has another size. The browser tells that when all is laid out: nothing is laid out twice for it. */
export function useScrollable() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = box.current;
    if (!here || typeof ResizeObserver === "undefined") return;
    const sizes = new ResizeObserver(() => settle(here));
    const watch = (): void => {
      sizes.disconnect();
      for (const x of [here, ...here.children]) sizes.observe(x);
    };
    const content = new MutationObserver(watch);
    content.observe(here, { childList: true });
    watch();
    return () => { content.disconnect(); sizes.disconnect(); };
  });
  return box;
}
