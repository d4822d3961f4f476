// The table: prompt, seats, board, actions, and a slot beside them. The same parts at every size; the grid areas change places.
import { render, type ComponentChildren, type ComponentType } from "preact";
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { current } from "../core/now";
import { plainRefusal } from "../core/refused";
import { mood, settings } from "../core/settings";
import type { Table } from "../core/table";
import { skinFor, type Skin } from "../skins";
import { aboutOf } from "../skins/about";
import { ActionList, Card, type Desk } from "./ActionList";
import { speakFor } from "./announce";
import { Curtain, useCurtain } from "./Curtain";
import { density, type Density } from "./density";
import { Icon, type IconName } from "./icons";
import { canUndo, onKey, undoIsFree } from "./keys";
import { alertNow, announce } from "./live";
import { OverPanel } from "./late";
import { advised, clearMarks, Previews } from "./marks";
import { SideSlot } from "./Panels";
import plain from "./Plain";
import { Prompt } from "./Prompt";
import { leaveReplay, Replay, replayOpen } from "./Replay";
import { Seats } from "./Seats";
import { Select } from "./select";
import { closeSide, side, toggleSide } from "./side";
import { Telling } from "./Telling";
import { TextBoard } from "./TextBoard";
import { Verbs } from "./Verbs";
import { Votes } from "./Votes";
import "./table.css";

/** The skin of the game, once it is here. Without one, or if it cannot be loaded, the plain board does. */
function useSkin(game: string): Skin | null | "loading" {
  const skin = useSignal<Skin | null | "loading">("loading");
  useEffect(() => {
    const load = skinFor(game);
    let here = true;
    if (!load) skin.value = null;
    else load().then((m) => { if (here) skin.value = m.default; }, () => { if (here) skin.value = null; });
    return () => { here = false; };
  }, [game]);
  return skin.value;
}

/** Keeps the focus on the board when the thing that had it goes away. */
function useKeptFocus(board: { current: HTMLElement | null }, table: Table): void {
  const zone = useRef<string | null>(null);
  useEffect(() => {
    const box = board.current;
    if (!box) return;
    const seen = (e: FocusEvent) => {
      const z = e.target instanceof Element ? e.target.closest<HTMLElement>("[data-zone]") : null;
      zone.current = z?.dataset["zone"] ?? null;
    };
    const left = (e: FocusEvent) => { if (e.relatedTarget !== null) zone.current = null; };
    box.addEventListener("focusin", seen);
    box.addEventListener("focusout", left);
    return () => { box.removeEventListener("focusin", seen); box.removeEventListener("focusout", left); };
  });
  const catchUp = () => {
    if (zone.current === null || document.activeElement !== document.body) return;
    const at = board.current?.querySelector<HTMLElement>(`[data-zone="${CSS.escape(zone.current)}"] [data-item][tabindex="0"]`) ??
      board.current?.querySelector<HTMLElement>('[data-item][tabindex="0"]');
    at?.focus({ preventScroll: true });
  };
  useEffect(catchUp, [table.view.value?.rev]);
  // things also come and go while they are told
  useSignalEffect(() => {
    void table.picture.value;
    const frame = requestAnimationFrame(catchUp);
    return () => cancelAnimationFrame(frame);
  });
}

/** Is any campaign kept here? What counts games for them is fetched only then. */
function anyCampaign(): boolean {
  try {
    return localStorage.getItem("veillee.campaigns") !== null;
  } catch {
    return false;
  }
}

/** A game that is over counts for its campaign, and does not any more if it goes on after all. */
function useCampaign(table: Table): void {
  const over = table.over.value?.rev ?? null;
  const here = table.live.value !== null;
  useEffect(() => { if (here && anyCampaign()) void import("../core/campaign").then((m) => m.settle(table), () => {}); }, [table, over, here]);
}

/** On a phone the prompt stands in the header of the page, where there is room for it. */
function PromptAbove({ table }: { table: Table }) {
  useEffect(() => {
    const slot = document.getElementById("top-slot");
    if (!slot) return;
    render(<Prompt table={table} />, slot);
    return () => render(null, slot);
  }, [table]);
  return null;
}

interface ToolProps { icon: IconName; label: string; act: () => void; off?: boolean; pressed?: boolean; count?: number; name: string }

function Tool({ icon, label, act, off, pressed, count, name }: ToolProps) {
  return (
    <button type="button" class="tool" data-tool={name} aria-disabled={off ? "true" : undefined} aria-pressed={pressed} onClick={() => { if (!off) act(); }}>
      <Icon name={icon} /><span class="tool-word">{label}</span>
      {count !== undefined && count > 0 && <span class="tool-count">{count}</span>}
    </button>
  );
}

/** Lines of the chat that came while it was closed. */
function useUnread(table: Table): number {
  const seen = useSignal(table.said.peek().at(-1)?.n ?? -1);
  useSignalEffect(() => { if (side.value?.what === "chat") seen.value = table.said.value.at(-1)?.n ?? -1; });
  return table.said.value.filter((s) => s.n > seen.value && s.player !== table.me.value.player && !table.muted?.value.has(s.player)).length;
}

function Tools({ desk, hint, wide }: { desk: Desk; hint: () => void; wide: boolean }) {
  const { table } = desk;
  const net = table.kind === "net";
  const hints = (!net || settings.hintsInNet.value) && table.me.value.player !== null;
  const free = !net || undoIsFree(desk) || !canUndo(desk);
  const unread = useUnread(table);
  const looking = replayOpen.value || table.cursor.value !== null;
  return (
    <div class="tools" role="group" aria-label={t("web.tool.title")}>
      <Tool name="undo" icon="undo" label={free ? t("web.tool.undo") : t("web.tool.undo_ask")} off={!canUndo(desk)} act={() => table.takeBack()} />
      {table.redo && <Tool name="redo" icon="redo" label={t("web.tool.redo")} off={table.canRedo ? !table.canRedo.value : false} act={() => table.redo?.()} />}
      {hints && <Tool name="hint" icon="hint" label={t("web.tool.hint")} off={!table.actions.value} act={hint} />}
      <Tool name="history" icon="history" label={t("web.tool.history")} pressed={looking} act={() => { if (looking) leaveReplay(table); else replayOpen.value = true; }} />
      {!wide && <Tool name="log" icon="log" label={t("web.tab.log")} pressed={side.value?.what === "log"} act={() => toggleSide("log")} />}
      {net && <Tool name="chat" icon="chat" label={t("web.tab.chat")} pressed={side.value?.what === "chat"} count={unread} act={() => toggleSide("chat")} />}
      {!wide && <Tool name="more" icon="more" label={t("web.tab.more")} pressed={side.value?.what === "more"} act={() => toggleSide("more")} />}
    </div>
  );
}

/** The thing that the mouse is on, in large. Everything of it stands elsewhere too. */
function Enlarged({ desk }: { desk: Desk }) {
  const id = desk.sel.hovered.value, Large = desk.skin?.Large;
  const item = id !== null && Large ? desk.table.view.value?.items.find((i) => i.id === id) : undefined;
  return Large && item ? <div class="enlarged" aria-hidden="true"><Large item={item} /></div> : null;
}

interface Props { table: Table; coach?: ComponentChildren }

export function TableScreen({ table, coach }: Props) {
  const sel = useMemo(() => new Select(table, () => settings.confirmReveal.peek()), [table]);
  const previews = useMemo(() => new Previews(table), [table]);
  const game = table.game.value || table.view.value?.game || "";
  const loaded = useSkin(game);
  useCampaign(table);
  const board = useRef<HTMLDivElement>(null);
  const is = (d: Density) => density.value.includes(d);
  const wide = is("wide"), middle = is("middle"), narrow = is("narrow");
  const { to, lift } = useCurtain(table);
  const skin = loaded === "loading" ? null : loaded;
  const desk: Desk = useMemo(() => ({ table, sel, previews, skin }), [table, skin]);

  const hint = useMemo(() => () => {
    if (!table.actions.peek()) return;
    table.hint().then(
      (h) => { sel.lookAway(); advised.value = h; announce(h.text); },
      (e) => alertNow(plainRefusal(e).text),
    );
  }, [table]);
  const latest = useRef(desk);
  latest.current = desk;

  useEffect(() => {
    current.value = table;
    const end = speakFor(table);
    const keys = (e: KeyboardEvent) => onKey(e, latest.current, hint);
    addEventListener("keydown", keys);
    return () => {
      removeEventListener("keydown", keys);
      end();
      sel.close();
      clearMarks();
      closeSide();
      replayOpen.value = false;
      if (current.peek() === table) current.value = null;
    };
  }, [table]);
  useLayoutEffect(() => {
    mood.value = aboutOf(game)?.night ? "dark" : null;
    return () => { mood.value = null; };
  }, [game]);
  // Advice is for one decision.
  useSignalEffect(() => { table.actions.value; advised.value = null; });
  // What was pinned for its detail is let go with it.
  useSignalEffect(() => { if (side.value?.what !== "inspect") sel.pin(null); });
  useKeptFocus(board, table);

  const view = table.view.value;
  const Board: ComponentType<{ table: Table; sel: Select; previews: Previews }> = settings.renderer.value === "skin" && skin ? skin.Board : plain.Board;
  const waiting = loaded === "loading" && settings.renderer.value === "skin";
  const looking = replayOpen.value || table.cursor.value !== null;
  const roomy = wide || middle;
  const telling = useComputed(() => (table.teller.value?.told.value ?? null) !== null).value;
  const hasSlot = document.getElementById("top-slot") !== null;
  // Tools hold still: at an edge, or beside what has a height of its own, never after what grows.
  const tools = <Tools desk={desk} hint={hint} wide={roomy} />;

  return (
    <section
      class="table"
      data-screen="table"
      data-table={table.id}
      data-game={game}
      data-layout={wide ? "wide" : middle ? "middle" : "phone"}
      data-mine={table.actions.value ? "" : undefined}
      data-looking={looking ? "" : undefined}
      data-scroll={is("tiny") ? "" : undefined}
      data-over={table.over.value && !telling ? "" : undefined}
      data-telling={telling ? "" : undefined}
      data-side-open={side.value ? "" : undefined}
      data-pending={table.pending.value ? "" : undefined}
    >
      <h1 class="visually-hidden">{t("web.table.title")}</h1>
      {to !== null && <Curtain table={table} to={to} lift={lift} />}
      {to === null && (
        <>
          {!narrow || !hasSlot ? <Prompt table={table} /> : <PromptAbove table={table} />}
          <Seats table={table} skin={skin} />
          <div class="coach-slot">{coach}</div>
          <TextBoard table={table} />
          <div class="board" ref={board} data-board data-rev={view?.rev ?? ""} data-past={table.cursor.value !== null ? "" : undefined}
            role="group" aria-label={t("web.table.board")}
            data-scroll onClick={(e) => { if (!(e.target as Element).closest("[data-item],a,button")) sel.cancel(); }}>
            {waiting || !view ? <p class="soft board-wait">{t("web.table.opening")}</p> : <Board table={table} sel={sel} previews={previews} />}
          </div>
          <Telling table={table} />
          {!looking && !table.over.value && <Verbs desk={desk} />}
          <div class="column">
            {roomy && tools}
            <Votes table={table} />
            <div class="dock">
              {looking ? <Replay table={table} /> : table.over.value && !telling ? <OverPanel table={table} /> : (
                <>
                  <Card desk={desk} />
                  <ActionList desk={desk} />
                </>
              )}
            </div>
            {!roomy && tools}
            <SideSlot desk={desk} wide={roomy} />
            {roomy && side.value?.what !== "inspect" && <Enlarged desk={desk} />}
          </div>
        </>
      )}
    </section>
  );
}

export default TableScreen;
