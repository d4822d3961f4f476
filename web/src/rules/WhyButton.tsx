// "Why?" beside a move, an event or a thing: opens the rules behind it beside the board.
import { t } from "../core/i18n";
import type { Action, GameEvent } from "../core/proto";
import type { Table } from "../core/table";
import { openSide } from "../ui/side";

/** What is asked about. A move by its notation need not be legal: the answer then says what forbids it. */
export type About = { move: string } | { action: Action } | { event: GameEvent } | { item: string };

export function WhyButton({ about, label }: { table?: Table; about: About; label?: string }) {
  return <button type="button" class="btn btn-small why-button" onClick={() => openSide("why", about)}>{label ?? t("web.why.ask")}</button>;
}
