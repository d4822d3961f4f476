// Times as people say them: "5 minutes ago".
import { lang, t } from "../../core/i18n";

const steps: [Intl.RelativeTimeFormatUnit, number][] = [["year", 31557600], ["month", 2629800], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

export function ago(ms: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - ms) / 1000);
  const f = new Intl.RelativeTimeFormat(lang.value, { numeric: "auto" });
  for (const [unit, size] of steps) if (seconds >= size) return f.format(-Math.floor(seconds / size), unit);
  return t("web.when.now");
}

/** A length of time in whole days, hours or minutes. */
export function howLong(s: number): string {
  if (s % 86400 === 0) return t("web.away.days", { n: s / 86400 });
  return s % 3600 === 0 ? t("web.away.hours", { n: s / 3600 }) : t("web.away.minutes", { n: Math.ceil(s / 60) });
}
