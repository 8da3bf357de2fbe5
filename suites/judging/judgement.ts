import type { Delivery } from "../../harness/control/control.ts";
import { resetPath } from "../../harness/control/control-calls.ts";
import type { FedEntry, RecordedMoment } from "../../record/journal.ts";
import type { KnownTarget } from "../model/knowledge.ts";
import type { Moment } from "../model/link.ts";
import { Model } from "../model/model.ts";
import { ModelJudge } from "./model-judge.ts";
import { WebhookJudge, type WebhookLog } from "./webhooks.ts";
import { Withheld } from "./withheld.ts";

/** The parts of a control protocol that decide how a world is judged. */
export interface Abilities {
  reset: boolean;
  clock: boolean;
}

type Fed<K extends FedEntry["kind"]> = Extract<FedEntry, { kind: K }>;

const momentOf = ([earliest, latest]: RecordedMoment): Moment => ({ earliest, latest });

/** The target of a world, as the model knows it. */
export const knownTarget = ({ credentials, fixtures }: Fed<"world">): KnownTarget => ({ credentials, fixtures });

/** A model and its judges. Whatever they are fed with is an entry of the journal, so that a run and its journal are judged alike. */
export class Judgement {
  readonly model: Model;
  readonly exchanges: ModelJudge;
  readonly webhooks: WebhookJudge;
  /** The last call to each path of the control protocol. */
  readonly #calls = new Map<string, Fed<"control">["body"]>();

  constructor(target: KnownTarget, { reset, clock }: Abilities) {
    this.model = new Model(target, reset, clock);
    const withheld = new Withheld(this.model.facts);
    this.exchanges = new ModelJudge(this.model, withheld);
    this.webhooks = new WebhookJudge(this.model, withheld);
  }

  /** Feeds the model; what a receiver gets from now on is written to a log. */
  take(entry: FedEntry, log?: WebhookLog): void {
    const { model, webhooks } = this;
    switch (entry.kind) {
      case "world":
        return model.openWorld(knownTarget(entry), true);
      case "control":
        return void this.#calls.set(entry.path, entry.body);
      case "answer":
        return this.#learnAnswer(entry);
      case "told":
        return this.#learnTold(entry);
      case "deliveries":
        return webhooks.judgeDeliveries((entry.deliveries ?? []) as Delivery[], entry.clock);
      case "moment":
        return webhooks.settle(entry.clock);
      case "receiver":
        return this.#learnReceiver(entry, log);
      case "release":
        return;
      case "silence":
        return model.learnSilence(entry.request);
      case "race":
        return entry.begins ? model.beginRace() : model.endRace();
    }
  }

  #learnAnswer({ path, answer, moment }: Fed<"answer">): void {
    const body = this.#calls.get(path) ?? {};
    // The content of a collection after a call whose answer is not recorded is unknown.
    if (answer === undefined && path !== resetPath) this.model.collections.open();
    else this.model.learnControl({ path, body }, answer, momentOf(moment));
    this.webhooks.settle(moment[1]);
  }

  #learnTold({ path, body, moment }: Fed<"told">): void {
    const { events, constants } = this.model;
    const { operation, page, location, url, kinds, event, change } = body;
    if (path === "/first-page") constants.firstPage(String(operation)).agrees(Number(page));
    else if (path === "/kinds") events.addresses.learnKinds(Number(location), String(url), kinds as string[]);
    else if (path === "/hooks") events.subscribe(Number(location), String(url), kinds as string[], moment[1]);
    else events.change({ location: Number(location), event: String(event), change: String(change) }, momentOf(moment));
  }

  #learnReceiver({ does, clock }: Fed<"receiver">, log: WebhookLog | undefined): void {
    const { events } = this.model;
    if (does === "open" && log) this.webhooks.begin(log);
    else if (does === "close") this.webhooks.end(clock);
    else if (does === "lose") events.lose();
    else events.refuse(does === "refuse", clock);
  }
}
