// What the slot beside the board can hold, and its frame.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import type { Table } from "../core/table";
import { RulesPanel, WhyPanel } from "../rules/lazy";
import type { Desk } from "./ActionList";
import { Icon } from "./icons";
import { Inspect } from "./Inspect";
import { Log } from "./Log";
import { Chat, DiceStats, Players } from "./late";
import { later } from "./later";
import { useScrollable } from "./scroll";
import { closeSide, side, toggleSide, type Panel } from "./side";
import { ZoneList } from "./ZoneList";

const KeysPanel = later<object>(() => import("./More").then((m) => m.KeysPanel));
const More = later<{ table: Table }>(() => import("./More").then((m) => m.More));

/** Panels that have a tab on a wide screen, in order. */
export const tabs = (table: Table): Panel[] =>
  ["inspect", "log", ...(table.kind === "net" ? ["chat" as const] : []), "players", "rules", "more"];

function Body({ what, desk }: { what: Panel; desk: Desk }) {
  const { table, sel } = desk;
  const arg = side.value?.arg;
  switch (what) {
    case "log": return <Log table={table} sel={sel} />;
    case "inspect": return <Inspect desk={desk} />;
    case "zone": return <ZoneList table={table} sel={sel} zones={typeof arg === "string" ? arg : ""} />;
    case "chat": return <Chat table={table} />;
    case "players": return <Players table={table} />;
    case "rules": return <RulesPanel game={table.game.value} id={typeof arg === "string" ? arg : undefined} />;
    case "why": return <WhyPanel table={table} about={arg as Parameters<typeof WhyPanel>[0]["about"]} />;
    case "stats": return <DiceStats table={table} />;
    case "keys": return <KeysPanel />;
    case "more": return <More table={table} />;
    case "text": return null;
  }
}

/** wide: always something there, the log at first. Else a sheet, only when opened. */
export function SideSlot({ desk, wide }: { desk: Desk; wide: boolean }) {
  const at = side.value;
  const what: Panel | null = at?.what ?? (wide ? "log" : null);
  const box = useScrollable();
  const head = useRef<HTMLHeadingElement>(null);
  // A sheet that opens takes the focus, so that reading goes on there; the log and the inspector leave it on the board.
  useEffect(() => {
    if (at && !wide && what !== "inspect" && what !== "log") head.current?.focus({ preventScroll: true });
  }, [at?.what]);
  if (what === null || what === "text") return null;
  const inTabs = tabs(desk.table).includes(what);
  return (
    <aside class="side" data-side={what} aria-labelledby="side-title">
      <div class="side-head">
        {wide && (
          <div class="side-tabs" role="group" aria-label={t("web.panel.title")}>
            {tabs(desk.table).map((p) => (
              <button type="button" class="side-tab" key={p} aria-pressed={what === p} onClick={() => toggleSide(p)}>{t(`web.tab.${p as "log"}`)}</button>
            ))}
          </div>
        )}
        <h2 id="side-title" class={wide && inTabs ? "visually-hidden" : "side-title"} tabIndex={-1} ref={head}>{t(`web.panel.${what}`)}</h2>
        {!wide && <button type="button" class="btn btn-quiet btn-icon side-close" aria-label={t("web.panel.close")} onClick={closeSide}><Icon name="close" /></button>}
      </div>
      <div class="side-body" ref={box} data-scroll><Body what={what} desk={desk} /></div>
    </aside>
  );
}
