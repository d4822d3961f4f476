// Paths of drawings in fewer figures: icons.mjs uses it.
/** What each command takes: x and y by turns; h, v, a apart. */
const TAKES = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** The same path in whole tenths, relative throughout. Each point is rounded from where it should be, so nothing adds up. */
export function thin(d) {
  const tokens = d.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [];
  let at = 0, x = 0, y = 0, sx = 0, sy = 0, px = 0, py = 0, psx = 0, psy = 0, out = "", last = "", cmd = "";
  const num = () => Number(tokens[at++]);
  // a flag of an arc may stick to what follows it: "011.5"
  const flag = () => {
    const t = tokens[at];
    if (t.length > 1) { tokens[at] = t.slice(1); return Number(t[0]); }
    at++;
    return Number(t);
  };
  const r = (n) => Math.round(n * 10) / 10;
  const text = (n) => String(n).replace(/^(-?)0\./, "$1.");
  const put = (c, nums) => {
    let s = "";
    nums.forEach((n, i) => {
      const w = text(n);
      const before = s || (c === last ? out : "");
      const sep = i === 0 && c !== last ? "" : w[0] === "-" || (w[0] === "." && /\.\d*$/.test(before.match(/-?[\d.]+$/)?.[0] ?? "")) ? "" : " ";
      s += sep + w;
    });
    out += (c === last ? "" : c) + s;
    last = c === "M" ? "L" : c === "m" ? "l" : c; // what follows a move without a letter is a line
  };
  while (at < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[at])) cmd = tokens[at++];
    const low = cmd.toLowerCase(), rel = cmd === low;
    if (!(low in TAKES)) throw new Error(`a path with ${cmd}`);
    if (low === "z") { out += "z"; last = "z"; x = sx; y = sy; px = psx; py = psy; continue; }
    const ox = rel ? x : 0, oy = rel ? y : 0;
    if (low === "h" || low === "v") {
      const n = num();
      if (low === "h") x = ox + n; else y = oy + n;
      const d1 = low === "h" ? r(x - px) : r(y - py);
      put(low, [d1]);
      if (low === "h") px = r(px + d1); else py = r(py + d1);
      continue;
    }
    if (low === "a") {
      const rx = num(), ry = num(), turn = num(), large = flag(), sweep = flag();
      x = ox + num(); y = oy + num();
      const ex = r(x - px), ey = r(y - py);
      put("a", [r(rx), r(ry), r(turn), large, sweep, ex, ey]);
      px = r(px + ex); py = r(py + ey);
      continue;
    }
    const nums = [];
    for (let i = 0; i < TAKES[low]; i += 2) {
      x = ox + num(); y = oy + num();
      nums.push(r(x - px), r(y - py));
    }
    const first = out === ""; // written absolute: the path may stand behind another
    if (first) { nums[0] = r(x); nums[1] = r(y); px = py = 0; }
    put(first ? "M" : low, nums);
    px = r(px + nums.at(-2)); py = r(py + nums.at(-1));
    if (low === "m") { sx = x; sy = y; psx = px; psy = py; cmd = rel ? "l" : "L"; }
  }
  return out;
}
