// A monster: emblem, name, weak points still open as a number and as runes, what it is about to do, what it is worth.
import { t } from "../../core/i18n";
import { Emblem, Small } from "./icon";
import { Rune, runeOf } from "./runes";
import { abilities, has, intentOf, monsterIcon, stat, type Item } from "./words";

/** As many drawings as points; where there is room, the number and one of them. */
function Worth({ what, n }: { what: "hp" | "mana"; n: number }) {
  return n > 0 ? <span><i>+{n}</i>{Array.from({ length: n }, (_, k) => <Small key={k} name={what} />)}</span> : null;
}

export function Chip({ item }: { item: Item }) {
  const intent = intentOf(item);
  const name = item.short ?? item.name;
  const hp = stat(item, "reward_hp"), mana = stat(item, "reward_mana");
  const gifts = (item.badges ?? []).filter((b) => abilities[b.id]);
  return (
    <span class={`rm-chip${intent ? ` rm-will-${intent.kind}` : ""}${has(item, "target") ? " rm-is-target" : ""}${has(item, "frenzy") ? " rm-is-frenzy" : ""}`}>
      <span class="rm-chip-name">{name}</span>
      <span class="rm-chip-emblem"><Emblem name={monsterIcon(item.face)} /></span>
      <span class="rm-chip-gifts">{gifts.map((b) => {
        const icon = abilities[b.id]!;
        return icon === "breach" ? <Small key={b.id} name={icon} /> : <Emblem key={b.id} name={icon} />;
      })}</span>
      <span class="rm-need">
        <b class="rm-chip-hits">{stat(item, "weak")}</b>
        <span class="rm-pips">
          {item.pips?.map((p, k) => {
            const rune = runeOf(p.face);
            return rune && (
              <span key={k} class={p.done ? "rm-pip rm-pip-done" : "rm-pip"}>
                <Rune rune={rune} done={p.done} /><i>{t(`web.rm.letter.${rune}`)}</i>
              </span>
            );
          })}
        </span>
      </span>
      <span class="rm-foot">
        {intent && (
          <span class="rm-intent">
            {intent.kind === "strike" ? <Emblem name="swords" /> : intent.kind === "shoot" ? <Emblem name="bow" /> :
              intent.kind === "hold" ? <Emblem name="chains" /> : <Small name={intent.kind} />}
            {intent.kind === "strike" && <b class="rm-force">{intent.force}</b>}
            <span class="rm-intent-text">{intent.text}</span>
          </span>
        )}
        <span class="rm-worth"><Worth what="hp" n={hp} /><Worth what="mana" n={mana} /></span>
      </span>
    </span>
  );
}
