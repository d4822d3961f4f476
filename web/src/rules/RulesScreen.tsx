// The rules on a screen of their own: #/rules/GAME, #/rules/GAME/RM-HIT-02, #/rules/GAME/HIT, #/rules/GAME?q=troll
import { useSignal } from "@preact/signals";
import index from "../gen/rules.index.json";
import { t } from "../core/i18n";
import { go as goTo, href, query } from "../router";
import { findSection } from "./book";
import { Answers, Contents, Search, SectionView } from "./parts";
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
        <h1>{t("web.rules.title")}</h1>
        <Search question={question} ask={ask} focus={question !== ""} />
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
                <p class="rules-welcome">{t("web.rules.welcome")}</p>}
          </div>
        </div>
      )}
    </section>
  );
}

export default function RulesScreen({ game, id }: { game?: string; id?: string }) {
  const games = Object.values(index as Record<string, string>);
  const shown = game ?? (games.length === 1 ? games[0] : undefined);
  if (shown) return <RulesOf game={shown} id={id} />;
  return (
    <section class="page rules" data-screen="rules">
      <h1>{t("web.rules.title")}</h1>
      <ul class="rules-toc">{games.map((g) => <li key={g}><a href={href({ at: "rules", game: g })}>{g}</a></li>)}</ul>
    </section>
  );
}
