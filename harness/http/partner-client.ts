import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { steadyNow } from "../../base/steady-now.ts";
import { Stalls } from "../time/stalls.ts";
import { reasonOf } from "./failure-reason.ts";

/** A request to a partner's application. */
export interface Posting {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Spread the body over this time, in milliseconds, as a slow network would. */
  over?: number;
}

/** The answer of an application: a status, or why there is none. */
export interface Answered {
  status: number | undefined;
  failure?: string;
  /** The beginning of what it said, where it failed: a 5xx. */
  said?: string;
  /** Milliseconds from the last byte sent to the first byte of the answer. */
  took: number;
}

/** In how many pieces a slow body is sent. */
const pieces = 20;

/**
 * Sends a request to an application and waits for the status of its answer, for at most so many milliseconds after the last byte was sent; time in which
 * this process could not look does not count. The connection is closed then: the body of the answer may be long or never end, and only the beginning of
 * a failure's is read.
 */
export function post({ method, url, headers, body, over = 0 }: Posting, within: number): Promise<Answered> {
  return new Promise((answered) => {
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    const bytes = Buffer.from(body);
    const stalls = new Stalls();
    let sent = steadyNow();
    let timer: NodeJS.Timeout | undefined;
    const took = () => stalls.earliest(steadyNow()) - sent;
    const end = (answer: Omit<Answered, "took">, after = took()) => {
      clearTimeout(timer);
      stalls.end();
      answered({ ...answer, took: Math.max(0, after) });
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
        const { statusCode: status = 0 } = response;
        if (status < 500) return end({ status });
        clearTimeout(timer);
        const after = took();
        void beginningOf(response).then((said) => end({ status, said }, after));
      },
    );
    request.on("error", (error) => end({ status: undefined, failure: reasonOf(error) }));
    const wait = () => {
      const left = within - took();
      if (left > 0) timer = setTimeout(wait, left);
      else end({ status: undefined, failure: `no answer within ${within / 1000} seconds` });
    };
    const size = over === 0 ? bytes.length : Math.ceil(bytes.length / pieces);
    const sendFrom = (at: number) => {
      if (at + size < bytes.length) {
        request.write(bytes.subarray(at, at + size));
        timer = setTimeout(() => sendFrom(at + size), over / pieces);
      } else {
        request.end(bytes.subarray(at));
        sent = steadyNow();
        timer = setTimeout(wait, within);
      }
    };
    sendFrom(0);
  });
}

/** How much of a failure's body is read, in bytes, and for how long, in milliseconds. */
const readOfFailure = { bytes: 300, within: 500 };

/** The beginning of a body; what has come by then where it does not end. */
function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((read) => {
    const parts: Buffer[] = [];
    const stop = () => {
      clearTimeout(timer);
      read(Buffer.concat(parts).subarray(0, readOfFailure.bytes).toString("utf8"));
    };
    const timer = setTimeout(stop, readOfFailure.within);
    response.on("data", (piece: Buffer) => {
      parts.push(piece);
      if (Buffer.concat(parts).length >= readOfFailure.bytes) stop();
    });
    response.on("close", stop);
    response.on("end", stop);
  });
}
