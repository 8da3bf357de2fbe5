import { fieldsOf } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { succeeded } from "../../api/call/replies.ts";
import { markOf } from "../../world/cursors.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { days, hours, minutes, seconds } from "../../world/data/durations.ts";
import { placeOf } from "../../world/data/locations.ts";
import { olderDateTime, type StoredLink } from "../../world/state.ts";
import { guards } from "../../world/transitions.ts";
import { access, allowing, isSystemUser } from "../changes/access.ts";
import { data, field } from "../changes/data.ts";
import { all, type BehaviourChange, type Faults, subtly } from "../changes/fault.ts";
import { connection } from "../changes/installation-status.ts";
import { statusReads } from "../changes/operations.ts";
import { body, header, replyIf } from "../changes/replies.ts";
import { asking, dropping, handling, putting } from "../changes/routes.ts";
import { lifecycleRecipients, mergedWithin, notice } from "../changes/webhooks.ts";
import { cursorRefusal, filter, guard, row } from "../changes/world.ts";

const isLaterPage = ({ query, body: sent }: ApiCall): boolean =>
  Number(query.get("page") ?? fieldsOf(sent).page ?? 1) > 1;

/** Lets anybody in who has no partner token, under a condition. */
const openIf = (operation: string, condition: (call: ApiCall) => boolean): BehaviourChange =>
  all(
    allowing("partnerIsKnown", (call, token) => call.operation === operation && token === "" && condition(call)),
    access({ partnerOwns: () => true }),
  );

/** Takes any user's token, or none, under a condition. */
const anyUserIf = (operation: string, condition: (call: ApiCall) => boolean): BehaviourChange => {
  const isAffected = (call: ApiCall) => call.operation === operation && condition(call);
  return all(
    allowing("userIsKnown", isAffected),
    allowing("userMay", (call) => isAffected(call) && !call.world.people.users.has(call.caller.user.token)),
  );
};

/** Lets something happen to links before the status is read. */
const beforeStatus = (change: (link: StoredLink, now: number) => void): BehaviourChange =>
  all(
    ...statusReads.map((operation) =>
      handling(operation, (handle) => (call) => {
        for (const link of Object.values(call.world.state.links)) change(link, call.clock.now());
        return handle(call);
      }),
    ),
  );

/** Lets a fast install wait for a callback, under a condition that its link had before. */
const slowIf = (condition: (before: StoredLink | undefined, locationId: number) => boolean): BehaviourChange =>
  handling("grantAccess", (handle) => (call) => {
    const [locationId, applicationId] = [Number(call.path.company_id), Number(call.path.application_id)];
    const before = call.world.link(locationId, applicationId);
    const isAffected = condition(before && { ...before, logs: [...before.logs] }, locationId);
    const { isPublic, isWhitelisted } = call.world.people.applications.get(applicationId) ?? {};
    const answer = handle(call);
    const link = call.world.link(locationId, applicationId);
    if (isAffected && link && (!isPublic || isWhitelisted)) link.state = "pending";
    return answer;
  });

/** Refuses a grant at a blocked Location once, and links it the next time. */
const yieldingBlock: BehaviourChange = () => {
  const tried = new WeakSet<object>();
  return handling("grantAccess", (handle) => (call) => {
    const locationId = Number(call.path.company_id);
    const isBlocked = locationId === placeOf.blocked;
    const application = call.world.people.applications.get(Number(call.path.application_id));
    if (isBlocked && application && tried.has(call.world)) {
      const now = call.clock.now();
      const link = { locationId, applicationId: application.id, createdAt: now, grantedAt: now };
      call.world.keep({ ...link, state: "pending", logs: [], payments: [] });
      return succeeded(null, [], 201);
    }
    if (isBlocked) tried.add(call.world);
    return handle(call);
  })();
};

const linksOfApplication = ({ world, path }: ApiCall): StoredLink[] =>
  Object.values(world.state.links).filter(({ applicationId }) => applicationId === Number(path.application_id));

/** Forgets filters on later pages of a list. */
const forgettingLater = (operation: string, name: string): BehaviourChange =>
  putting(operation, name, (value, call) => (isLaterPage(call) ? undefined : value));

/** Leaves fields out of the body of a call history's request, under a condition. */
const historyWithout = (name: string, condition: (call: ApiCall) => boolean): BehaviourChange =>
  asking("listCalls", (call) => {
    const { [name]: _, ...rest } = fieldsOf(call.body);
    return condition(call) ? { body: rest } : {};
  });

/** Delays a webhook that follows another to its address within a second. */
const slowedDown: BehaviourChange = () => {
  const last = new Map<string, number>();
  return notice("*", (webhook, now) => {
    const follows = now - (last.get(webhook.url) ?? Number.NEGATIVE_INFINITY) < seconds(1);
    last.set(webhook.url, now);
    return follows ? { ...webhook, delay: seconds(30) } : webhook;
  })();
};

/** Gives a webhook the id and data of the one before it in the same second. */
const stale: BehaviourChange = () => {
  const last = new Map<string, { at: number; body: Record<string, unknown> }>();
  return notice("*", (webhook, now) => {
    const before = last.get(webhook.event);
    if (before && now - before.at < seconds(1)) {
      const { resource_id, data: same } = before.body;
      return { ...webhook, body: { ...webhook.body, resource_id, data: same } };
    }
    last.set(webhook.event, { at: now, body: webhook.body });
    return webhook;
  })();
};

/** Sends nothing to an address for some time after a delivery there has failed. */
const breaking = (pause: number, isAffected: (event: string) => boolean): BehaviourChange => {
  return () => {
    const failed = new Map<string, number>();
    let now = 0;
    return all(
      () => (behaviour) => ({
        ...behaviour,
        retryAfter: ({ notice: { url, event } }) => {
          if (isAffected(event)) failed.set(url, now);
          return undefined;
        },
      }),
      notice("*", (webhook, time) => {
        now = time;
        return time - (failed.get(webhook.url) ?? Number.NEGATIVE_INFINITY) < pause ? [] : webhook;
      }),
    )();
  };
};

const isLifecycle = (event: string): boolean => event === "freeze" || event === "uninstall";

const clientValue = (name: string, change: (value: never) => unknown): BehaviourChange =>
  field("listClients", name, change);
const locationValue = (name: string, change: (value: never, item: CollectionItem) => unknown): BehaviourChange =>
  field("listConnectedLocations", name, change);

/** Serves what the main Location has, whichever the path names. */
const alwaysMain = (operation: string): BehaviourChange =>
  asking(operation, ({ path }) =>
    Number(path.location_id) === placeOf.second ? { path: { ...path, location_id: String(placeOf.main) } } : {},
  );

/** Finds records of every Location where a filter is asked for. */
const findingEverywhere = (
  operation: string,
  isAffected: (call: ApiCall) => string | undefined,
  name: string,
  kind: "calls" | "clients",
): BehaviourChange =>
  data(operation, (found: CollectionItem[], call) => {
    const asked = isAffected(call);
    if (asked === undefined) return found;
    const elsewhere = call.world.collection(kind, placeOf.second);
    return [...found, ...elsewhere.filter((item) => String(item[name]).includes(asked) && !found.includes(item))];
  });

/** Takes v3 tokens by another check where a cursor is sent, whose owner is then taken for the caller. */
const besideCursor =
  (isTaken: (token: string) => boolean): BehaviourChange =>
  () =>
  ({ access: right, cursorRefusals, ...behaviour }) => {
    const strangers = new Set<string>();
    return {
      ...behaviour,
      cursorRefusals: cursorRefusals.map((refusal) => ({
        ...refusal,
        applies: (cursor, use) =>
          !(refusal.reason === "credential" && strangers.has(use.credential)) && refusal.applies(cursor, use),
      })),
      access: {
        ...right,
        credentialIsKnown: (call, token) => {
          if (right.credentialIsKnown(call, token)) return true;
          if (!call.query.has("cursor") || !isTaken(token)) return false;
          strangers.add(markOf(token));
          return true;
        },
        credentialSees: (call, id) =>
          right.credentialSees(call, id) || strangers.has(markOf(call.caller.credential.token)),
      },
    };
  };

/** Faults that show in a corner only: on a later page, beside another parameter, for one value, at another Location, some days later. */
export const cornerFaults: Faults = {
  "ranges of moments within a day find no client": subtly(
    "CLI-10",
    data("listClients", (found: unknown[], { query }) => {
      const [after, before] = ["changed_after", "changed_before"].map((name) => query.get(name)?.slice(0, 10));
      return after !== undefined && after === before ? [] : found;
    }),
  ),
  "pages of clients above the hundredth are empty": subtly(
    "CLI-11",
    data("listClients", (found: unknown[], { query }) => (Number(query.get("page")) > 100 ? [] : found)),
  ),
  "a link that was pending for a month cannot be reconnected": subtly(
    "INST-6",
    handling("grantAccess", (handle) => (call) => {
      const link = call.world.link(Number(call.path.company_id), Number(call.path.application_id));
      const before = link && { ...link };
      const answer = handle(call);
      const isOld = before?.state === "pending" && call.clock.now() - before.createdAt > days(30);
      if (link && isOld) link.grantedAt = before.grantedAt;
      return answer;
    }),
  ),
  "the system user finds clients by their ids where nothing is installed": subtly(
    "INST-17",
    allowing("userMay", (call) => call.operation === "listClients" && call.query.has("id[]") && isSystemUser(call)),
  ),
  "a 429 beside a cursor lacks RateLimit-Reset": subtly(
    "RATE-3",
    replyIf(
      "listResources",
      ({ status }, { query }) => status === 429 && query.has("cursor"),
      ({ headers = {}, ...answer }) => ({
        ...answer,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "ratelimit-reset")),
      }),
    ),
  ),
  "a Location out of reach is served beside a limit of 100": subtly("RES-9", () => (behaviour) => ({
    ...behaviour,
    access: {
      ...behaviour.access,
      credentialSees: (call, id) => behaviour.access.credentialSees(call, id) || call.query.get("limit") === "100",
    },
  })),
  "the second page of Locations needs no token": subtly("AUTH-1", openIf("listConnectedLocations", isLaterPage)),
  "the second page of the search needs no token": subtly("AUTH-1", openIf("searchActivities", isLaterPage)),
  "the service read needs no token for a team member": subtly(
    "AUTH-1",
    openIf("readService", ({ query }) => query.has("staff_id")),
  ),
  "the second page of clients needs no user": subtly("AUTH-4", anyUserIf("listClients", isLaterPage)),
  "any user token finds a client by its id": subtly(
    "AUTH-5",
    anyUserIf("listClients", ({ query, caller }) => query.has("id") && caller?.user?.token !== ""),
  ),
  "strangers find a client by its id": subtly(
    "AUTH-6",
    allowing("userMay", (call) => call.operation === "listClients" && call.query.has("id") && !isSystemUser(call)),
  ),
  "strangers read the second page of calls": subtly(
    "AUTH-6",
    allowing("userMay", (call) => call.operation === "listCalls" && isLaterPage(call) && !isSystemUser(call)),
  ),
  "v3 needs no token beside a cursor": subtly(
    "AUTH-12",
    besideCursor(() => true),
  ),
  "any v3 token will do beside a cursor": subtly(
    "AUTH-12",
    besideCursor((token) => token !== ""),
  ),
  "refusals of the status in the installation flow are pages": subtly(
    "ENV-6",
    replyIf(
      "readInstallationStatusInFlow",
      ({ status }) => status >= 400,
      (answer) => ({
        status: answer.status,
        headers: { "content-type": "text/html" },
        bytes: Buffer.from("<h1>No</h1>"),
      }),
    ),
  ),

  "anybody with a token may grant a fast install": subtly(
    "INST-2",
    guard("may not manage user rights", (input) => !input.mayManageUserRights && !guards["fast install"](input)),
  ),
  "a second fast install waits for the callback": subtly(
    "INST-7",
    slowIf((before) => before?.state === "uninstalled" && before.logs.length > 0),
  ),
  "a fast install at a second Location waits for the callback": subtly(
    "INST-7",
    slowIf((_, locationId) => locationId === placeOf.second),
  ),
  "the log forgets fast installs": subtly("STAT-6", row("fast install", { unlogged: true })),
  "an unconfirmed link is dropped after two days": subtly(
    "INST-5",
    beforeStatus((link, now) => {
      if (link.state === "pending" && now - link.grantedAt > days(2)) link.state = "uninstalled";
    }),
  ),
  "the window opens again at the same time of the next day": subtly(
    "INST-4",
    guard("in window", ({ sinceGrant, confirmWithin }) => sinceGrant % days(1) <= confirmWithin),
  ),
  "an active link is pending again after a day": subtly(
    "INST-3",
    beforeStatus((link, now) => {
      if (link.state === "active" && now - link.grantedAt > days(1)) link.state = "pending";
    }),
  ),
  "the log tells of other Locations too": subtly(
    "STAT-6",
    data(statusReads, (link: object, call) => ({
      ...link,
      logs: linksOfApplication(call).flatMap(({ logs }) => logs),
    })),
  ),
  "created_at is that of the application's first link": subtly(
    "STAT-3",
    connection((_, call) => ({
      created_at: olderDateTime(Math.min(...linksOfApplication(call).map(({ createdAt }) => createdAt))),
    })),
  ),
  "a freeze is dated by the confirmation before it": subtly(
    "STAT-6",
    data(statusReads, (link: { logs: CollectionItem[] }) => ({
      ...link,
      logs: link.logs.map((entry, index) =>
        entry.status_to === "freezed" ? { ...entry, changed_at: link.logs[index - 1]?.changed_at } : entry,
      ),
    })),
  ),
  "data calls work while a second Location is pending": subtly(
    "INST-17",
    allowing(
      "userMay",
      (call, locationId) =>
        isSystemUser(call) &&
        locationId === placeOf.second &&
        call.world.link(locationId, call.caller.user.systemOf)?.state === "pending",
    ),
  ),
  "uninstalling from a second Location changes nothing": subtly(
    "INST-13",
    handling("uninstall", (handle) => (call) => {
      const isAffected = Number(call.path.location_id) === placeOf.second;
      const link = call.world.link(placeOf.second, Number(call.path.application_id));
      return isAffected && link?.state === "active" ? succeeded(null) : handle(call);
    }),
  ),

  "the callback host knows one Location alone": subtly(
    "INST-26",
    replyIf(
      "readInstallationStatusInFlow",
      (_, { path }) => Number(path.location_id) === placeOf.second,
      () => ({ status: 404, body: { success: false, data: null, meta: { message: "Location not found." } } }),
    ),
  ),
  "a blocked Location is linked at the second try": subtly("INST-8", yieldingBlock),
  "every Location has the calls of the main one": subtly(
    "CALL-12",
    asking("listCalls", ({ body: sent }) =>
      fieldsOf(sent).salon_id === placeOf.second ? { body: { ...fieldsOf(sent), salon_id: placeOf.main } } : {},
    ),
  ),
  "every Location has the clients of the main one": subtly("CLI-12", alwaysMain("listClients")),
  "every Location has the Events of the main one": subtly("ACT-3", alwaysMain("searchActivities")),
  "every Location has the dates of the main one": subtly("ACT-7", alwaysMain("searchActivityDates")),
  "every Location has the range of the main one": subtly("ACT-9", alwaysMain("searchActivityDateRange")),
  "every Location has the resources of the main one": subtly("RES-8", alwaysMain("listResources")),
  "fullname finds clients of every Location": subtly(
    "CLI-12",
    findingEverywhere("listClients", ({ query }) => query.get("fullname") ?? undefined, "name", "clients"),
  ),
  "phone finds calls of every Location": subtly(
    "CALL-12",
    findingEverywhere(
      "listCalls",
      ({ body: sent }) => fieldsOf(sent).phone as string | undefined,
      "caller_phone",
      "calls",
    ),
  ),
  "webhooks of a second Location name the first": subtly(
    "HOOK-3",
    notice("*", (webhook) =>
      webhook.body.company_id === placeOf.second
        ? { ...webhook, body: { ...webhook.body, company_id: placeOf.main } }
        : webhook,
    ),
  ),
  "paid_max of nothing is ignored": subtly(
    "CLI-7",
    filter("clients", "paid_max", ({ spent }, value) => Number(value) === 0 || Number(spent) <= Number(value)),
  ),
  "fullname is ignored on later pages": subtly("CLI-6", forgettingLater("listClients", "fullname")),
  "paid_min is ignored on later pages": subtly("CLI-7", forgettingLater("listClients", "paid_min")),
  "fullname finds no letters outside ASCII": subtly(
    "CLI-6",
    filter("clients", "fullname", ({ name }, value) =>
      String(name)
        .toLowerCase()
        .replace(/[^\x20-\x7e]/g, "?")
        .includes(value.toLowerCase()),
    ),
  ),
  "nobody without an e-mail is found by name": subtly(
    "CLI-6",
    filter(
      "clients",
      "fullname",
      ({ name, email }, value) => String(name).toLowerCase().includes(value.toLowerCase()) && email !== "",
    ),
  ),
  "total_count is 1 where nobody matches": subtly(
    "CLI-14",
    body("listClients", (whole) =>
      fieldsOf(whole.meta).total_count === 0 ? { ...whole, meta: { ...fieldsOf(whole.meta), total_count: 1 } } : whole,
    ),
  ),
  "gold clients are shown as silver": subtly(
    "CLI-2",
    clientValue("importance_id", (id: number) => Math.min(id, 2)),
  ),
  "nobody is shown as excluded from mailings": subtly(
    "CLI-2",
    clientValue("sms_not", () => 0),
  ),
  "types are ignored on later pages of the history": subtly("CALL-8", historyWithout("types", isLaterPage)),
  "statuses are ignored beside a phone": subtly(
    "CALL-10",
    historyWithout("statuses", ({ body: sent }) => "phone" in fieldsOf(sent)),
  ),
  "calls of no length are left out": subtly(
    "CALL-6",
    data("listCalls", (calls: CollectionItem[]) => calls.filter(({ duration }) => duration !== 0)),
  ),
  "the dates ignore the resource": subtly("ACT-7", dropping("searchActivityDates", "resource_ids")),
  "the range ignores the team member": subtly("ACT-9", dropping("searchActivityDateRange", "staff_ids")),
  "latitudes have two decimals": subtly(
    "LOC-1",
    locationValue("coordinate_lat", (lat: number) => Math.round(lat * 100) / 100),
  ),
  "reminders are never shown as disabled": subtly(
    "LOC-1",
    locationValue("reminds_sms_disabled", () => false),
  ),
  "the booking form's priority is the chain's": subtly(
    "LOC-1",
    locationValue("bookform_group_priority", (_: number, { group_priority }) => group_priority),
  ),

  "a cursor is served again after an hour": subtly(
    "CUR-3",
    cursorRefusal("age", {
      applies: (cursor, use) => (use.now - cursor.at) % hours(1) > use.lifetime,
    }),
  ),
  "v3 serves more than it says is left": subtly(
    "RATE-8",
    all(
      header("listResources", 200, "ratelimit-remaining", (left) => Math.max(0, Number(left) - 20)),
      header("listResources", 200, "ratelimit-policy", (policy) =>
        policy.replace(/^\d+/, (limit) => String(Number(limit) - 20)),
      ),
    ),
  ),

  "webhooks that follow each other wait": subtly("HOOK-4", slowedDown),
  "webhooks that follow each other carry the same id": subtly("HOOK-3", stale),
  "a failed delivery stops webhooks for ten minutes": subtly(
    "HOOK-9",
    breaking(minutes(10), (event) => !isLifecycle(event)),
  ),
  "a failed lifecycle event stops others for ten minutes": subtly("LIFE-1", breaking(minutes(10), isLifecycle)),
  "a disabling at a second Location sends nothing": subtly(
    "LIFE-2",
    lifecycleRecipients((right, _, { state, locationId }) =>
      state === "uninstalled" && locationId === placeOf.second ? [] : right,
    ),
  ),
  "two disablings within a second send one event": subtly(
    "LIFE-2",
    mergedWithin(seconds(1), ({ event, body: sent }) => (event === "uninstall" ? event : JSON.stringify(sent))),
  ),
};
