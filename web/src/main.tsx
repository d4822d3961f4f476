// The first module of the page, kept small: it asks for the words, the frame, the screen and the faces at the same time.
import { startFaces } from "./core/faces";
import { startWords } from "./core/i18n";
import { applySettings } from "./core/settings";
import { route } from "./router";
import { loadScreen } from "./screens";
import { warm } from "./warm";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/themes.css";
import "./style/base.css";
import "./ui/frame.css";

applySettings();

/** Without the words there is nothing to word this with: both languages, as they stand in the catalogue. */
async function failed(why: unknown): Promise<void> {
  const root = document.getElementById("app");
  if (!root) return;
  const { default: show } = await import("./ui/failed");
  show(root, why);
}

const faces = startFaces();
const words = startWords();
const app = import("./app");
const first = { route: route.value, screen: loadScreen(route.value) };
warm(first.route, Promise.all([words, app, first.screen]));

Promise.all([words, app, faces])
  .then(([, m]) => m.start(document.getElementById("app")!, first))
  .catch(failed);
