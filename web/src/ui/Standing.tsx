// How I stand at the table, in a bar above it: a machine holds my seat, I only watch, or what happened while I was away.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { current } from "../core/now";
import { recapOf, seenOf, type Recap } from "../core/recap";
import type { Table } from "../core/table";
import { Icon } from "./icons";
import { announce } from "./live";
import { openSide } from "./side";

const MOST = 4; // changes that are told; the log has the rest

/** "Three turns were played without you. Neltaï: HP 4 → 2." */
export function wordRecap(r: Recap): string[] {
  const changes = r.changes.slice(0, MOST).map((c) => t("web.recap.change", { ...c }));
  return [t("web.recap.turns", { n: r.turns }), ...(changes.length > 0 ? changes : [t("web.recap.same")])];
}

function useRecap(table: Table): { recap: Recap | null; close: () => void } {
  const recap = useSignal<Recap | null>(null);
  const { left } = table;
  const close = (): void => { recap.value = null; };
  useSignalEffect(() => {
    const seen = left?.value;
    const view = table.live.value;
    const { player, seats } = table.me.value;
    if (!seen || !view || player === null || document.hidden || current.value !== table) return;
    left!.value = null;
    if (view.rev <= seen.rev) return;
    const tell = (): void => {
      const r = recapOf(seen, table.live.peek() ?? view, table.entries.peek(), seats);
      recap.value = r;
      if (r) announce(wordRecap(r).join(" "));
    };
    const first = table.entries.peek()[0]?.rev ?? view.rev + 1;
    if (first <= seen.rev + 1) tell();
    else table.history().then(tell, tell);
  });
  // who looks elsewhere is away, too
  useEffect(() => {
    const look = (): void => {
      const view = table.live.peek();
      if (!left || !view) return;
      if (document.hidden) left.value = seenOf(view, table.me.peek().seats);
      else if (left.peek()) left.value = { ...left.peek()! };
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [table]);
  return { recap: recap.value, close };
}

export function Standing({ table }: { table: Table }) {
  const { recap, close } = useRecap(table);
  const me = table.me.value.player;
  const over = table.over.value !== null;
  const players = table.players.value;
  const lent = table.kind === "net" ? players.filter((p) => p.lent && p.player === me) : players.filter((p) => p.lent);
  const delay = table.info.value?.watch_delay ?? 0;
  return (
    <>
      {table.kind === "net" && me === null && table.info.value && !over && (
        <div class="bar bar-watch" data-standing="watch">
          <Icon name="inspect" /><p>{delay === 0 ? t("web.watch.now") : delay % 60 === 0 ? t("web.watch.late_min", { n: delay / 60 }) : t("web.watch.late", { n: delay })}</p>
        </div>
      )}
      {lent.length > 0 && !over && (
        <div class="bar bar-lent" data-standing="lent">
          <p>{table.kind === "net" ? t("web.lent.mine") : t("web.lent.one", { name: lent.map((p) => p.name || t("web.seat.player", { n: p.player + 1 })).join(", ") })}</p>
          <button type="button" class="btn btn-small btn-primary" onClick={() => table.back()}>{t("web.players.back")}</button>
        </div>
      )}
      {recap && (
        <div class="bar bar-recap" data-standing="recap">
          <p>{wordRecap(recap).map((line, i) => <span key={i}>{line}{" "}</span>)}</p>
          <button type="button" class="btn btn-small" onClick={() => { openSide("log"); close(); }}>{t("web.recap.log")}</button>
          <button type="button" class="btn btn-quiet btn-icon btn-small" aria-label={t("web.frame.close")} onClick={close}><Icon name="close" /></button>
        </div>
      )}
    </>
  );
}
