// The end, told for whoever reads it: won or lost, the count, what made the game, the seed and its proof, and what can be done now.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../core/i18n";
import { newLocal } from "../core/open";
import type { SeatView, SeatWanted } from "../core/proto";
import { plainRefusal } from "../core/refused";
import { packRecord, replayPath } from "../core/replaylink";
import type { Table } from "../core/table";
import { go } from "../router";
import { RuleLink } from "../rules/RuleLink";
import { copyText } from "../screens/parts/copy";
import { diceOf } from "../skins/dice";
import { endOf, type End } from "../skins/end";
import { useAttempt } from "./attempt";
import { CampaignEnd } from "./Campaign";
import { playerName, tidy } from "./describe";
import { countDeeds, fateOf } from "./fate";
import { recordName, saveText, shareRecord } from "./files";
import { Icon } from "./icons";
import { forkFrom, replayOpen } from "./Replay";
import { announce } from "./live";
import { openSide } from "./side";
import "./over.css";

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
      {table.info.value?.same && <p class="note" data-same>{t("web.players.same")}</p>}
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

// ---- tables of figures ----

function Figures({ what, caption, seats, rows, name }: { what: "results" | "deeds"; caption: string; seats: SeatView[]; rows: { key: string; what: string; of: (s: SeatView) => string }[]; name: (s: SeatView) => string }) {
  return (
    <table class={`over-${what}`}>
      <caption>{caption}</caption>
      <thead><tr><td /> {seats.map((s) => <th scope="col" key={s.id} class="num">{name(s)}</th>)}</tr></thead>
      <tbody>{rows.map((r) => <tr key={r.key}><th scope="row">{r.what}</th>{seats.map((s) => <td key={s.id} class="num">{r.of(s)}</td>)}</tr>)}</tbody>
    </table>
  );
}

const POINTS = 24;  // of the chart
const WIDE = 320, HIGH = 96;

interface Drawn { id: string; name: string; values: number[] }

/** What went up and down, from views of the past. */
function useCourse(table: Table, end: End | undefined): Drawn[] {
  const lines = useSignal<Drawn[]>([]);
  const l = lang.value;
  useEffect(() => {
    let here = true;
    const last = table.live.peek()?.rev ?? 0;
    if (!end || last < 2) return;
    const revs = [...new Set(Array.from({ length: POINTS + 1 }, (_, i) => Math.round((last * i) / POINTS)))];
    table.history().then(() => Promise.all(revs.map((r) => (r === last ? table.live.peek()! : table.viewAt(r))))).then((views) => {
      if (!here) return;
      const told = views.filter((v) => !v.turn.phase.startsWith("setup")).map((v) => end.course.lines(v));
      if (told.length < 2) return;
      lines.value = told.at(-1)!.map(({ id, name }) => ({ id, name, values: told.map((at) => at.find((x) => x.id === id)?.value ?? 0) }));
    }, () => {});
    return () => { here = false; };
  }, [table, l]);
  return lines.value;
}

function Chart({ what, lines }: { what: string; lines: Drawn[] }) {
  const most = Math.max(1, ...lines.flatMap((x) => x.values));
  const least = Math.min(0, ...lines.flatMap((x) => x.values));
  const y = (v: number): number => HIGH - 3 - ((v - least) / (most - least)) * (HIGH - 6);
  return (
    <figure class="over-course">
      <figcaption>{t("web.over.course", { what })}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path class="course-base" d={`M0 ${y(0)}H${WIDE}`} />
        {lines.map((x, k) => <path key={x.id} class={`course-line course-${k}`} d={`M${x.values.map((v, i) => `${((i * WIDE) / (x.values.length - 1)).toFixed(1)} ${y(v).toFixed(1)}`).join("L")}`} />)}
      </svg>
      <ul>{lines.map((x, k) => (
        <li key={x.id}><svg class="course-key" viewBox="0 0 24 6" aria-hidden="true" focusable="false"><path class={`course-line course-${k}`} d="M0 3H24" /></svg>{t("web.over.course_line", { name: x.name, from: x.values[0]!, to: x.values.at(-1)! })}</li>
      ))}</ul>
    </figure>
  );
}

/** Who did what, and how it went up and down. */
function Decided({ table, seats, name }: { table: Table; seats: SeatView[]; name: (s: SeatView) => string }) {
  const end = endOf(table.game.value);
  const lines = useCourse(table, end);
  const deeds = useComputed(() => (end ? countDeeds(end, table.entries.value) : []));
  if (!end) return null;
  const rows = end.deeds.map((d, i) => ({ d, i, by: deeds.value[i]! }));
  return (
    <section class="over-decided">
      <Figures what="deeds" caption={t("web.over.decided")} seats={seats} name={name}
        rows={rows.filter((r) => !r.d.whole).map((r) => ({ key: String(r.i), what: r.d.word(), of: (s) => String(r.by.get(s.id) ?? 0) }))} />
      {rows.filter((r) => r.d.whole).map((r) => <p key={r.i}>{t("web.thing.stat", { text: r.d.word(), value: r.by.get(-1) ?? 0 })}</p>)}
      {lines.length > 0 && <Chart what={end.course.word()} lines={lines} />}
    </section>
  );
}

// ---- going on ----

/** The same people once more: at a new table on the server, or here. */
async function rematch(table: Table): Promise<void> {
  if (table.kind === "net") return forkFrom(table, 0);
  const players = table.players.peek().map((p): SeatWanted => (p.kind === "bot" && !p.lent
    ? { kind: "bot", level: p.level ?? "greedy", ...(p.name && { name: p.name }) } : { kind: "human", ...(p.name && { name: p.name }) }));
  const { players: _n, ...options } = table.info.peek()?.options ?? {};
  go(`#/t/${await newLocal(table.game.peek(), options, players)}`);
}

/** A link that holds the game. It is made when it is asked for: the record may have to come from the server. */
function ReplayLink({ table, attempt }: { table: Table; attempt: (what: () => Promise<void>) => () => Promise<void> }) {
  const link = useSignal("");
  const copied = useSignal(false);
  const make = attempt(async () => {
    link.value = new URL(replayPath(await packRecord(await table.record())), location.href.replace(/#.*/, "")).href;
    copied.value = await copyText(link.value);
    if (copied.value) announce(t("web.over.link_copied"));
  });
  return (
    <>
      <button type="button" class="btn" data-do="link" onClick={make}>{t("web.over.link")}</button>
      {link.value && (
        <p class="over-link">
          <input readOnly value={link.value} aria-label={t("web.over.link")} onFocus={(e) => e.currentTarget.select()} />
          <span class="help">{copied.value && <b>{t("web.over.link_copied")} </b>}{t("web.over.link_about")}</span>
        </p>
      )}
    </>
  );
}

export function OverPanel({ table }: { table: Table }) {
  const over = table.over.value;
  const { fault, attempt } = useAttempt();
  const view = table.live.value;
  if (!over || !view) return null;
  const players = table.players.value;
  const net = table.kind === "net";
  const fate = fateOf(over, view, players, table.me.value.player, net);
  const won = over.results.some((r) => r.won);
  // Where all win or lose together there is nothing to compare.
  const ranked = new Set(over.results.map((r) => `${r.rank} ${r.score}`)).size > 1;
  const count = endOf(table.game.value)?.count;
  const resultOf = (s: SeatView) => over.results.find((r) => r.seat === s.id);
  const seats = [...view.seats].sort((a, b) => (resultOf(a)?.rank ?? 0) - (resultOf(b)?.rank ?? 0) || a.id - b.id);
  // A seat with a face is somebody's; one without is the player.
  const name = (s: SeatView): string => [...new Set([...(s.face ? [s.name] : []), playerName(players.find((p) => p.player === s.player)) || s.name])].join(" · ");
  const totals = [...new Set(seats.flatMap((s) => Object.keys(s.totals)))];
  const valueOf = (s: SeatView, key: string): string => { const x = s.totals[key]; return !x ? "–" : x.max === undefined ? String(x.value) : `${x.value}/${x.max}`; };
  return (
    <section class="over" aria-label={t("web.over.title")} data-over={over.outcome} data-fate={fate ?? ""} data-won={fate === "won" || (fate === null && won && !ranked) ? "" : undefined} data-scroll>
      {fate && <p class="over-fate">{fate === "won" ? t("web.over.won") : t("web.over.lost")}</p>}
      <h3 class="over-text">{tidy(over.text)} {over.rule && <RuleLink id={over.rule} />}</h3>
      {ranked && won && <p class="over-winner">{t("web.over.winner", { names: seats.filter((s) => resultOf(s)?.won).map(name).join(", ") })}</p>}
      <div class="over-acts">
        <button type="button" class="btn btn-primary" data-do="rematch" onClick={attempt(() => rematch(table))}>{t("web.over.rematch")}</button>
        <a class="btn" href={`#/new/${table.game.value}`}>{t("web.over.new")}</a>
        <button type="button" class="btn" onClick={() => { replayOpen.value = true; table.seek(0); }}><Icon name="history" />{t("web.over.replay")}</button>
        <ReplayLink table={table} attempt={attempt} />
      </div>
      {fault.value && <p class="note note-danger">{fault.value}</p>}
      {over.campaign && <CampaignEnd table={table} />}
      <Figures what="results" caption={t("web.over.lines")} seats={seats} name={name} rows={[
        ...(ranked ? [
          { key: "rank", what: t("web.over.rank"), of: (s: SeatView) => String(resultOf(s)?.rank ?? "–") },
          ...(count ?? []).map((c) => ({ key: `c.${c.key}`, what: c.word(), of: (s: SeatView) => String(c.of(view, s.id)) })),
          ...(count ? [] : [{ key: "score", what: t("web.over.score"), of: (s: SeatView) => String(resultOf(s)?.score ?? "–") }]),
        ] : []),
        ...totals.filter((key) => !ranked || !count?.some((c) => c.key === key)).map((key) => ({ key: `t.${key}`, what: seats.find((s) => s.totals[key])!.totals[key]!.text, of: (s: SeatView) => valueOf(s, key) })),
      ]} />
      <Decided table={table} seats={seats} name={name} />
      <div class="over-acts">
        <button type="button" class="btn" onClick={() => void forkFrom(table, 0, true)}>{t("web.over.same")}</button>
        {diceOf(table.game.value) && <button type="button" class="btn" onClick={() => openSide("stats")}>{t("web.over.stats")}</button>}
        <button type="button" class="btn" onClick={attempt(async () => saveText(recordName(table), await table.record()))}><Icon name="download" />{t("web.over.record")}</button>
        <button type="button" class="btn" onClick={attempt(() => shareRecord(table))}>{t("web.over.share")}</button>
      </div>
      {over.seed && <Fair table={table} seed={over.seed} />}
    </section>
  );
}
