// The choice of guardians: each with its powers in words, as the kingdoms of another game are chosen. Afterwards, where they go.
import type { Table } from "../../core/table";
import { tidy } from "../../ui/describe";
import type { Select } from "../../ui/select";
import { Thing, ZoneBox } from "../../ui/Thing";
import { Emblem } from "./icon";
import { Portrait } from "./portraits";
import { badge, has, markIcon, ultimateIcon, type Item, type Zone } from "./words";
import "./gallery.css";

function Gift({ what, icon, name, about }: { what: "mark" | "ult"; icon: Parameters<typeof Emblem>[0]["name"]; name: string; about: string }) {
  return (
    <span class={`rm-gift rm-gift-${what}`}>
      <span class="rm-gift-icon"><Emblem name={icon} /></span>
      <span class="rm-gift-text"><b>{name}</b> <span class="rm-gift-about">{tidy(about)}</span></span>
    </span>
  );
}

export function Gallery({ table, sel, zone, items }: { table: Table; sel: Select; zone: Zone; items: Item[] }) {
  return (
    <div class="rm-choice-box" data-scroll>
      <ZoneBox table={table} sel={sel} zone={zone} class="rm-choice">
        {items.map((g) => {
          const taken = has(g, "taken") || g.stats !== undefined;
          const [mark, ultimate] = g.gifts ?? [];
          return (
            <Thing key={g.id} table={table} sel={sel} item={g} class={`rm-choose${taken ? " rm-is-taken" : ""}`}>
              <span class="rm-face"><Portrait face={g.face} /></span>
              <span class="rm-choose-name">{g.name}{g.about && <small>{tidy(g.about)}</small>}</span>
              {badge(g, "taken") && <span class="rm-choose-taken">{badge(g, "taken")!.text}</span>}
              {mark && <Gift what="mark" icon={markIcon(g.face)} name={mark.name} about={mark.about} />}
              {ultimate && <Gift what="ult" icon={ultimateIcon(g.face)} name={ultimate.name} about={ultimate.about} />}
            </Thing>
          );
        })}
      </ZoneBox>
    </div>
  );
}
