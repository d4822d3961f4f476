// What is at hand: the card with all that it says, a trial with its objectives, what has to be reached and why, the dice one by one,
// and the choices that touch no thing.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../../core/i18n";
import type { Action, Item } from "../../../core/proto";
import type { Table } from "../../../core/table";
import { tidy } from "../../../ui/describe";
import { Do } from "../../../ui/Do";
import { flavourOf } from "../../../ui/flavour";
import { announce } from "../../../ui/live";
import type { Select } from "../../../ui/select";
import { Thing, ZoneBox } from "../../../ui/Thing";
import { CardArt, Whole } from "../Cards";
import { Die, Picture, Sign } from "../icon";
import { charOf, has, heroIcon, raceOf, stat, type Spread } from "../words";

/** Cards that somebody has put away as read. */
const read = signal<ReadonlySet<string>>(new Set());

/** Cards that come to hand are read out once, with all that they say. */
function useAloud(cards: Item[]): void {
  const told = useRef(new Set<string>());
  const fresh = cards.map((c) => `${c.id} ${c.face ?? ""}`).join();
  useEffect(() => {
    const said = cards.filter((c) => !told.current.has(`${c.id} ${c.face ?? ""}`));
    told.current = new Set(cards.map((c) => `${c.id} ${c.face ?? ""}`));
    const text = said.flatMap((c) => [c.face_text && c.kind === "token" ? c.face_text : c.name, c.about ?? "", flavourOf("reflets", c) ?? ""]).filter(Boolean).map((x) => tidy(x).replace(/[.]?$/, "."));
    if (text.length > 0) announce(text.join(" "));
  }, [fresh]);
}

interface Part { table: Table; sel: Select; spread: Spread }

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** Where what has to be reached comes from, line by line. */
function Reasons({ spread, now }: { spread: Spread; now: Item }) {
  const lines: [string, number][] = [[t("web.ra.base"), stat(now, "base")], ...spread.foes.map((f): [string, number] => [f.name, stat(f, "adds")]), [t("web.ra.slid"), stat(now, "slid")], [t("web.ra.eased"), stat(now, "eased")]];
  const told = lines.filter(([, n], k) => k === 0 || n !== 0);
  return told.length < 2 ? null : <ul class="ra-lines">{told.map(([what, n], k) => <li key={k}><span>{what}</span><b>{k === 0 ? n : signed(n)}</b></li>)}</ul>;
}

/** What has to be reached, and how far the dice went. */
function Need({ now }: { now: Item }) {
  const unit = has(now, "individual") ? <Sign name="star" /> : null, target = stat(now, "target");
  const rolled = now.stats?.["reached"] !== undefined, reached = stat(now, "reached"), sure = has(now, "sure");
  const chance = now.stats?.["chance"];
  return (
    <div class="ra-sum">
      <p class={`ra-need${rolled || sure ? (sure || reached >= target ? " ra-met" : " ra-short") : ""}`}>
        <span>{t("web.ra.need")}</span><b>{target}{unit}</b>
        {rolled && <><span>{t("web.ra.reached")}</span><b class="ra-reached">{reached}</b><span class="ra-verdict"><Sign name={reached >= target ? "check" : "cross"} />{reached >= target ? t("web.ra.met") : t("web.ra.lacks", { n: target - reached })}</span></>}
        {sure && !rolled && <span class="ra-verdict"><Sign name="check" />{t("web.ra.sure")}</span>}
        {chance && <b class="ra-chance">{t("web.rb.chance", { n: chance.value })}</b>}
      </p>
      {rolled && <span class="ra-bar" aria-hidden="true"><i style={{ inlineSize: `${Math.max(0, Math.min(100, reached / Math.max(1, target) * 100))}%` }} class={reached >= target ? "ra-met" : ""} /></span>}
    </div>
  );
}

function Objective({ table, sel, item, n }: { table: Table; sel: Select; item: Item; n: number }) {
  const c = charOf(item.face), [won, lost] = item.pips ?? [];
  const to = (face: string | undefined): string => (face?.endsWith("light") ? "light" : face?.endsWith("dark") ? "dark" : face?.slice(-1) ?? "");
  const Arrow = ({ face, good }: { face: string | undefined; good: boolean }) => {
    const at = to(face);
    return <span class={`ra-arrow ra-to-${good ? "won" : "lost"} ra-to-${at.length > 1 ? at : "on"}`}><Sign name={good ? "check" : "cross"} />{at.length > 1 ? <Sign name={at === "light" ? "star" : "skull"} /> : <b>{at}</b>}</span>;
  };
  return (
    <Thing table={table} sel={sel} item={item} class={`ra-objective${has(item, "now") ? " ra-now" : ""}`}>
      <b class="ra-objective-n">{n}</b>
      {c ? <span class={`ra-objective-what ra-c-${c}`}><Sign name={c} /><b>{stat(item, "base")}</b>{has(item, "individual") && <Sign name="star" />}</span> : <span class="ra-objective-what"><Sign name="life" /></span>}
      <span class="ra-arrows"><Arrow face={won?.face} good /><Arrow face={lost?.face} good={false} /></span>
    </Thing>
  );
}

const SAYS = ["crit", "ok", "miss", "fumble", "loose"] as const;

function Dice({ table, sel, spread }: Part) {
  const zone = spread.zones.get("trial")!, now = spread.objectives.find((o) => has(o, "now")), c = charOf(now?.face);
  return (
    <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "dice" }} class="ra-dice">
      {spread.dice.map((d) => {
        const says = SAYS.find((s) => has(d, s)), hero = spread.heroes.find((h) => h.id === d.face);
        return (
          <Thing key={d.id} table={table} sel={sel} item={d} class={`ra-die${says ? ` ra-says-${says}` : ""}`}>
            <Die n={stat(d, "die")} />
            <span class="ra-die-hero"><Picture name={heroIcon(d.face)} />{c && hero && <b><Sign name={c} />{stat(hero, c)}</b>}</span>
            <span class="ra-die-name">{d.face_text}</span>
            {says && <b class="ra-gives">{says === "loose" ? "·" : signed(stat(d, "gives"))}{says === "crit" && <Sign name="gem" />}{says === "fumble" && <Sign name="skull" />}</b>}
          </Thing>
        );
      })}
    </ZoneBox>
  );
}

/** What is asked and touches nothing that lies here: a bonus, an effect, going on. */
const free = (spread: Spread): Action[] => spread.actions.filter((a) => (a.src === undefined && a.dst === undefined) || ["luck_roll", "option", "test", "skip_test", "room_luck", "relic", "loot3", "keep_dilemma", "drop_dilemma", "dilemma_keep", "dilemma_discard", "offer_enrol", "offer_discard", "token_now", "token_wait", "use_key", "treasure", "octogon", "remain", "portal", "cross", "assign"].includes(a.verb));

export function Hand({ table, sel, spread }: Part) {
  const zone = spread.zones.get("trial")!, journey = spread.zones.get("journey")!, heroes = spread.zones.get("heroes")!;
  const { hazard, open, objectives, dice, foes, token } = spread;
  const now = objectives.find((o) => has(o, "now")), tested = spread.one("pawn.test");
  const cards = open.filter((i) => i !== hazard), loose = spread.gearAt(0);
  const acts = free(spread);
  const wanted = (id: string): Item[] => spread.of(id).filter((i) => spread.wanted.has(i.id));
  const owed = spread.view.turn.phase === "debt" ? wanted("purse") : [];
  const nothing = !hazard && cards.length + dice.length + foes.length + loose.length + owed.length === 0 && !tested && !token && acts.length === 0;
  // What has been turned up stands first until it is read, or until dice lie; then last, where it can still be read.
  const unread = hazard !== undefined && dice.length === 0 && !read.value.has(hazard.id);
  const shown = hazard && (
    <ZoneBox table={table} sel={sel} zone={{ ...(hazard.zone === "journey" ? journey : zone), id: "hazard" }} class="ra-open">
      <Thing table={table} sel={sel} item={hazard} class={`ra-card ra-card-${hazard.kind}`}><Whole item={hazard} /></Thing>
    </ZoneBox>
  );
  useAloud([...(hazard ? [hazard] : []), ...cards, ...foes, ...loose, ...(token ? [token] : [])]);
  const need = now && !has(now, "vitality") ? now : null;
  return (
    <section class="ra-hand-box" aria-label={zone.label}>
      {need && <Need now={need} />}
      <div class="ra-hand" data-scroll tabIndex={0} role="group" aria-label={zone.label}>
      {need && <Reasons spread={spread} now={need} />}
      {unread && <div class="ra-unread">{shown}<button type="button" class="ra-opener ra-read" onClick={() => { read.value = new Set(read.peek()).add(hazard.id); }}><Sign name="check" />{t("web.ra.read")}</button></div>}
      {nothing && <p class="ra-nothing">{t("web.ra.nothing")}</p>}
      {cards.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "open" }} class="ra-open">
          {cards.map((c) => <Thing key={c.id} table={table} sel={sel} item={c} class={`ra-card ra-card-${c.kind}`}><Whole item={c} /></Thing>)}
        </ZoneBox>
      )}
      {token && <div class="ra-card ra-card-token"><Whole item={token} /></div>}
      {tested && (
        <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "test" }} class="ra-open">
          <Thing table={table} sel={sel} item={tested} class="ra-card ra-test"><span class="ra-test-in">{stat(tested, "die") > 0 && <Die n={stat(tested, "die")} />}<span class={`ra-face ra-race-${raceOf(tested.face)}`}><Picture name={heroIcon(tested.face)} /></span><span class="ra-whole-name">{tested.face_text}</span><Sign name="life" /></span></Thing>
        </ZoneBox>
      )}
      {dice.length > 0 && <Dice table={table} sel={sel} spread={spread} />}
      {acts.length > 0 && <div class="ra-acts">{acts.map((a) => <Do key={a.id} sel={sel} action={a} class="ra-do" />)}</div>}
      {objectives.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "objectives" }} class="ra-objectives">
          {objectives.map((o, k) => <Objective key={o.id} table={table} sel={sel} item={o} n={k + 1} />)}
        </ZoneBox>
      )}
      {hazard && !unread && shown}
      {foes.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...zone, id: "foes" }} class="ra-open">
          {foes.map((f) => <Thing key={f.id} table={table} sel={sel} item={f} class="ra-card ra-foe"><Whole item={f} extra={f.pips && <span class="ra-on-hero"><Sign name="next" />{f.pips.map((p) => p.text).join(", ")}</span>} /></Thing>)}
        </ZoneBox>
      )}
      {loose.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...heroes, id: "loose" }} class="ra-open">
          {loose.map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class={`ra-card${has(i, "now") ? " ra-now" : ""}`}><Whole item={i} /></Thing>)}
        </ZoneBox>
      )}
      {owed.length > 0 && (
        <ZoneBox table={table} sel={sel} zone={{ ...spread.zones.get("purse")!, id: "owed" }} class="ra-rows">
          {owed.map((i) => <Thing key={i.id} table={table} sel={sel} item={i} class="ra-waits"><CardArt item={i} /><span class="ra-waits-name">{i.name}</span></Thing>)}
        </ZoneBox>
      )}
      </div>
    </section>
  );
}
