// What is said aloud. Politely, in one go per turn: what others and chance did, a sentence each. At once: my turn, refusals,
// questions to me. The board is never read out as a whole.
import { effect } from "@preact/signals";
import { t } from "../core/i18n";
import { notify } from "../core/notify";
import { title } from "../core/now";
import type { Entry } from "../core/proto";
import type { Table } from "../core/table";
import { describeItem, playerName } from "./describe";
import { alertNow, announce } from "./live";
import { pinged } from "./marks";
import { wordVote } from "./Votes";

const QUIET_MS = 900;       // no move for so long: the turn, or a part of it, is told
const PING_MS = 4000;
const OWN_EVENTS = 8;

/** Others' moves: one sentence. One's own: what came of it. */
function sentences(e: Entry, mine: boolean): string[] {
  if (e.kind === "undo") return [t("web.log.undo", { n: e.to ?? 0 })];
  return e.events.slice(0, mine ? OWN_EVENTS : 1).map((x) => x.text);
}

/** Begins to speak for a table; returns what ends it. */
export function speakFor(table: Table): () => void {
  const ends: (() => void)[] = [];
  let waiting: string[] = [];
  let timer = 0;
  const flush = () => {
    clearTimeout(timer);
    if (waiting.length > 0) announce(waiting.join(" "));
    waiting = [];
  };
  const later = (lines: string[]) => {
    waiting.push(...lines);
    clearTimeout(timer);
    timer = setTimeout(flush, QUIET_MS) as unknown as number;
  };
  let seen = table.live.peek()?.rev ?? 0;
  ends.push(effect(() => {
    const fresh = table.fresh.value.filter((e) => e.rev > seen);
    if (fresh.length === 0) return;
    seen = fresh.at(-1)!.rev;
    const me = table.me.peek().player;
    const here = new Set(table.kind === "local" ? table.players.peek().filter((p) => p.kind === "human").map((p) => p.player) : [me]);
    later(fresh.flatMap((e) => sentences(e, e.player !== undefined && here.has(e.player))));
  }));

  let turn = "";
  ends.push(effect(() => {
    const actions = table.actions.value;
    const view = table.live.peek();
    if (!actions || !view) return;
    const now = `${view.turn.round ?? 0}:${view.turn.actor}`;
    flush();
    if (now === turn) return;
    turn = now;
    alertNow(view.prompt.text);
    notify(view.prompt.text, "turn", location.hash);
  }));
  ends.push(effect(() => {
    title.value = table.actions.value && !table.over.value && table.players.value.length > 1 ? t("web.table.title_mine") : null;
  }));
  ends.push(effect(() => {
    const r = table.refusal.value;
    if (r) alertNow(r.text);
  }));
  let wasOver = table.over.peek() !== null;
  ends.push(effect(() => {
    const over = table.over.value;
    if (over && !wasOver) {
      flush();
      alertNow(over.text);
      notify(over.text, "turn", location.hash);
    }
    wasOver = over !== null;
  }));
  let asked = -1;
  ends.push(effect(() => {
    const vote = table.vote.value;
    const me = table.me.value.player;
    if (!vote || me === null || !vote.need.includes(me) || vote.vote === asked) return;
    asked = vote.vote;
    const text = wordVote(vote, table.players.peek(), me);
    alertNow(text);
    notify(text, "turn", location.hash);
  }));
  let heard = table.said.peek().at(-1)?.n ?? -1;
  ends.push(effect(() => {
    const said = table.said.value;
    const me = table.me.peek().player;
    for (const s of said) {
      if (s.n <= heard) continue;
      heard = s.n;
      if (s.player === me || table.muted?.peek().has(s.player)) continue;
      announce(`${playerName(table.players.peek().find((p) => p.player === s.player))} : ${s.text}`);
    }
  }));
  let pointed = table.pings.peek().at(-1)?.n ?? -1;
  const timers = new Set<number>();
  ends.push(effect(() => {
    for (const p of table.pings.value) {
      if (p.n <= pointed) continue;
      pointed = p.n;
      pinged.value = new Set([...pinged.peek(), p.item]);
      const item = table.view.peek()?.items.find((i) => i.id === p.item);
      if (item && p.player !== table.me.peek().player)
        announce(t("web.inspect.pointed", { name: playerName(table.players.peek().find((x) => x.player === p.player)), item: describeItem(item) }));
      const id = setTimeout(() => {
        timers.delete(id);
        pinged.value = new Set([...pinged.peek()].filter((x) => x !== p.item));
      }, PING_MS) as unknown as number;
      timers.add(id);
    }
  }));
  return () => {
    clearTimeout(timer);
    for (const id of timers) clearTimeout(id);
    for (const end of ends) end();
    title.value = null;
  };
}
