// The end, line by line: what the cards say, what their clauses and the village add, what the wounds take.
import { t } from "../../core/i18n";
import type { Table } from "../../core/table";
import { tidy } from "../../ui/describe";
import { valueOf } from "./after";
import { nameOf } from "./Artefact";
import { Sign } from "./icon";
import { minus, PILES, stat, type Spread, type Item, type SeatView } from "./words";

interface Line { what: string; about?: string; n: number }

function linesOf(spread: Spread, seat: SeatView): Line[] {
  const lines: Line[] = [];
  const all: Item[] = [];
  for (const p of PILES) {
    const { zone, cards } = spread.pile(seat.id, p);
    all.push(...cards);
    const worth = cards.filter((c) => stat(c, "glory") !== 0).sort((a, b) => stat(b, "glory") - stat(a, "glory"));
    if (worth.length === 0) continue;
    lines.push({
      what: t("web.en.score.cards", { pile: zone?.short ?? zone?.label ?? "", n: worth.length }),
      about: worth.map((c) => `${c.name}\u00a0${minus(stat(c, "glory"))}`).join("\u00a0· "),
      n: worth.reduce((n, c) => n + stat(c, "glory"), 0),
    });
  }
  for (const c of all) if (stat(c, "bonus") !== 0) lines.push({ what: c.name, ...(c.about && { about: c.about }), n: stat(c, "bonus") });
  const wounds = valueOf(seat, "wounds");
  // What is left of the sum is the village's.
  const village = valueOf(seat, "glory") + wounds - lines.reduce((n, l) => n + l.n, 0);
  const place = spread.of("village").find((i) => i.kind === "village");
  if (village !== 0 && place) lines.push({ what: place.name, ...(place.about && { about: place.about }), n: village });
  if (wounds > 0) lines.push({ what: t("web.en.wounds", { n: wounds }), n: -wounds });
  return lines;
}

export function Score({ table, spread }: { table: Table; spread: Spread }) {
  const results = table.over.value?.results ?? [];
  const rank = (seat: SeatView): number => results.find((r) => r.seat === seat.id)?.rank ?? 0;
  const seats = [...spread.view.seats].sort((a, b) => rank(a) - rank(b) || valueOf(b, "glory") - valueOf(a, "glory"));
  return (
    <section class="en-score" aria-label={t("web.en.score")} data-scroll tabIndex={0}>
      {seats.map((s) => (
        <article key={s.id} class={`en-count${results.find((r) => r.seat === s.id)?.won ? " en-winner" : ""}`}>
          <h3 class="en-count-name">
            {rank(s) > 0 && <span class="en-rank">{rank(s)}</span>}<span>{nameOf(table, s)}</span>
            <b class="en-count-sum"><Sign name="glory" />{minus(valueOf(s, "glory"))}</b>
          </h3>
          <ul class="en-lines">
            {linesOf(spread, s).map((l, k) => (
              <li key={k}><span class="en-line-what">{l.what}{l.about && <span class="en-line-about">{tidy(l.about)}</span>}</span><b>{l.n < 0 ? minus(l.n) : `+${l.n}`}</b></li>
            ))}
          </ul>
          <p class="en-ties">{t("web.en.score.ties", { crystals: valueOf(s, "crystals"), wounds: valueOf(s, "wounds"), cards: PILES.reduce((n, p) => n + spread.pile(s.id, p).cards.length, 0) })}</p>
        </article>
      ))}
    </section>
  );
}
