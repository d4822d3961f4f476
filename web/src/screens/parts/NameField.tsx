// The player's name, typed once and kept.
import { useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../../core/i18n";
import { settings } from "../../core/settings";
import { Icon } from "./Icon";

/** Bytes, not letters, are what the server counts. */
export function cutName(name: string): string {
  let s = name.replace(/\s+/g, " ").trimStart();
  while (new TextEncoder().encode(s).length > 60) s = [...s].slice(0, -1).join("");
  return s;
}

/** "Ana, change", or the field. */
export function NameField() {
  const open = useSignal(settings.name.value === "");
  const box = useRef<HTMLInputElement>(null);
  const done = () => { if (settings.name.value.trim()) open.value = false; };
  if (!open.value)
    return (
      <p class="name-shown">
        <Icon name="person" />
        <span>{t("web.name.is", { name: settings.name.value })}</span>
        <button type="button" class="btn btn-quiet btn-small" onClick={() => { open.value = true; requestAnimationFrame(() => box.current?.focus()); }}>
          {t("web.name.change")}
        </button>
      </p>
    );
  return (
    <form class="name-form" onSubmit={(e) => { e.preventDefault(); done(); }}>
      <label for="my-name">{t("web.name.ask")}</label>
      <input id="my-name" ref={box} name="name" autocomplete="nickname" maxLength={60} value={settings.name.value}
        placeholder={t("web.name.example")} onInput={(e) => { settings.name.value = cutName(e.currentTarget.value); }} />
      {settings.name.value.trim() !== "" && <button type="submit" class="btn btn-small">{t("web.name.done")}</button>}
    </form>
  );
}
