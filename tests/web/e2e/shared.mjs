// One server and one browser for all tests that do not break them.
import { press, ready } from "../lib/play.mjs";
import { launch, person, Server } from "../lib/world.mjs";

let server = null, browser = null;
export const theServer = () => (server ??= new Server().start());
export const theBrowser = () => (browser ??= launch());

/** A person at the shared server. Bots do not dawdle unless asked to. */
export async function somebody(options = {}) {
  const s = await theServer();
  return person(await theBrowser(), s.url, { ...options, settings: { botPace: 0, ...options.settings } });
}

/** Runs with people who leave in the end, whatever happens. */
export async function withPeople(body) {
  const all = [];
  const come = async (options) => {
    const p = await somebody(options);
    all.push(p);
    return p;
  };
  try {
    await body(come);
  } finally {
    for (const p of all) await p.close().catch(() => {});
  }
}

/** Makes a table for two in the page; the links as they are shown. */
export async function makeTable(p, { listed = false, name = "Ana", bot = false, delay = 0 } = {}) {
  const page = await p.open("#/new/runemasters?where=net");
  await page.waitForSelector("[data-start]");
  await page.locator(".seat-list input").first().fill(name);
  if (bot) await page.selectOption("[data-kind='1']", "bot");
  if (listed) {
    await page.selectOption("[data-kind='1']", "open");
    await page.locator("[data-option=listed] input").last().check({ force: true });
  }
  if (delay) await page.locator(`[data-option=delay] input[value="${delay}"]`).check({ force: true });
  await press(page, "[data-start]");
  if (bot) {
    await ready(page);
    return { mine: await page.evaluate(() => location.hash) };
  }
  await page.waitForSelector("[data-share] [data-link]");
  const links = await page.evaluate(() => [...document.querySelectorAll("[data-link] .link-text")].map((x) => x.value.slice(x.value.indexOf("#"))));
  const mine = await page.locator("[data-to-table]").getAttribute("href");
  await press(page, "[data-to-table]");
  return { mine, seat: links[0], watch: links[1], links };
}

export async function endShared() {
  await (await browser)?.close();
  await (await server)?.end();
}
