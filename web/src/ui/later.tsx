// Parts of a screen that are loaded when they are first shown, with their words. A failure can be tried again.
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { allWords, t } from "../core/i18n";

type Loaded<P> = ComponentType<P> | "failed" | null;

/** quiet: what nobody waits for is simply not there until it is loaded. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, quiet = false): (props: P) => JSX.Element | null {
  const got = signal<Loaded<P>>(null);
  const fetch = (): void => {
    got.value = null;
    Promise.all([load(), allWords()]).then(([c]) => { got.value = c; }, () => { got.value = "failed"; });
  };
  return function Later(props: P) {
    useEffect(() => { if (typeof got.peek() !== "function") fetch(); }, []);
    const C = got.value;
    if (quiet && typeof C !== "function") return null;
    if (C === "failed")
      return <p class="note note-danger" role="alert">{t("web.later.failed")} <button type="button" class="btn btn-small" onClick={fetch}>{t("web.later.retry")}</button></p>;
    return C ? <C {...props} /> : <p class="soft" role="status">{t("web.frame.loading")}</p>;
  };
}
