// The campaign that a new game is played for, and what a campaign has won.
import { useSignal } from "@preact/signals";
import { campaignsOf, dropCampaign, exportName, exportText, importCampaign, isWon, newCampaign, restoreCampaign, ticksOf, type Campaign } from "../../core/campaign";
import { lang, t } from "../../core/i18n";
import type { GameInfo, SagaInfo } from "../../core/proto";
import { plainRefusal } from "../../core/refused";
import { save } from "../../ui/Guard";
import { alertNow, announce } from "../../ui/live";
import { Icon } from "./Icon";
import "./campaign.css";

const FILE_MAX = 256 << 10;

/** Each count with what it brings. */
export function Counts({ saga, counts }: { saga: SagaInfo; counts: Record<string, number> }) {
  const l = lang.value;
  return (
    <table class="campaign-counts">
      <caption>{t("web.campaign.caption")}</caption>
      <tbody>{saga.counts.map(({ key, names, brings }) => {
        const n = counts[key] ?? 0;
        return (
          <tr key={key} data-count={key} data-value={n}>
            <th scope="row">{names[l]}</th>
            <td class="campaign-ticks"><span aria-hidden="true">{Array.from({ length: saga.most }, (_, i) => <i key={i} class={i < n ? "tick tick-on" : "tick"} />)}</span>
              <span class="visually-hidden">{t("web.campaign.count", { n, most: saga.most })}</span></td>
            <td class="help">{brings[l]}</td>
          </tr>
        );
      })}</tbody>
    </table>
  );
}

/** A name that no other campaign of the game has. */
export function freshName(game: string): string {
  const taken = new Set(campaignsOf(game).map((c) => c.name));
  for (let n = 1; ; n++) {
    const name = t("web.campaign.called", { n });
    if (!taken.has(name)) return name;
  }
}

export function CampaignField({ g, saga, chosen, choose }: { g: GameInfo; saga: SagaInfo; chosen: string; choose: (id: string) => void }) {
  const fault = useSignal("");
  const gone = useSignal<Campaign | null>(null);
  const list = campaignsOf(g.id);
  const c = list.find((x) => x.id === chosen);
  async function make(how: () => Promise<Campaign>) {
    fault.value = "";
    try {
      choose((await how()).id);
    } catch (e) {
      fault.value = t("web.campaign.refused", { why: plainRefusal(e).text });
      alertNow(fault.value);
    }
  }
  async function read(file: File | undefined) {
    if (!file) return;
    await make(async () => {
      if (file.size > FILE_MAX) throw { status: "too_large", text: t("web.import.large") };
      return importCampaign(g.id, freshName(g.id), await file.text());
    });
  }
  return (
    <fieldset class="choice campaign" data-campaign={chosen}>
      <legend>{t("web.campaign.legend")}</legend>
      <p class="help">{t("web.campaign.help")}</p>
      <div class="row">
        <select aria-label={t("web.campaign.legend")} data-campaign-choice value={c ? c.id : ""} onChange={(e) => {
          const id = e.currentTarget.value;
          if (id === "new") void make(() => newCampaign(g.id, freshName(g.id)));
          else choose(id);
        }}>
          <option value="">{t("web.campaign.none")}</option>
          {list.map((x) => <option key={x.id} value={x.id}>{t("web.campaign.named", { name: x.name, n: ticksOf(x) })}</option>)}
          <option value="new">{t("web.campaign.new")}</option>
        </select>
        {c && <button type="button" class="btn btn-small" data-campaign-export onClick={() => save(exportName(c), exportText(c))}><Icon name="download" />{t("web.campaign.export")}</button>}
        <label class="btn btn-small file-btn"><Icon name="file" />{t("web.campaign.import")}
          <input type="file" class="visually-hidden-input" data-campaign-import accept=".json,application/json" onChange={(e) => {
            const f = e.currentTarget.files?.[0];
            e.currentTarget.value = "";
            void read(f);
          }} />
        </label>
        {c && (
          <button type="button" class="btn btn-small btn-quiet" data-campaign-drop onClick={() => { gone.value = c; dropCampaign(c.id); choose(""); announce(t("web.campaign.dropped", { name: c.name })); }}>
            <Icon name="trash" />{t("web.campaign.drop")}
          </button>
        )}
      </div>
      {gone.value && (
        <p class="note row"><span class="grow">{t("web.campaign.dropped", { name: gone.value.name })}</span>
          <button type="button" class="btn btn-small" data-campaign-restore onClick={() => { restoreCampaign(gone.value!); choose(gone.value!.id); gone.value = null; }}><Icon name="undo" />{t("web.mine.undo")}</button></p>
      )}
      {fault.value && <p class="fault" data-campaign-fault><Icon name="warn" />{fault.value}</p>}
      {c && isWon(c, saga) && <p class="note note-ok">{t("web.campaign.won")}</p>}
      {c && <Counts saga={saga} counts={c.file.counts} />}
    </fieldset>
  );
}
