// My statistics: finished games of this browser, by game and difficulty. Nothing leaves it.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { lang, t } from "../core/i18n";
import { allFinished, kept, loadKept, type Finished } from "../core/kept";
import { lobby } from "../core/open";
import type { GameInfo } from "../core/proto";
import { gameCards, gameName } from "./parts/games";
import { Icon } from "./parts/Icon";
import { diceOf } from "../skins/dice";
import { AllDice } from "./parts/DiceStats";
import "./around.css";
import "./stats.css";

interface Line { key: string; text: string; played: number; won: number }

const rate = (l: { played: number; won: number }): string =>
  l.played ? new Intl.NumberFormat(lang.value, { style: "percent", maximumFractionDigits: 0 }).format(l.won / l.played) : "–";

/** How many of the last ones in a row were won. */
function streak(list: Finished[]): number {
  let n = 0;
  for (const f of [...list].sort((a, b) => b.ended - a.ended)) {
    if (!f.won) break;
    n++;
  }
  return n;
}

function GameStats({ game, list }: { game: string; list: Finished[] }) {
  const info = useSignal<GameInfo | null>(null);
  useEffect(() => { lobby.gameInfo(game).then((g) => { info.value = g; }, () => {}); }, [game]);
  const o = info.value?.options.find((x) => x.name === "difficulty");
  const order = o?.values ?? [];
  // A game at the default difficulty may have been kept without its word.
  const wordOf = (d: string) => d || (typeof o?.default === "string" ? o.default : "");
  const lines = new Map<string, Line>();
  for (const f of list) {
    const key = wordOf(f.difficulty);
    const line = lines.get(key) ?? { key, text: o?.value_names?.[key]?.[lang.value] ?? (key || t("web.figures.any")), played: 0, won: 0 };
    line.played++;
    if (f.won) line.won++;
    lines.set(key, line);
  }
  const sorted = [...lines.values()].sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  const sum = { played: list.length, won: list.filter((f) => f.won).length };
  return (
    <section class="panel" data-stats={game}>
      <h2>{gameName(game)}</h2>
      <table>
        <caption class="visually-hidden">{t("web.figures.caption", { game: gameName(game) })}</caption>
        <thead><tr><th scope="col">{o || !info.value ? t("web.figures.difficulty") : t("web.figures.games")}</th><th scope="col" class="num">{t("web.figures.count")}</th><th scope="col" class="num">{t("web.figures.won")}</th><th scope="col" class="num">{t("web.figures.rate")}</th></tr></thead>
        <tbody>
          {sorted.map((l) => (
            <tr key={l.key}>
              <th scope="row">{l.text}<span class="rate-bar" aria-hidden="true" style={{ "--n": l.won / l.played }} /></th>
              <td class="num">{l.played}</td><td class="num">{l.won}</td><td class="num">{rate(l)}</td>
            </tr>
          ))}
        </tbody>
        {sorted.length > 1 && <tfoot><tr><th scope="row">{t("web.figures.sum")}</th><td class="num">{sum.played}</td><td class="num">{sum.won}</td><td class="num">{rate(sum)}</td></tr></tfoot>}
      </table>
      <AllDice game={game} list={list} />
    </section>
  );
}

export default function Stats() {
  const list = useSignal<Finished[] | null>(null);
  useEffect(() => {
    void loadKept();
    allFinished().then((l) => { list.value = l; }, () => { list.value = []; });
  }, []);
  const all = list.value;
  if (!all) return <div class="page" data-screen="stats" aria-busy="true"><h1>{t("web.title.stats")}</h1></div>;
  const won = all.filter((f) => f.won).length;
  const running = kept.value.filter((k) => k.state !== "over").length;
  const games = [...new Set(all.map((f) => f.game))];
  return (
    <div class="page stats" data-screen="stats">
      <h1>{t("web.title.stats")}</h1>
      <p class="soft">{t("web.figures.private")}</p>
      {all.length === 0 ? (
        <div class="empty">
          <Icon name="stats" />
          <p>{t("web.figures.none")}</p>
          <a class="btn btn-primary" href={`#/new/${gameCards()[0]!.id}`}><Icon name="plus" />{t("web.home.new")}</a>
        </div>
      ) : <>
        <dl class="figures">
          <div><dt>{t("web.figures.played")}</dt><dd>{all.length}</dd></div>
          <div><dt>{t("web.figures.won")}</dt><dd>{won}</dd></div>
          <div><dt>{t("web.figures.rate")}</dt><dd>{rate({ played: all.length, won })}</dd></div>
          <div><dt>{t("web.figures.streak")}</dt><dd>{streak(all)}</dd></div>
          <div><dt>{t("web.figures.running")}</dt><dd>{running}</dd></div>
        </dl>
        {games.map((g) => <GameStats key={g} game={g} list={all.filter((f) => f.game === g)} />)}
      </>}
      {(all.length === 0 || games.some(diceOf)) && <p class="help">{t("web.figures.dice")}</p>}
    </div>
  );
}
