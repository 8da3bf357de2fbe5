import { answerHead, type Misbehaviour } from "./torture-server.ts";

/** A wait that a target asks for, the area that it is asked in, and the words for its outcome. */
export interface AskedWait {
  does: Misbehaviour;
  surface: "v1" | "v3";
  breaks?: string;
  says: RegExp;
}

/** A refusal for the rate that asks for a wait. */
const refuses =
  (headers: Readonly<Record<string, string>>): Misbehaviour =>
  (socket) =>
    void socket.write(
      `${answerHead(429, { "content-type": "application/json", "content-length": "2", ...headers })}{}`,
    );

/** The right page, with an allowance that is used up. */
const spends =
  (headers: Readonly<Record<string, string>>): Misbehaviour =>
  (socket, { right }) =>
    void socket.write(
      `${answerHead(200, {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(right)),
        "ratelimit-policy": "10;w=60",
        "ratelimit-remaining": "0",
        ...headers,
      })}${right}`,
    );

const refused = (wait: string, says: RegExp): AskedWait => ({
  surface: "v1",
  does: refuses({ "retry-after": wait }),
  says,
});

/** Waits that no one obeys; each is judged, where the specification says something of it. */
export const askedWaits: Record<string, AskedWait> = {
  "an hour": refused("3600", /asks for a wait of 1 h, and at most 1 s are waited \(bounds\.wait_s/),
  "a number of seconds beyond all timers": refused("1000000000000", /asks for a wait of \d+ h/),
  "a number beyond all numbers": refused("1e999", /asks for a wait of Infinity h/),
  "a date in 2099": refused("Fri, 01 Jan 2099 00:00:00 GMT", /asks for a wait of \d+ h/),
  "a word": refused("soon", /asks for a wait of 1 min/),
  nothing: { surface: "v1", does: refuses({}), says: /asks for a wait of 1 min/ },
  "a time that is over": refused("-5", /answers 429 twice/),
  "a date that is over": refused("Fri, 01 Jan 1999 00:00:00 GMT", /answers 429 twice/),
  "no time, again and again": refused("0", /answers 429 twice/),
  "a day of v3": {
    surface: "v3",
    does: refuses({ "retry-after": "86400", "ratelimit-reset": "86400" }),
    says: /asks for a wait of 24 h/,
  },
  "different times of v3": {
    surface: "v3",
    does: refuses({ "retry-after": "7200", "ratelimit-reset": "9" }),
    breaks: "RATE-2",
    says: /asks for a wait of 2 h/,
  },
  "a word of v3": {
    surface: "v3",
    does: refuses({ "retry-after": "later", "ratelimit-reset": "later" }),
    breaks: "RATE-3",
    says: /Retry-After|"later"/,
  },
  "a day once the allowance is used up": {
    surface: "v3",
    does: spends({ "ratelimit-reset": "86400" }),
    breaks: "RATE-6",
    says: /asks for a wait of 24 h/,
  },
  "a number beyond all timers once the allowance is used up": {
    surface: "v3",
    does: spends({ "ratelimit-reset": "999999999999999" }),
    breaks: "RATE-6",
    says: /asks for a wait of/,
  },
  "a word once the allowance is used up": {
    surface: "v3",
    does: spends({ "ratelimit-reset": "tomorrow" }),
    breaks: "RATE-6",
    says: /tomorrow/,
  },
  "a minute, which the policy says": {
    surface: "v3",
    does: spends({ "ratelimit-reset": "60" }),
    says: /asks for a wait of 1 min/,
  },
};
