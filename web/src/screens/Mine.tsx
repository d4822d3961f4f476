// My games, kept in this browser: go on, look back, take away, delete.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { forget, forgetAll, keep, kept, loadKept, recordOf, savedGame, saveGame, storage, type Saved } from "../core/kept";
import { hrefOf, openTable } from "../core/open";
import { plainRefusal } from "../core/refused";
import type { Kept } from "../core/table";
import { save } from "../ui/Guard";
import { announce, alertNow } from "../ui/live";
import { FileButton } from "./parts/drop";
import { gameCards, gameName } from "./parts/games";
import { GameRow, inOrder, names } from "./parts/GameRow";
import { Icon } from "./parts/Icon";
import { SharePanel } from "./parts/SharePanel";
import { ago } from "./parts/when";
import "./around.css";
import "./mine.css";

type Filter = "all" | "running" | "over";

/** "runemasters-2026-11-15.veillee" */
export function fileName(k: Kept): string {
  const d = new Date(k.updated);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${k.game}-${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}-${two(d.getHours())}${two(d.getMinutes())}.veillee`;
}

async function recordText(k: Kept): Promise<string> {
  const saved = k.kind === "local" ? await recordOf(k.id) : undefined;
  if (saved) return saved;
  const table = await openTable(k.kind === "local" ? { local: k.id } : { room: k.room ?? "", ...(k.token && { token: k.token }) });
  try {
    return await table.record();
  } finally {
    table.close();
  }
}

function Tools({ k, gone, shared }: { k: Kept; gone: (k: Kept) => void; shared: { value: string } }) {
  const busy = useSignal(false);
  const what = `${gameName(k.game)}, ${names(k)}, ${ago(k.updated)}`;
  async function download() {
    busy.value = true;
    try {
      save(fileName(k), await recordText(k));
      announce(t("web.mine.downloaded", { name: fileName(k) }));
    } catch (e) {
      alertNow(plainRefusal(e).text);
    } finally {
      busy.value = false;
    }
  }
  return (
    <>
      <a class="btn btn-small" href={`${hrefOf(k)}?rev=0`} data-replay aria-label={t("web.mine.replay_what", { what })}><Icon name="history" />{t("web.mine.replay")}</a>
      <button type="button" class="btn btn-small" data-download aria-disabled={busy.value} onClick={download} aria-label={t("web.mine.download_what", { what })}><Icon name="download" />{t("web.mine.download")}</button>
      {k.links && k.links.length > 0 && k.state !== "over" && (
        <button type="button" class="btn btn-small" aria-expanded={shared.value === k.id} onClick={() => { shared.value = shared.value === k.id ? "" : k.id; }} aria-label={t("web.mine.share_what", { what })}><Icon name="link" />{t("web.mine.share")}</button>
      )}
      <button type="button" class="btn btn-small btn-quiet" data-delete onClick={() => gone(k)} aria-label={t("web.mine.delete_what", { what })}><Icon name="trash" />{t("web.mine.delete")}</button>
    </>
  );
}

export default function Mine() {
  const filter = useSignal<Filter>("all");
  const game = useSignal("");
  const shared = useSignal("");
  const undo = useSignal<{ k: Kept; saved?: Saved }[]>([]);
  const sure = useSignal(false);
  const ready = useSignal(false);
  useEffect(() => { loadKept().finally(() => { ready.value = true; }); }, []);

  async function remove(k: Kept) {
    const saved = k.kind === "local" ? await savedGame(k.id) : undefined;
    await forget(k.id);
    undo.value = [{ k, ...(saved && { saved }) }];
    announce(t("web.mine.deleted", { game: gameName(k.game) }));
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-undo-delete]")?.focus());
  }
  async function restore() {
    for (const { k, saved } of undo.value) {
      if (saved) await saveGame(saved, k);
      else await keep(k);
    }
    undo.value = [];
    announce(t("web.mine.restored"));
  }
  async function removeAll() {
    await forgetAll();
    sure.value = false;
    undo.value = [];
    announce(t("web.mine.all_deleted"));
  }

  const all = inOrder(kept.value);
  const games = [...new Set(all.map((k) => k.game))];
  const shown = all.filter((k) => (filter.value === "all" || (filter.value === "over") === (k.state === "over")) && (!game.value || k.game === game.value));
  const count = (f: Filter) => all.filter((k) => f === "all" || (f === "over") === (k.state === "over")).length;
  return (
    <div class="page mine" data-screen="games">
      <h1>{t("web.mine.title")}</h1>
      <p class="soft">{storage.value === "ok" ? t("web.mine.where") : t("web.mine.not_kept")}</p>
      {undo.value.length > 0 && (
        <div class="note row undo-bar" data-deleted>
          <span class="grow">{t("web.mine.deleted", { game: gameName(undo.value[0]!.k.game) })}</span>
          <button type="button" class="btn btn-small" data-undo-delete onClick={restore}><Icon name="undo" />{t("web.mine.undo")}</button>
          <button type="button" class="btn btn-small btn-quiet" onClick={() => { undo.value = []; }}>{t("web.frame.close")}</button>
        </div>
      )}
      {all.length > 0 && (
        <div class="row mine-bar">
          <div class="segments" role="group" aria-label={t("web.mine.filter")}>
            {(["all", "running", "over"] as const).map((f) => (
              <button key={f} type="button" class="segment-btn" aria-pressed={filter.value === f} onClick={() => { filter.value = f; }}>{t(`web.mine.filter_${f}`, { n: count(f) })}</button>
            ))}
          </div>
          {games.length > 1 && (
            <label class="row"><span>{t("web.lobby.game")}</span>
              <select value={game.value} onChange={(e) => { game.value = e.currentTarget.value; }}>
                <option value="">{t("web.lobby.all")}</option>
                {games.map((g) => <option key={g} value={g}>{gameName(g)}</option>)}
              </select>
            </label>
          )}
        </div>
      )}
      {shown.length > 0
        ? (
          <ul class="game-list wide">
            {shown.map((k) => (
              <GameRow key={k.id} k={k} share={shared.value === k.id && <SharePanel links={k.links ?? []} me={k.player ?? null} {...(k.watch && { watch: k.watch })} />}>
                <Tools k={k} gone={remove} shared={shared} />
              </GameRow>
            ))}
          </ul>
        )
        : ready.value && (
          <div class="empty">
            <Icon name="fire" />
            <p>{all.length > 0 ? t("web.mine.none_such") : t("web.mine.none")}</p>
            {all.length === 0 && <a class="btn btn-primary" href={`#/new/${gameCards()[0]!.id}`}><Icon name="plus" />{t("web.home.new")}</a>}
          </div>
        )}
      <div class="row mine-foot">
        <FileButton />
        <a class="btn" href="#/stats"><Icon name="stats" />{t("web.home.figures")}</a>
        {all.length > 0 && !sure.value && <button type="button" class="btn btn-danger" data-delete-all onClick={() => { sure.value = true; requestAnimationFrame(() => document.getElementById("sure")?.focus()); }}><Icon name="trash" />{t("web.mine.delete_all")}</button>}
      </div>
      {sure.value && (
        <div class="note note-danger stack" role="group" aria-labelledby="sure">
          <p id="sure" tabIndex={-1}>{t("web.mine.sure", { n: all.length })}</p>
          <p class="row">
            <button type="button" class="btn btn-danger" data-delete-sure onClick={removeAll}><Icon name="trash" />{t("web.mine.delete_sure")}</button>
            <button type="button" class="btn" onClick={() => { sure.value = false; }}>{t("web.mine.keep")}</button>
          </p>
        </div>
      )}
    </div>
  );
}
