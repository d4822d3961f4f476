// Which drawing stands for which key of the engine. No sentences here: those come with the view.
import type { BadgeOf, ItemOf, StatOf, ViewOf, ZoneOf } from "../../core/tables";
import type { IconName } from "./icon";

export type View = ViewOf<"runemasters">;
export type Zone = ZoneOf<"runemasters">;
export type Item = ItemOf<"runemasters">;
export type BadgeId = BadgeOf<"runemasters">;

export const badge = (i: Item | undefined, id: BadgeId) => i?.badges?.find((b) => b.id === id);
export const has = (i: Item | undefined, id: BadgeId): boolean => badge(i, id) !== undefined;
export const stat = (i: Item | undefined, id: StatOf<"runemasters">): number => i?.stats?.[id]?.value ?? 0;
const key = (face: string | null): string => face?.replace(/^[a-z]+\./, "") ?? "";

const monsters: Record<string, IconName> = {
  shadow: "spectre", archer: "bowman", troll: "ogre", sorcerer: "wizard", werewolf: "werewolf", warrior: "brute", dragon: "dragon", dawn: "sunrise",
};
/** "card.archer_red_2" is an archer. */
export const monsterIcon = (face: string | null): IconName => monsters[key(face).split("_")[0] ?? ""] ?? "spectre";

export const abilities: Partial<Record<BadgeId, IconName | "breach">> = {
  shoots: "bow", frenzy: "frenzy", no_release: "reflect", no_rerolled: "diceshield", recovers: "recovers", no_block: "breach",
};

const events: Record<string, IconName> = {
  guardian_angel: "angel", pavise: "pavise", transcendence: "dicefire", mana_healing: "heartdrop", swiftness: "swift",
  mana_drain: "drain", hardened: "hard", poison: "poison", rain_of_arrows: "arrows", curse: "curse", all_is_calm: "calm",
};
export const eventIcon = (face: string | null): IconName => events[key(face)] ?? "scroll";

const good = new Set(["guardian_angel", "pavise", "transcendence", "mana_healing", "swiftness"]);
export const eventMood = (face: string | null): "good" | "calm" | "bad" =>
  good.has(key(face)) ? "good" : key(face) === "all_is_calm" ? "calm" : "bad";

const marks: Record<string, IconName> = { neltai: "cycle", ismoros: "shield", kulak: "prayer", kyreas: "blades" };
const ultimates: Record<string, IconName> = { neltai: "storm", ismoros: "stone", kulak: "sprout", kyreas: "trample" };
export const markIcon = (face: string | null | undefined): IconName => marks[key(face ?? null)] ?? "cycle";
export const ultimateIcon = (face: string | null | undefined): IconName => ultimates[key(face ?? null)] ?? "storm";

/** What a monster is about to do. */
export function intentOf(i: Item): { kind: "advance" | "shoot" | "strike" | "wait" | "hold"; force: number; text: string } | null {
  const found = i.badges?.find((b) => b.id.startsWith("will_"));
  if (!found) return null;
  const [, what = "", force = ""] = found.id.split("_");
  const kind = what === "advance" || what === "shoot" || what === "strike" || what === "hold" ? what : "wait";
  return { kind, force: force === "hard" ? 3 : Number(force) || 0, text: found.text };
}
