// What people say to each other: ready phrases, and free text where the table allows it. Texts are shown as text, never as markup.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t, lang } from "../core/i18n";
import type { Player } from "../core/proto";
import type { Table } from "../core/table";
import { playerName } from "./describe";

const LONGEST = 280;

/** Whoever said a line said it, also if a machine plays for them by now. */
export function speaker(p: Player | undefined, me: number | null): string {
  if (!p) return "";
  return p.name || (p.player === me ? t("web.seat.you") : t("web.seat.player", { n: p.player + 1 }));
}

export function Chat({ table }: { table: Table }) {
  const text = useSignal("");
  const list = useRef<HTMLOListElement>(null);
  const said = table.said.value;
  const muted = table.muted?.value ?? new Set<number>();
  const players = table.players.value;
  const me = table.me.value.player;
  const chat = table.info.value?.chat ?? "off";
  const phrases = table.welcome?.value?.phrases ?? [];
  useEffect(() => { if (list.current) list.current.scrollTop = list.current.scrollHeight; }, [said.length]);
  const time = new Intl.DateTimeFormat(lang.value, { hour: "2-digit", minute: "2-digit" });
  const lines = said.filter((s) => !muted.has(s.player));
  return (
    <div class="chat">
      <ol class="chat-list" ref={list} data-scroll tabIndex={0} aria-label={t("web.panel.chat")}>
        {lines.map((s) => (
          <li key={s.n} data-mine={s.player === me ? "" : undefined}>
            <span class="chat-who"><b>{speaker(players.find((p) => p.player === s.player), me)}</b> <time>{time.format(s.time)}</time></span>
            <span class="chat-text" dir="auto">{s.text}</span>
          </li>
        ))}
        {lines.length === 0 && <li class="soft">{t("web.chat.empty")}</li>}
      </ol>
      {me !== null && chat !== "off" && (
        <>
          <div class="chat-phrases" role="group" aria-label={t("web.chat.phrases")} data-scroll>
            {phrases.map((p) => <button type="button" class="btn btn-small" key={p.id} onClick={() => table.say({ phrase: p.id })}>{p.text}</button>)}
          </div>
          {chat === "all" && (
            <form class="chat-form" onSubmit={(e) => {
              e.preventDefault();
              const line = text.value.trim();
              if (line) table.say({ text: line });
              text.value = "";
            }}>
              <input value={text.value} maxLength={LONGEST} aria-label={t("web.chat.write")} placeholder={t("web.chat.write")} autocomplete="off" dir="auto"
                onInput={(e) => { text.value = e.currentTarget.value; }} />
              <button type="submit" class="btn btn-small">{t("web.chat.send")}</button>
            </form>
          )}
        </>
      )}
      {table.mute && players.some((p) => p.player !== me && p.kind === "human") && (
        <p class="chat-mute row">
          {players.filter((p) => p.player !== me && p.kind === "human").map((p) => (
            <button type="button" class="btn btn-small btn-quiet" key={p.player} aria-pressed={muted.has(p.player)} onClick={() => table.mute?.(p.player, !muted.has(p.player))}>
              {muted.has(p.player) ? t("web.chat.unmute", { name: playerName(p) }) : t("web.chat.mute", { name: playerName(p) })}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
