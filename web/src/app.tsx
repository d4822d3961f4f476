// The page: the frame, and in it the screen of the address.
import { render, type ComponentType } from "preact";
import { effect, signal, useSignal, useSignalEffect } from "@preact/signals";
import { t } from "./core/i18n";
import { startPwa } from "./core/pwa";
import { route, type Route } from "./router";
import { loadScreen, type Screen } from "./screens";
import { watchDensity } from "./ui/density";
import { Frame } from "./ui/Frame";
import { Failed, Guard, watchFaults } from "./ui/Guard";

/** The screen that is shown, with the address that it was made for. */
const shown = signal<{ route: Route; screen: Screen } | null>(null);
const fault = signal<unknown>(null);

async function follow(to: Route, loading: Promise<Screen>): Promise<void> {
  try {
    const screen = await loading;
    if (route.peek() === to) {
      fault.value = null;
      shown.value = { route: to, screen };
    }
  } catch (e) {
    if (route.peek() === to) fault.value = e;
  }
}

function App() {
  const now = shown.value;
  const slow = useSignal(false);
  useSignalEffect(() => {
    if (shown.value?.route === route.value) return;
    const timer = setTimeout(() => { slow.value = true; }, 300);
    return () => { clearTimeout(timer); slow.value = false; };
  });
  const Shown = now?.screen as ComponentType<Record<string, unknown>> | undefined;
  return (
    <Frame busy={slow.value}>
      {fault.value ? <Failed error={fault.value} loading /> :
        now && Shown ? <Guard key={JSON.stringify(now.route)}><Shown {...now.route} /></Guard> :
          slow.value ? <p class="page" role="status">{t("web.frame.loading")}</p> : null}
    </Frame>
  );
}

/** first: the screen that was asked for while this module was on its way. */
export function start(root: HTMLElement, first: { route: Route; screen: Promise<Screen> }): void {
  effect(() => {
    const to = route.value;
    void follow(to, to === first.route ? first.screen : loadScreen(to));
  });
  root.replaceChildren();
  watchFaults();
  watchDensity();
  render(<App />, root);
  startPwa();
  void import("./screens/parts/drop").then((m) => m.installDrop(), () => {});
  void import("./core/follow").then((m) => m.startFollowing(), () => {});
}
