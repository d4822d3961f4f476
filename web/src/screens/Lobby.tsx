// Tables of the server that wait for somebody.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { lang, t } from "../core/i18n";
import { lobby } from "../core/open";
import type { GameInfo, Lang, TableListed } from "../core/proto";
import { plainRefusal } from "../core/refused";
import { announce } from "../ui/live";
import { botText } from "./parts/bots";
import { gameCards, gameName } from "./parts/games";
import { Icon } from "./parts/Icon";
import { NameField } from "./parts/NameField";
import { ago } from "./parts/when";
import "./around.css";
import "./lobby.css";

const EVERY = 5000;
const infos = new Map<string, GameInfo>();

/** "3 guardians, hero": what differs from the usual. */
function optionsText(x: TableListed): string {
  const g = infos.get(x.game);
  if (!g) return "";
  return g.options.filter((o) => o.means !== "players" && !o.entries).map((o) => {
    const v = x.options[o.name];
    if (v === undefined || v === o.unset) return "";
    const text = typeof v === "string" ? (o.value_names?.[v]?.[lang.value] ?? v) : typeof v === "boolean" ? "" : String(v);
    return text ? t("web.new.option_is", { option: o.names[lang.value], value: text }) : o.names[lang.value];
  }).filter(Boolean).join(" · ");
}

function Listed({ x }: { x: TableListed }) {
  const open = x.players.filter((p) => p.kind === "open").length;
  return (
    <li class="lobby-row" data-room={x.room}>
      <div class="lobby-text">
        <h2>{gameName(x.game)}</h2>
        <ul class="lobby-seats" aria-label={t("web.new.players")}>
          {x.players.map((p) => (
            <li key={p.player} class={"chip" + (p.kind === "open" ? " free" : "")}>
              <Icon name={p.kind === "bot" ? "robot" : p.kind === "open" ? "seat" : "person"} />
              {p.kind === "open" ? t("web.lobby.free") : p.kind === "bot" ? t("web.lobby.bot", { level: botText(p.level ?? "greedy") }) : p.name || t("web.new.player", { n: p.player + 1 })}
            </li>
          ))}
        </ul>
        <p class="help">{[optionsText(x), t("web.lobby.made", { when: ago(x.created) })].filter(Boolean).join(" · ")}</p>
      </div>
      <div class="lobby-do">
        <a class="btn btn-primary" href={`#/r/${x.room}?claim=1`} data-claim><Icon name="seat" />{t("web.lobby.sit")}<span class="visually-hidden"> {t("web.lobby.left", { n: open })}</span></a>
        <a class="btn btn-quiet" href={`#/r/${x.room}`} data-watch><Icon name="eye" />{t("web.lobby.watch")}</a>
      </div>
    </li>
  );
}

export default function Lobby() {
  const list = useSignal<TableListed[] | null>(null);
  const fault = useSignal("");
  const game = useSignal("");
  const tongue = useSignal<"" | Lang>("");
  const tick = useSignal(0);

  async function ask(loud: boolean) {
    try {
      const l = await lobby.tables(game.peek() || undefined);
      for (const id of new Set(l.map((x) => x.game)))
        if (!infos.has(id)) await lobby.gameInfo(id).then((g) => infos.set(id, g), () => {});
      list.value = l;
      fault.value = "";
      if (loud) announce(t("web.home.open", { n: l.length }));
    } catch (e) {
      fault.value = plainRefusal(e).text;
      if (loud) announce(t("web.lobby.unreachable"));
    }
    tick.value++;
  }
  const chosen = game.value;
  useEffect(() => {
    void ask(false);
    const timer = setInterval(() => { if (!document.hidden) void ask(false); }, EVERY);
    return () => clearInterval(timer);
  }, [chosen]);

  const cards = gameCards();
  const tongues = [...new Set((list.value ?? []).map((x) => x.lang).filter((l): l is Lang => l !== undefined))];
  const shown = (list.value ?? []).filter((x) => !tongue.value || x.lang === tongue.value);
  const unreachable = fault.value !== "";
  const make = `#/new/${chosen || cards[0]!.id}?where=net`;
  return (
    <div class="page lobby" data-screen="tables">
      <header class="lobby-head">
        <h1>{t("web.lobby.title")}</h1>
        <NameField />
      </header>
      {unreachable ? (
        <div class="note note-warn stack" data-fault>
          <p><Icon name="warn" /> {t("web.lobby.unreachable")}</p>
          <p class="help">{fault.value}</p>
          <p class="row">
            <button type="button" class="btn" onClick={() => ask(true)}><Icon name="refresh" />{t("web.again")}</button>
            <a class="btn btn-primary" href={`#/new/${cards[0]!.id}?where=here`}><Icon name="device" />{t("web.lobby.offline")}</a>
          </p>
        </div>
      ) : (
        <div class="row lobby-bar">
          {cards.length > 1 && (
            <label class="row"><span>{t("web.lobby.game")}</span>
              <select value={game.value} onChange={(e) => { game.value = e.currentTarget.value; }}>
                <option value="">{t("web.lobby.all")}</option>
                {cards.map((g) => <option key={g.id} value={g.id}>{g.name}</option>)}
              </select>
            </label>
          )}
          {(tongues.length > 1 || tongue.value) && (
            <label class="row"><span>{t("web.lobby.tongue")}</span>
              <select value={tongue.value} onChange={(e) => { tongue.value = e.currentTarget.value as "" | Lang; }}>
                <option value="">{t("web.lobby.any")}</option>
                <option value="fr" lang="fr">Français</option>
                <option value="en" lang="en">English</option>
              </select>
            </label>
          )}
          <button type="button" class="btn" data-refresh onClick={() => ask(true)}><Icon name="refresh" />{t("web.lobby.refresh")}</button>
          <a class="btn" href={make}><Icon name="plus" />{t("web.lobby.make")}</a>
        </div>
      )}
      {list.value === null && !unreachable && <p class="soft" aria-busy="true">{t("web.new.loading")}</p>}
      {!unreachable && list.value !== null && (shown.length > 0
        ? <ul class="lobby-list">{shown.map((x) => <Listed key={x.room} x={x} />)}</ul>
        : (
          <div class="empty">
            <Icon name="seat" />
            <p>{t("web.lobby.empty")}</p>
            <a class="btn btn-primary" href={make}><Icon name="plus" />{t("web.lobby.make")}</a>
          </div>
        ))}
    </div>
  );
}
