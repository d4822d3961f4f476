// One server and one browser for all tests that do not break them.
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

export async function endShared() {
  await (await browser)?.close();
  await (await server)?.end();
}
