// An address that is none.
import { t } from "../core/i18n";

export default function Unknown(_: { path: string }) {
  return (
    <section class="page stack" data-screen="unknown">
      <h1>{t("web.unknown.title")}</h1>
      <p>{t("web.unknown.text")}</p>
      <p><a class="btn btn-primary" href="#/">{t("web.frame.home")}</a></p>
    </section>
  );
}
