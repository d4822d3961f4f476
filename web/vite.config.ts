import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { page } from "./build/page.mjs";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** Where `npx vite` finds a server: VEILLEE=http://127.0.0.1:PORT npx vite */
const server = process.env["VEILLEE"] ?? "http://127.0.0.1:7777";

/** Few files, each needed as a whole: what every page needs, the frame, the tables behind the screens, home, the table, the telling. */
function chunkOf(id: string): string | undefined {
  const at = (pattern: RegExp): boolean => pattern.test(id.replace(/\?.*$/, ""));
  if (at(/node_modules\/(preact|@preact)\/|vite\/preload-helper/)) return "base";
  if (at(/src\/(style\/.*|ui\/frame\.css|main\.tsx|router\.ts|warm\.ts|screens\/index\.ts|skins\/index\.ts|core\/(faces|i18n|settings|keymap|now|version)\.ts)$/)) return "base";
  if (at(/src\/(app\.tsx|ui\/(Frame|Conn|Guard|late|later|live|side|density)\.tsx?|core\/pwa\.ts)$/)) return "app";
  if (at(/src\/(screens\/(Home\.tsx|parts\/(?!SharePanel|Qr|qr|useTable|options|DiceStats))|skins\/(about\.ts|\w+\/about\.ts)$|core\/(open|kept|tabs|refused|cid|hostclient|localtable|basetable|delta|wslink)\.ts)/)) return "home";
  if (at(/src\/(skins\/\w+\/art\.tsx|art\/stars\.ts)$/)) return "art"; // after the words
  if (at(/src\/ui\/(stage|events|narrator|motion|sound)\.ts$/)) return "tell"; // after the first decision
  if (at(/src\/(ui\/|screens\/(Table|Join|Gone)\.tsx|screens\/parts\/(useTable)|rules\/(RuleLink|WhyButton|lazy|openRule)\.tsx?$)/) && !at(/ui\/(fields|failed|Over|over|fate|Chat|Players|players|Notes|Standing|More|KeyList|Camera|camera|lens|Do)\b/)) return "table";
  if (at(/src\/ui\/(Camera\.tsx|camera\.css|lens\.ts|Do\.tsx)$/)) return "camera"; // of the boards that are maps
  // a skin as a whole; what lies in folders of its own comes later
  const skin = id.includes("?") ? null : /src\/skins\/(\w+)\/(?!index|effects|end|about|art)\w+\.(tsx?|css)$/.exec(id);
  if (skin && existsSync(`src/skins/${skin[1]}/scenes`)) return `skin-${skin[1]}`;
  return undefined;
}

export default defineConfig({
  appType: "spa",
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [page({ version })],
  build: {
    target: "es2021",
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    proxy: { "/ws": { target: server, ws: true, changeOrigin: false, rewriteWsOrigin: false } },
  },
});
