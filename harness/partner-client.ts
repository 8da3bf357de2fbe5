import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { reasonOf } from "./failure-reason.ts";

/** What is sent to a partner's application. */
export interface Posting {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Spread the body over this time, in milliseconds, as a slow network would. */
  over?: number;
}

/** What an application answered: a status, or why there is none. */
export interface Answered {
  status: number | undefined;
  failure?: string;
  /** Milliseconds from the last byte sent to the first byte of the answer. */
  took: number;
}

/** In how many pieces a slow body is sent. */
const pieces = 20;

/**
 * Sends a request to an application and waits for the status of its answer, for at most so many milliseconds. The connection is closed then: the
 * body of the answer does not matter, and may be long or never end.
 */
export function post({ method, url, headers, body, over = 0 }: Posting, within: number): Promise<Answered> {
  return new Promise((answered) => {
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    const bytes = Buffer.from(body);
    let sent = performance.now();
    const end = (answer: Omit<Answered, "took">) => {
      clearTimeout(timer);
      clearInterval(drip);
      answered({ ...answer, took: Math.round(performance.now() - sent) });
      request.destroy();
    };
    const request = send(
      url,
      {
        method,
        agent: false,
        headers: { ...headers, ...(body ? { "content-length": String(bytes.length) } : {}) },
        // Whose certificate an application under test shows is not judged.
        ...(url.startsWith("https:") ? { rejectUnauthorized: false } : {}),
      },
      (response) => {
        response.on("error", () => undefined);
        end({ status: response.statusCode });
      },
    );
    request.on("error", (error) => end({ status: undefined, failure: reasonOf(error) }));
    const timer = setTimeout(
      () => end({ status: undefined, failure: `no answer within ${within / 1000} seconds` }),
      within + over,
    );
    let drip: NodeJS.Timeout | undefined;
    if (over === 0) request.end(bytes);
    else {
      const size = Math.ceil(bytes.length / pieces);
      let at = 0;
      drip = setInterval(() => {
        request.write(bytes.subarray(at, at + size));
        at += size;
        if (at < bytes.length) return;
        clearInterval(drip);
        request.end();
        sent = performance.now();
      }, over / pieces);
    }
  });
}
