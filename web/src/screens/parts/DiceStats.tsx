// How often each face of the dice came, beside what was to be expected: of one game by seat, of all finished games by who threw. The
// table says it all; the bars repeat it.
import { useEffect } from "preact/hooks";
import { useComputed, useSignal } from "@preact/signals";
import { t, lang } from "../../core/i18n";
import { allThrows } from "../../core/throws";
import type { Finished, Throws } from "../../core/kept";
import type { Table } from "../../core/table";
import { diceOf } from "../../skins/dice";
import "../stats.css";

type Count = Readonly<Record<string, number>>;
interface Group { id: string; name: string; count: Count }

/** groups: whose dice they are; with several there is a choice of one of them. */
function Histogram({ game, groups, caption }: { game: string; groups: Group[]; caption: (n: number) => string }) {
  const chosen = useSignal("");
  const dice = diceOf(game)!;
  const shown = groups.some((g) => g.id === chosen.value) ? groups.filter((g) => g.id === chosen.value) : groups;
  const of = (face: string): number => shown.reduce((n, g) => n + (g.count[face] ?? 0), 0);
  const total = dice.faces.reduce((n, f) => n + of(f), 0);
  const expected = total / dice.faces.length;
  const most = Math.max(1, expected, ...dice.faces.map(of));
  const number = new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1 });
  const apart = new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return (
    <div class="dice-stats" data-dice={total}>
      {groups.length > 1 && (
        <label class="dice-who">{t("web.dice.who")}
          <select value={chosen.value} onChange={(e) => { chosen.value = e.currentTarget.value; }}>
            <option value="">{t("web.dice.all")}</option>
            {groups.map((g) => <option key={g.id} value={g.id}>{g.name}</option>)}
          </select>
        </label>
      )}
      <table>
        <caption>{caption(total)}</caption>
        <thead><tr><th scope="col">{t("web.dice.face")}</th><th scope="col" class="num">{t("web.dice.came")}</th><th scope="col" class="num">{t("web.dice.expected")}</th><th scope="col" class="num">{t("web.dice.apart")}</th></tr></thead>
        <tbody>
          {dice.faces.map((f) => {
            const n = of(f);
            return (
              <tr key={f} data-face={f}>
                <th scope="row">
                  <span class="dice-name">{dice.name(f)}</span>
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

export function DiceStats({ table }: { table: Table }) {
  const failed = useSignal(false);
  useEffect(() => { table.history().catch(() => { failed.value = true; }); }, [table, lang.value]);
  const counts = useComputed(() => {
    const dice = diceOf(table.game.value), by = new Map<number | null, Record<string, number>>();
    for (const entry of table.entries.value)
      for (const e of entry.events)
        for (const face of dice?.thrown(e) ?? []) {
          const of = by.get(e.seat) ?? {};
          of[face] = (of[face] ?? 0) + 1;
          by.set(e.seat, of);
        }
    return by;
  }).value;
  if (failed.value && counts.size === 0) return <p class="note note-warn">{t("web.dice.failed")}</p>;
  if (counts.size === 0) return <p class="soft" data-dice="0">{t("web.dice.none")}</p>;
  const seats = table.live.value?.seats ?? [];
  const groups = [...counts].map(([seat, count]): Group => ({ id: String(seat), name: seats.find((s) => s.id === seat)?.name ?? "", count }));
  return <Histogram game={table.game.value} groups={seats.flatMap((s) => groups.filter((g) => g.id === String(s.id)))} caption={(n) => t("web.dice.caption", { n })} />;
}

/** Of all finished games: mine, those of other people, those of machines. */
export function AllDice({ game, list }: { game: string; list: Finished[] }) {
  if (!diceOf(game)) return null;
  const all = allThrows(list);
  const names: Record<keyof Throws, string> = { me: t("web.dice.me"), people: t("web.dice.people"), machines: t("web.dice.machines") };
  const groups = (Object.keys(names) as (keyof Throws)[]).flatMap((who): Group[] => (all[who] ? [{ id: who, name: names[who], count: all[who] }] : []));
  const n = list.filter((f) => f.dice).length;
  return groups.length > 0 ? <Histogram game={game} groups={groups} caption={(thrown) => t("web.dice.all_time", { thrown, n })} /> : null;
}
