// A record opened only to be looked at.
import type { Entry, Lang, View } from "./proto";

export interface Past {
  view(rev: number, lang: Lang, seat?: number): Promise<View>;
  /** Those after revision `from`, up to and with `to`. */
  entries(from: number, to: number, lang: Lang, seat?: number): Promise<Entry[]>;
  verify(lang: Lang): Promise<{ ok: boolean; text: string }>;
  close(): void;
}
