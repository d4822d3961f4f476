// Around every screen: header with its menu, connection, notices, live regions.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { gameName, lang, setLang, t } from "../core/i18n";
import { closeNotice, current, hasPlayed, notices, playing, title, waiting } from "../core/now";
import { install, installer, takeUpdate, update } from "../core/pwa";
import { settings, shownTheme, storage, type Theme } from "../core/settings";
import { route } from "../router";
import { ConnBanner } from "./Conn";
import { assertive, polite } from "./live";
import { openSide } from "./side";

const themes: Theme[] = ["auto", "light", "dark", "contrast", "parchment"];

const Glyph = ({ d, half }: { d: string; half?: string }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"
    stroke-linejoin="round" aria-hidden="true"><path d={d} />{half && <path d={half} fill="currentColor" />}</svg>
);
const glyphs = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  theme: "M12 3.5a8.5 8.5 0 010 17",
  themeHalf: "M12 3.5a8.5 8.5 0 000 17z",
};

function Languages() {
  return (
    <div class="langs" role="group" aria-label={t("web.frame.language")}>
      {([["fr", "Français"], ["en", "English"]] as const).map(([l, name]) => (
        <button type="button" key={l} lang={l} aria-pressed={lang.value === l} aria-label={`${l.toUpperCase()}, ${name}`} onClick={() => setLang(l)}>
          {l.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

function Themes() {
  const open = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useSignalEffect(() => {
    if (!open.value) return;
    const out = (e: Event): void => { if (!box.current?.contains(e.target as Node)) open.value = false; };
    document.addEventListener("pointerdown", out);
    document.addEventListener("focusin", out);
    return () => { document.removeEventListener("pointerdown", out); document.removeEventListener("focusin", out); };
  });
  const onKeyDown = (e: KeyboardEvent): void => {
    if (e.key !== "Escape" || !open.value) return;
    e.stopPropagation();
    open.value = false;
    button.current?.focus();
  };
  return (
    <div class="themes" ref={box} onKeyDown={onKeyDown}>
      <button type="button" class="btn btn-quiet themes-button" ref={button} aria-expanded={open.value} aria-controls="themes" aria-label={t("web.frame.theme")}
        onClick={() => { open.value = !open.value; }}>
        <Glyph d={glyphs.theme} half={glyphs.themeHalf} /><span class="themes-word">{t("web.frame.theme")}</span>
      </button>
      <div class="themes-list" id="themes" role="group" aria-label={t("web.frame.theme")} hidden={!open.value}>
        {themes.map((th) => (
          <button type="button" key={th} class="btn btn-quiet" aria-pressed={settings.theme.value === th}
            onClick={() => { settings.theme.value = th; }}>
            <span class="swatch" data-swatch={th} aria-hidden="true" />{t(`web.theme.${th}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The game of the screen, for the rules link and the header. */
function gameOf(): string | undefined {
  const r = route.value;
  return current.value?.game.value ?? ("game" in r ? r.game : undefined);
}

function Header() {
  const open = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const at = route.value.at;
  useSignalEffect(() => { route.value; open.value = false; });
  const onKeyDown = (e: KeyboardEvent): void => {
    if (e.key !== "Escape" || !open.value) return;
    e.stopPropagation();
    open.value = false;
    button.current?.focus();
  };
  const game = gameOf();
  const link = (to: string, here: boolean, word: string, act?: (e: Event) => void) => (
    <a href={to} class="btn btn-quiet" aria-current={here ? "page" : undefined} onClick={act}>{word}</a>
  );
  // At a table the rules open beside the board.
  const onRules = (e: Event): void => {
    if (!current.value) return;
    e.preventDefault();
    open.value = false;
    openSide("rules");
  };
  return (
    <header class="top" onKeyDown={onKeyDown} data-open={open.value}>
      <a class="brand" href="#/" aria-label={t("web.frame.brand")}>
        <img src="/icon.svg" alt="" width="32" height="32" /><span class="brand-name" aria-hidden="true">Veillée</span>
      </a>
      {game && <span class="top-game">{gameName(game)}</span>}
      <div class="top-slot" id="top-slot" />
      <button type="button" class="btn btn-quiet btn-icon top-menu" ref={button} aria-expanded={open.value} aria-controls="menu"
        aria-label={t("web.frame.menu")} data-news={update.value || undefined} onClick={() => { open.value = !open.value; }}>
        <Glyph d={open.value ? glyphs.close : glyphs.menu} />
      </button>
      <nav id="menu" class="menu" aria-label={t("web.frame.menu")}>
        {link("#/", at === "home", t("web.frame.home"))}
        {link("#/games", at === "games", t("web.frame.games"))}
        {link(game ? `#/rules/${game}` : "#/rules", at === "rules", t("web.frame.rules"), onRules)}
        {link("#/settings", at === "settings", t("web.frame.settings"))}
        {update.value && <button type="button" class="btn btn-quiet" data-update onClick={takeUpdate}>{t("web.update.now")}</button>}
        {installer.value && !playing.value &&
          <button type="button" class="btn btn-quiet" onClick={() => void install()}>{t("web.install.button")}</button>}
        <Themes />
        <Languages />
      </nav>
    </header>
  );
}

function Bar({ kind, text, children, onClose }: { kind: string; text: string; children?: ComponentChildren; onClose?: () => void }) {
  return (
    <div class={`bar bar-${kind}`} data-notice={kind}>
      <p>{text}</p>
      {children}
      {onClose && <button type="button" class="btn btn-quiet btn-icon btn-small" aria-label={t("web.frame.close")} onClick={onClose}><Glyph d={glyphs.close} /></button>}
    </div>
  );
}

function Notices() {
  const asked = useSignal(false);
  const kept = useSignal(false);
  return (
    <>
      {storage.value !== "ok" && !kept.value &&
        <Bar kind="storage" text={t(`web.storage.${storage.value}`)} onClose={() => { kept.value = true; }}>
          {storage.value === "full" && <a class="btn btn-small" href="#/games">{t("web.storage.clear")}</a>}
        </Bar>}
      {update.value && !asked.value && !playing.value &&
        <Bar kind="update" text={t("web.update.ready")} onClose={() => { asked.value = true; }}>
          <button type="button" class="btn btn-small" onClick={takeUpdate}>{t("web.update.now")}</button>
        </Bar>}
      {installer.value && hasPlayed.value && !playing.value && !settings.installAsked.value &&
        <Bar kind="install" text={t("web.install.offer")} onClose={() => { settings.installAsked.value = true; }}>
          <button type="button" class="btn btn-small" onClick={() => { settings.installAsked.value = true; void install(); }}>{t("web.install.button")}</button>
        </Bar>}
      {notices.value.map((n) => (
        <Bar key={n.n} kind="notice" text={n.text} onClose={() => closeNotice(n.n)}>
          {n.button && <button type="button" class="btn btn-small" onClick={n.act}>{n.button}</button>}
        </Bar>
      ))}
    </>
  );
}

/** A change of screen is a new page: it is named, and reading begins at its start. */
function useScreenChange(main: { current: HTMLElement | null }): void {
  const first = useRef(true);
  const key = JSON.stringify(route.value);
  useEffect(() => {
    if (first.current) { first.current = false; return; }
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [key]);
  useSignalEffect(() => {
    const at = route.value.at;
    document.title = (waiting.value > 0 ? `(${waiting.value}) ` : "") + (title.value ?? (at === "home" ? "Veillée" : `${t(`web.title.${at}`)} – Veillée`));
  });
}

export function Frame({ busy, children }: { busy: boolean; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  useScreenChange(main);
  useSignalEffect(() => {
    shownTheme.value;
    const paper = getComputedStyle(document.documentElement).getPropertyValue("--bg").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
  });
  useSignalEffect(() => {
    document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/manifest.${lang.value}.webmanifest`);
  });
  const onSkip = (e: Event): void => {
    e.preventDefault();
    main.current?.focus();
  };
  return (
    <div class="frame" data-at={route.value.at} data-busy={busy || undefined}>
      <a class="btn btn-primary skip" href="#main" onClick={onSkip}>{t("web.frame.skip")}</a>
      <Header />
      <div class="bars"><ConnBanner /><Notices /></div>
      <main id="main" tabIndex={-1} ref={main}>{children}</main>
      <div class="visually-hidden" aria-live="polite">{polite.value}</div>
      <div class="visually-hidden" aria-live="assertive">{assertive.value}</div>
    </div>
  );
}
