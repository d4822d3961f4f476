// Looking back: a scrubber, steps, and going on from there in a game of its own. The same for running and finished games.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { loadKept } from "../core/kept";
import { pastOf } from "../core/open";
import { settings } from "../core/settings";
import type { Table } from "../core/table";
import { plainRefusal } from "../core/refused";
import { go } from "../router";
import { tidy } from "./describe";
import { alertNow } from "./live";
import { Icon, type IconName } from "./icons";
import { useScrollable } from "./scroll";

/** Opened by hand, while what is shown is still now. */
export const replayOpen = signal(false);

export function stepBy(table: Table, by: number): void {
  const now = table.live.peek()?.rev ?? 0;
  const at = (table.cursor.peek() ?? now) + by;
  table.seek(at >= now ? null : Math.max(0, at));
}

export function leaveReplay(table: Table): void {
  replayOpen.value = false;
  table.seek(null);
}

/** A new table from a revision; what goes wrong is said. */
export async function forkFrom(table: Table, rev?: number, same?: boolean): Promise<void> {
  try {
    const { href } = await table.fork(rev, same);
    leaveReplay(table);
    go(href);
  } catch (e) {
    alertNow(plainRefusal(e).text);
    failed.value = plainRefusal(e).text;
  }
}
const failed = signal<string | null>(null);

function Step({ icon, label, act, off }: { icon: IconName; label: string; act: () => void; off: boolean }) {
  return <button type="button" class="btn btn-icon" aria-label={label} title={label} aria-disabled={off} onClick={() => { if (!off) act(); }}><Icon name={icon} /></button>;
}

export function Replay({ table }: { table: Table }) {
  const playing = useSignal(false);
  const box = useScrollable();
  const now = table.live.value?.rev ?? 0;
  const at = table.cursor.value ?? now;
  const entry = table.entries.value.find((e) => e.rev === at);
  useEffect(() => { void table.history(); void loadKept(); failed.value = null; }, [table]);
  const before = pastOf(table.info.value?.from);
  useEffect(() => {
    if (!playing.value) return;
    if (table.cursor.value === null) { playing.value = false; return; }
    const timer = setTimeout(() => stepBy(table, 1), Math.max(350, settings.botPace.value));
    return () => clearTimeout(timer);
  }, [playing.value, at]);
  const text = entry ? entry.kind === "undo" ? t("web.log.undo", { n: entry.to ?? 0 }) : entry.events.map((e) => e.text).join(" ") || entry.move : t("web.replay.start");
  return (
    <section class="replay" aria-label={t("web.replay.title")} data-replay>
      <div class="replay-text" ref={box} data-scroll>{tidy(text ?? "")}</div>
      <label class="replay-scrub">
        <span class="visually-hidden">{t("web.replay.scrub")}</span>
        <input type="range" min={0} max={now} value={at} aria-valuetext={t("web.replay.at", { n: at, of: now })}
          onInput={(e) => { playing.value = false; table.seek(Number(e.currentTarget.value)); }} />
        <output class="replay-at">{t("web.replay.at", { n: at, of: now })}</output>
      </label>
      <div class="replay-steps">
        <Step icon="first" label={t("web.replay.first")} off={at === 0} act={() => table.seek(0)} />
        <Step icon="prev" label={t("web.replay.prev")} off={at === 0} act={() => stepBy(table, -1)} />
        <Step icon={playing.value ? "pause" : "play"} label={playing.value ? t("web.replay.pause") : t("web.replay.play")} off={false} act={() => {
          if (!playing.value && table.cursor.peek() === null) table.seek(0);
          playing.value = !playing.value;
        }} />
        <Step icon="next" label={t("web.replay.next")} off={at >= now} act={() => stepBy(table, 1)} />
        <Step icon="last" label={t("web.replay.last")} off={table.cursor.value === null} act={() => table.seek(null)} />
      </div>
      <p class="row replay-end">
        {before && <a class="btn btn-small" data-before href={before}><Icon name="history" />{t("web.replay.before")}</a>}
        <button type="button" class="btn btn-small" onClick={() => void forkFrom(table, at)}><Icon name="fork" />{t("web.replay.fork")}</button>
        <button type="button" class="btn btn-small btn-primary" onClick={() => leaveReplay(table)}>{table.over.value ? t("web.replay.to_end") : t("web.replay.to_now")}</button>
      </p>
      {failed.value && <p class="note note-danger">{failed.value}</p>}
    </section>
  );
}
