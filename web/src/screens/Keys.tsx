// Every key, on one page. The same list stands in the side slot of a table ("?").
import { t } from "../core/i18n";
import { KeyList } from "../ui/KeyList";
import "./settings.css";

export default function Keys() {
  return (
    <section class="page narrow" data-screen="keys">
      <h1>{t("web.title.keys")}</h1>
      <p>{t("web.keys.intro")}</p>
      <KeyList />
      <p><a class="btn" href="#/settings?at=keys">{t("web.keys.remap")}</a></p>
    </section>
  );
}
