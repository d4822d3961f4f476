// The way to a table on the server: from a link, from the list, or coming back. Whatever goes wrong is told here in words.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { forget, keptGame, loadKept } from "../core/kept";
import type { Where } from "../core/open";
import { settings } from "../core/settings";
import type { Table } from "../core/table";
import { go, query } from "../router";
import TableScreen from "../ui/TableScreen";
import { Gone, troubleOf } from "./Gone";
import { Icon } from "./parts/Icon";
import { cutName } from "./parts/NameField";
import { useTable } from "./parts/useTable";

/** Asked once per page, whatever the answer. */
let asked = false;

function AskName({ table, done }: { table: Table; done: () => void }) {
  const name = useSignal("");
  return (
    <div class="page gone" data-screen="table" data-ask-name>
      <form class="gone-box" onSubmit={(e) => {
        e.preventDefault();
        const n = name.value.trim();
        if (n) {
          settings.name.value = n;
          table.name(n);
        }
        done();
      }}>
        <Icon name="person" class="gone-icon" />
        <h1>{t("web.join.hello")}</h1>
        <p>{t("web.join.name_why")}</p>
        <div class="field">
          <label for="join-name">{t("web.name.ask")}</label>
          <input id="join-name" autoFocus autocomplete="nickname" maxLength={60} value={name.value} onInput={(e) => { name.value = cutName(e.currentTarget.value); }} />
        </div>
        <p class="row">
          <button type="submit" class="btn btn-primary"><Icon name="play" />{t("web.join.sit")}</button>
          <button type="button" class="btn btn-quiet" onClick={done}>{t("web.join.skip")}</button>
        </p>
      </form>
    </div>
  );
}

export default function Join({ room, token }: { room: string; token?: string }) {
  const where = useSignal<Where | null>(null);
  const slow = useSignal(false);
  const named = useSignal(asked);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => { slow.value = true; }, 500);
    void loadKept().then(() => {
      if (gone) return;
      const known = keptGame(`net:${room}`);
      // I have a seat there already: a plain address finds it, and no second one is taken.
      if (!token && known?.token && known.player != null) go(`#/r/${room}/${known.token}`, true);
      else where.value = { room, ...(token && { token }), ...(!token && query.peek()["claim"] === "1" && { claim: true }) };
    });
    return () => { gone = true; clearTimeout(timer); };
  }, [room, token]);
  const { table, conn, again } = useTable(where.value);
  // A seat that was taken from the list is at its own address from now on: a reload comes back to it.
  const claimed = table?.info.value?.token;
  useEffect(() => { if (claimed && !token) history.replaceState(null, "", `#/r/${room}/${claimed}`); }, [claimed]);

  if (table?.live.value) {
    const me = table.me.value.player;
    const mine = me === null ? undefined : table.players.value.find((p) => p.player === me);
    if (mine && !mine.name && !settings.name.value && !named.value)
      return <AskName table={table} done={() => { asked = true; named.value = true; }} />;
    return <TableScreen table={table} />;
  }
  const trouble = troubleOf(conn, again);
  if (trouble)
    return (
      <Gone trouble={trouble} except={`net:${room}`}>
        {/^(room|token)$/.test(trouble.key) && keptGame(`net:${room}`) && (
          <p><button type="button" class="btn btn-small" onClick={async () => { await forget(`net:${room}`); go("#/games"); }}><Icon name="trash" />{t("web.gone.forget")}</button></p>
        )}
      </Gone>
    );
  return <div class="page gone" data-screen="table" aria-busy="true">{slow.value && <p class="soft">{t("web.join.coming")}</p>}</div>;
}
