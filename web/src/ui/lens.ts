// Figures of the camera, apart from the screen.

/** Rem per unit; null: all of it. */
export type Lens = number | null;

const CLOSE = 3;      // times as large as from near
const EDGE = 0.18;    // of the frame: what is nearer to its edge than that is not in sight any more

/** Pixels per unit at which all of it is seen. */
export const fitting = (w: number, h: number, wide: number, high: number): number => Math.max(1, Math.min(w / wide, h / high));

export const clamped = (scale: number, fit: number, near: number): number => Math.min(Math.max(scale, fit), Math.max(fit, near * CLOSE));

/** Whether a place along a side of the frame is well in it. */
export const held = (at: number, side: number): boolean => at >= side * EDGE && at <= side * (1 - EDGE);
