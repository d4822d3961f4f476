// What the tests do inside the page, put there before the page's own scripts. It looks, and never touches the game.
export function inPage({ settings, faces }) {
  try {
    if (self.top === self && localStorage.getItem("veillee.settings") === null) {
      localStorage.setItem("veillee.settings", JSON.stringify(settings));
      if (faces) localStorage.setItem("veillee.faces", faces);
    }
  } catch { /* storage refused: that is the test */ }

  // Injected markup that runs would set this.
  let ran;
  Object.defineProperty(window, "__pwned", { get: () => ran, set: (x) => { ran = x; window.__tell?.("ran", `script: ${x}`); } });
  document.addEventListener("securitypolicyviolation", (e) => window.__tell?.("csp", `${e.violatedDirective}: ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`));

  const one = (s) => document.querySelector(s);
  const all = (s) => [...document.querySelectorAll(s)];
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  /** The table as a player sees it. */
  function state() {
    const t = one(".table"), board = one("[data-board]");
    const ids = (s, k) => all(s).filter(shown).map((e) => e.dataset[k]);
    return {
      screen: one("[data-screen]")?.dataset.screen ?? null,
      table: t?.dataset.table ?? null,
      rev: board ? Number(board.dataset.rev || -1) : -1,
      mine: t !== null && "mine" in t.dataset,
      over: t !== null && "over" in t.dataset,
      looking: t !== null && "looking" in t.dataset,
      pending: t !== null && "pending" in t.dataset,
      telling: t !== null && "telling" in t.dataset,
      prompt: one("[data-prompt]")?.textContent ?? null,
      conn: one("[data-conn]")?.dataset.conn ?? null,
      trouble: one("[data-trouble]")?.dataset.trouble ?? null,
      actions: ids("[data-action]", "action"),
      undo: Object.fromEntries(all("[data-action]").map((e) => [e.dataset.action, e.dataset.undo])),
      usable: ids("[data-item][data-usable]", "item"),
      lit: ids("[data-item][data-lit]", "item"),
      picked: ids("[data-item][data-picked]", "item"),
      refused: one(".peek-bad")?.textContent ?? null,
      armedItem: one("[data-item][data-armed]")?.dataset.item ?? null,
      armed: one("[data-action][data-armed]")?.dataset.action ?? null,
    };
  }

  /** Changes whenever something that a player did has had an effect. */
  function print() {
    const s = state();
    return JSON.stringify([s.screen, s.rev, s.mine, s.over, s.looking, s.pending, s.lit, s.picked, s.armed, s.armedItem, s.actions.length, s.refused, location.hash, one(".side")?.dataset.side ?? ""]);
  }

  /** Where a finger or a mouse can press it; null if it is covered, outside, or not there. Scrolls as a person would. */
  function spot(selector) {
    const e = one(selector);
    if (!e || !shown(e)) return null;
    let r = e.getBoundingClientRect();
    if (r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth || !hit(e, r)) {
      e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      r = e.getBoundingClientRect();
    }
    return hit(e, r);
  }
  function hit(e, r) {
    for (const [fx, fy] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.15, 0.2], [0.85, 0.8]]) {
      const x = r.left + r.width * fx, y = r.top + r.height * fy;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const at = document.elementFromPoint(x, y);
      if (at && (at === e || e.contains(at))) return { x, y };
    }
    return null;
  }

  window.__see = { state, print, spot, shown };
}
