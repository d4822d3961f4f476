// The service worker: keeps all files of one build, each checked by its hash, and answers from them. It knows nothing else:
// /ws, /healthz, /metrics and version.json always go to the server.
declare const __FILES__: [path: string, hash: string][];
declare const __BUILD__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const NAME = `veillee-${__BUILD__}`;
const files = new Map(__FILES__);

/** The bundler puts a hash in the names of these: the same name is the same content. */
const isHashed = (path: string): boolean => path.startsWith("/assets/");

async function hashOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...digest.slice(0, 8)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

async function keep(cache: Cache, path: string, hash: string): Promise<void> {
  const old = isHashed(path) ? await caches.match(path) : undefined;
  const answer = old ?? await fetch(path, { cache: isHashed(path) ? "default" : "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  if (!old && (await hashOf(await answer.clone().arrayBuffer())) !== hash) throw new Error(`${path} is of another build`);
  await cache.put(path, answer);
}

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  const todo = [...files];
  const hand = async (): Promise<void> => {
    for (let next = todo.shift(); next; next = todo.shift()) await keep(cache, ...next);
  };
  try {
    await Promise.all([hand(), hand(), hand()]);
  } catch (e) {
    await caches.delete(NAME);
    throw e;
  }
}

/** Older builds go when nobody is left who may still ask for their files. */
async function clean(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > 1) return;
  for (const name of await caches.keys()) if (name.startsWith("veillee-") && name !== NAME) await caches.delete(name);
}

async function answer(request: Request, path: string): Promise<Response> {
  const mine = await (await caches.open(NAME)).match(path);
  if (mine) return mine;
  const older = await caches.match(path);
  if (older) return older;
  try {
    return await fetch(request);
  } catch (e) {
    const page = request.mode === "navigate" ? await caches.match("/index.html") : undefined;
    if (page) return page;
    throw e;
  }
}

worker.addEventListener("install", (e) => e.waitUntil(install()));
worker.addEventListener("activate", (e) => e.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (e) => {
  const { do: what } = (e.data ?? {}) as { do?: string };
  if (what === "activate") void worker.skipWaiting();
  if (what === "clean") e.waitUntil(clean());
});
/** Back to the page that rang, or a new one. */
worker.addEventListener("notificationclick", (e) => {
  const to = String(e.notification.data ?? "#/");
  e.notification.close();
  e.waitUntil(worker.clients.matchAll({ type: "window" }).then(async ([page]) => {
    if (!page) return worker.clients.openWindow(`/${to}`);
    await page.focus();
    return page.navigate(`/${to}`);
  }));
});
worker.addEventListener("fetch", (e) => {
  const { request } = e;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(ws|healthz|metrics|version\.json|sw\.js)$/.test(url.pathname)) return;
  const path = url.pathname === "/" ? "/index.html" : url.pathname;
  if (files.has(path) || isHashed(path) || request.mode === "navigate") e.respondWith(answer(request, path));
});
