// At the end of a game: what it brought to its campaign, and the campaign kept by whoever took part.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { campaignAt, exportName, exportText, keepResult, tableKey } from "../core/campaign";
import { t } from "../core/i18n";
import { lobby } from "../core/open";
import type { SagaInfo } from "../core/proto";
import type { Table } from "../core/table";
import { Counts, freshName } from "../screens/parts/Campaign";
import { useAttempt } from "./attempt";
import { saveText } from "./files";
import { Icon } from "./icons";
import { announce } from "./live";

export function CampaignEnd({ table }: { table: Table }) {
  const { fault, attempt } = useAttempt();
  const saga = useSignal<SagaInfo | null>(null);
  const game = table.game.value;
  const told = table.over.value?.campaign;
  useEffect(() => {
    let here = true;
    lobby.gameInfo(game).then((g) => { if (here) saga.value = g.campaign ?? null; }, () => {});
    return () => { here = false; };
  }, [game]);
  if (!told || !saga.value) return null;
  const c = campaignAt(tableKey(table.id));
  const counted = c && !c.tables.includes(tableKey(table.id));
  return (
    <section class="over-campaign" data-campaign-end={counted ? "kept" : "open"}>
      <h4>{t("web.campaign.legend")}</h4>
      <p>{told.text}</p>
      {counted ? (
        <>
          <Counts saga={saga.value} counts={c.file.counts} />
          <p class="row"><button type="button" class="btn btn-small" data-campaign-export onClick={() => saveText(exportName(c), exportText(c))}><Icon name="download" />{t("web.campaign.export")}</button></p>
        </>
      ) : !c && (
        <p class="row"><button type="button" class="btn btn-small" data-campaign-keep onClick={attempt(async () => {
          await keepResult(table, saga.value!, freshName(game));
          announce(t("web.campaign.kept"));
        })}>{t("web.campaign.keep")}</button> <span class="help">{t("web.campaign.keep_help")}</span></p>
      )}
      {fault.value && <p class="note note-danger">{fault.value}</p>}
    </section>
  );
}
