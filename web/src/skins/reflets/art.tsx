// A road through seven lands to a door in the rock, under a green sky; the Void behind.
import { useId } from "preact/hooks";

export default function Art() {
  const id = useId();
  return (
    <svg class="art" viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="1" y2=".6"><stop offset="0" stop-color="#180f24" /><stop offset=".45" stop-color="#2c5a4c" /><stop offset="1" stop-color="#b9d65a" /></linearGradient>
        <radialGradient id={`${id}-glow`}><stop offset="0" stop-color="#eaff9a" /><stop offset="1" stop-color="#b9d65a" stop-opacity="0" /></radialGradient>
      </defs>
      <rect width="640" height="320" fill={`url(#${id}-sky)`} />
      <circle cx="520" cy="120" r="150" fill={`url(#${id}-glow)`} />
      <path fill="#24433b" d="M180 214 300 96l52 50 70-74 86 92 60-46 72 70v130H180Z" />
      <path fill="#122a26" d="M462 214v-70c0-34 24-56 54-56s54 22 54 56v70Z" /><path fill="#0a1614" d="M482 214v-66c0-24 14-40 34-40s34 16 34 40v66Z" /><path fill="#d9f27a" d="M513 128h6v86h-6Z" />
      <path fill="#1a352b" d="M0 246c90-34 190-20 300-26s220-18 340 10v90H0Z" />
      <path fill="none" stroke="#e7d39a" stroke-width="13" stroke-linecap="round" d="M70 320c30-40 150-34 210-52s90-30 150-34 70-10 86-22" />
      <g fill="#0d2019"><path d="m110 256 22-62 22 62ZM60 268l18-52 18 52ZM330 240l16-44 16 44ZM372 232l12-34 12 34Z" /></g>
      <path fill="#120a1c" d="M0 0h150c-30 30-16 62-46 86s6 62-30 84-6 66-40 84 0 40-34 66Z" /><path fill="#3a1d52" d="M0 120c20-6 34 8 30 22 22-8 40 6 36 24-12-8-24-4-28 6 8 12 2 26-12 30 2-14-8-22-26-20Z" />
      <g transform="translate(214 208)" fill="#f3e9d2"><path d="M0 58 6 8l4-8 4 8 4 50h-6l-2-26-2 26Zm28 0 6-44 4-8 4 8 4 44h-6l-2-22-2 22Zm28 0 5-38 4-8 4 8 5 38h-6l-2-18-2 18Z" /><path stroke="#f3e9d2" stroke-width="2" d="M22 60V-6" /><path fill="#c9462c" d="M23-6 46 2 23 12Z" /></g>
    </svg>
  );
}
