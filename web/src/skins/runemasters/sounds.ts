// Which sound goes with which event of the engine.
import type { GameEvent } from "../../core/proto";
import type { SoundName } from "../../ui/sound";

const sounds: Record<string, SoundName> = {
  rolled: "dice", rerolled: "dice", wounded: "hit", killed: "kill", spawned: "dark", overflowed: "strike", struck: "strike", shot: "shot",
  hurt: "hurt", died: "fall", temple_hit: "boom", shielded: "shield", shield_broken: "break", saved: "shield", angel_given: "bless",
  healed: "bless", revived: "bless", moved: "step", swapped: "step", exchanged: "wind", blocked: "bolt", block_held: "bolt", charged: "charge",
  ultimate_used: "ultimate", petrified: "ultimate", released: "ultimate", poisoned: "dark", poison_bites: "hurt", event_revealed: "gong",
  dawn_revealed: "win", guardian_chosen: "step", guardian_placed: "step", dean_named: "bless", rewarded: "coin",
};

export function soundOf(e: GameEvent): SoundName | null {
  if (e.type === "game_ended") return String(e.args["outcome"] ?? "").includes("victory") ? "win" : "lose";
  return sounds[e.type] ?? null;
}
