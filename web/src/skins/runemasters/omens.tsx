// What a forecast means for whom: the temple, the guardians. Grave things weigh more.
import type { GameEvent } from "../../core/proto";
import type { EventOf } from "../../core/tables";
import type { Omen } from "../index";
import { Emblem, Small } from "./icon";
import { Portrait } from "./portraits";

const TEMPLE = "place.temple";

export function omen(e: GameEvent): Omen | null {
  const who = e.items[0] ?? TEMPLE, left = Number(e.args["hp"] ?? 9);
  switch ((e as EventOf<"runemasters">).type) {
    case "game_ended": return { who: TEMPLE, sign: String(e.args["outcome"]).includes("victory") ? "dawn" : "fallen", weight: 1000 };
    case "died": return { who, sign: "dead", weight: 100 };
    case "temple_hit": return { who: TEMPLE, sign: "hp", n: -1, weight: left <= 1 ? 80 : 25 };
    case "hurt": case "poison_bites": return { who, sign: "hp", n: -1, weight: left <= 1 ? 30 : 10 };
    case "poisoned": return { who, sign: "poison", weight: 5 };
    case "shield_broken": return { who, sign: "shield", weight: 2 };
    default: return null;
  }
}

export function Sign({ id }: { id: string }) {
  if (id.startsWith("guardian.")) return <Portrait face={id} />;
  switch (id) {
    case "hp": return <Small name="hp" />;
    case "dead": case "fallen": return <Emblem name="grave" />;
    case "dawn": return <Emblem name="sunrise" />;
    case "poison": return <Emblem name="poison" />;
    case "shield": return <Emblem name="shield" />;
    default: return <Small name="temple" />;
  }
}
