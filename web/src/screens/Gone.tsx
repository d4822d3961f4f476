// Nothing to play at this address, or not now: what happened, and what to do about it.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { kept, loadKept } from "../core/kept";
import { renew } from "../core/pwa";
import type { Connection } from "../core/table";
import { alertNow } from "../ui/live";
import { GameRow, inOrder } from "./parts/GameRow";
import { Icon, type IconName } from "./parts/Icon";
import "./around.css";
import "./gone.css";

export interface Trouble { key: string; icon: IconName; title: string; text: string; why?: string; again?: () => void; renews?: boolean; offline?: boolean }

/** What a refused or missing connection means for somebody who came by a link. */
export function troubleOf(c: Connection, again: () => void): Trouble | null {
  switch (c.state) {
    case "refused": {
      const { status, where, text } = c.why;
      if (where === "claim") return { key: "taken", icon: "seat", title: t("web.gone.taken"), text: t("web.gone.taken_do"), why: text };
      if (status === "denied") return { key: "token", icon: "lock", title: t("web.gone.token"), text: t("web.gone.token_do"), why: text };
      if (status === "unknown") return { key: "room", icon: "seat", title: t("web.gone.room"), text: t("web.gone.room_do"), why: text };
      if (/^(syntax|range|missing)$/.test(status)) return { key: "link", icon: "link", title: t("web.gone.link"), text: t("web.gone.link_do") };
      return { key: status, icon: "warn", title: t("web.gone.refused"), text: t("web.gone.refused_do"), why: text, again };
    }
    case "version": return { key: "version", icon: "refresh", title: t("web.gone.version"), text: t("web.gone.version_do", { server: c.server }), renews: true };
    case "offline": return { key: "offline", icon: "globe", title: t("web.gone.offline"), text: t("web.gone.offline_do"), again, offline: true };
    case "lost": return { key: "lost", icon: "globe", title: t("web.gone.lost"), text: t("web.gone.lost_do"), again, offline: true };
    case "restarting": return { key: "restarting", icon: "globe", title: t("web.gone.restarting"), text: t("web.gone.lost_do"), again };
    default: return null;
  }
}

export function Gone({ trouble: x, except, children }: { trouble: Trouble; except?: string | undefined; children?: ComponentChildren }) {
  useEffect(() => { void loadKept(); }, []);
  useEffect(() => { alertNow(`${x.title}. ${x.text}`); }, [x.key]);
  const mine = inOrder(kept.value).filter((k) => k.id !== except).slice(0, 3);
  return (
    <div class="page gone" data-screen="table" data-trouble={x.key}>
      <div class="gone-box">
        <Icon name={x.icon} class="gone-icon" />
        <h1>{x.title}</h1>
        <p>{x.text}</p>
        {x.why && <p class="help">{t("web.gone.said", { why: x.why })}</p>}
        <p class="row">
          {x.renews && <button type="button" class="btn btn-primary" onClick={() => void renew()}><Icon name="refresh" />{t("web.failed.reload")}</button>}
          {x.again && <button type="button" class="btn btn-primary" data-again onClick={x.again}><Icon name="refresh" />{t("web.again")}</button>}
          {x.offline && <a class="btn" href="#/"><Icon name="device" />{t("web.gone.play_offline")}</a>}
          {!x.offline && !x.renews && <a class="btn" href="#/tables"><Icon name="seat" />{t("web.home.see_tables")}</a>}
          <a class="btn btn-quiet" href="#/">{t("web.home_link")}</a>
        </p>
        {children}
      </div>
      {mine.length > 0 && (
        <section class="panel" aria-labelledby="gone-mine">
          <h2 id="gone-mine">{t("web.gone.mine")}</h2>
          <ul class="game-list">{mine.map((k) => <GameRow key={k.id} k={k} />)}</ul>
        </section>
      )}
    </div>
  );
}
