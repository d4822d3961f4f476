// A table in this browser: the engine in the worker, bots at their pace, and every entry saved before the next decision.
import { batch, signal } from "@preact/signals";
import { BaseTable } from "./basetable";
import { randomId, randomSeed } from "./cid";
import type { Meta, Seen, Snap } from "./host";
import type { HostClient } from "./hostclient";
import { answered, painted } from "./frame";
import { t } from "./i18n";
import { difficultyOf, onceAnswered, saveGame, savedGame, takeOver, unfinished, type Saved } from "./kept";
import type { Action, Entry, Joined, Lang, Player, Preview, Refusal, Said, View, Why } from "./proto";
import { plainRefusal, Refused } from "./refused";
import { same, sameView } from "./same";
import { settings, shownMotion } from "./settings";
import type { Connection, Kept } from "./table";
import { fromTabs, tellTabs, thisTab } from "./tabs";

const SHOW_MS = 300;        // a slow disk delays what is seen by no more than this; the next decision waits for it
const LOG = 40;             // entries that are there at once; history() brings the rest
const POINT_MS = 4_000;

export interface LocalOptions {
  host: HostClient;
  lang: Lang;
  /** A game that was just made and is open in the worker already. */
  begun?: { h: number; snap: Snap; saved: Saved };
  closed?: () => void;
}

export class LocalTable extends BaseTable {
  readonly kind = "local";
  readonly conn = signal<Connection>({ state: "connecting", tries: 0 });
  readonly said = signal<Said[]>([]);
  readonly thinking = signal<{ player: number; since: number } | null>(null);
  readonly canRedo = signal(false);

  private readonly host: HostClient;
  private lang: Lang;
  private h = 0;
  private life = 0;
  private meta: Meta | null = null;
  private saved: Saved | null = null;
  private saving: Promise<unknown> = Promise.resolve();
  private queue: Promise<unknown> = Promise.resolve();
  private turn = 0;               // rises with whatever makes a bot's thoughts pointless
  private started = 0;
  private created = Date.now();
  private points = 0;
  private readonly stops: (() => void)[] = [];

  constructor(id: string, private readonly options: LocalOptions) {
    super(id);
    this.host = options.host;
    this.lang = options.lang;
    this.stops.push(
      this.host.onDeath((why) => this.died(why)),
      fromTabs((n) => {
        if (n.what === "taken" && n.id === id && n.tab !== thisTab) this.stop({ state: "elsewhere" });
        else if (this.conn.peek().state !== "elsewhere" || !("id" in n) || n.id !== id) return;
        else if (n.what === "gone") void this.open(true);
        else if (n.what === "changed") void this.open(false);
      }),
    );
    if (typeof document !== "undefined") {
      const hide = () => this.leave();
      const show = (e: PageTransitionEvent) => { if (e.persisted) void this.comeBack(); };
      addEventListener("pagehide", hide);
      addEventListener("pageshow", show);
      this.stops.push(() => { removeEventListener("pagehide", hide); removeEventListener("pageshow", show); });
    }
    this.startForced();
    const b = options.begun;
    if (b) {
      this.h = b.h;
      this.life = this.host.life;
      this.saved = b.saved;
      this.display(b.snap, true);
      this.conn.value = { state: "ok" };
      this.tick();
    } else void this.open(true);
  }

  // ---- opening, dying, other tabs ----

  /** Reads what is saved and shows it; `mine`: and plays it from now on. */
  private async open(mine: boolean): Promise<void> {
    const start = ++this.started;
    const current = () => start === this.started && !this.ended;
    try {
      const saved = mine ? await takeOver(this.id) : await savedGame(this.id);
      if (!current()) return;
      if (!saved) {
        const silent = onceAnswered(() => { if (current()) void this.open(mine); });
        this.conn.value = { state: "refused", why: silent ? { status: "silent", text: t("web.gone.silent_do") } : { status: "unknown", text: t("web.core.no_game") } };
        return;
      }
      const life = this.host.life;
      const got = await this.loadSaved(saved);
      if (!current()) {
        if (life === this.host.life) this.drop(got.h);
        return;
      }
      this.drop(this.h);
      this.h = got.h;
      this.life = this.host.life;
      this.saved = saved;
      this.turn++;
      batch(() => {
        this.display(got.snap, true);
        this.conn.value = mine ? { state: "ok" } : { state: "elsewhere" };
        if (!mine) this.offered.value = null;
      });
      // chance that was due when the record was made
      if (mine && got.snap.meta.rev > saved.rev) await this.save(got.snap);
      if (mine) this.tick();
    } catch (e) {
      if (!current()) return;
      const why = plainRefusal(e);
      this.conn.value = why.status === "dead" ? { state: "dead", why: why.text } : { state: "refused", why };
    }
  }

  private async loadSaved(saved: Saved): Promise<{ h: number; snap: Snap }> {
    const args = { text: saved.text, lang: this.lang, from: -LOG, ...(saved.seed ? { seed: saved.seed } : {}) };
    try {
      return await this.host.call("load", args);
    } catch (e) {
      if (plainRefusal(e).status === "dead") throw e;
      // a record that another version wrote, or a damaged one: what can be read of it
      return this.host.call("load", { ...args, recover: true });
    }
  }

  private drop(h: number): void {
    if (h && this.life === this.host.life) this.host.call("close", { h }).catch(() => {});
  }

  private died(why: string): void {
    this.h = 0;
    if (/^(elsewhere|refused)$/.test(this.conn.peek().state)) return;
    this.stop({ state: "dead", why });
  }

  /** Whatever is under way is no longer waited for. */
  private stop(conn: Connection): void {
    this.turn++;
    this.started++;
    batch(() => {
      this.thinking.value = null;
      this.offered.value = null;
      this.pending.value = null;
      this.conn.value = conn;
    });
  }

  /** Back from the browser's memory of past pages: somebody else may have played on. */
  private async comeBack(): Promise<void> {
    const s = await savedGame(this.id);
    if (s && s.owner !== thisTab) {
      this.stop({ state: "elsewhere" });
      void this.open(false);
    }
  }

  private leave(): void {
    if (this.conn.peek().state === "ok") tellTabs({ what: "gone", id: this.id, tab: thisTab });
  }

  revive(): void {
    const s = this.conn.peek().state;
    if (this.ended || s === "ok" || s === "connecting") return;
    this.conn.value = { state: "connecting", tries: 1 };
    void this.open(true);
  }

  close(): void {
    if (this.ended) return;
    this.leave();
    this.done();
    this.turn++;
    this.started++;
    for (const stop of this.stops) stop();
    const h = this.h;
    this.h = 0;
    void this.queue.then(() => this.drop(h));
    this.options.closed?.();
  }

  // ---- showing and saving ----

  /** Nothing can be played: the dice are not known here, or entered by hand elsewhere. */
  private isFrozen(m: Meta): boolean {
    return m.state !== "over" && !m.seed_known;
  }

  private display(s: Snap, whole = false): void {
    const m = s.meta;
    this.meta = m;
    const decides = m.players.find((p) => p.player === m.player);
    const mine = decides && (decides.kind === "human" ? decides : null);
    const known = m.players.find((p) => p.player === this.me.peek().player);
    const me = mine ?? (known && this.isPerson(known) ? known : undefined) ?? m.players.find((p) => this.isPerson(p)) ?? m.players[0];
    const players: Player[] = m.players.map((p) => ({
      player: p.player, kind: this.isPerson(p) ? "human" : p.kind, here: this.isPerson(p), seats: p.seats,
      ...(p.name ? { name: p.name } : {}), ...(p.level ? { level: p.level } : {}), ...(this.isLent(p.player) ? { lent: true } : {}),
    }));
    batch(() => {
      this.game.value = m.game;
      this.players.value = same(this.players.peek(), players);
      if (me) this.me.value = same(this.me.peek(), { player: me.player, seats: me.seats });
      this.info.value = this.joined(m, players, me);
      const old = this.live.peek();
      if (whole || !old) this.take(s.view, s.entries, s.undo);
      else if (s.view.rev > old.rev) this.advance(s.view, s.entries, s.undo, s.moments);
      else { this.live.value = sameView(old, s.view); this.undo.value = s.undo; }
      this.over.value = s.over;
      this.offered.value = this.isFrozen(m) ? null : s.actions;
      this.canRedo.value = m.redo !== undefined;
      if (this.isFrozen(m)) this.refusal.value = { status: "frozen", text: t("web.core.frozen") };
    });
  }

  private joined(m: Meta, players: Player[], me: Meta["players"][number] | undefined): Joined {
    return {
      room: this.id, game: m.game, options: m.options, public: false, chat: "off", created: this.created, state: m.state, rev: m.rev,
      seed_hash: m.seed_hash ?? "", player: me?.player ?? null, seats: me?.seats ?? [], players, cids: [], said: [],
      ...(this.saved?.from && { from: { room: this.saved.from.id, rev: this.saved.from.rev } }),
    };
  }

  private isLent(player: number): boolean {
    return this.saved?.lent.includes(player) ?? false;
  }

  private isPerson(p: Meta["players"][number]): boolean {
    return p.kind === "human" || this.isLent(p.player);
  }

  /** "taken": another tab plays it, and nothing was written. */
  private async save(s: Snap): Promise<"ok" | "memory" | "taken"> {
    const saved = { ...this.saved!, text: s.record, rev: s.meta.rev };
    const row = this.row(s);
    const how = await saveGame(saved, row);
    if (how === "taken") return how;
    this.saved = saved;
    if (saved.counts && s.over) {
      this.finish({
        id: this.id, kind: "local", game: row.game, difficulty: difficultyOf(row.options), players: s.meta.players.length,
        won: row.won === true, outcome: s.over.outcome, ended: row.updated,
      });
    } else if (saved.counts && this.over.peek()) void unfinished(this.id);
    return how;
  }

  private row(s: Snap): Kept {
    return rowOf(this.id, s, (p) => this.isPerson(p));
  }

  /** Saves, then shows; then it is somebody's turn. */
  private async commit(s: Snap): Promise<void> {
    const saving = this.save(s);
    this.saving = saving;
    const how = await Promise.race([saving, pause(SHOW_MS)]);
    if (how === "taken") {
      this.stop({ state: "elsewhere" });
      void this.open(false);
      return;
    }
    if (how === undefined) void saving.then((h) => { if (h === "taken") { this.stop({ state: "elsewhere" }); void this.open(false); } });
    batch(() => {
      this.display(s);
      this.tick();
    });
  }

  // ---- whose turn it is ----

  /** What changes the game, one after the other. A bot that has thought is shown as thinking until its move is. */
  private change(ask: (seen: Seen & { h: number }) => Promise<Snap>, thought = false): Promise<void> {
    this.turn++;
    if (!thought) this.thinking.value = null;
    const turn = this.turn;
    const run = this.queue.then(async () => {
      await this.saving.catch(() => {});
      if (this.ended || this.conn.peek().state !== "ok" || !this.h) return;
      try {
        const snap = await ask(this.seen());
        if (this.conn.peek().state === "ok") await this.commit(snap);
      } catch (e) {
        const why = plainRefusal(e);
        if (why.status !== "dead") {
          this.refusal.value = why;
          if (turn === this.turn) this.tick();
        }
      }
    });
    this.queue = run;
    return run;
  }

  private seen(): Seen & { h: number } {
    const eye = this.me.peek().seats[0];
    const told = this.teller.peek() !== null && shownMotion.peek() !== "off";
    return { h: this.h, lang: this.lang, from: this.live.peek()?.rev ?? 0, ...(told ? { told } : {}), ...(eye !== undefined ? { eye } : {}) };
  }

  private tick(): void {
    const m = this.meta;
    const p = !m || this.ended || this.conn.peek().state !== "ok" || this.isFrozen(m) ? null : m.players.find((x) => x.player === m.player);
    if (p?.kind === "bot" && p.level) void this.think(p.player, p.level);
    else this.thinking.value = null;
  }

  partner?: (entries: Entry[]) => string | undefined;

  private async choose(level: string): Promise<{ move: string }> {
    if (this.partner) await this.history();
    const told = this.partner?.(this.entries.peek());
    return told === undefined ? this.host.call("bot", { h: this.h, level }) : { move: told };
  }

  private async think(player: number, level: string): Promise<void> {
    const turn = ++this.turn;
    this.thinking.value = { player, since: Date.now() };
    try {
      const shown = painted().then(() => this.teller.peek()?.idle()); // what happened before is told before it goes on
      const [choice] = await Promise.all([this.choose(level), pause(settings.botPace.peek()), shown]);
      if (turn !== this.turn || this.ended) return;
      await this.change(async (seen) => {
        const snap = await this.host.call("play", { ...seen, move: choice.move });
        await answered(); // the player first
        return snap;
      }, true);
    } catch (e) {
      if (turn !== this.turn) return;
      this.thinking.value = null;
      this.refusal.value = plainRefusal(e);
    }
  }

  // ---- playing ----

  move(a: Action | string): void {
    const now = this.actions.peek();
    if (!now || this.conn.peek().state !== "ok") return;
    const id = typeof a === "string" ? a : a.id;
    batch(() => {
      this.pending.value = id;
      this.refusal.value = null;
    });
    void this.change(async (seen) => {
      try {
        return await this.host.call("play", { ...seen, move: id });
      } catch (e) {
        this.pending.value = null;
        throw e;
      }
    }).then(() => { if (this.pending.peek() === id) this.pending.value = null; });
  }

  takeBack(to?: number): void {
    if (this.conn.peek().state !== "ok" || this.pending.peek() !== null) return;
    const back = to ?? this.beforeForced();
    this.refusal.value = null;
    void this.change((seen) => this.host.call("undo", { ...seen, ...(back !== undefined ? { to: back } : {}) }));
  }

  redo(): void {
    if (!this.canRedo.peek() || this.pending.peek() !== null) return;
    this.refusal.value = null;
    void this.change((seen) => this.host.call("redo", seen));
  }

  answer(): void { /* nobody votes at one screen */ }
  say(): void { /* nor writes */ }

  point(item: string): void {
    const n = ++this.points;
    const player = this.me.peek().player ?? 0;
    this.pings.value = [...this.pings.peek(), { player, item, n }].slice(-5);
    setTimeout(() => { this.pings.value = this.pings.peek().filter((p) => p.n !== n); }, POINT_MS);
  }

  private setPlayer(player: number, kind: string, lent: boolean, name?: string): void {
    const p = this.meta?.players.find((x) => x.player === player);
    if (!p || !this.saved) return;
    this.refusal.value = null;
    void this.change(async (seen) => {
      const called = name ?? p.name;
      const snap = await this.host.call("player", { ...seen, player, kind, ...(called ? { name: called } : {}) });
      const others = this.saved!.lent.filter((x) => x !== player);
      this.saved = { ...this.saved!, lent: lent ? [...others, player] : others };
      return snap;
    });
  }

  name(name: string): void {
    const player = this.me.peek().player;
    const p = this.meta?.players.find((x) => x.player === player);
    if (p) this.setPlayer(p.player, p.level ?? "human", this.isLent(p.player), name);
  }

  handToBot(level: string, player?: number): void {
    const who = player ?? this.me.peek().player;
    const p = this.meta?.players.find((x) => x.player === who);
    if (p) this.setPlayer(p.player, level, this.isPerson(p));
  }

  back(): void {
    for (const player of this.saved?.lent ?? []) this.setPlayer(player, "human", false);
  }

  async fork(rev?: number, same?: boolean): Promise<{ href: string }> {
    const seed = same ? this.saved?.seed : randomSeed();
    if (!this.h || !seed) throw new Refused({ status: "secret", text: t("web.core.frozen") });
    const at = same ? 0 : rev;
    const { h, snap } = await this.host.call("fork", { h: this.h, seed, lang: this.lang, from: -LOG, ...(at !== undefined ? { rev: at } : {}) });
    const id = await keepBegun(snap, seed, this.saved?.lent ?? [], { id: this.id, rev: at ?? this.live.peek()?.rev ?? 0 });
    this.host.call("close", { h }).catch(() => {});
    return { href: `#/t/${id}` };
  }

  renew(): Promise<string> {
    return Promise.reject(new Refused({ status: "unknown", text: t("web.core.local_only") }));
  }

  // ---- questions ----

  private away(): Refused {
    return new Refused({ status: "dead", text: t("web.core.away") });
  }

  preview(move: string): Promise<Preview> {
    return this.h ? this.host.call("preview", { h: this.h, move, lang: this.lang }) : Promise.reject(this.away());
  }

  why(move: string): Promise<Why> {
    return this.h ? this.host.call("why", { h: this.h, move, lang: this.lang }) : Promise.reject(this.away());
  }

  hint(): Promise<{ move: string; text: string }> {
    return this.h ? this.host.call("hint", { h: this.h, lang: this.lang }) : Promise.reject(this.away());
  }

  async record(): Promise<string> {
    const text = this.saved?.text ?? (await savedGame(this.id))?.text;
    if (text === undefined) throw this.away();
    return text;
  }

  async verify(): Promise<{ ok: boolean; text: string }> {
    try {
      await this.host.call("verify", { h: this.h, lang: this.lang });
      return { ok: true, text: "" };
    } catch (e) {
      const why: Refusal = plainRefusal(e);
      if (why.status === "dead" || why.status === "missing") throw e;
      return { ok: false, text: why.text };
    }
  }

  protected fetchView(rev: number): Promise<View> {
    const seat = this.me.peek().seats[0];
    return this.h ? this.host.call("view", { h: this.h, rev, lang: this.lang, ...(seat !== undefined ? { seat } : {}) }) : Promise.reject(this.away());
  }

  async history(): Promise<void> {
    while (!this.isComplete()) {
      if (!this.h) throw this.away();
      const first = this.entries.peek()[0]?.rev ?? (this.live.peek()?.rev ?? 0) + 1;
      const lang = this.lang;
      const { h, eye } = this.seen();
      const list = await this.host.call("entries", { h, lang, from: 0, to: first - 1, ...(eye !== undefined ? { seat: eye } : {}) });
      if (lang === this.lang) this.absorb(list, this.live.peek()?.rev ?? 0);
    }
  }

  setLang(l: Lang): void {
    if (l === this.lang) return;
    this.lang = l;
    const complete = this.isComplete();
    this.queue = this.queue.then(async () => {
      if (!this.h || this.ended) return;
      try {
        const snap = await this.host.call("snap", { ...this.seen(), from: -LOG });
        if (this.lang !== l) return;
        const offered = this.offered.peek();
        this.display(snap, true);
        if (!offered) this.offered.value = this.conn.peek().state === "ok" && !this.isFrozen(snap.meta) ? snap.actions : null;
        if (complete) await this.history();
      } catch { /* the worker died: it is shown in the new language when it is back */ }
    });
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}

/** The line of "my games". */
function rowOf(id: string, s: Snap, isPerson: (p: Meta["players"][number]) => boolean): Kept {
  const people = s.meta.players.filter(isPerson);
  const seats = new Set(people.flatMap((p) => p.seats));
  return {
    id, kind: "local", game: s.meta.game, options: s.meta.options, names: s.meta.players.map((p) => p.name ?? ""), updated: Date.now(),
    state: s.meta.state, turn: s.view.prompt.text, mine: s.meta.state !== "over" && people.some((p) => p.player === s.meta.player),
    ...(s.over ? { outcome: s.over.outcome, won: s.over.results.some((r) => r.won && seats.has(r.seat)) } : {}),
  };
}

export const localKey = (id: string): string => (id.startsWith("local:") ? id : `local:${id}`);
export const localId = (key: string): string => key.replace(/^local:/, "");

/** Keeps a fork; its id. It does not count: it was begun in the middle, or with dice that were known. */
async function keepBegun(snap: Snap, seed: string, lent: number[], from: { id: string; rev: number }): Promise<string> {
  return localId((await keepSaved(snap, seed, false, lent, from.rev > 0 ? from : undefined)).id);
}

export async function keepSaved(snap: Snap, seed: string, counts: boolean, lent: number[] = [], from?: Saved["from"]): Promise<Saved> {
  const id = `local:${randomId(12)}`;
  const saved: Saved = { id, text: snap.record, seed, rev: snap.meta.rev, owner: thisTab, lent, counts, ...(from && { from }) };
  await saveGame(saved, rowOf(id, snap, (p) => p.kind === "human" || lent.includes(p.player)));
  return saved;
}
