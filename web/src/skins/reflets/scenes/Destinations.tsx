// Where the team can go, as a list: for the keyboard and for readers of screens. Each line does what its square does.
import { t } from "../../../core/i18n";
import type { Table } from "../../../core/table";
import { tidy } from "../../../ui/describe";
import { meansOf } from "../../../ui/means";
import type { Select } from "../../../ui/select";
import { TokenFace } from "../Cards";
import { Sign } from "../icon";
import { LUCK, landAt, nodeOf, type Spread } from "../words";

interface Part { table: Table; sel: Select; spread: Spread }

export function Destinations({ sel, spread }: Part) {
  const map = spread.view.map, goals = spread.actions.filter((a) => a.verb === "goto" && a.dst);
  if (!map) return null;
  return (
    <ul class="ra-dests" data-scroll tabIndex={0} aria-label={t("web.ra.destinations", { n: goals.length })}>
      {goals.map((a) => {
        const cell = map.cells.findIndex((c) => c.id === a.dst), node = nodeOf(map, cell + 1), armed = sel.state.value.armed === a.id;
        const there = spread.of("journey").filter((i) => i.pos === cell + 1 && !i.id.startsWith("pawn.")), token = there.find((i) => i.kind === "token");
        return (
          <li key={a.id}>
            <button type="button" class="ra-dest" data-dest={a.dst} data-armed={armed ? "" : undefined} aria-pressed={armed}
              onClick={(e) => { e.stopPropagation(); sel.choose(a, meansOf(e)); }}
              onPointerEnter={(e) => { if (e.pointerType === "mouse") sel.hover({ move: a.id }); }} onPointerLeave={() => sel.hover(null)}
              onFocus={(e) => { if (e.currentTarget.matches(":focus-visible")) sel.focus({ move: a.id }); }} onBlur={() => sel.focus(null)}>
              <span class="ra-dest-sign" aria-hidden="true">{token ? <TokenFace item={token} /> : <Sign name={landAt(node) ? "flag" : LUCK.has(node) ? "luck" : node.startsWith("PS") ? "skull" : node.startsWith("R") ? "portal" : "walk"} />}</span>
              <span>{tidy(a.text)}</span><span class="ra-soft">{there.map((i) => i.name).join(", ")}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
