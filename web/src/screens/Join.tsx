// The way to a table on the server: from a link, from the list, or coming back. Whatever goes wrong is told here in words.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { gameName, t } from "../core/i18n";
import { forget, keptGame, loadKept } from "../core/kept";
import type { Where } from "../core/open";
import { settings } from "../core/settings";
import type { Table } from "../core/table";
import { go, query } from "../router";
import TableScreen from "../ui/TableScreen";
import { playerName } from "../ui/describe";
import { Gone, troubleOf } from "./Gone";
import { Art } from "./parts/Art";
import { Icon } from "./parts/Icon";
import { cutName } from "./parts/NameField";
import { useTable } from "./parts/useTable";
import "./around.css";
import "./join.css";

/** Asked once per page, whatever the answer. */
let asked = false;

/** A guest comes by a link for the first time: to which game, by whom, with whom, in which language; and how to be called. */
function Welcome({ table, done }: { table: Table; done: () => void }) {
  const name = useSignal("");
  const me = table.me.value.player;
  const game = table.game.value;
  const others = table.players.value.filter((p) => p.player !== me);
  const host = others.find((p) => p.kind === "human" && p.name)?.name;
  const spoken = table.info.value?.lang;
  return (
    <div class="page welcome" data-screen="table" data-ask-name>
      <div class="welcome-card">
        <div class="welcome-art"><Art game={game} /></div>
        <form class="welcome-body" onSubmit={(e) => {
          e.preventDefault();
          const n = name.value.trim();
          if (n) {
            settings.name.value = n;
            table.name(n);
          }
          done();
        }}>
          <h1>{host ? t("web.join.invited", { name: host, game: gameName(game) }) : t("web.join.hello", { game: gameName(game) })}</h1>
          <ul class="welcome-who" aria-label={t("web.new.players")}>
            {others.map((p) => (
              <li key={p.player} class={"chip" + (p.kind === "open" ? " free" : "")} data-here={p.here ? "" : undefined}>
                <Icon name={p.kind === "bot" ? "robot" : p.kind === "open" ? "seat" : "person"} />
                {p.kind === "open" ? t("web.players.open") : playerName(p)}{p.kind === "human" && p.here && <span class="soft"> · {t("web.players.here")}</span>}
              </li>
            ))}
          </ul>
          {spoken && <p class="help"><Icon name="chat" /> {spoken === "fr" ? t("web.join.in_french") : t("web.join.in_english")}</p>}
          <div class="field">
            <label for="join-name">{t("web.join.name_why")}</label>
            <input id="join-name" autoFocus autocomplete="nickname" maxLength={60} value={name.value} placeholder={t("web.name.example")} onInput={(e) => { name.value = cutName(e.currentTarget.value); }} />
          </div>
          <p class="row">
            <button type="submit" class="btn btn-primary"><Icon name="play" />{t("web.join.sit")}</button>
            <button type="button" class="btn btn-quiet" onClick={done}>{t("web.join.skip")}</button>
            <a class="btn btn-quiet" href={`#/rules/${game}`}><Icon name="rules" />{t("web.home.rules")}</a>
          </p>
        </form>
      </div>
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
      return <Welcome table={table} done={() => { asked = true; named.value = true; }} />;
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
