// A record or scenario from outside: chosen, dropped anywhere, or pasted. It opens as a game of this browser, at its beginning.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import { unpackRecord } from "../core/replaylink";
import { go, query } from "../router";
import { busy, FileButton, openText, placeOf, recover, refused } from "./parts/drop";
import { Icon } from "./parts/Icon";
import "./around.css";
import "./import.css";

export default function Import() {
  const pasted = useSignal("");
  const torn = useSignal(false);
  // A link that holds a game: it opens at once. What is wrong with it is told as for a file.
  const packed = query.value["r"];
  useEffect(() => {
    if (packed === undefined) return;
    torn.value = false;
    unpackRecord(packed).then((text) => {
      go("#/replay", true); // "back" does not open it once more
      return openText(t("web.over.link"), new TextEncoder().encode(text));
    }, () => { torn.value = true; });
  }, [packed]);
  const bad = refused.value;
  const game = bad && /^game ([a-z]+) |"game"\s*:\s*"([a-z]+)"/m.exec(bad.text);
  const rule = bad?.why.rule && game ? `#/rules/${game[1] ?? game[2]}/${bad.why.rule}` : null;
  return (
    <div class="page import" data-screen="replay">
      <h1>{t("web.import.title")}</h1>
      <p>{t("web.import.intro")}</p>
      {torn.value && <p class="note note-danger" role="alert" data-fault="link"><Icon name="warn" /> {t("web.import.link_bad")}</p>}
      {bad && (
        <div class="note note-danger stack" data-fault={bad.why.status}>
          <p><Icon name="warn" /> <strong>{t("web.import.cannot", { name: bad.name })}</strong></p>
          <p>{bad.why.where && <span class="chip">{placeOf(bad.why.where)}</span>} {bad.why.text}{rule && <> <a href={rule}>{bad.why.rule}</a></>}</p>
          <p class="help">{t("web.import.nothing_lost")}</p>
          {bad.why.detail && <details><summary>{t("web.import.detail")}</summary><p lang="en" data-detail>{bad.why.detail}</p></details>}
          <p class="row">
            {bad.why.entries !== undefined && <button type="button" class="btn btn-small" data-recover onClick={() => void recover()}><Icon name="undo" />{t("web.import.recover", { n: bad.why.entries })}</button>}
            <button type="button" class="btn btn-small btn-quiet" onClick={() => { refused.value = null; }}>{t("web.frame.close")}</button>
          </p>
        </div>
      )}
      <div class="drop-here">
        <Icon name="file" />
        <p>{t("web.import.drop_here")}</p>
        <FileButton primary />
      </div>
      <form class="stack" onSubmit={(e) => {
        e.preventDefault();
        if (pasted.value.trim()) void openText(t("web.import.pasted"), new TextEncoder().encode(pasted.value.replace(/\r\n?/g, "\n")));
      }}>
        <div class="field">
          <label for="paste">{t("web.import.paste")}</label>
          <textarea id="paste" rows={6} spellcheck={false} autocomplete="off" placeholder="veillee-record 1" value={pasted.value} onInput={(e) => { pasted.value = e.currentTarget.value; }} />
        </div>
        <p><button type="submit" class="btn" aria-disabled={busy.value || !pasted.value.trim()}><Icon name="history" />{busy.value ? t("web.import.reading") : t("web.import.open")}</button></p>
      </form>
    </div>
  );
}
