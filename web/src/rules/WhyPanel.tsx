// Why? The rules behind a move, an event, a thing, or a refusal.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../core/i18n";
import { plainRefusal } from "../core/refused";
import type { Item, Why } from "../core/proto";
import type { Table } from "../core/table";
import { openSide } from "../ui/side";
import { findRule, type Book } from "./book";
import { RuleItem } from "./parts";
import { search } from "./search";
import { useBook } from "./useBook";
import type { About } from "./WhyButton";
import "./rules.css";

export interface Props { table: Table; about?: About | undefined }

/** Rules by id; `said` has their texts where the book lacks one. */
function Rules({ book, ids, said }: { book: Book; ids: string[]; said?: Why["rules"] }) {
  const go = (id: string): void => openSide("rules", id);
  return (
    <ul class="rules-list">
      {[...new Set(ids)].map((id) => {
        const found = findRule(book, id);
        const text = said?.find((r) => r.id === id)?.text;
        return found ? <RuleItem key={id} found={found} book={book} go={go} /> :
          text ? <li class="rule" key={id}><p class="rule-head"><code class="rule-link">{id}</code></p><p class="rule-text">{text}</p></li> : null;
      })}
    </ul>
  );
}

/** A move by its notation: the engine says whether it can be made, and by which rules. */
function OfMove({ table, move, book }: { table: Table; move: string; book: Book }) {
  const answer = useSignal<{ why: Why | null; fault: string | null } | null>(null);
  const l = lang.value;
  const rev = table.view.value?.rev;
  useEffect(() => {
    let here = true;
    table.why(move).then((why) => { if (here) answer.value = { why, fault: null }; }, (e) => { if (here) answer.value = { why: null, fault: plainRefusal(e).text }; });
    return () => { here = false; };
  }, [table, move, l, rev]);
  const a = answer.value;
  if (!a) return <p class="soft" role="status">{t("web.rules.loading")}</p>;
  if (!a.why) return <p class="note note-danger">{a.fault}</p>;
  return (
    <>
      {a.why.legal ? <h3 class="why-what">{a.why.text}</h3> : <p class="note note-warn why-what"><b>{t("web.why.no")}</b> {a.why.text}</p>}
      <Rules book={book} ids={a.why.rules.map((r) => r.id)} said={a.why.rules} />
    </>
  );
}

/** Rules that speak of a thing: of its short name, else of its kind. */
function speaking(book: Book, item: Item): string[] {
  const words = [item.short, item.name, item.kind_text].filter((w): w is string => Boolean(w));
  for (const w of words) {
    const hits = search(book, undefined, w, 6).filter((h) => !h.section.deep && h.section.area !== "RUL" && h.section.area !== "CMP");
    if (hits.length > 0) return hits.map((h) => h.rule.id);
  }
  return [];
}

function OfItem({ table, id, book }: { table: Table; id: string; book: Book }) {
  const item = table.view.value?.items.find((i) => i.id === id);
  const actions = table.actions.value;
  if (!item) return <p class="soft">{t("web.why.gone")}</p>;
  const no = actions?.why_not[id];
  const moves = actions?.actions.filter((a) => a.src === id || a.dst === id) ?? [];
  const rules = moves.flatMap((a) => a.rules);
  const more = speaking(book, item).filter((r) => !rules.includes(r));
  return (
    <>
      <h3 class="why-what">{item.name}</h3>
      {item.about && <p>{item.about}</p>}
      {no && <><p class="note note-warn"><b>{t("web.why.no")}</b> {no.text}</p><Rules book={book} ids={[no.rule]} /></>}
      {rules.length > 0 && <><h4>{t("web.why.moves")}</h4><Rules book={book} ids={rules} /></>}
      {more.length > 0 && <><h4>{t("web.why.speak")}</h4><Rules book={book} ids={more} /></>}
    </>
  );
}

/** Nothing particular is asked about: what looks usable on the table and is not. */
function OfTable({ table, book }: { table: Table; book: Book }) {
  const why = Object.entries(table.actions.value?.why_not ?? {});
  const name = (id: string): string => table.view.value?.items.find((i) => i.id === id)?.name ?? id;
  if (why.length === 0) return <p class="soft">{t("web.why.nothing")}</p>;
  return (
    <>
      <h3 class="why-what">{t("web.why.table")}</h3>
      {why.map(([id, no]) => (
        <section class="why-thing" key={id}>
          <h4>{name(id)}</h4>
          <p class="note note-warn">{no.text}</p>
          <Rules book={book} ids={[no.rule]} />
        </section>
      ))}
    </>
  );
}

export function WhyPanel({ table, about }: Props) {
  const { book, failed, again } = useBook(table.game.value);
  if (failed)
    return <p class="note note-danger" role="alert">{t("web.rules.unavailable")} <button type="button" class="btn btn-small" onClick={again}>{t("web.rules.retry")}</button></p>;
  if (!book) return <p class="soft" role="status">{t("web.rules.loading")}</p>;
  return (
    <div class="rules rules-why" lang={book.lang}>
      {!about ? <OfTable table={table} book={book} /> :
        "move" in about ? <OfMove table={table} move={about.move} book={book} /> :
          "item" in about ? <OfItem table={table} id={about.item} book={book} /> :
            "action" in about ? <><h3 class="why-what">{about.action.text}</h3><Rules book={book} ids={about.action.rules} /></> :
              <><h3 class="why-what">{about.event.text}</h3><Rules book={book} ids={[about.event.rule]} /></>}
      <p><button type="button" class="btn btn-small btn-quiet" onClick={() => openSide("rules")}>{t("web.why.book")}</button></p>
    </div>
  );
}
