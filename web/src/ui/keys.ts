// Keys at the table. They work wherever the focus is, but not while somebody is writing. Which key calls which command is in
// core/keymap.ts, so that settings can remap them.
import { commandOf, isTyping, type Command } from "../core/keymap";
import { diceOf } from "../skins/dice";
import { numbered, unfold, unfolded, type Desk } from "./ActionList";
import { takenBack } from "./Log";
import { leaveReplay, replayOpen, stepBy } from "./Replay";
import { closeSide, openSide, side, toggleSide } from "./side";
import { thingsIn } from "./Thing";

/** To the list of sentences: unfolded where it is folded, with the focus on its first. */
function toList(): void {
  unfold();
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".acts [data-action]")?.focus());
}

/** The thing that is looked at, in detail and for good; the same again, or nothing: closed. */
function inspect({ sel }: Desk): void {
  const on = sel.subject.peek();
  const item = on === null ? null : "item" in on ? on.item : sel.detail.peek();
  const open = side.peek()?.what === "inspect";
  if (open && (item === null || item === sel.pinnedItem.peek())) closeSide();
  else {
    if (item !== null) sel.pin(item);
    openSide("inspect");
  }
}

function toBoard(): void {
  const board = document.querySelector<HTMLElement>("[data-board]");
  const things = board ? thingsIn(board) : [];
  (things.find((x) => x.dataset["usable"] !== undefined && x.tabIndex === 0) ?? things.find((x) => x.tabIndex === 0) ?? things[0])?.focus();
}

export function runCommand(command: Command, desk: Desk, hint: () => void): void {
  const { table } = desk;
  switch (command) {
    case "undo": if (canUndo(desk)) table.takeBack(); break;
    case "redo": if (table.redo && table.canRedo?.peek() !== false) table.redo(); break;
    case "hint": hint(); break;
    case "inspect": inspect(desk); break;
    case "why": toggleSide("why", desk.sel.subject.peek() ?? undefined); break;
    case "list": toList(); break;
    case "log": toggleSide("log"); break;
    case "rules": toggleSide("rules"); break;
    case "chat": toggleSide("chat"); break;
    case "stats": if (diceOf(desk.table.game.peek())) toggleSide("stats"); break;
    case "board": toBoard(); break;
    case "back": replayOpen.value = true; stepBy(table, -1); break;
    case "forward": stepBy(table, 1); break;
    case "now": leaveReplay(table); break;
    case "keys": toggleSide("keys"); break;
  }
}

/** The last decision is mine and can be taken back without asking. */
export function undoIsFree({ table }: Desk): boolean {
  const undo = table.undo.value;
  return undo !== null && (table.kind === "local" || undo.player === table.me.value.player);
}

/** Something can be taken back: freely, or by asking the others. Not when the game is over, nor while looking back. */
export function canUndo(desk: Desk): boolean {
  const { table } = desk;
  if (table.over.value || table.cursor.value !== null || table.me.value.player === null) return false;
  if (undoIsFree(desk)) return true;
  const me = table.me.value.player;
  const gone = takenBack(table.entries.value);
  return table.entries.value.some((e) => e.kind === "move" && !gone.has(e.rev) && (table.kind === "local" || e.player === me));
}

export function onKey(e: KeyboardEvent, desk: Desk, hint: () => void): void {
  if (e.defaultPrevented) return;
  if (e.key === "Escape") {
    if (desk.sel.cancel()) e.preventDefault();
    else if (unfolded.peek() && document.querySelector(".acts-unfold")?.checkVisibility()) { unfolded.value = false; e.preventDefault(); }
    else if (side.peek() !== null) { closeSide(); e.preventDefault(); }
    else if (replayOpen.peek() || desk.table.cursor.peek() !== null) { leaveReplay(desk.table); e.preventDefault(); }
    return;
  }
  if (isTyping(e.target)) return;
  if (/^[1-9]$/.test(e.key) && !e.ctrlKey && !e.altKey && !e.metaKey) {
    const action = numbered(desk.sel.state.peek().narrowed)[Number(e.key) - 1];
    if (!action) return;
    e.preventDefault();
    desk.sel.choose(action);
    return;
  }
  const command = commandOf(e);
  if (command === null) return;
  e.preventDefault();
  runCommand(command, desk, hint);
}
