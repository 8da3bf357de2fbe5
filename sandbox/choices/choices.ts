import { fieldsOf } from "../../base/json.ts";
import type { ApiCall } from "../api/call/call.ts";
import { succeeded } from "../api/call/replies.ts";
import { access, misanswering } from "../faults/changes/access.ts";
import { data, items, page } from "../faults/changes/data.ts";
import { all, type BehaviourChange } from "../faults/changes/fault.ts";
import { lagging } from "../faults/changes/lag.ts";
import {
  body,
  compressed,
  errorPatch,
  header,
  opened,
  type ReplyBody,
  reply,
  replyIf,
  status,
} from "../faults/changes/replies.ts";
import { asking, handling, refusingIf } from "../faults/changes/routes.ts";
import { savingAtSecond, savingElsewhere } from "../faults/changes/telephony.ts";
import { envelope, notice } from "../faults/changes/webhooks.ts";
import { cursorRefusal, filter, firstRow, order, policy, row } from "../faults/changes/world.ts";
import { days, hours, seconds } from "../world/data/durations.ts";
import { SandboxWorld } from "../world/world.ts";

const reads = ["listConnectedLocations", "listCountries", "listCalls", "listClients", "readService"];
const statusReads = ["readInstallationStatus", "readInstallationStatusInFlow"];
const unshownOperations = [
  "listPermissions",
  "listTariffs",
  "addDiscount",
  "makePaymentLink",
  "updateChannel",
  "markNewMessage",
  "uninstall",
  "reportPayment",
  "reportRefund",
  "sendShortNames",
  "readHooksSettings",
  "changeHooksSettings",
];
const reversed = (value: object): object => Object.fromEntries(Object.entries(value).toReversed());

const auckland = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Pacific/Auckland",
  dateStyle: "short",
  timeStyle: "medium",
});

/** The time in Auckland, half a day ahead of UTC, as digits that can be compared. */
const inAuckland = (moment: unknown): string => auckland.format(new Date(String(moment))).replace(" ", "T");
const dayInAuckland = (moment: unknown): string => inAuckland(moment).slice(0, 10);

/** Sends more than one webhook for an event, where the Location is subscribed to a further one. */
const whereSubscribed = (further: string, event: string, change: Parameters<typeof notice>[1]): BehaviourChange => {
  return () => {
    const subscribed = new Map<unknown, boolean>();
    return all(
      () => (behaviour) => ({
        ...behaviour,
        recipients: (subscriptions, location, name) => {
          subscribed.set(location, subscriptions[location]?.events.includes(further) ?? false);
          return behaviour.recipients(subscriptions, location, name);
        },
      }),
      notice(event, (webhook, now) => (subscribed.get(webhook.body.company_id) ? change(webhook, now) : webhook)),
    )();
  };
};

/** Adds headers to every answer. */
const everyHeader = (headers: Record<string, string>): BehaviourChange =>
  replyIf(
    "*",
    () => true,
    (answer) => ({ ...answer, headers: { ...headers, ...answer.headers } }),
  );

/** Says that a cursor is another's before it says that it has expired. */
const foreignFirst: BehaviourChange = () => (behaviour) => ({
  ...behaviour,
  cursorRefusals: behaviour.cursorRefusals.toSorted((a, b) => Number(a.reason === "age") - Number(b.reason === "age")),
});

const searches = ["searchActivities", "searchActivityDates"];

const isLong = (from: unknown, till: unknown): boolean =>
  Date.parse(String(till)) - Date.parse(String(from)) > days(31);

/** Refuses ranges of more than 31 days. */
const refusingLongCalls = (code: number): BehaviourChange =>
  refusingIf("listCalls", code, ({ body: sent }) => isLong(fieldsOf(sent).date_from, fieldsOf(sent).date_to));

/** Searches a Location without its past Events. */
const asOfNow = ({ world, clock, path }: ApiCall): Pick<ApiCall, "world"> => {
  const location = Number(path.location_id);
  const events = world.collection("activities", location);
  const { state, people } = world;
  const later = Object.assign(new SandboxWorld({ ...state, collections: { ...state.collections } }), { people });
  later.replace(
    "activities",
    location,
    events.filter(({ date }) => Date.parse(String(date)) >= clock.now()),
  );
  return { world: later };
};

/** Choices that a provider may make where the specification is silent; the sandbox makes others. */
export const choices = {
  "unknown extra fields everywhere": all(
    body(reads, (whole) => ({ ...whole, trace: "x" })),
    items(["listCalls", "listClients"], (item) => ({ ...item, extra: { deep: [1] } })),
  ),
  "keys in another order": body(reads, (whole) => reversed(whole)),
  "empty bodies for 201": all(
    reply("grantAccess", () => (answer) => (answer.status === 201 ? { status: 201 } : answer)),
    reply("confirmInstallation", () => (answer) => (answer.status === 201 ? { status: 201 } : answer)),
  ),
  "meta as an object where it may be one": body(["listCalls"], (whole) => ({ ...whole, meta: {} })),
  "other words in messages": body("*", (whole) =>
    whole.success === false ? { ...whole, meta: { message: "Нет доступа" } } : whole,
  ),
  "a late callback is accepted, and does nothing": row("confirm late", { answers: 201 }),
  "a grant on an active link is refused": row("grant again", { answers: 409 }),
  "a repeated callback is refused": row("confirm again", { answers: 409 }),
  "a grant on a freezed link is refused": firstRow({
    id: "no thaw",
    from: "freezed",
    on: "grant_access",
    when: "always",
    to: "same",
    answers: 403,
  }),
  "another v3 policy": policy({ v3Limit: 37, v3Window: 20_000 }),
  "webhooks after three seconds": policy({ webhookDelay: 3000 }),
  "webhooks after nine seconds": policy({ webhookDelay: 9000 }),
  "lifecycle events after forty seconds": policy({ lifecycleDelay: 40_000 }),
  "lifecycle events of another shape": envelope(["freeze", "uninstall"], ({ event, ...ids }) => ({
    kind: `marketplace.application.${String(event)}`,
    resource: "application",
    payload: [ids],
  })),
  "the partner's own uninstalling sends the uninstall event": all(
    ...(["pending", "active", "freezed"] as const).map((state) => row(`uninstall ${state}`, { emits: "uninstall" })),
  ),
  "a link that has ended reads freezed": all(
    ...(["pending", "active"] as const).flatMap((state) => [
      row(`uninstall ${state}`, { to: "freezed" }),
      row(`disable ${state}`, { to: "freezed" }),
    ]),
  ),
  "extra fields in webhooks": envelope("*", (webhook) => ({ ...reversed(webhook), sent_by: "platform" })),
  "another JSON media type with a charset": header(
    "*",
    200,
    "content-type",
    () => "Application/vnd.api.v2+json; charset=UTF-8",
  ),
  "titles in the order of a language": order(
    (a, b) => String(a.title).localeCompare(String(b.title), "en") || Number(a.id) - Number(b.id),
  ),
  "resources without other fields": page((whole) => ({
    ...whole,
    data: whole.data.map((item) => ({ id: item.id, title: item.title })),
  })),
  "countries without order": body("listCountries", (whole) => ({
    ...whole,
    data: (whole.data as unknown[]).toReversed(),
  })),
  "v3 errors as a JSON string that holds the codes": reply(
    "listResources",
    () => (answer) => (answer.status === 422 ? { ...answer, body: JSON.stringify(answer.body) } : answer),
  ),
  "the page's own number of Events in meta.count": body(["searchActivities"], (whole) => ({
    ...whole,
    meta: { count: (whole.data as unknown[]).length },
  })),
  "refusals without a body where none is shown": replyIf(
    ["grantAccess", "listCompanies", "confirmInstallation"],
    (answer) => answer.status >= 400,
    (answer) => ({ status: answer.status }),
  ),
  "meta as an empty array on refusals": errorPatch("*", [401, 403, 404], { meta: [] }),
  "unknown Locations and applications are denied": status(statusReads, 404, 403),
  "lists for what does not exist are empty": replyIf(
    ["listConnectedLocations", "searchActivityDates"],
    (answer) => answer.status === 404,
    () => succeeded([]),
  ),
  "companies deny whom they do not know": misanswering(
    "userIsKnown",
    403,
    ({ operation }) => operation === "listCompanies" || operation === "grantAccess",
  ),
  "the scheme's word in any letter case": access({ schemeIsKnown: (_, scheme) => scheme.toLowerCase() === "bearer" }),
  "strangers are sent to the sign-in page": replyIf(
    unshownOperations,
    (answer) => answer.status === 401,
    () => ({ status: 302, headers: { location: "https://marketplace.example.com/sign-in" } }),
  ),
  "days and moments by the clock of Auckland": all(
    filter("calls", "date_from", ({ call_date }, value) => dayInAuckland(call_date) >= value),
    filter("calls", "date_to", ({ call_date }, value) => dayInAuckland(call_date) <= value),
    filter("clients", "changed_after", ({ last_change_date }, value) => inAuckland(last_change_date) > value),
    filter("clients", "changed_before", ({ last_change_date }, value) => inAuckland(last_change_date) < value),
  ),
  "moments told in UTC": items("listCalls", (item) => ({
    ...item,
    call_date: new Date(String(item.call_date)).toISOString(),
  })),
  "a v3 token without the scope sees no Location": replyIf(
    "listResources",
    (answer, { caller }) => answer.status === 403 && caller.credential?.scopes.length === 0,
    (answer) => ({ ...answer, status: 404 }),
  ),
  "all clients in total_count": body(["listClients"], (whole, { world, path }) => ({
    ...whole,
    meta: { ...(whole.meta as object), total_count: world.collection("clients", Number(path.location_id)).length },
  })),
  "ids as text in the data of webhooks": envelope("*", (webhook) => {
    const { id } = fieldsOf(webhook.data);
    return id === undefined ? webhook : { ...webhook, data: { ...fieldsOf(webhook.data), id: String(id) } };
  }),
  "v1 pages of at most ten": policy({ v1PageMaximum: 10, v1PageDefault: 10 }),
  "v1 pages of at most fifteen": policy({ v1PageMaximum: 15 }),
  "larger v1 pages than ten are refused": all(
    ...["listConnectedLocations", "listClients", "searchActivities", "listCalls"].map((operation) =>
      refusingIf(operation, 422, ({ query, body: sent }) => {
        const { limit } = (sent ?? {}) as { limit?: unknown };
        return Number(limit ?? query.get("count") ?? 1) > 10;
      }),
    ),
  ),
  "reads lag a moment behind": lagging(300),
  "reads lag two seconds behind": lagging(2000),
  "a cursor of another Location is invalid": cursorRefusal("location", { code: "invalid_cursor" }),
  "answers in gzip that nobody asked for": compressed("gzip"),
  "answers in br that nobody asked for": compressed("br"),
  "answers in deflate that nobody asked for": compressed("deflate"),
  "connections that end with each answer": everyHeader({ connection: "close" }),
  "headers for caches, browsers and clocks that go wrong": everyHeader({
    etag: '"33a64df5"',
    "cache-control": "private, max-age=0",
    "set-cookie": "session=1; HttpOnly",
    date: "Mon, 02 Mar 2026 08:59:51 GMT",
    "last-modified": "Mon, 02 Mar 2026 08:59:51 GMT",
    "retry-after": "0",
  }),
  "refusals that say more": replyIf(
    "*",
    (answer) =>
      answer.status >= 400 && answer.status !== 429 && answer.bytes === undefined && answer.body !== undefined,
    (answer) => {
      const { success, meta, ...rest } = fieldsOf(answer.body);
      if (success === undefined) return answer;
      const more = { code: 17, errors: [{ field: null }], documentation: "https://docs.example.com" };
      return {
        ...answer,
        headers: { ...answer.headers, "www-authenticate": "Bearer" },
        body: { ...rest, success, data: {}, meta: { ...fieldsOf(meta), ...more }, errors: [] },
      };
    },
  ),
  "the pages of calls told in meta": body(["listCalls"], (whole) => ({
    ...whole,
    meta: { pagination: { total: (whole.data as unknown[]).length, next: null } },
  })),
  "saved calls stand in the histories of two Locations": savingElsewhere(),
  "saved calls stand in the history of the second Location alone": savingAtSecond,
  "the next slot is at eight in the morning": items("listConnectedLocations", (item, { clock }) =>
    item.next_slot
      ? { ...item, next_slot: clock.iso(Math.ceil((clock.now() + 1) / days(1)) * days(1) + hours(8)) }
      : item,
  ),
  "a reconnect stands in the log": handling("grantAccess", (handle) => (call) => {
    const link = call.world.link(Number(call.path.company_id), Number(call.path.application_id));
    const wasPending = link?.state === "pending";
    const answer = handle(call);
    const entry = link?.logs.at(-1);
    if (wasPending && entry) link?.logs.push({ ...entry, status_from: "pending", status_to: "pending" });
    return answer;
  }),
  "uninstalling has nothing to say": replyIf(
    "uninstall",
    (answer) => answer.status === 200,
    () => ({ status: 204 }),
  ),
  "a date for each Event": body(["searchActivityDates"], (whole) => ({
    ...whole,
    data: (whole.data as string[]).flatMap((date) => [date, date]),
  })),
  "a notice of the expiry beside each freeze": notice("freeze", (webhook) => [
    webhook,
    { ...webhook, event: "expiry", body: { ...webhook.body, event: "license_expired" } },
  ]),
  "an appointment changes its client too": whereSubscribed("ClientEvent", "RecordEvent", (webhook) => [
    webhook,
    {
      ...webhook,
      event: "ClientEvent",
      body: { ...webhook.body, resource: "client", resource_id: 1, data: { id: 1 } },
    },
  ]),
  "ids as text in webhooks": envelope("*", (webhook) =>
    webhook.resource_id === undefined ? webhook : { ...webhook, resource_id: String(webhook.resource_id) },
  ),
  "lifecycle events at once": policy({ lifecycleDelay: 0 }),
  "answers with white space around them": replyIf(
    "*",
    (answer) => answer.body !== undefined && answer.bytes === undefined,
    ({ body: content, ...answer }) => ({ ...answer, bytes: Buffer.from(`\n ${JSON.stringify(content, null, 2)}\r\n`) }),
  ),
  "an expired cursor of another is foreign": foreignFirst,
  "call ranges of more than 31 days are a bad request": refusingLongCalls(400),
  "call ranges of more than 31 days are too large": refusingLongCalls(413),
  "call ranges that end before they begin are refused": refusingIf("listCalls", 422, ({ body: sent }) => {
    const { date_from, date_to } = fieldsOf(sent);
    return String(date_from) > String(date_to);
  }),
  "searches of more than 31 days are refused": all(
    ...searches.map((operation) =>
      refusingIf(operation, 400, ({ query }) => isLong(query.get("from"), query.get("till"))),
    ),
  ),
  "searches without service_ids are refused": all(
    ...[...searches, "searchActivityDateRange"].map((operation) =>
      refusingIf(operation, 422, ({ query }) => !query.has("service_ids")),
    ),
  ),
  "searches leave out what is past": all(
    ...[...searches, "searchActivityDateRange"].map((operation) => asking(operation, asOfNow)),
  ),
  "a v3 policy of 30;w=3600": policy({ v3Limit: 30, v3Window: seconds(3600) }),
  "the log of a fast install passes pending": data(statusReads, (link: { logs: ReplyBody[] }) => ({
    ...link,
    logs: link.logs.flatMap((entry) =>
      entry.status_from === "uninstalled" && entry.status_to === "active"
        ? [
            { ...entry, status_to: "pending" },
            { ...entry, status_from: "pending" },
          ]
        : [entry],
    ),
  })),
  "reads lag 1.9 seconds behind": lagging(1900),
  "v1 pages beyond the last are not found": all(
    ...["listConnectedLocations", "listClients", "searchActivities", "listCalls"].map((operation) =>
      replyIf(
        operation,
        (answer, { query, body: sent }) => {
          const number = Number(query.get("page") ?? fieldsOf(sent).page ?? 1);
          return answer.status === 200 && number > 1 && (opened(answer).data as unknown[]).length === 0;
        },
        () => ({ status: 404, body: { success: false, data: null, meta: { message: "There is no such page." } } }),
      ),
    ),
  ),
  "the way back to the platform is a page for people": reply("redirectAfterRegistration", () => () => ({
    status: 200,
    headers: { "content-type": "text/html" },
    bytes: Buffer.from("<h1>Welcome</h1>"),
  })),
  "the preview surface is not live": reply("listResources", () => () => ({ status: 503 })),
} satisfies Record<string, BehaviourChange>;

export type OtherWay = keyof typeof choices;

/** Several of the choices, by their names. */
export const otherWays = (...names: OtherWay[]): BehaviourChange => all(...names.map((name) => choices[name]));
