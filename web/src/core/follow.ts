// My tables on the server, wherever I am on the page: whose turn it is, in "my games", in the title, and told when it becomes mine.
// One connection, the lobby's, follows them all by their tokens; nobody counts as present by it, and no view is sent.
import { computed, effect } from "@preact/signals";
import { go } from "../router";
import { gameName, t } from "./i18n";
import { forget, keep, kept, loadKept } from "./kept";
import { closeNotice, current, notice, notices, waiting } from "./now";
import { notify } from "./notify";
import { hrefOf, isOpen, lobby } from "./open";
import type { News } from "./proto";
import type { Kept } from "./table";

/** Those that can be followed: a seat of mine, and not over. */
const isFollowed = (k: Kept): k is Kept & { room: string; token: string; player: number } =>
  k.kind === "net" && k.state !== "over" && typeof k.player === "number" && k.room !== undefined && k.token !== undefined;

const shown = ["state", "mine", "who", "won", "turn"] as const;

/** The game as the news tell it; null: nothing is new. */
export function told(k: Kept, n: News): Kept | null {
  const turn = n.players.find((p) => p.player === n.turn);
  const { turn: prompt, who: _who, won: _won, ...rest } = k;
  const next: Kept = {
    ...rest, names: n.players.map((p) => p.name ?? ""), state: n.state, mine: n.mine,
    ...(prompt !== undefined && n.rev === k.seen?.rev && { turn: prompt }), // it is of that revision
    ...(!n.mine && n.state === "running" && { who: turn?.name || (turn ? t("web.seat.player", { n: turn.player + 1 }) : "") }),
    ...(n.won !== undefined && { won: n.won }),
  };
  const isSame = shown.every((x) => k[x] === next[x]) && k.names.join("\n") === next.names.join("\n");
  return isSame ? null : { ...next, updated: Date.now() };
}

/** What was rung for, by game: gone when its table is on the screen. */
const rung = new Map<string, string>();
function still(id: string): void {
  for (const x of notices.peek()) if (x.text === rung.get(id)) closeNotice(x.n);
  rung.delete(id);
}

const names = (k: Kept): string => k.names.filter((n) => n !== "").join(", ");

/** My turn somewhere else than on the screen. */
function ring(k: Kept): void {
  const text = t("web.follow.turn", { game: gameName(k.game), names: names(k) });
  const to = hrefOf(k);
  if (!document.hidden) {
    rung.set(k.id, text);
    notice(text, t("web.follow.go"), () => go(to));
    void import("../ui/sound").then((m) => m.play("turn"), () => {});
    return;
  }
  notify(text, k.id, to);
}

function hear(n: News): void {
  const k = kept.peek().find((x) => isFollowed(x) && x.room === n.room && x.player === n.player);
  if (!k || isOpen(k.id)) return; // a table that is open keeps its own line
  if (n.gone === "deleted") void forget(k.id);
  if (n.gone) return;
  const next = told(k, n);
  if (!next) return;
  void keep(next);
  if (next.mine && k.mine === false) ring(next); // a table that was just made needs no bell
}

const keyOf = (k: { room?: string; token?: string }): string => `${k.room}/${k.token}`;

/** Called once. Whoever has no table on a server opens no connection. */
export function startFollowing(): void {
  let life = 0;
  let asked = new Set<string>();
  let busy = false;
  lobby.onNews = hear;
  const all = computed(() => kept.value.filter(isFollowed));
  const next = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      for (let k; (k = all.peek().find((x) => !asked.has(keyOf(x)))) !== undefined;) {
        asked.add(keyOf(k));
        await lobby.follow(k.room, k.token).catch(() => {}); // one after the other, as the server asks; what is refused is not asked again
      }
    } finally {
      busy = false;
    }
  };
  effect(() => {
    if (all.value.length === 0) return;
    lobby.start();
    if (lobby.life.value !== life) {
      life = lobby.life.value;
      asked = new Set();
    }
    if (life > 0) void next();
  });
  effect(() => { waiting.value = kept.value.filter((k) => k.kind === "net" && k.state === "running" && k.mine === true && k.id !== current.value?.id).length; });
  effect(() => { if (current.value) still(current.value.id); });
  void loadKept();
}
