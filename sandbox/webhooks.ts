import { request } from "undici";
import type { Behaviour } from "./behaviour.ts";
import type { Clock } from "./world/clock.ts";
import type { Delivery } from "./world/state.ts";
import type { World } from "./world/world.ts";

/** One webhook to send. */
export interface Notice {
  event: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Milliseconds from the event to the sending. */
  delay: number;
}

/** What can go wrong with a delivery. */
type Fault = "status" | "timeout" | "unreachable";

/** How long a moving clock waits for a receiver, in real time. */
const courtesy = 500;

/** How much of a receiver's answer is read to keep its connection, in bytes: more than a receiver has to say. */
const bodyMaximum = 100_000;

const isFine = (status: number): boolean => status >= 200 && status < 300;

/** Sends webhooks when they fall due, and keeps what became of each. */
export class Dispatcher {
  readonly #clock: Clock;
  readonly #behaviour: Behaviour;
  readonly #world: World;
  readonly #onChange: () => void;
  readonly #ending = new AbortController();

  constructor(world: World, clock: Clock, behaviour: Behaviour, onChange: () => void) {
    this.#world = world;
    this.#clock = clock;
    this.#behaviour = behaviour;
    this.#onChange = onChange;
  }

  /** Takes up what a restart interrupted. */
  resume(): void {
    for (const delivery of this.#world.state.deliveries) if (delivery.outcome === "pending") this.#resume(delivery);
  }

  /** Queues a webhook. */
  emit(notice: Notice): void {
    const notices = this.#behaviour.notices.reduce<Notice[]>((all, reshape) => all.flatMap(reshape), [notice]);
    for (const one of notices) this.#queue(one, 0);
  }

  /** Gives up everything that is under way. */
  end(): void {
    this.#ending.abort();
  }

  #queue(notice: Notice, attempt: number): void {
    const now = this.#clock.now();
    const delivery: Delivery = {
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
    this.#clock.at(delivery.due, () => this.#send(delivery, (fault) => this.#retry(notice, attempt, fault)));
  }

  #resume(delivery: Delivery): void {
    if (delivery.sent_at) this.#finish(delivery, "failed", "the sandbox was restarted");
    else this.#clock.at(delivery.due, () => this.#send(delivery, () => undefined));
  }

  #retry(notice: Notice, attempt: number, fault: Fault): void {
    if (attempt < this.#behaviour.policy.webhookRetries[fault]) this.#queue(notice, attempt + 1);
  }

  /** Sends one; done when it is answered, or when a moving clock has waited long enough. */
  async #send(delivery: Delivery, onFailure: (fault: Fault) => void): Promise<void> {
    const sent = this.#clock.now();
    delivery.sent_at = this.#clock.iso(sent);
    // Written down before it is sent: after a kill it must not be sent a second time.
    this.#onChange();
    const abort = new AbortController();
    const finish = (reason: string | null, fault?: Fault) => {
      if (delivery.outcome !== "pending") return;
      callOff();
      this.#finish(delivery, fault ? "failed" : "delivered", reason);
      if (fault) onFailure(fault);
    };
    const { webhookTimeout } = this.#behaviour.policy;
    const callOff = this.#clock.at(sent + webhookTimeout, () => {
      abort.abort();
      finish(`no answer within ${webhookTimeout / 1000} seconds`, "timeout");
    });
    const answered = this.#post(delivery, abort.signal).then(
      (status) => (isFine(status) ? finish(null) : finish(`answered ${status}`, "status")),
      (error: Error & { code?: string }) => finish(`not reached: ${error.code ?? error.message}`, "unreachable"),
    );
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([answered, new Promise<void>((over) => (timer = setTimeout(over, courtesy)))]);
    clearTimeout(timer);
  }

  /** The status that a receiver answers. */
  async #post({ url, method, headers, body }: Delivery, signal: AbortSignal): Promise<number> {
    const answer = await request(url, {
      method: method as "POST",
      headers,
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: AbortSignal.any([signal, this.#ending.signal]),
    });
    // The status is the answer; a body that is long or never ends is left, with its connection.
    answer.body.dump({ limit: bodyMaximum, signal: AbortSignal.timeout(courtesy) }).catch(() => undefined);
    return answer.statusCode;
  }

  #finish(delivery: Delivery, outcome: "delivered" | "failed", reason: string | null): void {
    Object.assign(delivery, { outcome, reason, ended_at: this.#clock.iso() });
    this.#onChange();
  }
}
