// The dice of one game: how often each face came, beside what was to be expected. The table says it all; the bars repeat it.
import { useEffect } from "preact/hooks";
import { useComputed, useSignal } from "@preact/signals";
import { t, lang } from "../../core/i18n";
import type { GameEvent, View } from "../../core/proto";
import type { Table } from "../../core/table";
import { aboutOf } from "../../skins/about";
import "../stats.css";

export const hasDice = (game: string): boolean => aboutOf(game)?.dice !== undefined;

/** The faces that an event threw, in order. */
export function thrown(e: GameEvent): string[] {
  if (e.type !== "rolled" && e.type !== "rerolled") return [];
  return ["a", "b", "c", "d", "e", "f", "g", "h"].map((k) => e.args[k]).filter((x): x is string | number => typeof x === "string" || typeof x === "number").map(String);
}

/** Words for faces, from whatever shows one: "rune.red" is "red", in the reader's language. */
function learn(words: Map<string, string>, v: View | null): void {
  const last = (id: string) => id.slice(id.lastIndexOf(".") + 1);
  for (const i of v?.items ?? []) {
    if (i.kind === "die" && i.face && i.face_text) words.set(last(i.face), i.face_text);
    for (const p of i.pips ?? []) words.set(last(p.face), p.text);
  }
}

/** "Runes rolled: blue, white." names its faces in their order. */
function learnFrom(words: Map<string, string>, e: GameEvent, list: string[]): void {
  const said = e.text.slice(e.text.indexOf(":") + 1).replace(/[.\s]+$/, "").split(",").map((s) => s.trim());
  if (said.length === list.length) list.forEach((f, i) => { if (!words.has(f)) words.set(f, said[i]!); });
}

export function DiceStats({ table }: { table: Table }) {
  const failed = useSignal(false);
  useEffect(() => { table.history().catch(() => { failed.value = true; }); }, [table, lang.value]);
  const seat = useSignal<number | null>(null);
  const all = useComputed(() => {
    const words = new Map<string, string>();
    learn(words, table.live.value);
    const rolls: { seat: number | null; faces: string[] }[] = [];
    for (const entry of table.entries.value)
      for (const e of entry.events) {
        const list = thrown(e);
        if (list.length === 0) continue;
        learnFrom(words, e, list);
        rolls.push({ seat: e.seat, faces: list });
      }
    return { rolls, words };
  });
  const { rolls, words } = all.value;
  const order = [...(aboutOf(table.game.value)?.dice ?? [])];
  for (const r of rolls) for (const f of r.faces) if (!order.includes(f)) order.push(f);
  const seats = (table.live.value?.seats ?? []).filter((s) => rolls.some((r) => r.seat === s.id));
  const mine = rolls.filter((r) => seat.value === null || r.seat === seat.value);
  const count = new Map<string, number>(order.map((f) => [f, 0]));
  for (const r of mine) for (const f of r.faces) count.set(f, (count.get(f) ?? 0) + 1);
  const total = mine.reduce((n, r) => n + r.faces.length, 0);
  const expected = order.length ? total / order.length : 0;
  const most = Math.max(1, expected, ...count.values());
  const number = new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1 });
  const apart = new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });

  if (failed.value && rolls.length === 0) return <p class="note note-warn">{t("web.dice.failed")}</p>;
  if (total === 0 && seat.value === null) return <p class="soft" data-dice="0">{t("web.dice.none")}</p>;
  return (
    <div class="dice-stats" data-dice={total}>
      {seats.length > 1 && (
        <label class="dice-who">{t("web.dice.who")}
          <select value={seat.value === null ? "" : String(seat.value)} onChange={(e) => { seat.value = e.currentTarget.value === "" ? null : Number(e.currentTarget.value); }}>
            <option value="">{t("web.dice.all")}</option>
            {seats.map((s) => <option key={s.id} value={String(s.id)}>{s.name}</option>)}
          </select>
        </label>
      )}
      <table>
        <caption>{t("web.dice.caption", { n: total })}</caption>
        <thead><tr><th scope="col">{t("web.dice.face")}</th><th scope="col" class="num">{t("web.dice.came")}</th><th scope="col" class="num">{t("web.dice.expected")}</th><th scope="col" class="num">{t("web.dice.apart")}</th></tr></thead>
        <tbody>
          {order.map((f) => {
            const n = count.get(f) ?? 0;
            return (
              <tr key={f} data-face={f}>
                <th scope="row">
                  <span class="dice-name">{words.get(f) ?? f}</span>
                  <span class="dice-bar" aria-hidden="true" style={{ "--n": n / most, "--x": expected / most }}><span class={`dice-fill face-${f}`} /><span class="dice-mark" /></span>
                </th>
                <td class="num">{n}</td><td class="num">{number.format(expected)}</td><td class="num">{apart.format(n - expected)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="help">{t("web.dice.fair")}</p>
    </div>
  );
}
