// A card of this game in its forms: a tile in a row, and in full.
import type { ComponentChildren } from "preact";
import type { Item } from "../../core/proto";
import { tidy } from "../../ui/describe";
import { Gem, Picture, Sign } from "./icon";
import { ATTRS, cardIcon, colourOf, has, stat } from "./words";

/** Value and damage of each attribute. */
export function Figures({ item }: { item: Item }) {
  if (!item.stats?.["mind"] && !item.stats?.["body"]) return null;
  return (
    <span class="rb-figures">
      {ATTRS.map((a) => (
        <span key={a} class={`rb-fig rb-a-${a}`}><Sign name={a} /><b>{stat(item, a)}</b><span class="rb-fig-dmg">/{stat(item, `${a}_damage`)}</span></span>
      ))}
    </span>
  );
}

/** So many hearts, or hourglasses: what is left of them. */
export function Pool({ item, id }: { item: Item; id: "life" | "fatigue" }) {
  const s = item.stats?.[id];
  if (!s || (id === "fatigue" && s.value === 0 && s.max === undefined)) return null;
  return <span class={`rb-pool rb-pool-${id}`}><Sign name={id} /><b>{s.value}{s.max !== undefined && <span class="rb-of">/{s.max}</span>}</b></span>;
}

const adventure = (i: Item): boolean => i.stats?.["level"] !== undefined;

export function cardClass(i: Item): string {
  return `rb-card rb-k-${i.kind}${adventure(i) ? ` rb-c-${colourOf(i)}` : ""}${has(i, "face_down") ? " rb-down" : ""}${has(i, "rune") ? " rb-rune" : ""}`;
}

/** A tile: drawing, name, what counts. extra: a price, a mark. */
export function Face({ item, extra }: { item: Item; extra?: ComponentChildren }) {
  return (
    <span class="rb-face">
      <span class="rb-art"><Picture name={cardIcon(item)} />{adventure(item) && <span class="rb-art-gem"><Gem colour={colourOf(item)} /></span>}</span>
      <span class="rb-name">{item.name}</span>
      <span class="rb-pools">
        {has(item, "rune") && <Sign name="runes" />}
        {has(item, "face_down") && <Sign name="flip" />}
        {has(item, "attacked") && <Sign name="check" />}
        {item.kind !== "hero" && <><Pool item={item} id="life" /><Pool item={item} id="fatigue" /></>}
      </span>
      <Figures item={item} />
      {item.about && <span class="rb-about">{tidy(item.about)}</span>}
      {extra}
    </span>
  );
}

export function Large({ item }: { item: Item }) {
  if (!item.face?.startsWith("card.")) return null;
  return <div class={`rb rb-large ${cardClass(item)}`} aria-hidden="true"><Face item={item} /></div>;
}
