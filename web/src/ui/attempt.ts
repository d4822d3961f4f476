// Something a button does that may be refused, and the sentence to show if it is.
import { useSignal } from "@preact/signals";
import { plainRefusal } from "../core/refused";

export function useAttempt() {
  const fault = useSignal<string | null>(null);
  const attempt = (what: () => Promise<void>) => async () => {
    fault.value = null;
    try {
      await what();
    } catch (e) {
      fault.value = plainRefusal(e).text;
    }
  };
  return { fault, attempt };
}
