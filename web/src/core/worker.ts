// The worker: the engines behind hosts.ts, each loaded once.
import { engines } from "../gen/engines";
import { Engine, EngineRefusal } from "./engine";
import type { HostAnswer, HostCall } from "./host";
import { Hosts } from "./hosts";

const tell = (m: HostAnswer): void => (self as unknown as { postMessage(m: HostAnswer): void }).postMessage(m);

const hosts = new Hosts(Object.keys(engines), async (game) => {
  const engine = await Engine.load(engines[game]!);
  tell({ ready: true });
  return engine;
});

let chain: Promise<unknown> = Promise.resolve();

async function answer({ n, op, args }: HostCall): Promise<void> {
  try {
    tell({ n, ok: await hosts.call(op, args as Record<string, unknown>) });
  } catch (e) {
    if (e instanceof EngineRefusal) tell({ n, error: e.refusal });
    else {
      // not to be had, or a trap: the memory of the engine cannot be trusted any more
      tell({ dead: e instanceof Error ? e.message : String(e) });
      (self as unknown as { close(): void }).close();
    }
  }
}

self.onmessage = ({ data }: MessageEvent<HostCall | { warm: string }>) => {
  if ("warm" in data) void hosts.warm(data.warm);
  else chain = chain.then(() => answer(data));
};
