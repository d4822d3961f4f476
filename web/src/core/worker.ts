// The worker: the engine, loaded once, behind host.ts.
import address from "../gen/engine.wasm?url";
import { Engine, EngineRefusal } from "./engine";
import { Host, type HostAnswer, type HostCall } from "./host";

const tell = (m: HostAnswer): void => (self as unknown as { postMessage(m: HostAnswer): void }).postMessage(m);
const reason = (e: unknown): string => (e instanceof Error ? e.message : String(e));

const host = Engine.load(address).then((engine) => {
  tell({ ready: true });
  return new Host(engine);
});
host.catch((e) => tell({ dead: reason(e) }));

let chain: Promise<unknown> = host;

function answer(h: Host, { n, op, args }: HostCall): void {
  try {
    const f = Object.hasOwn(h.ops, op) ? (h.ops as Record<string, (a: unknown) => unknown>)[op] : undefined;
    if (!f) throw new Error(`no ${op}`);
    tell({ n, ok: f(args) });
  } catch (e) {
    if (e instanceof EngineRefusal) tell({ n, error: e.refusal });
    else {
      // a trap: the memory of the engine cannot be trusted any more
      tell({ dead: reason(e) });
      (self as unknown as { close(): void }).close();
    }
  }
}

self.onmessage = (e: MessageEvent<HostCall>) => {
  chain = chain.then(async () => answer(await host, e.data)).catch(() => {});
};
