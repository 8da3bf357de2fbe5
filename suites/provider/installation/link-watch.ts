import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import type { InstallState } from "../../../specs/install-machine.ts";
import { itemsOf } from "../run/answers.ts";
import { callForAllData, dataAnswers } from "../run/calls-for-data.ts";
import { isLinkedState } from "../run/installing.ts";
import {
  awaitLifecycleEvent,
  checkLifecycleEvent,
  checkNoLifecycleEvent,
  type LifecycleEvent,
  lifecyclePath,
} from "../run/lifecycle.ts";
import type { LinkId } from "../run/link-id.ts";
import { describeReading, readStatus, type StatusReading } from "../run/link-status.ts";
import type { World } from "../run/world.ts";

/** What a step must have done, as far as it is told; what is left out is open. */
export interface Effects {
  /** What was done, in words. */
  occasion: string;
  /** The requirement that a wrong state breaks. */
  requirement: string;
  /** The state that the link has now; where it is left out, any but active. */
  state?: InstallState;
  /** Whether the state has just changed to this one, so that the log tells of it. */
  isChange?: boolean;
  data?: "served" | "refused";
  isListed?: boolean;
  /** The lifecycle event that is sent; `none of both` where neither may be, `no freeze` where the other one is open. */
  event: LifecycleEvent | "none of both" | "no freeze";
}

/** How many items of the list of connected Locations are asked for: more than there are links, and fewer than the smallest page. */
const listSize = 10;

/** Reads what the list of connected Locations has on its first page: while it is not known whether that is page 1 or 0, on both. */
async function readEitherPage(world: World, application_id: number): Promise<{ pages: Item[][]; last: Exchange }> {
  const operation = "listConnectedLocations";
  const request = (page: number) =>
    world.request(operation, { path: { application_id }, query: { page, count: listSize }, as: "partner_token" });
  const known = world.run.firstPages.get(operation);
  const last = await request(known ?? 1);
  const items = itemsOf(last);
  const others = known === undefined ? itemsOf(await request(0)) : undefined;
  return { pages: [items, others].filter((page) => page !== undefined), last };
}

/** Watches everything that can be seen of one link: its status at both addresses, log, lifecycle events, data calls, and the list of Locations. */
export class LinkWatch {
  readonly #world: World;
  readonly #receiver: Receiver;
  readonly #link: LinkId;
  #logs: StatusReading["logs"] = [];

  constructor(world: World, receiver: Receiver, link: LinkId) {
    this.#world = world;
    this.#receiver = receiver;
    this.#link = link;
  }

  /** Forgets the lifecycle events that what was done so far has sent, and remembers the log as it is. */
  async begin(): Promise<void> {
    await awaitLifecycleEvent(this.#world);
    this.#receiver.arrivals.length = 0;
    const reading = await readStatus(this.#world, this.#link);
    // What becomes of a link shows something only where it was told before.
    if (!isLinkedState(reading.state)) throw new Untestable(`the status reads ${describeReading(reading)}`);
    this.#logs = reading.logs;
  }

  /** Judges what a step has done; waits first, so that every effect had time to show. */
  async check(effects: Effects): Promise<StatusReading> {
    await awaitLifecycleEvent(this.#world);
    this.#checkEvents(effects);
    const reading = await this.#checkStatus(effects);
    if (effects.data) await this.checkData(effects.data);
    if (effects.isListed !== undefined) await this.checkListed(effects.isListed);
    return reading;
  }

  /** Judges whether data calls for the Location are served or refused. */
  async checkData(expected: "served" | "refused"): Promise<void> {
    if (this.#world.target.credentials.system_user_token === undefined) return;
    const { served } = this.#world.run;
    for (const exchange of await callForAllData(this.#world, this.#link.location, expected))
      if (expected === "served") this.#world.checkStatus("INST-18", exchange, ...dataAnswers.served);
      // A refusal shows something only of calls that are served elsewhere.
      else if (served.has(exchange.request.operation.id))
        this.#world.checkStatus("INST-17", exchange, ...dataAnswers.refused);
  }

  /** Judges whether the list of connected Locations holds the Location; without seeding, the list may be too long to tell. */
  async checkListed(isListed: boolean): Promise<void> {
    if (!this.#world.can("seed")) return;
    const { pages, last } = await readEitherPage(this.#world, this.#link.application);
    if (pages.length === 0) return;
    const times = Math.max(...pages.map((items) => items.filter(({ id }) => id === this.#link.location).length));
    this.#world.check("LOC-8", times === Number(isListed), {
      exchange: last,
      found: `a list with the Location ${this.#link.location} ${counted(times, "time")}`,
      expected: isListed ? "the Location once, which is active" : "no Location that is not linked",
      pointer: "/data",
    });
  }

  #checkEvents({ event, occasion }: Effects): void {
    const sent = this.#receiver.arrivals.splice(0).filter(({ path }) => path === lifecyclePath);
    if (event === "none of both") checkNoLifecycleEvent(this.#world, sent, occasion);
    else if (event === "no freeze") checkNoLifecycleEvent(this.#world, sent, occasion, ["freeze"]);
    else checkLifecycleEvent(this.#world, sent, event, occasion);
  }

  async #checkStatus({ requirement, state, isChange, occasion }: Effects): Promise<StatusReading> {
    const reading = await readStatus(this.#world, this.#link);
    const holds = state === undefined ? reading.state !== "active" : reading.state === state;
    this.#world.check(requirement, holds, {
      exchange: reading.exchange,
      found: `${describeReading(reading)} after ${occasion}`,
      expected: state === undefined ? "a link that is not active" : `a link that is "${state}"`,
    });
    const inFlow = await readStatus(this.#world, this.#link, "readInstallationStatusInFlow");
    if (reading.state !== undefined || inFlow.state !== undefined)
      this.#world.check("INST-26", summaryOf(inFlow) === summaryOf(reading), {
        exchange: inFlow.exchange,
        found: `${summaryOf(inFlow)} after ${occasion}`,
        expected: `${summaryOf(reading)}, as on the main host`,
      });
    if (isChange && holds && state) this.#checkLog(reading, state, occasion);
    this.#logs = reading.logs;
    return reading;
  }

  /** Judges whether the log tells of a change; where it kept what it told before, it tells of one more. */
  #checkLog({ exchange, logs }: StatusReading, state: InstallState, occasion: string): void {
    const kept = new Set(logs.map((entry) => JSON.stringify(entry)));
    const isKept = this.#logs.every((entry) => kept.has(JSON.stringify(entry)));
    const count = (entries: StatusReading["logs"]) => entries.filter(({ status_to }) => status_to === state).length;
    const least = isKept ? count(this.#logs) + 1 : 1;
    this.#world.check("STAT-6", count(logs) >= least, {
      exchange,
      found: `${count(logs)} changes to ${state} after ${occasion}`,
      expected: `at least ${least}`,
      pointer: "/data/logs",
    });
  }
}

/** What both addresses must say alike. */
const summaryOf = ({ exchange: { response }, state, createdAt, logs, payments }: StatusReading): string =>
  response.status === 200
    ? `${String(state)} since ${String(createdAt)}, with ${logs.length} log entries and ${payments.length} payments`
    : `the status ${response.status}`;
