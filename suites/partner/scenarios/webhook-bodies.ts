import { type RecordForms, recordEvents } from "../dialects/webhook-records.ts";

export interface WebhookBody {
  company_id: number;
  resource: string;
  resource_id: number;
  status: string;
  data: unknown;
}

/** The words of a webhook about a change, and the form of the record that it carries; the specification shows no values, so the embedded sandbox's are used. */
const changes: Readonly<Record<string, keyof RecordForms>> = { create: "usual", update: "extreme", delete: "empty" };

/** Makes an id one that 32 bits do not hold. */
const beyond32Bits = 3_000_000_000;

/** How a webhook differs from the usual one. */
interface BodyOptions {
  status?: string;
  form?: keyof RecordForms;
  resource?: string;
}

/** A webhook for a change of a record. */
export function webhookBody(
  event: string,
  location: number,
  resource_id: number,
  { status = "update", form = "usual", resource }: BodyOptions = {},
): WebhookBody {
  const { resources, records } = recordEvents[event] ?? { resources: [event], records: undefined };
  return {
    company_id: location,
    resource: resource ?? resources[0] ?? event,
    resource_id: event === "SalonEvent" ? location : resource_id,
    status,
    data: records?.[form](event === "SalonEvent" ? location : resource_id, location),
  };
}

/** Every event and change, each with another form of its record, and every goods operation, which is only ever created. */
export const everyWebhookBody = (location: number, nextId: () => number): [event: string, body: WebhookBody][] =>
  Object.entries(recordEvents).flatMap(([event, { resources }]) =>
    event === "GoodsOperationEvent"
      ? resources.map((resource, index): [string, WebhookBody] => [
          event,
          webhookBody(event, location, nextId(), {
            status: "create",
            resource,
            form: formsInTurn[index % 3] ?? "usual",
          }),
        ])
      : Object.entries(changes).map(([status, form]): [string, WebhookBody] => [
          event,
          webhookBody(event, location, nextId() + (form === "extreme" ? beyond32Bits : 0), { status, form }),
        ]),
  );

const formsInTurn = Object.values(changes);

/** The number of kinds of events. */
export const eventCount = Object.keys(recordEvents).length;

/** Each event once, at another Location, and with another form of its record than the first time. */
export const eachEventOnce = (location: number, nextId: () => number): [event: string, body: WebhookBody][] =>
  Object.keys(recordEvents).map((event, index) => [
    event,
    webhookBody(event, location, nextId(), {
      status: event === "GoodsOperationEvent" ? "create" : (Object.keys(changes)[index % 3] ?? "update"),
      form: formsInTurn[(index + 1) % 3] ?? "usual",
    }),
  ]);
