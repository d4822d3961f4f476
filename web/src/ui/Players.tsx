// Who plays and who watches: names, presence, bots, and the seat handed over or taken back.
import type { ComponentType } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { kept } from "../core/kept";
import type { Player } from "../core/proto";
import type { Table } from "../core/table";
import { botText, levels } from "../screens/parts/bots";
import { Icon } from "../screens/parts/Icon";
import { howLong } from "../screens/parts/when";
import { playerName, statText } from "./describe";
import { Notes } from "./Notes";
import "./players.css";

function state(p: Player, net: boolean): string {
  if (p.kind === "open") return t("web.players.open");
  if (p.kind === "bot") return p.level ? botText(p.level) : t("web.players.bot");
  if (p.lent) return t("web.players.lent");
  if (!net) return t("web.players.person");
  return p.here ? t("web.players.here") : t("web.players.away");
}

function One({ table, player }: { table: Table; player: Player }) {
  const view = table.view.value;
  const me = table.me.value.player;
  const net = table.kind === "net";
  const running = table.over.value === null;
  const level = levels()[0] ?? "greedy";
  const actor = table.live.value?.turn.actor;
  const isTurn = running && typeof actor === "number" && player.seats.includes(actor);
  const mine = net ? player.player === me : player.kind !== "open";
  const host = table.info.value?.host;
  const rules = host === undefined || me === host || table.players.value.find((p) => p.player === host)?.here === false; // who may let a machine in
  return (
    <li class="player" data-player={player.player} data-kind={player.kind} data-here={net && player.here ? "" : undefined} data-turn={isTurn ? "" : undefined}>
      <p class="player-name">
        <Icon name={player.kind === "bot" || player.lent ? "robot" : player.kind === "open" ? "seat" : "person"} class="player-kind" />
        <b>{playerName(player, me)}</b>
        {net && player.player === me && <span class="chip">{t("web.seat.you")}</span>}
        {net && player.player === host && table.players.value.length > 1 && <span class="chip" data-host>{t("web.players.host")}</span>}
        {isTurn && <span class="chip chip-turn">{t("web.seat.active")}</span>}
        <span class="soft player-state">{state(player, net)}</span>
      </p>
      <ul class="player-seats">{view?.seats.filter((s) => s.player === player.player).map((s) => (
        <li key={s.id}>
          {s.face && <b>{s.name}</b>}
          <span class="player-totals">{Object.entries(s.totals).map(([key, x]) => <span key={key} class="chip">{statText(x)}</span>)}</span>
          {s.badges.length > 0 && <span class="soft">{s.badges.map((b) => b.text).join(", ")}</span>}
        </li>
      ))}</ul>
      {running && (
        <p class="row">
          {mine && player.kind === "human" && !player.lent &&
            <button type="button" class="btn btn-small" onClick={() => table.handToBot(level, net ? undefined : player.player)}>{t("web.players.to_bot")}</button>}
          {net && mine && player.lent && <button type="button" class="btn btn-small btn-primary" onClick={() => table.back()}>{t("web.players.back")}</button>}
          {net && me !== null && rules && player.kind === "open" && <button type="button" class="btn btn-small" onClick={() => table.handToBot(level, player.player)}>{t("web.players.fill")}</button>}
          {net && me !== null && !mine && player.kind === "human" && !player.here && !player.lent &&
            <button type="button" class="btn btn-small" onClick={() => table.handToBot(level, player.player)}>{t("web.players.ask_bot")}</button>}
        </p>
      )}
    </li>
  );
}

type Share = ComponentType<{ links: { player: number; path: string }[]; watch?: string; players?: Player[]; me?: number | null }>;

/** The links of a table that was made in this browser, to be sent again. */
function Links({ table }: { table: Table }) {
  const panel = useSignal<{ Share: Share } | null>(null);
  const mine = kept.value.find((k) => k.id === table.id);
  const there = mine !== undefined && ((mine.links?.length ?? 0) > 0 || mine.watch !== undefined);
  useEffect(() => {
    let here = true;
    if (there) void import("../screens/parts/SharePanel").then((m) => { if (here) panel.value = { Share: m.SharePanel }; }, () => {});
    return () => { here = false; };
  }, [there]);
  if (!there || !panel.value) return null;
  const { Share } = panel.value;
  return <Share links={mine.links ?? []} {...(mine.watch !== undefined && { watch: mine.watch })} players={table.players.value} me={table.me.value.player} />;
}

/** My link made void and replaced, and the whole table deleted: each with a second click that says what it does. */
function Keys({ table }: { table: Table }) {
  const sure = useSignal<"renew" | "watch" | "erase" | null>(null);
  const said = useSignal("");
  const renew = () => {
    sure.value = null;
    table.renew().then(() => { said.value = t("web.players.renewed"); }, (why: { text?: string }) => { said.value = why.text ?? t("web.players.not_renewed"); });
  };
  const renewWatch = () => {
    sure.value = null;
    table.renewWatch?.().then(() => { said.value = t("web.players.watch_renewed"); }, (why: { text?: string }) => { said.value = why.text ?? t("web.players.not_renewed"); });
  };
  return (
    <details class="players-keys">
      <summary>{t("web.players.keys")}</summary>
      <p class="row">
        {sure.value === "renew"
          ? <button type="button" class="btn btn-small btn-primary" data-do="renew" onClick={renew}>{t("web.players.renew_sure")}</button>
          : <button type="button" class="btn btn-small" data-do="renew" onClick={() => { sure.value = "renew"; }}>{t("web.players.renew")}</button>}
        {table.renewWatch && table.info.value?.host === table.me.value.player && (sure.value === "watch"
          ? <button type="button" class="btn btn-small btn-primary" data-do="renew-watch" onClick={renewWatch}>{t("web.players.watch_sure")}</button>
          : <button type="button" class="btn btn-small" data-do="renew-watch" onClick={() => { sure.value = "watch"; }}>{t("web.players.watch_renew")}</button>)}
        {table.erase && (sure.value === "erase"
          ? <button type="button" class="btn btn-small btn-danger" data-do="erase" onClick={() => { sure.value = null; table.erase?.(); }}>{t("web.players.erase_sure")}</button>
          : <button type="button" class="btn btn-small" data-do="erase" onClick={() => { sure.value = "erase"; }}>{t("web.players.erase")}</button>)}
      </p>
      <p class="soft" role="status">{said.value || t("web.players.keys_about")}</p>
    </details>
  );
}

export function Players({ table }: { table: Table }) {
  const name = useSignal("");
  const me = table.me.value.player;
  const mine = table.players.value.find((p) => p.player === me);
  const watching = table.watching.value;
  const away = table.info.value?.away;
  return (
    <div class="players">
      <ul class="players-list">{table.players.value.map((p) => <One key={p.player} table={table} player={p} />)}</ul>
      {watching > 0 && <p class="soft">{t("web.players.watching", { n: watching })}</p>}
      {table.kind === "net" && me === null && <p class="note">{t("web.players.you_watch")}</p>}
      {table.info.value?.same && <p class="note" data-same>{t("web.players.same")}</p>}
      {away !== undefined && table.over.value === null && table.players.value.filter((p) => p.kind !== "bot" || p.lent).length > 1 &&
        <p class="soft" data-away>{away === 0 ? t("web.players.lend_never") : t("web.players.lend_after", { time: howLong(away) })}</p>}
      {table.kind === "net" && <Links table={table} />}
      {mine && mine.kind === "human" && (
        <form class="row" onSubmit={(e) => {
          e.preventDefault();
          const wanted = name.value.trim();
          if (wanted) table.name(wanted);
          name.value = "";
        }}>
          <input class="grow" value={name.value} maxLength={40} aria-label={t("web.players.rename")} placeholder={mine.name || t("web.players.rename")} autocomplete="nickname"
            onInput={(e) => { name.value = e.currentTarget.value; }} />
          <button type="submit" class="btn btn-small">{t("web.players.rename")}</button>
        </form>
      )}
      <Notes table={table} />
      {table.kind === "net" && me !== null && <Keys table={table} />}
    </div>
  );
}
