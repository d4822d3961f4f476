// A link as a QR code: dark on white in every theme, so that every camera reads it. The encoder is loaded when it is first needed.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../../core/i18n";

/** One path of unit squares, a run of dark ones in a row at a time. */
function pathOf(data: boolean[][]): string {
  let d = "";
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      d += `M${from} ${y}h${x - from + 1}v1H${from}z`;
    }
  });
  return d;
}

export function Qr({ text, label }: { text: string; label: string }) {
  const code = useSignal<{ d: string; size: number } | "failed" | null>(null);
  useEffect(() => {
    let gone = false;
    code.value = null;
    import("uqr").then(({ encode }) => {
      const { data, size } = encode(text, { ecc: "M", border: 4 });
      if (!gone) code.value = { d: pathOf(data), size };
    }).catch(() => { if (!gone) code.value = "failed"; });
    return () => { gone = true; };
  }, [text]);
  const c = code.value;
  if (c === "failed") return <p class="help">{t("web.share.qr_failed")}</p>;
  return (
    <div class="qr" data-qr={c ? "ready" : "loading"}>
      {c && (
        <svg viewBox={`0 0 ${c.size} ${c.size}`} role="img" aria-label={label} shape-rendering="crispEdges">
          <rect width={c.size} height={c.size} fill="#fff" />
          <path d={c.d} fill="#000" />
        </svg>
      )}
    </div>
  );
}
