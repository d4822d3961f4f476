// Addresses of the page: what stands after #. Each screen has one, so that back, reload and links work.
import { signal, type ReadonlySignal } from "@preact/signals";

export type Route =
  | { at: "home" }
  | { at: "new"; game: string }
  | { at: "table"; local: string }
  | { at: "room"; room: string; token?: string }
  | { at: "tables" }
  | { at: "games" }
  | { at: "rules"; game?: string; id?: string }
  | { at: "learn"; game: string }
  | { at: "replay" }
  | { at: "stats" }
  | { at: "settings" }
  | { at: "about" }
  | { at: "keys" }
  | { at: "unknown"; path: string };

const plain = ["tables", "games", "replay", "stats", "settings", "about", "keys"] as const;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** "#/r/ROOM/TOKEN" → { at: "room", … }. What stands after ? is for the screen (query). */
export function parse(hash: string): Route {
  const path = hash.replace(/^#?\/?/, "").split("?")[0] ?? "";
  const [word = "", a = "", b = "", ...rest] = path.replace(/\/+$/, "").split("/").map(decode);
  const unknown: Route = { at: "unknown", path };
  if (rest.length > 0) return unknown;
  if (word === "") return { at: "home" };
  if (word === "rules") return { at: "rules", ...(a && { game: a }), ...(b && { id: b }) };
  if (word === "r" && a) return { at: "room", room: a, ...(b && { token: b }) };
  if (b) return unknown;
  if (word === "new" && a) return { at: "new", game: a };
  if (word === "t" && a) return { at: "table", local: a };
  if (word === "learn" && a) return { at: "learn", game: a };
  const at = plain.find((w) => w === word);
  return at && !a ? { at } : unknown;
}

const e = encodeURIComponent;

export function href(r: Route): string {
  switch (r.at) {
    case "home": return "#/";
    case "new": return `#/new/${e(r.game)}`;
    case "table": return `#/t/${e(r.local)}`;
    case "room": return `#/r/${e(r.room)}${r.token ? `/${e(r.token)}` : ""}`;
    case "rules": return `#/rules${r.game ? `/${e(r.game)}${r.id ? `/${e(r.id)}` : ""}` : ""}`;
    case "learn": return `#/learn/${e(r.game)}`;
    case "unknown": return `#/${r.path}`;
    default: return `#/${r.at}`;
  }
}

const now = signal<Route>(parse(location.hash));
export const route: ReadonlySignal<Route> = now;

/** "#/t/ID?rev=12" → { rev: "12" } */
export const query = signal<Record<string, string>>(readQuery());
function readQuery(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location.hash.split("?")[1] ?? ""));
}

addEventListener("hashchange", () => {
  query.value = readQuery();
  if (href(parse(location.hash)) !== href(now.peek())) now.value = parse(location.hash);
});

/** Goes to "#/…", also given as the path of a server's link, "/#/r/…". replace: back does not come here again. */
export function go(to: string, replace = false): void {
  const hash = to.slice(Math.max(0, to.indexOf("#")));
  if (replace) {
    history.replaceState(null, "", hash);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = hash;
  }
}
