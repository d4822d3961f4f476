// Points at things on the board: a ring around every element that shows them. Nothing is covered, and skins need not know.

/** Brings an element into view within its own list; nothing else moves. */
function reveal(e: Element): void {
  for (let box = e.parentElement; box && !box.classList.contains("table"); box = box.parentElement) {
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) continue;
    const a = e.getBoundingClientRect(), b = box.getBoundingClientRect();
    if (a.left < b.left || a.right > b.right) box.scrollLeft += a.left - b.left - 4;
    if (a.top < b.top || a.bottom > b.bottom) box.scrollTop += a.top - b.top - 4;
    return;
  }
}

/** A zone without a box of its own is shown by its things, and so is a pile: its cards lie over its edge. */
function boxed(e: Element): Element[] {
  if (!e.hasAttribute("data-zone") || (e.getClientRects().length > 0 && e.getAttribute("data-zone-kind") !== "pile")) return [e];
  const things = [...e.querySelectorAll("[data-item]")];
  return things.length > 0 ? things : [e];
}

/** Rings around these items, zones and actions until the returned function is called. */
export function point(ids: string[], actions: string[] = []): () => void {
  const root = document.querySelector(".table") ?? document.body;
  const wanted = [
    ...ids.flatMap((id) => [`[data-item="${CSS.escape(id)}"]`, `[data-zone="${CSS.escape(id)}"]`]),
    ...actions.map((a) => `[data-action="${CSS.escape(a)}"]`),
  ].join(",");
  const clear = (): void => { for (const e of root.querySelectorAll("[data-coach]")) e.removeAttribute("data-coach"); };
  const show = (): void => {
    const now = new Set(wanted ? [...root.querySelectorAll(wanted)].flatMap(boxed) : []);
    for (const e of root.querySelectorAll("[data-coach]")) if (!now.has(e)) e.removeAttribute("data-coach");
    for (const e of now) if (!e.hasAttribute("data-coach")) e.setAttribute("data-coach", "");
  };
  show();
  for (const a of actions) {
    const e = root.querySelector(`[data-action="${CSS.escape(a)}"]`);
    if (e) reveal(e);
  }
  const watch = new MutationObserver(show);
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-item", "data-zone", "data-action"] });
  return () => {
    watch.disconnect();
    clear();
  };
}
