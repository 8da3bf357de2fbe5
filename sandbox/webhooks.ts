import { request } from "undici";
import type { Behaviour } from "./behaviour.ts";
import type { Clock } from "./clock.ts";
import type { Delivery } from "./state.ts";
import type { World } from "./world.ts";

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

/** How long a moving clock waits for a receiver, in real time. */
const courtesy = 1000;

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
    for (const delivery of world.state.deliveries) if (delivery.outcome === "pending") this.#resume(delivery);
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
    this.#clock.at(delivery.due, () => this.#send(delivery, () => this.#retry(notice, attempt)));
  }

  #resume(delivery: Delivery): void {
    if (delivery.sent_at) this.#finish(delivery, "failed", "the sandbox was restarted");
    else this.#clock.at(delivery.due, () => this.#send(delivery, () => undefined));
  }

  #retry(notice: Notice, attempt: number): void {
    if (attempt < this.#behaviour.policy.webhookRetries) this.#queue(notice, attempt + 1);
  }

  /** Sends one; done when it is answered, or when a moving clock has waited long enough. */
  async #send(delivery: Delivery, onFailure: () => void): Promise<void> {
    const sent = this.#clock.now();
    delivery.sent_at = this.#clock.iso(sent);
    const abort = new AbortController();
    const callOff = this.#clock.at(sent + this.#behaviour.policy.webhookTimeout, () => {
      abort.abort();
      finish("failed", `no answer within ${this.#behaviour.policy.webhookTimeout / 1000} seconds`);
    });
    const finish = (outcome: "delivered" | "failed", reason: string | null) => {
      if (delivery.outcome !== "pending") return;
      callOff();
      this.#finish(delivery, outcome, reason);
      if (outcome === "failed") onFailure();
    };
    const answered = this.#post(delivery, abort.signal).then(
      (status) => finish(isFine(status) ? "delivered" : "failed", isFine(status) ? null : `answered ${status}`),
      (error: Error & { code?: string }) => finish("failed", `not reached: ${error.code ?? error.message}`),
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
    answer.body.on("error", () => undefined).resume();
    return answer.statusCode;
  }

  #finish(delivery: Delivery, outcome: "delivered" | "failed", reason: string | null): void {
    Object.assign(delivery, { outcome, reason, ended_at: this.#clock.iso() });
    this.#onChange();
  }
}
