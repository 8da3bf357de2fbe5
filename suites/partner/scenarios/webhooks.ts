import { Untestable } from "../../../base/errors.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { jsonIn } from "../dialects/spelling.ts";
import { milliseconds, times } from "../times.ts";
import type { Scenario } from "./scenario.ts";
import { eachEventOnce, eventCount, everyWebhookBody, type WebhookBody, webhookBody } from "./webhook-bodies.ts";
import { deliver, manyAtOnce, type NamedWebhook } from "./webhook-delivery.ts";

/** The number of webhooks that counts as hundreds. */
const hundreds = 300;

/** The size of a large webhook that must be taken, and of one that goes beyond the specification, in kilobytes. */
const kilobytes = { large: 0.8 * limit("partner_body"), megabyte: 1_000 };

/** Webhooks by what findings call them. */
const named = (bodies: readonly [event: string, body: WebhookBody][], where = "") =>
  bodies.map(([event, body]) => ({ event, name: `${event} ${body.resource} ${body.status}${where}`, body }));

/** Sends webhooks of several events; those of schedules carry an empty array. */
async function deliverEvents(
  certifier: Certifier,
  webhooks: readonly (NamedWebhook & { event: string })[],
): Promise<void> {
  const isSchedule = ({ event }: { event: string }) => event === "ScheduleEvent";
  await Promise.all([
    deliver(
      certifier,
      ["HOOK-16"],
      webhooks.filter((webhook) => !isSchedule(webhook)),
    ),
    deliver(certifier, ["HOOK-19", "HOOK-16"], webhooks.filter(isSchedule)),
  ]);
}

/** A ClientEvent of so many kilobytes, as the dialect writes it, in characters of several bytes. */
function clientEventOf({ nextRecord, dialect }: Certifier, location: number, size: number): WebhookBody {
  const [one = 0, two = 0] = ["ā", "āā"].map((text) => Buffer.byteLength(jsonIn(text, dialect["JSON text"])));
  const body = webhookBody("ClientEvent", location, nextRecord());
  return { ...body, data: { ...(body.data as object), comment: "ā".repeat((size * 1000) / (two - one)) } };
}

const scenario = (
  title: string,
  judges: readonly string[],
  run: (certifier: Certifier, location: number) => Promise<void>,
): Scenario => ({
  title,
  claim: "webhooks",
  judges,
  async run(certifier) {
    const location = certifier.location("first");
    await install(certifier, location);
    await run(certifier, location);
  },
});

/** Webhooks come of Locations where the application is installed; one that cannot be connected has to take them all the same. */
async function install(certifier: Certifier, location: number): Promise<void> {
  if (!certifier.profile.connect) return;
  await certifier.activate(location).catch((error: unknown) => {
    if (!(error instanceof Untestable)) throw error;
  });
}

/** Sends an ordinary webhook after something unusual: an application that died of it no longer answers. */
const deliverAfter = (certifier: Certifier, location: number, what: string): Promise<void> =>
  deliver(
    certifier,
    ["HOOK-16"],
    [{ name: `ClientEvent after ${what}`, body: webhookBody("ClientEvent", location, certifier.nextRecord()) }],
  );

/** The webhooks that the application gets, in no order. */
export const webhooks: Scenario[] = [
  scenario(
    "every event, created, updated and deleted",
    ["HOOK-16", "HOOK-19", "HOOK-20"],
    async (certifier, location) => {
      certifier.recorder.judged("HOOK-20");
      const large = clientEventOf(certifier, location, kilobytes.large);
      const second = certifier.location("second");
      await install(certifier, second);
      // An id is one of its kind alone: records of several kinds may have the same.
      const shared = certifier.nextRecord();
      const ofSecond = certifier.isActive(second) ? eachEventOnce(second, () => shared) : [];
      await deliverEvents(certifier, [
        ...named(everyWebhookBody(location, certifier.nextRecord)),
        { event: "ClientEvent", name: `ClientEvent of ${kilobytes.large} kB`, body: large },
        ...named(ofSecond, " of a second Location"),
      ]);
    },
  ),
  scenario("webhooks with undocumented fields", ["HOOK-17"], async (certifier, location) => {
    const [first, second] = [
      webhookBody("RecordEvent", location, certifier.nextRecord()),
      webhookBody("RecordEvent", location, certifier.nextRecord()),
    ];
    const data = { ...(second.data as object), новое_поле: [null, { deep: [[]] }] };
    await deliver(
      certifier,
      ["HOOK-17"],
      [
        {
          name: "RecordEvent with a new field",
          body: { ...first, sent_at: "2030-01-02T10:00:00+03:00", trace: { id: "x" } },
        },
        { name: "RecordEvent with new data", body: { ...second, data } },
      ],
    );
  }),
];

/** Webhooks that do not come once, or not one after the other. */
export const disorderedWebhooks = scenario(
  "the same event twice, out of order, and many at once",
  ["HOOK-18"],
  async (certifier, location) => {
    const disordered = ["delete", "update", "create"].map((status) => ({
      name: `RecordEvent ${status} out of order`,
      body: webhookBody("RecordEvent", location, certifier.repeatedRecords.appointment, { status }),
    }));
    const twice = webhookBody("ClientEvent", location, certifier.repeatedRecords.client);
    const inRow = [...disordered, { name: "ClientEvent", body: twice }, { name: "ClientEvent again", body: twice }];
    const deliveries: Promise<void>[] = [];
    for (const webhook of inRow) {
      const delivery = deliver(certifier, ["HOOK-18"], [webhook]);
      deliveries.push(delivery);
      await Promise.race([delivery, certifier.watcher.watch(times.betweenWebhooks)]);
    }
    await Promise.all(deliveries);
    const many = Array.from({ length: manyAtOnce }, (_, index) => ({
      name: `RecordEvent ${index + 1} of ${manyAtOnce} at once`,
      body: webhookBody("RecordEvent", location, certifier.nextRecord()),
    }));
    await deliver(certifier, ["HOOK-18"], many, { allAtOnce: true });
  },
);

/** Webhooks beyond the specification; an application may end of one, so nothing else is sent meanwhile. */
export const unusualWebhooks: Scenario[] = [
  scenario("an event with an unknown resource", ["HOOK-21"], async (certifier, location) => {
    const body = { ...webhookBody("ClientEvent", location, certifier.nextRecord()), resource: "gift_voucher" };
    await deliver(certifier, ["HOOK-21"], [{ name: "an unknown event", body }]);
    await deliverAfter(certifier, location, "an unknown event");
  }),
  scenario("a webhook of a megabyte", ["HOOK-25"], async (certifier, location) => {
    const body = clientEventOf(certifier, location, kilobytes.megabyte);
    await deliver(certifier, ["HOOK-25"], [{ name: "ClientEvent of a megabyte", body }]);
    await deliverAfter(certifier, location, "a megabyte");
    // The application has to be done with all these before it is asked for more.
    await certifier.watcher.settle(undefined, 2 * certifier.profile.patience.max_s);
  }),
];

/** A webhook that comes slowly, beside others. */
export const slowWebhook = scenario("a webhook over a slow network", ["HOOK-22"], async (certifier, location) => {
  const clientEvent = (name: string): NamedWebhook => ({
    name,
    body: webhookBody("ClientEvent", location, certifier.nextRecord()),
  });
  const beside = async () => {
    await certifier.watcher.watch(times.besideSlowWebhook);
    await deliver(certifier, ["HOOK-22"], [clientEvent("ClientEvent beside a slow one")]);
  };
  const slowly = deliver(certifier, ["HOOK-22"], [clientEvent("ClientEvent over a slow network")], {
    over: milliseconds(times.slowWebhook),
  });
  await Promise.all([slowly, beside()]);
});

/** Hundreds of webhooks come in a row; nothing is asked for afterwards, since an application may be busy with them for long. */
export const hundredsOfWebhooks = scenario(
  "hundreds of webhooks in a row",
  ["HOOK-16"],
  async (certifier, location) => {
    const bodies = Array.from({ length: Math.ceil(hundreds / eventCount) }, () =>
      eachEventOnce(location, certifier.nextRecord),
    ).flat();
    const { usual, least } = times.hundredsOfWebhooks;
    const seconds = Math.min(usual, Math.max(least, certifier.secondsLeft));
    await deliver(certifier, ["HOOK-16"], named(bodies, " of hundreds").slice(0, hundreds), { seconds });
  },
);

/** The first webhooks again, once the second Location has been uninstalled and has come back, and the application has seen everything else. */
export const webhooksAgain: Scenario = {
  title: "webhooks once more, of a Location that came back",
  claim: "webhooks",
  judges: ["HOOK-16", "HOOK-18"],
  async run(certifier) {
    const [first, second] = [certifier.location("first"), certifier.location("second")];
    const twice = webhookBody("ClientEvent", first, certifier.repeatedRecords.client);
    await Promise.all([
      deliverEvents(
        certifier,
        named(eachEventOnce(certifier.isActive(second) ? second : first, certifier.nextRecord), " once more"),
      ),
      deliver(certifier, ["HOOK-18"], [{ name: "ClientEvent once more", body: twice }]),
    ]);
  },
};
