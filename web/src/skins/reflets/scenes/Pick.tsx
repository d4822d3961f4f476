// What is chosen before the journey: heroes to keep and their places, the quest of the Vils, the challenge.
import { t } from "../../../core/i18n";
import type { Item } from "../../../core/proto";
import type { Table } from "../../../core/table";
import type { Select } from "../../../ui/select";
import { Thing, ZoneBox } from "../../../ui/Thing";
import { Whole } from "../Cards";
import { Sign } from "../icon";
import { has, key, stat, type Spread } from "../words";

const REWARDS = ["pepere", "petillant", "penible", "aise", "avance", "ardu", "intense", "infect", "infame", "infernal"] as const;

interface Part { table: Table; sel: Select; spread: Spread }

function Challenge({ item }: { item: Item }) {
  const d = stat(item, "draws"), ticks = stat(item, "ticks"), reward = REWARDS.find((r) => r === key(item.id));
  return (
    <span class="ra-challenge">
      <span class="ra-whole-name">{item.name}</span>
      <span class="ra-level">{[2, 3, 4].map((n) => <Sign key={n} name={n <= d ? "skull" : "brake"} />)}</span>
      <span class="ra-says"><span class="ra-say">{t("web.ra.level", { n: d })}</span><span class="ra-say">{t("web.ra.gap", { n: stat(item, "gap") })}</span>{reward && <span class="ra-say">{t(`web.ra.reward.${reward}`)}</span>}{ticks > 0 && <span class="ra-say">{t("web.ra.ticks", { n: ticks })}</span>}</span>
    </span>
  );
}

/** Both quests as long as nobody has to choose one: whose is whose. */
const whose = (s: Spread, quest: Item): Item => has(quest, "vils")
  ? { ...quest, kind_text: quest.badges!.find((b) => b.id === "vils")!.text }
  : s.offered.length === 2 ? { ...quest, kind_text: t("web.ra.ours") } : quest;

export function Pick({ table, sel, spread }: Part) {
  const quests = spread.zones.get("quest")!, heroes = spread.zones.get("heroes")!;
  const offered = [...spread.offered].sort((a, b) => Number(has(a, "vils")) - Number(has(b, "vils")));
  const card = (i: Item) => <Thing key={i.id} table={table} sel={sel} item={i} class={`ra-card ra-card-${i.kind}${has(i, "vils") ? " ra-of-vils" : ""}`}>{i.kind === "challenge" ? <Challenge item={i} /> : <Whole item={i.kind === "quest" ? whose(spread, i) : i} />}</Thing>;
  return (
    <div class="ra-pick" data-scroll>
      {offered.length > 0 && <ZoneBox table={table} sel={sel} zone={{ ...quests, id: "offered" }} class="ra-choices ra-offered">{offered.map(card)}</ZoneBox>}
      {spread.drawn.length > 0 && <ZoneBox table={table} sel={sel} zone={{ ...heroes, id: "pick" }} class="ra-choices">{spread.drawn.map(card)}</ZoneBox>}
      {spread.standing && <div class="ra-choices ra-team-read">{spread.heroes.map((h) => <div key={h.id} class="ra-card"><Whole item={h} place={h.pos} /></div>)}</div>}
      {offered.length === 0 && <ZoneBox table={table} sel={sel} zone={{ ...quests, id: "challenges" }} class="ra-choices ra-challenges">{spread.challenges.map(card)}</ZoneBox>}
    </div>
  );
}
