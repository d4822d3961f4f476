// The temple's front, over its wall: whole at first, cracked by every hit.
const cracks = [
  "M30 54l5-9-3-6 7-8",
  "M128 54l-4-8 5-6-6-9 3-5",
  "M80 10l-4 8 6 5-5 7 4 8",
  "M56 54l-3-7 5-5-3-6M104 30l5-7",
  "M14 52l6-6-2-5M146 50l-8-6",
  "M66 30l-6 7 4 6M92 44l7 4-2 6",
];

/** of: its full health; the cracks are spread over that. */
export function Pediment({ lost, of }: { lost: number; of: number }) {
  const n = lost <= 0 ? 0 : Math.min(cracks.length, Math.ceil((lost * cracks.length) / Math.max(1, of)));
  return (
    <svg viewBox="0 0 160 56" preserveAspectRatio="none" class="rm-pediment" aria-hidden="true" focusable="false">
      <path class="rm-roof-edge" d="M80 0 160 26v5H0v-5Z" />
      <path class="rm-roof" d="M80 4 152 28H8Z" />
      <path class="rm-roof-in" d="M80 10 128 26H32Z" />
      <path class="rm-sun" d="M80 15a7 7 0 0 1 7 7v4H73v-4a7 7 0 0 1 7-7ZM79 10.500h2v3h-2ZM68.500 17.500l1.200-1.400 2.200 2-1.200 1.400ZM91.500 17.500l-1.200-1.400-2.200 2 1.200 1.400Z" />
      <path class="rm-stone" d="M0 31h160v7H0Z" />
      <path class="rm-stone-2" d="M3 38h154v18H3Z" />
      <path class="rm-shade" d="M0 36.500h160V39H0ZM14 39h3v17h-3ZM143 39h3v17h-3ZM30 39h2v17h-2ZM128 39h2v17h-2Z" />
      {cracks.slice(0, n).map((d) => <path key={d} class="rm-crack" d={d} />)}
    </svg>
  );
}
