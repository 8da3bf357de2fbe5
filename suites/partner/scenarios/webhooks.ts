import { Untestable } from "../../../base/errors.ts";
import { limit } from "../../../specs/limits.ts";
import { type Certifier } from "../certifier.ts";
import type { Scenario } from "../scenario.ts";
import { type Envelope, everyWebhook, webhook } from "./events.ts";

/** How many webhooks are under way at once, where nothing is said of many at once: half of what many are. */
const abreast = 10;

/** How many failures are waited for in one sending, and how many silences in all: each costs as long as an answer may take. */
const failuresMost = 4;
const silencesMost = 4;

/** How long the next of several in a row waits for the answer to the one before, in seconds. */
const inRow = 1;

const silences = new WeakMap<Certifier, number>();

type Case = [name: string, body: Envelope | object];

/** Sends webhooks and finds those that are not answered as they should be; whether all were. */
async function deliver(
  certifier: Certifier,
  ids: readonly string[],
  cases: readonly Case[],
  manner: { atOnce?: boolean; over?: number } = {},
) {
  const url = certifier.profile.webhook_url ?? "";
  if ((silences.get(certifier) ?? 0) >= silencesMost) throw new Untestable("webhooks are not answered in time");
  const waiting = [...cases];
  let failures = 0;
  const work = async () => {
    for (let next = waiting.shift(); next && failures < failuresMost; next = waiting.shift()) {
      const [name, body] = next;
      const { status, failure, took } = await certifier.send(url, JSON.stringify(body), manner.over);
      if (
        status !== undefined &&
        status >= 200 &&
        status < 300 &&
        took <= (limit("webhook_timeout") + limit("edge")) * 1000
      )
        continue;
      failures++;
      if (took >= limit("webhook_timeout") * 1000) silences.set(certifier, (silences.get(certifier) ?? 0) + 1);
      const text = JSON.stringify(body);
      const by = {
        exchange: `w-${name.replaceAll(" ", "-")}`,
        where: `${name} to ${url}`,
        curl: certifier.recorder.curl(
          "POST",
          url,
          [["content-type", "application/json"]],
          text.length > 2000 ? `${text.slice(0, 200)}…` : text,
        ),
      };
      for (const id of ids)
        certifier.recorder.flaw(id, {
          found: status === undefined ? (failure ?? "no answer") : `status ${status}`,
          expected: "a 2xx status within 15 seconds",
          by,
        });
      // Nothing is signed, so who refuses for want of a proof wants what was never promised; what goes beyond the text may be refused.
      if (ids.includes("HOOK-16") && (status === 401 || status === 403))
        certifier.recorder.flaw("HOOK-20", {
          found: `status ${status} for a webhook without a signature`,
          expected: "a 2xx status",
          by,
        });
    }
  };
  await Promise.all(Array.from({ length: manner.atOnce ? cases.length : abreast }, work));
  certifier.recorder.judged(...ids);
  await certifier.look();
}

const scenario = (
  title: string,
  judges: string[],
  play: (certifier: Certifier, location: number) => Promise<void>,
): Scenario => ({
  title,
  claim: "webhooks",
  judges,
  needs: ["webhook_url"],
  async play(certifier) {
    const location = certifier.location(0);
    await installed(certifier, location);
    await play(certifier, location);
  },
});

/** Webhooks come of Locations that have the application installed; one that cannot be connected takes them all the same. */
async function installed(certifier: Certifier, location: number): Promise<void> {
  if (!certifier.profile.connect || certifier.links.grants(location).length > 0) return;
  await certifier.active(location).catch((error: unknown) => {
    if (!(error instanceof Untestable)) throw error;
  });
}

/** A webhook after everything else: an application that died of something no longer answers. */
const aliveAfter = (certifier: Certifier, location: number, what: string) =>
  deliver(certifier, ["HOOK-16"], [[`ClientEvent after ${what}`, webhook("ClientEvent", location)]]);

/** What is sent to the application's webhook address. */
export const webhooks: Scenario[] = [
  scenario(
    "every event, created, updated and deleted",
    ["HOOK-16", "HOOK-19", "HOOK-20"],
    async (certifier, location) => {
      const all = everyWebhook(location).map(
        ([event, body]): Case => [`${event} ${body.resource} ${body.status}`, body],
      );
      all.push([
        "ClientEvent of 80 kB",
        { ...webhook("ClientEvent", location), data: { id: 1, comment: "ā".repeat(40_000) } },
      ]);
      const second = certifier.location(1);
      if (certifier.links.state(second, Date.now()) === "active")
        all.push(["ClientEvent of a second Location", webhook("ClientEvent", second)]);
      const isSchedule = ([name]: Case) => name.startsWith("ScheduleEvent");
      certifier.recorder.judged("HOOK-20");
      await deliver(
        certifier,
        ["HOOK-16"],
        all.filter((one) => !isSchedule(one)),
      );
      await deliver(certifier, ["HOOK-19", "HOOK-16"], all.filter(isSchedule));
    },
  ),
  scenario("webhooks with fields that nobody documented", ["HOOK-17"], async (certifier, location) => {
    const [plain, other] = [webhook("RecordEvent", location), webhook("RecordEvent", location)];
    await deliver(
      certifier,
      ["HOOK-17"],
      [
        ["RecordEvent with a new field", { ...plain, sent_at: "2030-01-02T10:00:00+03:00", trace: { id: "x" } }],
        [
          "RecordEvent with new data",
          { ...other, data: { ...(other.data as object), новое_поле: [null, { deep: [[]] }] } },
        ],
      ],
    );
  }),
  scenario("the same event twice, out of order, and twenty at once", ["HOOK-18"], async (certifier, location) => {
    const [id, other] = [700_001, 700_002];
    const twice = webhook("ClientEvent", location, "update", id);
    const disordered = ["delete", "update", "create"].map(
      (status): Case => [`RecordEvent ${status} out of order`, webhook("RecordEvent", location, status, other)],
    );
    const inOrder: Case[] = [...disordered, ["ClientEvent", twice], ["ClientEvent again", twice]];
    const sent: Promise<void>[] = [];
    for (const one of inOrder) {
      const answered = deliver(certifier, ["HOOK-18"], [one]);
      sent.push(answered);
      await Promise.race([answered, certifier.watch(inRow)]);
    }
    await Promise.all(sent);
    const many = Array.from(
      { length: 20 },
      (_, index): Case => [`RecordEvent ${index + 1} of 20 at once`, webhook("RecordEvent", location)],
    );
    await deliver(certifier, ["HOOK-18"], many, { atOnce: true });
  }),
  scenario("a webhook over a slow network", ["HOOK-22"], async (certifier, location) => {
    const beside = async () => {
      await certifier.watch(0.5);
      await deliver(certifier, ["HOOK-22"], [["ClientEvent beside a slow one", webhook("ClientEvent", location)]]);
    };
    const slow: Case = ["ClientEvent over a slow network", webhook("ClientEvent", location)];
    await Promise.all([deliver(certifier, ["HOOK-22"], [slow], { over: 2_500 }), beside()]);
  }),
  scenario("an event with an unknown resource", ["HOOK-21"], async (certifier, location) => {
    await deliver(
      certifier,
      ["HOOK-21"],
      [["an unknown event", { ...webhook("ClientEvent", location), resource: "gift_voucher" }]],
    );
    await aliveAfter(certifier, location, "an unknown event");
  }),
  scenario("a webhook of a megabyte", ["HOOK-25"], async (certifier, location) => {
    const large = { ...webhook("ClientEvent", location), data: { id: 1, comment: "ā".repeat(500_000) } };
    await deliver(certifier, ["HOOK-25"], [["ClientEvent of a megabyte", large]]);
    await aliveAfter(certifier, location, "a megabyte");
    // What it does about all these comes first, before it is asked for more.
    await certifier.settle(2 * certifier.profile.patience.max_s);
  }),
];
