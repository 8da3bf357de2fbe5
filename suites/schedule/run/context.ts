import type { Request } from "../../../harness/exchange.ts";
import { Client } from "../../../harness/http/client.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Depth } from "../../../record/depth.ts";
import type { ExchangeEntry, Journal } from "../../../record/journal.ts";
import type { TimedExchange } from "../../judging/model-judge.ts";
import { ProfileDoubts } from "./doubts.ts";
import { ProviderPresence } from "./presence.ts";
import { Recorder } from "./recorder.ts";

/** How a run goes. */
export interface RunPlan {
  seed: number;
  depth: Depth;
  signal: AbortSignal;
  /** True if a requirement is to be judged; every one if left out. */
  isWanted?: (id: string) => boolean;
}

/** The surroundings of a run: the target's session, a client, a journal and the plan. */
export class Context {
  readonly session: Session;
  readonly client: Client;
  readonly recorder: Recorder;
  readonly presence: ProviderPresence;
  readonly seed: number;
  readonly depth: Depth;
  readonly isWanted: (id: string) => boolean;
  /** Closed when the run ends. */
  readonly closing: (() => Promise<void>)[] = [];
  /** Facts from the control protocol are not doubted. */
  readonly #doubts: ProfileDoubts | undefined;
  #signal: AbortSignal;

  constructor(session: Session, target: Target, plan: RunPlan, journal: Journal) {
    this.session = session;
    this.seed = plan.seed;
    this.depth = plan.depth;
    this.isWanted = plan.isWanted ?? (() => true);
    this.#signal = plan.signal;
    this.client = new Client(target, { interruption: plan.signal, bounds: session.bounds });
    const places = [...Object.values(target.urls), ...controlPlace(session)];
    this.presence = new ProviderPresence(this.client, places, session.bounds);
    this.recorder = new Recorder(session, journal);
    this.#doubts = session.can("reset") ? undefined : new ProfileDoubts(target);
  }

  get journal(): Journal {
    return this.recorder.journal;
  }

  /** Interrupts the run; a step that began before the clean-up goes on no longer than until then. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Goes on after an interruption, until another signal says stop. */
  outlive(signal: AbortSignal): void {
    this.#signal = signal;
    this.client.outlive(signal);
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.session.timer.now();
  }

  /** Sends a request, and records the exchange, and how it is judged. */
  async exchange(request: Request, judged?: ExchangeEntry["judged"], signal?: AbortSignal): Promise<TimedExchange> {
    const earliest = this.now();
    const exchange = await this.client.send(request, signal);
    this.#doubts?.note(exchange);
    if (exchange.response.status !== 429) this.presence.noteAnswer(request);
    const moment = { earliest, latest: this.now() };
    const timed = { exchange, moment, isPaced: !this.client.isBursting };
    this.recorder.recordExchange(timed, judged);
    return timed;
  }

  /** Reports what of the profile may be wrong, by what was never served. */
  reportDoubts(): void {
    for (const doubt of this.#doubts?.reported() ?? []) this.recorder.reportTrouble(doubt);
  }
}

/** The address of a control protocol, where it has one. */
export const controlPlace = ({ control }: Session): string[] =>
  control?.key === "control.url" ? [control.port.place] : [];
