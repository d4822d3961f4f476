// The teacher: one idea at a time, between the prompt and the board, pointing at what it speaks of.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../core/i18n";
import type { Table } from "../core/table";
import { Icon } from "../ui/icons";
import { announce } from "../ui/live";
import { point } from "./point";
import type { Progress } from "./progress";
import { moveOf, standing, tipFor, whereIs, type Lesson } from "./script";
import "./coach.css";

interface Props {
  table: Table;
  lesson: Lesson;
  progress: Progress;
  save: (p: Progress) => void;
  /** The same game again up to the step, or from its beginning. */
  again: (step: number) => void;
  leave: () => void;
}


export function Coach({ table, lesson, progress, save, again, leave }: Props) {
  const menu = useSignal(false);
  const { steps } = lesson;
  const l = lang.value;
  const actions = table.actions.value;
  const view = table.view.value;
  const ready = actions !== null && view !== null && table.cursor.value === null;
  const entries = table.entries.value;
  const isKnown = table.live.value !== null && (entries.at(-1)?.rev ?? 0) === table.live.value.rev && (entries[0]?.rev ?? 1) === 1;
  const place = isKnown ? whereIs(lesson, standing(entries)) : { on: progress.mode === "on", first: progress.step, next: progress.step };

  // The step follows what was played; a move taken back brings its step back.
  const step = Math.min(Math.max(progress.step, place.first), place.next);
  const mode = progress.mode === "off" || progress.done ? progress.mode : place.on ? "on" : "tips";
  useEffect(() => {
    if (step !== progress.step || mode !== progress.mode) save({ ...progress, step, mode });
  }, [step, mode]);
  const strayed = mode === "tips" && !progress.done;
  const shown = mode === "on" ? steps[step] : undefined;

  // A remark stays for the decision that it came with.
  const tip = useSignal<{ id: string; rev: number } | null>(null);
  const rev = view?.rev ?? -1;
  const due = mode === "tips" && ready ? tipFor(lesson, view, actions.actions, progress.told, progress.done) : undefined;
  const left = useSignal<number | null>(null);
  useEffect(() => {
    left.value = strayed ? (left.peek() ?? rev) : null;
    if (tip.peek()?.rev === rev || !ready || left.peek() === rev) return;
    tip.value = due ? { id: due.id, rev } : null;
    if (due) save({ ...progress, step, mode, told: [...progress.told, due.id] });
  }, [rev, ready, mode]);
  const told = lesson.tips.find((x) => x.id === tip.value?.id);

  const text = shown ? shown.text[l] : mode === "tips" && told ? t("web.learn.tip", { text: told.text[l] }) : strayed && left.value === rev ? t("web.learn.strayed") : "";
  useEffect(() => { if (text) announce(text); }, [text]);
  const move = shown && ready ? moveOf(shown, actions.actions) : undefined;
  const pointed = shown?.point?.join() ?? "";
  useEffect(() => {
    if (!shown) return;
    return point(shown.point ?? [], move ? [move] : []);
  }, [shown, pointed, move]);
  useEffect(() => { menu.value = false; }, [step, mode]);

  if (mode === "off" || table.over.value || (!text && !strayed)) return null;
  const go = (): void => {
    if (!shown) return;
    if (shown.expect) {
      if (move) table.move(move);
    } else if (step + 1 >= steps.length) save({ ...progress, step, mode: "tips", done: true });
    else save({ ...progress, step: step + 1, mode });
  };
  const last = step + 1 >= steps.length;
  const doing = Boolean(shown?.expect);
  const close = (): void => { save({ ...progress, step, mode: "off" }); leave(); };
  const label = doing ? t("web.learn.skip") : last ? t("web.learn.play_on") : t("web.learn.next");

  return (
    <section class="coach" data-coach-step={shown?.id ?? mode} data-do={doing ? "" : undefined}
      data-forecast={!shown || actions?.actions.find((a) => a.id === move)?.ends ? "" : undefined} aria-label={t("web.learn.title")}>
      {shown && <div class="coach-bar" aria-hidden="true" style={{ "--part": (step + 1) / steps.length }} />}
      <div class="coach-body">
        {!menu.value && text && <p class="coach-text">{text}{doing && <span class="coach-free"> {t("web.learn.free")}</span>}</p>}
        {menu.value && (
          <div class="coach-menu">
            {strayed && <button type="button" class="btn btn-small" data-coach-do="back" onClick={() => again(step)}>{t("web.learn.back")}</button>}
            <button type="button" class="btn btn-small" data-coach-do="restart" onClick={() => again(0)}>{t("web.learn.restart")}</button>
            <button type="button" class="btn btn-small" data-coach-do="leave" onClick={close}>{t("web.learn.leave")}</button>
          </div>
        )}
      </div>
      <div class="coach-buttons">
        {shown && !menu.value && (
          <button type="button" class={doing ? "btn coach-go" : "btn btn-primary coach-go"} data-coach-do={doing ? "skip" : "next"}
            aria-disabled={doing && !move ? "true" : undefined} onClick={go}>{label}</button>
        )}
        {strayed && !menu.value && <button type="button" class="btn coach-go" data-coach-do="back" onClick={() => again(step)}>{t("web.learn.back")}</button>}
        {shown || strayed ? (
          <button type="button" class="coach-more" data-coach-do="menu" aria-expanded={menu.value} aria-label={shown ? t("web.learn.menu_at", { n: step + 1, of: steps.length }) : t("web.learn.menu")}
            onClick={() => { menu.value = !menu.value; }}>
            {shown && <span class="coach-count">{step + 1}/{steps.length}</span>}<Icon name={menu.value ? "close" : "more"} />
          </button>
        ) : (
          <button type="button" class="btn btn-quiet btn-icon" data-coach-do="close" aria-label={t("web.learn.close")} onClick={() => { tip.value = null; }}><Icon name="close" /></button>
        )}
      </div>
    </section>
  );
}
