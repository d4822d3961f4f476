// The picture on a game's card. Each is a night scene of its own with fixed colours: the same on light and dark pages.
import type { ComponentType } from "preact";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** For a game that has no picture, or not yet. */
function Plain() {
  return (
    <svg class="art" viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="640" height="320" fill="#1d1530" />
      <path d="M0 232h640v88H0z" fill="#3a2236" />
    </svg>
  );
}

const pictures = import.meta.glob<ComponentType>("../../skins/*/art.tsx", { import: "default" });
const here = signal<ReadonlyMap<string, ComponentType>>(new Map());

/** The pictures come after the words: until then the night sky holds their place. */
export function Art({ game }: { game: string }) {
  useEffect(() => {
    const load = pictures[`../../skins/${game}/art.tsx`];
    if (load && !here.peek().has(game)) load().then((P) => { here.value = new Map(here.peek()).set(game, P); }, () => {});
  }, [game]);
  const Picture = here.value.get(game) ?? Plain;
  return <Picture />;
}
