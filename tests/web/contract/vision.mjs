// (vii) Colours of lanes, dice and kingdoms as people see them who tell fewer colours apart: pictures of Chromium's four simulations.
import { dropText } from "../lib/files.mjs";
import { engine, playGame } from "../lib/games.mjs";
import { pixels } from "../lib/png.mjs";
import { other, ready, see } from "../lib/play.mjs";

const kinds = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"];
const LEAST = 15;

function lab([r, g, b]) {
  const f = (v) => { const c = v / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const [R, G, B] = [f(r), f(g), f(b)];
  const x = (0.4124 * R + 0.3576 * G + 0.1805 * B) / 0.95047, y = 0.2126 * R + 0.7152 * G + 0.0722 * B, z = (0.0193 * R + 0.1192 * G + 0.9505 * B) / 1.08883;
  const h = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  return [116 * h(y) - 16, 500 * (h(x) - h(y)), 200 * (h(y) - h(z))];
}
const deltaE = (a, b) => { const p = lab(a), q = lab(b); return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]); };

/** The commonest colour of a part of a picture, in steps of 8. */
function main({ data, bytes, width }, box) {
  const count = new Map();
  for (let y = box.y; y < box.y + box.h; y++) for (let i = (y * width + box.x) * bytes, n = 0; n < box.w; n++, i += bytes) {
    const k = (data[i] >> 3) << 10 | (data[i + 1] >> 3) << 5 | data[i + 2] >> 3;
    const c = count.get(k) ?? [0, 0, 0, 0];
    c[0]++; c[1] += data[i]; c[2] += data[i + 1]; c[3] += data[i + 2];
    count.set(k, c);
  }
  const [n, r, g, b] = [...count.values()].sort((x, y) => y[0] - x[0])[0];
  return [r / n, g / n, b / n];
}

/** What is told apart by colour in each game: a position that shows it, the kinds of things, what of them is coloured, their letter or word. */
const coloured = {
  runemasters: { setup: (n) => ({ n, options: { guardians: 4, difficulty: "hero" } }), kinds: { path: 4, die: 0 }, counts: "die", area: ".rm-banner, svg", letter: "b, .rm-die-word" },
  enchanters: { setup: (n) => ({ n, players: 2, options: { players: 2 } }), kinds: { kingdom: 8 }, counts: "kingdom", area: ".en-kingdom-crest", letter: ".en-kingdom-name" },
  runebound: { setup: (n) => ({ n, players: 2, options: { players: 2, round_limit: 1 } }), kinds: { site: 4 }, counts: "site", area: ".rb-gem", letter: "[data-name]", press: ".cam-tool:last-child" },
  reflets: { setup: (n) => ({ n, players: 1, options: { players: 1, quick_tokens: "yes", challenge: "pepere" } }), kinds: { gems: 5 }, counts: "gems", only: "gem.A_", area: ".ra-gem-cut", letter: "[data-name]" },
};

/** Two things of the same kind (banners, dice, crests) differ by colour, in every kind of vision, or else by shape and letter. */
export async function colours(page, cdp, game, themes, figures) {
  const e = await engine();
  const { setup, kinds: wanted, counts, only = "", area, letter, press } = coloured[game];
  let text = null, most = 0;
  for (let n = 1; n < 40 && most < 4; n++)
    playGame(e, { game, ...setup(n) }, (m, h) => {
      if (typeof m.actor !== "number") return;
      const faces = new Set(e.call("view", { h, lang: "en" }).items.filter((i) => i.kind === counts).map((d) => d.face)).size;
      if (faces > most) { most = faces; text = e.call("record", { h, reveal: true }).text; }
    });
  await page.setViewportSize({ width: 1280, height: 720 });
  const set = (some) => page.evaluate((some) => {
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem("veillee.settings") ?? "{}"), ...some });
    localStorage.setItem("veillee.settings", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "veillee.settings", newValue }));
  }, some);
  await set({ textSize: "normal" }); // whatever was looked at last
  const { table } = await see(page);
  await dropText(page, "colours.veillee", text);
  await other(page, table);
  await ready(page);
  if (press) await page.locator(press).click(); // all of a map
  const faults = [];
  for (const theme of themes) {
    await set({ theme });
    await page.mouse.move(2, 2);
    const things = await page.evaluate(([kinds, only, area, letter]) => kinds.flatMap((kind) => {
      const faces = new Set();
      return [...document.querySelectorAll(`[data-item${only && `^="${only}"`}][data-kind=${kind}]`)].filter((x) => !faces.has(x.dataset.face) && faces.add(x.dataset.face)).map((x) => ({
        id: x.dataset.item, kind,
        shape: [...x.querySelectorAll("svg path, svg circle, svg rect, svg polygon")].map((p) => p.outerHTML.replace(/\s(class|style|fill|stroke)="[^"]*"/g, "")).join("|"),
        letter: x.querySelector(letter)?.textContent ?? "",
        box: ((r) => ({ x: Math.round(r.x), y: Math.round(r.y), w: Math.floor(r.width), h: Math.floor(r.height) }))((x.querySelector(area) ?? x).getBoundingClientRect()),
      }));
    }), [Object.keys(wanted), only, area, letter]);
    for (const kind of kinds) {
      await cdp.send("Emulation.setEmulatedVisionDeficiency", { type: kind });
      const picture = pixels(await page.screenshot({ animations: "disabled" }));
      for (const t of things) t.colour = main(picture, t.box);
      for (let i = 0; i < things.length; i++)
        for (let k = i + 1; k < things.length; k++) {
          const a = things[i], b = things[k];
          if (a.kind !== b.kind) continue;
          const d = deltaE(a.colour, b.colour);
          if (wanted[a.kind] > 0) (figures.pairs ??= []).push({ d, kind });
          if (d < LEAST && (a.shape === b.shape || a.shape === "" || a.letter === b.letter)) faults.push(`${theme}, ${kind}: ${a.id} and ${b.id} differ by ΔE ${d.toFixed(1)} and not by shape and letter`);
        }
    }
    await cdp.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
    for (const [kind, n] of Object.entries(wanted)) {
      const there = things.filter((t) => t.kind === kind).length;
      if (n > 0 && there !== n) faults.push(`${theme}: ${there} things of the kind ${kind} instead of ${n}`);
    }
  }
  return faults;
}
