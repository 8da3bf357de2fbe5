import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

const plainWords = [
  "salon",
  "staff",
  "service",
  "service_category",
  "client",
  "record",
  "loyalty_card",
  "schedule",
  "good",
];
const documentedWords = /^goods_operations_|^gift_voucher$/;

/** Refuses webhooks that are not as the sandbox sends them. */
const wants = (isUsual, status = 400) =>
  breaks("HOOK-16", "webhooks", { hookStatus: (event, request) => (isUsual(event, request) ? 200 : status) });

const envelope = ["company_id", "resource", "resource_id", "status", "data"];

/** Refuses webhooks whose text is not as the sandbox writes it. */
const wantsText = (isUsual) =>
  breaks("HOOK-16", "webhooks", {
    parseBody: (text) => {
      const body = JSON.parse(text);
      if ("resource" in body && !isUsual(text)) throw new Error("this is not the usual text");
      return body;
    },
  });

/** Reads no responses but those as the sandbox gives them. */
const understands = (requirement, claims, isUsual) =>
  breaks(requirement, claims, { understands: (response) => response.statusCode >= 400 || isUsual(response) });

/** Stops reading where an item is not as the sandbox's. */
const wantsResources = (isUsual) =>
  breaks("RES-14", "resources", {
    hasMore: (page, walk) => behaviour.hasMore(page, walk) && page.data.every(isUsual),
  });

/** Reads on only with cursors as the sandbox's. */
const wantsCursors = (isUsual) =>
  breaks("RES-14", "resources", {
    hasMore: (page, walk) => behaviour.hasMore(page, walk) && isUsual(page.next_cursor),
  });

/** Takes a page that begins with the title that the last one ended with for one that it has had. */
const hasNewTitles = () => {
  const titles = new Map();
  return (page, walk) => {
    const before = walk.page > 1 ? titles.get(walk.location) : undefined;
    titles.set(walk.location, page.data.at(-1)?.title);
    return behaviour.hasMore(page, walk) && (before === undefined || page.data[0]?.title !== before);
  };
};

/** Believes the last entry of the log. */
const believesLog = () => {
  const confirmed = new Set();
  return {
    afterActive: async (api, location) => {
      const { json } = await api.readStatus(location);
      if (json.data?.logs.at(-1)?.status_to === "active") confirmed.add(location);
    },
    mayRead: (isActive, { location }) => isActive && confirmed.has(location),
  };
};

/** Behaviours that work with the embedded sandbox alone: each relies on something that the specification does not promise. */
export const sandboxFitted = {
  "only the words create, update and delete": wants(({ status }) => /^(create|update|delete)$/.test(status), 422),
  "only the resources that the sandbox names": wants(
    ({ resource }) =>
      plainWords.includes(resource) || documentedWords.test(resource) || resource === "finances_operation",
    404,
  ),
  "only numbers for records": wants(({ resource_id }) => typeof resource_id === "number", 422),
  "only numbers for Locations": wants(({ company_id }) => typeof company_id === "number", 404),
  "only application/json without parameters": wants(
    (_, { headers }) => headers["content-type"] === "application/json",
    415,
  ),
  "headers of webhooks in small letters": wants((_, { rawHeaders }) => rawHeaders.includes("content-type"), 415),
  "fields in one order": wants((event) => envelope.every((name, index) => Object.keys(event)[index] === name)),
  "webhooks without white space": wantsText((text) => !text.includes("\n")),
  "webhooks by a regular expression": wantsText((text) => /"resource_id":\d+,"status"/.test(text)),
  "a title of its own for each resource": breaks("RES-14", "resources", {
    hasMore: hasNewTitles(),
  }),
  "webhooks that close the connection": wants((_, { headers }) => headers.connection === "close"),
  "an answer to its callback": breaks("RES-14", "install resources", {
    isAccepted: (status, json) => status === 201 && json.success === true,
  }),
  "the last entry of the log": breaks("CALL-13", "install calls", believesLog()),
  "the total of all calls": breaks("CALL-16", "calls", {
    isLastPage: (_items, { limit }, { page, json }) => !(page * limit < json.meta.total_count),
  }),
  "pages of twenty-five calls": breaks("CALL-16", "calls", {
    callsFields: (location, page) => ({ ...behaviour.callsFields(location, page), limit: undefined }),
    isLastPage: (items) => items.length < 25,
  }),
  "calls in UTC": breaks("CALL-16", "calls", {
    isLastPage: (items, { limit }) =>
      items.length < limit || !items.every(({ call_date }) => call_date.endsWith("+00:00")),
  }),
  "numbers for resources": wantsResources(({ id }) => typeof id === "number"),
  "the fields of the sandbox's resources": wantsResources((item) => Object.keys(item).length > 2),
  "cursors of more than a hundred letters": wantsCursors((cursor) => cursor.length > 100 && cursor.length < 1000),
  "cursors with a signature": wantsCursors((cursor) => /^[\w-]+\.[\w-]{22}$/.test(cursor)),
  "errors in the sandbox's shape": breaks("CUR-9", "resources", {
    onRefusedCursor: async (_cursor, restarts, json) =>
      json.error?.fields?.[0]?.code === "expired_cursor" && restarts < 2 ? { cursor: undefined } : undefined,
  }),
  "headers of answers in small letters": breaks("RATE-14", "resources", {
    headersOf: ({ rawHeaders }) =>
      Object.fromEntries(rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []))),
  }),
  "answers without parameters": understands(
    "RES-14",
    "resources",
    ({ headers }) => headers["content-type"] === "application/json",
  ),
  "answers with a length": understands("RES-14", "resources", ({ headers }) => headers["content-length"] !== undefined),
  "codings that it cannot read": breaks("RES-14", "resources", {
    headers: { "accept-encoding": "gzip, deflate, br" },
    understands: ({ headers }) => headers["content-encoding"] === undefined,
  }),
  "calls with the newest first": breaks("CALL-16", "calls", {
    isLastPage: (items, { limit }) =>
      items.length < limit || Date.parse(items[0].call_date) < Date.parse(items.at(-1).call_date),
  }),
  "dates without fractions": breaks("CALL-16", "calls", {
    isLastPage: (items, { limit }) => items.length < limit || items.some(({ call_date }) => call_date.includes(".")),
  }),
  "freezes with three fields": breaks("LIFE-5", "lifecycle", {
    lifecycleStatus: (event) => (Object.keys(event).length > 3 ? 400 : 200),
  }),
};
