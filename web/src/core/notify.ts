// A notification of the browser, while nobody looks at the page. On phones only the service worker may show one (sw.ts).
import { settings } from "./settings";

/** tag: a later one with the same takes its place. to: the address within the page that it leads to. */
export function notify(text: string, tag: string, to: string): void {
  if (!settings.notify.peek() || !document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  const options = { body: text, tag: `veillee-${tag}`, icon: "/icon-192.png", data: to };
  try {
    const n = new Notification("Veillée", options);
    n.onclick = () => { focus(); location.hash = to; n.close(); };
  } catch {
    void navigator.serviceWorker?.ready.then((r) => r.showNotification("Veillée", options)).catch(() => {});
  }
}
