// Things happen one after the other. The table knows at once how things stand; what is drawn of it follows in beats: a cause
// begins, something flies, at the impact the figures change, and the next one may begin before that has faded. A narrator has a
// clock of its own and knows nothing of the screen: those who draw listen to it. It can be cut short at any moment.
import { batch, signal } from "@preact/signals";
import type { Entry, GameEvent, View } from "../core/proto";
import type { Banner, Happened, Teller } from "../core/table";
import { changedView, itemIn, type Change } from "../core/tale";

/** How an event is told. A cause begins a beat, an effect belongs to the beat at hand, what is quiet is only seen. */
export interface Telling {
  beat: "cause" | "effect" | "quiet";
  lead?: number;          // ms from the beginning of the beat to its impact: something is on its way
  gap?: number;           // ms until the next beat begins
  scene?: string;         // part of a phase that a banner names: web.scene.*; "own": the event's own words do
  weight?: number;        // what the ribbon keeps: the heaviest; 0, or left out: nothing
}

export interface Told { entry: Entry; event: GameEvent; index: number; change: Change | null }

export interface Beat {
  at: number;             // ms after the telling began
  impact: number;         // ms after that: what it changed is seen
  length: number;         // ms in all
  told: Told[];
  changes: Change[];
  banner: Banner | null;  // a banner, and nothing else
}

/** A beat lasts no longer than this, and all that one step brings no longer than that. */
export const BEAT_MS = 600;
export const STEP_MS = 3000;

const LEAD_MS = 300, TAIL_MS = 300, GAP_MS = 380, BANNER_MS = 600, BANNER_GAP_MS = 420;
const RIBBON = 3;

const PLAIN: Telling = { beat: "effect" };

/** What happened in beats, timed. Nothing, if it cannot be told: nothing is known of the changes. */
export function plan({ entries, moments }: Pick<Happened, "entries" | "moments">, rows: Readonly<Record<string, Telling>>): Beat[] {
  if (moments.length === 0) return [];
  const beats: Beat[] = [], gaps: number[] = [];
  const changes = new Map(moments.map((m) => [`${m.rev}/${m.event}`, m.change]));
  const begin = (lead: number, length: number, gap: number, banner: Banner | null = null): Beat => {
    const beat: Beat = { at: 0, impact: lead, length: Math.min(length, BEAT_MS), told: [], changes: [], banner };
    beats.push(beat);
    gaps.push(gap);
    return beat;
  };
  let now: Beat | null = null, scene: string | null = null;
  for (const entry of entries) {
    entry.events.forEach((event, index) => {
      const row = rows[event.type] ?? PLAIN, change = changes.get(`${entry.rev}/${index}`) ?? null;
      if (row.scene !== undefined && (row.scene !== scene || row.scene === "own")) {
        begin(0, BANNER_MS, BANNER_GAP_MS, row.scene === "own" ? { text: event.text } : { scene: row.scene });
        now = null;
      }
      scene = row.scene ?? (row.beat === "cause" ? null : scene);
      if (row.beat === "cause" || !now) {
        const lead = row.beat === "cause" ? row.lead ?? LEAD_MS : 0;
        now = row.beat === "quiet" ? begin(0, 0, 0) : begin(lead, lead + TAIL_MS, row.gap ?? GAP_MS);
      } else if (row.beat === "effect" && now.length === 0) {
        now.length = TAIL_MS;
        gaps[beats.indexOf(now)] = row.gap ?? GAP_MS;
      }
      now.told.push({ entry, event, index, change });
      if (change) now.changes.push(change);
    });
    const rest = changes.get(`${entry.rev}/-1`);
    if (rest) (now ??= begin(0, 0, 0)).changes.push(rest);
  }
  return timed(beats, gaps);
}

/** One after the other, closer together where there are many. */
function timed(beats: Beat[], gaps: number[]): Beat[] {
  const all = gaps.slice(0, -1).reduce((sum, g) => sum + g, 0), last = beats.at(-1)?.length ?? 0;
  const longest = Math.max(0, ...beats.map((b) => b.length));
  const squeeze = Math.min(1, (STEP_MS - Math.max(last, longest)) / Math.max(1, all));
  let at = 0;
  beats.forEach((b, k) => {
    b.at = Math.round(at);
    at += gaps[k]! * squeeze;
  });
  return beats;
}

/** What is worth keeping of what happened, in the words of the engine: the heaviest first. */
export function summary(entries: readonly Entry[], rows: Readonly<Record<string, Telling>>): string[] {
  const all = entries.flatMap((e) => e.events).map((e) => ({ text: e.text, weight: rows[e.type]?.weight ?? 0 })).filter((x) => x.weight > 0);
  return all.sort((a, b) => b.weight - a.weight).slice(0, RIBBON).map((x) => x.text);
}

/** Does this thing lie in the truth where the picture shows it? A press that cuts the telling short acts on it only then. */
export function liesThere(picture: View | null, truth: View | null, id: string): boolean {
  const seen = itemIn(picture, id), is = itemIn(truth, id);
  return seen !== undefined && is !== undefined && seen.zone === is.zone && seen.pos === is.pos;
}

export interface Clock { after(ms: number, f: () => void): unknown; cancel(timer: unknown): void }

export const realClock: Clock = {
  after: (ms, f) => setTimeout(f, ms),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Whoever draws. A beat begins on the board as it was; the impact changes the picture, and is told before and after. */
export interface Listener {
  /** Something is going to be told, or nothing more is. */
  tells?(yes: boolean): void;
  begin?(beat: Beat): void;
  before?(beat: Beat): void;
  impact?(beat: Beat): void;
  /** The picture is about to jump to how things stand. */
  jump?(): void;
}

interface Doing { at: number; act(): void }

export class Narrator implements Teller {
  readonly picture = signal<View | null>(null);
  readonly told = signal<{ rev: number; events: number } | null>(null);
  readonly banner = signal<Banner | null>(null);
  readonly ribbon = signal<string[] | null>(null);
  /** While the picture changes by what is told; whoever draws has been told of it. */
  isSettling = false;

  private queue: Happened[] = [];
  private doings: Doing[] = [];
  private now: Happened | null = null;
  private clock_ = 0;               // ms of the telling, at pace 1
  private timer: unknown = null;
  private waiting: (() => void)[] = [];

  /** pace: 0, nothing is told; else by how much times are stretched. */
  constructor(private readonly rows: Readonly<Record<string, Telling>>, private readonly pace: () => number,
              private readonly listener: Listener = {}, private readonly clock: Clock = realClock) {}

  get isTelling(): boolean {
    return this.now !== null;
  }

  tell(h: Happened): void {
    if (this.pace() === 0 || h.entries.some((e) => e.kind === "undo")) return this.flush();
    if (!this.now) return this.start(h);
    this.queue.push(h);
    // Whoever is behind by more than one step sees the end of it, and reads the rest.
    if (this.queue.length > 1) this.flush();
  }

  idle(): Promise<void> {
    return this.now ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve();
  }

  /** Everything as it is now; the ribbon says what was passed over. */
  flush(): void {
    this.clock.cancel(this.timer);
    if (!this.now) return;
    const all = [this.now, ...this.queue].flatMap((h) => h.entries);
    this.queue = [];
    this.listener.jump?.();
    this.end(all);
  }

  private start(h: Happened): void {
    const beats = plan(h, this.rows);
    if (beats.length === 0) return;
    this.now = h;
    const last = beats.at(-1)!;
    this.doings = beats.flatMap((b): Doing[] => [
      { at: b.at, act: () => this.begin(b) }, { at: b.at + b.impact, act: () => this.hit(b) },
    ]);
    this.doings.push({ at: Math.max(...beats.map((b) => b.at + b.length), last.at + last.length), act: () => this.finish() });
    // in the order of time; what is due at once in the order of the beats
    this.doings = this.doings.map((d, k) => ({ d, k })).sort((a, b) => a.d.at - b.d.at || a.k - b.k).map((x) => x.d);
    this.listener.tells?.(true);
    batch(() => {
      this.picture.value = h.from;
      this.told.value = { rev: h.entries[0]!.rev, events: 0 };
      this.ribbon.value = null;
    });
    this.clock_ = 0;
    this.go();
  }

  private go(): void {
    const next = this.doings[0];
    if (!next) return;
    this.timer = this.clock.after((next.at - this.clock_) * this.pace(), () => {
      this.clock_ = next.at;
      while (this.doings[0] && this.doings[0].at <= this.clock_) this.doings.shift()!.act();
      this.go();
    });
  }

  private begin(b: Beat): void {
    if (b.banner) this.banner.value = b.banner;
    else this.listener.begin?.(b);
  }

  /** The picture after the impact of a beat. */
  after(b: Beat): View {
    return b.changes.reduce((v, c) => changedView(v, c, this.now?.to), this.picture.peek()!);
  }

  private hit(b: Beat): void {
    if (!this.now || b.banner) return;
    this.listener.before?.(b);
    this.isSettling = true;
    const last = b.told.at(-1);
    batch(() => {
      this.picture.value = this.after(b);
      if (last) this.told.value = { rev: last.entry.rev, events: last.index + 1 };
    });
    this.isSettling = false;
    this.listener.impact?.(b);
  }

  private finish(): void {
    const { now } = this, next = this.queue.shift();
    if (next) {
      // on to the next one without a look at what is true already
      this.now = null;
      this.start(next);
      if (this.now) return;
    }
    this.end(now?.entries ?? []);
  }

  private end(entries: Entry[]): void {
    const { waiting } = this, kept = summary(entries, this.rows);
    this.now = null;
    this.doings = [];
    this.waiting = [];
    this.isSettling = true;
    batch(() => {
      this.picture.value = null;
      this.told.value = null;
      this.banner.value = null;
      this.ribbon.value = kept.length > 0 ? kept : null;
    });
    this.isSettling = false;
    this.listener.tells?.(false);
    for (const go of waiting) go();
  }
}
