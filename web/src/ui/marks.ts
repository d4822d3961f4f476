// Things that something else points at: a line of the log, the effect of an action, advice, another player. Painted by Thing.
import { signal } from "@preact/signals";
import type { Action, Preview } from "../core/proto";
import type { Table } from "../core/table";

/** By the log or a list, while the pointer or the focus is there. */
export const marked = signal<ReadonlySet<string>>(new Set());
/** By an action that is looked at or armed: what it would touch. */
export const touched = signal<ReadonlySet<string>>(new Set());
/** By advice that was asked for. */
export const advised = signal<{ move: string; text: string } | null>(null);
/** Looked at by another player ("look here"), for a few seconds. */
export const pinged = signal<ReadonlySet<string>>(new Set());

const none: ReadonlySet<string> = new Set();

export function mark(items: Iterable<string> | null): void {
  marked.value = items ? new Set(items) : none;
}

export function touchesOf(a: Action): string[] {
  return [a.src, a.dst, ...(a.also ?? [])].filter((x): x is string => x !== undefined);
}

export function clearMarks(): void {
  marked.value = touched.value = pinged.value = none;
  advised.value = null;
}

/** Effects of actions, asked for once per revision, when they are first looked at. */
export class Previews {
  private readonly known = signal<ReadonlyMap<string, Preview | "asked">>(new Map());
  private rev = -1;
  private lang = "";

  constructor(private readonly table: Table) {}

  /** null until it is here. */
  now(move: string): Preview | null {
    const p = this.known.value.get(move);
    return p === undefined || p === "asked" ? null : p;
  }

  ask(move: string): void {
    const live = this.table.live.peek();
    if (!live) return;
    if (live.rev !== this.rev || live.lang !== this.lang) {
      this.rev = live.rev;
      this.lang = live.lang;
      this.known.value = new Map();
    }
    if (this.known.peek().has(move)) return;
    const { rev, lang } = this;
    this.known.value = new Map(this.known.peek()).set(move, "asked");
    this.table.preview(move).then(
      (p) => { if (rev === this.rev && lang === this.lang) this.known.value = new Map(this.known.peek()).set(move, p); },
      () => { if (rev === this.rev) { const m = new Map(this.known.peek()); m.delete(move); this.known.value = m; } },
    );
  }
}
