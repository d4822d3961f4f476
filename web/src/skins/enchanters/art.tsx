// The picture on the game's card. The perilous road at dusk: a village behind, a dragon ahead, and the relic between them.
import { useId } from "preact/hooks";
import { stars } from "../../art/stars";

export default function Art() {
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
