// The rules beside the board: contents, a section, or the answers to a question; a way back from each.
import { signal, useSignal, useSignalEffect, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { href } from "../router";
import { side } from "../ui/side";
import { Answers, Contents, Search, SectionView } from "./parts";
import { useBook } from "./useBook";
import "./rules.css";

export interface Props { game: string; id?: string | undefined }

// Where the reader is, and was, in each game's rules: "" the contents, "?…" a question, else an id or a section.
// Kept while the page is open, so that the panel opens where it was closed.
const ways = new Map<string, Signal<string[]>>();
function wayOf(game: string): Signal<string[]> {
  let way = ways.get(game);
  if (!way) ways.set(game, (way = signal([""])));
  return way;
}

export function RulesPanel({ game, id }: Props) {
  const way = wayOf(game);
  const whole = useSignal(false);
  const here = way.value.at(-1) ?? "";
  const question = here.startsWith("?") ? here.slice(1) : "";
  const { book, other, failed, again } = useBook(game, question !== "");
  const go = (place: string): void => {
    whole.value = false;
    if (way.peek().at(-1) !== place) way.value = [...way.peek(), place].slice(-40);
  };
  const ask = (q: string): void => {
    const before = here.startsWith("?") ? way.peek().slice(0, -1) : way.peek();
    way.value = q === "" ? (before.length > 0 ? before : [""]) : [...before, `?${q}`];
  };
  useEffect(() => { if (id) go(id); }, [id]);
  // A link outside the panel, also to a rule that was open already.
  useSignalEffect(() => {
    const s = side.value;
    if (s?.what === "rules" && typeof s.arg === "string") go(s.arg);
  });
  if (failed)
    return <p class="note note-danger" role="alert">{t("web.rules.unavailable")} <button type="button" class="btn btn-small" onClick={again}>{t("web.rules.retry")}</button></p>;
  if (!book) return <p class="soft" role="status">{t("web.rules.loading")}</p>;
  const full = href({ at: "rules", game, ...(here && !question && { id: here }) });
  return (
    <div class="rules rules-panel" data-rules={here} lang={book.lang}>
      <Search book={book} question={question} ask={ask} />
      <p class="rules-ways">
        {way.value.length > 1 && <button type="button" class="btn btn-small" onClick={() => { way.value = way.peek().slice(0, -1); }}>{t("web.rules.back")}</button>}
        {here !== "" && <button type="button" class="btn btn-small btn-quiet" onClick={() => go("")}>{t("web.rules.contents")}</button>}
        <a class="btn btn-small btn-quiet" href={full}>{t("web.rules.full")}</a>
      </p>
      {question !== "" ? <Answers book={book} other={other} question={question} go={go} whole={whole.value} more={() => { whole.value = true; }} /> :
        here === "" ? <Contents book={book} go={go} hrefOf={(place) => href({ at: "rules", game, id: place })} /> :
          <SectionView book={book} place={here} go={go} focus={false} />}
    </div>
  );
}
