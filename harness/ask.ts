import type { Dispatcher } from "undici";
import type { Header } from "./exchange.ts";

/** What is sent, byte for byte. */
export interface Asked {
  method: string;
  url: string;
  headers: readonly Header[];
  body?: string | undefined;
}

/** What came back. */
export interface ReceivedAnswer {
  status: number;
  /** By name in lower case; several with one name as a list. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * Sends a request and collects the answer, until a signal stops it. A run makes thousands of small exchanges, and a stream and a
 * combined signal for each would take half of its time.
 */
export function ask(dispatcher: Dispatcher, { method, url, headers, body }: Asked, signals: readonly AbortSignal[]) {
  return new Promise<ReceivedAnswer>((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const answer: Omit<ReceivedAnswer, "body"> = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let stopped: Error | undefined;
    const stop = () => {
      stopped = signals.find(({ aborted }) => aborted)?.reason as Error;
      controller?.abort(stopped);
      end();
      reject(stopped);
    };
    const end = () => {
      for (const signal of signals) signal.removeEventListener("abort", stop);
    };
    for (const signal of signals) signal.addEventListener("abort", stop);
    if (signals.some(({ aborted }) => aborted)) return stop();
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers: headers.flat(), body: body ?? null },
      {
        onRequestStart(started) {
          controller = started;
          if (stopped) started.abort(stopped);
        },
        onResponseStart(_, status, received) {
          // An interim answer is followed by the one that counts.
          if (status >= 200) Object.assign(answer, { status, headers: received });
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          end();
          resolve({ ...answer, body: Buffer.concat(chunks) });
        },
        onResponseError(_, error) {
          end();
          reject(error);
        },
      },
    );
  });
}
