import type { Control } from "../../../harness/control.ts";
import { clockPath } from "../../../harness/control-calls.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { Target } from "../../../harness/target.ts";
import { ModelJudge } from "../../judging/model-judge.ts";
import { WebhookJudge } from "../../judging/webhooks.ts";
import { Withheld } from "../../judging/withheld.ts";
import { type LinkId, linkKey } from "../../model/link-id.ts";
import { Model } from "../../model/model.ts";
import { pathParameters } from "../../rules/exchange-view.ts";
import type { Budget } from "./budget.ts";
import type { Context } from "./context.ts";
import { Memory } from "./memory.ts";
import { Settling } from "./settling.ts";

/** What a run has learned of its target. */
export class Facts {
  /** Everything that is known of the target's world. */
  readonly model: Model;
  readonly judge: ModelJudge;
  readonly webhooks: WebhookJudge;
  /** What was read in the world that the run is in. */
  readonly memory = new Memory();
  readonly settling: Settling;
  isV3Live: boolean | undefined;
  /** The links that this run made in the world that it is in, with the target as it was then. */
  readonly links = new Map<string, LinkId & { target: Target }>();
  /** The operations that were served at least once: only of those does a refusal show something. */
  readonly served = new Set<string>();
  /** The first cursor that this run was given for the Location, and when. */
  firstCursor: { cursor: string; at: number } | undefined;
  /** How often something was set aside because it moved while it was read. */
  moved = 0;
  /** How often mistakes of each kind were made. */
  readonly #turns = new Map<string, number>();
  readonly #context: Context;

  constructor(context: Context, budget: Budget, target: Target) {
    const { session, journal } = context;
    this.#context = context;
    this.settling = new Settling(target.settle ?? 0, budget);
    this.model = new Model(target, session.can("reset"), session.can("clock"));
    this.model.onTransition = (id, after) => journal.write({ kind: "transition", id, after });
    const withheld = new Withheld(this.model.facts);
    this.judge = new ModelJudge(this.model, withheld);
    this.webhooks = new WebhookJudge(this.model, withheld);
    budget.onAdvance = () => this.webhooks.settle(context.now());
    if (session.control) this.#listenTo(session.control);
  }

  /** Learns from every call of the control protocol. */
  #listenTo(control: Control): void {
    const { recorder } = this.#context;
    const now = () => this.#context.now();
    let earliest = now();
    control.onChange = (call) => {
      earliest = now();
      recorder.recordControl(call);
    };
    control.onWrite = () => this.settling.noteWrite();
    control.onChanged = (call, answer) => {
      if (call.path === clockPath) return;
      this.model.learnControl(call, answer, { earliest, latest: now() });
      this.webhooks.settle(now());
    };
    control.onDeliveries = (deliveries) => this.webhooks.judgeDeliveries(deliveries, now());
  }

  /** Opens a world: a fresh one where the target can be reset, and the only one elsewhere. */
  async openWorld(seed = this.#context.seed): Promise<Target> {
    const { session } = this.#context;
    const target = await session.open(seed);
    if (session.can("reset")) {
      this.model.openWorld(target, true);
      this.links.clear();
      this.memory.forget();
    }
    return target;
  }

  /** The number of the first page of a v1 list, once it is known: the specification does not give it. */
  firstPage(operation: string): number | undefined {
    return this.model.constants.firstPage(operation).value;
  }

  /** Takes the next turns of a kind, and returns which one the first of them is. */
  takeTurns(kind: string, count: number): number {
    const first = this.#turns.get(kind) ?? 0;
    this.#turns.set(kind, first + count);
    return first;
  }

  /** Notes what an exchange means for those that follow: a link that was made, what was read. */
  learnFrom(target: Target, exchange: Exchange): void {
    const { request, response } = exchange;
    this.memory.learnFrom(exchange, this.#context.now());
    if (request.method !== "GET") this.settling.noteWrite();
    if (response.status >= 300) return;
    this.served.add(request.operation.id);
    this.noteGrant(target, request);
  }

  /** Notes the link that a request may have made, so that it is uninstalled at the end. */
  noteGrant(target: Target, request: Request): void {
    if (request.operation.id !== "grantAccess") return;
    const { company_id, application_id } = pathParameters(request.operation.path, new URL(request.url).pathname);
    const link = { location: Number(company_id), application: Number(application_id) };
    this.links.set(linkKey(link), { ...link, target });
  }
}
