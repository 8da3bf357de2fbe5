import { readForeignJson } from "../../base/foreign-json.ts";
import { printable } from "../../base/text/printable.ts";
import { describeBytes } from "../../base/text/wording.ts";
import { megabytes, usualBounds } from "../bounds.ts";
import type { Header } from "../exchange.ts";
import { ask } from "../http/ask.ts";
import { explainFailure } from "../http/failure-reason.ts";
import { createDispatcher } from "../http/proxies.ts";
import { BrokenBody } from "../http/read-body.ts";
import { profileError } from "../profiles/profile-error.ts";
import { type Patience, usualPatience } from "../time/patience.ts";
import {
  type CallFields,
  type ControlCallName,
  ControlFailure,
  type ControlPort,
  ControlRefusal,
  ControlSilence,
  controlCalls,
} from "./control-calls.ts";

/** How much of an answer a complaint repeats. */
const quoted = 200;

const quote = (text: string): string => printable(text.slice(0, quoted));

/** The number of times that a call may stay without an answer in time: waiting again and again would make a run endless. */
const maxSilences = 2;

const jsonType: Header = ["content-type", "application/json"];

export interface ControlLimits {
  patience?: Patience;
  maxBytes?: number;
}

/** An answer of the control protocol that is not looked at yet. */
interface PlainAnswer {
  status: number;
  text: string;
}

/** Where the control protocol is served. */
export interface ControlAddress {
  url: string;
  token?: string | undefined;
  /** Makes a call without a connection, where the target is in this process. */
  direct?: (method: string, address: string, body?: string) => Promise<PlainAnswer>;
}

/** Makes calls of the control protocol over HTTP. */
export function httpPort(
  { url: address, token = "", direct }: ControlAddress,
  { patience = usualPatience, maxBytes = megabytes(usualBounds.body_mb) }: ControlLimits = {},
): ControlPort {
  const url = address.replace(/\/$/, "");
  // The dispatcher that all share may be Node's own, of another version.
  const dispatcher = createDispatcher();
  const labelOf = (call: ControlCallName) => `${controlCalls[call].method} ${controlCalls[call].path}`;
  const nameOf = (call: ControlCallName) => `${labelOf(call)} at ${url}`;
  const silences = new Map<ControlCallName, number>();
  // A token that was good once is no mistake of the profile.
  let isTrusted = false;

  /** Where even the description fails, the address is wrong; what fails later only keeps something from being judged. */
  const failure = (call: ControlCallName, early: string, late: string): Error =>
    call === "describe" ? profileError("control.url", early) : new ControlFailure(late);

  const makeCall = async (call: ControlCallName, fields: CallFields): Promise<PlainAnswer> => {
    const { method, path } = controlCalls[call];
    const isRead = method === "GET";
    const query = isRead ? new URLSearchParams(fields as Record<string, string>).toString() : "";
    const place = path.replace(/\/$/, "") + (query && `?${query}`);
    const body = isRead ? undefined : JSON.stringify(fields);
    if (direct) return direct(method, place, body);
    const headers: Header[] = [["authorization", `Bearer ${token}`], ...(isRead ? [] : [jsonType])];
    const asked = { method, url: url + place, headers, body };
    const { status, bytes, isWhole } = await ask(dispatcher, asked, { signals: [patience()], maxBytes });
    if (isWhole) return { status, text: bytes.toString("utf8") };
    const what = `${nameOf(call)} answers with more than ${describeBytes(maxBytes)}`;
    throw failure(call, what, what);
  };

  /** Makes a call whose responses have come so far. */
  const askOnceMore = async (call: ControlCallName, fields: CallFields): Promise<PlainAnswer> => {
    const late = `${nameOf(call)} gives no answer`;
    if ((silences.get(call) ?? 0) >= maxSilences) throw new ControlFailure(`${late} (no answer in time)`);
    try {
      return await makeCall(call, fields);
    } catch (error) {
      if (error instanceof ControlFailure || (error as Error).name === "UsageError") throw error;
      const cause = error instanceof BrokenBody ? error.cause : error;
      if ((cause as Error).name === "TimeoutError") silences.set(call, (silences.get(call) ?? 0) + 1);
      const reason = explainFailure(cause);
      if (call === "describe")
        throw profileError("control.url", `cannot reach ${url} (${reason}); start the target, or fix the address`);
      throw new ControlSilence(`${late} (${reason})`, { url, what: labelOf(call), reason });
    }
  };

  return {
    key: "control.url",
    isOwn: direct !== undefined,
    place: url,
    labelOf,
    nameOf,
    async call(call, fields = {}) {
      const answer = await askOnceMore(call, fields);
      if (answer.status === 401 && !isTrusted) throw profileError("control.token", `${url} refuses the token; fix it`);
      isTrusted = true;
      if (answer.status >= 300) {
        const what = `${nameOf(call)} answers ${answer.status}: ${quote(answer.text)}`;
        if (call === "describe") throw profileError("control.url", what);
        throw answer.status >= 400 && answer.status < 500 && answer.status !== 401
          ? new ControlRefusal(what, answer.text)
          : new ControlFailure(what);
      }
      const value = readForeignJson(answer.text);
      if (value === undefined)
        throw failure(
          call,
          `${url} does not answer with JSON; is this the control protocol's address?`,
          `${nameOf(call)} answers what is not JSON: ${quote(answer.text)}`,
        );
      return value;
    },
  };
}
