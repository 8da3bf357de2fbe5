import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "../../base/errors.ts";
import type { Delivery } from "../../harness/control/control.ts";
import { exits } from "../io/exits.ts";
import { type Io, interruptible, jsonText } from "../io/io.ts";
import { type ChosenSandbox, chooseSandbox, refusedAs, type SandboxChoice } from "../sandboxes/chosen-sandbox.ts";
import { deliveryHeader, deliveryRow } from "../terminal/delivery-row.ts";

export interface DeliveriesOptions extends SandboxChoice {
  follow?: true;
  resend?: number;
  json?: true;
}

/** Milliseconds between two looks at what became of deliveries. */
const lookEvery = 300;

/** Shows what became of the webhooks of a running sandbox, follows them, or sends one again. */
export async function deliveries(options: DeliveriesOptions, io: Io): Promise<number> {
  const { follow, resend, json } = options;
  const sandbox = await chooseSandbox(options, io);
  const head = `sandbox: ${sandbox.name}\n${deliveryHeader(io.paint)}\n`;
  if (follow && !json) io.stdout.write(head);
  if (follow) return interruptible(io, ({ signal }) => followAll(sandbox, signal, json === true, io));
  const shown = resend === undefined ? await sandbox.control.deliveries() : [await sendAgain(sandbox, resend)];
  const { now } = await sandbox.control.describe();
  const rows = shown.map((delivery) => `${deliveryRow(delivery, now, io.paint)}\n`);
  const none = `sandbox: ${sandbox.name}\nno webhook was queued since the last reset; \`assay trigger ClientEvent.created --to URL\` causes one\n`;
  const text = rows.length > 0 ? head + rows.join("") : none;
  io.stdout.write(json ? jsonText({ control: sandbox.name, deliveries: shown }) : text);
  return exits.fine;
}

/** Prints each delivery, and again whenever something became of it, until someone interrupts. */
async function followAll({ control }: ChosenSandbox, signal: AbortSignal, isJson: boolean, io: Io): Promise<number> {
  const printed = new Map<unknown, Delivery["outcome"]>();
  while (!signal.aborted) {
    for (const delivery of await control.deliveries()) {
      if (printed.get(delivery.id) === delivery.outcome) continue;
      printed.set(delivery.id, delivery.outcome);
      const { now } = await control.describe();
      io.stdout.write(isJson ? `${JSON.stringify(delivery)}\n` : `${deliveryRow(delivery, now, io.paint)}\n`);
    }
    await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
  }
  return exits.interrupted;
}

/** Sends a webhook again, and waits for a moment what becomes of it. */
async function sendAgain({ control }: ChosenSandbox, number: number): Promise<Delivery> {
  const { id } = await control.resend(number).catch((error: unknown) => {
    throw refusedAs("--resend", error);
  });
  const find = async () => (await control.deliveries()).find((delivery) => delivery.id === id);
  for (let looks = 0; looks < 10; looks++) {
    const delivery = await find();
    if (delivery && delivery.outcome !== "pending") return delivery;
    await sleep(100);
  }
  const delivery = await find();
  if (!delivery) throw new UsageError(`--resend: the sandbox was reset meanwhile; delivery ${number} is gone`);
  return delivery;
}
