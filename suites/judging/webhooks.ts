import { readForeignJson } from "../../base/foreign-json.ts";
import { fieldsOf } from "../../base/json.ts";
import type { Delivery } from "../../harness/control/control.ts";
import type { Arrival } from "../../harness/receiver.ts";
import type { Clause } from "../model/clause.ts";
import type { Shown } from "../model/events/events.ts";
import type { Model } from "../model/model.ts";
import { observeLifecycleEvent, observeWebhook } from "../observations/arrival-observations.ts";
import type { Withheld } from "./withheld.ts";

/** Where what webhooks show is written down. */
export interface WebhookLog {
  recordClauses(clauses: readonly Clause[], shown: { arrival?: Arrival }): void;
  observe(topic: string, values: unknown): void;
}

/** Judges every webhook that arrives, whatever caused it, and every one that does not, by what happened on the platform. */
export class WebhookJudge {
  readonly #model: Model;
  readonly #withheld: Withheld;
  /** Arrivals since the clock was last read: their cause may not be known yet, nor when they came. */
  #arrivals: Arrival[] = [];
  /** Is set while a receiver listens. */
  #log: WebhookLog | undefined;

  constructor(model: Model, withheld: Withheld) {
    this.#model = model;
    this.#withheld = withheld;
  }

  /** Writes what webhooks show to a log, from now on. */
  begin(log: WebhookLog): void {
    this.#log = log;
  }

  arrive(arrival: Arrival): void {
    this.#arrivals.push(arrival);
  }

  /** Judges what has arrived, and what should have, once a call has returned or the clock was moved. */
  settle(now: number): void {
    if (!this.#log) return;
    const arrived = this.#arrivals.splice(0).map((arrival) => {
      const body = readForeignJson(arrival.body);
      return { arrival, body, fields: fieldsOf(body), earliest: arrival.at, latest: Math.max(now, arrival.at) };
    });
    this.#record(this.#model.events.settle(arrived, now));
  }

  /** Judges a target's own list of deliveries. */
  judgeDeliveries(deliveries: readonly Delivery[], now: number): void {
    this.settle(now);
    this.#record([this.#model.events.judgeDeliveries(deliveries, now)]);
  }

  /** Judges what is left when nothing more can arrive. */
  end(now: number): void {
    this.settle(now);
    this.#record(this.#model.events.end(now));
    this.#log = undefined;
  }

  #record(all: readonly Shown[]): void {
    const log = this.#log;
    if (!log) return;
    for (const { clauses, arrival, came, ended } of all) {
      this.#withheld.record(clauses, (ready) => log.recordClauses(ready, arrival ? { arrival } : {}));
      if (came?.event && arrival)
        for (const [topic, values] of came.kind === "record"
          ? observeWebhook(came.event, came.change, arrival)
          : observeLifecycleEvent(came.event, arrival))
          log.observe(topic, values);
      if (ended?.change === "uninstalling") {
        const count = [...ended.dues.values()].filter(({ arrived }) => arrived).length;
        if (ended.dues.size > 0) log.observe("LIFE-10: events after the partner's own uninstalling", count);
      }
    }
    this.#withheld.release();
  }
}
