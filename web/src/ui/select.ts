// Clicks, taps and keys on things, made into actions. What may be clicked follows from src, dst and also of the actions alone:
// in any order, at most two clicks for a pair, and a second click on the same spot for what cannot be taken back. A finger cannot
// hover: its tap selects and shows, and nothing is ever done by the first one.
// Skins paint the state that is kept here; they never handle a click themselves.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Action, Actions, Item, View, WhyNot } from "../core/proto";

/** The part of a table that is needed here. */
export interface Choices {
  readonly view: ReadonlySignal<View | null>;
  readonly actions: ReadonlySignal<Actions | null>;
  move(a: Action): void;
}

export interface SelectState {
  picked: string | null;          // the last thing that was clicked
  picks: readonly string[];       // all of them, in the order of the clicks
  lit: Set<string>;               // things that can be clicked next
  narrowed: Action[];             // actions that the picks still allow; all of them when nothing is picked
  armed: string | null;           // the action that the next click on the same spot carries out
  verb: string | null;            // only actions of this kind, as chosen in the bar
}

/** begins: an action starts there (its source), so that it is worth a sign of its own; usable: it takes part in one. */
export interface Status { usable: boolean; begins: boolean; lit: boolean; picked: boolean; armed: boolean; whyNot?: WhyNot }

/** What is looked at: an action or a thing. */
export type Subject = { move: string } | { item: string };

/** A finger or a pen that cannot hover, or anything else (a mouse, a key). */
export type Means = "touch" | "mouse";

export type Outcome = "done" | "armed" | "picked" | "cancelled" | "refused" | "nothing";

/** Members are interchangeable (the dice of a reroll), the target is apart. */
interface Touch { action: Action; members: string[]; dst: string | undefined; all: Set<string> }

function touchOf(action: Action): Touch {
  const members = action.src === undefined ? [] : [action.src, ...(action.also ?? [])];
  const all = new Set(members);
  if (action.dst !== undefined) all.add(action.dst);
  return { action, members, dst: action.dst, all };
}

/** Whether the picks may still become this action. A set grows only once its target is known: a second die alone never means
 *  "these two", so that a pair (block with dice 0 and 3) stays two clicks. */
function allows(picks: readonly string[], touch: Touch): boolean {
  let members = 0;
  for (const p of picks) {
    if (!touch.all.has(p)) return false;
    if (p !== touch.dst) members++;
  }
  return members <= 1 || touch.dst === undefined || picks.includes(touch.dst);
}

const isWhole = (picks: readonly string[], touch: Touch): boolean => touch.all.size === picks.length && allows(picks, touch);

/** A row of moves (a way over several hexes) is meant by where it leads: which dice it takes is the engine's to say. The first of
 *  several is the best. */
function firstRow(picks: readonly string[], left: readonly Touch[]): Touch | undefined {
  return left.find((t) => t.action.row === true && t.dst !== undefined && picks.includes(t.dst));
}

/** The one row there is, if the other actions that are left are but parts of it. */
function soleRow(picks: readonly string[], left: readonly Touch[]): Touch | undefined {
  const row = firstRow(picks, left);
  return row && left.every((t) => t === row || (t.action.row !== true && [...t.all].every((x) => row.all.has(x)))) ? row : undefined;
}

/** What makes two things of a tray the same but for their place. */
function looks(i: Item): string {
  return JSON.stringify([i.zone, i.kind, i.face, i.stats, i.badges, i.pips]);
}

/** Equal dice are listed once (the lowest): a click on any of them means the same. */
function twinsOf(view: View | null): Map<string, string[]> {
  const trays = new Set(view?.zones.filter((z) => z.kind === "tray").map((z) => z.id));
  const groups = new Map<string, string[]>();
  for (const i of view?.items ?? []) {
    if (!trays.has(i.zone) || i.face === null) continue;
    const group = groups.get(looks(i));
    if (group) group.push(i.id);
    else groups.set(looks(i), [i.id]);
  }
  const twins = new Map<string, string[]>();
  for (const group of groups.values())
    if (group.length > 1) for (const id of group) twins.set(id, group);
  return twins;
}

/** The picks with every group of twins replaced by its first ones, as the list of actions names them. */
function lowest(picks: readonly string[], twins: Map<string, string[]>): string[] {
  const taken = new Map<string[], number>();
  return picks.map((p) => {
    const group = twins.get(p);
    if (!group) return p;
    const n = taken.get(group) ?? 0;
    taken.set(group, n + 1);
    return group[n] ?? p;
  });
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

export class Select {
  private readonly picks = signal<readonly string[]>([]);
  private readonly armedId = signal<string | null>(null);
  private readonly verb = signal<string | null>(null);
  private readonly pinned = signal<string | null>(null);
  private readonly over = signal<Subject | null>(null);
  private readonly on = signal<Subject | null>(null);
  private readonly touches: ReadonlySignal<Touch[]>;
  private readonly twins: ReadonlySignal<Map<string, string[]>>;
  private readonly first: ReadonlySignal<Set<string>>;
  private readonly sources: ReadonlySignal<Set<string>>;
  readonly state: ReadonlySignal<SelectState>;
  /** The one subject of card, detail and board: armed before pinned before hovered before focused. */
  readonly subject: ReadonlySignal<Subject | null>;
  /** The thing that the mouse is on, while nothing else is the subject. */
  readonly hovered: ReadonlySignal<string | null>;
  /** The thing that is the subject. */
  readonly focused: ReadonlySignal<string | null>;
  /** The thing whose detail is shown: of the subject, and the last one while there is none (the mouse is on its way to a button). */
  readonly detail = signal<string | null>(null);
  /** The thing that stays the subject. */
  readonly pinnedItem: ReadonlySignal<string | null> = this.pinned;
  private readonly stops: (() => void)[];

  /** confirm: whether what cannot be taken back waits for a second click. */
  constructor(private readonly table: Choices, private readonly confirm: () => boolean = () => true) {
    this.touches = computed(() => (this.table.actions.value?.actions ?? []).map(touchOf));
    this.twins = computed(() => twinsOf(this.table.view.value));
    this.first = computed(() => this.reach([], null));
    this.sources = computed(() => new Set(this.touches.value.flatMap((t) => (t.action.src === undefined ? [] : [t.action.src, ...this.twins.value.get(t.action.src) ?? []]))));
    this.state = computed(() => {
      const picks = this.picks.value, verb = this.verb.value;
      return {
        picked: picks.at(-1) ?? null,
        picks,
        lit: picks.length > 0 || verb !== null ? this.reach(picks, verb) : new Set<string>(),
        narrowed: this.possible(picks, verb).map((t) => t.action),
        armed: this.armedId.value,
        verb,
      };
    });
    this.subject = computed(() => {
      const armed = this.armedId.value, pinned = this.pinned.value;
      if (armed !== null) return { move: armed };
      if (pinned !== null && this.table.view.value?.items.some((i) => i.id === pinned)) return { item: pinned };
      return this.meant(this.over.value) ?? this.meant(this.on.value);
    });
    this.hovered = computed(() => {
      const over = this.over.value;
      return over && "item" in over && this.armedId.value === null && this.pinned.value === null ? over.item : null;
    });
    this.focused = computed(() => { const s = this.subject.value; return s && "item" in s ? s.item : null; });
    this.stops = [
      // Other actions, other choices: nothing stays picked.
      effect(() => {
        void this.table.actions.value;
        this.drop();
      }),
      effect(() => {
        const s = this.subject.value;
        const action = s && "move" in s ? this.table.actions.value?.actions.find((a) => a.id === s.move) : undefined;
        const item = s && "item" in s ? s.item : action?.src ?? action?.dst;
        if (item !== undefined) this.detail.value = item;
      }),
    ];
  }

  close(): void {
    for (const stop of this.stops) stop();
  }

  /** A lit thing under the pointer stands for the action that a click on it would lead to; so does where a row of moves leads. */
  private meant(on: Subject | null): Subject | null {
    if (!on || "move" in on) return on;
    if (this.picks.value.length === 0) {
      const row = firstRow([on.item], this.possible([on.item]));
      return row ? { move: row.action.id } : on;
    }
    if (!this.state.value.lit.has(on.item)) return on;
    const picks = [...this.picks.value, on.item];
    const left = this.possible(picks, this.verb.value), whole = this.whole(picks, left);
    const only = left.length === 1 ? left[0] : whole.length === 1 ? whole[0] : firstRow(picks, left);
    return only ? { move: only.action.id } : on;
  }

  // ---- what the picks allow ----

  private possible(picks: readonly string[], verb: string | null = this.verb.value): Touch[] {
    const low = lowest(picks, this.twins.value);
    const both = !same(low, picks);
    return this.touches.value.filter((t) => (verb === null || t.action.verb === verb) && (allows(picks, t) || (both && allows(low, t))));
  }

  private whole(picks: readonly string[], among: Touch[]): Touch[] {
    const low = lowest(picks, this.twins.value);
    return among.filter((t) => isWhole(picks, t) || isWhole(low, t));
  }

  /** Things that can be clicked after these. */
  private reach(picks: readonly string[], verb: string | null): Set<string> {
    const found = new Set<string>();
    const twins = this.twins.value;
    const candidates = new Set<string>();
    for (const t of this.touches.value) for (const id of t.all) {
      candidates.add(id);
      for (const twin of twins.get(id) ?? []) candidates.add(twin);
    }
    for (const id of candidates)
      if (!picks.includes(id) && this.possible([...picks, id], verb).length > 0) found.add(id);
    return found;
  }

  status(item: string): Status {
    const { picks, lit, armed } = this.state.value;
    const why = this.table.actions.value?.why_not[item];
    const usable = this.first.value.has(item);
    const picked = picks.includes(item);
    return {
      usable, picked, begins: this.sources.value.has(item), lit: lit.has(item), armed: armed !== null && picked && picks.at(-1) === item,
      ...(why && !usable && { whyNot: why }),
    };
  }

  /** The actions that a thing takes part in. */
  actionsOf(item: string): Action[] {
    return this.possible([item], null).map((t) => t.action);
  }

  /** How many actions of each kind there are with what is picked, in the order of the list. */
  verbs(): Map<string, number> {
    const found = new Map<string, number>();
    for (const t of this.touches.value) found.set(t.action.verb, 0);
    for (const t of this.possible(this.picks.value, null)) found.set(t.action.verb, found.get(t.action.verb)! + 1);
    return found;
  }

  /** Why a thing cannot be used, also when some of what it does can. */
  whyNot(item: string): WhyNot | undefined {
    return this.table.actions.value?.why_not[item];
  }

  // ---- clicks ----

  click(item: string, by: Means = "mouse"): Outcome {
    const { picks, armed, verb } = this.state.peek();
    if (by === "touch" || this.pinned.peek() !== null) this.pin(item);
    if (!this.table.actions.peek()) return "nothing";
    if (picks.includes(item)) {
      if (picks.at(-1) === item && armed !== null) return this.carryOut(armed);
      return this.unpick(item);
    }
    const more = [...picks, item];
    if ((picks.length > 0 || verb !== null) && this.possible(more).length > 0) return this.pick(more, by);
    this.drop();
    if (this.possible([item]).length > 0) return this.pick([item], by);
    return this.table.actions.peek()?.why_not[item] ? "refused" : "nothing";
  }

  private pick(picks: readonly string[], by: Means): Outcome {
    const left = this.possible(picks);
    const whole = this.whole(picks, left);
    const only = left.length === 1 ? left[0] : soleRow(picks, left);
    if (only && !this.needsConfirm(only.action, by)) return this.carryOut(only.action.id);
    // Whole already, but more could follow (other dice, another power): the same spot again says that this is all.
    const meant = only ?? (whole.length === 1 ? whole[0] : undefined) ?? firstRow(picks, left);
    batch(() => {
      this.picks.value = picks;
      this.armedId.value = meant?.action.id ?? null;
    });
    return meant ? "armed" : "picked";
  }

  private unpick(item: string): Outcome {
    const rest = this.picks.peek().filter((p) => p !== item), verb = this.verb.peek();
    this.cancel();
    if (rest.length === 0 && verb === null) return "cancelled";
    this.verb.value = verb;
    if (rest.length === 0) return "picked";
    const left = this.possible(rest);
    const whole = this.whole(rest, left);
    batch(() => {
      this.picks.value = rest;
      this.armedId.value = whole.length === 1 && left.length >= 1 ? whole[0]!.action.id : null;
    });
    return "picked";
  }

  private needsConfirm(a: Action, by: Means): boolean {
    return by === "touch" || (a.undo !== "free" && this.confirm());
  }

  private carryOut(id: string): Outcome {
    const action = this.table.actions.peek()?.actions.find((a) => a.id === id);
    this.cancel();
    if (!action) return "nothing";
    this.table.move(action);
    return "done";
  }

  /** From the list, or by its number. */
  choose(action: Action, by: Means = "mouse"): Outcome {
    if (!this.table.actions.peek()?.actions.some((a) => a.id === action.id)) return "nothing";
    if (this.armedId.peek() === action.id || !this.needsConfirm(action, by)) return this.carryOut(action.id);
    batch(() => {
      this.drop();
      this.armedId.value = action.id;
    });
    return "armed";
  }

  /** A kind of action, from the bar: the only one of it is chosen; of several, what they touch lights up. Again: all kinds. */
  chooseVerb(verb: string, by: Means = "mouse"): Outcome {
    const { picks, armed } = this.state.peek();
    const mine = this.possible(picks, verb).length > 0 ? this.possible(picks, verb) : this.possible([], verb);
    if (mine.length === 0) return "nothing";
    if (mine.length === 1) return this.choose(mine[0]!.action, by);
    const again = this.verb.peek() === verb && armed === null;
    batch(() => {
      const kept = again || this.possible(picks, verb).length === 0 ? [] : picks;
      this.cancel();
      if (again) return;
      this.verb.value = verb;
      this.picks.value = kept;
    });
    return again ? "cancelled" : "picked";
  }

  /** What is armed, done: the button of the card. */
  act(): Outcome {
    const armed = this.armedId.peek();
    return armed === null ? "nothing" : this.carryOut(armed);
  }

  // ---- what is looked at ----

  /** Stays the subject until it is let go: a finger's thing, or one whose detail was asked for. */
  pin(item: string | null): void {
    this.pinned.value = item;
  }

  /** The mouse is on something; null: on nothing. */
  hover(on: Subject | null): void {
    this.over.value = on;
  }

  /** The focus is on something, and is seen to be; null: on nothing. */
  focus(on: Subject | null): void {
    this.on.value = on;
  }

  /** Nothing is looked at any more. */
  lookAway(): void {
    batch(() => { this.pinned.value = this.over.value = this.on.value = null; });
  }

  private drop(): boolean {
    const had = this.picks.peek().length > 0 || this.armedId.peek() !== null || this.verb.peek() !== null;
    batch(() => {
      this.picks.value = [];
      this.armedId.value = this.verb.value = null;
    });
    return had;
  }

  /** Whether a choice was under way. */
  cancel(): boolean {
    return batch(() => {
      this.pinned.value = null;
      return this.drop();
    });
  }
}
