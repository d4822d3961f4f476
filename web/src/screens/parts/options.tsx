// Fields for the options of any game, made from what the game says about them.
import type { ComponentChildren } from "preact";
import { lang, t } from "../../core/i18n";
import type { GameInfo, OptionInfo, OptionValues } from "../../core/proto";
import { Icon } from "./Icon";

type Value = number | string | boolean;

/** So many stand beside each other, in lines where they must; more is a list to choose from. */
const SEGMENTS = 6;

/** The number of players is the list of players. Then: what everybody sets, and what few do (made by itself, or asked in play). */
export const basics = (g: GameInfo): OptionInfo[] => g.options.filter((o) => o.means !== "players" && !o.entries && o.unset === undefined);
export const advanced = (g: GameInfo): OptionInfo[] => g.options.filter((o) => o.means !== "players" && (o.entries !== undefined || o.unset !== undefined));

/** The option that says how many seats there are, if one does. */
export const seatOption = (g: GameInfo): OptionInfo | undefined => g.options.find((o) => o.means === "seats");
/** The option that says how many players there are. */
export const playersOption = (g: GameInfo): OptionInfo | undefined => g.options.find((o) => o.means === "players");

export function seatsOf(g: GameInfo, values: OptionValues): number {
  const o = g.seat_each ? playersOption(g) : seatOption(g);
  return o ? Number(values[o.name] ?? (g.seat_each ? g.seats[1] : o.default)) : g.seats[1];
}

/** Least and most players. */
export function playersOf(g: GameInfo, values: OptionValues): [number, number] {
  const o = playersOption(g);
  const seats = g.seat_each ? g.seats[1] : seatsOf(g, values);
  return o ? [o.lo ?? 1, Math.min(o.hi ?? seats, seats)] : [seats, seats];
}

/** How many entries of a list are asked for: one for each seat; where each player has one seat, all there are. */
const entriesOf = (g: GameInfo, o: OptionInfo, seats: number): number => (g.seat_each ? o.entries ?? 0 : Math.min(o.entries ?? 0, seats));

/** Only what differs from the defaults, as the server wants it. */
export function given(g: GameInfo, values: OptionValues): OptionValues {
  const out: OptionValues = {};
  const seats = seatsOf(g, values);
  for (const o of g.options) {
    const v = values[o.name];
    if ((o.means === "players" && !g.seat_each) || v === undefined) continue;
    if (Array.isArray(v)) {
      const list = v.slice(0, entriesOf(g, o, seats)).map((x) => x ?? o.unset ?? o.default);
      if (list.some((x) => x !== o.default)) out[o.name] = list as (number | string)[];
    } else if (v !== o.default) out[o.name] = v;
  }
  return out;
}

/** Nothing to choose: one player decides for every seat. */
export const idle = (o: OptionInfo, players: number): boolean => o.means === "player" && players === 1;

/** The values that a field offers, with their words. */
export function choicesOf(g: GameInfo, o: OptionInfo, seats: number, players: string[]): { value: Value; text: string }[] {
  const words: { value: Value; text: string }[] = [];
  if (o.unset !== undefined) words.push({ value: o.unset, text: unsetText(o.unset) });
  if (o.type === "word") for (const v of o.values ?? []) words.push({ value: v, text: o.value_names?.[v]?.[lang.value] ?? v });
  if (o.type === "number")
    for (let n = o.lo ?? 0; n <= (o.hi ?? 0); n++) {
      const player = o.means === "player" || (o.means === "seat" && g.seat_each);
      if (n >= (player ? players.length : o.means === "seat" ? seats : Infinity)) break;
      words.push({ value: n, text: player ? players[n]! : o.means === "seat" ? t("web.new.seat", { n }) : String(n) });
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
  if (choices.length > SEGMENTS)
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
              <span>{g.seat_each ? k + 1 : t("web.new.seat", { n: k })}</span>
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
