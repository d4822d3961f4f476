// The id of a rule, as a link: its first words on hover, the rule itself beside the board.
import { useSignal } from "@preact/signals";
import { lang, t } from "../core/i18n";
import { bookNow, findRule, gameOf, gist, loadBook } from "./book";
import { openRule, ruleHref } from "./openRule";
import "./link.css";

interface Props {
  id: string;
  game?: string;
  /** Instead of opening it where rules are opened. */
  open?: (id: string) => void;
}

export function RuleLink({ id, game = gameOf(id), open }: Props) {
  const asked = useSignal(false);
  if (!game) return <code class="rule-link">{id}</code>;
  const ask = (): void => {
    asked.value = true;
    void loadBook(game, lang.peek()).catch(() => {});
  };
  const book = asked.value ? bookNow(game, lang.value) : undefined;
  const rule = book && findRule(book, id)?.rule;
  return (
    <a class="rule-link" href={ruleHref(id, game)} data-rule={id} title={rule ? gist(rule) : t("web.rules.link", { id })}
      onPointerEnter={ask} onFocus={ask}
      onClick={(e) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey || e.button !== 0) return;
        e.preventDefault();
        (open ?? ((r: string) => openRule(r, game)))(id);
      }}>{id}</a>
  );
}
