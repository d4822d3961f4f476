// The links of a table: one per seat, one to watch. Copy, send, or show as a QR code.
import { useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../../core/i18n";
import type { Player } from "../../core/proto";
import { announce } from "../../ui/live";
import { copyText } from "./copy";
import { Icon } from "./Icon";
import { Qr } from "./Qr";
import "../share.css";

export interface SeatLink { player: number; path: string }

/** The whole address of a link. */
export const addressOf = (path: string): string => new URL(path, location.origin).href;

/** An address that only this machine knows. */
export const isLoopback = (host = location.hostname): boolean => /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

function LinkRow({ title, state, here, path, what, take }: {
  title: string; state?: string; here?: boolean; path: string; what: string; take?: () => void;
}) {
  const done = useSignal<"" | "copied" | "refused">("");
  const code = useSignal(false);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  const address = addressOf(path);
  const shares = typeof navigator.share === "function";

  async function copy() {
    const ok = await copyText(address);
    done.value = ok ? "copied" : "refused";
    announce(ok ? t("web.share.copied_what", { what }) : t("web.share.refused"));
    clearTimeout(timer.current);
    if (ok) timer.current = setTimeout(() => { done.value = ""; }, 4000) as unknown as number;
    else box.current?.select();
  }
  async function share() {
    try {
      await navigator.share({ title: "Veillée", text: t("web.share.message"), url: address });
    } catch (e) {
      if (!(e instanceof DOMException && e.name === "AbortError")) void copy();
    }
  }

  return (
    <li class="link-row" data-link={path}>
      <div class="link-head">
        <span class="link-title">{title}</span>
        {state && <span class={"link-state" + (here ? " here" : "")}><span class="dot" aria-hidden="true" />{state}</span>}
      </div>
      <div class="link-do">
        <button type="button" class="btn link-copy" data-copy onClick={copy} aria-label={done.value === "copied" ? t("web.share.copied_what", { what }) : t("web.share.copy_what", { what })}>
          <Icon name={done.value === "copied" ? "check" : "copy"} /><span aria-hidden="true">{done.value === "copied" ? t("web.share.copied") : t("web.share.copy")}</span>
        </button>
        {shares && <button type="button" class="btn btn-icon" onClick={share} aria-label={t("web.share.send_what", { what })} title={t("web.share.send")}><Icon name="share" /></button>}
        <button type="button" class="btn btn-icon" data-show-qr aria-expanded={code.value} onClick={() => { code.value = !code.value; }} aria-label={t("web.share.qr_what", { what })} title={t("web.share.qr")}><Icon name="qr" /></button>
        {take && <button type="button" class="btn" data-take onClick={take}><Icon name="seat" />{t("web.share.take")}</button>}
      </div>
      <input class="link-text" ref={box} readOnly value={address} aria-label={t("web.share.address_what", { what })} onFocus={(e) => e.currentTarget.select()} />
      {done.value === "refused" && <p class="fault"><Icon name="warn" />{t("web.share.refused")}</p>}
      {code.value && <Qr text={address} label={t("web.share.qr_label", { what })} />}
    </li>
  );
}

/** links: of the seats that people take. players: who is there by now. me: my own seat, which needs no link to be sent. */
export function SharePanel({ links, watch, players, me, take, level = 3 }: {
  links: SeatLink[]; watch?: string; players?: Player[]; me?: number | null; take?: (l: SeatLink) => void; level?: 2 | 3;
}) {
  const H = level === 2 ? "h2" : "h3";
  const nameOf = (n: number) => players?.find((p) => p.player === n)?.name || t("web.new.player", { n: n + 1 });
  const stateOf = (n: number): { state?: string; here?: boolean } => {
    const p = players?.find((x) => x.player === n);
    if (!p) return {};
    if (p.here) return { state: t("web.share.here"), here: true };
    return { state: p.kind === "open" ? t("web.share.open") : t("web.share.away"), here: false };
  };
  const others = links.filter((l) => l.player !== me);
  const own = links.find((l) => l.player === me);
  return (
    <div class="share" data-share>
      <p class="note"><Icon name="lock" /> {t("web.share.key")}</p>
      {isLoopback() && <p class="note note-warn"><Icon name="warn" /> {t("web.share.loopback", { host: location.host })}</p>}
      {others.length > 0 && <>
        <H>{t("web.share.seats")}</H>
        <ul class="link-list">
          {others.map((l) => (
            <LinkRow key={l.player} path={l.path} title={nameOf(l.player)} what={nameOf(l.player)} {...stateOf(l.player)}
              {...(take && me == null && { take: () => take(l) })} />
          ))}
        </ul>
      </>}
      {watch && <>
        <H>{t("web.share.watch")}</H>
        <ul class="link-list"><LinkRow path={watch} title={t("web.share.watch_title")} what={t("web.share.watch_title")} /></ul>
      </>}
      {own && (
        <details class="share-own">
          <summary><Icon name="chevron" class="turns" />{t("web.share.own")}</summary>
          <p class="help">{t("web.share.own_help")}</p>
          <ul class="link-list"><LinkRow path={own.path} title={nameOf(own.player)} what={nameOf(own.player)} /></ul>
        </details>
      )}
    </div>
  );
}
