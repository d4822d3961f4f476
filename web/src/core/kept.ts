// "My games" and what is needed to go on with them, kept in this browser (IndexedDB). Where the browser refuses to keep
// anything, or is full, all of it stays in the memory of the page and `storage` says so; nothing is lost without a word.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { OptionValues } from "./proto";
import { storage, storageFailed } from "./settings";
import type { Kept } from "./table";
import { fromTabs, tellTabs, thisTab } from "./tabs";

export { storage };

/** What a local game needs to go on. */
export interface Saved {
  id: string;
  text: string;                 // the record
  seed: string;                 // "": not known
  rev: number;
  owner: string;                // the tab that plays it
  lent: number[];               // players whose seat a bot holds for the moment
  counts: boolean;              // in the statistics: begun at the start, by this player
  muted?: number[];
  from?: { id: string; rev: number }; // the game that it was forked from, in the middle
}

/** A finished game, for the statistics. It stays when the game is forgotten. */
export interface Finished {
  id: string; kind: "local" | "net"; game: string; difficulty: string; players: number; won: boolean; outcome: string; ended: number;
  dice?: Throws;
}

/** How often each face of the dice came, by who threw it. */
export type Throws = Partial<Record<"me" | "people" | "machines", Record<string, number>>>;

const NAME = "veillee";
const VERSION = 1;
const SLOW_MS = 5_000;          // a database that does not answer is none
const AILING_MS = 400;          // one that did not answer the last time is not waited for as long again
const AGAIN_MS = 3_000;         // and is asked again after this
const STORES = ["games", "saved", "finished", "notes"] as const;
type Store = (typeof STORES)[number];

// ---- the database ----

let opening: Promise<IDBDatabase | null> | null = null;

// A database that was full or too slow may do its work again later; then all is well.
let ailing = false;
const waiting = signal(false);  // for one that was too slow
let again: ReturnType<typeof setTimeout> | undefined;
const SLOW = "slow";
function failed(e: unknown): void {
  ailing = true;
  storageFailed(e);
  if (!(e instanceof Error) || e.message !== SLOW) return;
  waiting.value = true;
  again ??= setTimeout(() => { again = undefined; void flush(); }, AGAIN_MS);
}
function healed(): void {
  if (ailing || storage.peek() === "full") storage.value = "ok";
  ailing = waiting.value = false;
}

/** What is not found may be there after all, while the database does not answer: f is called when it does. False if it answers. */
export function onceAnswered(f: () => void): boolean {
  if (!waiting.peek()) return false;
  const stop = waiting.subscribe((still) => { if (!still) queueMicrotask(() => { stop(); f(); }); });
  return true;
}

function openDb(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    let late = false;
    const fail = (e: unknown) => { clearTimeout(timer); failed(e); resolve(null); };
    const timer = setTimeout(() => { late = true; fail(new Error(SLOW)); }, SLOW_MS);
    try {
      if (typeof indexedDB === "undefined") throw new Error("none");
      const req = indexedDB.open(NAME, VERSION);
      req.onupgradeneeded = () => {
        for (const s of STORES) if (!req.result.objectStoreNames.contains(s)) req.result.createObjectStore(s, { keyPath: "id" });
      };
      req.onerror = () => fail(req.error);
      req.onblocked = () => {};
      req.onsuccess = () => {
        const db = req.result;
        const again = () => { opening = null; };
        db.onversionchange = () => { db.close(); again(); };
        db.onclose = again;
        clearTimeout(timer);
        resolve(db);
        if (!late) return;
        opening = Promise.resolve(db);
        void flush();
      };
    } catch (e) {
      fail(e);
    }
  });
}

const db = (): Promise<IDBDatabase | null> => (opening ??= openDb());

// What could not be written, or all of it where there is no database. It is read first.
const memory: Record<Store, Map<string, unknown>> = { games: new Map(), saved: new Map(), finished: new Map(), notes: new Map() };

/** Every wait on the database ends: another tab may hold it for as long as it likes. */
function soon<T>(wait: (resolve: (x: T) => void, reject: (e: unknown) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(SLOW)), ailing ? AILING_MS : SLOW_MS);
    wait((x) => { clearTimeout(timer); resolve(x); }, (e) => { clearTimeout(timer); reject(e); });
  });
}

function result<T>(req: IDBRequest<T>): Promise<T> {
  return soon((resolve, reject) => {
    req.onsuccess = () => resolve(req.result);
    req.onerror = () => reject(req.error);
  });
}

function finish(tx: IDBTransaction): Promise<void> {
  const done = soon<void>((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = tx.onerror = () => reject(tx.error ?? new Error("aborted"));
  });
  done.catch(() => {}); // it may be given up before anybody waits for its end
  return done;
}

/** What was not done in time is not done later either, when something newer may stand there. */
function giveUp(tx: IDBTransaction | null): void {
  try {
    tx?.abort();
  } catch { /* it has ended */ }
}

async function transaction(mode: "readonly" | "readwrite", stores: Store[]): Promise<IDBTransaction | null> {
  for (let i = 0; i < 2; i++) {
    const d = await db();
    if (!d) return null;
    try {
      return d.transaction(stores, mode);
    } catch {
      opening = null; // closed under us: once more
    }
  }
  return null;
}

async function read<T>(store: Store, id: string): Promise<T | undefined> {
  if (memory[store].has(id)) return memory[store].get(id) as T;
  try {
    const tx = await transaction("readonly", [store]);
    return tx ? ((await result(tx.objectStore(store).get(id))) as T | undefined) : undefined;
  } catch (e) {
    failed(e);
    return undefined;
  }
}

async function readAll<T extends { id: string }>(store: Store): Promise<T[]> {
  let all: T[] = [];
  try {
    const tx = await transaction("readonly", [store]);
    if (tx) all = (await result(tx.objectStore(store).getAll())) as T[];
  } catch (e) {
    failed(e);
  }
  const by = new Map(all.map((x) => [x.id, x]));
  for (const [id, x] of memory[store]) by.set(id, x as T);
  return [...by.values()];
}

interface Note { id: string; text: string }
interface Row { store: Store; row: Kept | Saved | Finished | Note }

/** Writes all or nothing. What cannot be written stays in memory. */
async function write(rows: Row[], check?: (tx: IDBTransaction) => Promise<boolean>): Promise<"ok" | "memory" | "refused"> {
  const stores = [...new Set(rows.map((r) => r.store))];
  const before = rows.map((r) => memory[r.store].get(r.row.id));
  let tx: IDBTransaction | null = null;
  try {
    tx = await transaction("readwrite", stores);
    if (!tx) throw null;
    if (check && !(await check(tx))) {
      tx.abort();
      return "refused";
    }
    const done = finish(tx);
    for (const r of rows) tx.objectStore(r.store).put(r.row);
    await done;
    rows.forEach((r, i) => { if (memory[r.store].get(r.row.id) === before[i]) memory[r.store].delete(r.row.id); }); // nothing newer waits there
    if (ailing) {
      healed();
      void flush();
    } else healed();
    return "ok";
  } catch (e) {
    giveUp(tx);
    if (e !== null) failed(e);
    for (const r of rows) memory[r.store].set(r.row.id, r.row);
    return "memory";
  }
}

/** If the database answers after all: what waits in memory is written. */
async function flush(): Promise<void> {
  const rows = STORES.flatMap((store) => [...memory[store].values()].map((row) => ({ store, row: row as Row["row"] })));
  if (rows.length > 0) {
    await write(rows);
    return;
  }
  try {
    const tx = await transaction("readonly", ["games"]);
    if (!tx) return;
    await result(tx.objectStore("games").count());
    healed();
    if (loaded) await load();
  } catch (e) {
    failed(e);
  }
}

async function remove(rows: { store: Store; id: string }[]): Promise<void> {
  for (const r of rows) memory[r.store].delete(r.id);
  try {
    const tx = await transaction("readwrite", [...new Set(rows.map((r) => r.store))]);
    if (!tx) return;
    const done = finish(tx); // what is to go may go late
    for (const r of rows) tx.objectStore(r.store).delete(r.id);
    await done;
  } catch (e) {
    failed(e);
  }
}

// ---- my games ----

const list = signal<Kept[]>([]);
/** My games, the last played first. */
export const kept: ReadonlySignal<Kept[]> = list;

const byTime = (a: Kept, b: Kept) => b.updated - a.updated;
let loaded: Promise<void> | null = null;

async function load(): Promise<void> {
  const all = await readAll<Kept>("games");
  const now = new Map(all.map((k) => [k.id, k]));
  for (const k of list.peek()) if (!now.has(k.id) && memory.games.has(k.id)) now.set(k.id, k);
  list.value = [...now.values()].sort(byTime);
}

/** Resolves when `kept` has been read. */
export function loadKept(): Promise<void> {
  return (loaded ??= load());
}

function inList(k: Kept): void {
  list.value = [k, ...list.peek().filter((x) => x.id !== k.id)].sort(byTime);
}

let asked = false;
/** Asks the browser, once, not to clear what is kept when space runs short. */
export function askToPersist(): void {
  if (asked || typeof navigator === "undefined" || !navigator.storage?.persist) return;
  asked = true;
  navigator.storage.persisted().then((yes) => { if (!yes) void navigator.storage.persist(); }).catch(() => {});
}

/** Keeps a game, or what is new about it. */
export async function keep(k: Kept): Promise<void> {
  await loadKept();
  const { record: _r, seed: _s, ...row } = k;
  inList(row);
  askToPersist();
  await write([{ store: "games", row }]);
  tellTabs({ what: "changed", id: k.id });
}

export function keptGame(id: string): Kept | undefined {
  return list.peek().find((k) => k.id === id);
}

const hooks = new Set<(id: string) => void>();
/** Called before a game is forgotten: whoever still plays it stops. */
export function onForget(f: (id: string) => void): void {
  hooks.add(f);
}

export async function forget(id: string): Promise<void> {
  for (const f of hooks) f(id);
  list.value = list.peek().filter((k) => k.id !== id);
  await remove([{ store: "games", id }, { store: "saved", id }, { store: "notes", id }]);
  tellTabs({ what: "changed", id });
}

/** "Delete my data": games, records, statistics. Settings are settings.ts's. */
export async function forgetAll(): Promise<void> {
  list.value = [];
  for (const s of STORES) memory[s].clear();
  const d = await db();
  d?.close();
  opening = null;
  tellTabs({ what: "forgotten" });
  await soon<void>((resolve) => {
    const req = indexedDB.deleteDatabase(NAME);
    req.onsuccess = req.onerror = () => resolve();
    req.onblocked = () => {};
  }).catch(failed);
  loaded = null;
  await loadKept();
}

// ---- local games ----

export function savedGame(id: string): Promise<Saved | undefined> {
  return read<Saved>("saved", id);
}

/** The record of a local game, for download. */
export async function recordOf(id: string): Promise<string | undefined> {
  return (await savedGame(id))?.text;
}

/** Makes this tab the one that plays the game; the others are told. */
export async function takeOver(id: string): Promise<Saved | undefined> {
  const s = await savedGame(id);
  if (!s) return undefined;
  const mine = { ...s, owner: thisTab };
  await write([{ store: "saved", row: mine }]);
  tellTabs({ what: "taken", id, tab: thisTab });
  return mine;
}

/** The row in the database is still this tab's. */
const stillMine = (id: string) => async (tx: IDBTransaction): Promise<boolean> => {
  const s = (await result(tx.objectStore("saved").get(id))) as Saved | undefined;
  return !s || s.owner === thisTab;
};

/** Saves a local game after an entry. "taken": another tab plays it by now, nothing was written. */
export async function saveGame(s: Saved, k: Kept): Promise<"ok" | "memory" | "taken"> {
  const { record: _r, seed: _s, ...row } = k;
  const how = await write([{ store: "saved", row: { ...s, owner: thisTab } }, { store: "games", row }], stillMine(s.id));
  if (how === "refused") return "taken";
  inList(row);
  askToPersist();
  tellTabs({ what: "changed", id: s.id });
  return how;
}

// ---- notes ----

/** What I wrote down about a table; it goes with the game. */
export async function noteOf(id: string): Promise<string> {
  return (await read<Note>("notes", id))?.text ?? "";
}

export async function keepNote(id: string, text: string): Promise<void> {
  if (text) await write([{ store: "notes", row: { id, text } }]);
  else await remove([{ store: "notes", id }]);
}

// ---- finished games ----

export async function finished(f: Finished): Promise<void> {
  await write([{ store: "finished", row: f }]);
}

/** It goes on after all (taken back). */
export async function unfinished(id: string): Promise<void> {
  await remove([{ store: "finished", id }]);
}

export function allFinished(): Promise<Finished[]> {
  return readAll<Finished>("finished");
}

export function difficultyOf(options: OptionValues): string {
  const d = options["difficulty"];
  return typeof d === "string" ? d : "";
}

// ---- leaving with something unsaved ----

/** Something of this page is in memory only: leaving would lose it. */
export const unsaved = (): boolean => memory.saved.size > 0;

if (typeof document !== "undefined") {
  addEventListener("beforeunload", (e) => { if (unsaved()) e.preventDefault(); });
  fromTabs((n) => {
    if (n.what === "changed" && loaded) void load();
    else if (n.what === "forgotten") { list.value = []; }
  });
}
