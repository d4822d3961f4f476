// Small line drawings for buttons and lists: one stroke, 24 units wide, in the colour of the text. They say nothing by
// themselves; the words beside them do.
const paths = {
  play: "M8 5v14l11-7z",
  learn: "M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5v13",
  rules: "M6 3.5h9.5L19 7v13.5H6zM15 3.5V7.5h4M9 11.5h7M9 15h7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  people: "M9 11a3.2 3.2 0 100-6.4 3.2 3.2 0 000 6.4zM3 19.5c.4-3.6 2.7-5.7 6-5.7s5.6 2.1 6 5.7M16 5.2a3 3 0 010 5.6M17.5 14.3c2 .7 3.2 2.5 3.5 5.2",
  person: "M12 11.5a3.7 3.7 0 100-7.4 3.7 3.7 0 000 7.4zM5 20c.5-4 3.2-6 7-6s6.5 2 7 6",
  globe: "M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM3.5 12h17M12 3.5c2.5 2.3 3.6 5.2 3.6 8.5s-1.1 6.2-3.6 8.5c-2.5-2.3-3.6-5.2-3.6-8.5S9.5 5.8 12 3.5z",
  device: "M5 4.5h14v11H5zM2.5 19h19M9.5 15.5V19M14.5 15.5V19",
  link: "M10 14a4 4 0 006 .4l3-3a4.2 4.2 0 00-6-6l-1.3 1.3M14 10a4 4 0 00-6-.4l-3 3a4.2 4.2 0 006 6l1.3-1.3",
  copy: "M8.5 8.5h11v11h-11zM5 15.5H4.5v-11h11V5",
  check: "M4.5 12.5l5 5 10-11",
  share: "M12 3.5v11M8 7l4-3.5L16 7M6.5 11H5v9.5h14V11h-1.5",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5zM20 14v1M14 20h1M7 7h0M17 7h0M7 17h0",
  eye: "M2.5 12C5 7.7 8.2 5.5 12 5.5s7 2.2 9.5 6.5c-2.5 4.3-5.7 6.5-9.5 6.5S5 16.3 2.5 12zM12 15a3 3 0 100-6 3 3 0 000 6z",
  robot: "M6 9h12v10H6zM12 9V5M12 5a1 1 0 100-2 1 1 0 000 2zM9.5 13h0M14.5 13h0M9.5 16.3h5M3.5 12.5v3M20.5 12.5v3",
  seat: "M7 3.5V13M17 3.5V13M7 5h10M7 8.5h10M6 13h12v3H6zM7 16v4.5M17 16v4.5",
  refresh: "M19.5 5v5h-5M19 10a7.5 7.5 0 10.5 4",
  file: "M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M12 18v-6M9.5 14.3L12 11.8l2.5 2.5",
  download: "M12 4v11M7.5 11l4.5 4.5L16.5 11M4.5 19.5h15",
  trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 10.5v6M14 10.5v6",
  undo: "M8.5 5L4 9.5 8.5 14M4 9.5h9.5a5 5 0 010 10H9",
  history: "M4 12a8 8 0 108-8c-3 0-5.5 1.5-7 4M5 3.5V8h4.5M12 8v4.5l3 2",
  stats: "M4.5 20h15M7 20v-6M12 20V6M17 20v-9.5",
  dice: "M5 5h14v14H5zM9 9h0M15 15h0M12 12h0",
  chevron: "M9 5l7 7-7 7",
  warn: "M12 4L2.8 19.5h18.4zM12 10v4.5M12 17h0",
  cup: "M7.5 4h9v6a4.5 4.5 0 01-9 0zM7.5 5.5H4.5c0 3 1 4.5 3.2 5M16.5 5.5h3c0 3-1 4.5-3.2 5M12 14.5V18M8.5 20h7",
  fallen: "M12 3.5c-4 0-6.5 2.7-6.5 6.3 0 2 .8 3.5 2 4.5V17h9v-2.7c1.2-1 2-2.5 2-4.5 0-3.6-2.5-6.3-6.5-6.3zM9.5 10.5h0M14.5 10.5h0M10 20.5v-3M14 20.5v-3",
  fire: "M12 3.5c.8 3.5 5.5 5.5 5.5 10.2A5.6 5.6 0 0112 19.5a5.6 5.6 0 01-5.5-5.8c0-2.5 1.3-3.7 2.3-5.2.6 1.5 1.2 2 2 2.3-.3-2.8 0-5 1.2-7.3z",
  chat: "M4 5h16v11h-8.5L7 20v-4H4z",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
  bell: "M6.5 16V11a5.5 5.5 0 0111 0v5l1.5 2h-14zM10 20.5h4",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, class: cls }: { name: IconName; class?: string }) {
  return (
    <svg class={`icn icn-${name}${cls ? ` ${cls}` : ""}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
