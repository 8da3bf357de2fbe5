import type { Schema } from "../../base/formats/json-schema.ts";
import { scopeOfRole } from "../accounts/actor.ts";
import { mailTimes } from "../messages/mail-times.ts";
import { contestDecisions } from "../partners/contests.ts";
import { partnerStates } from "../partners/states.ts";
import { runAskers } from "../runs/runs.ts";
import { object } from "../store/stored.ts";

export { object };

export const text: Schema = { type: "string" };
export const time: Schema = { type: "string", format: "date-time" };
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, "null"] });

/** A list, or a page of it. */
export const listOf = (items: Schema): Schema => object({ items: { type: "array", items } });

export const done: Schema = object({ done: { const: true } });
export const secret: Schema = { type: "string", description: "It is not shown again." };

export const partner = object({
  slug: text,
  name: text,
  state: { enum: partnerStates },
  has_profile: { type: "boolean" },
  platform: { type: "object", description: "Where the platform is that is played for it.", additionalProperties: text },
  judged_at: {
    type: ["integer", "null"],
    description: "The hour from which it is judged every day, where it has its own.",
  },
  time_zone: text,
  created_at: time,
  archived_at: orNull(time),
});

export const run = object({
  id: text,
  partner: orNull(text),
  provider: orNull(text),
  asked_by: { enum: runAskers },
  claims: { type: ["array", "null"], items: text, description: "The claims that alone are judged." },
  requirement: { type: ["string", "null"], description: "The requirement of these claims that alone is judged." },
  state: { enum: ["queued", "running", "finished", "not-measured"] },
  why: orNull(text),
  attempt: { type: "integer" },
  verdict: { enum: ["pass", "fail", "inconclusive", null] },
  outcomes: { type: ["object", "null"], additionalProperties: text },
  created_at: time,
  finished_at: orNull(time),
});

/** How far a run is that is not over. */
export const outlook = object({
  ahead: { type: ["integer", "null"], description: "How many runs are judged before it; null once it is judged." },
  scenario: { type: ["integer", "null"], description: "The number of the scenario that began last." },
  scenarios: { type: ["integer", "null"], description: "How many scenarios there are." },
  elapsed: { type: ["integer", "null"], description: "Seconds since the attempt began." },
  expected: { type: ["integer", "null"], description: "Seconds that such runs took lately, by their median." },
});

/** The differences of a later run from an earlier one. */
export const comparison = object({
  earlier: text,
  later: text,
  suites: { type: ["object", "null"], description: "The suites that judged, where they differ." },
  changes: {
    type: "array",
    items: object({ requirement: text, title: text, before: orNull(text), after: orNull(text) }),
  },
});

export const event = object({
  id: { type: "integer" },
  at: time,
  kind: text,
  partner: orNull(text),
  provider: orNull(text),
  before: orNull(text),
  after: orNull(text),
  why: text,
  run_id: orNull(text),
});

export const provider = object({
  id: text,
  name: text,
  schedule: text,
  baseline_at: orNull(time),
  contracts: {
    type: ["object", "null"],
    description: "What came of the contracts by the partners' ids, or why that is unknown.",
  },
  contracts_at: orNull(time),
});
export const token = object({ id: text, name: text, scope: text, created_at: time, expires_at: time });
export const hook = object({ id: text, url: text, last_status: text, last_at: orNull(time) });
export const delivery = object({
  id: { type: "integer" },
  state: { enum: ["waiting", "delivered", "failed"] },
  receiver: { type: "string", description: "The address of a webhook, or of a person." },
  attempts: { type: "integer" },
  answer: { type: "string", description: "What the receiver answered last." },
  event_id: { type: ["integer", "null"], description: "Null for a trial." },
  kind: orNull(text),
  why: orNull(text),
  partner: orNull(text),
  due_at: time,
  created_at: time,
});
export const audit = object({ id: { type: "integer" }, at: time, who: text, act: text, about: text, address: text });
export const connection = object({
  place: text,
  url: text,
  says: { type: "string", description: "What the way to it is like." },
  why: { type: "string", description: "Empty where it takes connections." },
});
export const revision = object({ id: text, name: text, added_at: time, impact: { type: ["object", "null"] } });
export const error = object({ error: object({ code: text, message: text, field: text }, ["code", "message"]) });
const role: Schema = { enum: Object.keys(scopeOfRole) };
export const note = object({ id: { type: "integer" }, at: time, who: text, text });
export const trends = object({
  days: {
    type: "array",
    items: object({
      day: { type: "string", format: "date" },
      passed: { type: "integer" },
      failed: { type: "integer" },
      inconclusive: { type: "integer" },
      not_measured: { type: "integer" },
    }),
  },
  requirements: {
    type: "array",
    items: object({ requirement: text, partners: { type: "integer" }, runs: { type: "integer" } }),
  },
});
export const account = object({
  email: text,
  role,
  partner: orNull(text),
  scope: text,
  second_factor_since: orNull(time),
  mail: object({
    mail: { enum: mailTimes },
    quiet_from: { type: "integer" },
    quiet_until: { type: "integer" },
    time_zone: text,
  }),
});
export const person = object({ id: text, email: text, role });
export const invitation = object({ id: text, role, created_at: time, expires_at: time });
export const worker = object({
  id: text,
  host: text,
  pid: { type: "integer" },
  seen_at: time,
  is_seen: { type: "boolean" },
  clock_offset: { type: "number", description: "Seconds by which its clock is ahead of the database's." },
  running: { type: "integer" },
});
export const certificate = object({ payloadType: text, payload: text, signatures: { type: "array" } });
export const results: Schema = { type: "object", required: ["format", "verdict", "requirements"] };

export const listed = object({
  partner: text,
  name: text,
  claims: { type: "array", items: text },
  specification: text,
  revision: text,
  suite: orNull(text),
  waivers: { type: "array", items: object({ id: text, reason: text, until: text }) },
  environment: { enum: ["production", "development", null] },
  certified_since: time,
  issued_at: time,
  expires_at: time,
});

export const ownedHost = object({
  host: text,
  how: { enum: ["file", "dns", null], description: "How it was proved to be the partner's; null where it was not." },
  proved_at: orNull(time),
});

/** The outcome of a requirement for one partner. */
export const partnerOutcome = object({
  partner: text,
  name: text,
  run_id: text,
  outcome: orNull(text),
  finished_at: time,
});

export const contest = object({
  id: text,
  partner: text,
  run_id: orNull(text),
  requirement: text,
  finding: { type: "object", description: "What the run found, as it was when it was contested." },
  comment: text,
  contested_by: text,
  contested_at: time,
  decision: { enum: [...contestDecisions, null] },
  reason: orNull(text),
  until: orNull({ type: "string", format: "date" }),
  decided_by: orNull(text),
  decided_at: orNull(time),
});

export const flips = object({
  judged: { type: "integer" },
  without_journal: { type: "integer" },
  next: { type: ["string", "null"], description: "The `after` of the next page, where there may be one." },
  items: {
    type: "array",
    items: object({
      partner: text,
      name: text,
      state: { enum: partnerStates },
      run_id: text,
      then: text,
      now: text,
      promoted: text,
      failing: { type: "array", items: object({ id: text, reason: text }) },
    }),
  },
});
