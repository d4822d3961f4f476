// Reflets d'Acide: both quests and the pursuit on top, the journey in the middle, what is at hand in its place or beside it, and the
// team board by board below. Places and paints only: what can be clicked, the words and the keys are those of Thing, ZoneBox and Do.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { painted } from "../../core/frame";
import { t } from "../../core/i18n";
import type { View } from "../../core/proto";
import type { Table } from "../../core/table";
import { CameraButton } from "../../ui/Camera";
import { density } from "../../ui/density";
import { fetchFlavour } from "../../ui/flavour";
import { later } from "../../ui/later";
import { touchesOf, type Previews } from "../../ui/marks";
import type { Select } from "../../ui/select";
import { useTelling } from "../../ui/useTelling";
import { Sign } from "./icon";
import { Journey } from "./Journey";
import { Boards, Ribbon, Rim } from "./Team";
import { sceneOf, Spread } from "./words";
import "./board.css";

interface Props { table: Table; sel: Select; previews?: Previews }
interface Part { table: Table; sel: Select; spread: Spread }

// No first decision needs these; they come as soon as the board stands.
const load = () => Promise.all([import("./scenes"), fetchFlavour("reflets")]).then(([scenes]) => scenes);
const Hand = later<Part>(() => load().then((m) => m.Hand));
const Pick = later<Part>(() => load().then((m) => m.Pick));
const Count = later<Part>(() => load().then((m) => m.Count));
const Destinations = later<Part>(() => load().then((m) => m.Destinations));

const BOTH_WIDE = 44, BOTH_HIGH = 31; // rem

function Shown({ table, sel, view }: Props & { view: View }) {
  const root = useRef<HTMLDivElement>(null), main = useRef<HTMLDivElement>(null);
  useEffect(() => { void painted().then(load).catch(() => {}); }, []);
  useTelling(table, root, () => import("./effects"));
  const actions = table.actions.value;
  const spread = useMemo(() => new Spread(view, actions?.actions ?? [], new Set(actions?.actions.flatMap(touchesOf))), [view, actions]);
  const part = { table, sel, spread };
  const scene = sceneOf(spread);
  const away = useSignal(false), listed = useSignal(false), room = useSignal<"one" | "beside" | "below">("one");
  useEffect(() => { away.value = false; }, [scene, view.turn.phase]);
  useLayoutEffect(() => {
    const box = main.current;
    if (!box) return;
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      room.value = box.clientWidth >= BOTH_WIDE * rem ? "beside" : box.clientHeight >= BOTH_HIGH * rem ? "below" : "one";
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, []);
  const full = scene === "pick" || scene === "count";
  const something = scene === "hand" || spread.of("trial").some((i) => i !== spread.gold) || spread.hazard !== undefined || spread.token !== undefined;
  const split = room.value !== "one" && !full && something;
  const shown = away.value && !split ? (scene === "map" ? "hand" : "map") : scene;
  const mapped = split || shown === "map";
  const goals = spread.actions.filter((a) => a.verb === "goto");
  const list = listed.value && mapped && goals.length > 0;
  const handed = split || shown === "hand";
  return (
    <div ref={root} class={`ra${view.seats.length === 1 ? " ra-alone" : ""}`} data-phase={view.turn.phase} data-scene={shown} data-room={room.value}>
      <div class="ra-frame" data-scroll>
        <Ribbon {...part} />
        <div ref={main} class={`ra-main${split ? ` ra-both ra-${room.value}` : ""}${list ? " ra-listing" : ""}`}>
          {mapped && !full && <Journey {...part} />}
          {list && <Destinations {...part} />}
          {shown === "pick" && <Pick {...part} />}
          {shown === "count" && <Count {...part} />}
          {handed && !full && <Hand {...part} />}
        </div>
        <Boards {...part} />
        <Rim {...part} hand={handed && !full}>
          {!split && !full && something && (
            <button type="button" class="ra-opener" aria-pressed={away.value} onClick={() => { away.value = !away.value; }}>
              <Sign name={shown === "map" ? "dice" : "flag"} /><span class="ra-opener-word">{shown === "map" ? t("web.ra.to_hand") : t("web.ra.to_map")}</span>
            </button>
          )}
          {mapped && !full && goals.length > 0 && (
            <button type="button" class="ra-opener ra-list-button" aria-expanded={listed.value} onClick={() => { listed.value = !listed.value; }}>
              <Sign name="list" /><span class="ra-opener-word">{t("web.ra.destinations", { n: goals.length })}</span>
            </button>
          )}
          {mapped && !full && density.value.includes("phone") && <CameraButton class="ra-opener" />}
        </Rim>
        <div class="fx ra-fx" aria-hidden="true" />
      </div>
    </div>
  );
}

export function Board({ table, sel }: Props) {
  const view = table.picture.value;
  return view && <Shown table={table} sel={sel} view={view} />;
}
