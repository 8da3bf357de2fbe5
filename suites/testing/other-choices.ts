import { items, page } from "../../sandbox/faults/changes/data.ts";
import { all, type BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import { body, header, reply } from "../../sandbox/faults/changes/replies.ts";
import { envelope } from "../../sandbox/faults/changes/webhooks.ts";
import { firstRow, order, policy, row } from "../../sandbox/faults/changes/world.ts";

const reads = ["listConnectedLocations", "listCountries", "listCalls", "listClients", "readService"];
const turned = (value: object): object => Object.fromEntries(Object.entries(value).toReversed());

/** What a provider may choose where the specification is silent, and the sandbox chose otherwise. */
const choices: Record<string, BehaviourChange> = {
  "unknown extra fields everywhere": all(
    body(reads, (whole) => ({ ...whole, trace: "x" })),
    items(["listCalls", "listClients"], (item) => ({ ...item, extra: { deep: [1] } })),
  ),
  "keys in another order": body(reads, (whole) => turned(whole)),
  "empty bodies for 201": all(
    reply("grantAccess", () => (one) => (one.status === 201 ? { status: 201 } : one)),
    reply("confirmInstallation", () => (one) => (one.status === 201 ? { status: 201 } : one)),
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
  "extra fields in webhooks": envelope("*", (one) => ({ ...turned(one), sent_by: "platform" })),
  "another JSON media type with a charset": header(
    "*",
    200,
    "content-type",
    () => "Application/vnd.api.v2+json; charset=UTF-8",
  ),
  "titles in the order of a language": order(
    (one, other) => String(one.title).localeCompare(String(other.title), "en") || Number(one.id) - Number(other.id),
  ),
  "resources without other fields": page((whole) => ({
    ...whole,
    data: whole.data.map((item) => ({ id: item.id, title: item.title })),
  })),
  "countries without order": body("listCountries", (whole) => ({
    ...whole,
    data: (whole.data as unknown[]).toReversed(),
  })),
  "no bodies on v3 errors but the codes": reply(
    "listResources",
    () => (one) => (one.status === 422 ? { ...one, body: JSON.stringify(one.body) } : one),
  ),
  "numbers of pages that are not served": body(["searchActivities"], (whole) => ({
    ...whole,
    meta: { count: (whole.data as unknown[]).length },
  })),
  "the preview surface is not live": reply("listResources", () => () => ({ status: 503 })),
};

const choosing = (...names: (keyof typeof choices)[]): BehaviourChange =>
  all(...names.map((name) => choices[name] as BehaviourChange));

/** Providers that obey as much as the sandbox does, each with many choices of its own. */
export const otherProviders: Record<string, BehaviourChange> = {
  "one that says more, in its own order": choosing(
    "unknown extra fields everywhere",
    "keys in another order",
    "other words in messages",
    "another JSON media type with a charset",
    "extra fields in webhooks",
    "countries without order",
    "meta as an object where it may be one",
    "webhooks after nine seconds",
    "titles in the order of a language",
  ),
  "one that says as little as it may, and refuses what it need not grant": choosing(
    "empty bodies for 201",
    "resources without other fields",
    "no bodies on v3 errors but the codes",
    "numbers of pages that are not served",
    "a grant on an active link is refused",
    "a repeated callback is refused",
    "a grant on a freezed link is refused",
    "a late callback is accepted, and does nothing",
    "another v3 policy",
    "webhooks after three seconds",
  ),
  "one whose preview surface is not live": choosing("the preview surface is not live"),
};
