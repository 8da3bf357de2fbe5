import { request } from "undici";
import {
  type ControlCallName,
  ControlFailure,
  type ControlPort,
  ControlRefusal,
  ControlSilence,
  controlCalls,
} from "./control-calls.ts";
import { reasonOf } from "./failure-reason.ts";
import { type Patience, usualPatience } from "./patience.ts";
import { profileError } from "./profile-error.ts";

/** How much of an answer a complaint repeats. */
const quoted = 200;

/** Makes calls of the control protocol over HTTP. */
export function httpPort(address: string, token = "", patience: Patience = usualPatience): ControlPort {
  const url = address.replace(/\/$/, "");
  const labelOf = (call: ControlCallName) => `${controlCalls[call].method} ${controlCalls[call].path}`;
  const nameOf = (call: ControlCallName) => `${labelOf(call)} at ${url}`;

  /** Where even the description fails, the address is wrong; what fails later only keeps something from being judged. */
  const failure = (call: ControlCallName, early: string, late: string): Error =>
    call === "describe" ? profileError("control.url", early) : new ControlFailure(late);

  return {
    key: "control.url",
    place: url,
    labelOf,
    nameOf,
    async call(call, fields = {}) {
      const { method, path } = controlCalls[call];
      const query = method === "GET" ? new URLSearchParams(fields as Record<string, string>).toString() : "";
      const answer = await request(url + path.replace(/\/$/, "") + (query && `?${query}`), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === "GET" ? {} : { "content-type": "application/json" }),
        },
        ...(method === "GET" ? {} : { body: JSON.stringify(fields) }),
        signal: patience(),
      })
        .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
        .catch((error: unknown) => {
          const reason = reasonOf(error);
          if (call === "describe")
            throw profileError("control.url", `cannot reach ${url} (${reason}); start the target, or mend the address`);
          throw new ControlSilence(`${nameOf(call)} gives no answer (${reason})`, { url, what: labelOf(call), reason });
        });
      if (answer.status === 401) throw profileError("control.token", `${url} refuses the token; mend it`);
      if (answer.status >= 300) {
        const what = `${nameOf(call)} answers ${answer.status}: ${answer.text.slice(0, quoted)}`;
        if (call === "describe") throw profileError("control.url", what);
        throw answer.status >= 400 && answer.status < 500
          ? new ControlRefusal(what, answer.text)
          : new ControlFailure(what);
      }
      try {
        return JSON.parse(answer.text) as unknown;
      } catch {
        throw failure(
          call,
          `${url} does not answer with JSON; is this the control protocol's address?`,
          `${nameOf(call)} answers what is not JSON: ${answer.text.slice(0, quoted)}`,
        );
      }
    },
  };
}
