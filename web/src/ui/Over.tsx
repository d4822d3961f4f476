// The end: how it went, the seed and its proof, and what can be done now.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { plainRefusal } from "../core/refused";
import type { Table } from "../core/table";
import { RuleLink } from "../rules/RuleLink";
import { copyText } from "../screens/parts/copy";
import { hasDice } from "../screens/parts/DiceStats";
import { useAttempt } from "./attempt";
import { playerName, tidy } from "./describe";
import { recordName, saveText, shareRecord } from "./files";
import { Icon } from "./icons";
import { forkFrom, replayOpen } from "./Replay";
import { openSide } from "./side";

async function sha256(hex: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array((hex.match(/../g) ?? []).map((x) => parseInt(x, 16)));
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** The seed was hidden by its hash before the first move. Now both can be compared, and every die recomputed. */
function Fair({ table, seed }: { table: Table; seed: string }) {
  const matches = useSignal<boolean | null>(null);
  const dice = useSignal<{ ok: boolean; text: string } | null>(null);
  const hash = table.info.value?.seed_hash ?? "";
  useEffect(() => {
    let here = true;
    void sha256(seed).then((sum) => { if (here && sum !== null && hash) matches.value = sum === hash; });
    return () => { here = false; };
  }, [seed, hash]);
  return (
    <details class="over-fair">
      <summary>{t("web.over.fair")}</summary>
      <p>{t("web.over.fair_text")}</p>
      <dl class="over-seed">
        <dt>{t("web.over.seed")}</dt><dd><code>{seed}</code></dd>
        <dt>{t("web.over.hash")}</dt><dd><code>{hash}</code></dd>
      </dl>
      {matches.value !== null && <p class={`note ${matches.value ? "note-ok" : "note-danger"}`}>{matches.value ? t("web.over.hash_ok") : t("web.over.hash_bad")}</p>}
      {dice.value && <p class={`note ${dice.value.ok ? "note-ok" : "note-danger"}`}>{dice.value.text}</p>}
      <p class="row">
        {table.verify && <button type="button" class="btn btn-small" onClick={async () => {
          try {
            dice.value = await table.verify!();
          } catch (e) {
            dice.value = { ok: false, text: plainRefusal(e).text };
          }
        }}>{t("web.over.verify")}</button>}
        <button type="button" class="btn btn-small" onClick={() => void copyText(seed)}>{t("web.over.copy_seed")}</button>
      </p>
      <p class="help">{t("web.over.verify_how")} <code>veillee replay --verify {recordName(table)}</code></p>
    </details>
  );
}

export function OverPanel({ table }: { table: Table }) {
  const over = table.over.value;
  const { fault, attempt } = useAttempt();
  const view = table.live.value;
  if (!over || !view) return null;
  const players = table.players.value;
  const won = over.results.some((r) => r.won);
  // Where all win or lose together there is nothing to compare.
  const ranked = new Set(over.results.map((r) => `${r.rank} ${r.score}`)).size > 1;
  return (
    <section class="over" aria-label={t("web.over.title")} data-over={over.outcome} data-won={won ? "" : undefined} data-scroll>
      <h3 class="over-text">{tidy(over.text)} {over.rule && <RuleLink id={over.rule} />}</h3>
      {ranked && won && <p class="over-winner">{t("web.over.winner", { names: over.results.filter((r) => r.won).map((r) => view.seats.find((s) => s.id === r.seat)?.name ?? "").join(", ") })}</p>}
      {ranked && (
        <table class="over-results">
          <thead><tr><th>{t("web.over.rank")}</th><th>{t("web.over.seat")}</th><th class="num">{t("web.over.score")}</th></tr></thead>
          <tbody>
            {[...over.results].sort((a, b) => a.rank - b.rank).map((r) => {
              const seat = view.seats.find((s) => s.id === r.seat);
              return <tr key={r.seat}><td>{r.rank}</td><td>{[...new Set([seat?.name, playerName(players.find((p) => p.player === seat?.player))])].filter(Boolean).join(" · ")}</td><td class="num">{r.score}</td></tr>;
            })}
          </tbody>
        </table>
      )}
      <div class="over-acts">
        <a class="btn btn-primary" href={`#/new/${table.game.value}`}>{t("web.over.new")}</a>
        <button type="button" class="btn" onClick={() => void forkFrom(table, 0, true)}>{t("web.over.same")}</button>
        <button type="button" class="btn" onClick={() => { replayOpen.value = true; table.seek(0); }}><Icon name="history" />{t("web.over.replay")}</button>
        {hasDice(table.game.value) && <button type="button" class="btn" onClick={() => openSide("stats")}>{t("web.over.stats")}</button>}
        <button type="button" class="btn" onClick={attempt(async () => saveText(recordName(table), await table.record()))}><Icon name="download" />{t("web.over.record")}</button>
        <button type="button" class="btn" onClick={attempt(() => shareRecord(table))}>{t("web.over.share")}</button>
      </div>
      {fault.value && <p class="note note-danger">{fault.value}</p>}
      {over.seed && <Fair table={table} seed={over.seed} />}
    </section>
  );
}
