// Who made this, under which licences, and what it does with what it knows about you: nothing.
import { Fragment } from "preact";
import { t } from "../core/i18n";
import { version } from "../core/version";
import { iconCredits, iconLicence } from "../gen/credits";
import { licences } from "../gen/licences";
import { games } from "../skins/about";
import "./settings.css";

export default function About() {
  return (
    <div class="page narrow about" data-screen="about">
      <h1>Veillée</h1>
      <p>{t("web.meta.about")}</p>
      <dl>
        <dt>{t("web.about.version")}</dt>
        <dd>{version.version} <span class="soft">({version.build})</span></dd>
        <dt>{t("web.about.licence")}</dt>
        <dd>{t("web.about.licence_text")}</dd>
      </dl>
      <section class="panel" aria-labelledby="about-private">
        <h2 id="about-private">{t("web.about.private")}</h2>
        <p>{t("web.about.private_none")}</p>
        <p>{t("web.about.private_here")}</p>
        <p>{t("web.about.private_server")}</p>
        <p><a class="btn" href="#/settings">{t("web.settings.forget")}</a></p>
      </section>
      <section class="panel" aria-labelledby="about-games">
        <h2 id="about-games">{t("web.about.games")}</h2>
        <p>{t("web.about.games_text")}</p>
        <dl>{games.filter((g) => g.by).map((g) => <Fragment key={g.id}><dt>{g.name}</dt><dd>{g.by}</dd></Fragment>)}</dl>
      </section>
      <section class="panel" aria-labelledby="about-icons">
        <h2 id="about-icons">{t("web.about.icons")}</h2>
        <p>{t("web.about.icons_text", { licence: iconLicence.name })} <a href={iconLicence.set} rel="noreferrer">{iconLicence.set.replace("https://", "")}</a>, <a href={iconLicence.url} rel="license noreferrer">{iconLicence.name}</a>.</p>
        <dl>
          {iconCredits.map(({ author, icons }) => <Fragment key={author}><dt>{author}</dt><dd>{icons.join(", ")}</dd></Fragment>)}
        </dl>
      </section>
      <section class="panel" aria-labelledby="about-parts">
        <h2 id="about-parts">{t("web.about.parts")}</h2>
        {licences.map((l) => (
          <details key={l.name}>
            <summary>{l.name} {l.version} ({l.licence})</summary>
            <pre tabIndex={0}>{l.text}</pre>
          </details>
        ))}
      </section>
    </div>
  );
}
