// Pieces of the rule book: a rule, the table of contents, a section, answers to a question.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { citedBy, findRule, findSection, pieces, sectionKey, type Book, type Found, type Section } from "./book";
import { RuleLink } from "./RuleLink";
import { highlight, search, type Hit } from "./search";

/** Goes to a place of the book: an id, an area, a number; "" is the table of contents. */
export type Go = (place: string) => void;

/** Text with the ids in it as links and, if something is asked for, the answers marked. */
function Words({ text, book, question, go }: { text: string; book: Book; question: string; go: Go }) {
  return (
    <>
      {pieces(text).map((p, i) => (p.id && findRule(book, p.id) ? <RuleLink key={i} id={p.id} game={book.game} open={go} /> :
        question === "" ? p.text : highlight(p.text, question).map((h, k) => (h.hit ? <mark key={`${i}.${k}`}>{h.text}</mark> : h.text))))}
    </>
  );
}

function Ids({ ids, book, go }: { ids: string[]; book: Book; go: Go }) {
  return <>{ids.map((id, i) => <span key={id}>{i > 0 && ", "}<RuleLink id={id} game={book.game} open={go} /></span>)}</>;
}

interface RuleProps { found: Found; book: Book; go: Go; question?: string; current?: boolean; brief?: boolean; children?: ComponentChildren }

export function RuleItem({ found: { rule }, book, go, question = "", current = false, brief = false, children }: RuleProps) {
  const words = (text: string) => <Words text={text} book={book} question={question} go={go} />;
  const cited = brief || !rule.ask ? [] : citedBy(book, rule.id);
  return (
    <li class="rule" data-rule-id={rule.id} data-gone={rule.gone ? "" : undefined} aria-current={current ? "true" : undefined} tabIndex={-1}>
      <p class="rule-head"><RuleLink id={rule.id} game={book.game} open={go} /></p>
      {rule.ask && <p class="rule-ask">{words(rule.ask)}</p>}
      <p class="rule-text">{rule.gone && <b>{t("web.rules.gone")} </b>}{words(rule.text)}</p>
      {!brief && rule.why && <p class="rule-more"><b>{t("web.rules.why")}</b> {words(rule.why)}</p>}
      {!brief && rule.else && <p class="rule-more"><b>{t("web.rules.else")}</b> {words(rule.else)}</p>}
      {rule.see && <p class="rule-more"><b>{t("web.rules.see", { n: rule.see.length })}</b> <Ids ids={rule.see} book={book} go={go} /></p>}
      {cited.length > 0 && <p class="rule-more"><b>{t("web.rules.cited")}</b> <Ids ids={cited} book={book} go={go} /></p>}
      {children}
    </li>
  );
}

interface ContentsProps { book: Book; go: Go; hrefOf: (place: string) => string; at?: Section }

export function Contents({ book, go, hrefOf, at }: ContentsProps) {
  const list = (sections: Section[]) => (
    <ul class="rules-toc">
      {sections.map((s) => {
        const key = sectionKey(book, s);
        return (
          <li key={s.n}>
            <a href={hrefOf(key)} aria-current={s === at ? "true" : undefined} onClick={(e) => { if (!e.ctrlKey && !e.metaKey) { e.preventDefault(); go(key); } }}>
              {s.title}
            </a>
          </li>
        );
      })}
    </ul>
  );
  const rulings = book.sections.filter((s) => s.area === "RUL");
  const deep = book.sections.filter((s) => s.deep);
  return (
    <nav class="rules-contents" aria-label={t("web.rules.contents")}>
      {list(book.sections.filter((s) => !s.deep && s.area !== "RUL"))}
      {rulings.length > 0 && <details open={at?.area === "RUL"}><summary>{t("web.rules.rulings")}</summary>{list(rulings)}</details>}
      {deep.length > 0 && <details open={at?.deep}><summary>{t("web.rules.deep")}</summary>{list(deep)}</details>}
    </nav>
  );
}

/** Brings it into view within its own box: beside a board nothing else may move. */
function reveal(to: HTMLElement): void {
  const box = to.closest<HTMLElement>("[data-scroll]");
  const isHead = /^H\d$/.test(to.tagName);
  if (!box) {
    if (isHead) scrollTo({ top: 0 });
    else to.scrollIntoView({ block: "center" });
    return;
  }
  const a = to.getBoundingClientRect(), b = box.getBoundingClientRect();
  box.scrollTop = isHead ? 0 : box.scrollTop + a.top - b.top - Math.max(40, (b.height - a.height) / 2);
}

/** focus: on a screen of its own, where the place also takes the focus. */
interface SectionProps { book: Book; place: string; go: Go; focus: boolean }

/** The section of a place, the rule that the place names in view. */
export function SectionView({ book, place, go, focus }: SectionProps) {
  const box = useRef<HTMLDivElement>(null);
  const section = findSection(book, place);
  useEffect(() => {
    const to = box.current?.querySelector<HTMLElement>('[aria-current="true"]') ?? box.current?.querySelector<HTMLElement>("h2, h3");
    if (!to) return;
    reveal(to);
    if (focus) to.focus({ preventScroll: true });
  }, [place, book.game]);
  const Head = focus ? "h2" : "h3";
  if (!section) return <p class="note">{t("web.rules.unknown", { id: place })}</p>;
  const shown = book.sections.filter((s) => Boolean(s.deep) === Boolean(section.deep));
  const i = shown.indexOf(section);
  const step = (s: Section | undefined, label: string) => s && (
    <button type="button" class="btn btn-small" onClick={() => go(sectionKey(book, s))}>{label} <span class="rules-next">{s.title}</span></button>
  );
  return (
    <div class="rules-section" ref={box}>
      <Head tabIndex={-1}>{section.title}</Head>
      <ol class="rules-list">
        {section.rules.map((rule) => <RuleItem key={rule.id} found={{ rule, section }} book={book} go={go} current={rule.id === place} />)}
      </ol>
      <p class="row row-between">{step(shown[i - 1], t("web.rules.before"))}{step(shown[i + 1], t("web.rules.after"))}</p>
    </div>
  );
}

/** How to play, on one page: the rules that somebody needs to begin, each a link to where it stands. */
export function Brief({ book, go, hrefOf }: { book: Book; go: Go; hrefOf: (place: string) => string }) {
  if (book.brief.length === 0) return <p class="rules-welcome">{t("web.rules.welcome")}</p>;
  return (
    <article class="rules-brief" data-brief={book.game}>
      <h2>{t("web.brief.title")}</h2>
      {book.brief.map(({ key, rules }) => (
        <section key={key} data-brief-part={key}>
          <h3>{t(`web.brief.${key}`)}</h3>
          <ul>
            {rules.map((id) => {
              const found = findRule(book, id);
              return found && (
                <li key={id}>
                  {book.say[id] ?? found.rule.text.replace(/^\([^)]*\) /, "")}{" "}
                  <a class="rule-link" href={hrefOf(id)} aria-label={t("web.rules.link", { id })} onClick={(e) => { if (!e.ctrlKey && !e.metaKey) { e.preventDefault(); go(id); } }}>{id}</a>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      <p class="row">
        <a class="btn btn-primary" href={`#/learn/${book.game}`}>{t("web.home.learn")}</a>
        <a class="btn" href={`#/new/${book.game}`}>{t("web.home.new")}</a>
      </p>
    </article>
  );
}

const FEW = 12;

interface AnswersProps { book: Book; other: Book | undefined; question: string; go: Go; whole: boolean; more: () => void }

export function Answers({ book, other, question, go, whole, more }: AnswersProps) {
  const hits: Hit[] = search(book, other, question);
  return (
    <div class="rules-answers">
      <p class="soft" role="status">{t("web.rules.found", { n: hits.length })}</p>
      <ol class="rules-list">
        {(whole ? hits : hits.slice(0, FEW)).map((h) => (
          <RuleItem key={h.rule.id} found={h} book={book} go={go} question={question} brief>
            {h.other && (
              <p class="rule-more rules-other" lang={other?.lang}>{highlight(h.other, question).map((x, i) => (x.hit ? <mark key={i}>{x.text}</mark> : x.text))}</p>
            )}
          </RuleItem>
        ))}
      </ol>
      {!whole && hits.length > FEW && <button type="button" class="btn btn-small" onClick={more}>{t("web.rules.more", { n: hits.length - FEW })}</button>}
    </div>
  );
}

interface SearchProps { book: Book | undefined; question: string; ask: (q: string) => void; focus?: boolean }

export function Search({ book, question, ask, focus }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!focus || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <form class="rules-search" role="search" onSubmit={(e) => e.preventDefault()}>
      <label>
        <span class="visually-hidden">{t("web.rules.search")}</span>
        <input ref={field} type="search" value={question} placeholder={book?.ask ? t("web.rules.search_for", { examples: book.ask.join(", ") }) : undefined} autocomplete="off" spellcheck={false}
          onInput={(e) => ask(e.currentTarget.value)}
          onKeyDown={(e) => { e.stopPropagation(); if (e.key === "Escape" && question) { e.preventDefault(); ask(""); } }} />
      </label>
    </form>
  );
}
