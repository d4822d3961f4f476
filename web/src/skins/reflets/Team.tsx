// The team board by board: gems, what waits there, and the heroes that it covers with what they wear. And the table around: the
// Vils, the golden die, what is won.
import type { ComponentChildren } from "preact";
import { t } from "../../core/i18n";
import type { Item, Zone } from "../../core/proto";
import type { Table } from "../../core/table";
import { playerName } from "../../ui/describe";
import { openSide } from "../../ui/side";
import type { Select } from "../../ui/select";
import { Thing, ZoneBox } from "../../ui/Thing";
import { CardArt, GemThing, Life, Steps, TokenFace, Values } from "./Cards";
import { Die, Picture, Sign } from "./icon";
import { charOf, has, heroIcon, key, raceOf, maxOf, stat, type Spread } from "./words";

interface Part { table: Table; sel: Select; spread: Spread }

function Gear({ table, sel, item }: { table: Table; sel: Select; item: Item }) {
  return (
    <Thing table={table} sel={sel} item={item} class={`ra-gear${has(item, "worn") ? " ra-worn" : ""}${has(item, "used") ? " ra-spent" : ""}`}>
      <CardArt item={item} /><span class="ra-gear-name">{item.name}</span>
    </Thing>
  );
}

function Hero({ table, sel, spread, hero }: Part & { hero: Item }) {
  const now = spread.objectives.find((o) => has(o, "now"));
  const asked = charOf(now?.face);
  return (
    <Thing table={table} sel={sel} item={hero} class={`ra-hero${has(hero, "designated") ? " ra-designated" : ""}${has(hero, "wounded") ? " ra-wounded" : ""}${has(hero, "tester") ? " ra-tester" : ""}`}>
      <span class={`ra-face ra-race-${raceOf(hero.face)}`}><Picture name={heroIcon(hero.face)} /><b class="ra-place-n">{hero.pos}</b>{hero.pos === 1 && <span class="ra-leader"><Sign name="crown" /></span>}
        {has(hero, "used") && <span class="ra-used"><Sign name="check" /></span>}
        {has(hero, "hindered") && <span class="ra-prey"><Picture name="spider" /></span>}</span>
      <span class="ra-hero-name">{hero.name}</span>
      <Life item={hero} />
      {asked && <span class="ra-hero-asked"><Sign name={asked} /><b>{stat(hero, asked)}</b></span>}
      <Values item={hero} only={asked} />
    </Thing>
  );
}

function BoardOf({ table, sel, spread, zone, first, n }: Part & { zone: Zone; first: number; n: number }) {
  const all = spread.of(zone.id), board = all.find((i) => i.kind === "board");
  const heroes = spread.zones.get("heroes"), { seats } = spread.view;
  const whose = seats.length > 1 ? seats["ABC".indexOf(key(zone.id))] : undefined;
  const owner = whose && (playerName(table.players.value.find((p) => p.player === whose.player), table.me.value.player) || whose.name);
  const mine = spread.heroes.filter((h) => h.pos >= first && h.pos < first + n);
  const waits = all.filter((i) => i.kind === "token" || i.kind === "dilemma");
  const gear = mine.flatMap((h) => spread.gearAt(h.pos));
  return (
    <section class="ra-board-of" aria-label={zone.label}>
      <ZoneBox table={table} sel={sel} zone={zone} class="ra-stock">
        {board && (
          <Thing table={table} sel={sel} item={board} class="ra-letter">
            <b class="ra-letter-name">{key(board.id)}</b>{owner && <span class="ra-owner">{owner}</span>}<span class="ra-slots"><Sign name="luck" />{stat(board, "tokens")}/{maxOf(board, "tokens")}<Sign name="cards" />{stat(board, "dilemmas")}/{maxOf(board, "dilemmas")}</span>
          </Thing>
        )}
        {all.filter((i) => i.kind === "gems").map((g) => <GemThing key={g.id} table={table} sel={sel} item={g} />)}
      </ZoneBox>
      {waits.length > 0 && <ZoneBox table={table} sel={sel} zone={{ ...zone, id: `waits.${zone.id}` }} class="ra-waiting">
        {all.filter((i) => i.kind === "token").map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class="ra-waits"><TokenFace item={i} /><span class="ra-waits-name">{i.face_text}</span></Thing>)}
        {all.filter((i) => i.kind === "dilemma").map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class="ra-waits"><CardArt item={i} /><span class="ra-waits-name">{i.name}</span></Thing>)}
      </ZoneBox>}
      {heroes && mine.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...heroes, id: `heroes.${zone.id}` }} class={`ra-heroes ra-of-${n}`}>
          {mine.map((h) => <Hero key={h.id} table={table} sel={sel} spread={spread} hero={h} />)}
        </ZoneBox>
      )}
      {heroes && gear.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...heroes, id: `gear.${zone.id}` }} class={`ra-gears ra-of-${n}`}>
          {mine.map((h) => <span key={h.id} class="ra-gear-of" style={{ order: h.pos }}>{spread.gearAt(h.pos).map((i) => <Gear key={i.id} table={table} sel={sel} item={i} />)}</span>)}
        </ZoneBox>
      )}
    </section>
  );
}

export function Boards(part: Part) {
  const { boards } = part.spread, n = 6 / Math.max(1, boards.length);
  return <div class="ra-boards" data-scroll>{boards.map((z, k) => <BoardOf key={z.id} {...part} zone={z} first={1 + k * n} n={n} />)}</div>;
}

function Opener({ zone, sign, word, n }: { zone: string; sign: "cards" | "skull" | "list" | "crown" | "swap"; word: string; n?: number }) {
  return <button type="button" class="ra-opener" data-opens={zone} onClick={() => openSide("zone", zone)}><Sign name={sign} /><span class="ra-opener-word">{word}</span>{n !== undefined && <b>{n}</b>}</button>;
}

/** What lies around: the golden die, the Vils, lists of all that is not on the board. */
export function Rim({ table, sel, spread, hand, children }: Part & { hand: boolean; children?: ComponentChildren }) {
  const vils = spread.zones.get("vils"), trial = spread.zones.get("trial"), { gold } = spread;
  const board = spread.of("vils").find((i) => i.kind === "board"), challenge = spread.challenges.length === 1 ? spread.challenges[0] : undefined, treasure = spread.of("quest").find((i) => i.kind === "treasure");
  const quest = spread.zones.get("quest");
  const decks = spread.zones.get("decks"), wanted = spread.of("decks").filter((i) => spread.wanted.has(i.id));
  const spies = spread.of("vils").filter((i) => i.id.startsWith("card."));
  return (
    <div class="ra-rim" data-scroll>
      {trial && gold && <ZoneBox table={table} sel={sel} zone={{ ...trial, id: "gold" }} class="ra-gold-zone"><Thing table={table} sel={sel} item={gold} class="ra-gold"><Die n={stat(gold, "die")} gold />{gold.stats?.["steps"] && <b class="ra-steps">{t("web.ra.steps", { n: stat(gold, "steps") })}</b>}</Thing></ZoneBox>}
      {children}
      {vils && board && (
        <ZoneBox table={table} sel={sel} zone={vils} class="ra-vils">
          <Thing table={table} sel={sel} item={board} class="ra-letter ra-vils-name">
            <Picture name="imp" /><span class="ra-slots"><Sign name="cards" />{stat(board, "heroes") + stat(board, "loot") + stat(board, "imps") + spread.of("pile").length}<Sign name="luck" />{stat(board, "red") + stat(board, "grey")}</span>
          </Thing>
          {spread.of("vils").filter((i) => i.kind === "gems").map((g) => <GemThing key={g.id} table={table} sel={sel} item={g} />)}
        </ZoneBox>
      )}
      {vils && spies.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...vils, id: "spies" }} class="ra-spies">
          {spies.map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class="ra-waits"><CardArt item={i} /><span class="ra-waits-name">{i.name}</span></Thing>)}
        </ZoneBox>
      )}
      {decks && wanted.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...decks, id: "wanted" }} class="ra-spies">
          {wanted.map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class="ra-waits">{i.kind === "token" ? <TokenFace item={i} /> : <CardArt item={i} />}<span class="ra-waits-name">{i.name}</span></Thing>)}
        </ZoneBox>
      )}
      {quest && (challenge || treasure) && (
        <ZoneBox table={table} sel={sel} zone={{ ...quest, id: "aims" }} class="ra-aims">
          {challenge && <Thing table={table} sel={sel} item={challenge} class="ra-waits ra-aim"><Sign name="up" /><span class="ra-waits-name">{challenge.name}</span><b>+{stat(challenge, "gap")}</b></Thing>}
          {treasure && <Thing table={table} sel={sel} item={treasure} class="ra-waits ra-aim"><Sign name="crown" /><span class="ra-waits-name">{treasure.name}</span></Thing>}
        </ZoneBox>
      )}
      {spread.of("purse").length > 0 && <Opener zone="purse" sign="crown" word={t("web.ra.purse")} n={spread.of("purse").length} />}
      {spread.of("pile").length > 0 && <Opener zone="pile" sign="skull" word={t("web.ra.pile")} n={spread.of("pile").length} />}
      <Opener zone="decks" sign="cards" word={t("web.ra.decks")} />
      <Opener zone="journey" sign="list" word={t("web.ra.things")} />
      {!hand && spread.of("trial").some((i) => i !== gold) && <Opener zone="trial" sign="swap" word={t("web.ra.trial")} />}
    </div>
  );
}

// ---- the ribbon: both quests, and who is how far ----

export function Ribbon({ table, sel, spread }: Part) {
  const zone = spread.zones.get("quest"), own = spread.quest, vils = spread.vilsQuest, map = spread.view.map;
  if (!zone || !map || !own || !vils) return null;
  const team = spread.one("pawn.team"), avatar = spread.one("pawn.avatar");
  const far = (i: Item | undefined): number => Math.min(100, Math.max(0, ((i?.pos ?? 1) - 1) / 71 * 100));
  const away = stat(avatar, "away"), near = away <= 6;
  const next = (["forest", "river", "cave", "camp", "hills", "mount", "door"] as const).map((l, k) => ({ l, n: [6, 13, 19, 26, 32, 39, 45][k]! + 16 - (team?.pos ?? 1) })).find((x) => x.n > 0);
  return (
    <div class="ra-ribbon">
      <ZoneBox table={table} sel={sel} zone={zone} class="ra-quests">
        {[own, vils].map((q) => (
          <Thing key={q.id} table={table} sel={sel} item={q} class={`ra-quest${q === vils ? " ra-theirs" : ""}${has(q, "blocked") ? " ra-blocked" : ""}`}>
            {q === vils ? <Picture name="imp" /> : <Sign name="flag" />}
            <span class="ra-quest-name">{q.name}</span>
            <Steps item={q} />
          </Thing>
        ))}
      </ZoneBox>
      <div class="ra-pursuit">
        <div class="ra-lane" aria-hidden="true">
          <i class="ra-lane-void" style={{ inlineSize: `${far(avatar)}%` }} />
          {[21, 28, 34, 41, 47, 54, 60].map((n) => <i key={n} class="ra-lane-tick" style={{ insetInlineStart: `${n / 71 * 100}%` }} />)}
          <i class="ra-lane-city" style={{ insetInlineStart: `${15 / 71 * 100}%` }} />
          <span class="ra-lane-pawn ra-lane-vils" style={{ insetInlineStart: `${stat(vils, "step") / 3 * 100}%` }}><Picture name="imp" /></span>
          <span class="ra-lane-pawn ra-lane-avatar" style={{ insetInlineStart: `${far(avatar)}%` }}><Picture name="reaper" /></span>
          <span class="ra-lane-pawn ra-lane-team" style={{ insetInlineStart: `${far(team)}%` }}><Sign name="flag" /></span>
        </div>
        <p class={`ra-pursuit-word${near ? " ra-alarm" : ""}`}>{t("web.ra.away", { n: away })}</p>
        <p class="ra-pursuit-word ra-soft">{t("web.ra.vils_step", { n: stat(vils, "step") })}</p>
        {next && <p class="ra-pursuit-word ra-soft ra-ahead">{t("web.ra.ahead", { where: t(`web.ra.land.${next.l}`), n: next.n })}</p>}
      </div>
    </div>
  );
}
