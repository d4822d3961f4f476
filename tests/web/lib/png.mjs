// PNG files as Chromium writes them (8 bits, no interlace): their pixels, and smaller ones made of few colours.
import { deflateSync, inflateSync } from "node:zlib";

export function pixels(png) {
  let width = 0, height = 0, type = 0;
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const n = png.readUInt32BE(at), name = png.toString("latin1", at + 4, at + 8), body = png.subarray(at + 8, at + 8 + n);
    if (name === "IHDR") { width = body.readUInt32BE(0); height = body.readUInt32BE(4); type = body[9]; }
    if (name === "IDAT") parts.push(body);
    at += 12 + n;
  }
  const bytes = { 2: 3, 6: 4 }[type];
  if (!bytes) throw new Error(`PNG of type ${type}`);
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * bytes, data = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const a = x >= bytes ? data[y * line + x - bytes] : 0, b = y > 0 ? data[(y - 1) * line + x] : 0, c = x >= bytes && y > 0 ? data[(y - 1) * line + x - bytes] : 0;
      let v = raw[y * (line + 1) + 1 + x];
      if (filter === 1) v += a;
      else if (filter === 2) v += b;
      else if (filter === 3) v += (a + b) >> 1;
      else if (filter === 4) {
        const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
        v += pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      }
      data[y * line + x] = v;
    }
  }
  return { width, height, bytes, data };
}

// ---- at most 256 colours: median cut ----

function palette(counts, most) {
  let boxes = [[...counts].map(([k, n]) => ({ c: [k >> 16, (k >> 8) & 255, k & 255], n }))];
  const spread = (box) => {
    let best = 0, at = 0;
    for (let i = 0; i < 3; i++) {
      let lo = 255, hi = 0;
      for (const { c } of box) { if (c[i] < lo) lo = c[i]; if (c[i] > hi) hi = c[i]; }
      if (hi - lo > best) [best, at] = [hi - lo, i];
    }
    return { best, at };
  };
  const weigh = (box) => Math.sqrt(box.reduce((n, x) => n + x.n, 0)) * spread(box).best;
  let weighed = boxes.map((b) => ({ b, w: weigh(b) }));
  while (weighed.length < most) {
    weighed.sort((x, y) => y.w - x.w);
    const { b, w } = weighed[0];
    if (w === 0) break;
    const { at } = spread(b);
    b.sort((x, y) => x.c[at] - y.c[at]);
    const half = b.reduce((n, x) => n + x.n, 0) / 2;
    let cut = 1;
    for (let n = b[0].n; cut < b.length - 1 && n + b[cut].n <= half; n += b[cut++].n);
    weighed.splice(0, 1, ...[b.slice(0, cut), b.slice(cut)].map((x) => ({ b: x, w: weigh(x) })));
  }
  boxes = weighed.map((x) => x.b);
  const colours = [], index = new Map();
  for (const box of boxes) {
    const n = box.reduce((s, x) => s + x.n, 0);
    for (const { c } of box) index.set((c[0] << 16) | (c[1] << 8) | c[2], colours.length);
    colours.push([0, 1, 2].map((i) => Math.round(box.reduce((s, x) => s + x.c[i] * x.n, 0) / n)));
  }
  return { colours, index };
}

const crcTable = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });
function chunk(name, body) {
  const out = Buffer.alloc(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  out.write(name, 4, "latin1");
  body.copy(out, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < 8 + body.length; i++) crc = crcTable[(crc ^ out[i]) & 255] ^ (crc >>> 8);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 8 + body.length);
  return out;
}

/** The same picture in at most 256 colours, a third of the size. */
export function fewer(png, most = 256) {
  const { width, height, bytes, data } = pixels(png);
  const key = (i) => (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
  const counts = new Map();
  for (let i = 0; i < data.length; i += bytes) counts.set(key(i), (counts.get(key(i)) ?? 0) + 1);
  const { colours, index } = palette(counts, most);
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raw[y * (width + 1) + 1 + x] = index.get(key((y * width + x) * bytes));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const small = Buffer.concat([png.subarray(0, 8), chunk("IHDR", head), chunk("PLTE", Buffer.from(colours.flat())), chunk("IDAT", deflateSync(raw, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
  return small.length < png.length ? small : png;
}
