// The kinds of actions as a bar at the board: a sign, how many there are, a word where there is room. The list says the same in sentences.
import { t } from "../core/i18n";
import { ActionSheetButton, isPinned, unfold, type Desk } from "./ActionList";
import { Icon } from "./icons";
import { meansOf } from "./means";

/** Verbs in the order that the skin declares; those it does not know follow. */
function inOrder(verbs: Iterable<string>, known: readonly string[]): string[] {
  const place = (v: string): number => { const at = known.indexOf(v); return at < 0 ? known.length : at; };
  return [...verbs].sort((a, b) => place(a) - place(b));
}

/** What stands in brackets behind a sentence, such as a chance, gives way where there is no room. */
function Sentence({ text }: { text: string }) {
  const at = text.endsWith(")") ? text.lastIndexOf(" (") : -1;
  return at < 0 ? <>{text}</> : <>{text.slice(0, at)}<span class="verb-more">{text.slice(at)}</span></>;
}

export function Verbs({ desk }: { desk: Desk }) {
  const { table, sel, skin } = desk;
  const actions = table.actions.value?.actions ?? [];
  const { verb: chosen, armed } = sel.state.value;
  const counts = sel.verbs();
  const declared = skin?.verbs;
  const armedVerb = actions.find((a) => a.id === armed)?.verb;
  const button = (verb: string) => {
    const all = actions.filter((a) => a.verb === verb), n = counts.get(verb)!;
    const one = all[0]!;
    const touches = all.some((a) => a.src !== undefined || a.dst !== undefined);
    const ends = all.length === 1 && !touches && one.undo !== "free";
    return (
      <button type="button" class="verb" key={verb} data-verb={verb} data-ends={ends ? "" : undefined}
        data-armed={armedVerb === verb ? "" : undefined} data-none={n === 0 ? "" : undefined}
        aria-pressed={chosen === verb || armedVerb === verb}
        onClick={(e) => {
          sel.chooseVerb(verb, meansOf(e));
          // nothing on the board lights up for these: the list says which there are
          if (!touches && all.length > 1 && sel.state.peek().verb === verb) unfold();
        }}
        onPointerEnter={(e) => { if (e.pointerType === "mouse" && all.length === 1) sel.hover({ move: one.id }); }}
        onPointerLeave={() => sel.hover(null)}>
        <span class="verb-sign" aria-hidden="true">{declared ? <declared.Icon verb={verb} /> : <Icon name="play" />}</span>
        <span class="verb-word">{ends ? <Sentence text={one.text} /> : one.group}</span>
        {!ends && <span class="verb-count"><span class="visually-hidden">{t("web.verb.count", { n })}</span><span aria-hidden="true">{n}</span></span>}
      </button>
    );
  };
  // the end of the turn never scrolls away
  const last = actions.find(isPinned)?.verb;
  const alone = last !== undefined && actions.filter((a) => a.verb === last).length === 1 ? last : undefined;
  const verbs = inOrder(counts.keys(), declared?.order ?? []);
  return (
    <div class="verbs" role="group" aria-label={t("web.verb.title")} data-empty={actions.length === 0 ? "" : undefined}>
      <div class="verbs-row" data-scroll>{verbs.filter((v) => v !== alone).map(button)}</div>
      {alone !== undefined && verbs.includes(alone) && button(alone)}
      <ActionSheetButton desk={desk} />
    </div>
  );
}
