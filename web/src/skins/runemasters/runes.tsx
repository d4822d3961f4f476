// The six runes: a silhouette of its own and a carving each, so that none depends on its colour.
export const RUNES = ["red", "blue", "green", "yellow", "violet", "white"] as const;
export type RuneName = (typeof RUNES)[number];

/** Of "rune.red", "path.red", "lanes.red", "card.troll_red": the colour in it. */
export function runeOf(id: string | null | undefined): RuneName | null {
  const found = id && /(?:^|[._])(red|blue|green|yellow|violet|white)(?:$|[._])/.exec(id);
  return found ? (found[1] as RuneName) : null;
}

const outline: Record<RuneName, string> = {
  red: "M12 2.2 22 20.4a1 1 0 0 1-.9 1.5H2.9a1 1 0 0 1-.9-1.5Z",
  blue: "M12 1.6a10.4 10.4 0 1 1 0 20.8 10.4 10.4 0 0 1 0-20.8Z",
  green: "M22 2C22.6 14.2 16 22.4 2 22 1.4 9.4 8.6 1.6 22 2Z",
  yellow: "m12 .8 2.6 5 5.4-1.6-1.7 5.3 5 2.5-5 2.5 1.7 5.3-5.4-1.6-2.6 5-2.6-5L4 19.8l1.7-5.3-5-2.5 5-2.5L4 4.2l5.4 1.6Z",
  violet: "M12 .8 21.2 12 12 23.2 2.8 12Z",
  white: "M12 1.4 21.2 6.7v10.6L12 22.6l-9.2-5.3V6.7Z",
};
/** Filled with the ink of the colour. */
const carving: Partial<Record<RuneName, string>> = {
  red: "M12.3 8c.3 2.7 3.9 4.2 3.9 7.6a4.2 4.2 0 0 1-8.4.1c0-1.9 1-3 1.9-4 .3 1.1.8 1.7 1.4 1.9-.4-2 .1-4 1.2-5.6Z",
  yellow: "M12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6Z",
  white: "M12 10.1a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8Z",
};
/** Drawn as lines in it. */
const lines: Partial<Record<RuneName, string>> = {
  blue: "M5 9.8c2.3-2.6 4.7-2.6 7 0s4.7 2.6 7 0M5 14.9c2.3-2.6 4.7-2.6 7 0s4.7 2.6 7 0",
  green: "M5 19 17 7M9.6 14.4V9M9.6 14.4H15M13.2 10.8V7.2",
  violet: "M6 12h12M12 5.500 9 12l3 6.500L15 12Z",
  white: "M6 12c2.8-4.4 9.2-4.4 12 0-2.8 4.4-9.2 4.4-12 0Z",
};

/** done: a weak point that is wounded already, an empty outline with a scratch over it. */
export function Rune({ rune, done = false }: { rune: RuneName; done?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" class={`rm-rune rm-${rune}${done ? " rm-rune-done" : ""}`}>
      <path class="rm-rune-body" d={outline[rune]} />
      {done ? <path class="rm-rune-scratch" d="M4 19 20 5M6.5 21.5 21 9" /> : <>
        {carving[rune] && <path class="rm-rune-cut" d={carving[rune]} />}
        {lines[rune] && <path class="rm-rune-line" d={lines[rune]} />}
      </>}
    </svg>
  );
}
