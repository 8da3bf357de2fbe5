import type { Dialect } from "./choices.ts";
import { headerIn, inOrder, inZone, jsonIn, withFurther } from "./spelling.ts";
import { recordEvents } from "./webhook-records.ts";

type Fields = Readonly<Record<string, unknown>>;

const plainStatuses = ["create", "update", "delete"];

/** The events by the word that the sandbox has for what they are about; the words of goods operations are documented. */
const eventOfWord = new Map(
  Object.entries(recordEvents).flatMap(([event, { resources }]) =>
    resources.length === 1 ? [[resources[0] ?? "", event] as const] : [],
  ),
);

const resourceWords: Record<Dialect["words of resource"], (word: string, event: string) => string> = {
  singular: (word) => word,
  plural: (word) => (word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`),
  capitalised: (word) => word.replace(/(^|_)[a-z]/g, (begin) => begin.slice(-1).toUpperCase()),
  "name of the event": (_, event) => event,
};

/** A webhook's envelope in the words of a dialect. */
export function webhookIn(body: object, dialect: Dialect): unknown {
  const { company_id, resource, resource_id, status, data, ...more } = body as Fields;
  const event = eventOfWord.get(String(resource));
  const word = dialect["words of status"].split(" ")[plainStatuses.indexOf(String(status))] ?? status;
  const id = (value: unknown) => (dialect["ids in webhooks"] === "text" ? String(value) : value);
  const envelope = {
    company_id: id(company_id),
    resource: event ? resourceWords[dialect["words of resource"]](String(resource), event) : resource,
    resource_id: id(resource_id),
    status: word,
    data: inZone(data, dialect),
    ...more,
  };
  return inOrder(withFurther(envelope, dialect["further fields of webhooks"]), dialect["order of fields"]);
}

const furtherOfLifecycle: Record<Dialect["further fields of lifecycle events"], (body: Fields) => Fields> = {
  none: () => ({}),
  "time and reason": () => ({ occurred_at: 1_900_000_000, reason: { code: "expired", text: null } }),
  "the Location as an object": ({ salon_id }) => ({ location: { id: salon_id, title: "" } }),
};

/** A lifecycle event in a dialect: its own fields are the sandbox's documented ones, since an application could not know others. */
export function lifecycleIn(body: Fields, dialect: Dialect): Record<string, unknown> {
  const more = furtherOfLifecycle[dialect["further fields of lifecycle events"]](body);
  const whole = withFurther({ ...body, ...more }, dialect["further fields of webhooks"]);
  return inOrder(whole, dialect["order of fields"]) as Record<string, unknown>;
}

const furtherHeaders: Record<Dialect["further headers of webhooks"], Record<string, string>> = {
  none: {},
  tracing: { "user-agent": "assay", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  proxies: { accept: "*/*", "x-forwarded-for": "192.0.2.1", "x-request-id": "7f1d" },
};

/** The headers of a webhook, but for those of its connection. */
export function webhookHeaders(dialect: Dialect): Record<string, string> {
  const headers = {
    "content-type": dialect["content type of webhooks"],
    ...furtherHeaders[dialect["further headers of webhooks"]],
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [headerIn(name, dialect["header names of webhooks"]), value]),
  );
}

/** The headers and the text of a webhook in the words of a dialect. */
export const postingIn = (body: unknown, dialect: Dialect): { headers: Record<string, string>; body: string } => ({
  headers: { ...webhookHeaders(dialect), connection: dialect["connection of webhooks"] },
  body: jsonIn(body, dialect["JSON text"]),
});
