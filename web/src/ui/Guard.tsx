// A screen that throws does not take the page with it.
import { Component, type ComponentChildren } from "preact";
import { t } from "../core/i18n";
import { current, notice } from "../core/now";
import { version } from "../core/version";

/** Everything that helps to find the fault, as text. */
async function report(error: unknown): Promise<string> {
  const lines = [
    `Veillée ${version.version} (${version.build})`,
    navigator.userAgent,
    location.hash.replace(/^(#\/r\/[^/?]+).*/, "$1/…"),
    error instanceof Error ? (error.stack ?? String(error)) : String(error),
  ];
  try {
    const table = current.peek();
    if (table) lines.push("", await table.record());
  } catch (e) {
    lines.push(String(e));
  }
  return `${lines.join("\n")}\n`;
}

/** Faults outside of any screen: a bar says so, once for each, and offers the report. */
export function watchFaults(): void {
  const seen = new Set<string>();
  const tell = (error: unknown): void => {
    if (!(error instanceof Error) || error.name === "AbortError" || seen.has(error.message)) return;
    seen.add(error.message);
    notice(t("web.failed.something", { why: error.message }), t("web.failed.report"), () => void saveReport(error));
  };
  window.addEventListener("error", (e) => tell(e.error));
  window.addEventListener("unhandledrejection", (e) => tell(e.reason));
}

async function saveReport(error: unknown): Promise<void> {
  save("veillee-report.txt", await report(error));
}

export function save(name: string, text: string): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

export function Failed({ error, loading, again }: { error: unknown; loading?: boolean; again?: () => void }) {
  return (
    <section class="page stack failed" role="alert" data-failed>
      <h1>{loading ? t("web.failed.loading") : t("web.failed.title")}</h1>
      <p>{loading ? t("web.failed.loading_why") : t("web.failed.kept")}</p>
      <div class="row">
        <button type="button" class="btn btn-primary" onClick={() => (again ? again() : location.reload())}>
          {again ? t("web.failed.again") : t("web.failed.reload")}
        </button>
        {again && <button type="button" class="btn" onClick={() => location.reload()}>{t("web.failed.reload")}</button>}
        <button type="button" class="btn" onClick={() => void saveReport(error)}>{t("web.failed.report")}</button>
        <a class="btn btn-quiet" href="#/">{t("web.frame.home")}</a>
      </div>
      <details>
        <summary>{t("web.failed.details")}</summary>
        <pre tabIndex={0}>{error instanceof Error ? (error.stack ?? String(error)) : String(error)}</pre>
      </details>
    </section>
  );
}

export class Guard extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: null as unknown };
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }
  render() {
    const { error } = this.state;
    return error ? <Failed error={error} again={() => this.setState({ error: null })} /> : this.props.children;
  }
}
