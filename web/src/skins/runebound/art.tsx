// A hero at the top of a pass: roads, a river and towns below, a dragon before the evening sky.
import { useId } from "preact/hooks";

export default function Art() {
  const id = useId();
  return (
    <svg class="art" viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c2547" /><stop offset=".55" stop-color="#8a4a5a" /><stop offset="1" stop-color="#f2a65a" /></linearGradient>
        <radialGradient id={`${id}-sun`}><stop offset="0" stop-color="#fff3c4" /><stop offset="1" stop-color="#ffd27a" stop-opacity="0" /></radialGradient>
      </defs>
      <rect width="640" height="320" fill={`url(#${id}-sky)`} />
      <circle cx="424" cy="176" r="128" fill={`url(#${id}-sun)`} />
      <path fill="#5d3b58" d="M0 210 74 132l44 40 58-86 62 78 40-34 66 72 60-40 74 62 56-48 106 62v90H0Z" />
      <path fill="#3f4a45" d="M0 244c70-26 130-18 190-2s130 20 210-4 160-20 240 6v76H0Z" />
      <path fill="none" stroke="#7fb3c9" stroke-width="9" stroke-linecap="round" d="M640 214c-70 8-98 26-150 22s-74 20-128 30-66 30-58 60" />
      <g fill="#232a2a"><path d="M420 236v-18h8v-12l9-11 9 11v12h10v-22l11-15 11 15v22h10v-10l8-9 8 9v28ZM560 214v-10h6v-8l6-8 6 8v8h8v10Z" /></g>
      <g fill="#ffd27a"><path d="M432 220h5v7h-5zM463 206h5v8h-5zM489 222h4v6h-4zM570 204h4v5h-4z" /></g>
      {/* the dragon */}
      <path fill="#2a1630" d="M330 92c22-34 66-52 112-42-18 6-28 16-32 28 26-8 58-2 82 20-24-4-40 2-52 14 14 6 22 18 22 32-14-16-32-20-50-12-8 18-26 28-50 26-18 14-40 16-60 6 16 0 28-6 36-16-20 6-42 2-58-14 18 4 32 2 44-6-22-4-38-16-46-36 16 12 34 14 52 0Z" />
      {/* the hero */}
      <g transform="translate(120 168)">
        <path fill="#7d1f1a" d="M6 26c-22 8-34 42-40 84 14-6 26-2 36 6 14-10 30-12 44-4C46 74 34 38 20 26Z" />
        <path fill="#20262c" d="M2 30h20l8 36-6 2-2 48h-9l-2-40-2 40H0l-2-48-6-2Z" />
        <circle cx="12" cy="13" r="13" fill="#39424c" />
        <path fill="#e8e2d2" stroke="#39424c" stroke-width="1.500" d="M28 70 66-8l6-4-2 8L34 74Z" /><path fill="#c48a12" d="m22 66 16 8-2 5-17-8Z" />
      </g>
    </svg>
  );
}
