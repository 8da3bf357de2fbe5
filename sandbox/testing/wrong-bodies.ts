import { samples } from "./requests.ts";

/** Values of each kind, as JSON text, because JavaScript would turn 1e400 into Infinity. */
const values = {
  number: ["1e400", "-1e400"],
  string: ['"x"', '"NaN"', '""'],
  boolean: ["true"],
  null: ["null"],
  // Turning these into text throws.
  object: ["{}", '{"toString": null, "valueOf": null}', '{"__proto__": {"length": 1}}'],
  list: ["[[100]]", "[null]", "[1e400]", '[{"toString": null}]', '[{"__proto__": null}]'],
};

/** Values that a field does not accept, given one that it does: every other kind, infinite numbers, lists of anything. */
function wrongFor(value: unknown): string[] {
  const kind = Array.isArray(value) ? "list" : typeof value;
  const isAlwaysWrong = (name: string) => name !== kind || name === "number" || name === "list";
  return Object.entries(values).flatMap(([name, wrong]) => (isAlwaysWrong(name) ? wrong : []));
}

const bodyOf = (operation: string) => samples[operation]?.body as Record<string, unknown>;
const ids = { application_id: 200, salon_id: 100 };

/** Every body of v1 with every field that it accepts, all of them valid. */
export const soundBodies: [operation: string, body: Record<string, unknown>][] = [
  ["confirmInstallation", bodyOf("confirmInstallation")],
  ["addDiscount", { application_id: 200, salon_ids: [100], discount: 10 }],
  ["updateChannel", bodyOf("updateChannel")],
  ["markNewMessage", bodyOf("markNewMessage")],
  [
    "reportPayment",
    { ...ids, payment_sum: 10, payment_date: "2026-03-02", period_from: "2026-03-02", period_to: "2026-04-02" },
  ],
  ["sendShortNames", bodyOf("sendShortNames")],
  ["changeHooksSettings", bodyOf("changeHooksSettings")],
  ["sendVoipEvent", { salon_id: 100, command: "notify", type: "incoming" }],
  [
    "sendVoipEvent",
    {
      salon_id: 100,
      command: "save",
      call: {
        client_id: 1,
        caller_phone: "+37120000000",
        record_link: "",
        duration: 10,
        status: "missed",
        type: "incoming",
        call_date: "2026-03-02T09:00:00+00:00",
      },
    },
  ],
  [
    "listCalls",
    { ...bodyOf("listCalls"), phone: "+37120000000", types: ["incoming"], statuses: ["missed"], page: 1, limit: 5 },
  ],
];

/** Each of these bodies with one wrong field, as JSON. */
export const wrongBodies: [operation: string, body: string][] = soundBodies.flatMap(([operation, body]) =>
  spoilt(body).map((json) => [operation, json] as [string, string]),
);

/** An object as JSON, once for each way in which one of its fields, at any depth, can be wrong. */
function spoilt(object: object): string[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    const within = typeof value === "object" && value !== null && !Array.isArray(value) ? spoilt(value) : [];
    const rest = JSON.stringify({ ...object, [name]: undefined }).slice(1, -1);
    return [...wrongFor(value), ...within].map(
      (wrong) => `{${rest}${rest ? "," : ""}${JSON.stringify(name)}:${wrong}}`,
    );
  });
}

const noText = '{"toString": null, "valueOf": null}';
const seeds = (collection: string, item: string) =>
  `{"location_id": 100, "application_id": 200, "collection": "${collection}", "items": [${item}]}`;
const reply = (more: string) =>
  `{"surface": "base", "method": "GET", "path": "/countries", "reply": {"status": 200, ${more}}}`;

/** Calls of the control protocol with wrong values. */
export const wrongCommands: [path: string, body: string][] = [
  ...["1.5", '"1"', "null", "1e400", noText].map((seed): [string, string] => ["/reset", `{"seed": ${seed}}`]),
  // The last is more than there are seconds until the year 10000.
  ...["0", "-1", "0.5", '"1"', "1e400", "[]", "300000000000"].map((seconds): [string, string] => [
    "/clock/advance",
    `{"seconds": ${seconds}}`,
  ]),
  ...["resources", "calls", "clients", "activities", "connected_locations"].flatMap((collection) =>
    ["id", "title", "date", "gender_id", "importance_id", "service_id", "staff_id"].map((name): [string, string] => [
      "/seed",
      seeds(collection, `{"${name}": ${noText}}`),
    ]),
  ),
  ["/seed", seeds("activities", `{"resource_ids": [${noText}]}`)],
  ["/seed", seeds("calls", '{"call_date": "yesterday"}')],
  ["/seed", seeds("__proto__", "{}")],
  ["/seed", seeds("constructor", "{}")],
  ["/seed", seeds("resources", '{"id": 1}, {"id": 1}')],
  ["/seed", seeds("connected_locations", '{"id": "x"}')],
  ["/seed", '{"location_id": 100, "collection": "calls", "items": {"length": 1}}'],
  ["/links/freeze", '{"location_id": 100, "application_id": "200"}'],
  ["/links/disable", '{"location_id": 1e400, "application_id": 200}'],
  ["/applications", '{"application_id": 200, "lifecycle_webhook_url": "javascript:alert(1)"}'],
  ["/applications", `{"application_id": 200, "lifecycle_webhook_url": ${noText}}`],
  ["/hooks", `{"location_id": 100, "url": "http://127.0.0.1:9/", "events": [${noText}]}`],
  ["/hooks", '{"location_id": 100, "url": "http://127.0.0.1:9/", "events": ["constructor"]}'],
  ...['"__proto__"', '"constructor"', noText, "null", "[]"].map((event): [string, string] => [
    "/events",
    `{"location_id": 100, "change": "created", "event": ${event}}`,
  ]),
  ["/events", '{"location_id": 100, "change": "__proto__", "event": "ClientEvent"}'],
  ["/replies", reply('"headers": {"a b": "c"}')],
  ["/replies", reply('"headers": {"a": "b\\r\\nc: d"}')],
  ["/replies", reply('"headers": {"a": 1}')],
  ["/replies", reply('"headers": ["a"]')],
  ["/replies", reply('"delay_ms": 1e400')],
  ["/replies", reply('"status": 700')],
  ["/replies", `{"surface": ${noText}, "method": ${noText}, "path": ${noText}, "reply": ${noText}}`],
];
