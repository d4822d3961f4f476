// What tables of both kinds have in common: the signals, looking back, forced choices.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type {
  Action, Actions, Entry, Joined, Lang, Over, Player, Preview, Refusal, Said, UndoFree, View, Vote, Why,
} from "./proto";
import { finished, type Finished } from "./kept";
import { plainRefusal } from "./refused";
import { sameView } from "./same";
import { settings } from "./settings";
import type { Moment } from "./tale";
import type { Connection, Table, Teller } from "./table";

const CACHE = 600;        // views kept for looking back
const FORCED_MS = 350;    // a forced choice is seen before it is made

export abstract class BaseTable implements Table {
  abstract readonly kind: "local" | "net";

  readonly game = signal("");
  readonly info = signal<Joined | null>(null);
  readonly me = signal<{ player: number | null; seats: number[] }>({ player: null, seats: [] });
  readonly live = signal<View | null>(null);
  readonly entries = signal<Entry[]>([]);
  readonly fresh = signal<Entry[]>([]);
  readonly players = signal<Player[]>([]);
  readonly watching = signal(0);
  readonly over = signal<Over | null>(null);
  readonly undo = signal<UndoFree | null>(null);
  readonly vote = signal<Vote | null>(null);
  readonly pings = signal<{ player: number; item: string; n: number }[]>([]);
  readonly pending = signal<string | null>(null);
  readonly refusal = signal<Refusal | null>(null);
  readonly cursor = signal<number | null>(null);
  abstract readonly said: ReadonlySignal<Said[]>;
  abstract readonly conn: ReadonlySignal<Connection>;
  abstract readonly thinking: ReadonlySignal<{ player: number; since: number } | null>;

  /** Kept for the statistics; with its dice, when they are counted. */
  protected finish(row: Finished): void {
    void finished(row);
    void import("./dice").then((m) => m.keepThrows(this, row)).catch(() => {});
  }

  /** The actions as they came; shown only when they can be used. */
  protected readonly offered = signal<Actions | null>(null);
  protected readonly past = signal<View | null>(null);

  readonly view: ReadonlySignal<View | null> = computed(() => (this.cursor.value === null ? this.live.value : this.past.value ?? this.live.value));
  readonly actions: ReadonlySignal<Actions | null> = computed(() => {
    const a = this.offered.value;
    if (!a || this.cursor.value !== null || this.pending.value !== null || this.over.value) return null;
    return a.rev === this.live.value?.rev ? a : null;
  });

  readonly teller = signal<Teller | null>(null);
  readonly picture: ReadonlySignal<View | null> = computed(() => (this.cursor.value === null ? this.teller.value?.picture.value ?? this.live.value : this.view.value));

  private readonly views = new Map<number, View>();
  private wanted: number | null = null;
  private readonly asked = new Map<number, Promise<View>>();
  private readonly automatic = new Set<number>();       // entries that were forced choices made by itself
  private unforce: (() => void) | null = null;
  protected ended = false;

  constructor(readonly id: string) {}

  // ---- the state at hand ----

  /** A whole view: authoritative, whatever was known before. */
  protected take(view: View, log: Entry[], undo: UndoFree | null): void {
    const old = this.live.peek();
    batch(() => {
      if (old && (old.lang !== view.lang || view.rev < old.rev)) this.forgetPast();
      this.teller.peek()?.flush();
      const known = old && old.lang === view.lang ? old.rev : view.rev;
      this.absorb(log, view.rev);
      this.fresh.value = log.filter((e) => e.rev > known);
      this.show(sameView(old, view), undo);
    });
  }

  /** What has happened since the view at hand; with what each event of it changed, it can be told. */
  protected advance(whole: View, entries: Entry[], undo: UndoFree | null, moments: Moment[] = []): void {
    batch(() => {
      const from = this.live.peek(), view = sameView(from, whole);
      if (from) this.teller.peek()?.tell({ from, to: view, entries, moments });
      this.absorb(entries, view.rev);
      this.fresh.value = entries;
      this.show(view, undo);
    });
  }

  private show(view: View, undo: UndoFree | null): void {
    this.game.value = view.game;
    this.live.value = view;
    this.undo.value = undo;
    this.remember(view.rev, view);
    const c = this.cursor.peek();
    if (c !== null && c >= view.rev) this.seek(null);
  }

  /** Entries are kept without gaps, up to `rev`. */
  protected absorb(list: Entry[], rev: number): void {
    const all = new Map<number, Entry>();
    for (const e of this.entries.peek()) if (e.rev <= rev) all.set(e.rev, e);
    for (const e of list) all.set(e.rev, e);
    const out: Entry[] = [];
    for (let r = rev; r > 0; r--) {
      const e = all.get(r);
      if (!e) break;
      out.push(e);
    }
    this.entries.value = out.reverse();
  }

  protected isComplete(): boolean {
    const rev = this.live.peek()?.rev ?? 0;
    return rev === 0 || this.entries.peek()[0]?.rev === 1;
  }

  // ---- looking back ----

  protected abstract fetchView(rev: number): Promise<View>;

  protected remember(rev: number, view: View): void {
    this.views.delete(rev);
    this.views.set(rev, view);
    if (this.views.size > CACHE) this.views.delete(this.views.keys().next().value as number);
  }

  /** Another language, or another history: nothing known of the past holds any more. */
  protected forgetPast(): void {
    this.views.clear();
    this.asked.clear();
    this.entries.value = [];
    const c = this.cursor.peek();
    if (c !== null) this.seek(c);
  }

  private ask(rev: number): Promise<View> {
    const under = this.asked.get(rev);
    if (under) return under;
    const p = this.fetchView(rev);
    this.asked.set(rev, p);
    const done = () => { if (this.asked.get(rev) === p) this.asked.delete(rev); };
    p.then((v) => {
      if (this.asked.get(rev) === p && v.lang === this.live.peek()?.lang) this.remember(rev, v);
      done();
    }, done);
    return p;
  }

  seek(rev: number | null): void {
    const now = this.live.peek()?.rev ?? 0;
    if (rev === null || rev >= now || !Number.isFinite(rev)) {
      this.wanted = null;
      batch(() => { this.cursor.value = null; this.past.value = null; });
      return;
    }
    const at = Math.max(0, Math.floor(rev));
    this.wanted = at;
    const known = this.views.get(at);
    if (known) {
      batch(() => { this.past.value = known; this.cursor.value = at; });
      this.prefetch(at);
      return;
    }
    // Until it is here, what was shown stays; the cursor is where the player put it.
    batch(() => { this.past.value = this.view.peek(); this.cursor.value = at; });
    this.ask(at).then((v) => {
      if (this.wanted !== at) return;
      this.past.value = v;
      this.prefetch(at);
    }, (e) => {
      if (this.wanted === at) this.refusal.value = plainRefusal(e);
    });
  }

  /** The state at a revision, for whoever compares; what is shown stays. */
  viewAt(rev: number): Promise<View> {
    const known = this.views.get(rev);
    return known ? Promise.resolve(known) : this.ask(rev);
  }

  private prefetch(at: number): void {
    const now = this.live.peek()?.rev ?? 0;
    for (const r of [at + 1, at - 1])
      if (r >= 0 && r < now && !this.views.has(r)) this.ask(r).catch(() => {});
  }

  abstract history(): Promise<void>;

  // ---- forced choices ----

  /** Makes choices that are no choice, if the player wants that: one action, taken back freely, and never the end of a turn. */
  protected startForced(): void {
    this.unforce = effect(() => {
      const a = this.actions.value;
      if (!a || !settings.autoForced.value || a.actions.length !== 1) return;
      const only = a.actions[0]!;
      const last = this.entries.peek().at(-1);
      if (only.ends || only.undo !== "free" || last?.kind === "undo") return;
      const timer = setTimeout(() => {
        if (this.actions.peek() !== a) return;
        this.automatic.add(a.rev + 1);
        this.move(only);
      }, FORCED_MS);
      return () => clearTimeout(timer);
    });
  }

  /** What a plain "take back" means when the last choices were made by themselves: the one the player made before them. */
  protected beforeForced(): number | undefined {
    const list = this.entries.peek();
    let i = list.length - 1;
    if (i < 0 || !this.automatic.has(list[i]!.rev)) return undefined;
    while (i > 0 && this.automatic.has(list[i]!.rev)) i--;
    const own = list[i]!;
    const undo = this.undo.peek();
    return own.kind === "move" && undo && undo.to <= own.rev - 1 ? own.rev - 1 : undefined;
  }

  protected done(): void {
    this.ended = true;
    this.unforce?.();
    this.unforce = null;
  }

  abstract move(a: Action | string): void;
  abstract takeBack(to?: number): void;
  abstract answer(vote: number, agree: boolean): void;
  abstract say(what: { phrase: string } | { text: string }): void;
  abstract point(item: string): void;
  abstract name(name: string): void;
  abstract handToBot(level: string, player?: number): void;
  abstract back(): void;
  abstract fork(rev?: number, same?: boolean): Promise<{ href: string }>;
  abstract renew(): Promise<string>;
  abstract preview(move: string): Promise<Preview>;
  abstract why(move: string): Promise<Why>;
  abstract hint(): Promise<{ move: string; text: string }>;
  abstract record(): Promise<string>;
  abstract setLang(l: Lang): void;
  abstract revive(): void;
  abstract close(): void;
}
