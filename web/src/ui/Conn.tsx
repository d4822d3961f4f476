// The connection of the table on the screen, in words: what happened, and what to do.
import { useSignal, useSignalEffect } from "@preact/signals";
import { t } from "../core/i18n";
import { current } from "../core/now";
import { renew, renewIfOlder } from "../core/pwa";
import type { Connection, Table } from "../core/table";
import { Standing } from "./late";
import { alertNow, announce } from "./live";

/** "ok" is worded too: it is said when the connection comes back. */
export function wordConnection(c: Connection): string {
  switch (c.state) {
    case "lost": return t("web.conn.lost");
    case "refused": return t("web.conn.refused", { why: c.why.text });
    case "version": return t("web.conn.version", { server: c.server });
    case "dead": return t("web.conn.dead", { why: c.why });
    default: return t(`web.conn.${c.state}`);
  }
}

/** Seconds until a time, ticking. */
function useCountdown(until: number | null): number {
  const now = useSignal(Date.now());
  useSignalEffect(() => {
    if (until === null) return;
    now.value = Date.now();
    const timer = setInterval(() => { now.value = Date.now(); }, 500);
    return () => clearInterval(timer);
  });
  return until === null ? 0 : Math.max(0, Math.ceil((until - now.value) / 1000));
}

function What({ table, c }: { table: Table; c: Connection }) {
  const left = useCountdown(c.state === "lost" ? c.next : null);
  const again = (word: string) => <button type="button" class="btn btn-small" onClick={() => table.revive()}>{word}</button>;
  switch (c.state) {
    case "lost": return <>{left > 0 && <span class="bar-time">{t("web.conn.next", { n: left })}</span>}{again(t("web.conn.now"))}</>;
    case "restarting": case "offline": return again(t("web.conn.now"));
    case "refused": return <><span class="bar-more">{t("web.conn.refused_do")}</span><a class="btn btn-small" href="#/">{t("web.frame.home")}</a></>;
    case "version": return <button type="button" class="btn btn-small" onClick={() => void renew()}>{t("web.failed.reload")}</button>;
    case "elsewhere": return again(t("web.conn.here"));
    case "dead": return again(t("web.conn.revive"));
    default: return null;
  }
}

/** One line while something is wrong; a hidden one otherwise. A first connection is given a second before it is spoken of. */
export function ConnBanner() {
  const patient = useSignal(true);
  const table = current.value;
  const c: Connection = table?.conn.value ?? { state: "ok" };
  useSignalEffect(() => {
    const state = current.value?.conn.value.state;
    patient.value = true;
    if (state !== "connecting") return;
    const timer = setTimeout(() => { patient.value = false; }, 1200);
    return () => clearTimeout(timer);
  });
  const last = useSignal("ok");
  useSignalEffect(() => {
    const now = current.value?.conn.value;
    if (!now || now.state === "connecting" || now.state === last.peek()) return;
    const was = last.peek();
    last.value = now.state;
    if (now.state === "version") void renewIfOlder();
    if (/^(refused|dead|version|elsewhere)$/.test(now.state)) alertNow(wordConnection(now));
    else if (now.state !== "ok" || was !== "ok") announce(wordConnection(now));
  });
  const shows = table !== null && c.state !== "ok" && !(c.state === "connecting" && patient.value);
  return (
    <>
      <div class={shows ? `bar bar-conn bar-${c.state}` : "bar"} data-conn={c.state} hidden={!shows}>
        {shows && table && <><p>{wordConnection(c)}</p><What table={table} c={c} /></>}
      </div>
      {table && (table.kind === "net" || table.players.value.some((p) => p.lent)) && <Standing key={table.id} table={table} />}
    </>
  );
}
