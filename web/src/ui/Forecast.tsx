// What comes of ending the turn: whom it hits and how hard, in signs, the gravest first. The words stand in the card, and are read out.
import { t } from "../core/i18n";
import type { GameEvent, View } from "../core/proto";
import type { Skin } from "../skins";
import { tidy } from "./describe";

/** More victims than these are a number; the card tells of all. */
const LINES = 3;

interface Line { who: string; weight: number; signs: Map<string, number> }

/** One line for each victim: the same sign is added up. */
export function linesOf(events: GameEvent[], omen: NonNullable<Skin["omen"]>): Line[] {
  const lines = new Map<string, Line>();
  for (const e of events) {
    const o = omen(e);
    if (!o) continue;
    const line = lines.get(o.who) ?? { who: o.who, weight: 0, signs: new Map() };
    line.weight += o.weight;
    line.signs.set(o.sign, (line.signs.get(o.sign) ?? 0) + (o.n ?? 0));
    lines.set(o.who, line);
  }
  return [...lines.values()].sort((a, b) => b.weight - a.weight);
}

export function Forecast({ events, skin, view }: { events: GameEvent[] | undefined; skin: Skin | null; view: View | null }) {
  if (!events) return <span class="forecast" data-empty />;
  const grave = events.filter(skin?.important ?? ((e: GameEvent) => !/^turn_/.test(e.type)));
  if (grave.length === 0) return <span class="forecast"><span class="forecast-line">{t("web.act.nothing")}</span></span>;
  const words = grave.map((e) => tidy(e.text)).join(" ");
  if (!skin?.omen || !skin.Sign) return <span class="forecast forecast-words">{words}</span>;
  const { Sign } = skin, lines = linesOf(events, skin.omen);
  const nameOf = (who: string): string => view?.items.find((i) => i.id === who)?.name ?? "";
  return (
    <span class="forecast">
      <span class="visually-hidden">{words}</span>
      {lines.slice(0, LINES).map((l) => (
        <span class="forecast-line" key={l.who} aria-hidden="true">
          <Sign id={l.who} /><b class="forecast-who">{nameOf(l.who)}</b>
          {[...l.signs].map(([sign, n]) => <span class="forecast-sign" key={sign} data-sign={sign}>{n !== 0 && (n < 0 ? `−${-n}` : `+${n}`)}<Sign id={sign} /></span>)}
        </span>
      ))}
      {lines.length > LINES && <span class="forecast-line forecast-more" aria-hidden="true">{t("web.act.more", { n: lines.length - LINES })}</span>}
      {lines.length === 0 && <span class="forecast-line" aria-hidden="true">{t("web.act.nothing")}</span>}
    </span>
  );
}
