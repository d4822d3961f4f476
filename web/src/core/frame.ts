// When the screen has caught up. What happens at a table by itself waits for that, so that a press or a key is answered first.

const LATE_MS = 100;        // nothing is painted where nobody looks: then this is long enough

/** Resolves when all that was changed until now is on the screen; at once where there is none. */
export function painted(): Promise<void> {
  if (typeof document === "undefined" || typeof requestAnimationFrame === "undefined" || document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LATE_MS);
    requestAnimationFrame(() => {
      // the message comes after the frame, the callback before it
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { clearTimeout(timer); port1.close(); resolve(); };
      port2.postMessage(0);
    });
  });
}

let answer: Promise<void> | null = null;

if (typeof document !== "undefined" && typeof addEventListener !== "undefined")
  for (const type of ["pointerdown", "pointerup", "keydown", "wheel"])
    addEventListener(type, () => { answer ??= painted().then(() => { answer = null; }); }, { capture: true, passive: true });

/** Resolves when the answer to the last press or key can be seen; at once if there was none. */
export const answered = (): Promise<void> => answer ?? Promise.resolve();

/** Runs when the frame that is being made is on the screen: sizes can be read then without making the browser count twice. Returns what prevents it. */
export function afterFrame(f: () => void): () => void {
  let off = false;
  void painted().then(() => { if (!off) f(); });
  return () => { off = true; };
}
