// The picture on the game's card: the temple at dusk, four paths, and those who come up.
import { useId } from "preact/hooks";
import { stars } from "../../art/stars";

export default function Art() {
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
