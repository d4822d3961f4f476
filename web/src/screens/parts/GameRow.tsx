// One of my games in a list: what it is, with whom, whose turn it is or how it ended, and the way back to it.
import type { ComponentChildren } from "preact";
import { t } from "../../core/i18n";
import { hrefOf } from "../../core/open";
import type { Kept } from "../../core/table";
import { gameName } from "./games";
import { Icon } from "./Icon";
import { ago } from "./when";

/** Running ones first: those that wait for me, then the others; then those that are over. */
export function inOrder(list: Kept[]): Kept[] {
  const rank = (k: Kept) => (k.state === "over" ? 2 : k.mine ? 0 : 1);
  return [...list].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

export function State({ k }: { k: Kept }) {
  if (k.state === "over") {
    if (k.won === undefined) return <span class="chip">{t("web.mine.over")}</span>;
    return k.won
      ? <span class="chip st-won"><Icon name="cup" />{t("web.mine.won")}</span>
      : <span class="chip st-lost"><Icon name="fallen" />{t("web.mine.lost")}</span>;
  }
  if (k.state === "open") return <span class="chip"><Icon name="seat" />{t("web.mine.open")}</span>;
  if (k.player === null) return <span class="chip"><Icon name="eye" />{t("web.mine.watch")}</span>;
  if (k.mine) return <span class="chip st-mine"><Icon name="bell" />{t("web.mine.yours")}</span>;
  return <span class="chip">{t("web.mine.theirs")}</span>;
}

/** What is to be decided, if it is mine; else who is awaited; else when it was. */
export function turnOf(k: Kept): string {
  if (k.state === "running" && k.mine && !k.turn) return t("web.mine.yours_now");
  if (k.state === "running" && !k.mine && k.who) return t("web.mine.turn_of", { name: k.who });
  return k.state !== "over" && k.turn ? k.turn : ago(k.updated);
}

export function names(k: Kept): string {
  return k.names.filter((n) => n !== "").join(", ");
}

export function GameRow({ k, children, share }: { k: Kept; children?: ComponentChildren; share?: ComponentChildren }) {
  const who = names(k);
  return (
    <li class="grow-row" data-game={k.id}>
      <a class="gr-main" href={hrefOf(k)}>
        <Icon name={k.kind === "net" ? "globe" : "device"} class="gr-kind" />
        <span class="gr-text">
          <span class="gr-title">{gameName(k.game)}{who && <span class="gr-who"> · {who}</span>}</span>
          <span class="gr-turn">{turnOf(k)}</span>
        </span>
        <State k={k} />
      </a>
      {children && <div class="gr-tools">{children}</div>}
      {share}
    </li>
  );
}
