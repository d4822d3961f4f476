// Where a card comes from, drawn behind its glyph: a sky with a light in it, what is far, what is near. In a box of 120 × 60 that is cut to the card.
import type { Kingdom } from "./words";

/** light: x, y and size of sun or moon. */
interface Place { light: readonly [number, number, number]; far: string; near: string }

const places: Record<Kingdom, Place> = {
  // a ring of stones on a moor
  wor: {
    light: [84, 20, 13],
    far: "M0 42c18-7 38-8 60-3s42 3 60-4v25H0ZM12 40l2-14 5-1 1 15ZM96 38l1-17 6 1 1 16ZM24 38l1-11h4l1 11Z",
    near: "M0 54c30-8 80-8 120 0v6H0ZM34 51l1-21 8-1 2 22ZM74 51l2-23 8 1 1 22ZM31 29l56-5 1 6-56 5ZM4 55l2-16 7 1 1 15ZM106 55l1-14 7-1 3 15Z",
  },
  // peaks in the snow
  bar: {
    light: [24, 15, 8],
    far: "M0 60V40l16-18 10 11 20-27 22 29 12-14 22 24 18-12v27ZM46 6l-9 12 5 4 5-5 4 7 4-7Z",
    near: "M0 60v-7l30-7 34 6 56-9v17ZM10 50l5-8h-3l5-7h-2l4-7 4 7h-2l5 7h-3l5 8ZM30 50l4-7h-2l4-6h-2l4-6 4 6h-2l4 6h-2l4 7ZM92 47l6-10h-4l6-8h-3l5-8 5 8h-3l6 8h-4l6 10Z",
  },
  // a mountain that smokes, and something in the air
  dra: {
    light: [62, 14, 10],
    far: "M10 60l30-36c4 3 9 1 11 4 4-3 9 0 13-4l12 15 10-6 34 27ZM44 22c-4-7 4-9 1-15 7 4 4 9 10 8-2 4-6 3-5 8Z",
    near: "M0 60V44l14-4 8 8 16 2 12 5 30-3 14-12 10-3 16 6v17ZM80 26c5-1 8-6 15-7-2 2-2 3-1 5 4-4 10-5 17-3-5 1-7 3-8 6-3-1-5 0-7 3-1-2-3-3-5-2-3 3-8 2-11-2Z",
  },
  // trees of the plains before a low sun
  gno: {
    light: [78, 38, 17],
    far: "M0 60V44l22-2 4-10h20l5 9 69 3v16Z",
    near: "M0 60v-8c40-4 80-3 120 0v8ZM27 53l1-18-9-7h-13c2-6 10-8 17-7 7-4 19-3 24 3 5 0 8 2 9 5H41l-8 7 1 17ZM94 53l1-11-6-5h-9c2-4 6-5 10-5 6-3 14-2 18 1 4 0 6 2 7 4h-10l-6 6 1 10Z",
  },
  // a fort of crooked poles
  gob: {
    light: [20, 16, 9],
    far: "M0 60V46l28-8 24 6 30-10 38 8v18ZM72 38V17l6-7 6 7h7v-5l8 3-7 2v22Z",
    near: "M0 60V48l5-8 4 8 5-11 5 11 4-7 5 8V26l-5 1 10-12 10 11-4-1v24l5-9 4 8 6-11 4 11 5-7 5 8 4-10 5 10 5-8 5 9 5-11 5 11 4-7 5 8 5-10 4 9v12ZM32 30v6h5v-6Z",
  },
  // a wood with a fall of water
  uni: {
    light: [64, 14, 11],
    far: "M0 60V36c8-9 16-9 24-3 6-12 20-12 26-1h6v28h8V31h6c8-12 20-9 26 1 8-6 16-4 24 5v23Z",
    near: "M0 60v-6c16-3 20-3 22-3V39c-9 1-15-4-15-10s5-9 9-9c1-6 6-10 12-9 6-1 11 3 12 9 5 1 8 5 7 10-1 6-7 9-13 8v13c20 2 46 2 54 0V42c-7 0-11-4-11-9s4-8 8-8c1-5 5-8 9-8s9 4 9 9c5 1 8 5 7 9-1 5-6 7-12 7v10l22 3v6Z",
  },
  // graves under a bare tree
  und: {
    light: [34, 17, 12],
    far: "M0 60V46c20-6 60-6 120-2v16ZM84 46V25h5V14l5-7 5 7v6h9l6 7v19h-7v-8h-6v8Z",
    near: "M0 60v-6c34-5 80-5 120 0v6ZM18 54V40h-5v-4h5v-6h4v6h5v4h-5v14ZM44 54V42c0-8 12-8 12 0v12ZM64 54l-1-8 2-9-7-9-6-2 6-1 4 3-1-7-5-5 6 3 3 9 4 4 3-10-3-8 5 5 1-5 1 7-4 12 6-4 6 0-5 3-8 7-1 5 2 10Z",
  },
  // roofs and towers of a port
  thi: {
    light: [96, 15, 9],
    far: "M0 60V38h8v-8l5-6 5 6v8h14v-6h14v8h10V20l4-9 4 9v20h12c0-9 6-11 8-16 2 5 8 7 8 16h12V30h8v30Z",
    near: "M0 60V48h12l8-8 8 8h6V36h4v-8l3-7 3 7v8h4v12h12c0-7 5-10 11-10s11 3 11 10h10V42l9-5 9 5v18ZM16 50v5h4v-5ZM92 52v4h5v-4Z",
  },
  // fields before a hill, a house
  start: {
    light: [30, 18, 11],
    far: "M0 60V44c24-14 48-14 66-2 20-10 38-8 54 0v18ZM82 40V28l8-7 8 7v12Z",
    near: "M0 60V52c36-10 84-8 120 0v8ZM66 60c-2-6-10-8-2-12 3-2 3-3 1-5 6 2 6 4 3 6-5 4 4 6 6 11ZM12 54v-7c-7 0-7-9-1-10 1-7 11-6 11 0 6 2 5 10-2 10h-4v7Z",
  },
};

export function Scene({ of }: { of: Kingdom }) {
  const { light: [x, y, r], far, near } = places[of];
  return (
    <svg viewBox="0 0 120 60" preserveAspectRatio="xMidYMax slice" class="en-scene" aria-hidden="true" focusable="false">
      <circle class="en-light" cx={x} cy={y} r={r} />
      <path class="en-far" d={far} fill-rule="evenodd" />
      <path class="en-near" d={near} fill-rule="evenodd" />
    </svg>
  );
}
