// Small drawings of this board: those of the game-icons set that it uses, and our own: figures, gems, tiles of terrain.
import { icons } from "../../gen/icons-runebound";
import { tileOf } from "./land";
import type { Colour } from "./words";

export type IconName = keyof typeof icons;

export function Picture({ name }: { name: IconName }) {
  return <svg viewBox="0 0 512 512" class="rb-picture" aria-hidden="true" focusable="false"><path d={icons[name]} /></svg>;
}

/** Figures and marks, in a square of 24. */
const signs = {
  life: "M12 21.500C4.500 15.700 1.800 12.200 1.800 8.500A5.400 5.400 0 0 1 12 6a5.400 5.400 0 0 1 10.200 2.500c0 3.700-2.700 7.200-10.200 13Z",
  fatigue: "M5 2h14v4l-4.500 6 4.500 6v4H5v-4l4.500-6L5 6Zm3 2.500V6l4 4.500L16 6V4.500Z",
  mind: "M12 3c5 0 9 3.800 11 9-2 5.200-6 9-11 9S3 17.200 1 12C3 6.800 7 3 12 3Zm0 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11Zm0 3a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5Z",
  body: "M22.500 1.500 21 7.500 11.500 17 7 12.500 16.500 3ZM4.700 11.500l7.800 7.800-1.900 1.900-2.500-2.500-4.300 4.300-2.300-2.300L5.800 16.400l-3-3Z",
  spirit: "m12 .8 2 6.700 5.900-3.400-3.400 5.900 6.700 2-6.700 2 3.400 5.900-5.900-3.400-2 6.700-2-6.700-5.900 3.400 3.400-5.900-6.700-2 6.700-2-3.400-5.900L10 7.500Z",
  escape: "M13 3.500a2 2 0 1 1 4 0 2 2 0 0 1-4 0ZM6 9.500 9.500 6.500h5l2 4H20v2.200h-5l-1.200-2.200-1.600 4 3.300 3V23h-2.300v-4.500L9.500 15.500 8 19H2.500v-2.200h4L8.500 10 7 11.500v3H4.800Z",
  gold: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15Zm0 3 3.500 4.500L12 16.500 8.500 12Z",
  xp: "m12 1.500 2.900 6.900 7.500.6-5.700 4.900 1.800 7.300L12 17.200l-6.500 4 1.800-7.300L1.600 9l7.500-.6Z",
  runes: "M6 1.500h12l2.500 4V19L17 22.500H7L3.500 19V5.500ZM11 5v3.700L7.500 12l1.400 1.500L11 11.600V19h2v-4.700l3.600-3.400-1.400-1.400L13 11.600V5Z",
  damage: "M9 .8c1.800 9.500-1 16.500-8.500 22.400C1.200 14 3.500 6.800 9 .8Zm7 0c1.800 9.500-1 16.500-8.500 22.400C8.200 14 10.500 6.800 16 .8Zm7 0c1.800 9.500-1 16.500-8.500 22.400.7-9.200 3-16.400 8.500-22.400Z",
  shield: "M12 1.300 21 4.300v7.200c0 5.500-4 9.300-9 11.200-5-1.900-9-5.700-9-11.200V4.300Z",
  dice: "M12 1 22 6.700v10.600L12 23 2 17.300V6.700Zm0 2.300L4 7.900v.6l8 4.500 8-4.500v-.6ZM4 10.800v5.400l7 4v-5.500Zm16 0-7 3.900v5.500l7-4Z",
  rest: "M2 5h2.500v8H10V8h8a4 4 0 0 1 4 4v8h-2.500v-3.500h-15V20H2Zm5 2a2.300 2.300 0 1 1 0 4.600A2.300 2.300 0 0 1 7 7Z",
  check: "m3 12.500 2.300-2.300 4.200 4.200L18.700 5 21 7.300 9.500 19Z",
  cross: "M5 2.800 12 9.700l7-6.900L21.200 5l-6.900 7 6.900 7-2.200 2.200-7-6.900-7 6.900L2.800 19l6.900-7-6.900-7Z",
  cards: "M8 1h12.500v17H8ZM3.500 5.500H6v15h10V23H3.500Z",
  list: "M3 4h3v3H3Zm5.500 0H21v3H8.500ZM3 10.500h3v3H3Zm5.500 0H21v3H8.500ZM3 17h3v3H3Zm5.500 0H21v3H8.500Z",
  skull: "M12 1.500c5.600 0 9.500 3.900 9.500 8.800 0 3.200-1.600 5.500-4.200 6.700v3.500c0 .8-.7 1.500-1.500 1.500H8.200c-.8 0-1.500-.7-1.500-1.500V17c-2.600-1.200-4.200-3.500-4.200-6.700 0-4.900 3.900-8.800 9.500-8.800ZM8 8.700a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Zm8 0a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Zm-4 5.800L10.500 17h3Z",
  flag: "M4.500 1.500h2.300v21H4.500Zm3.500 1h13l-3 4.700 3 4.800H8Z",
  heal: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z",
  flip: "M4 3h16v18H4Zm3 3v12l5-6Z",
  step: "M7 2.500c2.200 0 3.500 2.500 3.500 5.500S9.500 13 7.500 13 3.500 11 3.500 8 4.800 2.500 7 2.500ZM4.500 14.500h6c0 2.500-1 4-3 4s-3-1.500-3-4ZM17 5.500c2.200 0 3.500 2.500 3.500 5.500s-2 5-4 5-3-2-3-5 1.300-5.500 3.500-5.500Zm-3.500 12h6c0 2.500-1 4-3 4s-3-1.500-3-4Z",
  town: "M2 22V9h3V6h2v3h2.500V4L13 1.500 16.500 4v5H19V6h2v3h1v13h-7v-5h-4v5Z",
} as const;
export type SignName = keyof typeof signs;

export function Sign({ name }: { name: SignName }) {
  return <svg viewBox="0 0 24 24" class={`rb-sign rb-sign-${name}`} aria-hidden="true" focusable="false"><path d={signs[name]} fill-rule="evenodd" /></svg>;
}

// ---- gems: a shape for each colour, with its level in dots ----

const gems: Record<Colour, string> = {
  green: "M12 2.500 22.500 20.500H1.500Z",
  yellow: "M12 1 22.500 12 12 23 1.500 12Z",
  blue: "M12 1.500a10.500 10.500 0 1 1 0 21 10.500 10.500 0 0 1 0-21Z",
  red: "m12 .8 3.300 7.400 8 .9-6 5.400 1.700 7.900-7-4.100-7 4.100 1.700-7.900-6-5.400 8-.9Z",
};
const foot: Record<Colour, number> = { green: 16.6, yellow: 13.6, blue: 14.8, red: 14.4 };
const DOTS = [[0], [-2.2, 2.2], [-3.6, 0, 3.6], [-4.4, -1.5, 1.5, 4.4]];

export function Gem({ colour }: { colour: Colour }) {
  const level = ["green", "yellow", "blue", "red"].indexOf(colour);
  return (
    <svg viewBox="0 0 24 24" class={`rb-gem rb-c-${colour}`} aria-hidden="true" focusable="false">
      <path class="rb-gem-body" d={gems[colour]} />
      <path class="rb-gem-light" d={gems[colour]} transform="translate(7.200 5.600) scale(.4)" />
      {DOTS[level]!.map((x) => <circle key={x} class="rb-gem-dot" cx={12 + x} cy={foot[colour]} r="1.300" />)}
    </svg>
  );
}

/** A challenge that waits on its hex. */
export function Marker({ colour }: { colour: Colour }) {
  return (
    <svg viewBox="0 0 24 24" class={`rb-gem rb-marker rb-c-${colour}`} aria-hidden="true" focusable="false">
      <path class="rb-gem-body" d={gems[colour]} />
      <path class="rb-marker-skull" d={signs.skull} transform="translate(5.800 6.200) scale(.52)" fill-rule="evenodd" />
    </svg>
  );
}

/** A hex of one terrain, as on the map. */
export function Tile({ terrain }: { terrain: string }) {
  return (
    <svg viewBox="-1.060 -1.215 2.120 2.430" class="rb-tile" aria-hidden="true" focusable="false">
      {tileOf(terrain.replace(/^.*\./, "")).map((s, k) => <path key={k} class={`rb-l-${s.cls}`} d={s.d} />)}
    </svg>
  );
}
