// #/learn/GAME: a first game, explained step by step, on the same table as every game.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import { forget, keptGame, loadKept } from "../core/kept";
import { newLocal, openTable } from "../core/open";
import { plainRefusal } from "../core/refused";
import type { Table } from "../core/table";
import { go, href } from "../router";
import { TableScreen } from "../ui/TableScreen";
import { Coach } from "./Coach";
import { loadLesson } from "./load";
import { readProgress, writeProgress, type Progress } from "./progress";
import { playTo } from "./replay";
import { seatsOf, standing, whereIs, type Lesson } from "./script";

interface Here { table: Table; lesson: Lesson; progress: Progress }

const keyOf = (id: string): string => `local:${id}`;

/** The table, at which bots play by the script as long as it is followed. */
async function openAt(lesson: Lesson, id: string): Promise<Table> {
  const table = await openTable({ local: id });
  table.partner = (entries) => whereIs(lesson, standing(entries)).due;
  return table;
}

/** A new game of the lesson, played by its script as far as the step. */
async function begin(lesson: Lesson, step: number): Promise<Here> {
  const id = await newLocal(lesson.game, lesson.options, seatsOf(lesson), lesson.seed);
  const table = await openAt(lesson, id);
  if (step > 0) await playTo(table, lesson, step);
  return { table, lesson, progress: { table: id, step, mode: "on", done: false, told: [] } };
}

/** The lesson that was left, if its game is still here, else a new one. */
async function resume(game: string): Promise<Here | null> {
  const lesson = await loadLesson(game);
  if (!lesson) return null;
  const progress = readProgress(game);
  await loadKept();
  const kept = progress && keptGame(keyOf(progress.table));
  if (!progress || !kept || kept.state === "over") return begin(lesson, 0);
  // coming here again is asking for the lesson again
  const mode = progress.mode === "off" ? (progress.done ? "tips" : "on") : progress.mode;
  return { table: await openAt(lesson, progress.table), lesson, progress: { ...progress, mode } };
}

export default function LearnScreen({ game }: { game: string }) {
  const here = useSignal<Here | null>(null);
  const state = useSignal<"loading" | "none" | { fault: string } | "ok">("loading");

  const show = (h: Here | null): void => {
    here.peek()?.table.close();
    here.value = h;
    void h?.table.history();
    if (h) writeProgress(game, h.progress);
    state.value = h ? "ok" : "none";
  };
  const attempt = (make: () => Promise<Here | null>): void => {
    state.value = "loading";
    make().then(show, (e) => { state.value = { fault: plainRefusal(e).text }; });
  };
  useEffect(() => {
    attempt(() => resume(game));
    return () => here.peek()?.table.close();
  }, [game]);

  const save = (progress: Progress): void => {
    const now = here.peek();
    if (!now) return;
    here.value = { ...now, progress };
    writeProgress(game, progress);
  };
  const again = (step: number): void => {
    const now = here.peek();
    if (!now) return;
    attempt(async () => {
      const h = await begin(now.lesson, step);
      void forget(keyOf(now.progress.table)).catch(() => {});
      return h;
    });
  };

  const now = here.value;
  if (state.value === "loading" || (state.value === "ok" && !now))
    return <section class="page" data-screen="learn"><p class="soft" role="status">{t("web.learn.loading")}</p></section>;
  if (state.value === "none")
    return <section class="page" data-screen="learn"><h1>{t("web.learn.title")}</h1><p>{t("web.learn.none")}</p><p><a class="btn" href="#/">{t("web.learn.home")}</a></p></section>;
  if (typeof state.value === "object" || !now)
    return (
      <section class="page" data-screen="learn">
        <h1>{t("web.learn.title")}</h1>
        <p class="note note-danger" role="alert">{typeof state.value === "object" ? state.value.fault : ""}</p>
        <p class="row">
          <button type="button" class="btn btn-primary" onClick={() => attempt(() => resume(game))}>{t("web.learn.retry")}</button>
          <a class="btn" href="#/">{t("web.learn.home")}</a>
        </p>
      </section>
    );
  return (
    <div class="learn" data-screen="learn">
      <TableScreen key={now.progress.table} table={now.table}
        coach={<Coach table={now.table} lesson={now.lesson} progress={now.progress} save={save} again={again}
          leave={() => go(href({ at: "table", local: now.progress.table }), true)} />} />
    </div>
  );
}
