// Over the board: what is being told, and in short what was told. Only for the eyes: whoever listens has heard it all.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../core/i18n";
import type { Banner } from "../core/table";
import type { Table } from "../core/table";
import { tidy } from "./describe";
import "./telling.css";

const KEPT_MS = 8000;

const words = (b: Banner): string => ("text" in b ? b.text : t(`web.scene.${b.scene as "monsters" | "road"}`));

/** Stays until something new is told, somebody presses something, or for a while. */
function Ribbon({ lines }: { lines: string[] }) {
  const gone = useSignal<string[] | null>(null);
  useEffect(() => {
    const away = () => { gone.value = lines; };
    const timer = setTimeout(away, KEPT_MS);
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, away, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of ["pointerdown", "keydown"]) removeEventListener(type, away, { capture: true });
    };
  }, [lines]);
  return gone.value === lines ? null : <p class="tell-ribbon" data-ribbon>{lines.map((l, k) => <span key={k}>{tidy(l)}</span>)}</p>;
}

export function Telling({ table }: { table: Table }) {
  const teller = table.teller.value;
  const banner = teller?.banner.value, ribbon = teller?.ribbon.value;
  if (!teller || table.cursor.value !== null) return null;
  return (
    <div class="tell" aria-hidden="true">
      {banner && <p class="tell-banner" data-banner key={words(banner)}><span>{tidy(words(banner))}</span></p>}
      {ribbon && !banner && <Ribbon lines={ribbon} />}
    </div>
  );
}
