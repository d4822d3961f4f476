// Everything that can be chosen; each choice holds at once, and stays in this browser.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { forgetAll } from "../core/kept";
import { notice } from "../core/now";
import { install, installer, offlineReady } from "../core/pwa";
import { forgetSettings, resetSettings, settings, soundClasses, storage } from "../core/settings";
import { go, query } from "../router";
import { Choice, Slider, Toggle } from "../ui/fields";
import { hasOwnKeys, KeyList } from "../ui/KeyList";
import { alertNow } from "../ui/live";
import { cutName } from "./parts/NameField";
import "./settings.css";

function You() {
  return (
    <section class="panel" aria-labelledby="set-you">
      <h2 id="set-you">{t("web.settings.you")}</h2>
      <div class="field settings-name">
        <label for="set-name">{t("web.settings.name")}</label>
        <input id="set-name" type="text" maxLength={60} autoComplete="nickname" value={settings.name.value} aria-describedby="set-name-help"
          onInput={(e) => { settings.name.value = cutName(e.currentTarget.value); }}
          onChange={(e) => { settings.name.value = cutName(e.currentTarget.value).trim(); }} />
        <p class="help" id="set-name-help">{t("web.settings.name_help")}</p>
      </div>
      <Choice legend={t("web.frame.language")} of={["fr", "en"] as const} value={settings.lang} words={(l) => (l === "fr" ? "Français" : "English")} />
    </section>
  );
}

function Look() {
  return (
    <section class="panel" aria-labelledby="set-look">
      <h2 id="set-look">{t("web.settings.look")}</h2>
      <Choice legend={t("web.frame.theme")} of={["auto", "light", "dark", "contrast", "parchment"] as const} value={settings.theme}
        words={(v) => t(`web.theme.${v}`)} mark={(v) => <span class="swatch" data-swatch={v} aria-hidden="true" />} />
      <Choice legend={t("web.settings.text")} of={["normal", "large", "larger"] as const} value={settings.textSize} words={(v) => t(`web.settings.text.${v}`)} />
      <Choice legend={t("web.settings.motion")} of={["auto", "normal", "fast", "off"] as const} value={settings.motion} words={(v) => t(`web.settings.motion.${v}`)} />
      <Choice legend={t("web.settings.board")} of={["skin", "plain"] as const} value={settings.renderer} words={(v) => t(`web.settings.board.${v}`)}
        help={t("web.settings.board_help")} />
    </section>
  );
}

/** The browser asks for leave itself; what it answered before cannot be asked again. */
function Notify() {
  const refused = useSignal("Notification" in window && Notification.permission === "denied");
  if (!("Notification" in window)) return null;
  const change = async (on: boolean): Promise<void> => {
    settings.notify.value = on && (await Notification.requestPermission()) === "granted";
    refused.value = Notification.permission === "denied";
  };
  return (
    <Toggle label={t("web.settings.notify")} help={refused.value ? t("web.settings.notify_refused") : t("web.settings.notify_help")}
      checked={settings.notify.value && !refused.value} disabled={refused.value} onChange={(on) => void change(on)} />
  );
}

function Play() {
  const seconds = (ms: number): string => (ms === 0 ? t("web.settings.pace_none") : t("web.settings.pace_of", { s: (ms / 1000).toLocaleString(settings.lang.value) }));
  return (
    <section class="panel" aria-labelledby="set-play">
      <h2 id="set-play">{t("web.settings.play")}</h2>
      <Toggle label={t("web.settings.confirm")} help={t("web.settings.confirm_help")} checked={settings.confirmReveal.value}
        onChange={(on) => { settings.confirmReveal.value = on; }} />
      <Toggle label={t("web.settings.forced")} help={t("web.settings.forced_help")} checked={settings.autoForced.value}
        onChange={(on) => { settings.autoForced.value = on; }} />
      <Toggle label={t("web.settings.hints")} help={t("web.settings.hints_help")} checked={settings.hintsInNet.value}
        onChange={(on) => { settings.hintsInNet.value = on; }} />
      <Notify />
      <Slider label={t("web.settings.pace")} min={0} max={3000} step={100} value={settings.botPace} words={seconds} />
    </section>
  );
}

function Sound() {
  const off = !settings.sound.value;
  return (
    <section class="panel" aria-labelledby="set-sound">
      <h2 id="set-sound">{t("web.settings.sound")}</h2>
      <Toggle label={t("web.settings.sound_on")} checked={settings.sound.value} onChange={(on) => { settings.sound.value = on; }} />
      <Slider label={t("web.settings.volume")} min={0} max={1} step={0.05} value={settings.volume} disabled={off}
        words={(v) => t("web.settings.percent", { n: Math.round(v * 100) })} />
      <div class="sound-classes">
        {soundClasses.map((c) => (
          <Toggle key={c} label={t(`web.settings.sound.${c}`)} checked={settings.sounds.value[c]} disabled={off}
            onChange={(on) => { settings.sounds.value = { ...settings.sounds.value, [c]: on }; }} />
        ))}
      </div>
    </section>
  );
}

function Keys() {
  return (
    <section class="panel" id="set-keys" aria-labelledby="set-keys-title">
      <h2 id="set-keys-title">{t("web.title.keys")}</h2>
      <p>{t("web.keys.how")}</p>
      <KeyList remap />
      <p class="row">
        {hasOwnKeys() && <button type="button" class="btn" onClick={() => { settings.keys.value = {}; }}>{t("web.keys.reset")}</button>}
        <a class="btn btn-quiet" href="#/keys">{t("web.keys.all")}</a>
      </p>
    </section>
  );
}

function Data() {
  const sure = useSignal(false);
  const busy = useSignal(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => { if (sure.value) yes.current?.focus(); }, [sure.value]);
  const forget = async (): Promise<void> => {
    busy.value = true;
    await forgetAll();
    forgetSettings();
    sure.value = busy.value = false;
    notice(t("web.settings.forgotten"));
    alertNow(t("web.settings.forgotten"));
    go("#/");
  };
  return (
    <section class="panel" aria-labelledby="set-data">
      <h2 id="set-data">{t("web.settings.data")}</h2>
      <p>{t("web.settings.data_where")}</p>
      {offlineReady.value && <p>{t("web.settings.offline")}</p>}
      {storage.value !== "ok" && <p class="note note-warn">{t(`web.storage.${storage.value}`)}</p>}
      <p class="row">
        {installer.value && <button type="button" class="btn" onClick={() => void install()}>{t("web.install.button")}</button>}
        <button type="button" class="btn" onClick={() => { resetSettings(); alertNow(t("web.settings.reset_done")); }}>{t("web.settings.reset")}</button>
        <button type="button" class="btn btn-danger" aria-expanded={sure.value} onClick={() => { sure.value = !sure.value; }}>{t("web.settings.forget")}</button>
      </p>
      {sure.value && (
        <div class="note note-danger" role="group" aria-label={t("web.settings.forget")}>
          <p>{t("web.settings.forget_what")}</p>
          <p class="row">
            <button type="button" class="btn btn-danger" ref={yes} disabled={busy.value} data-forget onClick={() => void forget()}>{t("web.settings.forget_yes")}</button>
            <button type="button" class="btn" onClick={() => { sure.value = false; }}>{t("web.settings.forget_no")}</button>
          </p>
        </div>
      )}
    </section>
  );
}

export default function Settings() {
  const at = query.value["at"];
  useEffect(() => { if (at === "keys") document.getElementById("set-keys")?.scrollIntoView(); }, [at]);
  return (
    <div class="page narrow settings" data-screen="settings">
      <h1>{t("web.title.settings")}</h1>
      <You />
      <Look />
      <Play />
      <Sound />
      <Keys />
      <Data />
      <p><a href="#/about">{t("web.title.about")}</a></p>
    </div>
  );
}
