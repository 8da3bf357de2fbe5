import { seconds } from "../../base/durations.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import type { Control, ControlDescription } from "../../harness/control/control.ts";
import {
  type CallFields,
  type ControlCallName,
  ControlRefusal,
  isControlError,
} from "../../harness/control/control-calls.ts";
import { type Client, NoAnswer } from "../../harness/http/client.ts";
import { type Choices, requestFor } from "../../harness/http/requests.ts";
import type { Receiver } from "../../harness/receiver.ts";
import type { Session } from "../../harness/session.ts";
import type { Fixtures, Target } from "../../harness/target.ts";
import { operationById } from "../schedule/run/operation-by-id.ts";
import { authorizationOf, type Role } from "../schedule/run/roles.ts";

/** Something that a call does not do as the protocol says, and what to do about it. */
interface CallMistake {
  found: string;
  mend: string;
}

/** Notes on one call: where it is wrong, and what could not be seen. */
export interface CallNotes {
  wrong: CallMistake[];
  unseen: string[];
}

/** The time that a write may take to be seen by a read (reading 29). */
const settlingTime = seconds(2);

/** Thrown where a check lacks something. */
class Unseen extends Error {
  override name = "Unseen";
}

/** Tries the calls of a control protocol on a target, and notes what each does. */
export class ControlChecker {
  readonly session: Session;
  readonly control: Control;
  readonly description: ControlDescription;
  readonly client: Client;
  readonly receiver: Receiver;
  readonly notes = new Map<ControlCallName, CallNotes>();
  #target: Target;

  constructor(
    parts: Pick<ControlChecker, "session" | "control" | "description" | "client" | "receiver">,
    target: Target,
  ) {
    this.session = parts.session;
    this.control = parts.control;
    this.description = parts.description;
    this.client = parts.client;
    this.receiver = parts.receiver;
    this.#target = target;
  }

  get target(): Target {
    return this.#target;
  }

  /** Begins anew, where the target can be reset. */
  async reset(): Promise<void> {
    this.#target = await this.session.open(1);
    this.receiver.arrivals.length = 0;
  }

  notesOf(call: ControlCallName): CallNotes {
    const notes = this.notes.get(call) ?? { wrong: [], unseen: [] };
    this.notes.set(call, notes);
    return notes;
  }

  /** Notes what is wrong with a call unless something holds. */
  expect(call: ControlCallName, holds: boolean, found: string, mend: string): void {
    if (!holds) this.notesOf(call).wrong.push({ found, mend });
  }

  /** Makes a check of a call; what it lacks is noted, and what the control protocol says of itself is too. */
  async try(call: ControlCallName, check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (error instanceof Unseen) this.notesOf(call).unseen.push(error.message);
      else if (isControlError(error)) this.expect(call, false, error.message, "docs/control.md shows what it answers");
      else throw error;
    }
  }

  /** Ends a check that cannot be made. */
  unseen(what: string): never {
    throw new Unseen(what);
  }

  fixture<K extends keyof Fixtures>(name: K): Fixtures[K] {
    return this.#target.fixtures[name] ?? this.unseen(`the target names no fixtures.${name}`);
  }

  /** A call that makes no sense is refused, with a reason, and not answered as if it did. */
  async expectRefusal(call: ControlCallName, fields: CallFields, what: string): Promise<void> {
    const { port } = this.control;
    const error = await port.call(call, fields).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const refusal = `${what} is answered as if it made sense`;
    if (error === undefined) return this.expect(call, false, refusal, 'refuse it with 4xx and {"error": "…"}');
    if (!(error instanceof ControlRefusal))
      return this.expect(call, false, (error as Error).message, `refuse ${what} with 4xx and {"error": "…"}`);
    const { error: reason } = (readForeignJson(error.body ?? '{"error":"it throws"}') ?? {}) as { error?: unknown };
    this.expect(
      call,
      typeof reason === "string",
      `${what} is refused without a reason`,
      'answer {"error": "…"} with the 4xx',
    );
  }

  /** Sends a documented request to the target; whose token it carries is the role. */
  async ask(operation: string, role: Role, choices: Choices): Promise<{ status: number; json: unknown }> {
    const { credentials, urls } = this.#target;
    const documented = operationById(operation);
    if (!urls[documented.address as keyof typeof urls]) this.unseen(`the target names no urls.${documented.address}`);
    if (!credentials[role]) this.unseen(`the target names no credentials.${role}`);
    const authorization = authorizationOf(role, credentials);
    try {
      const request = requestFor(documented, this.#target, { ...choices, authorization });
      const { response } = await this.client.send(request);
      return { status: response.status, json: readForeignJson(response.body) };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return this.unseen(`${documented.method} ${documented.path} gives no answer (${error.message})`);
    }
  }

  /** Sends a request whose answer the rest of a check builds on. */
  async need(operation: string, role: Role, choices: Choices, ...statuses: number[]): Promise<unknown> {
    const { status, json } = await this.ask(operation, role, choices);
    if (!statuses.includes(status)) this.unseen(`the target answers ${status} to ${operation}`);
    return json;
  }

  /** Reads something until it holds, or the time is over that a write may take to be seen. */
  async settled<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    const value = await read();
    if (holds(value)) return value;
    await this.session.timer.wait(settlingTime);
    return read();
  }

  /** Lets time pass until something has come, at most so many seconds: by the target's clock where it can be moved. */
  async until(hasCome: () => boolean, atMost: number): Promise<boolean> {
    const end = this.session.timer.now() + seconds(atMost);
    while (!hasCome() && this.session.timer.now() < end) await this.session.timer.wait(seconds(1));
    return hasCome();
  }
}
