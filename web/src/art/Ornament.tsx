/** A flourish for empty places and ends of chapters; drawn in the colour of the text. */
export function Ornament({ class: cls = "" }: { class?: string }) {
  return (
    <svg viewBox="0 0 240 24" class={`ornament ${cls}`} aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M120 3c5 5 5 13 0 18-5-5-5-13 0-18ZM106 12c-4-6-12-7-18-2 6-1 9 1 11 4-10-3-26 3-46 1-9-1-18-3-26-3 10 4 22 8 36 7 16-1 26-8 43-7ZM134 12c4-6 12-7 18-2-6-1-9 1-11 4 10-3 26 3 46 1 9-1 18-3 26-3-10 4-22 8-36 7-16-1-26-8-43-7Z" />
    </svg>
  );
}
