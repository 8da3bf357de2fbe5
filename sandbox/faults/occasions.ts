import { isDeepStrictEqual } from "node:util";
import { fieldsOf, parseJson } from "../../base/json.ts";
import { loadOperations } from "../../specs/operations.ts";
import type { Behaviour } from "../api/call/behaviour.ts";
import type { ApiCall } from "../api/call/call.ts";
import type { ApiReply } from "../api/call/replies.ts";
import { placeOf } from "../world/data/locations.ts";
import type { Notice } from "../world/notices.ts";
import type { BehaviourChange } from "./changes/fault.ts";
import type { OccasionName } from "./occasion-names.ts";

/** A call as far as it is known before its sender is. */
export type AskedCall = Pick<ApiCall, "operation" | "path" | "query" | "body"> & { world: object };

/** When a fault shows that shows only now and then. */
export interface Occasion {
  means: string;
  /** True if a call is one; made once for each sandbox, since it may count. */
  ofCalls: () => (call: AskedCall) => boolean;
  /** True if a webhook is one. */
  ofWebhooks: () => (event: string, location: unknown) => boolean;
}

/** Counts by key. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/** Counts the calls of each operation in each world. */
function callCounter(): (call: AskedCall) => number {
  const worlds = new WeakMap<object, (key: string) => number>();
  return ({ world, operation }) => {
    const count = worlds.get(world) ?? counter();
    worlds.set(world, count);
    return count(operation);
  };
}

/** The Location that a call names. */
const locationOf = ({ path, body, query }: AskedCall): unknown =>
  path.location_id ?? path.company_id ?? fieldsOf(body).salon_id ?? query.get("salon_id") ?? undefined;

const locationIn = ({ body }: Notice): unknown => body.company_id ?? body.salon_id;

const isElsewhere = (location: unknown): boolean => location !== undefined && Number(location) !== placeOf.main;

/** The number of times that a fault that shows one time in ten does so, and which of ten that is. */
const often = 10;
const which = 3;

export const occasions = {
  "second-time": {
    means:
      "every time but the first: from the second call of an operation in a world, and the second webhook of an event",
    ofCalls: () => {
      const count = callCounter();
      return (call) => count(call) > 1;
    },
    ofWebhooks: () => {
      const count = counter();
      return (event) => count(event) > 1;
    },
  },
  "later-page": {
    means: "with a cursor, or with a page after the first",
    ofCalls:
      () =>
      ({ query, body }) =>
        Boolean(query.get("cursor")) || Number(query.get("page") ?? fieldsOf(body).page ?? 1) > 1,
    ofWebhooks: () => () => false,
  },
  "second-location": {
    means: "at every Location but the first of the fixtures",
    ofCalls: () => (call) => isElsewhere(locationOf(call)),
    ofWebhooks: () => (_, location) => isElsewhere(location),
  },
  "one-in-ten": {
    means: "one call of an operation in ten, and one webhook of an event in ten, by count",
    ofCalls: () => {
      const count = counter();
      return ({ operation }) => count(operation) % often === which;
    },
    ofWebhooks: () => {
      const count = counter();
      return (event) => count(event) % often === which;
    },
  },
} satisfies Record<OccasionName, Occasion>;

/** A fault that shows on an occasion only; `onShown` is called when it may have shown. */
export const onlyOn =
  (name: OccasionName, change: BehaviourChange, onShown: () => void): BehaviourChange =>
  () =>
  (right) => {
    const occasion: Occasion = occasions[name];
    const [isCall, isWebhook] = [occasion.ofCalls(), occasion.ofWebhooks()];
    const changed = change()(right);
    const touched = touchedOperations(right, changed);
    const wrong: Behaviour = { ...changed, replies: changed.replies.map((reshape) => reporting(reshape, onShown)) };
    const ifShown =
      (reshape: Behaviour["notices"][number]): Behaviour["notices"][number] =>
      (webhook, now) => {
        if (!isWebhook(webhook.event, locationIn(webhook))) return [webhook];
        const reshaped = reshape(webhook, now);
        if (!isDeepStrictEqual(reshaped, [webhook])) onShown();
        return reshaped;
      };
    return {
      ...right,
      instead: (call) => {
        if (!isCall(call)) return undefined;
        if (touched === "all" || touched.has(call.operation)) onShown();
        return wrong;
      },
      notices: [...right.notices, ...changed.notices.slice(right.notices.length).map(ifShown)],
      retryAfter:
        changed.retryAfter === right.retryAfter
          ? right.retryAfter
          : (failed) => {
              if (!isWebhook(failed.notice.event, locationIn(failed.notice))) return right.retryAfter(failed);
              onShown();
              return changed.retryAfter(failed);
            },
      lifecycleRecipients:
        changed.lifecycleRecipients === right.lifecycleRecipients
          ? right.lifecycleRecipients
          : (urls, link) => {
              if (!isWebhook(`lifecycle ${link.applicationId}`, link.locationId))
                return right.lifecycleRecipients(urls, link);
              onShown();
              return changed.lifecycleRecipients(urls, link);
            },
      recipients:
        changed.recipients === right.recipients
          ? right.recipients
          : (subscriptions, location, event) => {
              if (!isWebhook(event, location)) return right.recipients(subscriptions, location, event);
              onShown();
              return changed.recipients(subscriptions, location, event);
            },
    };
  };

/** A change of replies that reports when it changes something. */
const reporting =
  (reshape: Behaviour["replies"][number], onShown: () => void): Behaviour["replies"][number] =>
  (answer, call) => {
    const changed = reshape(answer, call);
    if (changed !== answer && !isDeepStrictEqual(comparable(changed), comparable(answer))) onShown();
    return changed;
  };

/** A reply as it can be compared, whether or not it is serialised already. */
const comparable = ({ status, headers = {}, body, bytes }: ApiReply) => ({
  status,
  headers,
  body: bytes ? (parseJson(bytes.toString()) ?? bytes.toString()) : body,
});

const installing = ["grantAccess", "confirmInstallation", "uninstall"];
const searches = ["searchActivities", "searchActivityDates", "searchActivityDateRange"];

/** Which operations go by a table, where not all do. */
const operationsBy: Partial<Record<keyof Behaviour, readonly string[]>> = {
  transitions: installing,
  guards: installing,
  order: ["listResources"],
  cursorRefusals: ["listResources"],
  openCursor: ["listResources"],
};

/** The operations that answer otherwise by other tables than replies. */
function touchedOperations(right: Behaviour, wrong: Behaviour): Set<string> | "all" {
  const touched = new Set<string>();
  const differs = (name: keyof Behaviour) => right[name] !== wrong[name];
  if (differs("access")) return "all";
  if (differs("policy")) {
    const { ratePerSecond, ratePerMinute, confirmWithin } = right.policy;
    if (wrong.policy.ratePerSecond !== ratePerSecond || wrong.policy.ratePerMinute !== ratePerMinute) return "all";
    for (const name of wrong.policy.confirmWithin === confirmWithin ? ["listResources"] : installing) touched.add(name);
  }
  for (const [name, operations] of Object.entries(operationsBy))
    if (differs(name as keyof Behaviour)) for (const operation of operations) touched.add(operation);
  if (right.filters.calls !== wrong.filters.calls) touched.add("listCalls");
  if (right.filters.clients !== wrong.filters.clients) touched.add("listClients");
  if (right.filters.activities !== wrong.filters.activities) for (const name of searches) touched.add(name);
  for (const { id } of loadOperations()) {
    const [before, after] = [right, wrong].map(({ routes }) => routes.filter(({ operation }) => operation === id));
    if (!isDeepStrictEqual(before, after)) touched.add(id);
  }
  return touched;
}
