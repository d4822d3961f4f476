// A whole game in an address: the record, packed, after "#/replay?r=". Nothing is stored anywhere, and nobody need be asked.

/** The first letter says how the rest is packed: z by zlib, d deflated without its head and sum (links of old), p plain; then base64 as addresses have it. */
const ZLIB = "z", PLAIN = "p";
const FORMATS: Record<string, CompressionFormat> = { [ZLIB]: "deflate", d: "deflate-raw" };
const LARGEST = 8 << 20; // what importRecord takes

async function through(bytes: Uint8Array, by: { readable: ReadableStream; writable: WritableStream }): Promise<Uint8Array> {
  const writer = by.writable.getWriter();
  const fed = writer.write(bytes).then(() => writer.close());
  fed.catch(() => {}); // told by the reader
  const reader = (by.readable as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let r = await reader.read(); !r.done; r = await reader.read()) {
    parts.push(r.value);
    size += r.value.length;
    if (size > LARGEST) throw new RangeError("too large");
  }
  await fed;
  const all = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}

const toText = (bytes: Uint8Array): string => {
  let s = "";
  for (const b of bytes) s += String.fromCharCode(b);
  return btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
const fromText = (text: string): Uint8Array => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

export async function packRecord(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record);
  if (typeof CompressionStream === "undefined") return PLAIN + toText(bytes);
  return ZLIB + toText(await through(bytes, new CompressionStream("deflate")));
}

/** Rejects what is no such text. */
export async function unpackRecord(packed: string): Promise<string> {
  const bytes = fromText(packed.slice(1));
  const format = FORMATS[packed.charAt(0)];
  if (!format && !packed.startsWith(PLAIN)) throw new SyntaxError("not packed by us");
  const whole = format ? await through(bytes, new DecompressionStream(format)) : bytes;
  return new TextDecoder("utf-8", { fatal: true }).decode(whole);
}

export const replayPath = (packed: string): string => `#/replay?r=${packed}`;
