// Small drawings of this board: those of the game-icons set that it uses, and a few lines of our own.
import { icons, type IconName } from "../../gen/icons-runemasters";

export type { IconName };

export function Emblem({ name, class: cls = "" }: { name: IconName; class?: string }) {
  return <svg viewBox="0 0 512 512" class={`rm-emblem ${cls}`} aria-hidden="true" focusable="false"><path d={icons[name]} /></svg>;
}

/** Ours, in a square of 24. */
const own = {
  hp: "M12 21.200C4.500 15.400 2 12 2 8.300A5.200 5.200 0 0 1 12 6a5.200 5.200 0 0 1 10 2.300c0 3.700-2.500 7.100-10 12.900Z",
  mana: "M12 1.500c4.600 6 7.300 9.700 7.300 13.300a7.300 7.300 0 0 1-14.600 0C4.700 11.200 7.400 7.500 12 1.500Z",
  ult: "m12 1.200 2.700 7.300 7.800.3-6.100 4.900 2.100 7.500-6.500-4.300-6.500 4.300 2.100-7.500L1.500 8.800l7.800-.3Z",
  uses: "M4 5h13l3.500 7L17 19H4l3.500-7Z",
  advance: "M11 4v5h11v6H11v5L1.500 12Z",
  wait: "M6 2h12v3.500L13.500 12l4.500 6.500V22H6v-3.500L10.500 12 6 5.500Z",
  reroll: "M12 3a9 9 0 0 1 8.500 6h-3.300A6 6 0 0 0 6.500 9.700L9 12H1V4l3.300 3.300A9 9 0 0 1 12 3ZM23 12v8l-3.300-3.300A9 9 0 0 1 3.500 15h3.300a6 6 0 0 0 10.700-.7L15 12Z",
  breach: "M1.500 4h7l-2 4 2 3-2.500 3 2 3-1.500 3h-5ZM22.500 4h-5l2 4-2.500 3 2.500 3-2 3 1.500 3h3.500ZM12 1l1.500 6-1.500 5 1.500 5-1.500 6-1.500-6 1.500-5-1.500-5Z",
  temple: "M12 2 23 8v2H1V8ZM3 11.500h3V19H3ZM10.500 11.500h3V19h-3ZM18 11.500h3V19h-3ZM1 20.500h22V23H1Z",
  cards: "M8 1h12.500v17H8ZM3.500 5.500H6V20.500h10V23H3.500Z",
} as const;
export type OwnName = keyof typeof own;

export function Small({ name, class: cls = "" }: { name: OwnName; class?: string }) {
  return <svg viewBox="0 0 24 24" class={`rm-small rm-small-${name} ${cls}`} aria-hidden="true" focusable="false"><path d={own[name]} /></svg>;
}
