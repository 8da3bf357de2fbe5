import type { Patience } from "../time/patience.ts";

/** Patience that ends when a test says so, as if time had run out. */
export function createPatience(): { patience: Patience; end: () => void } {
  const controllers: AbortController[] = [];
  return {
    patience: () => {
      const controller = new AbortController();
      controllers.push(controller);
      return controller.signal;
    },
    end: () => {
      for (const controller of controllers) controller.abort(new DOMException("time is up", "TimeoutError"));
    },
  };
}
