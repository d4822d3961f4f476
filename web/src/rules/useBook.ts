// The book of a game in the language of the page, for a component: the one before stays until the new one is here.
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { lang } from "../core/i18n";
import { bookNow, loadBook, type Book } from "./book";

export interface BookHere { book: Book | undefined; other: Book | undefined; failed: boolean; again: () => void }

/** both: the other language too, for searching. */
export function useBook(game: string, both = false): BookHere {
  const failed = useSignal(false);
  const last = useRef<Book | undefined>(undefined);
  const l = lang.value, o = l === "fr" ? "en" : "fr";
  const load = (): void => {
    failed.value = false;
    loadBook(game, l).catch(() => { failed.value = true; });
  };
  useEffect(load, [game, l]);
  useEffect(() => { if (both) loadBook(game, o).catch(() => {}); }, [game, o, both]);
  const now = bookNow(game, l);
  if (now) last.current = now;
  const book = now ?? (last.current?.game === game ? last.current : undefined);
  return { book, other: both ? bookNow(game, o) : undefined, failed: failed.value && !book, again: load };
}
