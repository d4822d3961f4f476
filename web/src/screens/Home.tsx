// The first screen: the games, one click from play; my games; tables that wait for somebody.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { hrefOf, lobby, newLocal, warmEngine } from "../core/open";
import { kept, loadKept } from "../core/kept";
import { plainRefusal } from "../core/refused";
import { settings } from "../core/settings";
import type { Kept } from "../core/table";
import { go } from "../router";
import { lastGame } from "../warm";
import { Art } from "./parts/Art";
import { FileButton } from "./parts/drop";
import { gameCards, gameName, quickOptions, quickPlayers, quickText, type GameCard } from "./parts/games";
import { GameRow, inOrder, names, turnOf } from "./parts/GameRow";
import { Icon } from "./parts/Icon";
import { NameField } from "./parts/NameField";
import "./around.css";
import "./home.css";

const LISTED = 4;

const isRunning = (k: Kept): boolean => k.state !== "over" && k.player !== null;

function Continue({ k }: { k: Kept }) {
  return (
    <a class={"home-continue" + (k.mine ? " yours" : "")} href={hrefOf(k)} data-continue={k.id}>
      <span class="hc-art"><Art game={k.game} /></span>
      <span class="hc-text">
        <span class="hc-what">{t("web.home.continue")}</span>
        <span class="hc-title">{gameName(k.game)}{names(k) && <span class="hc-who"> · {names(k)}</span>}</span>
        <span class="hc-turn">{turnOf(k)}</span>
      </span>
      <span class="btn btn-primary hc-go" aria-hidden="true"><Icon name="play" />{t("web.home.resume")}</span>
    </a>
  );
}

function Game({ g, busy, start }: { g: GameCard; busy: boolean; start: (g: GameCard) => void }) {
  const [lo, hi] = g.players;
  return (
    <article class="home-game" aria-labelledby={`g-${g.id}`} data-game={g.id}>
      <Art game={g.id} />
      <div class="hg-body">
        <h2 id={`g-${g.id}`}>{g.name}</h2>
        <p class="hg-tag">{g.tag}</p>
        <ul class="hg-facts" aria-label={t("web.home.facts")}>
          <li class="chip"><Icon name="people" />{t("web.home.players", { lo, hi })}</li>
          <li class="chip"><Icon name="device" />{t("web.home.alone")}</li>
          <li class="chip"><Icon name="globe" />{t("web.home.online")}</li>
        </ul>
        <div class="hg-do">
          <button type="button" class="btn btn-primary hg-play" data-play={g.id} aria-disabled={busy} aria-describedby={`q-${g.id}`} onClick={() => start(g)}>
            <Icon name="play" />{busy ? t("web.home.starting") : t("web.home.play")}
          </button>
          <p class="help" id={`q-${g.id}`}>{quickText(g.id)}</p>
        </div>
        <div class="hg-more">
          <a class="btn" href={`#/learn/${g.id}`} data-learn={g.id}><Icon name="learn" />{t("web.home.learn")}</a>
          <a class="btn" href={`#/new/${g.id}`} data-new={g.id}><Icon name="plus" />{t("web.home.new")}</a>
          <a class="btn" href={`#/rules/${g.id}`}><Icon name="rules" />{t("web.home.rules")}</a>
        </div>
      </div>
    </article>
  );
}

function Tables({ game }: { game: string }) {
  const count = useSignal<number | null | undefined>(undefined); // null: no server
  useEffect(() => {
    let gone = false;
    const ask = () => {
      if (document.hidden || gone) return;
      lobby.tables().then((l) => { if (!gone) count.value = l.length; }, () => { if (!gone) count.value = null; });
    };
    ask();
    const timer = setInterval(ask, 15000);
    return () => { gone = true; clearInterval(timer); };
  }, []);
  const n = count.value;
  return (
    <section class="panel home-tables" aria-labelledby="h-tables">
      <h2 id="h-tables">{t("web.home.tables")}</h2>
      <p data-open-tables={n ?? ""}>{n === undefined ? t("web.home.asking") : n === null ? t("web.home.no_server") : t("web.home.open", { n })}</p>
      <div class="row">
        {!!n && <a class="btn" href="#/tables"><Icon name="seat" />{t("web.home.see_tables")}</a>}
        {n === null
          ? <a class="btn" href={`#/new/${game}`}><Icon name="device" />{t("web.home.here")}</a>
          : <a class="btn" href={`#/new/${game}?where=net`}><Icon name="link" />{t("web.home.make")}</a>}
      </div>
    </section>
  );
}

const PATIENCE_MS = 250; // a slow storage does not keep anybody from playing
let known = false;

export default function Home() {
  const busy = useSignal("");
  const fault = useSignal("");
  // The game in progress stands above the others, so it is waited for; one that comes later is listed below: nothing moves under a hand.
  const ready = useSignal(known);
  const isAbove = useSignal(known && kept.peek().some(isRunning));
  useEffect(() => {
    const show = (): void => {
      if (ready.peek()) return;
      isAbove.value = kept.peek().some(isRunning);
      ready.value = true;
    };
    void loadKept().finally(() => { known = true; show(); });
    const timer = setTimeout(show, PATIENCE_MS);
    warmEngine(lastGame());
    return () => clearTimeout(timer);
  }, []);

  async function start(g: GameCard) {
    if (busy.value) return;
    busy.value = g.id;
    fault.value = "";
    try {
      const name = settings.name.peek().trim();
      const begun = kept.peek().filter((k) => k.game === g.id).length;
      const id = await newLocal(g.id, quickOptions(g.id, begun), quickPlayers(g.id, name));
      go(`#/t/${id}`);
    } catch (e) {
      fault.value = plainRefusal(e).text;
    } finally {
      busy.value = "";
    }
  }

  const cards = gameCards();
  const all = inOrder(kept.value);
  const last = isAbove.value ? all.find(isRunning) : undefined;
  const mine = all.filter((k) => k !== last);
  const running = mine.filter((k) => k.state !== "over").length;
  return (
    <div class="page home" data-screen="home">
      <header class="home-head">
        <h1>{t("web.home.title")}</h1>
        <NameField />
      </header>
      {last && <Continue k={last} />}
      {ready.value && <div class={"home-games" + (cards.length === 1 ? " single" : "")}>
        {cards.map((g) => <Game key={g.id} g={g} busy={busy.value === g.id} start={start} />)}
      </div>}
      {fault.value && <p class="note note-danger" data-fault><Icon name="warn" /> {t("web.home.failed", { why: fault.value })}</p>}
      <div class={"home-rest" + (mine.length > 0 ? "" : " fresh")}>
        {mine.length > 0 && (
          <section class="panel home-mine" aria-labelledby="h-mine">
            <h2 id="h-mine">{t("web.home.mine")}{running > 0 && <span class="count">{t("web.home.running", { n: running })}</span>}</h2>
            <ul class="game-list">{mine.slice(0, LISTED).map((k) => <GameRow key={k.id} k={k} />)}</ul>
            <div class="row">
              <a class="btn btn-quiet" href="#/games">{t("web.home.all_mine", { n: all.length })}<Icon name="chevron" /></a>
              <a class="btn btn-quiet" href="#/stats"><Icon name="stats" />{t("web.home.figures")}</a>
            </div>
          </section>
        )}
        <Tables game={cards[0]!.id} />
        <section class="panel home-file" aria-labelledby="h-file">
          <h2 id="h-file">{t("web.home.file")}</h2>
          <p>{t("web.home.file_text")}</p>
          <FileButton />
        </section>
      </div>
    </div>
  );
}
