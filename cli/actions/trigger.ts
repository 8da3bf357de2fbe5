import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "../../base/durations.ts";
import { UsageError } from "../../base/errors.ts";
import type { Paint } from "../../base/paint.ts";
import { nearest } from "../../base/text/nearest.ts";
import type { Announced, Delivery } from "../../harness/control/control.ts";
import { goodsEvent, goodsOperations, recordEvents } from "../../specs/webhook-events.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { type ChosenSandbox, chooseSandbox, refusedAs, type SandboxChoice } from "../sandboxes/chosen-sandbox.ts";
import { installSteps, stepWords } from "../sandboxes/install-steps.ts";
import { deliveryHeader, deliveryRow } from "../terminal/delivery-row.ts";

export interface TriggerOptions extends SandboxChoice {
  location?: number;
  application?: number;
  resource?: string;
  to?: string;
  wait?: true;
}

const changes = ["created", "updated", "deleted"] as const;

/** Makes something happen on a running sandbox: a record changes, or an installation takes a step. */
export async function trigger(what: string, options: TriggerOptions, io: Io): Promise<number> {
  const act = Object.hasOwn(installSteps, what) ? takeStep : changeRecord(what);
  const sandbox = await chooseSandbox(options, io);
  if (options.wait && sandbox.isFrozen)
    throw new UsageError(
      "--wait: the sandbox's clock is frozen; move it on (POST /clock/advance), or leave out --wait",
    );
  const before = await knownDeliveries(sandbox);
  const happened = await act(what, sandbox, options).catch((error: unknown) => {
    throw refusedAs("trigger", error);
  });
  const find = async () => (await sandbox.control.deliveries()).filter(({ id }) => !before.has(id));
  const queued = options.wait ? await untilEnded(find) : await find();
  const { now } = await sandbox.control.describe();
  io.stdout.write(
    options.json
      ? jsonText({ control: sandbox.name, ...happened.facts, deliveries: queued })
      : textOf(happened, queued, sandbox, { now, paint: io.paint }),
  );
  const isDelivered = queued.every(({ outcome }) => outcome === "delivered");
  return options.wait && !isDelivered ? exits.notConformant : exits.fine;
}

/** The time that deliveries are waited for: they are due after seconds, and a receiver has 15 to answer. */
const longestWait = seconds(60);

/** The deliveries, once none is pending any more. */
async function untilEnded(find: () => Promise<Delivery[]>): Promise<Delivery[]> {
  const end = Date.now() + longestWait;
  for (;;) {
    const queued = await find();
    if (queued.every(({ outcome }) => outcome !== "pending") || Date.now() > end) return queued;
    await sleep(200);
  }
}

/** An event: as facts, in words, and with advice where no webhook announces it. */
interface Happened {
  facts: Record<string, unknown>;
  words: string;
  unheard: string;
}

const knownDeliveries = async ({ control }: ChosenSandbox): Promise<Set<unknown>> =>
  new Set((await control.deliveries()).map(({ id }) => id));

function textOf(
  { words, unheard }: Happened,
  queued: readonly Delivery[],
  { name, isFrozen }: ChosenSandbox,
  { now, paint }: { now: string; paint: Paint },
): string {
  const lines =
    queued.length > 0
      ? [deliveryHeader(paint), ...queued.map((delivery) => deliveryRow(delivery, now, paint))]
      : [`  ${unheard}`];
  const clock = "  its clock is frozen: webhooks are sent once it is moved on (POST /clock/advance)";
  return [`sandbox: ${name}`, words, ...lines, ...(isFrozen && queued.length > 0 ? [clock] : []), ""].join("\n");
}

function idOf(given: number | undefined, known: number | undefined, option: string): number {
  const id = given ?? known;
  if (id === undefined)
    throw new UsageError(`--${option}: give an id; this sandbox does not say which ${option} it has`);
  return id;
}

/** A record changes: "ClientEvent.created". */
function changeRecord(
  what: string,
): (what: string, sandbox: ChosenSandbox, options: TriggerOptions) => Promise<Happened> {
  const [event = "", change = ""] = what.split(".");
  const events = [...recordEvents.keys(), goodsEvent];
  if (!events.includes(event)) {
    const [near] = nearest(what, [...events.map((name) => `${name}.created`), ...Object.keys(installSteps)]);
    throw new UsageError(
      `trigger: there is no ${what}; ${near ? `did you mean ${near}?` : `give an event such as ClientEvent.created, or one of ${Object.keys(installSteps).join(", ")}`}`,
    );
  }
  if (!changes.some((each) => each === change))
    throw new UsageError(`trigger: give ${changes.map((each) => `${event}.${each}`).join(" or ")}`);
  return async (_, { control, fixtures }, { location, resource, to }) => {
    const id = idOf(location, fixtures.location_id, "location");
    if (to) await control.subscribe(id, to, [event]);
    const needed = event === goodsEvent ? (resource ?? goodsOperations[0]) : resource;
    const said: Announced = await control.change(id, event, change, needed);
    return {
      facts: { event, change, location_id: id, ...said },
      words: `${event}.${change} at Location ${id}: ${String(said.resource)} ${String(said.resource_id)}, status ${String(said.status)}`,
      unheard: `no address is subscribed to ${event} at Location ${id}; --to URL sends it to an address from now on`,
    };
  };
}

/** The steps that the platform takes, and announces by lifecycle webhooks. */
const announced = ["freeze", "disable"];

/** An installation takes a step: "freeze". */
async function takeStep(step: string, sandbox: ChosenSandbox, options: TriggerOptions): Promise<Happened> {
  const location = idOf(options.location, sandbox.fixtures.location_id, "location");
  const application = idOf(options.application, sandbox.fixtures.application_id, "application");
  if (options.to) await sandbox.control.sendLifecycleTo(application, options.to);
  const how = await installSteps[step]?.(sandbox, { location, application });
  return {
    facts: { step, location_id: location, application_id: application },
    words: `${step} of application ${application} at Location ${location}: ${how ?? ""} (${stepWords(step)})`,
    unheard: announced.includes(step)
      ? "the application has no address for lifecycle events; --to URL sends them to an address from now on"
      : `no webhook is sent for ${step}; ${announced.map((sent) => `\`trigger ${sent}\``).join(" and ")} send one`,
  };
}
