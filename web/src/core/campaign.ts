// Campaigns (docs/formats.md), kept in this browser: what a group has won in its games, brought to the next one. The engine
// reads them and counts games; nothing here knows a rule. A file of the terminal is the same as one of the page.
import { signal, type ReadonlySignal } from "@preact/signals";
import { lang } from "./i18n";
import { engine } from "./open";
import type { OptionValues, SagaInfo } from "./proto";
import { isRefusal } from "./refused";
import { storageFailed } from "./settings";
import type { Table } from "./table";

export interface CampaignGame { id: string; date: string; outcome: string; earned: string | null }
export interface CampaignFile { veillee: "campaign"; format: number; game: string; counts: Record<string, number>; playing: string[]; games: CampaignGame[] }

export interface Campaign {
  id: string; name: string; file: CampaignFile;
  tables: string[];                                       // that are played for it and not over, by tableKey()
  last?: { table: string; before: CampaignFile };         // the game that was counted last: one that goes on after all is not
}

const PLACE = "veillee.campaigns";
const TABLES_MAX = 50;

const isObject = (x: unknown): x is Record<string, unknown> => typeof x === "object" && x !== null && !Array.isArray(x);
const isCampaign = (x: unknown): x is Campaign => isObject(x) && typeof x["id"] === "string" && typeof x["name"] === "string" && Array.isArray(x["tables"])
  && isObject(x["file"]) && typeof x["file"]["game"] === "string" && isObject(x["file"]["counts"]) && Array.isArray(x["file"]["games"]);

function readAll(): Campaign[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter(isCampaign) : [];
  } catch {
    return all.peek(); // refused, or spoilt: what is known here stays
  }
}

const all = signal<Campaign[]>([]);
all.value = readAll();
export const campaigns: ReadonlySignal<Campaign[]> = all;
export const campaignsOf = (game: string): Campaign[] => all.value.filter((c) => c.file.game === game);

/** What another tab has written meanwhile stays. */
function change(how: (now: Campaign[]) => Campaign[]): void {
  all.value = how(readAll());
  try {
    localStorage.setItem(PLACE, JSON.stringify(all.value));
  } catch (e) {
    storageFailed(e);
  }
}
const put = (id: string, f: (c: Campaign) => Campaign): void => change((now) => now.map((c) => (c.id === id ? f(c) : c)));

globalThis.addEventListener?.("storage", (e) => { if ((e as StorageEvent).key === PLACE) all.value = readAll(); });

// ---- making and leaving ----

const newId = (): string => [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");

function add(name: string, file: CampaignFile): Campaign {
  const c: Campaign = { id: newId(), name, file, tables: [] };
  change((now) => [...now, c]);
  return c;
}

/** An empty one. */
export async function newCampaign(game: string, name: string): Promise<Campaign> {
  return add(name, await engine().call("campaign", { game, lang: lang.peek() }));
}

/** From a file; throws Refused with the reason. Games of a terminal that are still played there are not ours to wait for. */
export async function importCampaign(game: string, name: string, text: string): Promise<Campaign> {
  const file = await engine().call("campaign", { game, text, lang: lang.peek() });
  return add(name, { ...file, playing: [] });
}

export const exportText = (c: Campaign): string => `${JSON.stringify(c.file, null, 2)}\n`;
export const exportName = (c: Campaign): string => `${c.file.game}-${new Date().toISOString().slice(0, 10)}.json`;
export function dropCampaign(id: string): void { change((now) => now.filter((c) => c.id !== id)); }
/** The same again, after it was dropped. */
export function restoreCampaign(c: Campaign): void { change((now) => (now.some((x) => x.id === c.id) ? now : [...now, c])); }

// ---- games ----

export const ticksOf = (c: Campaign): number => Object.values(c.file.counts).reduce((a, b) => a + b, 0);
export const isWon = (c: Campaign, saga: SagaInfo): boolean => (c.file.counts[saga.crown] ?? 0) > 0;

/** The counts as the option of the next game. */
export const countsOf = (c: Campaign, saga: SagaInfo): OptionValues => ({ [saga.option]: saga.counts.map(({ key }) => c.file.counts[key] ?? 0) });

/** A table by itself: somebody who holds two seats of one room plays one game. */
export const tableKey = (id: string): string => id.replace(/^(net:[^/]+)\/.*$/, "$1");

export function beginFor(id: string, table: string): void {
  put(id, (c) => ({ ...c, tables: [...c.tables.filter((x) => x !== table), table].slice(-TABLES_MAX) }));
}

/** The campaign that a table is or was played for. */
export const campaignAt = (table: string): Campaign | undefined => all.value.find((c) => c.tables.includes(table) || c.last?.table === table);

const settling = new Set<string>();

/** Counts the game of a table that is over, and takes that back if it goes on after all (an undo after the end). */
export async function settle(table: Table): Promise<void> {
  const at = tableKey(table.id);
  const c = all.peek().find((x) => x.tables.includes(at) || x.last?.table === at);
  if (!c || settling.has(at)) return;
  if (!table.over.peek()) {
    if (c.last?.table === at) put(c.id, ({ last, ...x }) => ({ ...x, file: last!.before, tables: [...x.tables, at] }));
    return;
  }
  if (!c.tables.includes(at)) return;
  settling.add(at);
  try {
    const record = await table.record();
    const file = await engine().call("campaign", { game: c.file.game, text: JSON.stringify(c.file), record, lang: lang.peek() });
    put(c.id, (x) => ({ ...x, file, tables: x.tables.filter((y) => y !== at), last: { table: at, before: x.file } }));
  } catch (e) {
    // counted before, or it cannot be counted: it is not asked again. Whatever else failed is tried the next time.
    if (isRefusal(e) && (e.status === "duplicate" || e.status === "invalid" || e.status === "other_game"))
      put(c.id, (x) => ({ ...x, tables: x.tables.filter((y) => y !== at) }));
  } finally {
    settling.delete(at);
  }
}

/** For those who took part in somebody else's campaign: what it has become, as one of their own. */
export async function keepResult(table: Table, saga: SagaInfo, name: string): Promise<Campaign> {
  const game = table.game.peek();
  const empty = await engine().call("campaign", { game, lang: lang.peek() });
  const had = table.info.peek()?.options?.[saga.option];
  const counts = Object.fromEntries(saga.counts.map(({ key }, i) => [key, Array.isArray(had) ? Number(had[i] ?? 0) : 0]));
  const file = await engine().call("campaign", { game, text: JSON.stringify({ ...empty, counts }), record: await table.record(), lang: lang.peek() });
  const c = add(name, file);
  put(c.id, (x) => ({ ...x, last: { table: tableKey(table.id), before: { ...empty, counts } } }));
  return c;
}
