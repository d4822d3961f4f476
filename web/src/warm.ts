// What a first game needs, asked for before anybody asks: the engine beside the first screen, the table and its board after it.
import { engines } from "./gen/engines";
import { allWords } from "./core/i18n";
import { current } from "./core/now";
import type { Route } from "./router";
import { skinFor } from "./skins";

const LAST = "veillee.game";

const FIRST = Object.keys(engines)[0]!;

/** The game that was played last: likely the next one too. */
export function lastGame(): string {
  try {
    const game = localStorage.getItem(LAST) ?? "";
    return Object.hasOwn(engines, game) ? game : FIRST;
  } catch {
    return FIRST;
  }
}

function rememberGame(game: string): void {
  try {
    if (game) localStorage.setItem(LAST, game);
  } catch { /* then the first game's board is loaded ahead, as ever */ }
}

/** Files that index.html names for later (build/page.mjs): fetched now, run when they are imported. */
function fetchLater(game: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="x-later"]')) {
    if (link.dataset["skin"] !== undefined && link.dataset["skin"] !== game) continue;
    link.rel = link.as === "script" ? "modulepreload" : "preload";
  }
}

const idle = (f: () => void): void => void ("requestIdleCallback" in window ? requestIdleCallback(f, { timeout: 1500 }) : setTimeout(f, 300));

/** shown: resolves when the first screen stands. */
export function warm(r: Route, shown: Promise<unknown>): void {
  current.subscribe((table) => { if (table) rememberGame(table.game.peek()); });
  const table = /^(table|room|learn)$/.test(r.at);
  if (!table && !/^(home|new|games|tables)$/.test(r.at)) return;
  const quiet = (): void => {};
  const game = "game" in r && r.game && Object.hasOwn(engines, r.game) ? r.game : lastGame();
  // the worker will find it on its way, or in the browser's cache
  if (r.at !== "room") void fetch(engines[game]!, { priority: "low" } as RequestInit).catch(quiet);
  if (r.at === "room") void import("./core/nettable").catch(quiet);
  else void import("./core/open").then((m) => m.warmEngine(game)).catch(quiet);
  const board = (): void => {
    void allWords().catch(quiet);
    void import("./screens/Table").catch(quiet);
    void skinFor(game)?.().catch(quiet);
  };
  if (table) board();
  else void shown.then(() => { fetchLater(game); idle(board); }).catch(quiet);
}
