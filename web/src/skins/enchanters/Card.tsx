// A card in its forms: on the road, on top of a pile, covered by others, and so small that only its drawing is left.
import { t } from "../../core/i18n";
import { tidy } from "../../ui/describe";
import { Emblem, Picture, Sign, type SignName } from "./icon";
import { Scene } from "./Scene";
import { cardIcon, has, isFoe, kingdomOf, stat, type Item } from "./words";

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

function Icon({ name, n, plus = true }: { name: SignName; n: number; plus?: boolean }) {
  return n === 0 ? null : <span class={`en-num en-num-${name}${n < 0 ? " en-minus" : ""}`}><Sign name={name} /><b>{plus ? signed(n) : n}</b></span>;
}

/** The part that a card on top of it takes away. */
function Upper({ item }: { item: Item }) {
  const fights = isFoe(item) && stat(item, "health") > 0, attack = stat(item, "attack") - stat(item, "kept_attack"), defence = stat(item, "defence") - stat(item, "kept_defence");
  return (
    <span class={`en-upper${fights && attack !== 0 && defence !== 0 ? " en-crowded" : ""}`}>
      {fights && (
        <>
          <span class="en-num en-num-health"><Sign name="health" /><b>{stat(item, "health")}</b></span>
          <span class="en-num en-num-strength"><Sign name="strength" /><b>{stat(item, "strength")}</b></span>
        </>
      )}
      <Icon name="attack" n={attack} />
      <Icon name="defence" n={defence} />
    </span>
  );
}

const marks = ["each", "skull", "scores", "action", "rest", "immediate", "trigger", "shield"] as const;

/** What it is able to do, as small signs. */
function Marks({ item, below = false }: { item: Item; below?: boolean }) {
  const shown = marks.filter((m) => has(item, m) && (m === "skull" || m === "scores") === below);
  return (
    <>
      {!below && has(item, "doubles") && <span class="en-mark en-mark-doubles">×2</span>}
      {shown.map((m) => <span key={m} class={`en-mark en-mark-${m}`}><Sign name={m} /></span>)}
    </>
  );
}

/** Below the line: it counts wherever the card lies. */
export function Lower({ item, covered = false }: { item: Item; covered?: boolean }) {
  const [attack, defence] = covered ? [stat(item, "attack"), stat(item, "defence")] : [stat(item, "kept_attack"), stat(item, "kept_defence")];
  const glory = stat(item, "glory"), bonus = stat(item, "bonus");
  const none = attack === 0 && defence === 0 && glory === 0 && bonus === 0 && !has(item, "skull") && !has(item, "scores");
  return (
    <span class={`en-lower${none ? " en-none" : ""}`}>
      <Icon name="attack" n={attack} />
      <Icon name="defence" n={defence} />
      {glory !== 0 && <span class="en-num en-num-glory"><Sign name="glory" /><b>{glory}</b></span>}
      <Marks item={item} below />
      {bonus !== 0 && <b class="en-bonus">{signed(bonus)}</b>}
      {none && <span class="en-nothing">–</span>}
    </span>
  );
}

type VerdictName = "take" | "beaten" | "beaten_with_wounds" | "too_strong" | "too_dear";
const verdicts: Record<VerdictName, SignName> = { take: "check", beaten: "check", beaten_with_wounds: "wounds", too_strong: "cross", too_dear: "cross" };
const verdictOf = (item: Item): VerdictName | undefined => (Object.keys(verdicts) as VerdictName[]).find((v) => has(item, v));

/** The tag on a card of the road: its price and what comes of it, for the one whose turn it is. wanting: how much Attack. */
function Tag({ item, wanting }: { item: Item; wanting: number }) {
  const v = verdictOf(item);
  const cost = item.stats?.["cost"];
  const n = stat(item, "would_wound");
  const price = cost && <span class="en-price"><Sign name="crystals" /><b>{cost.value}</b></span>;
  if (!v) return price ? <span class="en-tag">{price}</span> : null;
  return (
    <span class={`en-tag en-v-${v}${v === "beaten_with_wounds" && n > 9 ? " en-tag-long" : ""}`}>
      {price}
      {v === "beaten_with_wounds" && n < 10 && <span class="en-won"><Sign name="check" /><span class="en-won-word">{t("web.en.verdict.beaten")}</span></span>}
      <Sign name={verdicts[v]} />
      <span class="en-tag-word">
        {v === "beaten_with_wounds" ? t("web.en.wounds", { n }) : t(`web.en.verdict.${v}`)}
        {v === "too_strong" && wanting > 0 && wanting < 10 && <span class="en-wanting"> {t("web.en.verdict.wanting", { n: wanting })}</span>}
      </span>
    </span>
  );
}

export const faceClass = (item: Item): string => `en-k-${item.kind} en-of-${kingdomOf(item.face)}`;

/** attack: of the one whose turn it is, for the verdict; without it there is none, and no price. */
export function Face({ item, attack }: { item: Item; attack?: number }) {
  return (
    <span class="en-face">
      <span class="en-art"><Scene of={kingdomOf(item.face)} /><Picture name={cardIcon(item)} /></span>
      <span class="en-of"><Emblem of={kingdomOf(item.face)} /></span>
      <span class="en-name">{item.name}</span>
      <Upper item={item} />
      <span class="en-marks"><Marks item={item} />{has(item, "used") && <span class="en-mark en-used"><Sign name="check" /></span>}</span>
      {item.about && <span class="en-about">{item.about}</span>}
      <Lower item={item} />
      {attack !== undefined && <Tag item={item} wanting={stat(item, "health") - attack} />}
    </span>
  );
}

/** By itself, beside the board: all of it, in large. */
export function Large({ item }: { item: Item }) {
  if (!/^(item|enchantment|monster|dragon)$/.test(item.kind)) return null;
  return (
    <span class={`en-large ${faceClass(item)}`}>
      <span class="en-art"><Scene of={kingdomOf(item.face)} /><span class="en-of"><Emblem of={kingdomOf(item.face)} /></span><Picture name={cardIcon(item)} /></span>
      <span class="en-name">{item.name}</span>
      <span class="en-large-kind">{item.kind_text}</span>
      <Upper item={item} />
      {item.about && <span class="en-about">{tidy(item.about)}</span>}
      <Lower item={item} />
    </span>
  );
}

export function Strip({ item }: { item: Item }) {
  return (
    <span class="en-strip-in">
      <span class="en-of"><Emblem of={kingdomOf(item.face)} /></span>
      <Picture name={cardIcon(item)} />
      <span class="en-strip-name">{item.name}</span>
      <Lower item={item} covered />
    </span>
  );
}

export function Mini({ item, name = false }: { item: Item; name?: boolean }) {
  return (
    <span class="en-mini-in">
      <Picture name={cardIcon(item)} />
      {name && <span class="en-mini-name">{item.name}</span>}
    </span>
  );
}
