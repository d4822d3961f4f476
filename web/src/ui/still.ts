// Parts that are drawn again only when something of theirs has changed.
import { h, type ComponentType } from "preact";
import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";

interface Instance { props: object; shouldComponentUpdate?: (next: object) => boolean }

function differ(a: object, b: object): boolean {
  const x = a as Record<string, unknown>, y = b as Record<string, unknown>;
  for (const k in y) if (x[k] !== y[k]) return true;
  for (const k in x) if (!(k in y)) return true;
  return false;
}

/** The same part for the same props. Signals that it reads still reach it. */
export function still<P extends object>(Part: ComponentType<P>): (props: P) => preact.VNode {
  return function Still(this: unknown, props: P) {
    (this as Instance).shouldComponentUpdate = function (this: Instance, next) { return differ(this.props, next); };
    return h(Part as ComponentType<object>, props);
  };
}

/** What `read` says, compared by its words: signals that change without a difference change nothing. It must read nothing but signals. */
export function useSaid<T>(read: () => T): T {
  const last = useRef<{ text: string; said: T } | null>(null);
  return useComputed(() => {
    const said = read();
    const text = JSON.stringify(said);
    if (last.current?.text !== text) last.current = { text, said };
    return last.current!.said;
  }).value;
}
