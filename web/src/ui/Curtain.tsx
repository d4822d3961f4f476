// At one screen with secrets: the table is hidden until the next player says that it is theirs. Never where nothing is hidden.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import type { View } from "../core/proto";
import type { Table } from "../core/table";
import { playerName } from "./describe";

/** Whether this view shows less than there is. */
export const hidesSomething = (view: View | null): boolean => view?.items.some((i) => i.face === null) ?? false;

/** The player whom the screen is passed to; null: nobody, play on. */
export function useCurtain(table: Table): { to: number | null; lift: () => void } {
  const seen = useSignal<number | null>(null);
  const to = useSignal<number | null>(null);
  useSignalEffect(() => {
    if (table.kind !== "local") return;
    const people = table.players.value.filter((p) => p.kind === "human");
    const next = table.me.value.player;
    if (next === null || !people.some((p) => p.player === next)) return;
    const last = seen.peek();
    if (last === next) return;
    if (last !== null && people.length > 1 && hidesSomething(table.live.value)) to.value = next;
    else seen.value = next;
  });
  return { to: to.value, lift: () => { seen.value = to.peek(); to.value = null; } };
}

export function Curtain({ table, to, lift }: { table: Table; to: number; lift: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const name = playerName(table.players.value.find((p) => p.player === to));
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain-title" data-curtain>
      <h2 id="curtain-title">{t("web.curtain.pass", { name })}</h2>
      <p>{t("web.curtain.why")}</p>
      <button type="button" class="btn btn-primary" ref={button} onClick={lift}>{t("web.curtain.ready", { name })}</button>
    </div>
  );
}
