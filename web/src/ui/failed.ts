// When not even the frame could be loaded: what happened, in both languages, and a way out.
import en from "../gen/strings.en";
import fr from "../gen/strings.fr";

export default function show(root: HTMLElement, why: unknown): void {
  const main = document.createElement("main");
  main.className = "page";
  main.setAttribute("role", "alert");
  for (const [lang, texts] of [["fr", fr], ["en", en]] as const) {
    const p = document.createElement("p");
    p.lang = lang;
    p.textContent = texts["web.failed.start"];
    const button = document.createElement("button");
    button.className = "btn btn-primary";
    button.lang = lang;
    button.textContent = texts["web.failed.reload"];
    button.onclick = () => location.reload();
    main.append(p, button, document.createElement("hr"));
  }
  const small = document.createElement("p");
  small.className = "small soft";
  small.textContent = String(why);
  main.append(small);
  root.replaceChildren(main);
}
