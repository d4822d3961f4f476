// Opens a table for as long as a screen shows it.
import { useEffect } from "preact/hooks";
import { useSignal, useSignalEffect } from "@preact/signals";
import { openTable, type Where } from "../../core/open";
import { plainRefusal } from "../../core/refused";
import type { Connection, Table } from "../../core/table";
import { query } from "../../router";

export interface Opened { table: Table | null; conn: Connection; again: () => void }

/** where: null while it is not known yet. "?rev=0" in the address: looked at from there, as an imported game is. */
export function useTable(where: Where | null): Opened {
  const table = useSignal<Table | null>(null);
  const fault = useSignal<Connection | null>(null);
  const tries = useSignal(0);
  const key = where && JSON.stringify(where);
  const tried = tries.value;
  useEffect(() => {
    if (!where) return;
    let gone = false;
    let mine: Table | null = null;
    fault.value = null;
    openTable(where).then((x) => {
      if (gone) x.close();
      else table.value = mine = x;
    }, (e: unknown) => { if (!gone) fault.value = { state: "refused", why: plainRefusal(e) }; });
    return () => {
      gone = true;
      table.value = null;
      mine?.close();
    };
  }, [key, tried]);

  useSignalEffect(() => {
    const rev = query.value["rev"];
    if (rev === undefined || !/^\d{1,9}$/.test(rev) || !table.value?.live.value) return;
    const { seek } = table.value;
    // once: afterwards the cursor is the player's
    history.replaceState(null, "", location.hash.replace(/\?.*/, ""));
    query.value = {};
    seek.call(table.value, Number(rev));
  });

  const x = table.value;
  return {
    table: x,
    conn: fault.value ?? x?.conn.value ?? { state: "connecting", tries: 0 },
    again: () => { if (fault.peek() || !x) tries.value++; else x.revive(); },
  };
}
