// Votes under way, and other things that want an answer: a line above the actions, never over the board.
import { t } from "../core/i18n";
import type { Table } from "../core/table";
import { playerName } from "./describe";

export function Votes({ table }: { table: Table }) {
  const vote = table.vote.value;
  const invite = table.invite?.value;
  const players = table.players.value;
  const me = table.me.value.player;
  const named = (n: number | undefined) => playerName(players.find((p) => p.player === n), me);
  return (
    <>
      {vote && (
        <div class="vote" data-vote={vote.what}>
          <p>
            {vote.what === "undo" ? (vote.by === me ? t("web.vote.undo_mine") : t("web.vote.undo", { name: named(vote.by) }))
              : vote.what === "delete" ? (vote.by === me ? t("web.vote.delete_mine") : t("web.vote.delete", { name: named(vote.by) }))
              : vote.by === me ? t("web.vote.bot_mine", { name: named(vote.player) }) : t("web.vote.bot", { name: named(vote.by), who: named(vote.player) })}
            {" "}{t("web.vote.need", { names: vote.need.map(named).join(", ") })}
          </p>
          {me !== null && vote.need.includes(me) && (
            <span class="row">
              <button type="button" class="btn btn-small btn-primary" onClick={() => table.answer(vote.vote, true)}>{t("web.vote.yes")}</button>
              <button type="button" class="btn btn-small" onClick={() => table.answer(vote.vote, false)}>{t("web.vote.no")}</button>
            </span>
          )}
        </div>
      )}
      {invite && (
        <div class="vote" data-vote="invite">
          <p>{t("web.vote.invite", { name: named(invite.by), n: invite.rev })}</p>
          <a class="btn btn-small btn-primary" href={invite.href}>{t("web.vote.join")}</a>
        </div>
      )}
    </>
  );
}
