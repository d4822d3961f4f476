// Everything that is refused, by the server, the engine or this page, with a sentence that can be shown.
import type { Refusal } from "./proto";

export class Refused extends Error implements Refusal {
  status: string;
  rule?: string;
  where?: string;
  text: string;
  re?: string;
  cid?: string;

  constructor(r: Refusal) {
    super(r.text);
    this.name = "Refused";
    this.status = r.status;
    this.text = r.text;
    if (r.rule !== undefined) this.rule = r.rule;
    if (r.where !== undefined) this.where = r.where;
    if (r.re !== undefined) this.re = r.re;
    if (r.cid !== undefined) this.cid = r.cid;
  }
}

export function isRefusal(x: unknown): x is Refusal {
  return typeof x === "object" && x !== null && typeof (x as Refusal).status === "string" && typeof (x as Refusal).text === "string";
}

/** The refusal as plain data, without class and stack. */
export function plainRefusal(x: unknown, status = "failed"): Refusal {
  if (!isRefusal(x)) return { status, text: x instanceof Error ? x.message : String(x) };
  const out: Refusal = { status: x.status, text: x.text };
  if (x.rule !== undefined) out.rule = x.rule;
  if (x.where !== undefined) out.where = x.where;
  if (x.re !== undefined) out.re = x.re;
  if (x.cid !== undefined) out.cid = x.cid;
  return out;
}
