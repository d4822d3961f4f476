// The picture on a game's card. Each is a night scene of its own with fixed colours: the same on light and dark pages.
import type { VNode } from "preact";
import { useId } from "preact/hooks";

const stars: [number, number, number][] = [
  [38, 36, 1.2], [84, 82, .9], [122, 28, 1.6], [168, 64, 1], [205, 22, 1.1], [236, 92, .8], [284, 40, 1.3], [352, 26, .9],
  [398, 62, 1.4], [436, 30, 1], [474, 84, .9], [512, 44, 1.5], [556, 24, 1], [590, 76, 1.2], [618, 40, .9], [60, 128, .8],
  [148, 112, .9], [500, 118, .8], [578, 126, 1], [26, 92, 1],
];

function Runemasters() {
  const id = useId();
  return (
    <svg class="art" viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#141032" />
          <stop offset=".3" stop-color="#35205a" />
          <stop offset=".47" stop-color="#8a3a58" />
          <stop offset=".59" stop-color="#dd7a4a" />
          <stop offset=".7" stop-color="#f6c46b" />
        </linearGradient>
        <radialGradient id={`${id}-sun`}>
          <stop offset="0" stop-color="#fff3cf" />
          <stop offset=".38" stop-color="#ffd98a" />
          <stop offset=".4" stop-color="#ffc873" stop-opacity=".55" />
          <stop offset="1" stop-color="#ff9d5c" stop-opacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-hill`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#3a1f3f" />
          <stop offset="1" stop-color="#150d22" />
        </linearGradient>
      </defs>
      <rect width="640" height="320" fill={`url(#${id}-sky)`} />
      {stars.map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} fill="#fbeed2" opacity={.55 + r / 4} />)}
      <circle cx="320" cy="176" r="118" fill={`url(#${id}-sun)`} />
      <path d="M0 196l60-30 46 18 70-42 52 36 42-20 50 26 62-30 44 24 66-40 58 36 44-16 46 24v138H0z" fill="#4b2350" opacity=".88" />
      {/* the hill, and four paths down from the temple */}
      <path d="M0 262c120-14 190-52 262-58h116c72 6 142 44 262 58v58H0z" fill={`url(#${id}-hill)`} />
      <path d="M286 216C230 232 120 262 20 320h74c70-50 150-84 204-102z" fill="#b3392b" opacity=".92" />
      <path d="M300 218c-26 26-76 66-104 102h72c12-34 30-74 44-100z" fill="#2f6cb8" opacity=".92" />
      <path d="M340 218c26 26 76 66 104 102h-72c-12-34-30-74-44-100z" fill="#458a41" opacity=".92" />
      <path d="M354 216c56 16 166 46 266 104h-74c-70-50-150-84-204-102z" fill="#d9a62b" opacity=".92" />
      <g stroke="#150d22" stroke-opacity=".35" stroke-width="2" fill="none">
        <path d="M204 244l38 8M150 264l48 12M88 292l64 16M284 240l22 2M262 266l30 4M236 294l42 6M356 240l-22 2M378 266l-30 4M404 294l-42 6M436 244l-38 8M490 264l-48 12M552 292l-64 16" />
      </g>
      {/* the temple */}
      <g fill="#1c1130">
        <path d="M320 92l92 44H228z" />
        <path d="M236 140h168v10H236z" />
        <path d="M246 152h14v46h-14zM276 152h14v46h-14zM350 152h14v46h-14zM380 152h14v46h-14z" />
        <path d="M306 198v-30a14 14 0 0128 0v30z" fill="#ffdf9b" />
        <path d="M236 198h168v8H236zM226 206h188v8H226zM216 214h208v8H216z" />
      </g>
      <path d="M320 104l58 28H262z" fill="none" stroke="#e9b44f" stroke-width="2" opacity=".8" />
      <path d="M320 112v16M314 118l6-6 6 6M313 124h14" stroke="#ffe2a4" stroke-width="2" fill="none" />
      {/* those who come up */}
      <g fill="#0d0818">
        {/* horns, hump, spear, hood */}
        <path d="M40 320c0-26 10-42 28-48 2-4 4-7 8-9-10-2-18-8-20-18 7 7 15 10 25 9 5-2 13-2 18 0 10 1 18-2 25-9-2 10-10 16-20 18 4 2 6 5 8 9 18 6 28 22 28 48z" />
        <path d="M208 320c2-20 10-30 22-32 1-7 6-11 13-11s12 4 13 11c12 2 20 12 22 32zM282 320V252l-4 8 7-22 7 22-4-8v68z" />
        <path d="M362 320c0-18 8-32 24-38 4-12 12-18 24-18 10 0 16 6 18 14l10 4-9 5c9 8 13 18 13 33z" />
        <path d="M506 320c0-14 4-24 14-32 2-22 12-38 28-44 16 6 26 22 28 44 10 8 14 18 14 32z" />
      </g>
      <g fill="#ffb347">
        <path d="M80 268l9 3-8 2zM100 268l-9 3 8 2z" />
        <path d="M236 286l6 2-6 2zM250 286l-6 2 6 2z" />
        <path d="M414 278l8 2-8 3z" />
        <path d="M538 274l8 4-8 2zM558 274l-8 4 8 2z" />
      </g>
      {/* rune dice in the air */}
      <g stroke-width="2.5" stroke-linejoin="round" fill="none">
        <g transform="translate(120 150) rotate(-14)">
          <rect x="-20" y="-20" width="40" height="40" rx="8" fill="#fdf6e4" stroke="#2a1738" />
          <path d="M-7 12V-12L8-4-7 4" stroke="#b3392b" stroke-width="4" />
        </g>
        <g transform="translate(182 104) rotate(10) scale(.72)">
          <rect x="-20" y="-20" width="40" height="40" rx="8" fill="#fdf6e4" stroke="#2a1738" />
          <path d="M-8-12L8 12M8-12L-8 12" stroke="#2f6cb8" stroke-width="4" />
        </g>
        <g transform="translate(522 150) rotate(12)">
          <rect x="-20" y="-20" width="40" height="40" rx="8" fill="#fdf6e4" stroke="#2a1738" />
          <path d="M0-13v26M-9-5L0-13l9 8" stroke="#458a41" stroke-width="4" />
        </g>
        <g transform="translate(462 100) rotate(-9) scale(.72)">
          <rect x="-20" y="-20" width="40" height="40" rx="8" fill="#fdf6e4" stroke="#2a1738" />
          <path d="M-9 10V-10L9 10V-10" stroke="#73449b" stroke-width="4" />
        </g>
      </g>
    </svg>
  );
}

/** The perilous road at dusk: a village behind, a dragon ahead, and the relic between them. */
function Enchanters() {
  const id = useId();
  return (
    <svg class="art" viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="#5b2f63" />
          <stop offset=".45" stop-color="#2c2556" />
          <stop offset="1" stop-color="#101535" />
        </linearGradient>
        <radialGradient id={`${id}-moon`}>
          <stop offset="0" stop-color="#fff6da" />
          <stop offset=".46" stop-color="#f6dfa6" />
          <stop offset=".48" stop-color="#f0c987" stop-opacity=".4" />
          <stop offset="1" stop-color="#f0c987" stop-opacity="0" />
        </radialGradient>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0" stop-color="#fff3c4" stop-opacity=".95" />
          <stop offset=".35" stop-color="#ffd479" stop-opacity=".5" />
          <stop offset="1" stop-color="#ff9d5c" stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width="640" height="320" fill={`url(#${id}-sky)`} />
      {stars.map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} fill="#fbeed2" opacity={.45 + r / 4} />)}
      <circle cx="500" cy="96" r="120" fill={`url(#${id}-moon)`} />
      {/* the dragon before the moon */}
      <path fill="#1a1230" d="M420 120c26-6 44-20 56-44 6 12 14 18 26 20 4-10 12-16 22-18l-6 10c16-2 30 4 40 16-12-2-20 0-26 6 14 8 24 20 28 36-16-14-34-20-54-16-10 18-28 28-50 26 14-6 22-14 24-26-20 6-40 4-60-10zM476 76c10-22 30-34 60-36-14 12-20 24-18 38-14-6-28-6-42-2z" />
      <path fill="#f6dfa6" d="M548 97l6 1-5 3z" />
      <path fill="#3d2a5c" d="M0 214l70-46 52 30 84-64 70 52 58-34 88 60 76-72 64 46 78-40v174H0z" />
      <path fill="#251b43" d="M0 244c90-26 180-34 300-22s230 6 340-26v124H0z" />
      {/* the road, its milestones of crystal */}
      <path fill="#c9a063" d="M96 262c80 0 110 18 190 16 96-2 120-46 214-62 44-8 80-12 120-10-50 8-96 16-130 36-60 34-70 66-190 74-90 6-130-24-210-26z" />
      <path fill="none" stroke="#8a6433" stroke-width="3" stroke-dasharray="10 12" d="M120 272c80 2 110 20 190 14 110-8 130-60 230-78" />
      <g fill="#7fd6e0" stroke="#1d4a63" stroke-width="2" stroke-linejoin="round">
        <path d="M226 300l8-16 8 16-8 12zM330 306l9-18 9 18-9 13zM420 276l7-14 7 14-7 11zM482 240l6-12 6 12-6 9z" />
      </g>
      {/* the village */}
      <g fill="#140d22">
        <path d="M0 320v-62h18v-16l20-18 20 18v18h14v-40l18-26 18 26v40h10v-14l18-14 18 14v20c8 4 12 10 12 18v36z" />
      </g>
      <g fill="#ffc66b">
        <path d="M32 254h12v16H32zM84 226h10v14H84zM84 256h10v14H84zM130 264h10v12h-10z" />
      </g>
      {/* the relic */}
      <circle cx="318" cy="132" r="104" fill={`url(#${id}-glow)`} />
      <g transform="translate(318 138) rotate(28)">
        <path fill="#f4efe2" stroke="#2a1738" stroke-width="3" stroke-linejoin="round" d="M-9 28V-84L0-104 9-84V28z" />
        <path fill="#c8c2b4" d="M0-100L7.500-83V27H0z" />
        <path fill="none" stroke="#e0632f" stroke-width="3" stroke-linecap="round" d="M0 10V-4M-4-14l4 6 4-6M0-28v-14M-4-52l4 6 4-6M0-66v-12" />
        <path fill="#d9a02e" stroke="#2a1738" stroke-width="3" stroke-linejoin="round" d="M-34 26c10 6 58 6 68 0l4 10c-14 10-62 10-76 0z" />
        <path fill="#6a3420" stroke="#2a1738" stroke-width="3" d="M-6 44H6V74H-6z" />
        <circle cy="82" r="9" fill="#4fb6c8" stroke="#2a1738" stroke-width="3" />
      </g>
      <path fill="#ffd479" d="M256 70l3 8 8 3-8 3-3 8-3-8-8-3 8-3zM392 168l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM240 170l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM378 78l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" />
    </svg>
  );
}

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

const pictures: Record<string, () => VNode> = { runemasters: Runemasters, enchanters: Enchanters };

export function Art({ game }: { game: string }) {
  const Picture = pictures[game] ?? Plain;
  return <Picture />;
}
