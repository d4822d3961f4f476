// What is said of a card for the mood: with the thing, where the engine knows it (a server, a pack that has words of its own), else
// in a file for each game and language, which comes when a card is read first, or with the parts of a board that come later.
import { signal } from "@preact/signals";
import { lang } from "../core/i18n";
import type { Item, Lang } from "../core/proto";

type Lines = Record<string, string>;
const files = import.meta.glob<{ default: Lines }>("../gen/flavour.*.json");
const kept = signal<ReadonlyMap<string, Lines>>(new Map());
const asked = new Map<string, Promise<void>>();

/** Resolves when they are there, or will not be. */
export function fetchFlavour(game: string, l: Lang = lang.peek()): Promise<void> {
  const name = `../gen/flavour.${game}.${l}.json`, file = files[name];
  if (!file) return Promise.resolve();
  let coming = asked.get(name);
  if (!coming) {
    coming = file().then((m) => { kept.value = new Map(kept.peek()).set(name, m.default); }, () => { asked.delete(name); });
    asked.set(name, coming);
  }
  return coming;
}

export function flavourOf(game: string, item: Item): string | undefined {
  if (item.flavour !== undefined) return item.flavour;
  const lines = kept.value.get(`../gen/flavour.${game}.${lang.value}.json`);
  if (!lines) void fetchFlavour(game, lang.value);
  return lines?.[(item.face ?? item.id).replace(/^[a-z]+\./, "")];
}
