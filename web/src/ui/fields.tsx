// Fields of the settings: a choice of one, a switch, a slider. Each writes to its signal at once.
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

export function Choice<T extends string>({ legend, help, of, words, value, mark }: {
  legend: string; help?: string; of: readonly T[]; words: (v: T) => string; value: Signal<T>; mark?: (v: T) => ComponentChildren;
}) {
  const id = useId();
  return (
    <fieldset class="choice" aria-describedby={help ? `${id}-help` : undefined}>
      <legend>{legend}</legend>
      <div class="choice-row">
        {of.map((v) => (
          <label key={v} class="choice-one" data-value={v}>
            <input type="radio" name={id} value={v} checked={value.value === v} onChange={() => { value.value = v; }} />
            {mark?.(v)}<span>{words(v)}</span>
          </label>
        ))}
      </div>
      {help && <p class="help" id={`${id}-help`}>{help}</p>}
    </fieldset>
  );
}

export function Toggle({ label, help, checked, disabled, onChange }: {
  label: string; help?: string; checked: boolean; disabled?: boolean; onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="toggle">
      <label class="check">
        <input type="checkbox" role="switch" checked={checked} disabled={disabled} aria-describedby={help ? `${id}-help` : undefined}
          onChange={(e) => onChange(e.currentTarget.checked)} />
        <span>{label}</span>
      </label>
      {help && <p class="help" id={`${id}-help`}>{help}</p>}
    </div>
  );
}

export function Slider({ label, min, max, step, value, words, disabled }: {
  label: string; min: number; max: number; step: number; value: Signal<number>; words: (v: number) => string; disabled?: boolean;
}) {
  const id = useId();
  return (
    <div class="field slider">
      <label for={id}>{label}</label>
      <div class="slider-row">
        <input id={id} type="range" min={min} max={max} step={step} value={value.value} disabled={disabled} aria-valuetext={words(value.value)}
          onInput={(e) => { value.value = Number(e.currentTarget.value); }} />
        <output for={id}>{words(value.value)}</output>
      </div>
    </div>
  );
}
