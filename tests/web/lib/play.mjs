// People who play: by mouse, by keys, by touch. They know the page only by what is on it.
import assert from "node:assert/strict";
import { PATIENCE } from "./world.mjs";

export const see = (page) => page.evaluate(() => __see.state());

/** Waits until the state is as wanted; the predicate runs in the page. Not at every frame: reading all of a table so often is more work than showing it. */
export async function seen(page, predicate, arg, what = String(predicate)) {
  try {
    await page.waitForFunction(predicate, arg, { timeout: PATIENCE, polling: 40 });
  } catch (e) {
    const now = await see(page).catch(() => null);
    throw new Error(`not seen: ${what}; ${JSON.stringify(now)}; ${String(e).split("\n")[0]}`);
  }
  return see(page);
}

/** My decision, or the end, when all that led to it is told. after: a revision that has passed. Few watch all of it: most turn the wheel soon. */
export const ready = (page, after = -1, { patient = false } = {}) => seen(page, ([rev, watch]) => {
  const s = __see.state();
  if (!s.telling) globalThis.__bored = undefined;
  else if (!watch && performance.now() - (globalThis.__bored ??= performance.now()) > 250) dispatchEvent(new WheelEvent("wheel"));
  return s.table && s.rev > rev && !s.pending && !s.telling && (s.over || (s.mine && s.actions.length > 0));
}, [after, patient], "a decision or the end");

/** Another table than before is on the screen: the address alone changes earlier. */
export const other = (page, old) => seen(page, (o) => {
  const { table } = __see.state();
  return table !== null && table !== o;
}, old, "another table");

/** Does something and waits until the page shows that it did. */
export async function act(page, what) {
  const before = await page.evaluate(() => __see.print());
  await what();
  await seen(page, (old) => __see.print() !== old, before, "an effect");
  return see(page);
}

// ---- hands ----

/** Where it can be pressed, once it is at rest: nobody presses a card that is still moving. */
async function place(page, selector) {
  let at = null;
  for (const end = Date.now() + PATIENCE; !at; ) {
    at = await page.evaluate(async (s) => {
      // on a phone the list of sentences is a sheet
      if (document.querySelector(s)?.closest(".acts:not([data-unfolded]) .acts-sheet") && !__see.spot(s)) document.querySelector(".acts-unfold")?.click();
      const a = __see.spot(s);
      await new Promise(requestAnimationFrame);
      const b = a && __see.spot(s), e = document.querySelector(s);
      // what waits for its turn to move lies still too
      if (document.getAnimations().some((x) => !(x instanceof CSSAnimation) && x.effect?.target?.contains(e))) return null;
      return b && Math.hypot(a.x - b.x, a.y - b.y) < 1 ? b : null;
    }, selector);
    if (!at && Date.now() > end) throw new Error(`cannot be pressed: ${selector}`);
    if (!at) await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return at;
}

export const mouse = {
  async press(page, selector) {
    const { x, y } = await place(page, selector);
    await page.mouse.click(x, y);
  },
};
export const finger = {
  async press(page, selector) {
    const { x, y } = await place(page, selector);
    await page.touchscreen.tap(x, y);
  },
};
export const press = (page, selector) => mouse.press(page, selector);

const quote = (id) => JSON.stringify(id);
export const action = (id) => `[data-action=${quote(id)}]`;
export const item = (id) => `[data-item=${quote(id)}]`;

/**
 * From the list: once, and again on the same spot if it cannot be taken back. Waits for this very effect: others may still be arriving.
 * Where the list has moved away under the hand (somebody's vote is over), it is pressed where it is now, as a person would.
 */
export async function fromList(page, hand, id) {
  const { rev } = await see(page);
  const done = ([old, a]) => {
    const x = __see.state();
    return x.rev !== old || x.pending || x.over || !x.mine || x.armed === a;
  };
  const spot = () => page.evaluate((q) => __see.spot(q), action(id));
  const before = await spot();
  await hand.press(page, action(id));
  const soon = await page.waitForFunction(done, [rev, id], { timeout: 5000 }).catch(() => null);
  const now = soon ? null : await spot();
  if (before && now && Math.hypot(before.x - now.x, before.y - now.y) > 4) await hand.press(page, action(id));
  const s = await seen(page, done, [rev, id], `an effect of ${id}`);
  if (s.rev === rev && !s.pending && s.armed === id) await act(page, () => hand.press(page, action(id)));
  return rev;
}

/** On the board: a thing, then one that lit up, until it is done. */
export async function onBoard(page, hand, rng, first) {
  const start = await see(page);
  let s = await act(page, () => hand.press(page, item(first)));
  for (let clicks = 1; clicks < 8; clicks++) {
    if (s.rev !== start.rev || s.pending || s.over || !s.mine) return { rev: start.rev, clicks };
    const to = s.armedItem ?? (s.lit.length > 0 ? rng.pick(s.lit) : null);
    if (to === null) break;
    s = await act(page, () => hand.press(page, item(to)));
  }
  s = await see(page);
  if (s.rev !== start.rev || s.pending || s.over || !s.mine) return { rev: start.rev, clicks: 8 };
  if (s.picked.length > 0 || s.armed) await act(page, () => page.keyboard.press("Escape"));
  return { rev: null };
}

/** Plays to the end, or so many decisions. Half on the board, half from the list. */
export async function playOn(page, hand, rng, { most = 1000, boards = true } = {}) {
  let decisions = 0, byBoard = 0, s = await ready(page);
  for (; !s.over && decisions < most; decisions++) {
    let rev = null;
    if (boards && s.usable.length > 0 && rng.below(2) === 0) {
      ({ rev } = await onBoard(page, hand, rng, rng.pick(s.usable)));
      if (rev !== null) byBoard++;
    }
    if (rev === null) rev = await fromList(page, hand, rng.pick((await see(page)).actions));
    s = await ready(page, rev);
  }
  return { decisions, byBoard, ...s };
}

/** Ends the turn whenever that can be done, so that a game is over soon. */
export async function hurry(page, hand, { most = 1000 } = {}) {
  let decisions = 0, s = await ready(page);
  for (; !s.over && decisions < most; decisions++) {
    const id = s.actions.find((a) => /^end\b/.test(a)) ?? s.actions[0];
    const rev = await fromList(page, hand, id);
    s = await ready(page, rev);
  }
  return { decisions, ...s };
}

// ---- keys ----

/** Tab until it has the focus. */
export async function tabTo(page, selector, most = 80) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return i;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Plays by keys alone: digits, Tab and Enter, the arrows on the board. */
export async function playByKeys(page, rng, { most = 1000 } = {}) {
  let decisions = 0, s = await ready(page);
  const how = { digit: 0, tab: 0, board: 0 };
  for (; !s.over && decisions < most; decisions++) {
    const start = s.rev;
    const done = (x) => x.rev !== start || x.pending || x.over || !x.mine;
    const way = rng.below(10);
    if (way < 2 && s.usable.length > 0) {
      // b goes to the board; the arrows move there; Enter is a click
      await page.keyboard.press("b");
      for (let i = rng.below(3); i > 0; i--) await page.keyboard.press(rng.pick(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]));
      if (await page.evaluate(() => document.activeElement?.matches("[data-item][data-usable]") ?? false)) {
        s = await act(page, () => page.keyboard.press("Enter"));
        how.board++;
        if (!done(s) && s.armedItem !== null) s = await act(page, () => page.keyboard.press("Enter"));
        if (!done(s)) {
          await act(page, () => page.keyboard.press("1"));
          s = await see(page);
          if (!done(s) && s.armed) s = await act(page, () => page.keyboard.press("1"));
        }
      }
    }
    if (!done(s) && way === 2 && s.actions.length > 9) {
      const id = s.actions[rng.below(s.actions.length)];
      await tabTo(page, action(id), 120);
      s = await act(page, () => page.keyboard.press("Enter"));
      if (!done(s) && s.armed === id) s = await act(page, () => page.keyboard.press("Enter"));
      how.tab++;
    }
    if (!done(s)) {
      if (s.picked.length > 0 || s.armed) s = await act(page, () => page.keyboard.press("Escape"));
      const key = String(1 + rng.below(Math.min(9, s.actions.length)));
      s = await act(page, () => page.keyboard.press(key));
      if (!done(s)) s = await act(page, () => page.keyboard.press(key));
      how.digit++;
    }
    s = await ready(page, start);
  }
  return { decisions, how, ...s };
}
