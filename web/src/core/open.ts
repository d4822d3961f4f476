// The door to tables: those of this browser, those on the server, and the lobby between them.
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { nextCid, randomSeed } from "./cid";
import type { Snap } from "./host";
import { HostClient, type Port } from "./hostclient";
import { lang, t } from "./i18n";
import { keep, kept, keptGame, loadKept, onForget, savedGame } from "./kept";
import { keepSaved, localId, localKey, LocalTable } from "./localtable";
import type { Past } from "./past";
import type { Created, GameInfo, News, OptionValues, Refusal, SeatWanted, TableListed, Welcome } from "./proto";
import { isRefusal, plainRefusal, Refused } from "./refused";
import { settings } from "./settings";
import type { Connection, Kept, Table } from "./table";
import { version } from "./version";
import { Link, pageEnv, type Message } from "./wslink";

// ---- the engine of this page ----

let client: HostClient | null = null;
/** The worker, one for the page. */
export function engine(): HostClient {
  return (client ??= new HostClient(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as unknown as Port));
}

/** Starts the engine ahead of its first use, as soon as there is nothing else to do. */
export function warmEngine(game: string): void {
  const idle = globalThis.requestIdleCallback ?? ((f: () => void) => setTimeout(f, 500));
  idle(() => engine().warm(game), { timeout: 3000 });
}

async function openPast(text: string): Promise<Past> {
  const host = engine();
  const { h } = await host.call("load", { text, lang: lang.peek(), from: -1 });
  const { life } = host;
  /** A handle of a worker that is gone may be another game's by now. */
  const alive = (): Promise<void> => (life === host.life ? Promise.resolve() : Promise.reject(new Refused({ status: "dead", text: "" })));
  return {
    view: async (rev, l, seat) => (await alive(), host.call("view", { h, rev, lang: l, ...(seat !== undefined ? { seat } : {}) })),
    entries: async (from, to, l, seat) => (await alive(), host.call("entries", { h, from, to, lang: l, ...(seat !== undefined ? { seat } : {}) })),
    async verify(l) {
      await alive();
      try {
        await host.call("verify", { h, lang: l });
        return { ok: true, text: "" };
      } catch (e) {
        const why = plainRefusal(e);
        if (why.status === "dead" || why.status === "missing") throw e;
        return { ok: false, text: why.text };
      }
    },
    close: () => void alive().then(() => host.call("close", { h })).catch(() => {}),
  };
}

// ---- tables ----

export type Where = { local: string } | { room: string; token?: string; claim?: boolean };

const LINGER_MS = 1500;       // going from one screen to the next and back does not close a table
const openTables = new Map<string, { table: Table; users: number; end: () => void }>();

/** One object for each table; close() it when done, as often as it was opened. */
function share(id: string, make: (closed: () => void) => Table): Table {
  const there = openTables.get(id);
  if (there) {
    there.users++;
    return there.table;
  }
  const table = make(() => { for (const [key, o] of openTables) if (o.table === table) openTables.delete(key); });
  const end = table.close.bind(table);
  const entry = { table, users: 1, end };
  openTables.set(id, entry);
  table.close = () => {
    entry.users = Math.max(0, entry.users - 1);
    setTimeout(() => { if (entry.users === 0) end(); }, LINGER_MS);
  };
  return table;
}

/** Somebody has it open: it says itself how it stands. */
export const isOpen = (id: string): boolean => [...openTables.values()].some((o) => o.table.id === id && o.users > 0);

export async function openTable(where: Where): Promise<Table> {
  if ("local" in where) {
    const id = localKey(where.local);
    return share(id, (closed) => new LocalTable(id, { host: engine(), lang: lang.peek(), closed }));
  }
  const [{ NetTable }] = await Promise.all([import("./nettable"), loadKept()]); // not part of the first load
  const { room, claim } = where;
  const known = keptGame(`net:${room}`)?.token;
  // a public link to a table where I have a seat brings me back to it
  const token = where.token ?? known;
  const id = `net:${room}/${token ?? ""}`;
  return share(id, (closed) => new NetTable({ room, ...(token ? { token } : {}), ...(claim && !token ? { claim } : {}) }, {
    env: pageEnv(), lang: lang.peek(), client: `page ${version.version}`, openPast, closed, renewed: moved(room),
    ...(settings.name.peek() ? { name: settings.name.peek() } : {}),
  }));
}

/** The address of the page is the link; when that is renewed, a reload must find the new one. */
const moved = (room: string) => (old: string, token: string): void => {
  const entry = openTables.get(`net:${room}/${old}`);
  if (entry) {
    openTables.delete(`net:${room}/${old}`);
    openTables.set(`net:${room}/${token}`, entry);
  }
  const here = `#/r/${room}/`;
  if (location.hash.startsWith(here + old)) history.replaceState(null, "", here + token + location.hash.slice(here.length + old.length));
};

onForget((id) => {
  for (const o of [...openTables.values()]) if (o.table.id === id && o.users === 0) o.end();
});

// open tables speak the language of the page
effect(() => {
  const l = lang.value;
  for (const { table } of openTables.values()) table.setLang(l);
});

/** Where a game of "my games" is found. */
export function hrefOf(k: Kept): string {
  return k.kind === "local" ? `#/t/${localId(k.id)}` : `#/r/${k.room}${k.token ? `/${k.token}` : ""}`;
}

/** What came before the first move of a game that was forked, if it is still here: that game, at that move. */
export function pastOf(from: { room: string; rev: number } | undefined): string | null {
  const k = from && kept.value.find((x) => x.id === from.room || (x.kind === "net" && x.room === from.room));
  return k ? `${hrefOf(k)}?rev=${from.rev}` : null;
}

// ---- games in this browser ----

const today = (): string => new Date().toISOString().slice(0, 10);

async function adopt(begun: { h: number; snap: Snap }, seed: string, counts: boolean): Promise<string> {
  const saved = await keepSaved(begun.snap, seed, counts);
  share(saved.id, (closed) => new LocalTable(saved.id, { host: engine(), lang: lang.peek(), begun: { ...begun, saved }, closed })).close();
  return localId(saved.id);
}

/** A new game in this browser: its id. Throws Refused. Nobody is waited for at one screen: open seats are people. */
export async function newLocal(game: string, options: OptionValues, players: SeatWanted[], seed?: string): Promise<string> {
  const all = players.map((p) => (p.kind === "open" ? { ...p, kind: "human" as const } : p));
  const s = seed ?? randomSeed();
  const begun = await engine().call("create", { game, options, players: all, seed: s, date: today(), lang: lang.peek(), from: 0 }).catch((e: unknown) => {
    throw isRefusal(e) && e.status !== "dead" ? e : new Refused({ status: "dead", text: t("web.core.no_engine") });
  });
  return adopt(begun, s, seed === undefined && all.some((p) => p.kind === "human"));
}

const IMPORT_MAX = 8 << 20;
const foreign = (text: string): Refusal => ({ status: "syntax", text });

export interface Imported { id: string; over: boolean }
/** `entries`: so many could be saved with { recover: true }. `detail`: the engine's own remark, for those who mend files. */
export type ImportRefused = Refusal & { entries?: number; detail?: string };

const reasons = ["duplicate", "invalid", "mismatch", "missing", "range", "refused", "syntax", "too_large", "unknown", "version"] as const;

/** What the engine says of a file ends with a remark in English, in brackets. The player reads what it means; the remark stands apart. */
function ofFile(e: Refusal): ImportRefused {
  const remark = /^[^(]*\((.*)\)$/s.exec(e.text)?.[1];
  const reason = reasons.find((r) => r === e.status) ?? "other";
  return { ...plainRefusal(e), text: t(`web.import.why_${reason}`), ...(remark ? { detail: remark } : {}) };
}

/** A record, scenario or position becomes a game of "my games". What cannot be read is refused with a sentence. */
export async function importRecord(text: string, how: { recover?: boolean } = {}): Promise<Imported | ImportRefused> {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.length > IMPORT_MAX) return { status: "too_large", text: t("web.core.import_large") };
  try {
    if (plain.startsWith("veillee-record")) return await importGame(plain.includes("\r\n") ? plain.replace(/\r\n/g, "\n") : plain, how.recover === true);
    return await importPosition(plain);
  } catch (e) {
    if (isRefusal(e) && e.status !== "dead") return ofFile(e);
    return { status: "dead", text: t("web.core.no_engine") };
  }
}

/** The same finished game among mine: a link that is opened twice leads to the same place. */
async function finishedHere(snap: Snap): Promise<string | undefined> {
  await loadKept();
  for (const k of kept.peek()) {
    if (k.kind !== "local" || k.state !== "over" || k.game !== snap.meta.game) continue;
    const s = await savedGame(k.id);
    if (s?.text === snap.record && s.rev === snap.meta.rev) return localId(k.id);
  }
  return undefined;
}

async function importGame(text: string, recover: boolean): Promise<Imported | ImportRefused> {
  const args = { text, lang: lang.peek(), from: 0 };
  try {
    const begun = await engine().call("load", { ...args, ...(recover ? { recover } : {}) });
    const here = begun.snap.over ? await finishedHere(begun.snap) : undefined;
    if (here !== undefined) {
      void engine().call("close", { h: begun.h });
      return { id: here, over: true };
    }
    return { id: await adopt(begun, /^seed ([0-9a-f]{64})$/m.exec(text)?.[1] ?? "", false), over: begun.snap.over !== null };
  } catch (e) {
    if (!isRefusal(e) || e.status === "dead" || recover) throw e;
    return { ...ofFile(e), ...(await recoverable(args)) };
  }
}

async function recoverable(args: { text: string; lang: "fr" | "en"; from: number }): Promise<{ entries?: number }> {
  try {
    const { h, snap } = await engine().call("load", { ...args, recover: true });
    void engine().call("close", { h });
    return snap.meta.rev > 0 ? { entries: snap.meta.rev } : {};
  } catch {
    return {};
  }
}

async function importPosition(text: string): Promise<Imported | ImportRefused> {
  let doc: unknown;
  try {
    doc = JSON.parse(text);
  } catch {
    return foreign(t("web.core.import_foreign"));
  }
  const first: unknown = Array.isArray(doc) ? doc[0] : doc;
  if (typeof first !== "object" || first === null || !("game" in first)) return foreign(t("web.core.import_foreign"));
  const scenario = Array.isArray(doc) || ["moves", "position", "expect"].some((k) => k in first);
  const seed = randomSeed();
  const begun = await engine().call("position", { text, scenario, seed, lang: lang.peek(), from: 0 });
  return { id: await adopt(begun, seed, false), over: begun.snap.over !== null };
}

// ---- the lobby ----

const LOBBY_MOST_MS = 60_000; // nobody is kept waiting: one may play alone meanwhile
const LOBBY_WAIT_MS = 1_500;
const ANSWER_MS = 12_000;

export interface CreateWanted {
  game: string; options?: OptionValues; seats: SeatWanted[]; public?: boolean; chat?: "all" | "phrases" | "off";
  hints?: boolean; watch_delay?: number; away?: number; // after so many seconds a seat may be lent without its owner; 0: never
  /** The player whose link is mine; the first who is no bot unless given. null: none of them. */
  mine?: number | null;
}

class Lobby {
  private readonly state_ = signal<Connection>({ state: "connecting", tries: 0 });
  private readonly welcome_ = signal<Welcome | null>(null);
  private link: Link | null = null;
  private greeted = false;
  private readonly waiting = new Map<string, { resolve(m: Message): void; reject(e: unknown): void; timer: ReturnType<typeof setTimeout> }>();
  private readonly infos = new Map<string, Promise<GameInfo>>();
  /** How tables stand that are followed (follow.ts). */
  onNews: (n: News) => void = () => {};
  /** Rises with every connection: what was asked of the one before is forgotten. */
  readonly life = signal(0);

  /** What the server offers; null until it has answered. Reading it starts the connection. */
  get welcome(): ReadonlySignal<Welcome | null> {
    this.start();
    return this.welcome_;
  }

  get state(): ReadonlySignal<Connection> {
    this.start();
    return this.state_;
  }

  start(): void {
    if (this.link) return;
    this.link = new Link(pageEnv(), {
      opened: () => {},
      welcome: (w) => {
        if (!this.greeted) this.life.value++;
        this.greeted = true;
        this.welcome_.value = w;
        this.state_.value = w.store === "read_only" ? { state: "read_only" } : { state: "ok" };
      },
      message: (m) => this.hear(m),
      gone: () => {
        this.greeted = false;
        for (const w of this.waiting.values()) { clearTimeout(w.timer); w.reject(this.away()); }
        this.waiting.clear();
      },
      state: (c) => { this.state_.value = c; },
    }, lang.peek(), `page ${version.version}`, LOBBY_MOST_MS);
    this.link.start();
    effect(() => { const l = lang.value; this.link?.setLang(l); });
  }

  /** Tries again at once. */
  retry(): void {
    this.start();
    this.link!.retry();
  }

  private away(): Refused {
    return new Refused({ status: "offline", text: t("web.core.away") });
  }

  private hear(m: Message): void {
    if (m.t === "store") this.state_.value = m["state"] === "read_only" ? { state: "read_only" } : { state: "ok" };
    if (m.t === "news") this.onNews(m as unknown as News);
    const w = m.cid !== undefined ? this.waiting.get(m.cid) : undefined;
    if (!w) return;
    this.waiting.delete(m.cid!);
    clearTimeout(w.timer);
    if (m.t === "error") w.reject(new Refused(m as unknown as Refusal));
    else w.resolve(m);
  }

  /** Resolves when the server has greeted; false: it has not, within so many ms. */
  private up(ms: number): Promise<boolean> {
    this.start();
    if (this.link!.isUp) return Promise.resolve(true);
    return new Promise((resolve) => {
      let stop = (): void => {};
      const done = (yes: boolean) => { clearTimeout(timer); queueMicrotask(() => stop()); resolve(yes); };
      const timer = setTimeout(() => done(false), ms);
      stop = effect(() => {
        const s = this.state_.value.state;
        if (s === "ok" || s === "read_only") done(true);
        else if (s === "version") done(false);
      });
    });
  }

  private async ask<T>(msg: Message): Promise<T> {
    if (!this.link?.isUp) {
      this.retry();
      if (!(await this.up(4_000))) throw this.away();
    }
    msg.cid = nextCid();
    const cid = msg.cid;
    return new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => { this.waiting.delete(cid); reject(this.away()); }, ANSWER_MS);
      this.waiting.set(cid, { resolve, reject, timer });
      this.link!.send(msg);
      this.link!.expect();
    }) as Promise<unknown> as Promise<T>;
  }

  async tables(game?: string): Promise<TableListed[]> {
    return (await this.ask<{ tables: TableListed[] }>({ t: "list", ...(game ? { game } : {}) })).tables;
  }

  /** Asks to be told whose turn it is at a table of mine, now and from now on. Throws Refused. */
  follow(room: string, token: string): Promise<News> {
    return this.ask<News>({ t: "follow", room, token });
  }

  /** A new table on the server, kept in "my games" with its links. Throws Refused. */
  async create(wanted: CreateWanted): Promise<Created> {
    const { mine, ...msg } = wanted;
    const c = await this.ask<Created>({ t: "create", ...msg, ...(typeof mine === "number" && { host: mine }) });
    const links = c.links ?? [];
    const link = mine === null ? undefined : mine === undefined ? links[0] : links.find((l) => l.player === mine);
    await keep({
      id: `net:${c.room}`, kind: "net", game: c.game, options: wanted.options ?? {}, names: wanted.seats.map((s) => s.name ?? ""),
      updated: Date.now(), state: wanted.seats.some((s) => s.kind === "open") ? "open" : "running", room: c.room,
      token: link?.token ?? c.watch.token, player: link?.player ?? null,
      links: links.map(({ player, path }) => ({ player, path })), watch: c.watch.path,
    });
    return c;
  }

  /** A game and its options; from the engine of this page where there is no server. Throws Refused if there is no such game. */
  gameInfo(id: string): Promise<GameInfo> {
    const known = this.infos.get(id);
    if (known) return known;
    const p = this.findInfo(id);
    this.infos.set(id, p);
    p.catch(() => this.infos.delete(id));
    return p;
  }

  private async findInfo(id: string): Promise<GameInfo> {
    if (await this.up(LOBBY_WAIT_MS)) {
      try {
        return (await this.ask<{ game: GameInfo }>({ t: "game", game: id })).game;
      } catch { /* then here */ }
    }
    const info = await engine().call("info", { game: id });
    if (!info) throw new Refused({ status: "unknown", text: t("web.core.no_such_game") });
    return info;
  }
}

export const lobby = new Lobby();
