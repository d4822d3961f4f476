// A table that was just made: its links to send, and who has come.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { keep, kept, loadKept } from "../core/kept";
import { openTable } from "../core/open";
import type { Table } from "../core/table";
import { go } from "../router";
import { announce } from "../ui/live";
import { gameName } from "./parts/games";
import { Icon } from "./parts/Icon";
import { SharePanel, type SeatLink } from "./parts/SharePanel";
import "./around.css";

export { SharePanel };

const tokenOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export default function Share({ room }: { room: string }) {
  const table = useSignal<Table | null>(null);
  const ready = useSignal(false);
  const k = kept.value.find((x) => x.id === `net:${room}`);
  const token = k?.player === null ? undefined : k?.token;
  useEffect(() => { loadKept().finally(() => { ready.value = true; }); }, []);
  // With a seat of my own I am at the table while I send the others' links, and see them come.
  useEffect(() => {
    if (!token) return;
    let gone = false;
    let mine: Table | null = null;
    openTable({ room, token }).then((x) => {
      if (gone) x.close();
      else table.value = mine = x;
    }, () => {});
    return () => { gone = true; mine?.close(); };
  }, [room, token]);

  const players = table.value?.players.value;
  const missing = players?.filter((p) => p.kind !== "bot" && !p.here).length;
  useEffect(() => { if (missing === 0) announce(t("web.share.all_here")); }, [missing === 0]);

  if (!k) {
    if (!ready.value) return <div class="page" data-screen="share" aria-busy="true"><p class="soft">{t("web.new.loading")}</p></div>;
    return (
      <div class="page stack" data-screen="share">
        <h1>{t("web.share.title")}</h1>
        <p>{t("web.share.lost")}</p>
        <p class="row"><a class="btn btn-primary" href="#/games">{t("web.home.mine")}</a><a class="btn" href="#/">{t("web.home_link")}</a></p>
      </div>
    );
  }

  const me = token ? (k.player ?? null) : null;
  async function take(l: SeatLink) {
    await keep({ ...k!, token: tokenOf(l.path), player: l.player });
    go(l.path);
  }
  return (
    <div class="page share-page" data-screen="share">
      <h1>{t("web.share.title")}</h1>
      <p>{me === null ? t("web.share.choose", { game: gameName(k.game) }) : t("web.share.intro", { game: gameName(k.game) })}</p>
      {me !== null && (
        <div class="share-go">
          <a class="btn btn-primary" data-to-table href={`#/r/${room}/${token}`}><Icon name="play" />{t("web.share.go")}</a>
          <p class="help" data-missing={missing ?? ""}>{missing === undefined ? "" : missing === 0 ? t("web.share.all_here") : t("web.share.missing", { n: missing })}</p>
        </div>
      )}
      <SharePanel level={2} links={k.links ?? []} me={me} {...(k.watch && { watch: k.watch })} {...(players && { players })} {...(me === null && { take: (l: SeatLink) => void take(l) })} />
    </div>
  );
}
