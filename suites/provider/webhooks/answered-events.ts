import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import { counted } from "../../../base/wording.ts";
import { type Manner, type Receiver, redirectPath } from "../../../harness/receiver.ts";
import { edge, webhookDelay, webhookTimeout } from "../../model/time-limits.ts";
import { oneWhenQuick } from "../run/one-when-quick.ts";
import type { World } from "../run/world.ts";
import { changeClient } from "./provoke.ts";

/** What a receiver can do: answer in some manner, or refuse the connection. */
type ReceiverBehaviour = Manner | "refused";

const silences = ["refused", "reset", "interim", "silent"] as const;
const successes = [200, 201, 202, 204];
const redirects = [301, 302, 303, 304, 307, 308];
const refusals = [400, 401, 403, 404, 408, 409, 410, 413, 422, 425, 429];
const errors = [500, 501, 502, 503, 504];
/** No answer at all, and every class of answer, with the statuses that senders of webhooks most often treat in a way of their own. It refuses first, so that it sees every retry. */
const behavioursIn = (world: World): readonly ReceiverBehaviour[] => [
  ...silences,
  ...[successes, redirects, refusals, errors].flatMap((statuses) => oneWhenQuick(world, statuses)),
];

/** What each behaviour that is not a status is called in a sentence. */
const descriptions: Record<string, string> = {
  reset: "its connection was reset",
  refused: "its connection was refused",
  interim: "it was answered with an interim status alone",
  silent: "it was not answered",
};

const describe = (behaviour: ReceiverBehaviour): string => descriptions[behaviour] ?? `it was answered ${behaviour}`;

const isSuccess = (behaviour: ReceiverBehaviour): boolean =>
  typeof behaviour === "number" && behaviour >= 200 && behaviour < 300;

/** The requirement that a second delivery breaks, by what became of the first. */
function requirementOf(behaviour: ReceiverBehaviour): string {
  if (isSuccess(behaviour)) return "HOOK-6";
  return typeof behaviour === "number" ? "HOOK-7" : "HOOK-8";
}

/** Events that are each answered in another way, and what arrived of them. */
export class AnsweredEvents {
  readonly #world: World;
  readonly #receiver: Receiver;
  /** What the receiver did with the events of each record, by the record's id. */
  readonly #behavioursById = new Map<string, ReceiverBehaviour[]>();

  constructor(world: World, receiver: Receiver) {
    this.#world = world;
    this.#receiver = receiver;
  }

  /** Lets an event happen for each behaviour, and judges what became of its delivery where the target tells. */
  async sendEach(): Promise<void> {
    for (const behaviour of behavioursIn(this.#world)) {
      const id = await this.#send(behaviour);
      if (this.#world.can("deliveries")) await this.#checkOutcome(behaviour, id);
    }
    this.#receiver.answer("/hooks", 200);
  }

  /** Judges whether each event arrived once, or not at all where its connection was refused. */
  checkNoneRepeated(): void {
    const arrivals = this.#receiver.arrivals.filter(({ path }) => path !== redirectPath);
    const redirected = this.#receiver.arrivals.length - arrivals.length;
    this.#world.check("HOOK-7", redirected === 0, {
      found: `${redirected} requests to where a redirect led`,
      expected: "none, since a redirect is not a 2xx",
    });
    const ids = arrivals.map(({ body }) => String(fieldsOf(readForeignJson(body)).resource_id));
    for (const [id, done] of this.#behavioursById) {
      const count = ids.filter((other) => other === id).length;
      const expected = done.filter((behaviour) => behaviour !== "refused").length;
      this.#world.check("HOOK-9", count >= expected, {
        found: `${count} of ${counted(expected, "webhook")} after deliveries that failed`,
        expected: "each",
      });
      // Where nothing comes at all, that nothing comes again shows nothing.
      for (const behaviour of ids.length > 0 ? done : [])
        this.#world.check(requirementOf(behaviour), count <= expected, {
          found: `${count - expected} more ${count - expected === 1 ? "delivery" : "deliveries"} of an event after ${describe(behaviour)}`,
          expected: "no second delivery, within three days",
        });
    }
  }

  async #send(behaviour: ReceiverBehaviour): Promise<string> {
    const isRefused = behaviour === "refused";
    if (isRefused) await this.#receiver.refuse();
    else this.#receiver.answer("/hooks", behaviour);
    const { resource_id } = await changeClient(this.#world, "created");
    const id = String(resource_id);
    this.#behavioursById.set(id, [...(this.#behavioursById.get(id) ?? []), behaviour]);
    const patience = typeof behaviour === "number" ? 0 : webhookTimeout + edge;
    await this.#world.advanceTo(this.#world.now() + webhookDelay.latest + edge + patience);
    if (isRefused) await this.#receiver.listen();
    return id;
  }

  async #checkOutcome(behaviour: ReceiverBehaviour, id: string): Promise<void> {
    const deliveries = await this.#world.control.deliveries();
    const outcome = deliveries.at(-1)?.outcome;
    const count = deliveries.filter(({ resource_id }) => String(resource_id) === id).length;
    const most = this.#behavioursById.get(id)?.length ?? 1;
    // A second try while the connection is still refused is seen nowhere else; a list without the first shows nothing.
    if (count > 0)
      this.#world.check(requirementOf(behaviour), count <= most, {
        found: `${count} deliveries in the list where ${most} should be, after ${describe(behaviour)}`,
        expected: "none",
      });
    const expected = isSuccess(behaviour) ? "delivered" : "failed";
    this.#world.check(typeof behaviour === "number" ? "HOOK-7" : "HOOK-8", outcome === expected, {
      found: `a delivery that is ${outcome} after ${describe(behaviour)}`,
      expected,
    });
  }
}
