// SHA-256, for seeds that are given as a word. The browser's own is not there on plain http.
const k: number[] = [];
const first: number[] = [];
{
  const fraction = (x: number) => ((x - Math.floor(x)) * 0x100000000) | 0;
  for (let n = 2; k.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (first.length < 8) first.push(fraction(Math.sqrt(n)));
    k.push(fraction(Math.cbrt(n)));
  }
}

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const h = [...first];
  const w = new Array<number>(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = view.getInt32(at + i * 4); continue; }
      const a = w[i - 15]!, b = w[i - 2]!;
      w[i] = (w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    const v = [...h];
    for (let i = 0; i < 64; i++) {
      const e = v[4]!, a = v[0]!;
      const one = (v[7]! + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]!) ^ (~e & v[6]!)) + k[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]!) ^ (a & v[2]!) ^ (v[1]! & v[2]!))) | 0;
      v.pop();
      v.unshift((one + two) | 0);
      v[4] = (v[4]! + one) | 0;
    }
    for (let i = 0; i < 8; i++) h[i] = (h[i]! + v[i]!) | 0;
  }
  return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The seed that a word stands for, the same as --seed of the command line; 64 hexadecimal digits are a seed themselves. */
export function seedOf(word: string): string {
  const s = word.trim();
  return /^[0-9a-f]{64}$/i.test(s) ? s.toLowerCase() : sha256(`veillee seed ${s}`);
}
