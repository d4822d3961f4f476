// Votes under way, and other things that want an answer: a line above the actions, never over the board.
import { t } from "../core/i18n";
import type { Player, Vote } from "../core/proto";
import type { Table } from "../core/table";
import { playerName } from "./describe";

/** A vote in a sentence, for whoever reads it. */
export function wordVote(vote: Vote, players: readonly Player[], me: number | null): string {
  const named = (n: number | undefined): string => playerName(players.find((p) => p.player === n), me);
  const name = named(vote.by);
  switch (vote.what) {
    case "undo": return vote.by === me ? t("web.vote.undo_mine") : t("web.vote.undo", { name });
    case "delete": return vote.by === me ? t("web.vote.delete_mine") : t("web.vote.delete", { name });
    case "bot": return vote.by === me ? t("web.vote.bot_mine", { name: named(vote.player) }) : t("web.vote.bot", { name, who: named(vote.player) });
  }
}

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
            {wordVote(vote, players, me)} {t("web.vote.need", { names: vote.need.map(named).join(", ") })}
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
          <p>{invite.rev === 0 ? t("web.vote.rematch", { name: named(invite.by) }) : t("web.vote.invite", { name: named(invite.by), n: invite.rev })}</p>
          <a class="btn btn-small btn-primary" href={invite.href}>{t("web.vote.join")}</a>
        </div>
      )}
    </>
  );
}
