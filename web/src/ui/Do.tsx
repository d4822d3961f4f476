// An action as a button on the board: of those that touch no thing (so many dice, a point for an attribute), or where the thing and
// its verb stand in one place. The list says the same; a press means what it means there.
import type { ComponentChildren } from "preact";
import type { Action } from "../core/proto";
import { tidy } from "./describe";
import { advised } from "./marks";
import { isSeen, meansOf } from "./means";
import type { Select } from "./select";

interface Props { sel: Select; action: Action; class?: string; children?: ComponentChildren }

export function Do({ sel, action, class: cls, children }: Props) {
  const armed = sel.state.value.armed === action.id;
  return (
    <button type="button" class={`do${cls ? ` ${cls}` : ""}`} data-do={action.id} data-verb={action.verb}
      data-armed={armed ? "" : undefined} data-advised={advised.value?.move === action.id ? "" : undefined} aria-pressed={armed}
      onClick={(e) => { e.stopPropagation(); sel.choose(action, meansOf(e)); }}
      onPointerEnter={(e) => { if (e.pointerType === "mouse") sel.hover({ move: action.id }); }}
      onPointerLeave={() => sel.hover(null)}
      onFocus={(e) => { if (isSeen(e.currentTarget)) sel.focus({ move: action.id }); }}
      onBlur={() => sel.focus(null)}>
      {children ? <><span class="visually-hidden">{tidy(action.text)}</span><span class="do-in" aria-hidden="true">{children}</span></> : tidy(action.text)}
    </button>
  );
}
