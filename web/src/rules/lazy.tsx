// The panels of the rules for the side slot. They and the rules themselves are loaded when first opened.
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { allWords, t } from "../core/i18n";
import type { Props as RulesProps } from "./RulesPanel";
import type { Props as WhyProps } from "./WhyPanel";

type Loaded<P> = ComponentType<P> | "failed" | null;

/** Shows a component of a module that is loaded once; a failure can be tried again. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  const got = signal<Loaded<P>>(null);
  const fetch = (): void => {
    got.value = null;
    Promise.all([load(), allWords()]).then(([c]) => { got.value = c; }, () => { got.value = "failed"; });
  };
  return function Later(props: P) {
    useEffect(() => { if (typeof got.peek() !== "function") fetch(); }, []);
    const C = got.value;
    if (C === "failed")
      return <p class="note note-danger" role="alert">{t("web.rules.unavailable")} <button type="button" class="btn btn-small" onClick={fetch}>{t("web.rules.retry")}</button></p>;
    return C ? <C {...props} /> : <p class="soft" role="status">{t("web.rules.loading")}</p>;
  };
}

export const RulesPanel = later<RulesProps>(() => import("./RulesPanel").then((m) => m.RulesPanel));
export const WhyPanel = later<WhyProps>(() => import("./WhyPanel").then((m) => m.WhyPanel));
