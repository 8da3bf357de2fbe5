import type { ApiReply } from "../../../sandbox/api/call/replies.ts";
import type { BehaviourChange } from "../../../sandbox/faults/changes/fault.ts";
import { isSuccess, type Operations, opened, type ReplyBody, reply } from "../../../sandbox/faults/changes/replies.ts";
import { envelope, notice } from "../../../sandbox/faults/changes/webhooks.ts";

/** A provider that answers everything, and whose responses are made to exhaust anyone who judges it. */
export interface HostileProvider {
  change: BehaviourChange;
  /** The areas whose proofs read what it answers. */
  areas: string[];
  /** A requirement that it certainly breaks; where there is none, it breaks nothing at all. */
  breaks?: string;
  /** The words for why something was not judged. */
  says?: RegExp;
  /** True if its control protocol is used, as webhooks need. */
  isControlled?: true;
}

const lists = ["listResources", "listCalls", "listClients", "listConnectedLocations", "searchActivities"];
const everyList = ["RES", "CUR", "CALL", "CLI", "LOC", "ACT", "ENV"];

/** Successes with another text as their body: no object that Node could write has its depth. */
const text = (operations: Operations, write: (answer: ReplyBody, count: number) => string): BehaviourChange =>
  reply(operations, () => {
    let count = 0;
    return (answer): ApiReply =>
      isSuccess(answer)
        ? {
            status: answer.status,
            ...(answer.headers ? { headers: answer.headers } : {}),
            bytes: Buffer.from(write(opened(answer), ++count)),
          }
        : answer;
  });

/** Every item of a list with one more field, whose value is given as JSON. */
const withField = (name: string, json: string | ((count: number) => string)): BehaviourChange =>
  text(lists, (answer, count) => {
    const value = typeof json === "string" ? json : json(count);
    const items = (Array.isArray(answer.data) ? answer.data : []).map((item) =>
      JSON.stringify({ ...(item as object), [name]: "\u0001" }).replace('"\\u0001"', () => value),
    );
    return JSON.stringify({ ...answer, data: "\u0001" }).replace('"\\u0001"', () => `[${items.join(",")}]`);
  });

const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

const v3Page = (change: (page: ReplyBody, count: number) => ReplyBody): BehaviourChange =>
  text("listResources", (answer, count) => JSON.stringify(change(answer, count)));

const refusals = (message: unknown): BehaviourChange =>
  reply(
    "*",
    () => (answer) =>
      answer.status < 400 ? answer : { ...answer, body: { success: false, data: null, meta: { message } } },
  );

export const hostileProviders: Record<string, HostileProvider> = {
  "resources nested 4,000 levels deep": { change: withField("x", nested("[", "]", 4000)), areas: ["RES", "CUR"] },
  "lists nested 4,000 levels deep in every item": {
    change: withField("x", nested("[", "]", 4000)),
    areas: everyList,
  },
  "objects nested 4,000 levels deep in every item": {
    change: withField("x", nested('{"a":', "}", 4000)),
    areas: everyList,
  },
  "an id nested 4,000 levels deep": {
    change: withField("id", nested("[", "]", 4000)),
    areas: everyList,
    breaks: "CALL-1",
  },
  "a field whose name has 20,000 characters": { change: withField("x".repeat(20_000), "1"), areas: everyList },
  "a title of 100,000 escapes": {
    breaks: "RES-7",
    change: withField("title", `"${"\\u0041%2541&amp;amp;".repeat(5000)}"`),
    areas: everyList,
  },
  "1,000 fields in every item": {
    change: withField("x", `{${Array.from({ length: 1000 }, (_, index) => `"k${index}":{}`).join(",")}}`),
    areas: everyList,
  },
  "ids of 400 digits": { change: withField("id", "9".repeat(400)), areas: everyList },
  "ids beyond whole numbers": { change: withField("id", (count) => `${count}e300`), areas: everyList },
  "a date of 100,000 digits": {
    change: withField("call_date", `"${"2".repeat(100_000)}"`),
    areas: everyList,
    breaks: "CALL-4",
  },
  "a phone number of 100,000 spaces": {
    change: withField("caller_phone", `"${" ".repeat(100_000)}x"`),
    areas: everyList,
  },
  "a new cursor for ever": {
    change: v3Page((page, count) => ({ ...page, has_more: true, next_cursor: `c${count}` })),
    areas: ["RES", "CUR"],
    breaks: "CUR-1",
  },
  "one cursor for ever": {
    change: v3Page((page) => ({ ...page, has_more: true, next_cursor: "again" })),
    areas: ["RES", "CUR"],
    breaks: "CUR-1",
  },
  "a cursor of 15,000 characters": {
    change: v3Page((page) => ({ ...page, has_more: true, next_cursor: "c".repeat(15_000) })),
    areas: ["RES", "CUR"],
    breaks: "CUR-1",
  },
  "a cursor of 500,000 characters": {
    change: v3Page((page) => ({ ...page, has_more: true, next_cursor: "c".repeat(500_000) })),
    areas: ["RES", "CUR"],
    says: /is not sent: its address has \d+ characters, the maximum is 64000/,
  },
  "a total beyond all numbers": {
    breaks: "CLI-5",
    change: text("listClients", (answer) =>
      JSON.stringify({ ...answer, meta: { page: 1, total_count: 7e7 } }).replace("70000000", "1e308"),
    ),
    areas: ["CLI"],
  },
  "full pages for ever": {
    change: text(["listClients", "listCalls"], (answer, count) =>
      JSON.stringify({
        ...answer,
        data: Array.from({ length: 25 }, (_, index) => ({ id: count * 25 + index })),
      }),
    ),
    areas: ["CLI", "CALL"],
    breaks: "CALL-1",
  },
  "4,999 items on every page": {
    breaks: "CALL-1",
    change: text(lists, (answer, count) =>
      JSON.stringify({ ...answer, data: Array.from({ length: 4999 }, (_, index) => ({ id: count * 5000 + index })) }),
    ),
    areas: everyList,
  },
  "a message of 500,000 characters in every refusal": {
    change: refusals("no ".repeat(170_000)),
    areas: ["ENV", "RES", "CUR", "CALL"],
  },
  "a refusal nested 60 levels deep": {
    breaks: "ERR-4",
    change: refusals(JSON.parse(nested("[", "]", 60))),
    areas: ["ENV", "RES", "CUR", "CALL"],
  },
  "a log of 20,000 entries": {
    change: text(["readInstallationStatus", "readInstallationStatusInFlow"], (answer) => {
      const data = answer.data as { logs: unknown[] };
      return JSON.stringify({ ...answer, data: { ...data, logs: Array.from({ length: 20_000 }, () => ({})) } });
    }),
    areas: ["STAT", "INST"],
    breaks: "STAT-5",
  },
  "webhooks of 3 MB": {
    change: envelope("*", (body) => ({ ...body, more: "x".repeat(3_000_000) })),
    areas: ["HOOK-1"],
    isControlled: true,
  },
  "webhooks of more than is read": {
    change: envelope("*", (body) => ({ ...body, more: "x".repeat(9_000_000) })),
    areas: ["HOOK-1"],
    breaks: "HOOK-1",
    isControlled: true,
  },
  "webhooks nested 3,000 levels deep": {
    change: envelope("*", (body) => ({ ...body, more: JSON.parse(nested("[", "]", 3000)) as unknown })),
    areas: ["HOOK-1", "HOOK-2"],
    isControlled: true,
  },
  "100 webhooks for each event": {
    breaks: "HOOK-6",
    change: notice("*", (webhook) => Array.from({ length: 100 }, () => webhook)),
    areas: ["HOOK-1"],
    isControlled: true,
  },
};
