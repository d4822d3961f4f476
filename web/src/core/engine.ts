// The C engine in WebAssembly, as a typed object. It lives in a worker (worker.ts) and in tests under Node.
// Ops are those of src/door/door.c: JSON in, JSON out; what is refused has changed nothing.
import type { Board, BoardActions, FacesTold } from "./join";
import type { CampaignFile } from "./campaign";
import type { Entry, GameEvent, GameInfo, Lang, OptionValues, Over, Player, Preview, Refusal, UndoFree, Why } from "./proto";

/** The engine says no: a rule, a bad argument, a damaged file. Nothing has changed. */
export class EngineRefusal extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text || refusal.status);
    this.name = "EngineRefusal";
  }
}

/** The engine stopped for good: open another one and load the games again from their records. */
export class EngineDied extends Error {
  constructor(why: string) {
    super(why);
    this.name = "EngineDied";
  }
}

/** Somebody at a table of the engine; `kind` "bot" has a level. */
export interface EnginePlayer { kind: string; level?: string; name?: string }
export interface Now { rev: number; actor: number | "chance" | null; player: number | null }
export interface Meta extends Now {
  game: string; options: OptionValues; players: Pick<Player, "player" | "kind" | "name" | "level" | "seats">[];
  seed_hash?: string; seed_known: boolean; by_hand: boolean; state: "running" | "over"; date: string;
  has_start: boolean;                                     // begun from a position
  redo?: string;                                          // the move that redo would play again
}
export interface ScenarioReport {
  id: string; passed: boolean; checks: number;
  faults: { status: string; kind: string; rule?: string; code?: string; where: string; pointer?: string; expected?: string; found?: string; text: string }[];
}
type H = { h: number };
type L = { lang?: Lang };

/** Every op with its arguments and its answer. Seeds are 64 hexadecimal digits; an argument that is undefined or null is not given. */
export interface Ops {
  games: { in: L; out: GameInfo[] };
  bots: { in: L; out: string[] };
  rule: { in: L & { id: string }; out: { id: string; game: string; text: string } };
  // Opening. Without a seed, chance is entered by hand (play) or comes from a record.
  open: { in: L & { game: string; options?: OptionValues; players?: EnginePlayer[]; seed?: string; date?: string; start?: object | string }; out: H };
  position: { in: L & { json: object | string; game?: string; players?: EnginePlayer[]; seed?: string; date?: string }; out: H };
  /** A record. recover: keep what precedes the first fault; `fault` then says what was left out. seed: of a record that has only its hash. */
  load: { in: L & { text: string; recover?: boolean; seed?: string }; out: H & { ended: boolean; fault?: Refusal } };
  /** Scenario `index` of a file: its position and moves as a match without a seed (fork it to play on), and whether it holds. */
  scenario: { in: L & { text: string; index?: number }; out: H & { count: number; report: ScenarioReport[] } };
  /** A new match from the state at rev (default: now), with chance of its own. */
  fork: { in: L & H & { rev?: number; seed?: string }; out: H };
  close: { in: L & H; out: Record<string, never> };
  // Playing. The answer says who is to decide next.
  play: { in: L & H & { move: string; by?: number }; out: Now };
  draw: { in: L & H; out: Now };                          // one outcome of chance, from the seed
  undo: { in: L & H & { to: number; agreed?: true | number[] }; out: Now };
  redo: { in: L & H & { by?: number }; out: Now };
  set_player: { in: L & H & { player: number } & EnginePlayer; out: Record<string, never> };
  // Questions.
  meta: { in: L & H; out: Meta };
  faces: { in: L & H; out: FacesTold };                                        // what views leave out (join.ts)
  view: { in: L & H & { seat?: number; rev?: number }; out: Board };           // no seat: a spectator's
  actions: { in: L & H; out: (BoardActions & { player: number }) | null };    // null: nobody is to decide
  start: { in: L & H & { seat?: number }; out: GameEvent[] };                  // what the start itself caused
  entries: { in: L & H & { from?: number; to?: number; seat?: number }; out: Entry[] }; // entries from..to-1, default all
  undo_free: { in: L & H; out: UndoFree | null };
  undo_last: { in: L & H & { player?: number }; out: { to: number } | null };  // what a plain "undo" goes back to
  preview: { in: L & H & { move: string }; out: Preview };
  why: { in: L & H & { move: string }; out: Why };
  over: { in: L & H; out: Over | null };
  /** reveal: with the seed; by default once the game is over. */
  record: { in: L & H & { reveal?: boolean }; out: { text: string } };
  verify: { in: L & H; out: { verified: true } };         // or a refusal: "mismatch" where, "missing" seed
  hash: { in: L & H & { rev?: number }; out: { rev: number; hash: string } };
  position_of: { in: L & H & { rev?: number }; out: Record<string, unknown> };
  /** Without a seed: from the table's own. budget: positions to look at. */
  bot: { in: L & H & { level: string; seed?: string; budget?: number }; out: { move: string } };
  hint: { in: L & H; out: { move: string; text: string } };
  /** A campaign (docs/formats.md) as it is read, or an empty one; h: with that game counted, which is over. */
  campaign: { in: L & { game: string; text?: string; h?: number }; out: CampaignFile };
  /** Random games in short, the same on every machine: "hash:moves" of each. */
  digest: { in: L & { game: string; options?: OptionValues; games: number; from?: number }; out: { games: string[]; moves: number } };
}

interface Door {
  memory: WebAssembly.Memory;
  vl_in(size: number): number;
  vl_call(len: number): number;
  vl_out(): number;
}

const TOO_LONG = 0xffffffff;

export class Engine {
  private dead: string | null = null;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly door: Door) {}

  /** From its address, or from its bytes. */
  static async load(from: string | URL | BufferSource): Promise<Engine> {
    const module = typeof from === "string" || from instanceof URL ? await fetched(from) : await WebAssembly.compile(from);
    const instance = await WebAssembly.instantiate(module, {});
    return new Engine(instance.exports as unknown as Door);
  }

  /** Throws EngineRefusal if the engine says no, EngineDied if it cannot go on. */
  call<K extends keyof Ops>(op: K, args: Ops[K]["in"]): Ops[K]["out"];
  call<T>(op: string, args: object): T;
  call(op: string, args: object): unknown {
    const answer = JSON.parse(this.raw(JSON.stringify({ op, ...args }))) as { ok?: unknown; error?: Refusal };
    if (answer.error) throw new EngineRefusal(answer.error);
    return answer.ok;
  }

  /** One call as text; the answer as text. */
  raw(call: string): string {
    if (this.dead !== null) throw new EngineDied(this.dead);
    try {
      const bytes = this.encoder.encode(call);
      const at = this.door.vl_in(bytes.length) >>> 0;
      if (at) new Uint8Array(this.door.memory.buffer, at, bytes.length).set(bytes);
      const len = this.door.vl_call(at ? bytes.length : TOO_LONG) >>> 0;
      return this.decoder.decode(new Uint8Array(this.door.memory.buffer, this.door.vl_out() >>> 0, len));
    } catch (e) {
      this.dead = e instanceof Error ? e.message : String(e);
      throw new EngineDied(this.dead);
    }
  }

  /** Bytes of memory that the engine has taken. */
  get memory(): number {
    return this.door.memory.buffer.byteLength;
  }
}

/** Compiled while it arrives, where the server names its type; else afterwards. */
async function fetched(from: string | URL): Promise<WebAssembly.Module> {
  const answer = await fetch(from);
  if (!answer.ok) throw new EngineDied(`engine: ${answer.status}`);
  if (answer.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}
