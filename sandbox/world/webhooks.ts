import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type { FailedDelivery, WorldBehaviour } from "./behaviour.ts";
import type { Clock } from "./clock.ts";
import { seconds } from "./data/durations.ts";
import type { Notice } from "./notices.ts";
import type { DeliveryFailure, StoredDelivery } from "./state.ts";
import type { SandboxWorld } from "./world.ts";

/** The time that an advancing clock waits for a receiver if nothing else is said, in milliseconds of real time. */
const usualCourtesy = 500;

/** In how many parts it waits: a process that was held up gives a receiver within it as many turns as any other. */
const beats = 20;

/** The time that the body of a receiver's answer may take, in milliseconds of real time. */
const bodyPatience = 500;

/** Takes whatever certificate a receiver shows. */
const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } });

/** The number of bytes of a receiver's answer that are read to keep its connection: more than any receiver needs. */
const bodyMaximum = 100_000;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The rules of sending webhooks. */
type DispatchBehaviour = Pick<WorldBehaviour, "policy" | "notices" | "retryAfter">;

/** Who hears of deliveries. */
interface DispatchListeners {
  /** A delivery has changed. */
  onChange: () => void;
  /** A delivery is queued, or has ended. */
  onDelivery: (delivery: StoredDelivery) => void;
}

interface DispatchOptions extends DispatchListeners {
  courtesy?: number | undefined;
}

/** Sends webhooks when they fall due, and records what becomes of each. */
export class Dispatcher {
  readonly #clock: Clock;
  readonly #behaviour: DispatchBehaviour;
  readonly #world: SandboxWorld;
  readonly #listeners: DispatchListeners;
  readonly #courtesy: number;
  readonly #ending = new AbortController();

  constructor(
    world: SandboxWorld,
    clock: Clock,
    behaviour: DispatchBehaviour,
    { courtesy = usualCourtesy, ...listeners }: DispatchOptions,
  ) {
    this.#world = world;
    this.#clock = clock;
    this.#behaviour = behaviour;
    this.#listeners = listeners;
    this.#courtesy = courtesy;
  }

  /** Takes up the deliveries that a restart interrupted. */
  resume(): void {
    for (const delivery of this.#world.state.deliveries) if (delivery.outcome === "pending") this.#resume(delivery);
  }

  /** Queues a webhook. */
  emit(notice: Notice): void {
    const now = this.#clock.now();
    const reshaped = this.#behaviour.notices.reduce(
      (notices, reshape) => notices.flatMap((each) => reshape(each, now)),
      [notice],
    );
    for (const each of reshaped) this.#queue(each, 0);
  }

  /** Sends a webhook again at once, as it was sent; returns the new delivery. */
  resend({ url, resource, resource_id, method, headers, body }: StoredDelivery): StoredDelivery {
    const now = this.#clock.now();
    const again: StoredDelivery = {
      id: this.#world.nextId(),
      url,
      resource,
      resource_id,
      queued_at: this.#clock.iso(now),
      sent_at: null,
      ended_at: null,
      outcome: "pending",
      reason: null,
      due: now,
      method,
      headers,
      body,
    };
    this.#world.state.deliveries.push(again);
    this.#listeners.onDelivery(again);
    void this.#send(again, () => undefined);
    return again;
  }

  /** Aborts everything that is under way. */
  end(): void {
    this.#ending.abort();
  }

  #queue(notice: Notice, earlier: number): void {
    const now = this.#clock.now();
    const delivery: StoredDelivery = {
      id: this.#world.nextId(),
      url: notice.url,
      resource: String(notice.body.resource ?? notice.event),
      resource_id: notice.body.resource_id ?? null,
      queued_at: this.#clock.iso(now),
      sent_at: null,
      ended_at: null,
      outcome: "pending",
      reason: null,
      due: now + notice.delay,
      method: notice.method,
      headers: notice.headers,
      body: JSON.stringify(notice.body),
    };
    this.#world.state.deliveries.push(delivery);
    this.#listeners.onDelivery(delivery);
    this.#clock.at(delivery.due, () => this.#send(delivery, (failure) => this.#retry({ notice, earlier, failure })));
  }

  #resume(delivery: StoredDelivery): void {
    if (delivery.sent_at) this.#finish(delivery, "failed", "the sandbox was restarted");
    else this.#clock.at(delivery.due, () => this.#send(delivery, () => undefined));
  }

  #retry(failed: FailedDelivery): void {
    const delay = this.#behaviour.retryAfter(failed);
    if (delay !== undefined) this.#queue({ ...failed.notice, delay }, failed.earlier + 1);
  }

  /** Sends a webhook; resolves when it is answered, or when an advancing clock has waited long enough. */
  async #send(delivery: StoredDelivery, onFailure: (failure: DeliveryFailure) => void): Promise<void> {
    const sent = this.#clock.now();
    delivery.sent_at = this.#clock.iso(sent);
    // Saved before it is sent: after a crash it must not be sent a second time.
    this.#listeners.onChange();
    const abort = new AbortController();
    const finish = (reason: string | null, failure?: DeliveryFailure) => {
      if (delivery.outcome !== "pending") return;
      cancelTimeout();
      this.#finish(delivery, failure ? "failed" : "delivered", reason);
      if (failure) onFailure(failure);
    };
    const { webhookTimeout } = this.#behaviour.policy;
    const cancelTimeout = this.#clock.at(sent + webhookTimeout, () => {
      abort.abort();
      finish(`no answer within ${webhookTimeout / seconds(1)} seconds`, "timeout");
    });
    const answered = this.#post(delivery, abort.signal).then(
      (status) => (isSuccess(status) ? finish(null) : finish(`answered ${status}`, status)),
      (error: Error & { code?: string }) =>
        finish(`not reached: ${error.code ?? error.message}`, error.code === "ECONNREFUSED" ? "refused" : "broken"),
    );
    const isAnswered = answered.then(() => true);
    for (let beat = 0; beat < beats; beat++)
      if (await Promise.race([isAnswered, sleep(this.#courtesy / beats, false)])) break;
  }

  /** The status that a receiver answers with. */
  async #post({ url, method, headers, body }: StoredDelivery, signal: AbortSignal): Promise<number> {
    const answer = await request(url, {
      method: method as "POST",
      headers,
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(this.#behaviour.policy.trustsAnyReceiver ? { dispatcher: anyCertificate } : {}),
      signal: AbortSignal.any([signal, this.#ending.signal]),
    });
    // Only the status counts: a body that is long or never ends is dropped together with its connection.
    answer.body.dump({ limit: bodyMaximum, signal: AbortSignal.timeout(bodyPatience) }).catch(() => undefined);
    return answer.statusCode;
  }

  #finish(delivery: StoredDelivery, outcome: "delivered" | "failed", reason: string | null): void {
    Object.assign(delivery, { outcome, reason, ended_at: this.#clock.iso() });
    this.#listeners.onChange();
    this.#listeners.onDelivery(delivery);
  }
}
