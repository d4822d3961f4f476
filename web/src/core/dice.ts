// The dice of a finished game, kept with it. Nobody waits for it.
import { diceOf } from "../skins/dice";
import { finished, type Finished } from "./kept";
import type { Table } from "./table";
import { throwsOf } from "./throws";

/** Once all of the game is known; not if it goes on after all. */
export async function keepThrows(table: Table, row: Finished): Promise<void> {
  const dice = diceOf(row.game);
  if (!dice) return;
  await table.history();
  const view = table.live.peek();
  const me = table.kind === "net" ? table.me.peek().player : null;
  const throws = view && table.over.peek() ? throwsOf(dice.thrown, table.entries.peek(), view.seats, table.players.peek(), me) : null;
  if (throws) await finished({ ...row, dice: throws });
}
