// Cards, tokens and gems of this game in their forms: small on a board, and in full with everything that they say.
import type { ComponentChildren } from "preact";
import { t } from "../../core/i18n";
import type { Item } from "../../core/proto";
import type { Table } from "../../core/table";
import { tidy } from "../../ui/describe";
import { flavourOf } from "../../ui/flavour";
import type { Select } from "../../ui/select";
import { Thing } from "../../ui/Thing";
import { cardIcon, CHARS, colourOf, has, key, landOfCard, maxOf, raceOf, stat, type Char } from "./words";
import { Gem, LANDS, Picture, Sign, type SignName } from "./icon";

interface Part { table: Table; sel: Select }

const kinds: Record<string, SignName> = { PURSE: "coin", VISION: "eye", BONUS_DIE: "dice", LUCK: "luck", GEM_TAX: "gem", IMP_TAX: "cards", PERIL: "skull" };
const hueOf = (i: Item): string => /^token\.(green|red|grey)/.exec(i.id)?.[1] ?? (i.face?.startsWith("hue.") ? key(i.face) : "green");

/** Green is round, red has three corners, grey four; what is known shows its sign. */
export function TokenFace({ item }: { item: Item }) {
  const sign = kinds[key(item.face)] ?? (item.id.startsWith("kind.") ? kinds[key(item.id)] : undefined);
  return <span class={`ra-token ra-hue-${hueOf(item)}`}>{sign ? <Sign name={sign} /> : <b data-n="?" />}</span>;
}

export function GemThing({ table, sel, item }: Part & { item: Item }) {
  return (
    <Thing table={table} sel={sel} item={item} class={`ra-gem ra-k-${colourOf(item)}`}>
      <Gem colour={colourOf(item)} /><b>{stat(item, "gems")}</b>
    </Thing>
  );
}

/** What is drawn on a card: of a zone its land. */
export function CardArt({ item }: { item: Item }) {
  const land = landOfCard(item), icon = cardIcon(item);
  if (land) return <svg viewBox="0 0 100 100" class={`ra-art ra-g-${land}`} aria-hidden="true" focusable="false">{LANDS[land].map((s, k) => <path key={k} class={`ra-l-${s.cls}`} d={s.d} />)}</svg>;
  if (icon) return <span class={`ra-art ra-art-${item.kind}${item.kind === "hero" ? ` ra-race-${raceOf(item.face)}` : ""}`}><Picture name={icon} /></span>;
  if (item.kind === "token") return <span class="ra-art"><TokenFace item={item} /></span>;
  return <span class={`ra-art ra-art-${item.kind}`}><Sign name={item.kind === "room" ? "portal" : item.kind === "treasure" ? "crown" : item.kind === "quest" ? "flag" : "cards"} /></span>;
}

/** The five characteristics, of a hero: as they are now. */
export function Values({ item, only }: { item: Item; only?: Char | undefined }) {
  if (item.stats?.["attack"] === undefined) return null;
  return (
    <span class="ra-values">
      {CHARS.map((c) => <span key={c} class={`ra-value${only === c ? " ra-asked" : ""}`}><Sign name={c} /><b>{stat(item, c)}</b></span>)}
    </span>
  );
}

export function Life({ item }: { item: Item }) {
  if (item.stats?.["life"] === undefined) return null;
  return <span class={`ra-hero-life${has(item, "wounded") ? " ra-hurt" : ""}`}><Sign name="life" /><b>{stat(item, "life")}<span class="ra-of">/{maxOf(item, "life")}</span></b></span>;
}

/** The text of a card, sentence by sentence. */
export function Says({ text }: { text: string }) {
  return <span class="ra-says">{tidy(text).split(/(?<=[.!?…]) (?=[A-ZÀ-Ý«])/).map((s, k) => <span key={k} class="ra-say">{s}</span>)}</span>;
}

/** A card with everything that it says. place: of a hero, whose life his board shows. */
export function Whole({ item, extra, place = 0 }: { item: Item; extra?: ComponentChildren; place?: number }) {
  const flavour = flavourOf("reflets", item);
  return (
    <span class="ra-whole">
      <CardArt item={item} />
      <span class="ra-whole-head"><span class="ra-whole-name">{place > 0 && <b class="ra-place-n">{place}</b>}{item.face_text && item.kind === "token" ? item.face_text : item.name}</span><span class="ra-whole-kind">{item.kind_text}</span></span>
      <Values item={item} />{place === 0 && <Life item={item} />}
      {item.about && <Says text={item.about} />}
      {flavour && <i class="ra-flavour">{tidy(flavour)}</i>}
      {extra}
    </span>
  );
}

export function Large({ item }: { item: Item }) {
  if (!/^(card|treasure|quest|token|kind)\./.test(item.id)) return null;
  return <div class="ra ra-large" aria-hidden="true"><Whole item={item} extra={item.pips && <Steps item={item} />} /></div>;
}

/** The three steps of a quest. */
export function Steps({ item, short }: { item: Item; short?: boolean }) {
  const done = stat(item, "step");
  return (
    <span class="ra-quest-steps">
      {(item.pips ?? []).map((p, k) => (
        <span key={k} class={`ra-quest-step${k < done ? " ra-done" : k === done ? " ra-next" : ""}`}>
          {k < done ? <Sign name="check" /> : <b>{["I", "II", "III"][k]}</b>}{!short && <span class="ra-quest-what">{p.text}</span>}
        </span>
      ))}
      {stat(item, "countdown") > 0 && <b class="ra-countdown">{t("web.ra.countdown", { n: stat(item, "countdown") })}</b>}
    </span>
  );
}
