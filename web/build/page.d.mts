import type { Plugin } from "vite";
export function page(about: { version: string }): Plugin;
