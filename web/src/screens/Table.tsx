// The way to a game of this browser.
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { t } from "../core/i18n";
import TableScreen from "../ui/TableScreen";
import { Gone } from "./Gone";
import { FileButton } from "./parts/drop";
import { useTable } from "./parts/useTable";

export default function Table({ local }: { local: string }) {
  const { table, conn, again } = useTable({ local });
  const slow = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => { slow.value = true; }, 500);
    return () => clearTimeout(timer);
  }, []);
  if (table?.live.value) return <TableScreen table={table} />;
  if (conn.state === "refused" && conn.why.status === "silent")
    return <Gone except={table?.id} trouble={{ key: "silent", icon: "device", title: t("web.gone.silent"), text: conn.why.text, again }} />;
  if (conn.state === "refused")
    return (
      <Gone except={table?.id} trouble={{ key: "local", icon: "device", title: t("web.gone.local"), text: t("web.gone.local_do"), why: conn.why.text, again }}>
        <p><FileButton /></p>
      </Gone>
    );
  if (conn.state === "dead")
    return <Gone except={table?.id} trouble={{ key: "engine", icon: "warn", title: t("web.gone.engine"), text: t("web.gone.engine_do"), why: conn.why, again }} />;
  return <div class="page gone" data-screen="table" aria-busy="true">{slow.value && <p class="soft">{t("web.frame.loading")}</p>}</div>;
}
