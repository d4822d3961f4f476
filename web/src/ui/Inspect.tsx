// Everything about one thing: what it is, what it shows, what can be done with it, why not, and what happened to it.
import { t } from "../core/i18n";
import type { Action } from "../core/proto";
import { RuleLink } from "../rules/RuleLink";
import { WhyButton } from "../rules/WhyButton";
import type { Desk } from "./ActionList";
import { cellOf, tidy } from "./describe";
import { flavourOf } from "./flavour";
import { Icon } from "./icons";
import { advised } from "./marks";
import { isSeen, meansOf } from "./means";

function Actions({ desk, actions }: { desk: Desk; actions: Action[] }) {
  if (actions.length === 0) return null;
  return (
    <>
      <h4>{t("web.inspect.actions")}</h4>
      <ul class="insp-acts">
        {actions.map((a) => (
          <li key={a.id}>
            <button type="button" class="act" data-undo={a.undo} data-armed={desk.sel.state.value.armed === a.id ? "" : undefined}
              data-advised={advised.value?.move === a.id ? "" : undefined}
              onClick={(e) => desk.sel.choose(a, meansOf(e))} onFocus={(e) => { if (isSeen(e.currentTarget)) desk.sel.focus({ move: a.id }); }} onBlur={() => desk.sel.focus(null)}>
              <span class="act-body"><span class="act-text">{tidy(a.text)}</span></span>
              {desk.sel.state.value.armed === a.id && <span class="act-confirm">{t("web.act.again")}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Inspect({ desk }: { desk: Desk }) {
  const { table, sel } = desk;
  const view = table.view.value;
  const item = view?.items.find((i) => i.id === sel.detail.value);
  if (!view || !item) return <p class="soft">{t("web.inspect.none")}</p>;
  const zone = view.zones.find((z) => z.id === item.zone);
  const cell = cellOf(item, zone);
  const why = sel.whyNot(item.id);
  const lines = table.entries.value.flatMap((e) => e.events.filter((x) => x.items.includes(item.id)).map((x) => ({ rev: e.rev, text: x.text }))).slice(-6);
  const others = table.kind === "net" && table.me.value.player !== null;
  const Large = desk.skin?.Large, flavour = flavourOf(table.game.value, item);
  return (
    <article class="insp" data-inspect={item.id}>
      {Large && <div class="insp-large" aria-hidden="true"><Large item={item} /></div>}
      <h3 class="insp-name">{item.name}</h3>
      <p class="insp-kind">
        {[item.kind_text, item.face_text, zone?.label, cell !== null ? t("web.thing.cell", { n: cell }) : ""].filter(Boolean).join(" · ")}
      </p>
      {item.about && <p class="insp-about">{tidy(item.about)}</p>}
      {flavour && <p class="insp-flavour"><i>{tidy(flavour)}</i></p>}
      {item.stats && (
        <dl class="insp-stats">
          {Object.entries(item.stats).map(([k, s]) => (
            <div key={k}><dt>{s.text}</dt><dd>{s.max === undefined ? s.value : t("web.thing.of", { value: s.value, max: s.max })}</dd></div>
          ))}
        </dl>
      )}
      {item.pips && item.pips.length > 0 && (
        <ul class="insp-pips" aria-label={t("web.inspect.pips")}>
          {item.pips.map((p, i) => <li key={i} data-done={p.done ? "" : undefined}>{p.done ? t("web.thing.pip_done", { text: p.text }) : p.text}</li>)}
        </ul>
      )}
      {item.badges && item.badges.length > 0 && <ul class="insp-badges">{item.badges.map((b) => <li class="chip" key={b.id}>{b.text}</li>)}</ul>}
      {why && <p class="note note-warn">{t("web.peek.why_not", { why: tidy(why.text) })} <RuleLink id={why.rule} /></p>}
      <Actions desk={desk} actions={sel.actionsOf(item.id)} />
      <p class="row insp-more">
        <WhyButton table={table} about={{ item: item.id }} />
        {others && <button type="button" class="btn btn-small" onClick={() => table.point(item.id)}><Icon name="look" />{t("web.inspect.point")}</button>}
      </p>
      {lines.length > 0 && (
        <>
          <h4>{t("web.inspect.history")}</h4>
          <ol class="insp-log">{lines.map((l, i) => <li key={i}><button type="button" class="log-rev" onClick={() => table.seek(l.rev)} aria-label={t("web.log.see", { n: l.rev })}>{l.rev}</button> {tidy(l.text)}</li>)}</ol>
        </>
      )}
    </article>
  );
}
