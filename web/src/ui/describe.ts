// Things and tables in words, from what the engine says of them: the accessible names of the board, the text board and the
// text of a bug report are all made here.
import { t } from "../core/i18n";
import type { Badge, Item, Pip, Player, SeatView, Stat, View, Zone } from "../core/proto";

/** The engine writes plain spaces; before : ; ! ? % and inside « » they must not break a line. English has none there. */
export const tidy = (text: string): string =>
  text.replace(/ ([;!?])/g, "\u202f$1").replace(/ ([:»])/g, "\u00a0$1").replace(/« /g, "«\u00a0").replace(/ %/g, "\u00a0%");

const has = (whole: string, part: string): boolean => whole.toLocaleLowerCase().includes(part.toLocaleLowerCase());

export function statText(s: Stat): string {
  return s.max === undefined ? t("web.thing.stat", { text: s.text, value: s.value })
    : t("web.thing.stat_max", { text: s.text, value: s.value, max: s.max });
}

function pipsText(pips: Pip[]): string {
  return pips.map((p) => (p.done ? t("web.thing.pip_done", { text: p.text }) : p.text)).join(", ");
}

const badgesText = (badges: Badge[]): string => badges.map((b) => b.text).join(", ");

/** The number of its cell on a track, as moves name it. */
export const cellOf = (item: Item, zone: Zone | undefined): number | null => (zone?.kind === "track" && item.pos > 0 ? item.pos - 1 + (zone.first ?? 1) : null);

/** Everything known of a thing, in short phrases; the first is its name. */
export function phrases(item: Item, zone?: Zone): string[] {
  const out = [item.name];
  if (item.face === null) out.push(t("web.thing.hidden"));
  if (item.face_text && !has(item.name, item.face_text)) out.push(item.face_text);
  if (item.kind_text && !has(item.name, item.kind_text)) out.push(item.kind_text);
  const cell = cellOf(item, zone);
  if (cell !== null) out.push(t("web.thing.cell", { n: cell }));
  for (const s of Object.values(item.stats ?? {})) out.push(statText(s));
  if (item.pips?.length) out.push(pipsText(item.pips));
  if (item.badges?.length) out.push(badgesText(item.badges));
  return out;
}

export function describeItem(item: Item, zone?: Zone): string {
  // of somebody's own, its owner's seat tells the rest; while it is chosen, all of it is said
  const gifts = item.stats ? [] : (item.gifts ?? []).map((g) => t("web.thing.gift", { name: g.name, about: g.about.replace(/\.$/, "") }));
  const about = [...(item.about ? [item.about] : []), ...gifts];
  return [...[phrases(item, zone).join(", ")], ...about].join(". ").replace(/\.\.$/, ".");
}

export function playerName(p: Player | undefined, me: number | null = null): string {
  if (!p) return "";
  if (p.kind === "open") return t("web.seat.open");
  const name = p.name || t("web.seat.player", { n: p.player + 1 });
  if (p.lent) return t("web.seat.lent", { name });
  return me === p.player && !p.name ? t("web.seat.you") : name;
}

export function describeSeat(seat: SeatView, players: Player[] = []): string {
  const who = playerName(players.find((p) => p.player === seat.player));
  return [seat.name, who, ...Object.values(seat.totals).map(statText), ...seat.badges.map((b) => b.text)].filter(Boolean).join(", ");
}

export interface Chapter { id: string; title: string; lines: { id: string; text: string }[] }

/** The table as chapters of sentences: zones with their things, then the seats. */
export function describeView(view: View, players: Player[] = []): Chapter[] {
  const out: Chapter[] = view.zones.map((zone) => ({
    id: zone.id,
    title: zone.label,
    lines: view.items.filter((i) => i.zone === zone.id).sort((a, b) => a.pos - b.pos).map((i) => ({ id: i.id, text: describeItem(i, zone) })),
  }));
  out.push({
    id: "seats",
    title: t("web.table.seats"),
    lines: view.seats.map((s) => ({ id: String(s.id), text: describeSeat(s, players) })),
  });
  return out;
}

/** The same as plain text, for a bug report or the clipboard. */
export function textOf(view: View, players: Player[] = []): string {
  const chapters = describeView(view, players).map((c) =>
    [c.title, ...(c.lines.length > 0 ? c.lines.map((l) => `- ${l.text}`) : [`- ${t("web.text.nothing")}`])].join("\n"));
  return [view.prompt.text, ...chapters].join("\n\n");
}
