// A new game: where, who, with which options. Made from what the game says about itself, so it serves every game.
import { useEffect } from "preact/hooks";
import { signal, useSignal, type Signal } from "@preact/signals";
import { beginFor, campaignsOf, countsOf } from "../core/campaign";
import { lang, t } from "../core/i18n";
import { engine, lobby, newLocal } from "../core/open";
import type { Created, GameInfo, OptionInfo, OptionValues, Refusal, SeatWanted } from "../core/proto";
import { plainRefusal } from "../core/refused";
import { settings } from "../core/settings";
import { alertNow } from "../ui/live";
import { go, query } from "../router";
import { botText, levels } from "./parts/bots";
import { gameName } from "./parts/games";
import { CampaignField } from "./parts/Campaign";
import { Icon } from "./parts/Icon";
import { cutName } from "./parts/NameField";
import { advanced, basics, Choice, given, idle, isOn, isSwitch, OptionField, playersOf, playersOption, seatOption } from "./parts/options";
import { seedOf } from "./parts/sha256";
import { howLong } from "./parts/when";
import Share from "./Share";
import "./around.css";
import "./new.css";

type HereKind = "person" | "bot";
type NetKind = "me" | "link" | "open" | "bot";
interface Row { here: HereKind; net: NetKind; name: string; level: string }
interface Draft {
  where: "here" | "net"; countHere: number; countNet: number; rows: Row[]; options: OptionValues; listed: boolean;
  chat: "all" | "phrases" | "off"; delay: number; away: number; seed: string; campaign: string;
}

/** How late those who watch may see a game, in seconds. */
const DELAYS = [0, 60, 300, 600];
const AWAYS = [600, 3600, 86400, 0];

// What was filled in stays while the page is open, also when one looks up a rule in between; options stay for the next time.
const drafts = new Map<string, Signal<Draft>>();
const place = (game: string) => `veillee.new.${game}`;

function lastOptions(game: string): OptionValues {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(game)) ?? "{}");
    return typeof found === "object" && found !== null ? (found as OptionValues) : {};
  } catch {
    return {};
  }
}

function remember(game: string, options: OptionValues): void {
  try {
    localStorage.setItem(place(game), JSON.stringify(options));
  } catch {
    // Not kept: the next form begins with the defaults.
  }
}

/** Options of an older version of the game, or of another one, are left out. */
function fitting(g: GameInfo, found: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(found).filter(([name, v]) => {
    const o = g.options.find((x) => x.name === name);
    if (!o) return false;
    const one = (x: unknown): boolean => x === o.unset || (o.type === "word" ? (o.values ?? []).includes(x as string)
      : o.type === "bool" ? typeof x === "boolean" : typeof x === "number" && x >= (o.lo ?? x) && x <= (o.hi ?? x));
    return o.entries ? Array.isArray(v) && v.length <= o.entries && v.every(one) : one(v);
  }));
}

function draftOf(g: GameInfo): Signal<Draft> {
  let d = drafts.get(g.id);
  if (!d) {
    const rows: Row[] = Array.from({ length: g.seats[1] }, (_, i) => ({
      // A game that nobody can play alone has machines to play against.
      here: i === 0 || playersOf(g, {})[0] === 1 ? "person" : "bot", net: i === 0 ? "me" : "link", name: i === 0 ? settings.name.peek() : "", level: "greedy",
    }));
    d = signal<Draft>({ where: "here", countHere: 1, countNet: 2, rows, options: fitting(g, lastOptions(g.id)), listed: false, chat: "all", delay: 0, away: 600, seed: "", campaign: "" });
    drafts.set(g.id, d);
  }
  return d;
}

/** The option a refusal speaks of: "/options/guardians" or "guardians". */
function optionOf(g: GameInfo, why: Refusal): string | undefined {
  const words = (why.where ?? "").split(/[^a-z_]+/);
  return g.options.find((o) => words.includes(o.name))?.name;
}

/** What the rule that refuses says, in the reader's language; else what was answered. */
async function sentence(game: string, why: Refusal): Promise<string> {
  if (!why.rule) return why.text;
  try {
    const { text } = await engine().call("rule", { game, id: why.rule, lang: lang.peek() });
    return text ? text.charAt(0).toUpperCase() + text.slice(1) : why.text;
  } catch {
    return why.text;
  }
}

function Seats({ g, draft, most, least }: { g: GameInfo; draft: Signal<Draft>; most: number; least: number }) {
  const d = draft.value;
  const net = d.where === "net";
  const count = Math.min(most, Math.max(least, net ? d.countNet : d.countHere));
  const setCount = (n: number) => { draft.value = { ...draft.value, ...(net ? { countNet: n } : { countHere: n }) }; };
  const setRow = (i: number, change: Partial<Row>) => {
    draft.value = {
      ...draft.value,
      rows: draft.value.rows.map((r, k) => (k === i ? { ...r, ...change } : change.net === "me" && r.net === "me" ? { ...r, net: "link" } : r)),
    };
    if (i === 0 && change.name !== undefined && !net) settings.name.value = change.name;
    if (net && change.name !== undefined && draft.value.rows[i]!.net === "me") settings.name.value = change.name;
  };
  const seat = seatOption(g);
  return (
    <fieldset class="choice seats">
      <legend>{t("web.new.players")}</legend>
      {most > least && (
        <div class="stepper">
          <button type="button" class="btn btn-icon" aria-label={t("web.new.fewer")} aria-disabled={count <= least} onClick={() => { if (count > least) setCount(count - 1); }}><Icon name="minus" /></button>
          <output data-count={count}>{t("web.new.count", { n: count })}</output>
          <button type="button" class="btn btn-icon" aria-label={t("web.new.more")} aria-disabled={count >= most} onClick={() => { if (count < most) setCount(count + 1); }}><Icon name="plus" /></button>
          {seat && count >= most && most < g.seats[1] && <span class="help">{t("web.new.most", { option: seat.names[lang.value], value: most, n: most })}</span>}
        </div>
      )}
      <ol class="seat-list">
        {d.rows.slice(0, count).map((r, i) => {
          const kind = net ? r.net : r.here;
          const named = kind === "person" || kind === "me" || kind === "link";
          const kinds: [string, string][] = net
            ? [["me", t("web.new.me")], ["link", t("web.new.link")], ["open", t("web.new.open")], ["bot", t("web.new.bot")]]
            : [["person", i === 0 ? t("web.new.me") : t("web.new.person")], ["bot", t("web.new.bot")]];
          return (
            <li key={i} class="seat-row">
              <span class="seat-no" aria-hidden="true">{i + 1}</span>
              <select aria-label={t("web.new.who", { n: i + 1 })} value={kind} data-kind={i}
                onChange={(e) => setRow(i, net ? { net: e.currentTarget.value as NetKind } : { here: e.currentTarget.value as HereKind })}>
                {kinds.map(([v, text]) => <option key={v} value={v}>{text}</option>)}
              </select>
              {named && <input aria-label={t("web.new.name", { n: i + 1 })} value={r.name} maxLength={60} autocomplete={i === 0 ? "nickname" : "off"}
                placeholder={kind === "link" ? t("web.new.name_later") : t("web.new.player", { n: i + 1 })} onInput={(e) => setRow(i, { name: cutName(e.currentTarget.value) })} />}
              {kind === "bot" && (
                <select aria-label={t("web.new.level", { n: i + 1 })} value={r.level} onChange={(e) => setRow(i, { level: e.currentTarget.value })}>
                  {levels().map((l) => <option key={l} value={l}>{botText(l)}</option>)}
                </select>
              )}
              {kind === "open" && <span class="help">{d.listed ? t("web.new.open_help") : t("web.new.open_private")}</span>}
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}

function Form({ g }: { g: GameInfo }) {
  const draft = draftOf(g);
  const busy = useSignal(false);
  const fault = useSignal<{ text: string; option?: string; rule?: string } | null>(null);
  const wanted = query.value["where"];
  useEffect(() => {
    if (wanted === "net" || wanted === "here") draft.value = { ...draft.peek(), where: wanted };
  }, [wanted]);

  const d = draft.value;
  const net = d.where === "net";
  const l = lang.value;
  const [least, most] = playersOf(g, d.options);
  const count = Math.min(most, Math.max(least, net ? d.countNet : d.countHere));
  const rows = d.rows.slice(0, count);
  const said = g.seat_each ? playersOption(g) : undefined;
  const saga = g.campaign;
  const campaign = saga && campaignsOf(g.id).find((c) => c.id === d.campaign);
  const asked = { ...d.options, ...(campaign && countsOf(campaign, saga)) };
  const values = said ? { ...asked, [said.name]: count } : asked;
  const own = (o: OptionInfo): boolean => !idle(o, count) && !(campaign && o.name === saga?.option); // what a campaign says is not asked
  const called = rows.map((r, i) => r.name.trim() || t("web.new.player", { n: i + 1 }));
  const unreachable = lobby.state.value.state !== "ok";
  const set = (name: string, v: OptionValues[string]) => {
    draft.value = { ...draft.value, options: { ...draft.value.options, [name]: v } };
    fault.value = null;
  };

  const people = rows.filter((r) => (net ? r.net : r.here) !== "bot").length;
  const problem = net && people === 0 ? t("web.new.nobody") : null;
  const changed = advanced(g).filter((o) => own(o) && given(g, values)[o.name] !== undefined).length + (!net && d.seed.trim() ? 1 : 0);

  async function start(e: Event) {
    e.preventDefault();
    if (busy.value) return;
    if (problem) { alertNow(problem); return; }
    busy.value = true;
    fault.value = null;
    const options = given(g, values);
    for (const o of g.options) if (idle(o, count)) delete options[o.name];
    try {
      if (net) await startNet(options);
      else await startHere(options);
      remember(g.id, given(g, d.options));
    } catch (x) {
      const why = plainRefusal(x);
      const option = optionOf(g, why);
      const text = await sentence(g.id, why);
      fault.value = { text, ...(option && { option }), ...(why.rule && { rule: why.rule }) };
      alertNow(text);
      if (option) requestAnimationFrame(() => {
        const at = document.querySelector<HTMLElement>(`[data-option="opt-${option}"]`);
        at?.closest("details")?.setAttribute("open", "");
        at?.querySelector<HTMLElement>("input, select")?.focus();
      });
    } finally {
      busy.value = false;
    }
  }

  async function startHere(options: OptionValues) {
    const players: SeatWanted[] = rows.map((r, i) => (r.here === "bot" ? { kind: "bot", level: r.level }
      : count === 1 && !r.name.trim() ? { kind: "human" } : { kind: "human", name: called[i]! }));
    const seed = d.seed.trim() ? seedOf(d.seed) : undefined;
    const id = await newLocal(g.id, options, players, ...(seed ? [seed] : []));
    if (campaign) beginFor(campaign.id, `local:${id}`);
    go(`#/t/${id}`);
  }

  async function startNet(options: OptionValues) {
    const seats: SeatWanted[] = rows.map((r) => (r.net === "bot" ? { kind: "bot", level: r.level } : r.net === "open" ? { kind: "open" }
      : { kind: "human", ...(r.name.trim() && { name: r.name.trim() }) }));
    const mine = rows.findIndex((r) => r.net === "me");
    const made: Created = await lobby.create({ game: g.id, options, seats, public: d.listed, chat: d.chat, ...(d.delay > 0 && { watch_delay: d.delay }), away: d.away, mine: mine < 0 ? null : mine });
    if (campaign) beginFor(campaign.id, `net:${made.room}`);
    const link = made.links.find((x) => x.player === mine);
    const alone = made.links.length === 1 && link;
    if (alone) go(link.path);
    else go(`#/new/${g.id}?table=${made.room}`);
  }

  return (
    <form class="new-form" onSubmit={start}>
      <div class="new-main">
        <fieldset class="choice">
          <legend>{t("web.new.where")}</legend>
          <div class="where">
            {(["here", "net"] as const).map((w) => (
              <label key={w} class="where-card">
                <input type="radio" name="where" value={w} checked={d.where === w} onChange={() => { draft.value = { ...draft.value, where: w }; }} />
                <Icon name={w === "here" ? "device" : "globe"} />
                <span><strong>{w === "here" ? t("web.new.here") : t("web.new.net")}</strong>
                  <span class="help">{w === "here" ? t("web.new.here_help") : t("web.new.net_help")}</span></span>
              </label>
            ))}
          </div>
          {net && unreachable && <p class="note note-warn"><Icon name="warn" /> {t("web.new.unreachable")}</p>}
        </fieldset>
        <Seats g={g} draft={draft} most={most} least={least} />
        {net && (
          <div class="two">
            <Choice id="listed" legend={t("web.new.public")} value={d.listed ? "yes" : "no"} help={d.listed ? t("web.new.public_help") : t("web.new.private_help")}
              choices={[{ value: "no", text: t("web.new.private"), icon: <Icon name="lock" /> }, { value: "yes", text: t("web.new.listed"), icon: <Icon name="globe" /> }]}
              set={(v) => { draft.value = { ...draft.value, listed: v === "yes" }; }} />
            <Choice id="chat" legend={t("web.new.chat")} value={d.chat} help={t("web.new.chat_help")}
              choices={[{ value: "all", text: t("web.new.chat_all") }, { value: "phrases", text: t("web.new.chat_phrases") }, { value: "off", text: t("web.new.chat_off") }]}
              set={(v) => { draft.value = { ...draft.value, chat: v as Draft["chat"] }; }} />
            <Choice id="delay" legend={t("web.new.watch")} value={String(d.delay)} help={t("web.new.watch_help")}
              choices={DELAYS.map((s) => ({ value: String(s), text: s === 0 ? t("web.new.watch_now") : t("web.new.watch_late", { n: s / 60 }) }))}
              set={(v) => { draft.value = { ...draft.value, delay: Number(v) }; }} />
            <Choice id="away" legend={t("web.new.away")} value={String(d.away)} help={t("web.new.away_help")}
              choices={AWAYS.map((s) => ({ value: String(s), text: s === 0 ? t("web.new.away_never") : t("web.new.away_after", { time: howLong(s) }) }))}
              set={(v) => { draft.value = { ...draft.value, away: Number(v) }; }} />
          </div>
        )}
        {saga && <CampaignField g={g} saga={saga} chosen={d.campaign} choose={(id) => { draft.value = { ...draft.value, campaign: id }; }} />}
        {basics(g).map((o) => <OptionField key={o.name} g={g} o={o} values={values} players={called} set={set} {...(fault.value?.option === o.name && { fault: fault.value.text })} />)}
        <details class="new-more">
          <summary><Icon name="chevron" class="turns" />{t("web.new.advanced")}{changed > 0 && <span class="chip">{t("web.new.changed", { n: changed })}</span>}</summary>
          {advanced(g).filter(own).map((o) => <OptionField key={o.name} g={g} o={o} values={values} players={called} set={set} {...(fault.value?.option === o.name && { fault: fault.value.text })} />)}
          {!net && (
            <div class="field">
              <label for="seed">{t("web.new.seed")}</label>
              <input id="seed" value={d.seed} maxLength={80} autocomplete="off" autocapitalize="off" spellcheck={false} aria-describedby="seed-help" placeholder={t("web.new.seed_none")}
                onInput={(e) => { draft.value = { ...draft.value, seed: e.currentTarget.value }; }} />
              <p class="help" id="seed-help">{t("web.new.seed_help")}</p>
            </div>
          )}
          <button type="button" class="btn btn-small" onClick={() => { draft.value = { ...draft.value, options: {}, seed: "" }; fault.value = null; }}>
            <Icon name="undo" />{t("web.new.reset")}
          </button>
        </details>
      </div>
      <aside class="new-go">
        <p class="new-sum">{basics(g).map((o) => {
          const v = d.options[o.name] ?? o.default;
          if (isSwitch(o)) return isOn(v) ? o.names[l] : "";
          const text = typeof v === "string" ? (o.value_names?.[v]?.[l] ?? v) : String(v);
          return t("web.new.option_is", { option: o.names[l], value: text });
        }).filter(Boolean).map((s) => <span key={s} class="chip">{s}</span>)}<span class="chip">{t("web.new.count", { n: count })}</span></p>
        {problem && <p class="fault"><Icon name="warn" />{problem}</p>}
        {fault.value && <p class="fault" data-fault><Icon name="warn" />{fault.value.text}{fault.value.rule && <> <a href={`#/rules/${g.id}/${fault.value.rule}`}>{fault.value.rule}</a></>}</p>}
        <button type="submit" class="btn btn-primary" data-start aria-disabled={busy.value}>
          <Icon name={net ? "link" : "play"} />{busy.value ? t("web.home.starting") : net ? t("web.new.make") : t("web.new.start")}
        </button>
      </aside>
    </form>
  );
}

export default function NewGame({ game }: { game: string }) {
  const info = useSignal<GameInfo | null>(null);
  const fault = useSignal("");
  const tries = useSignal(0);
  const tried = tries.value;
  useEffect(() => {
    let gone = false;
    info.value = null;
    fault.value = "";
    lobby.gameInfo(game).then((g) => { if (!gone) info.value = g; }, (e: unknown) => { if (!gone) fault.value = plainRefusal(e).text; });
    return () => { gone = true; };
  }, [game, tried]);

  const room = query.value["table"];
  if (room) return <Share room={room} />;
  return (
    <div class="page new" data-screen="new">
      <h1>{t("web.new.title", { game: info.value?.names[lang.value] ?? gameName(game) })}</h1>
      {info.value ? <Form key={game} g={info.value} /> : fault.value ? (
        <div class="note note-danger stack" data-fault>
          <p>{t("web.new.no_game", { why: fault.value })}</p>
          <p class="row"><button type="button" class="btn" onClick={() => { tries.value++; }}><Icon name="refresh" />{t("web.again")}</button><a class="btn btn-quiet" href="#/">{t("web.home_link")}</a></p>
        </div>
      ) : <p class="soft" aria-busy="true">{t("web.new.loading")}</p>}
    </div>
  );
}
