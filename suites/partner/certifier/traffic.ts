import type { ReportedRequest } from "../../../harness/control/control.ts";
import { limit } from "../../../specs/limits.ts";
import type { CertificationContext } from "../context.ts";
import { Links } from "../requests/links.ts";
import { isCallback, type PartnerRequest, readRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { isOwn } from "./own-requests.ts";

/** The number of requests of a minute that leave room for more: an application that keeps the rate may hold back what goes beyond. */
const calmMinute = 0.9 * limit("rate_per_minute");

/** The requests of the application, and the links that came of them. */
export class Traffic {
  readonly requests: PartnerRequest[] = [];
  /** Requests about Locations of other certifications, which are not judged: the application may not know yet that their links have ended. */
  readonly strays = new Set<PartnerRequest>();
  readonly links = new Links();
  readonly #context: CertificationContext;
  readonly #known = new Map<number, PartnerRequest>();
  #after: number;
  #characters = 0;
  #missed = 0;

  constructor(context: CertificationContext) {
    this.#context = context;
    this.#after = context.trafficFrom;
  }

  /** The number of characters that it has sent. */
  get characters(): number {
    return this.#characters;
  }

  /** The number of its requests that were forgotten before they were read. */
  get missed(): number {
    return this.#missed;
  }

  /** When a minute has room for more requests, or had. */
  get hasRoomFrom(): number {
    return (this.requests.at(-calmMinute)?.at ?? Number.NEGATIVE_INFINITY) + 60_000;
  }

  /** Reads what has arrived since the last time. */
  read(): void {
    let firstOpen = Number.POSITIVE_INFINITY;
    for (const received of this.#context.traffic(this.#after)) {
      this.#countMissed(received.n);
      this.#after = received.n;
      if (isOwn(received.headers)) continue;
      const request = this.#keep(received);
      // An unanswered request is looked at again, unless its connection must have been closed by now.
      if (request.status === null && this.#context.clock.now() - request.at < milliseconds(times.maxRequest))
        firstOpen = Math.min(firstOpen, request.n);
    }
    this.#after = Math.min(this.#after, firstOpen - 1);
  }

  /** Drops strays that were taken for others until their bodies had come; scenarios count requests, so this is done after them. */
  dropStrays(): void {
    this.requests.splice(0, this.requests.length, ...this.requests.filter((request) => !this.strays.has(request)));
  }

  /** Counts what is no longer remembered before a request, unless it was seen with its answer. */
  #countMissed(before: number): void {
    for (let n = this.#after + 1; n < before; n++) if ((this.#known.get(n)?.status ?? null) === null) this.#missed++;
  }

  /** A request is first seen when its headers have come; its body and answer follow. */
  #keep(received: ReportedRequest): PartnerRequest {
    const known = this.#known.get(received.n);
    if (known && known.status === received.status && known.body === received.body) return known;
    const read = readRequest(received, this.#context.urls, this.#context.shownUrls);
    const request = known ? Object.assign(known, read) : read;
    this.#characters += received.url.length + received.body.length + received.headers.flat().join("").length;
    const isStray = request.location !== undefined && this.#context.isElsewhere(request.location);
    if (isStray) this.strays.add(request);
    if (!known) this.#known.set(request.n, request);
    if (!known && !isStray) this.requests.push(request);
    if (!isStray && isCallback(request)) this.links.callback(request);
    if (!isStray) this.links.uninstalledByPartner(request);
    return request;
  }
}
