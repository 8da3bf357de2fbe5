import { basename } from "node:path";
import type { Control } from "../../../harness/control/control.ts";
import { clockPath, resetPath } from "../../../harness/control/control-calls.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { Target } from "../../../harness/target.ts";
import type { FedEntry } from "../../../record/journal.ts";
import { readOverlayFiles } from "../../../specs/overlays/overlays.ts";
import { Judgement } from "../../judging/judgement.ts";
import type { WebhookLog } from "../../judging/webhooks.ts";
import { type LinkId, linkKey } from "../../model/link-id.ts";
import type { Model } from "../../model/model.ts";
import { pathParameters } from "../../rules/exchange-view.ts";
import type { Budget } from "./budget.ts";
import type { Context } from "./context.ts";
import { Memory } from "./memory.ts";
import { Settling } from "./settling.ts";

/** A world of a target as the model is fed with it. */
const worldOf = ({ credentials, fixtures }: Target) => ({ kind: "world" as const, credentials, fixtures });

/** Facts that a run has learned of its target. */
export class Facts {
  /** Everything that is known of the target's world, and who judges by it. */
  readonly judgement: Judgement;
  /** Reads in the world that the run is in. */
  readonly memory = new Memory();
  readonly settling: Settling;
  isV3Live: boolean | undefined;
  /** The links that this run made in the world that it is in, with the target as it was then. */
  readonly links = new Map<string, LinkId & { target: Target }>();
  /** The operations that were served at least once: only of those does a refusal show something. */
  readonly served = new Set<string>();
  /** The first cursor that this run was given for the Location, and when. */
  firstCursor: { cursor: string; at: number } | undefined;
  /** The number of times that something was set aside because it moved while it was read. */
  moved = 0;
  /** The number of times that mistakes of each kind were made. */
  readonly #turns = new Map<string, number>();
  readonly #context: Context;

  constructor(context: Context, budget: Budget, target: Target) {
    const { session, journal } = context;
    this.#context = context;
    const settle = target.settle ?? 0;
    this.settling = new Settling(settle, budget);
    const abilities = { reset: session.can("reset"), clock: session.can("clock") };
    this.judgement = new Judgement(target, abilities);
    this.model.onTransition = (id, after) => journal.write({ kind: "transition", id, after });
    const overlays = readOverlayFiles(session.written.overlays ?? []).map(({ file, text }) => ({
      file: basename(file),
      text,
    }));
    context.recorder.recordFed({ ...worldOf(target), abilities: { ...abilities, settle, overlays } });
    budget.onAdvance = () => this.feed({ kind: "moment", clock: context.now() });
    if (session.control) this.#listenTo(session.control);
  }

  get model(): Model {
    return this.judgement.model;
  }

  /** Feeds the model, and records with what; a log takes what webhooks show after that. */
  feed(entry: FedEntry, log?: WebhookLog): void {
    this.#context.recorder.recordFed(entry);
    this.judgement.take(entry, log);
  }

  /** Learns from every call of the control protocol. */
  #listenTo(control: Control): void {
    const now = () => this.#context.now();
    let earliest = now();
    control.onChange = ({ path, body }) => {
      earliest = now();
      this.feed({ kind: "control", path, body });
    };
    control.onWrite = () => this.settling.noteWrite();
    control.onChanged = ({ path }, answer) => {
      if (path === clockPath) return;
      this.feed({ kind: "answer", path, ...(path === resetPath ? {} : { answer }), moment: [earliest, now()] });
    };
    control.onDeliveries = (deliveries) => this.feed({ kind: "deliveries", deliveries, clock: now() });
  }

  /** Opens a world: a fresh one where the target can be reset, and the only one elsewhere. */
  async openWorld(seed = this.#context.seed): Promise<Target> {
    const { session } = this.#context;
    const target = await session.open(seed);
    if (session.can("reset")) {
      this.feed(worldOf(target));
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
