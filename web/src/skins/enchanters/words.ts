// Which drawing stands for which key of the engine, and facts read off its things. No sentences here: those come with the view.
import type { BadgeOf, ItemOf, SeatOf, StatOf, ViewOf, ZoneOf } from "../../core/tables";
import type { IconName } from "./icon";

export type View = ViewOf<"enchanters">;
export type Zone = ZoneOf<"enchanters">;
export type Item = ItemOf<"enchanters">;
export type SeatView = SeatOf<"enchanters">;

export const badge = (i: Item | undefined, id: BadgeOf<"enchanters">) => i?.badges?.find((b) => b.id === id);
export const has = (i: Item | undefined, id: BadgeOf<"enchanters">): boolean => badge(i, id) !== undefined;
export const stat = (i: Item | undefined, id: StatOf<"enchanters">): number => i?.stats?.[id]?.value ?? 0;
/** A number with a true minus sign. */
export const minus = (n: number): string => (n < 0 ? `−${-n}` : String(n));
/** "card.gob_of_fire#2" is "gob_of_fire". */
export const key = (face: string | null | undefined): string => face?.replace(/^[a-z]+\./, "").replace(/#\d+$/, "") ?? "";

// ---- drawings ----

/** By what follows the kingdom in the key of a card. */
const designs: Record<string, IconName> = {
  fist: "fist", of_enchanting: "star",
  dagger: "dagger", ritual_robe: "robe", black_blade: "notched", of_leeches: "leech", of_torment: "whip", of_vengeance: "eyes",
  zealot: "cultist", acolyte: "cowl", black_knight: "knight", rite_master: "pentacle", elder_being: "tentacle",
  greatsword: "greatsword", bearskin: "paw", war_horn: "horn", of_fury: "rage", of_frost: "frost", of_might: "fist",
  cave_wolf: "wolf", sparring_barbarian: "duel", berserker: "warlord", mammoth: "horn", ice_giant: "golem",
  trap: "trap", scale_targe: "targe", wyrm_lance: "lance", of_venom: "snake", of_mutation: "tentacle", of_the_wyrm: "worm",
  kobold: "lizard", hatchling: "egg", wyvern: "wing", shell_guard: "turtle", hydra: "hydra",
  necklace: "torc", bolas: "bolas", bone_club: "bones", of_rage: "rage", of_hunger: "jaws", of_the_pack: "howl",
  gnoll: "hyena", hyena: "hyena", manticore: "sting", chieftain: "hyena", roc: "eagle",
  axe: "axe", helmet: "warlord", plate_armour: "plate", of_fire: "fire", of_the_rampart: "rampart", of_the_anvil: "anvil",
  suicide_squad: "bomb", goblin: "goblin", ogre: "oneeyed", ironclad_ogre: "iron", giant: "golem",
  long_sword: "sword", unicorn_horn: "unicorn", arboris_apple: "apple", of_healing: "heal", of_regeneration: "leaf", of_mercy: "mercy",
  unicorn: "unicorn", dryad: "leaf", homo_arboris: "roots", pegasus: "unicorn", elder_treant: "treant",
  shield: "griffin", spade: "spade", scythe: "scythe", of_the_crypt: "grave", of_bones: "bones", of_the_lich: "lich",
  skeleton: "skull", ghoul: "beast", wraith: "reaper", death_knight: "helm", lich_king: "lich",
  scimitar: "saber", caftan: "caftan", leather_armour: "leather", of_greed: "coins", of_trickery: "mask", of_the_paths: "road",
  cutpurse: "hood", highwayman: "rider", smuggler: "chest", mimic: "chest", guild_master: "mask",
};
/** Of a card that another pack may have invented. */
const kinds: Record<string, IconName> = { item: "sword", enchantment: "star", monster: "beast", dragon: "dragon" };

export const cardIcon = (i: Item): IconName => designs[key(i.face).replace(/^[a-z]+_/, "")] ?? kinds[i.kind] ?? "star";

export const KINGDOMS = ["wor", "bar", "dra", "gno", "gob", "uni", "und", "thi"] as const;
export type Kingdom = (typeof KINGDOMS)[number] | "start";

/** Of "card.gob_axe#1" or "kingdom.goblins". */
export function kingdomOf(face: string | null | undefined): Kingdom {
  const k = key(face);
  return KINGDOMS.find((x) => k.startsWith(`${x}_`) || (face?.startsWith("kingdom.") && k.startsWith(x))) ?? "start";
}

/** Villages that lie in a land of their own; the others among fields. */
const lands: Record<string, Kingdom> = {
  fjordosan: "bar", haute_garde: "bar", dracopolis: "dra", roche_claire: "dra", haineville: "gno", nainbourg: "gob", fort_creneau: "gob", lice_rouge: "gob",
  bois_sacre: "uni", clairiere_lune: "uni", tombeville: "und", bourg_pelle: "und", chapelle_noire: "wor", port_filou: "thi", marche_gris: "thi", trois_tours: "thi",
};
export const placeOf = (face: string | null): Kingdom => lands[key(face)] ?? "start";

// ---- the table ----

export const isFoe = (i: Item): boolean => i.kind === "monster" || i.kind === "dragon";
export const PILES = ["items", "enchantments", "trophies"] as const;
export type Pile = (typeof PILES)[number];
export const pileOf = (i: Item): Pile => (i.kind === "item" ? "items" : i.kind === "enchantment" ? "enchantments" : "trophies");

/** Everything of a view by zone, in its order. */
export class Spread {
  readonly zones: Map<string, Zone>;
  private readonly things = new Map<string, Item[]>();

  constructor(readonly view: View, /** Things that some action touches. */ readonly wanted: ReadonlySet<string>) {
    this.zones = new Map(view.zones.map((z) => [z.id, z]));
    for (const i of view.items) {
      const list = this.things.get(i.zone);
      if (list) list.push(i);
      else this.things.set(i.zone, [i]);
    }
    for (const list of this.things.values()) list.sort((a, b) => a.pos - b.pos);
  }

  of(zone: string): Item[] {
    return this.things.get(zone) ?? [];
  }

  pile(seat: number, pile: Pile): { zone: Zone | undefined; cards: Item[] } {
    const id = `pile.${seat}.${pile}`;
    return { zone: this.zones.get(id), cards: this.of(id) };
  }

  top(seat: number, pile: Pile): Item | undefined {
    return this.pile(seat, pile).cards.at(-1);
  }

  /** Whose turn it is: prices and fights are told for that seat. */
  get active(): SeatView | undefined {
    const seats = this.view.seats;
    return seats.find((s) => s.badges.some((b) => b.id === "active")) ?? seats.find((s) => s.id === this.view.turn.actor);
  }
}
