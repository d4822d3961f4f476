// Which page this is. Both words are set by the build (vite.config.ts).
declare const __VERSION__: string;
declare const __BUILD__: string;

export const version = { version: __VERSION__, build: __BUILD__ };
