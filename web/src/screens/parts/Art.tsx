// The picture on a game's card. Each is a night scene of its own with fixed colours: the same on light and dark pages.
import type { ComponentType } from "preact";
import { stars } from "../../art/stars";

/** For a game that has no picture yet: a table by the fire. */
function Plain() {
  return (
    <svg class="art" viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="640" height="320" fill="#1d1530" />
      {stars.map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} fill="#fbeed2" opacity={.4 + r / 4} />)}
      <path d="M0 232h640v88H0z" fill="#3a2236" />
      <path d="M320 96c8 36 58 54 58 104a58 58 0 01-116 0c0-26 14-40 24-54 6 14 12 20 20 24-4-28 0-52 14-74z" fill="#e98a4a" />
      <path d="M322 150c4 20 30 32 30 58a31 31 0 01-62 0c0-16 8-24 14-32 4 8 6 10 10 12-2-14 0-26 8-38z" fill="#ffd98a" />
      <path d="M236 262h168l20 16H216z" fill="#150d22" />
    </svg>
  );
}

const pictures = import.meta.glob<ComponentType>("../../skins/*/art.tsx", { eager: true, import: "default" });

export function Art({ game }: { game: string }) {
  const Picture = pictures[`../../skins/${game}/art.tsx`] ?? Plain;
  return <Picture />;
}
