// The lessons of all games, from the first step to the last, by the moves that are pointed at.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { finger, fromList, mouse, press, ready } from "../lib/play.mjs";
import { test } from "../lib/run.mjs";
import { root } from "../lib/world.mjs";
import { withPeople } from "./shared.mjs";

const games = readdirSync(join(root, "tutorials")).map((f) => f.replace(/\.json$/, ""));

/** The step that is shown: what it says, and how many things are ringed. */
const shown = (page) => page.evaluate(() => {
  const c = document.querySelector("[data-coach-step]");
  return c && { id: c.dataset.coachStep, doing: "do" in c.dataset, text: c.querySelector(".coach-text")?.textContent ?? "",
    behind: [...document.querySelectorAll("[data-zone-kind=pile][data-coach]")].filter((e) => e.querySelector("[data-item]")).length,
    rings: [...document.querySelectorAll("[data-coach]")].filter((e) => e.getClientRects().length > 0).length };
});

async function follow(page, hand, game) {
  await page.waitForSelector("[data-screen=learn] [data-coach-step]");
  const steps = [];
  for (let i = 0; i < 128; i++) {
    await ready(page);
    const step = await shown(page);
    if (!step || step.id === "tips") break;
    steps.push(step.id);
    assert.ok(step.text.length > 10, `${game}: step ${step.id} says something`);
    assert.ok(step.rings > 0, `${game}: step ${step.id} points at something`);
    assert.equal(step.behind, 0, `${game}: step ${step.id} rings a pile behind its cards`);
    if (step.doing) {
      const id = await page.waitForFunction(() => document.querySelector("[data-action][data-coach]")?.dataset.action).then((h) => h.jsonValue());
      await fromList(page, hand, id);
    } else await press(page, "[data-coach-do=next]");
    await page.waitForFunction((old) => document.querySelector("[data-coach-step]")?.dataset.coachStep !== old, step.id);
  }
  const kept = await page.evaluate((g) => JSON.parse(localStorage.getItem(`veillee.learn.${g}`)), game);
  assert.ok(kept.done, `${game}: done after ${steps.join(" ")}`);
  assert.equal(new Set(steps).size, steps.length, "each step once");
  return steps.length;
}

for (const game of games) {
  for (const [size, hand] of [["desktop", mouse], ["phone", finger]]) {
    test(`the lesson of ${game}, ${size}`, () => withPeople(async (come) => {
      const ana = await come({ size, touch: size === "phone", lang: size === "phone" ? "fr" : "en" });
      const page = await ana.open(`#/learn/${game}`);
      const n = await follow(page, hand, game);
      const s = await ready(page);
      assert.ok(s.over || s.actions.length > 0, "the game goes on");
      console.log(`NOTE lesson of ${game}, ${size}: ${n} steps`);
    }));
  }
}
