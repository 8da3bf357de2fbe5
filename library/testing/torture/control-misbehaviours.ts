import { answers, drips, floods, hangsAfter, sends } from "./misbehaviours.ts";
import { answerHead, type Misbehaviour } from "./torture-server.ts";

/** A misbehaviour of a control protocol at one of its calls, and the words for it. */
export interface ControlTorture {
  /** The end of the call's path. */
  at: string;
  /** The number of these calls that are answered rightly first. */
  after?: number;
  does: Misbehaviour;
  /** The words: in the line that refuses to run, or in the reason why the run does not judge. */
  says: RegExp;
}

const says = (body: string, status = 200): Misbehaviour =>
  answers(body, { "content-type": "application/json" }, status);
const endless = floods(answerHead(200), Buffer.alloc(100_000, " "));
const described = (fields: string): Misbehaviour =>
  says(`{"protocol":"assay-control/1","capabilities":["reset","clock"],${fields}}`);

/** The description, without which nothing can be run. */
const descriptions: Record<string, ControlTorture> = {
  "describes itself as null": { at: "/control", does: says("null"), says: /speaks another protocol/ },
  "describes itself by a list": { at: "/control", does: says("[]"), says: /speaks another protocol/ },
  "describes itself in HTML": { at: "/control", does: says("<html>"), says: /does not answer with JSON/ },
  "speaks another protocol in colours": {
    at: "/control",
    does: says('{"protocol":"\\u001b[31mFAKE\\u202e"}'),
    says: /speaks \\u001b\[31mFAKE\\u202e, expected/,
  },
  "has null for capabilities": {
    at: "/control",
    does: says('{"protocol":"assay-control/1","capabilities":null}'),
    says: /capabilities: found null/,
  },
  "has a million capabilities": {
    at: "/control",
    does: says(`{"protocol":"assay-control/1","capabilities":[${'"x",'.repeat(200_000)}1]}`),
    says: /urls: it is missing|capabilities/,
  },
  "has null for a clock": {
    at: "/control",
    does: described('"clock":null,"now":null'),
    says: /clock: found null|now: found null/,
  },
  "has a time that is none": { at: "/control", does: described('"clock":"frozen","now":"yesterday"'), says: /now: / },
  "lives in the year 50000": {
    at: "/control",
    does: described('"clock":"frozen","now":"+050000-01-01T00:00:00Z"'),
    says: /now: /,
  },
  "refuses in colours": {
    at: "/control",
    does: says("\u001b]0;owned\u0007\u202e", 500),
    says: /answers 500: \\u001b\]0;owned\\u0007\\u202e/,
  },
  "describes itself without end": { at: "/control", does: endless, says: /answers with more than 1 MB/ },
  "describes itself byte by byte": { at: "/control", does: drips(answerHead(200), " ", 20), says: /no answer in time/ },
  "never describes itself": { at: "/control", does: hangsAfter(), says: /no answer in time/ },
  "closes before it describes itself": { at: "/control", does: sends(), says: /connection was closed|cannot reach/ },
  "nests its description": {
    at: "/control",
    does: says("[".repeat(100_000) + "]".repeat(100_000)),
    says: /does not answer with JSON/,
  },
};

/** A reset, of which everything else is built. */
const resets: Record<string, ControlTorture> = {
  "resets to null": { at: "/reset", does: says("null"), says: /give the target's urls|cannot|lacks urls/ },
  "resets to a text": { at: "/reset", does: says('"done"'), says: /give the target's urls|cannot|lacks urls/ },
  "resets to odd addresses": {
    at: "/reset",
    does: says('{"urls":{"base_url":7}}'),
    says: /base_url: found the number 7/,
  },
  "resets to odd fixtures": {
    at: "/reset",
    does: says('{"urls":{},"fixtures":{"location_id":"a"}}'),
    says: /location_id: found the string "a"/,
  },
  "resets to odd tokens": {
    at: "/reset",
    does: says('{"urls":{},"credentials":{"partner_token":"a\\nb"}}'),
    says: /partner_token/,
  },
  "fails to reset": { at: "/reset", does: says('{"error":"\\u001b[2Jno"}', 500), says: /answers 500/ },
  "never resets": { at: "/reset", does: hangsAfter(), says: /no answer in time/ },
  "resets without end": { at: "/reset", does: endless, says: /more than 1 MB/ },
  "resets once, and then to null": {
    at: "/reset",
    after: 1,
    does: says("null"),
    says: /lacks (urls|credentials|fixtures)|found null, expected an object/,
  },
  "resets once, and then fails": {
    at: "/reset",
    after: 1,
    does: says('{"error":"full"}', 503),
    says: /answers 503: \{"error":"full"\}/,
  },
  "resets once, and then keeps silent": { at: "/reset", after: 1, does: hangsAfter(), says: /no answer in time/ },
  "resets once, and then refuses the token": { at: "/reset", after: 1, does: says("{}", 401), says: /answers 401/ },
};

/** The clock, which everything waits for. */
const clocks: Record<string, ControlTorture> = {
  "has a clock that stands still": {
    at: "/advance",
    does: says('{"now":"2026-03-02T09:00:00Z"}'),
    says: /the target's clock shows/,
  },
  "has a clock that runs backwards": {
    at: "/advance",
    does: says('{"now":"2020-01-01T00:00:00Z"}'),
    says: /the target's clock shows/,
  },
  "has a clock that jumps to the end of time": {
    at: "/advance",
    does: says('{"now":"9999-12-31T23:59:59Z"}'),
    says: /not within the years/,
  },
  "has a clock that shows null": { at: "/advance", does: says('{"now":null}'), says: /now: found null/ },
  "has a clock that shows words": { at: "/advance", does: says('{"now":"late"}'), says: /now: / },
  "has a clock that says nothing": { at: "/advance", does: says("{}"), says: /now: it is missing/ },
  "has a clock that never comes back": { at: "/advance", does: hangsAfter(), says: /no answer in time/ },
  "has a clock that answers without end": { at: "/advance", does: endless, says: /more than 1 MB/ },
};

/** Seeds, of which lists are made. */
const seeds: Record<string, ControlTorture> = {
  "seeds null": { at: "/seed", does: says('{"items":null}'), says: /items: found null/ },
  "seeds nothing": { at: "/seed", does: says('{"items":[]}'), says: /items: found 0, expected/ },
  "seeds too much": {
    at: "/seed",
    does: says(`{"items":[${"{},".repeat(3000)}{}]}`),
    says: /items: found 3001, expected/,
  },
  "seeds nulls": { at: "/seed", does: says('{"items":[null]}'), says: /items: 0: found null|items: found 1/ },
  "refuses to seed in colours": {
    at: "/seed",
    does: says("\u001b[31mno\u202e", 422),
    says: /answers 422: \\u001b\[31mno\\u202e/,
  },
};

export const controlMisbehaviours: Record<string, ControlTorture> = { ...descriptions, ...resets, ...clocks, ...seeds };
