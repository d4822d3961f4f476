// One engine for each game, fetched when it is first needed; to the page they are one. A handle says whose it is.
import { Host, type EngineLike } from "./host";

type Args = Record<string, unknown>;

export class Hosts {
  private readonly hosts = new Map<string, Promise<Host>>();

  /** games: in an order that stays, since handles count on it. The first one answers for games that nobody knows. */
  constructor(private readonly games: readonly string[], private readonly load: (game: string) => Promise<EngineLike>) {}

  /** Nobody waits for it, and whoever needs it later tries again. */
  async warm(game: string): Promise<void> {
    if (this.games.includes(game)) await this.host(game).catch(() => {});
  }

  private host(game: string): Promise<Host> {
    let host = this.hosts.get(game);
    if (!host) {
      host = this.load(game).then((engine) => new Host(engine));
      this.hosts.set(game, host);
      host.catch(() => this.hosts.delete(game));
    }
    return host;
  }

  async call(op: string, args: Args): Promise<unknown> {
    const { length } = this.games;
    const mine = typeof args["h"] === "number";
    const place = mine ? (args["h"] as number) % length : Math.max(0, this.games.indexOf(gameOf(op, args)));
    const host = await this.host(this.games[place]!);
    const f = Object.hasOwn(host.ops, op) ? (host.ops as Record<string, (a: unknown) => unknown>)[op] : undefined;
    if (!f) throw new Error(`no ${op}`);
    const answer = f(mine ? { ...args, h: Math.floor((args["h"] as number) / length) } : args);
    return hasHandle(answer) ? { ...answer, h: answer.h * length + place } : answer;
  }
}

const hasHandle = (x: unknown): x is { h: number } => typeof x === "object" && x !== null && typeof (x as { h?: unknown }).h === "number";

/** The game that a call without a handle is about, as far as a look tells: the engine reads the text itself. */
function gameOf(op: string, args: Args): string {
  const text = String(args["text"] ?? "");
  if (op === "load") return /^game (\S+)/m.exec(text.slice(0, 2000))?.[1] ?? "";
  if (op === "position") return /"game"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? "";
  return String(args["game"] ?? "");
}
