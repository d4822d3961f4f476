// A page with nothing but web/src/core in it, served under the policy of the real one, in Chromium.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import { web } from "./bundle.mjs";

const require = createRequire(join(web, "package.json"));
const wasm = (game) => join(web, `src/gen/engine.${game}.wasm`);
const games = ["runemasters", "enchanters"];
const browser = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
export const hasBrowser = Boolean(browser) && games.every((g) => existsSync(wasm(g)));

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function bundle(contents) {
  const engine = { name: "engine", setup(b) {
    b.onResolve({ filter: /engine\.\w+\.wasm\?url$/ }, ({ path }) => ({ path: /engine\.\w+\.wasm/.exec(path)[0], namespace: "engine" }));
    b.onLoad({ filter: /.*/, namespace: "engine" }, ({ path }) => ({ contents: `export default "/${path}"`, loader: "js" }));
  } };
  const { outputFiles } = await require("esbuild").build({
    stdin: { contents, resolveDir: join(web, "src/core"), loader: "ts" }, bundle: true, format: "esm", target: "es2021", write: false,
    plugins: [engine], external: ["../gen/strings.*", "../gen/more.*"], define: { __VERSION__: '"test"', __BUILD__: '"test"' }, logLevel: "warning",
  });
  return outputFiles[0].text;
}

/** Files, and /ws passed on to a real server if `port` is given. */
export async function serve(port) {
  const names = ["open", "kept", "settings", "i18n", "tabs"];
  const files = new Map([
    ["/", ["text/html", '<!doctype html><meta charset="utf-8"><title>core</title><script type="module" src="/page.js"></script>']],
    ["/page.js", ["text/javascript", await bundle(`${names.map((n) => `import * as ${n} from "./${n}";`).join("")} Object.assign(globalThis, { core: { ${names.join(",")} } });`)]],
    ["/worker.ts", ["text/javascript", await bundle('import "./worker";')]],
    ...games.map((g) => [`/engine.${g}.wasm`, ["application/wasm", readFileSync(wasm(g))]]),
  ]);
  const server = createServer((req, res) => {
    const f = files.get(req.url);
    if (!f) { res.writeHead(404).end(); return; }
    res.writeHead(200, { "Content-Type": f[0], "Content-Security-Policy": POLICY }).end(f[1]);
  });
  server.on("upgrade", (req, socket, head) => {
    if (!port()) { socket.destroy(); return; }
    const to = connect(port(), "127.0.0.1", () => {
      const lines = [`${req.method} ${req.url} HTTP/1.1`];
      for (let i = 0; i < req.rawHeaders.length; i += 2) {
        const [k, v] = req.rawHeaders.slice(i, i + 2);
        lines.push(/^(host)$/i.test(k) ? `Host: 127.0.0.1:${port()}` : /^origin$/i.test(k) ? `Origin: http://127.0.0.1:${port()}` : `${k}: ${v}`);
      }
      to.write(`${lines.join("\r\n")}\r\n\r\n`);
      to.write(head);
      to.pipe(socket).pipe(to);
    });
    const end = () => { socket.destroy(); to.destroy(); };
    to.on("error", end); socket.on("error", end); to.on("close", end); socket.on("close", end);
  });
  await new Promise((r) => server.listen(0, "127.0.0.1", r));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => { server.closeAllConnections?.(); server.close(); } };
}

export async function launch() {
  const { chromium } = require("playwright-core");
  return chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
}
