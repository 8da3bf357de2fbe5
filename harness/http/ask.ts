import type { Dispatcher } from "undici";
import type { Header } from "../exchange.ts";
import { BrokenBody, type ReadBody } from "./read-body.ts";

/** A request, byte for byte. */
export interface Asked {
  method: string;
  url: string;
  headers: readonly Header[];
  body?: string | undefined;
  /** True if the connection is kept also after a body that HTTP does not expect, as of a GET: not every server reads one. */
  keepsConnection?: boolean | undefined;
}

export interface ReceivedAnswer extends ReadBody {
  status: number;
  /** By name in lower case; several with one name as a list. */
  headers: Record<string, string | string[] | undefined>;
}

/** The bounds of an exchange: signals, and so many bytes of a body. */
export interface AskBounds {
  signals: readonly AbortSignal[];
  maxBytes: number;
}

/**
 * Sends a request and collects the answer, as far as its bounds allow. A run makes thousands of small exchanges, and a stream and a
 * combined signal for each would take half of its time. A time-out that only `AbortSignal.any` holds would also be collected as garbage,
 * and never come.
 */
export function ask(
  dispatcher: Dispatcher,
  { method, url, headers, body, keepsConnection }: Asked,
  { signals, maxBytes }: AskBounds,
) {
  return new Promise<ReceivedAnswer>((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const answer: Pick<ReceivedAnswer, "status" | "headers"> = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let size = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let stopped: Error | undefined;
    const end = () => {
      for (const signal of signals) signal.removeEventListener("abort", stop);
    };
    const give = () => {
      end();
      resolve({ ...answer, bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes });
    };
    const fail = (error: unknown) => {
      end();
      reject(answer.status === 0 ? error : new BrokenBody(size, error));
    };
    const stop = () => {
      stopped = signals.find(({ aborted }) => aborted)?.reason as Error;
      controller?.abort(stopped);
      fail(stopped);
    };
    for (const signal of signals) signal.addEventListener("abort", stop);
    if (signals.some(({ aborted }) => aborted)) return stop();
    dispatcher.dispatch(
      {
        origin,
        path: pathname + search,
        method,
        headers: headers.flat(),
        body: body ?? null,
        ...(keepsConnection ? { reset: false } : {}),
      },
      {
        onRequestStart(started) {
          controller = started;
          if (stopped) started.abort(stopped);
        },
        onResponseStart(_, status, received) {
          // An interim answer is followed by the one that counts.
          if (status >= 200) Object.assign(answer, { status, headers: received });
        },
        onResponseData(started, chunk) {
          chunks.push(chunk);
          size += chunk.length;
          if (size <= maxBytes) return;
          give();
          started.abort(new Error("enough was read"));
        },
        onResponseEnd: give,
        onResponseError: (_, error) => fail(error),
      },
    );
  });
}
