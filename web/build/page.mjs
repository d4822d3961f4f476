// What the build does beyond bundling: words of index.html, manifests, the service worker with its list of files, version.json,
// and every file once more compressed.
import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { transformWithEsbuild } from "vite";
import { french, readCatalogue, web } from "./catalogue.mjs";

const hash = (data) => createHash("sha256").update(data).digest("hex").slice(0, 16);

/** gzip as small as it gets: zopfli where it is there (seven in a hundred less, and a second more for an engine). */
function compressed(file, bytes) {
  const { status, stdout } = spawnSync("zopfli", ["--i5", "-c", file], { maxBuffer: 64 << 20, stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 && stdout.length > 0 ? stdout : gzipSync(bytes, { level: 9 });
}

function words(lang, id) {
  const entry = readCatalogue().entries.get(id);
  if (!entry) throw new Error(`${id} is not in the catalogue`);
  return lang === "fr" ? french(entry.fr) : entry.en;
}

function manifest(lang) {
  return JSON.stringify({
    id: "/", start_url: "/", scope: "/", display: "standalone", orientation: "any", lang, dir: "ltr",
    name: "Veillée", short_name: "Veillée", description: words(lang, "web.meta.about"),
    background_color: "#f5efe3", theme_color: "#f5efe3", categories: ["games"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ].filter((icon) => existsSync(join(web, "public", icon.src))),
  }, null, 1);
}

/** The texts again, while somebody writes them. */
function generate() {
  execFileSync(process.execPath, [join(web, "build/generate.mjs")], { stdio: "inherit" });
}

function filesOf(folder, path = "") {
  return readdirSync(folder, { withFileTypes: true }).filter((e) => !e.name.startsWith(".")).flatMap((e) =>
    e.isDirectory() ? filesOf(join(folder, e.name), `${path}/${e.name}`) : [`${path}/${e.name}`]);
}

/** One build has one name: the hash of all sources that end in it. Known only at the end, so the shell reads it from a <meta>. */
export function page({ version }) {
  let out = "", isWritten = false;
  return {
    name: "veillee-page",
    config(_, { command }) {
      if (command === "serve") generate();
      return { define: { __BUILD__: command === "serve" ? '"dev"' : "document.documentElement.dataset.build" } };
    },
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.watcher.add(join(web, "../locale"));
      server.watcher.on("change", (path) => { if (path.endsWith(".tsv")) generate(); });
      server.middlewares.use((req, res, next) => {
        const m = /^\/manifest\.(fr|en)\.webmanifest$/.exec(req.url ?? "");
        if (!m) return next();
        res.setHeader("Content-Type", "application/manifest+json");
        res.end(manifest(m[1]));
      });
    },
    transformIndexHtml(html, { bundle }) {
      // The frame and the tables behind all screens are asked for by the first module; asked for here, they come with it.
      const chunks = Object.values(bundle ?? {}).filter((c) => c.type === "chunk" && (c.name === "app" || c.name === "home"));
      const link = (rel, href) => ({ tag: "link", attrs: { rel, crossorigin: true, href: `/${href}` }, injectTo: "head" });
      const tags = chunks.flatMap((c) => [link("modulepreload", c.fileName), ...[...(c.viteMetadata?.importedCss ?? [])].map((css) => link("stylesheet", css))]);
      // What the first game needs comes after the shell: warm.ts turns these into preloads.
      const skinOf = (c) => /\/src\/skins\/([a-z]+)\/index\.tsx$/.exec(c.facadeModuleId ?? "")?.[1];
      const later = Object.values(bundle ?? {}).filter((c) => c.type === "chunk" && (c.name === "table" || skinOf(c)));
      const wait = (as, href, skin) => ({ tag: "link", attrs: { rel: "x-later", as, crossorigin: true, href: `/${href}`, ...(skin && { "data-skin": skin }) }, injectTo: "head" });
      for (const c of later) {
        const skin = skinOf(c);
        tags.push(wait("script", c.fileName, skin), ...[...(c.viteMetadata?.importedCss ?? [])].map((css) => wait("style", css, skin)));
      }
      return { html: html.replace(/%(fr|en):(web\.[a-z0-9_.]+)%/g, (_, lang, id) => words(lang, id).replace(/&/g, "&amp;").replace(/"/g, "&quot;")), tags };
    },
    writeBundle() {
      isWritten = true;
    },
    async closeBundle() {
      if (!isWritten) return; // it is called when a build failed, too
      for (const lang of ["fr", "en"]) writeFileSync(join(out, `manifest.${lang}.webmanifest`), manifest(lang));
      const list = filesOf(out).filter((p) => !/\.gz$|^\/(sw\.js|version\.json)$/.test(p)).sort();
      const build = hash(list.map((p) => `${p} ${hash(readFileSync(join(out, p)))}`).join("\n"));
      const html = readFileSync(join(out, "index.html"), "utf8");
      writeFileSync(join(out, "index.html"), html.replace(/<html (data-build="[^"]*" )*/, `<html data-build="${build}" `));
      writeFileSync(join(out, "version.json"), `${JSON.stringify({ version, build })}\n`);
      const { code } = await transformWithEsbuild(readFileSync(join(web, "src/sw.ts"), "utf8"), "sw.ts", {
        format: "iife", minify: true, target: "es2021", sourcemap: false,
        define: { __BUILD__: JSON.stringify(build), __FILES__: JSON.stringify(list.map((p) => [p, hash(readFileSync(join(out, p)))])) },
      });
      writeFileSync(join(out, "sw.js"), code);
      for (const p of filesOf(out).filter((p) => /\.(html|css|js|json|webmanifest|svg|wasm|txt)$/.test(p))) {
        const bytes = readFileSync(join(out, p));
        const small = compressed(join(out, p), bytes);
        if (small.length < bytes.length * 0.95) writeFileSync(join(out, `${p}.gz`), small);
      }
    },
  };
}
