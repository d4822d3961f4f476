// Small drawings of this board: those of the game-icons set that it uses, and our own: gems, dice, figures, lands.
import { icons } from "../../gen/icons-reflets";
import type { Char, Colour, Land } from "./words";

export type IconName = keyof typeof icons;

export function Picture({ name }: { name: IconName }) {
  return <svg viewBox="0 0 512 512" class="ra-picture" aria-hidden="true" focusable="false"><path d={icons[name]} /></svg>;
}

/** Figures and marks, in a square of 24. */
const signs = {
  attack: "M22.500 1.500 21 7.500 11.500 17 7 12.500 16.500 3ZM4.700 11.500l7.800 7.800-1.900 1.900-2.500-2.500-4.300 4.300-2.300-2.300L5.800 16.400l-3-3Z",
  perception: "M12 4c5 0 9 3.600 11 8-2 4.400-6 8-11 8S3 16.400 1 12c2-4.400 6-8 11-8Zm0 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10Zm0 2.800a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400Z",
  intelligence: "M12 1.500c4.500 0 8 3.300 8 7.600 0 3-1.700 4.900-3 6.400-.8.900-1 1.600-1 2.500H8c0-.9-.2-1.600-1-2.500-1.300-1.500-3-3.400-3-6.400 0-4.300 3.500-7.600 8-7.600ZM8.500 19.500h7V21h-7Zm1.500 2h4v1.500h-4Z",
  agility: "M13 3.500a2 2 0 1 1 4 0 2 2 0 0 1-4 0ZM6 9.500 9.500 6.500h5l2 4H20v2.200h-5l-1.200-2.200-1.600 4 3.300 3V23h-2.300v-4.500L9.500 15.500 8 19H2.500v-2.200h4L8.500 10 7 11.500v3H4.800Z",
  defence: "M12 1.300 21 4.300v7.200c0 5.500-4 9.300-9 11.200-5-1.900-9-5.700-9-11.200V4.300Z",
  life: "M12 21.500C4.500 15.700 1.800 12.200 1.800 8.500A5.400 5.400 0 0 1 12 6a5.400 5.400 0 0 1 10.200 2.500c0 3.700-2.700 7.200-10.200 13Z",
  star: "m12 1.500 2.900 6.900 7.500.6-5.700 4.900 1.800 7.300L12 17.200l-6.500 4 1.800-7.300L1.600 9l7.500-.6Z",
  dice: "M12 1 22 6.700v10.600L12 23 2 17.300V6.700Zm0 2.300L4 7.900v.6l8 4.500 8-4.500v-.6ZM4 10.800v5.400l7 4v-5.500Zm16 0-7 3.900v5.500l7-4Z",
  check: "m3 12.500 2.300-2.300 4.200 4.200L18.700 5 21 7.300 9.500 19Z",
  cross: "M5 2.800 12 9.700l7-6.900L21.200 5l-6.900 7 6.900 7-2.200 2.200-7-6.900-7 6.900L2.800 19l6.900-7-6.900-7Z",
  cards: "M8 1h12.500v17H8ZM3.500 5.500H6v15h10V23H3.500Z",
  list: "M3 4h3v3H3Zm5.500 0H21v3H8.500ZM3 10.500h3v3H3Zm5.500 0H21v3H8.500ZM3 17h3v3H3Zm5.500 0H21v3H8.500Z",
  gem: "M6.500 3h11L22 9 12 22 2 9Z",
  flag: "M4.500 1.500h2.300v21H4.500Zm3.500 1h13l-3 4.700 3 4.800H8Z",
  walk: "M7 2.500c2.200 0 3.500 2.500 3.500 5.500S9.500 13 7.500 13 3.500 11 3.500 8 4.800 2.500 7 2.500ZM4.500 14.500h6c0 2.500-1 4-3 4s-3-1.500-3-4ZM17 5.500c2.200 0 3.500 2.500 3.500 5.500s-2 5-4 5-3-2-3-5 1.300-5.500 3.500-5.500Zm-3.500 12h6c0 2.500-1 4-3 4s-3-1.500-3-4Z",
  brake: "M12 1.500 22.500 12 12 22.500 1.500 12Zm-5 9v3h10v-3Z",
  skull: "M12 1.500c5.600 0 9.500 3.900 9.500 8.800 0 3.200-1.600 5.500-4.200 6.700v3.500c0 .8-.7 1.500-1.500 1.500H8.200c-.8 0-1.500-.7-1.500-1.500V17c-2.600-1.200-4.200-3.500-4.200-6.700 0-4.900 3.900-8.800 9.500-8.800ZM8 8.700a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Zm8 0a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Zm-4 5.800L10.500 17h3Z",
  luck: "M12 11c-2-4-5-5.500-6.500-4s0 4.500 4 6.500c-4 2-5.500 5-4 6.500S10 19.500 12 16c2 3.500 5 5.500 6.500 4s0-4.500-4-6.500c4-2 5.500-5 4-6.500S14 7 12 11Zm-.8 6h1.600l.7 6h-3Z",
  eye: "M12 4c5 0 9 3.600 11 8-2 4.400-6 8-11 8S3 16.400 1 12c2-4.400 6-8 11-8Zm0 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z",
  portal: "M12 1.500c4.700 0 7.500 4.700 7.500 10.500S16.700 22.500 12 22.500 4.500 17.800 4.500 12 7.300 1.500 12 1.500Zm0 3c-2.700 0-4.500 3.300-4.500 7.500s1.800 7.500 4.500 7.500 4.500-3.300 4.500-7.500-1.800-7.500-4.500-7.500Zm0 3.500c1.300 0 2 1.700 2 4s-.7 4-2 4-2-1.700-2-4 .7-4 2-4Z",
  swap: "M7 2 1.500 8 7 14v-4h10V6H7Zm10 8v4H7v4h10v4l5.500-6Z",
  heal: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z",
  coin: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15Zm0 3 3.500 4.500L12 16.500 8.500 12Z",
  crown: "M2 6.500 7 11l5-8 5 8 5-4.500L20 19H4Zm2 14h16V23H4Z",
  up: "m12 2 9 10h-5.500v10h-7V12H3Z",
  next: "M3 10h12V4.500l7 7.500-7 7.500V14H3Z",
} as const;
export type SignName = keyof typeof signs;

export function Sign({ name }: { name: SignName }) {
  return <svg viewBox="0 0 24 24" class={`ra-sign ra-sign-${name}`} aria-hidden="true" focusable="false"><path d={signs[name]} fill-rule="evenodd" /></svg>;
}

/** A gem of each colour has a cut of its own, with the sign of what it stands for. */
const cuts: Record<Colour, string> = {
  red: "M12 1 22 7v10l-10 6L2 17V7Z", orange: "M12 1 23 12 12 23 1 12Z", violet: "M7 1.500h10l6 6.500L12 23 1 8Z", green: "M12 1.500 23 21.500H1Z", blue: "M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22Z",
};
export function Gem({ colour }: { colour: Colour }) {
  return (
    <svg viewBox="0 0 24 24" class={`ra-gem-cut ra-k-${colour}`} aria-hidden="true" focusable="false">
      <path class="ra-gem-body" d={cuts[colour]} /><path class="ra-gem-light" d={cuts[colour]} transform="translate(6.500 4.500) scale(.38)" />
    </svg>
  );
}

export const CharSign = ({ of }: { of: Char }) => <Sign name={of} />;

// ---- dice ----

const SPOTS: readonly (readonly (readonly [number, number])[])[] = [
  [], [[12, 12]], [[7, 7], [17, 17]], [[7, 7], [12, 12], [17, 17]], [[7, 7], [17, 7], [7, 17], [17, 17]], [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], [[7, 6.500], [7, 12], [7, 17.500], [17, 6.500], [17, 12], [17, 17.500]],
];
export function Die({ n, gold }: { n: number; gold?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" class={`ra-die-face${gold ? " ra-die-gold" : ""}`} data-n={n} aria-hidden="true" focusable="false">
      <rect x="1.200" y="1.200" width="21.600" height="21.600" rx="4.500" />{(SPOTS[n] ?? []).map(([x, y], k) => <circle key={k} cx={x} cy={y} r="2.200" />)}
    </svg>
  );
}

// ---- lands: what stands around a zone, in a square of 100 ----

export const LANDS: Record<Land, readonly { d: string; cls: string }[]> = {
  forest: [{ cls: "fir-2", d: "M12 74 30 26l18 48ZM52 70 68 22l17 48Z" }, { cls: "fir", d: "M28 82 50 20l22 62Z" }, { cls: "trunk", d: "M46 82h8v9h-8Z" }],
  river: [{ cls: "bank", d: "M2 60c20-22 34 6 52-14s28-10 44-22v44c-20 12-32 2-48 20S18 86 2 96Z" }, { cls: "water", d: "M2 68c20-20 34 6 52-12s28-10 44-20v26c-20 10-32 2-48 18S18 78 2 88Z" }],
  cave: [{ cls: "rock", d: "M6 86 22 40l18-18 22 6 16 22 16 36Z" }, { cls: "hole", d: "M34 86c0-24 8-34 18-34s18 12 18 34Z" }],
  camp: [{ cls: "tent-2", d: "M52 84 70 38l24 46Z" }, { cls: "tent", d: "M8 86 36 30l28 56Z" }, { cls: "hole", d: "M30 86l6-26 8 26Z" }],
  hills: [{ cls: "hill-2", d: "M30 84c4-36 20-46 34-46s28 14 32 46Z" }, { cls: "hill", d: "M2 86c6-34 18-42 32-42s28 14 32 42Z" }],
  mount: [{ cls: "rock", d: "M2 88 42 16l20 34 8-12 28 50Z" }, { cls: "snow", d: "M42 16 30 38l8 6 6-8 8 8 3-6Z" }],
  door: [{ cls: "rock", d: "M8 90V46C8 24 28 10 50 10s42 14 42 36v44Z" }, { cls: "wood", d: "M22 90V50c0-16 12-26 28-26s28 10 28 26v40Z" }, { cls: "iron", d: "M48 24h4v66h-4ZM24 58h52v4H24Z" }],
};
