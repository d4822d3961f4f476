// The contract, checked inside the page. Each function gives a list of faults in words; an empty list is what is wanted.
export function contract() {
  // ---- a worker that lets nothing be played: each move that reaches the engine's door is written down and refused ----
  const Real = window.Worker;
  window.__plays = [];
  window.__dry = false;
  window.Worker = class extends Real {
    postMessage(m, ...rest) {
      if (!window.__dry || m?.op !== "play") return super.postMessage(m, ...rest);
      window.__plays.push(m.args.move);
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: { n: m.n, error: { status: "refused", text: "dry" } } })));
    }
  };

  const all = (s, at = document) => [...at.querySelectorAll(s)];
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const beat = () => new Promise((r) => setTimeout(r));
  const actionOf = (id) => document.querySelector(`[data-action=${JSON.stringify(id)}]`);
  const itemOf = (id) => document.querySelector(`[data-item=${JSON.stringify(id)}]`);

  /** Until nothing is pending and the list is back. */
  async function settle() {
    for (let i = 0; i < 2000; i++) {
      const t = document.querySelector(".table");
      if (t && !("pending" in t.dataset) && ("mine" in t.dataset || "over" in t.dataset)) return;
      await beat();
    }
    throw new Error("the table does not come back");
  }
  async function cancel() {
    dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await beat();
    // the sheet of actions, once nothing is chosen any more
    for (let i = 0; i < 500 && document.querySelector(".acts[data-unfolded]") && shown(document.querySelector(".acts-unfold") ?? document.head); i++) {
      if (i % 50 === 0) dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      await beat();
    }
  }
  const took = () => window.__plays.splice(0);

  // ---- (i) at most two clicks ----

  async function byList(actions) {
    const faults = [];
    window.__dry = true;
    for (const a of actions) {
      await cancel();
      took();
      // on a phone the list is a sheet
      for (let i = 0; i < 500 && !window.__see.spot(`[data-action=${JSON.stringify(a.id)}]`); i++) {
        const button = document.querySelector(".acts-unfold");
        if (button && shown(button) && !document.querySelector(".acts[data-unfolded]")) button.click();
        await beat();
      }
      for (let clicks = 1; ; clicks++) {
        const e = actionOf(a.id);
        if (!e) { faults.push(`${a.id}: not listed`); break; }
        if (!window.__see.spot(`[data-action=${JSON.stringify(a.id)}]`)) {
          faults.push(`${a.id}: listed, but cannot be pressed`);
          break;
        }
        e.click();
        await beat();
        const got = took();
        if (got.length > 0) {
          if (got[0] !== a.id) faults.push(`${a.id}: the list plays ${got[0]}`);
          else if (clicks === 1 && a.undo !== "free") faults.push(`${a.id}: cannot be taken back, and yet one click does it`);
          else if (clicks === 2 && a.undo === "free") faults.push(`${a.id}: can be taken back, and yet two clicks are needed`);
          await settle();
          break;
        }
        if (clicks === 2) { faults.push(`${a.id}: not done by two clicks`); break; }
        if (!("armed" in (actionOf(a.id)?.dataset ?? {}))) { faults.push(`${a.id}: a click does nothing`); break; }
      }
    }
    const listed = all("[data-action]").map((e) => e.dataset.action);
    const legal = new Set(actions.map((a) => a.id));
    for (const id of listed) if (!legal.has(id)) faults.push(`${id}: listed, but not legal`);
    window.__dry = false;
    return faults;
  }

  /** Things that an action touches lead to it in any order: done, armed, or among what is left in the list. */
  async function byBoard(actions) {
    const faults = [];
    let ways = 0, two = 0;
    window.__dry = true;
    for (const a of actions) {
      if (a.src === undefined && a.dst === undefined) continue;
      if (a.also?.length) continue;
      const pair = [a.src, a.dst].filter((x) => x !== undefined);
      for (const order of pair.length > 1 ? [pair, [pair[1], pair[0]]] : [pair]) {
        await cancel();
        await settle();
        took();
        let got = [], missing = null;
        for (const id of order) {
          const e = itemOf(id);
          if (!e) { missing = `${id} is not on the board`; break; }
          if (!window.__see.spot(`[data-item=${JSON.stringify(id)}]`)) { missing = `${id} cannot be pressed`; break; }
          e.click();
          await beat();
          got = took();
          if (got.length > 0) break;
        }
        ways++;
        if (missing) { faults.push(`${a.id}: ${missing}`); continue; }
        if (got.length > 0) {
          two++;
          // equal dice are one: a click on a twin may mean the other
          if (got[0] !== a.id && a.undo !== "free") faults.push(`${a.id}: clicks on ${order.join(", ")} play ${got[0]}`);
          await settle();
          continue;
        }
        const left = all("[data-action]").map((e) => e.dataset.action);
        if (!left.includes(a.id)) faults.push(`${a.id}: clicks on ${order.join(", ")} do not lead to it`);
        else if (document.querySelector(`[data-action=${JSON.stringify(a.id)}][data-armed]`)) two++;
      }
    }
    await cancel();
    window.__dry = false;
    return { faults, ways, two };
  }

  // ---- (ii) keys ----

  const tabbable = () => all("a[href],button,input,select,textarea,summary,[tabindex]").filter((e) => e.tabIndex >= 0 && !e.disabled && shown(e) && !e.closest("[inert]"));
  let visited = new Set();
  document.addEventListener("focusin", (e) => visited.add(e.target), true);
  function walkStart() {
    visited = new Set();
    const list = tabbable();
    document.activeElement?.blur();
    list[0].focus({ preventScroll: true });
    return list.length;
  }
  /** What Tab has visited: every action, one thing of each zone, every button. */
  function walkEnd() {
    const faults = [];
    for (const e of all("[data-action]")) if (!visited.has(e)) faults.push(`${e.dataset.action}: Tab does not reach it`);
    for (const z of all("[data-zone]")) {
      const things = all("[data-item]", z).filter(shown);
      if (things.length === 0) continue;
      const stops = things.filter((x) => x.tabIndex === 0);
      if (stops.length !== 1) faults.push(`zone ${z.dataset.zone}: ${stops.length} tab stops`);
      if (!things.some((x) => visited.has(x))) faults.push(`zone ${z.dataset.zone}: Tab does not reach it`);
    }
    for (const e of tabbable()) if (!visited.has(e) && e.closest(".table") && !(e.type === "radio" && !e.checked)) faults.push(`${e.className || e.tagName}: Tab does not reach it`);
    return faults;
  }
  /** The arrows reach every thing of a zone from the one that Tab reaches. */
  function arrows() {
    const faults = [];
    for (const z of all("[data-zone]")) {
      const things = all("[data-item]", z).filter(shown);
      if (things.length < 2) continue;
      const start = things.find((x) => x.tabIndex === 0) ?? things[0];
      const reached = new Set([start]);
      const todo = [start];
      while (todo.length > 0) {
        const from = todo.pop();
        for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"]) {
          from.focus({ preventScroll: true });
          from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          const to = document.activeElement;
          if (to && things.includes(to) && !reached.has(to)) { reached.add(to); todo.push(to); }
        }
      }
      for (const x of things) if (!reached.has(x)) faults.push(`${x.dataset.item}: the arrows do not reach it in ${z.dataset.zone}`);
    }
    document.activeElement?.blur();
    return faults;
  }
  /** Digits choose from the list, twice what cannot be taken back. */
  async function digits(count) {
    const faults = [];
    window.__dry = true;
    await cancel();
    took();
    const listed = all("[data-action]").map((e) => [e.getAttribute("aria-keyshortcuts"), e.dataset.action]);
    if (listed.filter(([d]) => d).length !== Math.min(9, count)) faults.push("not every digit has its action");
    for (const [digit, id] of listed) {
      if (!digit) continue;
      let got = [];
      for (let i = 0; i < 2 && got.length === 0; i++) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: digit, bubbles: true, cancelable: true }));
        await beat();
        got = took();
      }
      if (got[0] !== id) faults.push(`${id}: digit ${digit} ${got.length > 0 ? `plays ${got[0]}` : "does nothing"}`);
      await settle();
      await cancel();
    }
    window.__dry = false;
    return faults;
  }
  /** The action with the focus was pressed: what was played, or what is armed. */
  async function pressed() {
    await beat();
    const got = took();
    if (got.length > 0) await settle();
    return { got: got[0] ?? null, armed: document.querySelector("[data-action][data-armed]")?.dataset.action ?? null };
  }

  // ---- (iii) names ----

  /** over: dice that nobody needs any more may be put away. A thing that is not on the board lies in a pile that a button on it opens. */
  async function names(items, over) {
    const faults = [];
    const seen = new Set();
    for (const e of all("[data-item]")) {
      const id = e.dataset.item;
      if (seen.has(id)) faults.push(`${id}: twice on the board`);
      seen.add(id);
      if (!shown(e)) { faults.push(`${id}: not visible`); continue; }
      const name = e.getAttribute("aria-label") ?? e.querySelector("[data-name]")?.textContent ?? "";
      if (name.trim().length < 3) faults.push(`${id}: no name (${JSON.stringify(name)})`);
      if (/undefined|null|NaN|\[object|\{\w*\}|web\.\w/.test(name)) faults.push(`${id}: a strange name: ${name}`);
    }
    const missing = items.filter((i) => !seen.has(i.id) && !(over && i.id.startsWith("die.")));
    const zones = new Set(missing.map((i) => i.zone));
    const listed = new Set();
    for (const opener of all("[data-opens]")) {
      if (!opener.dataset.opens.split(" ").some((z) => zones.has(z)) || !shown(opener)) continue;
      opener.click();
      await beat();
      for (const e of all("[data-side] [data-listed]")) if (e.textContent.trim().length > 2) listed.add(e.dataset.listed);
    }
    if (listed.size > 0) await cancel();
    for (const i of missing) if (!listed.has(i.id)) faults.push(`${i.id}: in the view, neither on the board nor in a pile that opens (${i.zone})`);
    return faults;
  }

  // ---- (iv) texts, (v) the viewport ----

  const contains = (box, r, slack) => r.left >= box.left - slack && r.top >= box.top - slack && r.right <= box.right + slack && r.bottom <= box.bottom + slack;
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  /** It cuts what is in it; what has no box of its own (display: contents) cannot. */
  const clips = (s) => s.display !== "contents" && /hidden|clip|auto|scroll/.test(`${s.overflowX} ${s.overflowY}`);
  const whole = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const nameOf = (e) => {
    const x = e.closest("[data-item],[data-action],[data-seat],[data-tool],[data-zone]");
    const d = x?.dataset;
    return `${x ? `${d.item ?? d.action ?? (d.seat !== undefined ? `seat ${d.seat}` : d.tool ?? d.zone)} ` : ""}.${String(e.className?.baseVal ?? e.className).split(" ")[0] || e.tagName.toLowerCase()}`;
  };

  /** Every piece of text that a person can see now, with the part of its box that ink may fill. */
  function texts() {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const styles = new Map();
    const styleOf = (e) => { let s = styles.get(e); if (!s) styles.set(e, s = getComputedStyle(e)); return s; };
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      const e = n.parentElement;
      if (!n.data.trim() || !e || /^(SCRIPT|STYLE|OPTION|NOSCRIPT|TITLE)$/.test(e.tagName) || !shown(e) || e.closest(".skip")) continue;
      // for readers of screens only: a box of one pixel, cut away
      let hidden = false, scroll = null;
      const frames = [];
      for (let x = e; x && x !== document.body; x = x.parentElement) {
        const s = styleOf(x);
        if (clips(s)) {
          const r = x.getBoundingClientRect();
          if (r.width <= 2 && r.height <= 2) { hidden = true; break; }
          frames.push({ e: x, r, s, zone: x.hasAttribute("data-scroll") });
          if (x.hasAttribute("data-scroll")) scroll ??= x;
        }
        if (s.clipPath !== "none" && /inset\((50|100)%/.test(s.clipPath)) { hidden = true; break; }
      }
      if (hidden) continue;
      const range = document.createRange();
      range.selectNodeContents(n);
      const size = parseFloat(styleOf(e).fontSize);
      let scale = 1;
      for (let x = e; x; x = x.parentElement) if (styleOf(x).transform !== "none") scale *= Math.abs(new DOMMatrix(styleOf(x).transform).d) || 1;
      for (const r of range.getClientRects()) {
        if (r.width < 1 || r.height < 1) continue;
        const lost = Math.max(0, (r.height - size * scale * 0.8) / 2);
        found.push({ e, text: n.data.trim(), size: size * scale, frames, scroll, box: r, ink: { left: r.left + 0.5, right: r.right - 0.5, top: r.top + lost, bottom: r.bottom - lost } });
      }
    }
    return found;
  }

  /** Letters and figures below so many pixels. */
  const tiny = (least, list = texts()) => [...new Set(list.filter((t) => t.size < least - 0.01 && /[\p{L}\p{N}]/u.test(t.text)).map((t) => `below ${least} px: ${nameOf(t.e)} "${t.text}" ${t.size.toFixed(1)} px`))];

  /** under: something may lie over the table (a sheet); what it covers does not count. */
  function words(under = false, list = texts()) {
    const faults = tiny(12, list);
    for (const t of list) {
      // seen through every frame around it; a declared scroll zone may hide what it scrolls
      let view = whole(), away = false;
      for (const f of t.frames) {
        if (f.zone && !contains(f.r, t.ink, 0.5)) away = true;
        view = meet(view, f.r);
      }
      t.seen = meet(t.ink, view);
      const at = document.elementFromPoint((t.seen.left + t.seen.right) / 2, (t.seen.top + t.seen.bottom) / 2);
      if (away) { t.covered = under && at !== null && !at.contains(t.e); continue; }
      if (at && !at.contains(t.e) && !t.e.contains(at) && !/^(radio|checkbox)$/.test(at.type ?? "")) {
        t.covered = true;
        if (!under) faults.push(`covered: ${nameOf(t.e)} "${t.text}" by ${nameOf(at)}`);
        continue;
      }
      for (const f of t.frames) {
        if (f.zone) break; // outside of the zone, the zone itself is checked
        if (!contains(f.r, t.ink, 1)) faults.push(`clipped: ${nameOf(t.e)} "${t.text}" by ${nameOf(f.e)}`);
      }
      for (let x = t.e, i = 0; x && i < 3; x = x.parentElement, i++) {
        const s = getComputedStyle(x);
        if (s.textOverflow === "ellipsis" && s.overflowX !== "visible" && x.scrollWidth > x.clientWidth + 1) { faults.push(`shortened: ${nameOf(x)} "${x.textContent.trim()}"`); break; }
        if (s.webkitLineClamp !== "none" && x.scrollHeight > x.clientHeight + 2) { faults.push(`shortened: ${nameOf(x)} "${x.textContent.trim()}"`); break; }
      }
    }
    const boxes = list.filter((t) => !t.covered && t.seen.right - t.seen.left > 1 && t.seen.bottom - t.seen.top > 1);
    for (let i = 0; i < boxes.length; i++)
      for (let k = i + 1; k < boxes.length; k++) {
        const a = boxes[i], b = boxes[k];
        const m = meet(a.seen, b.seen);
        if (m.right - m.left <= 1.5 || m.bottom - m.top <= 1.5) continue;
        if (a.e === b.e && a.text === b.text) continue;
        faults.push(`overlap: ${nameOf(a.e)} "${a.text}" and ${nameOf(b.e)} "${b.text}" by ${(m.right - m.left).toFixed(0)}x${(m.bottom - m.top).toFixed(0)} px`);
      }
    return [...new Set(faults)];
  }

  /**
   * What the game says must be seen at this density (seen.json of its skin): there, whole, not covered. strict: without scrolling; else a declared
   * scroll zone may hide it. A list of covered cards scrolls in any case: its head opens it; so do the cards of a pile among which one is
   * chosen, a board that has cards lying apart beside all the rest, and in larger text or on a tablet one of four players.
   */
  function must(lists, strict) {
    const density = document.querySelector(".table").dataset.layout;
    const selectors = Object.entries(lists).flatMap(([at, list]) => (at.split(" ").includes(density) ? list : []));
    const faults = [], larger = document.documentElement.dataset.text !== "normal";
    const mayScroll = (x) => x.matches(".en-strips, .en-choosing > .en-piles, .en:has(.en-tray)") || (larger && x.matches(".en"))
      || (innerWidth >= 768 && innerWidth < 1280 && x.matches(".en"));
    for (const selector of selectors)
      for (const e of all(`[data-board] ${selector}`)) {
        if (e.closest("[aria-hidden] .rm-fx, .en-fx, .rm-fx")) continue;
        const r = e.getBoundingClientRect();
        if (!shown(e) || r.width < 2 || r.height < 2) { faults.push(`must be seen, hidden: ${nameOf(e)} (${selector})`); continue; }
        let away = false;
        for (let x = e.parentElement; x && !away; x = x.parentElement) {
          if (x === document.body || !clips(getComputedStyle(x)) || contains(x.getBoundingClientRect(), r, 1.5)) continue;
          if (x.hasAttribute("data-scroll") && (!strict || mayScroll(x))) away = true;
          else { faults.push(`must be seen, cut: ${nameOf(e)} (${selector}) by ${nameOf(x)}`); away = true; }
        }
        if (away) continue;
        const at = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
        if (!at) faults.push(`must be seen, outside: ${nameOf(e)} (${selector})`);
        else if (!at.contains(e) && !e.contains(at)) faults.push(`must be seen, covered: ${nameOf(e)} (${selector}) by ${nameOf(at)}`);
      }
    return [...new Set(faults)];
  }

  /** In a declared scroll zone that is itself in view; a zone may lie in another one. */
  function scrolls(e, box) {
    for (let z = e.parentElement?.closest("[data-scroll]"); z; z = z.parentElement?.closest("[data-scroll]"))
      if (clips(getComputedStyle(z)) && contains(box, z.getBoundingClientRect(), 1)) return true;
    return false;
  }

  /** For readers of screens only: in a box of one pixel. */
  const unseen = (e) => {
    for (let x = e.parentElement; x; x = x.parentElement) {
      const r = x.getBoundingClientRect();
      if (r.width <= 2 && r.height <= 2 && clips(getComputedStyle(x))) return true;
    }
    return false;
  };

  function inside(list = texts()) {
    const faults = [];
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth + 1) faults.push(`the page is ${page.scrollWidth} px wide`);
    if (page.scrollHeight > innerHeight + 1) faults.push(`the page is ${page.scrollHeight} px high`);
    const box = whole();
    for (const e of all("button,a,input,select,[data-item],[data-prompt],[data-zone],[data-scroll],h1,h2,h3,p,svg,img")) {
      if (!shown(e)) continue;
      const r = e.getBoundingClientRect();
      if (r.width <= 2 || r.height <= 2) continue;
      if (contains(box, r, 1)) continue;
      if (scrolls(e, box) || unseen(e)) continue;
      if (e.closest(".skip, [inert]")) continue;
      // drawn beyond the edge of a frame that cuts it: decoration, unless it says or does something
      if (/^(svg|img)$/i.test(e.tagName) && e.closest('[aria-hidden="true"]')) continue;
      faults.push(`outside: ${nameOf(e)} at ${Math.round(r.left)},${Math.round(r.top)} to ${Math.round(r.right)},${Math.round(r.bottom)}`);
    }
    for (const t of list) if (!t.scroll && !contains(box, t.ink, 1)) faults.push(`outside: text "${t.text}" of ${nameOf(t.e)}`);
    return [...new Set(faults)];
  }

  /** What can be pressed and is smaller than so many pixels. */
  function targets(least) {
    const faults = [];
    for (const e of all("button,a[href],input,select,summary,[data-item],[data-action]")) {
      if (!shown(e) || e.closest(".visually-hidden, .skip")) continue;
      const r = e.getBoundingClientRect();
      if (r.width < 2 || r.height < 2 || unseen(e)) continue;
      const inText = e.tagName === "A" && getComputedStyle(e).display === "inline";
      if (inText) continue;
      if (r.width < least - 0.5 || r.height < least - 0.5) faults.push(`${nameOf(e)} ${r.width.toFixed(0)}x${r.height.toFixed(0)}`);
    }
    return [...new Set(faults)];
  }

  // ---- the settings, and a look at what they make of the table ----

  function setUp(some) {
    const key = "veillee.settings";
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? "{}"), ...some }));
    dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
  }
  const frames = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));

  /** All that is measured at one size, by its rule. whole: nothing may hide in a scroll zone; least: of the letters; lists: what must be seen. */
  async function look({ whole, least, lists, settings }) {
    if (settings) setUp(settings);
    await frames();
    const list = texts();
    return { "(iv)": [...(whole ? words(false, list) : []), ...(least ? tiny(least, list) : [])], "(v)": inside(list), "(v) must": must(lists, whole) };
  }

  window.__contract = { setUp, look, byList, byBoard, walkStart, walkEnd, arrows, digits, pressed, names, words, tiny, must, inside, targets, cancel, settle, took };
}
