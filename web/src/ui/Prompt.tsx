// One sentence: whose decision it is, and what. The engine words it; around it stand the round and who is awaited.
import { t } from "../core/i18n";
import type { Table } from "../core/table";
import { playerName, tidy } from "./describe";
import { useScrollable } from "./scroll";

/** Who is awaited, when it is not me. */
function waitingFor(table: Table): string | null {
  const view = table.live.value;
  const thinking = table.thinking.value;
  const players = table.players.value;
  if (thinking) return t("web.table.thinking", { name: playerName(players.find((p) => p.player === thinking.player)) });
  if (players.some((p) => p.kind === "open")) return t("web.table.waiting_open");
  if (!view || typeof view.turn.actor !== "number" || table.actions.value || table.pending.value) return null;
  const seat = view.seats.find((s) => s.id === view.turn.actor);
  const player = players.find((p) => p.player === seat?.player);
  if (!player || player.player === table.me.value.player) return null;
  if (player.kind === "human" && !player.here && table.kind === "net") return t("web.table.away", { name: playerName(player) });
  return null; // the sentence itself says whose turn it is
}

/** The engine speaks to the one who decides; everybody else reads who plays what. */
function told(table: Table): string | null {
  const view = table.live.value;
  const actor = view?.turn.actor;
  if (!view || typeof actor !== "number" || table.me.value.seats.includes(actor)) return null;
  const seat = view.seats.find((s) => s.id === actor);
  const player = table.players.value.find((p) => p.player === seat?.player);
  if (!seat || !player) return null;
  const name = playerName(player);
  return seat.face && seat.name !== name ? t("web.table.plays", { name, who: seat.name }) : t("web.table.turn_of", { name });
}

/** The sentence of the moment, for whoever looks. */
export function promptOf(table: Table): string {
  const cursor = table.cursor.value, over = table.over.value;
  return tidy(over && cursor === null ? over.text : (cursor === null ? told(table) : null) ?? table.view.value?.prompt.text ?? t("web.table.opening"));
}

export function Prompt({ table }: { table: Table }) {
  const view = table.view.value;
  const cursor = table.cursor.value;
  const over = table.over.value;
  const mine = table.actions.value !== null;
  const waits = cursor === null && !over ? waitingFor(table) : null;
  const round = view?.turn.round;
  const box = useScrollable();
  return (
    <div ref={box} class="prompt" data-scroll data-mine={mine ? "" : undefined} data-past={cursor !== null ? "" : undefined}>
      <h2 class="prompt-text" data-prompt>{promptOf(table)}</h2>
      {cursor !== null && <span class="prompt-note">{t("web.replay.at", { n: cursor, of: table.live.value?.rev ?? cursor })}</span>}
      {waits && <span class="prompt-note" data-thinking={table.thinking.value ? "" : undefined}>{waits}</span>}
      {round !== undefined && round > 0 && <span class="prompt-round">{t("web.table.round", { n: round })}</span>}
    </div>
  );
}
