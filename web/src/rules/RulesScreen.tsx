// The rules on a screen of their own: #/rules/GAME, #/rules/GAME/RM-HIT-02, #/rules/GAME/HIT, #/rules/GAME?q=troll
import { useSignal } from "@preact/signals";
import index from "../gen/rules.index.json";
import { gameName, t } from "../core/i18n";
import { go as goTo, href, query } from "../router";
import { findSection } from "./book";
import { aboutOf, games } from "../skins/about";
import { Art } from "../screens/parts/Art";
import { Answers, Brief, Contents, Search, SectionView } from "./parts";
import { useBook } from "./useBook";
import "./rules.css";

function RulesOf({ game, id = "" }: { game: string; id?: string | undefined }) {
  const question = query.value["q"] ?? "";
  const { book, other, failed, again } = useBook(game, question !== "");
  const whole = useSignal(false);
  const hrefOf = (place: string): string => href({ at: "rules", game, ...(place && { id: place }) });
  const go = (place: string): void => goTo(hrefOf(place));
  // the first letter leaves the page of a rule, so that "back" comes to it again; the others replace each other
  const ask = (q: string): void => goTo(`${hrefOf("")}${q ? `?q=${encodeURIComponent(q)}` : ""}`, id === "");
  const section = book && id ? findSection(book, id) : undefined;
  return (
    <section class="page rules rules-screen" data-screen="rules" data-place={question ? "search" : id ? "section" : "contents"} lang={book?.lang}>
      <header class="rules-head">
        <h1>{t("web.rules.of", { game: gameName(game) })}</h1>
        <Search book={book} question={question} ask={ask} focus={question !== ""} />
      </header>
      {failed && <p class="note note-danger" role="alert">{t("web.rules.unavailable")} <button type="button" class="btn btn-small" onClick={again}>{t("web.rules.retry")}</button></p>}
      {!failed && !book && <p class="soft" role="status">{t("web.rules.loading")}</p>}
      {book && (
        <div class="rules-body">
          <div class="rules-side" data-scroll><Contents book={book} go={go} hrefOf={hrefOf} {...(section && { at: section })} /></div>
          <div class="rules-main">
            {(id !== "" || question !== "") && <p class="rules-ways"><a class="btn btn-small" href={hrefOf("")}>{t("web.rules.contents")}</a></p>}
            {question !== "" ? <Answers book={book} other={other} question={question} go={go} whole={whole.value} more={() => { whole.value = true; }} /> :
              id !== "" ? <SectionView book={book} place={id} go={go} focus /> :
                <Brief book={book} go={go} hrefOf={hrefOf} />}
          </div>
        </div>
      )}
    </section>
  );
}

export default function RulesScreen({ game, id }: { game?: string; id?: string }) {
  const all = Object.values(index as Record<string, string>);
  const place = (g: string): number => games.findIndex((x) => x.id === g) >>> 0; // those that the page does not know come last
  const listed = [...all].sort((a, b) => place(a) - place(b));
  const shown = game ?? (listed.length === 1 ? listed[0] : undefined);
  if (shown) return <RulesOf game={shown} id={id} />;
  return (
    <section class="page rules rules-index" data-screen="rules">
      <h1>{t("web.rules.title")}</h1>
      <ul class="rules-games">
        {listed.map((g) => (
          <li key={g} class="rules-game">
            <Art game={g} />
            <div class="rules-game-body">
              <h2>{gameName(g)}</h2>
              <p>{aboutOf(g)?.tag()}</p>
              <p class="row">
                <a class="btn btn-primary" href={href({ at: "rules", game: g })} aria-label={t("web.rules.of", { game: gameName(g) })}>{t("web.rules.read")}</a>
                <a class="btn" href={`#/learn/${g}`} aria-label={t("web.rules.learn_of", { game: gameName(g) })}>{t("web.home.learn")}</a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
