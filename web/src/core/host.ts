// The games of this browser, as the worker holds them: the engine, and what the page asks of it in one message each.
// No part of it knows about workers or pages: worker.ts gives it a voice, and tests call it directly.
import type { CampaignFile } from "./campaign";
import type { Meta } from "./engine";
import { FacesKept, type Board, type BoardActions, type FacesTold, type Joiner } from "./join";
import { tell, type Moment } from "./tale";
import type { Actions, Entry, GameInfo, Lang, OptionValues, Over, Preview, SeatWanted, UndoFree, View, Why } from "./proto";

/** The engine as this file needs it (engine.ts). */
export interface EngineLike { call<T>(op: string, args: object): T }


export type { Meta };

/** Everything that a table shows, after each change. */
export interface Snap {
  meta: Meta; view: View; actions: Actions | null; entries: Entry[]; undo: UndoFree | null; over: Over | null;
  record: string;               // with its seed: what is saved
  moments?: Moment[];           // what each event of the entries changed, if it was asked for
}

/** told: with what each event changed. */
export interface Seen { lang: Lang; from: number; eye?: number; told?: boolean }
interface At { h: number }

/** The longest run of chance that is drawn in one go; more would be an engine that does not stop. */
const DRAWS_MAX = 10_000;
/** More is not told one by one. */
const TOLD_MAX = 24;

export class Host {
  private readonly faces = new FacesKept();

  constructor(private readonly engine: EngineLike) {}

  /** Questions by name, as they come over the wire. */
  readonly ops = {
    /** What is known of one game; null: nothing. */
    info: (a: { game: string }): GameInfo | null => this.engine.call<GameInfo[]>("games", {}).find((g) => g.id === a.game) ?? null,
    bots: (): string[] => this.engine.call<string[]>("bots", {}),
    rule: (a: { game: string; id: string; lang: Lang }): { id: string; text: string } => this.engine.call("rule", { id: a.id, lang: a.lang }),

    create: (a: { game: string; options: OptionValues; players: SeatWanted[]; seed: string; date: string; start?: object } & Seen): { h: number; snap: Snap } => {
      const { game, options, players, seed, date, start, ...seen } = a;
      const { h } = this.engine.call<At>("open", { game, options, players, seed, date, ...(start ? { start } : {}), lang: seen.lang });
      return this.begun(h, seen);
    },
    load: (a: { text: string; recover?: boolean; seed?: string } & Seen): { h: number; snap: Snap; fault?: unknown } => {
      const { text, recover, seed, ...seen } = a;
      const got = this.engine.call<At & { fault?: unknown }>("load", { text, lang: seen.lang, ...(recover ? { recover } : {}), ...(seed ? { seed } : {}) });
      return { ...this.begun(got.h, seen), ...(got.fault ? { fault: got.fault } : {}) };
    },
    /** A position or scenario, with dice of its own from there on. */
    position: (a: { text: string; scenario: boolean; seed: string } & Seen): { h: number; snap: Snap } => {
      const { text, scenario, seed, ...seen } = a;
      const { h } = scenario ? this.engine.call<At>("scenario", { text, lang: seen.lang }) : this.engine.call<At>("position", { json: text, lang: seen.lang });
      try {
        return this.begun(this.engine.call<At>("fork", { h, seed, lang: seen.lang }).h, seen);
      } finally {
        this.engine.call("close", { h });
      }
    },
    fork: (a: At & { rev?: number; seed: string } & Seen): { h: number; snap: Snap } => {
      const { h, rev, seed, ...seen } = a;
      return this.begun(this.engine.call<At>("fork", { h, seed, ...(rev !== undefined ? { rev } : {}), lang: seen.lang }).h, seen);
    },
    /** A campaign as the engine reads it, with the game of a record counted, which is over. */
    campaign: (a: { game: string; text?: string; record?: string; lang: Lang }): CampaignFile => {
      const { record, ...rest } = a;
      if (record === undefined) return this.engine.call<CampaignFile>("campaign", rest);
      const { h } = this.engine.call<At>("load", { text: record, lang: a.lang });
      try {
        return this.engine.call<CampaignFile>("campaign", { ...rest, h });
      } finally {
        this.engine.call("close", { h });
      }
    },
    close: (a: At): void => { this.engine.call("close", { h: a.h }); },

    snap: (a: At & Seen): Snap => this.snap(a.h, a),
    play: (a: At & Seen & { move: string; by?: number }): Snap => {
      this.engine.call("play", { h: a.h, move: a.move, lang: a.lang, ...(a.by !== undefined ? { by: a.by } : {}) });
      return this.onward(a.h, a);
    },
    /** Everybody who could object sits at this screen. */
    undo: (a: At & Seen & { to?: number }): Snap => {
      const to = a.to ?? this.engine.call<{ to: number } | null>("undo_last", { h: a.h })?.to;
      if (to !== undefined) this.engine.call("undo", { h: a.h, to, agreed: true, lang: a.lang });
      return this.onward(a.h, a);
    },
    redo: (a: At & Seen): Snap => {
      this.engine.call("redo", { h: a.h, lang: a.lang });
      return this.onward(a.h, a);
    },
    player: (a: At & Seen & { player: number; kind: string; name?: string }): Snap => {
      this.engine.call("set_player", { h: a.h, player: a.player, kind: a.kind, ...(a.name ? { name: a.name } : {}), lang: a.lang });
      return this.snap(a.h, a);
    },
    bot: (a: At & { level: string; budget?: number }): { move: string } => this.engine.call("bot", a),

    view: (a: At & { lang: Lang; rev: number; seat?: number }): View => this.view(a),
    entries: (a: At & { lang: Lang; from: number; to: number; seat?: number }): Entry[] => this.engine.call<Entry[]>("entries", a),
    preview: (a: At & { move: string; lang: Lang }): Preview => this.engine.call<Preview>("preview", a),
    why: (a: At & { move: string; lang: Lang }): Why => this.engine.call<Why>("why", a),
    hint: (a: At & { lang: Lang }): { move: string; text: string } => this.engine.call("hint", a),
    record: (a: At & { reveal: boolean }): { text: string } => this.engine.call("record", a),
    position_of: (a: At & { rev?: number }): object => this.engine.call("position_of", a),
    verify: (a: At & { lang: Lang }): { verified: boolean } => this.engine.call("verify", a),
    hash: (a: At & { rev?: number }): { rev: number; hash: string } => this.engine.call("hash", a),
  };

  /** A handle that was just made: if it cannot be shown it is closed again. */
  private begun(h: number, seen: Seen): { h: number; snap: Snap } {
    try {
      return { h, snap: this.onward(h, seen) };
    } catch (e) {
      this.engine.call("close", { h });
      throw e;
    }
  }

  /** Chance that is due is drawn, if the seed is here to draw from. */
  private onward(h: number, seen: Seen): Snap {
    let meta = this.engine.call<Meta>("meta", { h });
    if (meta.seed_known && meta.actor === "chance") {
      let actor: Meta["actor"] = meta.actor;
      for (let i = 0; actor === "chance" && i < DRAWS_MAX; i++) actor = this.engine.call<{ actor: Meta["actor"] }>("draw", { h }).actor;
      meta = this.engine.call<Meta>("meta", { h });
    }
    return this.snap(h, seen, meta);
  }

  private snap(h: number, { lang, from, eye, told }: Seen, known?: Meta): Snap {
    const meta = known ?? this.engine.call<Meta>("meta", { h });
    const decides = meta.players.find((p) => p.player === meta.player);
    const seat = decides?.kind === "human" && typeof meta.actor === "number" ? meta.actor : eye;
    const sees = seat !== undefined ? { seat } : {};
    const start = Math.max(0, from < 0 ? meta.rev + from : Math.min(from, meta.rev));
    const board = this.engine.call<Board>("view", { h, lang, ...sees });
    const joiner = this.joiner(h, lang, board.faces);
    const offered = decides?.kind === "human" ? this.engine.call<BoardActions | null>("actions", { h, lang }) : null;
    const list = start < meta.rev ? this.engine.call<Entry[]>("entries", { h, lang, from: start, to: meta.rev, ...sees, ...(told ? { told } : {}) }) : [];
    const tale = told && list.length > 0 && list.length <= TOLD_MAX ? tell(joiner, this.engine.call<Board>("view", { h, lang, rev: start, ...sees }), list) : null;
    return {
      meta,
      view: joiner.view(board),
      actions: offered && joiner.actions(offered),
      entries: tale?.entries ?? list,
      ...(tale ? { moments: tale.moments } : {}),
      undo: this.engine.call<UndoFree | null>("undo_free", { h }),
      over: this.over(h, lang, meta.rev),
      record: this.engine.call<{ text: string }>("record", { h, reveal: true }).text,
    };
  }

  private joiner(h: number, lang: Lang, key: string): Joiner {
    return this.faces.get(key) ?? this.faces.keep(this.engine.call<FacesTold>("faces", { h, lang }));
  }

  private view(a: At & { lang: Lang; rev?: number; seat?: number }): View {
    const board = this.engine.call<Board>("view", a);
    return this.joiner(a.h, a.lang, board.faces).view(board);
  }

  private over(h: number, lang: Lang, rev: number): Over | null {
    const o = this.engine.call<Over | null>("over", { h, lang });
    return o ? { ...o, rev } : null;
  }
}

export type HostOps = Host["ops"];
export type Asked<O extends keyof HostOps> = Parameters<HostOps[O]>[0];
export type Told<O extends keyof HostOps> = ReturnType<HostOps[O]>;

/** Over the wire. */
export interface HostCall { n: number; op: string; args: unknown }
export type HostAnswer = { n: number; ok: unknown } | { n: number; error: unknown } | { dead: string } | { ready: true };
