// Line drawings for the buttons of the table: one stroke, in the colour of the text. The words beside them say the same.
const paths = {
  undo: "M8.5 5L4 9.5 8.5 14M4 9.5h9.5a5 5 0 010 10H9",
  redo: "M15.5 5L20 9.5 15.5 14M20 9.5h-9.5a5 5 0 000 10H15",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 117 0c-.6.5-1 1.2-1 2v1h-5v-1c0-.8-.4-1.5-1-2z",
  history: "M4 12a8 8 0 108-8c-3 0-5.5 1.5-7 4M5 3.5V8h4.5M12 8v4.5l3 2",
  log: "M5 6h14M5 12h14M5 18h9",
  rules: "M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5v13",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  inspect: "M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.5 15.5L20.5 20.5",
  chat: "M4 5h16v11h-8.5L7 20v-4H4z",
  players: "M9 11a3.2 3.2 0 100-6.4 3.2 3.2 0 000 6.4zM3 19.5c.4-3.6 2.7-5.7 6-5.7s5.6 2.1 6 5.7M16 5.2a3 3 0 010 5.6M17.5 14.3c2 .7 3.2 2.5 3.5 5.2",
  close: "M6 6l12 12M18 6L6 18",
  first: "M6 5v14M19 5l-9 7 9 7z",
  prev: "M16 5l-9 7 9 7z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  look: "M12 3.5v6M12 14.5v6M3.5 12h6M14.5 12h6",
  download: "M12 4v11M7.5 11l4.5 4.5L16.5 11M4.5 19.5h15",
  fork: "M7 4v5c0 3 2 4 5 4s5 1 5 4v3M7 4L4.5 6.5M7 4l2.5 2.5M17 20l-2.5-2.5M17 20l2.5-2.5M7 13v7",
  final: "M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM12 7.5V13M12 16.2v.1",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return <svg class="ic" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={paths[name]} /></svg>;
}
