// A table on a server, over docs/protocol.md: views and steps in order, requests that are never lost and never done twice.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { BaseTable } from "./basetable";
import { nextCid, randomToken } from "./cid";
import { applyStep, Misfit } from "./delta";
import { tell } from "./tale";
import { t } from "./i18n";
import { FacesKept, type Board, type BoardActions, type FacesTold } from "./join";
import { difficultyOf, forget, keep, kept, keptGame } from "./kept";
import { current } from "./now";
import type { Past } from "./past";
import type {
  Action, Entry, Joined, Lang, Link as SeatLink, Over, Player, Preview, Refusal, Said, Step, UndoFree, View, Vote, Welcome, Why,
} from "./proto";
import { seenOf } from "./recap";
import { plainRefusal, Refused } from "./refused";
import { shownMotion } from "./settings";
import type { Connection, Kept, Seen } from "./table";
import { Link, type LinkEnv, type Message } from "./wslink";

/** Of all tables of this page. */
const faces = new FacesKept();

export interface NetWhere { room: string; token?: string; claim?: boolean }
export interface NetOptions {
  env: LinkEnv;
  lang: Lang;
  name?: string;
  client?: string;
  /** Reads a record with the engine of this page, to look back without asking the server. */
  openPast?: (record: string) => Promise<Past>;
  /** My link is another one from now on. */
  renewed?: (old: string, token: string) => void;
  /** Called once, when the table is closed. */
  closed?: () => void;
}

/** Carried out once, whatever happens in between: said again with the same cid until it is answered. */
interface Request { msg: Message; tries: number; timer?: ReturnType<typeof setTimeout> }
interface Question { msg: Message; again: boolean; resolve(m: Message): void; reject(e: unknown): void; timer: ReturnType<typeof setTimeout> }

const QUESTION_MS = 20_000;
const AT_ONCE = 4;              // questions `at` under way: the answers are large
const SAID_MAX = 200;
const POINT_MS = 4_000;
const LATER = new Set(["busy", "io", "memory", "often"]); // "try again later with the same cid"

export class NetTable extends BaseTable {
  readonly kind = "net";
  readonly room: string;
  private token: string | undefined;
  private claim: boolean;
  private next: string | undefined;   // the token that a claim or a renewal shall give: it may be in force though its answer is lost
  private triedNext = false;
  private lang: Lang;

  private readonly link: Link;
  private readonly linkState = signal<Connection>({ state: "connecting", tries: 0 });
  private readonly joined = signal(false);
  private readonly store = signal<"ok" | "read_only">("ok");
  private readonly end = signal<Connection | null>(null);
  private rejoin: ReturnType<typeof setTimeout> | undefined;
  private joinTries = 0;

  private readonly requests = new Map<string, Request>();
  private readonly questions = new Map<string, Question>();
  private joinCid = "";
  private resyncing = false;

  private readonly lines = signal<Said[]>([]);
  readonly muted = signal<ReadonlySet<number>>(new Set());
  readonly said: ReadonlySignal<Said[]> = computed(() => this.lines.value.filter((s) => !this.muted.value.has(s.player)));
  readonly invite = signal<{ href: string; by: number; rev: number } | null>(null);
  private points = 0;

  private saw: Seen | null = null;      // how it stood when it was on the screen last
  private board: Board | null = null;   // as the server told it; `live` is made of it
  readonly welcome = signal<Welcome | null>(null);
  readonly left = signal<Seen | null>(null);
  readonly conn: ReadonlySignal<Connection> = computed(() => {
    if (this.end.value) return this.end.value;
    const l = this.linkState.value;
    if (l.state !== "ok") return l;
    if (!this.joined.value) return { state: "connecting", tries: this.joinTries };
    return this.store.value === "read_only" ? { state: "read_only" } : l;
  });
  readonly thinking: ReadonlySignal<{ player: number; since: number } | null>;
  private readonly stops: (() => void)[] = [];
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private past_: Promise<Past> | null = null;
  private pastRev = -1;
  private noPast = -1;            // before this revision the record is not asked for again
  private asking = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(where: NetWhere, private readonly options: NetOptions) {
    super(`net:${where.room}`);
    this.room = where.room;
    this.token = where.token;
    this.claim = where.claim === true && !where.token;
    this.lang = options.lang;
    this.next = kept.peek().find((k) => k.room === where.room && k.token === where.token)?.next;
    this.left.value = kept.peek().find((k) => k.room === where.room && k.token === where.token)?.seen ?? null;
    let since = { key: "", at: 0 };
    this.thinking = computed(() => {
      const v = this.live.value;
      const actor = v?.turn.actor;
      if (!v || typeof actor !== "number" || this.over.value) return null;
      const player = v.seats.find((s) => s.id === actor)?.player;
      const p = this.players.value.find((x) => x.player === player);
      if (!p || (p.kind !== "bot" && !p.lent) || this.players.value.some((x) => x.kind === "open")) return null;
      const key = `${v.rev}/${p.player}`;
      if (since.key !== key) since = { key, at: options.env.now() };
      return { player: p.player, since: since.at };
    });
    this.link = new Link(options.env, {
      greeting: () => (shownMotion.peek() === "off" ? {} : { told: true }),
      opened: () => this.sendJoin(),
      welcome: (w) => batch(() => {
        this.welcome.value = w;
        this.store.value = w.store;
        this.linkState.value = { state: "ok" };
      }),
      message: (m) => this.hear(m),
      gone: () => this.lost(),
      state: (c) => { this.linkState.value = c; },
    }, this.lang, options.client ?? "page");
    this.startForced();
    this.stops.push(effect(() => {
      // whatever "my games" shows of it
      void [this.info.value, this.live.value?.rev, this.live.value?.lang, this.players.value, this.over.value, this.offered.value, this.joined.value];
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => this.keepIt(), 300);
    }));
    let wasShown = false;
    this.stops.push(effect(() => {
      const isShown = current.value === this;
      this.look(wasShown);
      if (wasShown && !isShown) {
        this.keepIt(); // where one goes now shows it
        this.left.value = this.saw; // and who is back before it is let go was away, too
      }
      wasShown = isShown;
    }));
    this.link.start();
  }

  // ---- coming and going ----

  private sendJoin(): void {
    this.joinCid = nextCid();
    const v = this.live.peek();
    const m: Message = { t: "join", cid: this.joinCid, room: this.room };
    if (this.token) m["token"] = this.token;
    else if (this.claim) {
      m["claim"] = true;
      m["new"] = this.next ??= claimToken(this.room);
    }
    if (this.options.name) m["name"] = this.options.name;
    if (v && v.lang === this.lang) m["since"] = v.rev;
    if (this.board && this.board.lang === this.lang) m["faces"] = this.board.faces;
    this.link.send(m);
  }

  private lost(): void {
    this.joined.value = false;
    this.resyncing = false;
    clearTimeout(this.rejoin);
    for (const [cid, q] of this.questions) {
      if (q.again) continue;
      this.settle(cid)?.reject(this.away());
    }
  }

  private away(): Refused {
    return new Refused({ status: "offline", text: t("web.core.away") });
  }

  private refuse(why: Refusal): void {
    this.end.value = { state: "refused", why };
    this.joined.value = false;
    this.link.stop();
    for (const cid of [...this.questions.keys()]) this.settle(cid)?.reject(new Refused(why));
    this.dropRequests();
    this.keepIt();
  }

  private dropRequests(): void {
    for (const r of this.requests.values()) clearTimeout(r.timer);
    this.requests.clear();
    this.pending.value = null;
  }

  private onJoined(j: Joined): void {
    this.joinTries = 0;
    if (j.token) {
      this.token = j.token;
      this.claim = false;
      this.next = undefined;
    } else if (this.triedNext) {
      this.options.renewed?.(this.next ?? "", this.token ?? "");
      this.next = undefined;
    }
    this.triedNext = false;
    batch(() => {
      this.game.value = j.game;
      this.info.value = j;
      this.me.value = { player: j.player, seats: j.seats };
      this.players.value = j.players;
      this.vote.value = j.vote ?? null;
      this.hearLines(j.said);
      this.joined.value = true;
      if (j.state !== "over") this.over.value = null;
    });
    // 1. what is not acknowledged yet, with the cid it had  2. questions that were under way
    for (const r of this.requests.values()) this.link.send(r.msg);
    for (const q of this.questions.values()) this.link.send(q.msg);
    if (this.requests.size + this.questions.size) this.link.expect();
  }

  // ---- what the server says ----

  private hear(m: Message): void {
    const q = m.cid !== undefined ? this.questions.get(m.cid) : undefined;
    switch (m.t) {
      case "joined": if (m.cid === this.joinCid) this.onJoined(m as unknown as Joined); break;
      case "faces": faces.keep(m as unknown as FacesTold); break;
      case "view": this.onView(m as unknown as { view: Board; log: Entry[]; undo: UndoFree | null }); break;
      case "step": this.onStep(m as unknown as Step); break;
      case "actions": this.onActions(m as unknown as BoardActions); break;
      case "over": this.onOver(m as unknown as Over); break;
      case "players": batch(() => {
        this.players.value = m["players"] as Player[];
        this.watching.value = Number(m["watching"]) || 0;
      }); break;
      case "ack": this.onAck(m); break;
      case "error": this.onError(m as unknown as Refusal); break;
      case "vote": this.onVote(m as unknown as Vote & { cid?: string }); break;
      case "voted": if (this.vote.peek()?.vote === m["vote"]) this.vote.value = null; break;
      case "said": this.hearLines([m as unknown as Said]); break;
      case "pointed": this.onPointed(Number(m["player"]), String(m["item"])); break;
      case "forked": if (!q) this.onForked(m); break;
      case "left": this.onLeft(String(m["why"])); break;
      case "store": this.store.value = m["state"] === "read_only" ? "read_only" : "ok"; if (m["state"] === "ok") this.sendAgain(); break;
      default: break;
    }
    if (q && m.t !== "error" && m.t !== "joined") this.settle(m.cid!)?.resolve(m);
  }

  /** The board with its faces, which the server told before it. */
  private join(b: Board): View {
    const joiner = faces.get(b.faces);
    if (!joiner) throw new Misfit(`no faces ${b.faces}`);
    return joiner.view(b);
  }

  private onActions(a: BoardActions): void {
    const joiner = this.board && faces.get(this.board.faces);
    this.offered.value = joiner ? joiner.actions(a) : null;
  }

  private onView(m: { view: Board; log: Entry[]; undo: UndoFree | null }): void {
    this.resyncing = false;
    if (m.view.lang !== this.lang) return; // said before the language was changed; the right one follows
    if (!faces.get(m.view.faces)) { // not told, or forgotten since
      this.link.send({ t: "faces", cid: nextCid() });
      this.resync();
      return;
    }
    const view = this.join(m.view);
    this.board = m.view;
    const wasComplete = this.live.peek() !== null && this.isComplete() && this.live.peek()!.rev > 0;
    batch(() => {
      this.offered.value = null;
      this.take(view, m.log, m.undo);
    });
    if (wasComplete && !this.isComplete()) void this.history().catch(() => {});
  }

  private onStep(s: Step): void {
    const v = this.board;
    if (!v || v.lang !== this.lang) {
      this.resync();
      return;
    }
    try {
      const next = applyStep(v, s);
      if (!next) return;
      const view = this.join(next);
      const { entries, moments } = s.ops ? { entries: s.entries, moments: [] } : tell(faces.get(v.faces)!, v, s.entries);
      this.board = next;
      this.resyncing = false;
      batch(() => {
        this.offered.value = null;
        this.advance(view, entries, s.undo, moments);
      });
    } catch (e) {
      if (!(e instanceof Misfit)) throw e;
      this.resync(s.from > v.rev ? v.rev : undefined);
    }
  }

  /** Something is missing: the rest from `since`, or all of it. Once at a time. */
  private resync(since?: number): void {
    if (this.resyncing || !this.joined.peek()) return;
    this.resyncing = true;
    const m: Message = { t: "resync", cid: nextCid() };
    if (since !== undefined) m["since"] = since;
    this.link.send(m);
    this.link.expect();
  }

  private onOver(o: Over): void {
    if (!this.over.peek()) this.noPast = -1; // what was secret is told now
    this.over.value = o;
    const j = this.info.peek();
    if (!j || j.player === null || (j.from && j.from.rev > 0) || j.same) return; // begun in the middle, or with dice that were known
    this.finish({
      id: this.id, kind: "net", game: j.game, difficulty: difficultyOf(j.options), players: this.players.peek().length,
      won: this.hasWon(o), outcome: o.outcome, ended: Date.now(),
    });
  }

  private hasWon(o: Over): boolean {
    const seats = this.me.peek().seats;
    return o.results.some((r) => r.won && seats.includes(r.seat));
  }

  private onAck(m: Message): void {
    if (m.cid === undefined) return;
    const r = this.requests.get(m.cid);
    if (!r) return;
    this.requests.delete(m.cid);
    clearTimeout(r.timer);
    if (r.msg.t !== "move") return;
    batch(() => {
      // what was offered before is void; the step that shows the new state follows
      if ((this.offered.peek()?.rev ?? 0) < Number(m["rev"])) this.offered.value = null;
      this.pending.value = null;
    });
  }

  private onVote(m: Vote & { cid?: string; t?: string }): void {
    const { cid, t: _t, ...vote } = m;
    if (cid !== undefined) {
      // asked for and under way: if the connection breaks now the vote is off, and asking anew is the player's choice
      const r = this.requests.get(cid);
      clearTimeout(r?.timer);
      this.requests.delete(cid);
    }
    this.vote.value = vote;
  }

  private hearLines(said: Said[]): void {
    const all = new Map(this.lines.peek().map((s) => [s.n, s]));
    for (const { n, player, phrase, text, time } of said) all.set(n, { n, player, ...(phrase !== undefined ? { phrase } : {}), text, time });
    this.lines.value = [...all.values()].sort((a, b) => a.n - b.n).slice(-SAID_MAX);
  }

  private onPointed(player: number, item: string): void {
    const n = ++this.points;
    this.pings.value = [...this.pings.peek(), { player, item, n }].slice(-5);
    this.stops.push(clearer(POINT_MS, () => { this.pings.value = this.pings.peek().filter((p) => p.n !== n); }));
  }

  private onForked(m: Message): void {
    const to = this.keepFork(m);
    this.invite.value = { href: to, by: Number(m["by"]), rev: Number(m["rev"]) };
  }

  private onLeft(why: string): void {
    if (why === "deleted") {
      const id = keptId(this.room, this.me.peek().player);
      this.info.value = null; // nothing to keep any more
      this.refuse({ status: "unknown", text: t("web.core.deleted") });
      void forget(id);
    } else if (why === "renewed") this.refuse({ status: "denied", text: t("web.core.renewed") });
    else if (why === "reload") {
      this.joined.value = false;
      this.sendJoin();
    }
  }

  private onError(e: Refusal): void {
    if (e.re === "join" || (e.cid !== undefined && e.cid === this.joinCid)) {
      this.joinRefused(e);
      return;
    }
    if (e.re === "resync") this.resyncing = false;
    if (e.re === "point") return;
    const q = e.cid !== undefined ? this.settle(e.cid) : undefined;
    if (q) {
      q.reject(new Refused(e));
      return;
    }
    const r = e.cid !== undefined ? this.requests.get(e.cid) : undefined;
    if (r && LATER.has(e.status) && r.tries < (e.status === "io" ? 1000 : 6)) {
      if (e.status === "io") this.store.value = "read_only";
      clearTimeout(r.timer);
      r.timer = setTimeout(() => this.link.send(r.msg), Math.min(8000, 400 * 2 ** r.tries++));
      return;
    }
    batch(() => {
      if (r) {
        clearTimeout(r.timer);
        this.requests.delete(e.cid!);
        if (r.msg.t === "move") this.pending.value = null;
      }
      this.refusal.value = plainRefusal(e);
    });
  }

  private joinRefused(e: Refusal): void {
    if (LATER.has(e.status)) {
      clearTimeout(this.rejoin);
      this.rejoin = setTimeout(() => { if (this.link.isUp) this.sendJoin(); }, Math.min(10_000, 500 * 2 ** this.joinTries++));
    } else if (e.status === "denied" && this.token && this.next && !this.triedNext) {
      [this.token, this.next] = [this.next, this.token];
      this.triedNext = true;
      this.sendJoin();
    } else this.refuse(plainRefusal(e));
  }

  // ---- asking ----

  private request(msg: Message): void {
    const end = this.end.peek();
    if (end || this.ended) {
      this.pending.value = null;
      this.refusal.value = end?.state === "refused" ? end.why : plainRefusal(this.away());
      return;
    }
    msg.cid = nextCid();
    this.requests.set(msg.cid, { msg, tries: 0 });
    this.refusal.value = null;
    if (this.joined.peek() && this.link.send(msg)) this.link.expect();
    else this.link.retry();
  }

  private sendAgain(): void {
    if (!this.joined.peek()) return;
    for (const r of this.requests.values()) if (r.timer !== undefined) {
      clearTimeout(r.timer);
      delete r.timer;
      this.link.send(r.msg);
    }
  }

  private settle(cid: string): Question | undefined {
    const q = this.questions.get(cid);
    if (q) {
      this.questions.delete(cid);
      clearTimeout(q.timer);
    }
    return q;
  }

  /** `again`: may be asked again after a lost connection. */
  private question<T>(msg: Message, again = true): Promise<T> {
    if (this.end.peek() || this.ended) return Promise.reject(this.away());
    msg.cid = nextCid();
    const cid = msg.cid;
    return new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => this.settle(cid)?.reject(this.away()), QUESTION_MS);
      if (this.joined.peek() && this.link.send(msg)) this.link.expect();
      else if (!again) {
        clearTimeout(timer);
        reject(this.away());
        return;
      }
      this.questions.set(cid, { msg, again, resolve, reject, timer });
    }) as Promise<unknown> as Promise<T>;
  }

  // ---- playing ----

  move(a: Action | string): void {
    const now = this.actions.peek();
    if (!now) return;
    const id = typeof a === "string" ? a : a.id;
    this.pending.value = id;
    this.request({ t: "move", rev: now.rev, seat: now.seat, move: id });
  }

  takeBack(to?: number): void {
    const v = this.live.peek();
    if (!v || this.pending.peek() !== null) return;
    const back = to ?? this.beforeForced();
    const m: Message = { t: "undo", rev: v.rev };
    if (back !== undefined) m["to"] = back;
    this.request(m);
  }

  answer(vote: number, agree: boolean): void {
    this.request({ t: "vote", vote, agree });
  }

  say(what: { phrase: string } | { text: string }): void {
    this.request({ t: "chat", ...what });
  }

  mute(player: number, on: boolean): void {
    const next = new Set(this.muted.peek());
    if (on) next.add(player);
    else next.delete(player);
    this.muted.value = next;
  }

  /** "Look here" is for now: nobody wants it later. */
  point(item: string): void {
    if (this.joined.peek()) this.link.send({ t: "point", cid: nextCid(), item });
  }

  erase(): void {
    this.request({ t: "delete" });
  }

  name(name: string): void {
    this.request({ t: "name", name });
  }

  handToBot(level: string, player?: number): void {
    const m: Message = { t: "bot", level };
    if (player !== undefined && player !== this.me.peek().player) m["player"] = player;
    this.request(m);
  }

  back(): void {
    this.request({ t: "back" });
  }

  // ---- other tables from here ----

  private keepFork(m: Message): string {
    const room = String(m["room"]);
    const token = typeof m["token"] === "string" ? m["token"] : undefined;
    const j = this.info.peek();
    const links = Array.isArray(m["links"]) ? (m["links"] as SeatLink[]) : [];
    const player = typeof m["player"] === "number" ? m["player"] : null;
    void keep({
      id: keptId(room, player), kind: "net", game: this.game.peek(), options: j?.options ?? {}, names: this.names(), updated: Date.now(),
      state: "running", room, ...(token ? { token } : {}), player,
      links: links.map(({ player, path }) => ({ player, path })),
    });
    return `#/r/${room}${token ? `/${token}` : ""}`;
  }

  async fork(rev?: number, same?: boolean): Promise<{ href: string }> {
    const m: Message = { t: "fork" };
    if (rev !== undefined) m["rev"] = rev;
    if (same) m["same"] = true;
    return { href: this.keepFork(await this.question<Message>(m, false)) };
  }

  async renew(): Promise<string> {
    this.next ??= randomToken();
    this.keepIt();
    const m = await this.question<{ token: string }>({ t: "renew", new: this.next });
    if (this.token !== m.token) this.options.renewed?.(this.token ?? "", m.token);
    this.token = m.token;
    this.next = undefined;
    this.keepIt();
    return this.path();
  }

  async renewWatch(): Promise<string> {
    const { token } = await this.question<{ token: string }>({ t: "renew", watch: true, new: randomToken() });
    const k = keptGame(keptId(this.room, this.me.peek().player));
    if (k) await keep({ ...k, watch: `/#/r/${this.room}/${token}` });
    return `/#/r/${this.room}/${token}`;
  }

  /** Where this table is found again. */
  path(): string {
    return `#/r/${this.room}${this.token ? `/${this.token}` : ""}`;
  }

  // ---- questions ----

  async preview(move: string): Promise<Preview> {
    return (await this.question<{ preview: Preview }>({ t: "preview", move })).preview;
  }

  why(move: string): Promise<Why> {
    return this.question<Why>({ t: "why", move });
  }

  async hint(): Promise<{ move: string; text: string }> {
    const { move, text } = await this.question<{ move: string; text: string }>({ t: "hint" });
    return { move, text };
  }

  async record(): Promise<string> {
    for (let tries = 0; tries < 5; tries++) {
      const text = await this.recordOnce();
      if (text !== null) return text;
    }
    throw this.away();
  }

  /** All pieces of one revision; null: the table moved on meanwhile. */
  private async recordOnce(): Promise<string | null> {
    let text = "";
    let rev = -1;
    for (let from: number | null = 0; from !== null;) {
      const piece: { rev: number; text: string; next: number | null } = await this.piece(from);
      if (rev >= 0 && piece.rev !== rev) return null;
      rev = piece.rev;
      text += piece.text;
      from = piece.next;
    }
    this.pastRev = rev;
    return text;
  }

  private async piece(from: number): Promise<{ rev: number; text: string; next: number | null }> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.question({ t: "record", from });
      } catch (e) {
        if (!(e instanceof Refused) || e.status !== "often" || tries > 20) throw e;
        await new Promise((r) => setTimeout(r, 600));
      }
    }
  }

  // ---- looking back ----

  /** The engine of this page with the record as of at least `rev`, or nothing: then the server is asked. */
  private async replay(rev: number): Promise<Past | null> {
    const now = this.live.peek()?.rev ?? 0;
    if (!this.options.openPast || now < this.noPast) return null;
    if (this.past_ && this.pastRev < rev) this.dropPast();
    this.past_ ??= this.record().then((text) => this.options.openPast!(text));
    try {
      return await this.past_;
    } catch {
      // secret while it runs, or made by another engine: not asked for again soon
      this.past_ = null;
      this.noPast = this.over.peek() ? Infinity : now + 50;
      return null;
    }
  }

  private dropPast(): void {
    const old = this.past_;
    this.past_ = null;
    void old?.then((p) => p.close(), () => {});
  }

  /** One of a few at a time. */
  private async at(rev: number): Promise<{ view: View; entry: Entry | null }> {
    if (this.asking >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    this.asking++;
    try {
      const { view, entry } = await this.question<{ view: Board; entry: Entry | null }>({ t: "at", rev });
      return { view: this.join(view), entry };
    } finally {
      this.asking--;
      this.waiting.shift()?.();
    }
  }

  private seat(): number | undefined {
    return this.me.peek().seats[0];
  }

  protected async fetchView(rev: number): Promise<View> {
    const past = this.past_ ? await this.replay(rev) : null;
    if (past) {
      try {
        return await past.view(rev, this.lang, this.seat());
      } catch {
        this.dropPast(); // the engine died: the server knows too
      }
    }
    return (await this.at(rev)).view;
  }

  private loading: Promise<void> | null = null;

  history(): Promise<void> {
    if (this.isComplete() && this.live.peek()) return Promise.resolve();
    return (this.loading ??= this.loadHistory().finally(() => { this.loading = null; }));
  }

  private async loadHistory(): Promise<void> {
    while (!this.ended) {
      const v = this.live.peek();
      if (!v) {
        await once(this.live);
        continue;
      }
      if (this.isComplete()) return;
      const first = this.entries.peek()[0]?.rev ?? v.rev + 1;
      const lang = this.lang;
      const list = await this.entriesBefore(first, lang);
      const now = this.live.peek();
      if (this.lang === lang && now && now.lang === lang) this.absorb(list, now.rev);
    }
  }

  private async entriesBefore(first: number, lang: Lang): Promise<Entry[]> {
    const past = await this.replay(first - 1);
    if (past) {
      try {
        return await past.entries(0, first - 1, lang, this.seat());
      } catch {
        this.dropPast();
      }
    }
    const revs = Array.from({ length: first - 1 }, (_, i) => i + 1);
    const got = await Promise.all(revs.map((r) => this.at(r)));
    return got.flatMap((a) => {
      this.remember(a.view.rev, a.view);
      return a.entry ? [a.entry] : [];
    });
  }

  async verify(): Promise<{ ok: boolean; text: string }> {
    if (!this.options.openPast) throw this.away();
    const past = await this.options.openPast(await this.record());
    try {
      return await past.verify(this.lang);
    } finally {
      past.close();
    }
  }

  // ---- the rest ----

  setLang(l: Lang): void {
    if (l === this.lang) return;
    this.lang = l;
    this.link.setLang(l);
    if (this.over.peek() && this.joined.peek()) this.sendJoin(); // the end is told again to those who come
  }

  revive(): void {
    if (this.ended) return;
    this.end.value = null;
    this.link.retry();
  }

  private names(): string[] {
    return this.players.peek().map((p) => p.name ?? "");
  }

  /** What was on the screen has been seen; a table lives on a little after it is left. */
  private look(isShown: boolean): void {
    const v = this.live.peek();
    if (isShown && v && !globalThis.document?.hidden) this.saw = seenOf(v, this.me.peek().seats);
  }

  private keepIt(): void {
    clearTimeout(this.keeping);
    const j = this.info.peek();
    const v = this.live.peek();
    if (!j || (j.player === null && !this.token)) return;
    const o = this.over.peek();
    const id = keptId(this.room, j.player);
    const { who: _who, next: _next, ...old } = keptGame(id) ?? ({} as Partial<Kept>);
    const actor = v?.turn.actor;
    const turn = typeof actor === "number" ? this.players.peek().find((p) => p.player === v?.seats.find((s) => s.id === actor)?.player) : undefined;
    const mine = !o && this.offered.peek() !== null;
    this.look(current.peek() === this);
    if (j.player === null && typeof old.player === "number") return; // a seat is worth more than a look
    const row = {
      ...old, id, kind: "net" as const, game: j.game, options: j.options, names: this.names(),
      updated: old.updated && old.state === "over" && o ? old.updated : Date.now(),
      state: o ? "over" as const : this.players.peek().some((p) => p.kind === "open") ? "open" as const : "running" as const,
      mine, ...(turn && !mine && !o ? { who: turn.name || t("web.seat.player", { n: turn.player + 1 }) } : {}), room: this.room, player: j.player,
      ...(this.token ? { token: this.token } : {}), ...(this.next && !this.triedNext ? { next: this.next } : {}), ...(v ? { turn: v.prompt.text } : {}),
      ...(this.saw ? { seen: this.saw } : {}),
      ...(o ? { outcome: o.outcome, won: this.hasWon(o) } : {}),
    };
    void keep(row).catch(() => {});
  }

  close(): void {
    if (this.ended) return;
    if (this.info.peek()) this.keepIt();
    this.done();
    for (const stop of this.stops) stop();
    clearTimeout(this.keeping);
    clearTimeout(this.rejoin);
    this.link.stop();
    for (const cid of [...this.questions.keys()]) this.settle(cid)?.reject(this.away());
    this.dropRequests();
    this.dropPast();
    this.options.closed?.();
  }
}

/** The same for every try in this tab, so that a reload finds the seat that was taken. */
function claimToken(room: string): string {
  const key = `veillee.claim.${room}`;
  try {
    const token = sessionStorage.getItem(key) ?? randomToken();
    sessionStorage.setItem(key, token);
    return token;
  } catch {
    return randomToken();
  }
}

function clearer(ms: number, f: () => void): () => void {
  const timer = setTimeout(f, ms);
  return () => clearTimeout(timer);
}

/** The id in "my games". Somebody who holds two seats of one room has two lines there. */
function keptId(room: string, player: number | null): string {
  const id = `net:${room}`;
  const old = keptGame(id);
  return old && typeof old.player === "number" && player !== null && old.player !== player ? `${id}/${player}` : id;
}

/** The next change of a signal. */
function once<T>(s: ReadonlySignal<T>): Promise<void> {
  return new Promise((resolve) => {
    let first = true;
    const stop = effect(() => {
      void s.value;
      if (first) { first = false; return; }
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

