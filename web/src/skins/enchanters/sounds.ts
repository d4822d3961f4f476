// Which sound goes with which event of the engine.
import type { GameEvent } from "../../core/proto";
import type { SoundName } from "../../ui/sound";

const sounds: Record<string, SoundName> = {
  kingdom_chosen: "gong", village_drawn: "gong", journeyed: "step", fought: "hit", struck: "strike", wounded: "hurt", taken: "charge", fled: "fall",
  attack_raised: "charge", defence_raised: "shield", gained: "coin", paid: "coin", robbed: "coin", lost: "break", healed: "bless", rested: "bless",
  transferred: "dark", discarded: "kill", removed: "kill", road_discarded: "wind", visited: "dark", visit_failed: "bolt", visit_empty: "bolt",
  stolen: "wind", swapped: "wind", given: "dark", sunk: "step", triggered: "charge", protected: "shield", cheaper: "coin", revealed: "wind",
};

export const soundOf = (e: GameEvent): SoundName | null => (e.type === "game_ended" ? "win" : sounds[e.type] ?? null);
