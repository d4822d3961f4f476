// The installed page: offline, and updated only between games.
//
// The service worker (sw.ts) keeps all files of one build. A newer build waits beside it until no game is on the screen, or
// until the player asks for it. version.json, never cached, says which build the server has.
import { effect, signal } from "@preact/signals";
import { route } from "../router";
import { keepFaces } from "./faces";
import { current, playing } from "./now";
import { version } from "./version";

/** A newer build is ready. */
export const update = signal(false);
/** The page can be used without a network from now on. */
export const offlineReady = signal(false);

/** What the browser gives us to ask for installation; not in every browser. */
interface InstallEvent extends Event { prompt(): Promise<{ outcome: string }> }
export const installer = signal<InstallEvent | null>(null);

let registration: ServiceWorkerRegistration | null = null;
let wanted = false;

const AGAIN = 30 * 60 * 1000;

function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (e) => {
    e.preventDefault();
    installer.value = e as InstallEvent;
  });
  window.addEventListener("appinstalled", () => { installer.value = null; });
}

export async function install(): Promise<boolean> {
  const ask = installer.peek();
  if (!ask) return false;
  installer.value = null;
  return (await ask.prompt()).outcome === "accepted";
}

/** Asks the server which build it has. */
async function look(): Promise<void> {
  if (!navigator.onLine || version.build === "dev") return;
  try {
    const answer = await fetch("/version.json", { cache: "no-store" });
    if (!answer.ok) return;
    const { build } = (await answer.json()) as { build?: unknown };
    if (typeof build !== "string" || build === version.build) return;
    if (registration) await registration.update();
    else if (!("serviceWorker" in navigator)) update.value = true;
  } catch { /* no network: later */ }
}

let watched: ServiceWorker | null = null;

/** newer: another build served this page when this one was found. When it is installed that cannot be told any more: the first
 *  worker of a first visit takes the page over as soon as it is active, in WebKit before we hear of its installation. */
function watchWorker(worker: ServiceWorker | null, newer: boolean): void {
  if (!worker || worker === watched) return;
  watched = worker;
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && newer) update.value = true;
    if (worker.state === "activated") offlineReady.value = true;
  });
}

/** Takes the newer build and begins again with it. Every move is kept, so nothing is lost. */
export function takeUpdate(): void {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  wanted = true;
  waiting.postMessage({ do: "activate" });
  setTimeout(() => location.reload(), 4000);
}

/** The server speaks another version: look for its page, then begin again. */
export async function renew(): Promise<void> {
  try {
    await registration?.update();
    const coming = registration?.installing;
    if (coming) await new Promise<void>((done) => {
      coming.addEventListener("statechange", () => { if (coming.state !== "installing") done(); });
      setTimeout(done, 10000);
    });
  } catch { /* the reload will say */ }
  takeUpdate();
}

const RENEWED = "veillee.renewed";

/** The same without being asked, if the server has another page than this one: once for each. */
export async function renewIfOlder(): Promise<void> {
  try {
    const { build } = (await (await fetch("/version.json", { cache: "no-store" })).json()) as { build?: unknown };
    if (typeof build !== "string" || build === version.build || version.build === "dev" || sessionStorage.getItem(RENEWED) === build) return;
    sessionStorage.setItem(RENEWED, build);
    await renew();
  } catch { /* the button is there */ }
}

export async function register(): Promise<void> {
  const controlled = (): boolean => navigator.serviceWorker.controller !== null;
  const before = controlled();
  registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  if (registration.active) offlineReady.value = true;
  if (registration.waiting && before) update.value = true;
  watchWorker(registration.installing, before);
  registration.addEventListener("updatefound", () => watchWorker(registration?.installing ?? null, controlled()));
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (wanted) location.reload(); });
  navigator.serviceWorker.controller?.postMessage({ do: "clean" });
}

/** Between games, when the player goes to another screen or looks elsewhere, a waiting build is taken without a word. */
function takeBetweenGames(): void {
  let last = route.peek();
  const quiet = (): boolean => update.peek() && !playing.peek() && current.peek() === null && /^(home|about|stats|games)$/.test(route.peek().at);
  effect(() => {
    const now = route.value;
    if (now !== last) setTimeout(() => { if (quiet()) takeUpdate(); }, 400); // the table has been left by then
    last = now;
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") { if (quiet()) takeUpdate(); }
    else void look();
  });
}

/** A board that is on its way comes first; unless it does not come at all. */
function calm(): Promise<void> {
  return new Promise((done) => {
    const isWaited = (): boolean => /^(table|room|learn)$/.test(route.value.at) && !current.value?.live.value;
    effect(() => { if (!isWaited()) done(); });
    setTimeout(done, 20_000);
  });
}

/** Called once, when the first screen stands: nothing here is needed for the first move. */
export function startPwa(): void {
  watchInstall();
  takeBetweenGames();
  const begin = async (): Promise<void> => {
    await calm();
    await keepFaces();
    if (version.build !== "dev" && "serviceWorker" in navigator) await register().catch(() => {});
    await look();
    setInterval(() => void look(), AGAIN);
    window.addEventListener("online", () => void look());
  };
  const later = (): void => { setTimeout(() => void begin(), 2000); };
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later);
}
