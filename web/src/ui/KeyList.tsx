// All keys: those that are always the same, and the commands, each of which can be given another key.
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { commands, defaultKeys, isFixed, keymap, remap, type Command } from "../core/keymap";
import { settings } from "../core/settings";
import { announce } from "./live";

const fixed = ["tab", "arrows", "enter", "digits", "escape"] as const;
const signs: Record<(typeof fixed)[number], string[]> = {
  tab: ["Tab"], arrows: ["←", "↑", "→", "↓"], enter: [], digits: ["1", "…", "9"], escape: [],
};

const keyName = (key: string): string => (key === " " ? t("web.keys.space") : key.length === 1 ? key.toUpperCase() : key);

function Signs({ what }: { what: (typeof fixed)[number] }) {
  const keys = what === "enter" ? [t("web.keys.key_enter"), t("web.keys.space")] : what === "escape" ? [t("web.keys.key_escape")] : signs[what];
  return <>{keys.map((k) => (k === "…" ? " … " : <kbd key={k}>{k}</kbd>))}</>;
}

function KeyButton({ command }: { command: Command }) {
  const waiting = useSignal(false);
  const fault = useSignal("");
  const key = keymap.value[command];
  const onKeyDown = (e: KeyboardEvent): void => {
    if (!waiting.value) return;
    if (e.key === "Tab") { waiting.value = false; return; }
    if (/^(Shift|Control|Alt|AltGraph|Meta|Dead|CapsLock)$/.test(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
    if (e.key === "Escape") { waiting.value = false; return; }
    const pressed = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (isFixed(pressed) || e.ctrlKey || e.altKey || e.metaKey) {
      fault.value = t("web.keys.taken", { key: keyName(pressed) });
      announce(fault.value);
      return;
    }
    remap(command, pressed);
    waiting.value = false;
    fault.value = "";
    announce(t("web.keys.now", { key: keyName(pressed), what: t(`web.keys.do.${command}`) }));
  };
  return (
    <>
      <button type="button" class="btn btn-small key-button" aria-pressed={waiting.value} data-key-of={command}
        aria-label={t("web.keys.change", { what: t(`web.keys.do.${command}`), key: keyName(key) })}
        onClick={() => { waiting.value = !waiting.value; fault.value = ""; }} onKeyDown={onKeyDown} onBlur={() => { waiting.value = false; }}>
        {waiting.value ? t("web.keys.press") : <kbd>{keyName(key)}</kbd>}
      </button>
      {fault.value && <span class="help key-fault">{fault.value}</span>}
    </>
  );
}

/** With `remap` each key is a button that waits for another one. */
export function KeyList({ remap: change }: { remap?: boolean }) {
  return (
    <table class="keys">
      <tbody>
        {!change && fixed.map((f) => <tr key={f}><th scope="row"><Signs what={f} /></th><td>{t(`web.keys.fixed.${f}`)}</td></tr>)}
        {commands.map((c) => (
          <tr key={c}>
            <th scope="row">{change ? <span>{t(`web.keys.do.${c}`)}</span> : <kbd>{keyName(keymap.value[c])}</kbd>}</th>
            <td>{change ? <KeyButton command={c} /> : t(`web.keys.do.${c}`)}
              {change && keymap.value[c] !== defaultKeys[c] && <span class="help"> {t("web.keys.first", { key: keyName(defaultKeys[c]) })}</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const hasOwnKeys = (): boolean => Object.keys(settings.keys.value).length > 0;
