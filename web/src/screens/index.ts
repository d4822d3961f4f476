// Which module shows which address. Each is loaded when it is first needed.
import type { ComponentType } from "preact";
import { allWords } from "../core/i18n";
import type { Route } from "../router";

type Props<K extends Route["at"]> = Omit<Extract<Route, { at: K }>, "at">;
type Loaders = { [K in Route["at"]]: () => Promise<{ default: ComponentType<Props<K>> }> };

const screens: Loaders = {
  home: () => import("./Home"),
  new: () => import("./NewGame"),
  table: () => import("./Table"),
  room: () => import("./Join"),
  tables: () => import("./Lobby"),
  games: () => import("./Mine"),
  rules: () => import("../rules/RulesScreen"),
  learn: () => import("../tutorial/LearnScreen"),
  replay: () => import("./Import"),
  stats: () => import("./Stats"),
  settings: () => import("./Settings"),
  about: () => import("./About"),
  keys: () => import("./Keys"),
  unknown: () => import("./Unknown"),
};

export type Screen = ComponentType<Record<string, unknown>>;

export async function loadScreen(r: Route): Promise<Screen> {
  const words = /^(home|table|room)$/.test(r.at) ? null : allWords();
  const screen = await screens[r.at]();
  await words;
  return screen.default as unknown as Screen;
}
