import { fieldsOf } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { Refusal } from "../../api/call/replies.ts";
import type { WorldBehaviour } from "../../world/behaviour.ts";
import { days } from "../../world/data/durations.ts";
import type { StoredLink } from "../../world/state.ts";
import type { SandboxWorld } from "../../world/world.ts";
import { forbidding, isSystemUser } from "../changes/access.ts";
import { data } from "../changes/data.ts";
import { all, type BehaviourChange, type Faults, subtly } from "../changes/fault.ts";
import { dataCalls, statusReads } from "../changes/operations.ts";
import { reply } from "../changes/replies.ts";
import { handling, putting, refusingIf } from "../changes/routes.ts";
import { lifecycleRecipients, recipients } from "../changes/webhooks.ts";
import { filter } from "../changes/world.ts";

type Subscriptions = Parameters<WorldBehaviour["recipients"]>[0];

/** The links of a Location that are another application's. */
const othersAt = (world: SandboxWorld, locationId: number, applicationId: number | undefined): StoredLink[] =>
  Object.values(world.state.links).filter(
    (link) => link.locationId === locationId && link.applicationId !== applicationId,
  );

const isFreezed = ({ state }: StoredLink): boolean => state === "freezed";

/** Does not send a lifecycle event to addresses of which something holds in its world; every link begins with a grant, by which that is known. */
const unsentWhere = (isAffected: (world: SandboxWorld, link: StoredLink, url: string) => boolean): BehaviourChange => {
  return () => {
    const worlds = new WeakMap<object, SandboxWorld>();
    return all(
      handling("grantAccess", (handle) => (call) => {
        worlds.set(call.world.state.lifecycleUrls, call.world);
        return handle(call);
      }),
      lifecycleRecipients((right, urls, link) => {
        const world = worlds.get(urls);
        return right.filter((url) => !world || !isAffected(world, link, url));
      }),
    )();
  };
};

/** Ends the subscriptions of every Location to an address, once one of them has ended. */
const endingTogether: BehaviourChange = () => {
  const worlds = new WeakMap<object, { urls: Map<string, string>; ended: Set<string> }>();
  return recipients((subscriptions: Subscriptions, location, event) => {
    const known = worlds.get(subscriptions) ?? { urls: new Map<string, string>(), ended: new Set<string>() };
    worlds.set(subscriptions, known);
    for (const [id, url] of known.urls) if (!subscriptions[Number(id)]) known.ended.add(url);
    known.urls = new Map(Object.entries(subscriptions).map(([id, { url }]) => [id, url]));
    const { url, events = [] } = subscriptions[location] ?? {};
    return url !== undefined && events.includes(event) && !known.ended.has(url) ? [url] : [];
  })();
};

/** Refuses a cursor that was answered with a 429 before. */
const exhausted: BehaviourChange = () => {
  const ended = new Set<string>();
  return all(
    handling("listResources", (handle) => (call) => {
      if (ended.has(call.query.get("cursor") ?? ""))
        throw new Refusal(422, "The cursor is refused.", { fields: [{ field: "cursor", code: "expired_cursor" }] });
      return handle(call);
    }),
    reply("listResources", () => (answer, { query }) => {
      const cursor = query.get("cursor");
      if (answer.status === 429 && cursor) ended.add(cursor);
      return answer;
    }),
  )();
};

const isNoDay = (text: unknown): boolean =>
  typeof text === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8))))
    .toISOString()
    .slice(0, 10) !== text;

/** Faults where two things meet: two applications at a Location, two subscriptions to an address, a link and its payment, a value and its type. */
export const meetingFaults: Faults = {
  "a freeze of a link that was paid for sends nothing": subtly(
    "LIFE-1",
    unsentWhere((_, { state, payments }) => state === "freezed" && payments.length > 0),
  ),
  "a disabling beside another application that stays sends nothing": subtly(
    "LIFE-2",
    unsentWhere(
      (world, { state, locationId, applicationId }) =>
        state === "uninstalled" && othersAt(world, locationId, applicationId).some((other) => other.state === "active"),
    ),
  ),
  "lifecycle events are not sent where webhooks about records go": subtly(
    "LIFE-2",
    unsentWhere(({ state }, _, url) => Object.values(state.subscriptions).some((each) => each.url === url)),
  ),
  "the end of a subscription ends others to the same address": subtly("HOOK-9", endingTogether),
  "Locations that share an address share their kinds of records": subtly(
    "HOOK-5",
    recipients((subscriptions, location, event) => {
      const { url } = subscriptions[location] ?? {};
      const isKnown = Object.values(subscriptions).some((each) => each.url === url && each.events.includes(event));
      return url !== undefined && isKnown ? [url] : [];
    }),
  ),
  "a freeze of another application at the Location stops data calls": subtly(
    "INST-18",
    forbidding(
      "userMay",
      (call, locationId) =>
        dataCalls.includes(call.operation) &&
        isSystemUser(call) &&
        othersAt(call.world, locationId, call.caller.user.systemOf).some(isFreezed),
    ),
  ),
  "a callback is refused beside a freezed link of another application": subtly(
    "INST-3",
    refusingIf("confirmInstallation", 409, ({ body, world }) => {
      const { salon_id, application_id } = fieldsOf(body);
      return othersAt(world, Number(salon_id), Number(application_id)).some(isFreezed);
    }),
  ),
  "a chargeback of a payment for a freezed link is not noted": subtly(
    "MKT-12",
    handling("reportRefund", (handle) => (call) => {
      const answer = handle(call);
      for (const { payments } of Object.values(call.world.state.links).filter(isFreezed))
        for (const payment of payments) if (String(payment.id) === call.path.payment_id) payment.is_refunded = false;
      return answer;
    }),
  ),
  "a lifecycle address that was taken away once gets nothing again": subtly("LIFE-2", () => {
    const ended = new WeakMap<object, Set<number>>();
    return lifecycleRecipients((right, urls, { applicationId }) => {
      const known = ended.get(urls) ?? new Set();
      ended.set(urls, known);
      if (urls[applicationId] === null) known.add(applicationId);
      return known.has(applicationId) ? [] : right;
    })();
  }),
  "the list leaves out Locations where another application is freezed": subtly(
    "LOC-8",
    data("listConnectedLocations", (found: { id: number }[], { world, path }) =>
      found.filter(({ id }) => !othersAt(world, id, Number(path.application_id)).some(isFreezed)),
    ),
  ),
  "the status shows the payments of every application at the Location": subtly(
    "MKT-14",
    data(statusReads, (link: object, { world, path }: ApiCall) => ({
      ...link,
      payments: othersAt(world, Number(path.location_id), undefined).flatMap(({ payments }) => payments),
    })),
  ),
  "a cursor that was answered with a 429 has expired": subtly("CUR-1", exhausted),
  "the second page of a search for one day is the first": subtly(
    "ACT-5",
    putting("searchActivities", "page", (page, { query }) =>
      query.has("from") && query.get("from") === query.get("till") ? "1" : page,
    ),
  ),
  "a dot in an e-mail address stands for any character": subtly(
    "CLI-6",
    filter("clients", "email", ({ email }, value) =>
      new RegExp(value.replace(/[^\p{L}\p{N}.@]/gu, String.raw`\$&`), "i").test(String(email)),
    ),
  ),
  "a link that is frozen for a day reads as pending": subtly(
    "INST-12",
    data(statusReads, (shown: { connection_status: object }, { world, clock, path }: ApiCall) => {
      const link = world.link(Number(path.location_id), Number(path.application_id));
      const isOld = link && isFreezed(link) && clock.now() - link.grantedAt > days(1);
      return isOld ? { ...shown, connection_status: { ...shown.connection_status, status: "pending" } } : shown;
    }),
  ),
  "Locations of one title are listed once": subtly(
    "LOC-8",
    data("listConnectedLocations", (found: { title: string }[]) => [
      ...new Map(found.map((each) => [each.title, each])).values(),
    ]),
  ),
  "of many ids the first twenty count": subtly(
    "CLI-8",
    data("listClients", (found: { id: number }[], { query }) => {
      const ids = query.getAll("id[]").map(Number);
      return found.filter(({ id }) => ids.length <= 20 || ids.indexOf(id) < 20);
    }),
  ),
  "a phone is a number where a client is asked for by its id": subtly(
    "CLI-1",
    data("listClients", (found: { phone: string }[], { query }) =>
      query.has("id") ? found.map((client) => ({ ...client, phone: Number(client.phone) })) : found,
    ),
  ),
  "a day that no calendar has fails": subtly(
    "ENV-5",
    refusingIf("listCalls", 500, ({ body }) => [fieldsOf(body).date_from, fieldsOf(body).date_to].some(isNoDay)),
  ),
};
