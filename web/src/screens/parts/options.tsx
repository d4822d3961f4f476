// Fields for the options of any game, made from what the game says about them.
import type { ComponentChildren } from "preact";
import { lang, t } from "../../core/i18n";
import type { GameInfo, OptionInfo, OptionValues } from "../../core/proto";
import { Icon } from "./Icon";

type Value = number | string | boolean;

/** What fits beside each other on a phone; more is a list to choose from. */
const SEGMENTS = 6;
const LETTERS = 38;
const fits = (texts: string[]): boolean => texts.length <= SEGMENTS && texts.join("").length <= LETTERS;

/** The number of players is the list of players. Then: what everybody sets, and what few do (made by itself, or asked in play). */
export const basics = (g: GameInfo): OptionInfo[] => g.options.filter((o) => o.name !== "players" && !o.entries && o.unset === undefined);
export const advanced = (g: GameInfo): OptionInfo[] => g.options.filter((o) => o.name !== "players" && (o.entries !== undefined || o.unset !== undefined));

/** The option that says how many seats there are, if one does. */
export const seatOption = (g: GameInfo): OptionInfo | undefined =>
  g.seats[0] === g.seats[1] ? undefined : g.options.find((o) => o.type === "number" && !o.entries && o.name !== "players" && o.lo === g.seats[0] && o.hi === g.seats[1]);

/** Each player has one seat, and the option `players` says how many there are: it has no "by itself". */
export const eachHasOne = (g: GameInfo): boolean => g.options.some((o) => o.name === "players" && o.unset === undefined);

export function seatsOf(g: GameInfo, values: OptionValues): number {
  const o = seatOption(g) ?? (eachHasOne(g) ? g.options.find((x) => x.name === "players") : undefined);
  return o ? Number(values[o.name] ?? (o.name === "players" ? g.seats[1] : o.default)) : g.seats[1];
}

/** Least and most players. */
export function playersOf(g: GameInfo, values: OptionValues): [number, number] {
  const o = g.options.find((x) => x.name === "players");
  const seats = eachHasOne(g) ? g.seats[1] : seatsOf(g, values);
  return o ? [o.lo ?? 1, Math.min(o.hi ?? seats, seats)] : [seats, seats];
}

/** How many entries of a list are asked for: one for each seat; where each player has one seat, all there are. */
const entriesOf = (g: GameInfo, o: OptionInfo, seats: number): number => (eachHasOne(g) ? o.entries ?? 0 : Math.min(o.entries ?? 0, seats));

/** Only what differs from the defaults, as the server wants it. */
export function given(g: GameInfo, values: OptionValues): OptionValues {
  const out: OptionValues = {};
  const seats = seatsOf(g, values);
  for (const o of g.options) {
    const v = values[o.name];
    if ((o.name === "players" && !eachHasOne(g)) || v === undefined) continue;
    if (Array.isArray(v)) {
      const list = v.slice(0, entriesOf(g, o, seats)).map((x) => x ?? o.unset ?? o.default);
      if (list.some((x) => x !== o.default)) out[o.name] = list as (number | string)[];
    } else if (v !== o.default) out[o.name] = v;
  }
  return out;
}

/** Numbers of players and seats are told from the range: from 0 on, one less than there are. One per seat: a player. */
const isIndex = (g: GameInfo, o: OptionInfo): boolean => o.type === "number" && o.lo === 0 && o.hi === g.seats[1] - 1;

/** Nothing to choose: one player decides for every seat. */
export const idle = (g: GameInfo, o: OptionInfo, players: number): boolean => isIndex(g, o) && o.entries !== undefined && players === 1;

/** The values that a field offers, with their words. */
export function choicesOf(g: GameInfo, o: OptionInfo, seats: number, players: string[]): { value: Value; text: string }[] {
  const words: { value: Value; text: string }[] = [];
  if (o.unset !== undefined) words.push({ value: o.unset, text: unsetText(o.unset) });
  if (o.type === "word") for (const v of o.values ?? []) words.push({ value: v, text: o.value_names?.[v]?.[lang.value] ?? v });
  if (o.type === "number")
    for (let n = o.lo ?? 0; n <= (o.hi ?? 0); n++) {
      const indexed = isIndex(g, o);
      if (indexed && o.entries && n >= players.length) break;
      if (indexed && !o.entries && n >= seats) break;
      words.push({ value: n, text: indexed ? (o.entries || eachHasOne(g) ? players[n]! : t("web.new.seat", { n })) : String(n) });
    }
  return words;
}

/** On or off: also where the words are "no" and "yes". */
export const isSwitch = (o: OptionInfo): boolean => o.type === "bool" || (o.type === "word" && o.values?.join() === "no,yes");
export const isOn = (v: OptionValues[string]): boolean => v === true || v === "yes";

function unsetText(word: string): string {
  if (word === "auto") return t("web.option.auto");
  if (word === "ask") return t("web.option.ask");
  if (word === "random") return t("web.option.random");
  return word;
}

export function RuleRef({ game, id }: { game: string; id: string }) {
  return <a class="rule-ref" href={`#/rules/${game}/${id}`} title={id}>{t("web.new.rule")}<span class="visually-hidden"> {id}</span></a>;
}

/** Radio buttons that look like one bar; a list where there are too many. */
export function Choice<V extends Value>({ id, legend, help, value, choices, set, fault, rule }: {
  id: string; legend: string; help?: string; value: V; choices: { value: V; text: string; icon?: ComponentChildren }[]; set: (v: V) => void; fault?: string; rule?: ComponentChildren;
}) {
  const helpId = `${id}-help`;
  if (!fits(choices.map((c) => c.text)))
    return (
      <div class="field" data-option={id}>
        <label for={id}>{legend}</label>
        <select id={id} aria-describedby={helpId} aria-invalid={!!fault} value={String(value)}
          onChange={(e) => { const c = choices[e.currentTarget.selectedIndex]; if (c) set(c.value); }}>
          {choices.map((c) => <option key={String(c.value)} value={String(c.value)}>{c.text}</option>)}
        </select>
        <p class="help" id={helpId}>{help} {rule}</p>
        {fault && <p class="fault"><Icon name="warn" />{fault}</p>}
      </div>
    );
  return (
    <fieldset class="choice" aria-describedby={helpId} data-option={id}>
      <legend>{legend}</legend>
      <div class="segments">
        {choices.map((c) => (
          <label key={String(c.value)} class="segment">
            <input type="radio" name={id} value={String(c.value)} checked={c.value === value} onChange={() => set(c.value)} />
            <span>{c.icon}{c.text}</span>
          </label>
        ))}
      </div>
      <p class="help" id={helpId}>{help} {rule}</p>
      {fault && <p class="fault"><Icon name="warn" />{fault}</p>}
    </fieldset>
  );
}

/** One option: a choice, a switch, a number, or one choice per seat. */
export function OptionField({ g, o, values, players, set, fault }: {
  g: GameInfo; o: OptionInfo; values: OptionValues; players: string[]; set: (name: string, v: OptionValues[string]) => void; fault?: string;
}) {
  const l = lang.value;
  const id = `opt-${o.name}`;
  const seats = seatsOf(g, values);
  const rule = <RuleRef game={g.id} id={o.rule} />;
  const value = values[o.name] ?? o.default;

  if (o.entries) {
    const list = Array.isArray(value) ? value : [];
    const choices = choicesOf(g, o, seats, players);
    return (
      <fieldset class="choice" aria-describedby={`${id}-help`} data-option={id}>
        <legend>{o.names[l]}</legend>
        <div class="per-seat">
          {Array.from({ length: entriesOf(g, o, seats) }, (_, k) => (
            <label key={k}>
              <span>{eachHasOne(g) ? k + 1 : t("web.new.seat", { n: k })}</span>
              <select value={String(list[k] ?? o.default)} aria-invalid={!!fault} onChange={(e) => {
                const c = choices[e.currentTarget.selectedIndex];
                const next = Array.from({ length: o.entries! }, (_x, i) => list[i] ?? (o.default as number | string));
                if (c) next[k] = c.value as number | string;
                set(o.name, next);
              }}>
                {choices.map((c) => <option key={String(c.value)} value={String(c.value)}>{c.text}</option>)}
              </select>
            </label>
          ))}
        </div>
        <p class="help" id={`${id}-help`}>{o.help[l]} {rule}</p>
        {fault && <p class="fault"><Icon name="warn" />{fault}</p>}
      </fieldset>
    );
  }
  if (isSwitch(o))
    return (
      <div class="field" data-option={id}>
        <label class="check"><input type="checkbox" checked={isOn(value)} aria-describedby={`${id}-help`}
          onChange={(e) => { const on = e.currentTarget.checked; set(o.name, o.type === "bool" ? on : on ? "yes" : "no"); }} />{o.names[l]}</label>
        <p class="help" id={`${id}-help`}>{o.help[l]} {rule}</p>
        {fault && <p class="fault"><Icon name="warn" />{fault}</p>}
      </div>
    );
  if (o.type === "number" && (o.hi ?? 0) - (o.lo ?? 0) > 30)
    return (
      <div class="field" data-option={id}>
        <label for={id}>{o.names[l]}</label>
        <input id={id} type="number" min={o.lo} max={o.hi} value={String(value)} aria-describedby={`${id}-help`} aria-invalid={!!fault}
          onInput={(e) => { if (e.currentTarget.value !== "") set(o.name, e.currentTarget.valueAsNumber); }} />
        <p class="help" id={`${id}-help`}>{o.help[l]} {rule}</p>
        {fault && <p class="fault"><Icon name="warn" />{fault}</p>}
      </div>
    );
  return (
    <Choice id={id} legend={o.names[l]} help={o.help[l]} rule={rule} {...(fault && { fault })} value={value as Value}
      choices={choicesOf(g, o, seats, players)} set={(v) => set(o.name, v)} />
  );
}
