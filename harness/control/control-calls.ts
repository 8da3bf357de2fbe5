/** One call of the control protocol: how it is made over HTTP, and the capability that it belongs to. */
interface ProtocolCall {
  method: "GET" | "POST" | "DELETE";
  path: string;
  capability?: string;
  /** The part of docs/schemas/control.schema.json that describes its answer. */
  answer: string;
}

/** Every call of the control protocol. */
export const controlCalls = {
  describe: { method: "GET", path: "/", answer: "description" },
  reset: { method: "POST", path: "/reset", capability: "reset", answer: "reset" },
  advance: { method: "POST", path: "/clock/advance", capability: "clock", answer: "advance" },
  seed: { method: "POST", path: "/seed", capability: "seed", answer: "seed" },
  freeze: { method: "POST", path: "/links/freeze", capability: "links", answer: "anything" },
  disable: { method: "POST", path: "/links/disable", capability: "links", answer: "anything" },
  applications: { method: "POST", path: "/applications", capability: "hooks", answer: "anything" },
  hooks: { method: "POST", path: "/hooks", capability: "hooks", answer: "anything" },
  emit: { method: "POST", path: "/events", capability: "events", answer: "emit" },
  deliveries: { method: "GET", path: "/deliveries", capability: "deliveries", answer: "deliveries" },
  resend: { method: "POST", path: "/deliveries/resend", capability: "deliveries", answer: "anything" },
  traffic: { method: "GET", path: "/traffic", capability: "traffic", answer: "traffic" },
  replies: { method: "POST", path: "/replies", capability: "replies", answer: "anything" },
  removeReplies: { method: "DELETE", path: "/replies", capability: "replies", answer: "anything" },
} as const satisfies Record<string, ProtocolCall>;

/** Where the clock is moved, which changes no record. */
export const clockPath = controlCalls.advance.path;

/** Where a fresh world is asked for. */
export const resetPath = controlCalls.reset.path;

export type ControlCallName = keyof typeof controlCalls;

/** The fields of a call: the body of a POST, the query of a GET. */
export type CallFields = Readonly<Record<string, unknown>>;

/** A way to make calls of the control protocol: over HTTP, or to the functions of an adapter. */
export interface ControlPort {
  /** The key of the profile that leads here. */
  key: "control.url" | "control.adapter";
  /** True if our own sandbox answers, which tests check against the protocol. */
  isOwn?: boolean;
  /** An address, or a module. */
  place: string;
  /** A call by its short name, such as `POST /seed`. */
  labelOf(call: ControlCallName): string;
  /** A call as a complaint names it: who is asked, and what. */
  nameOf(call: ControlCallName): string;
  /** Makes a call; what comes back is not looked at yet. */
  call(call: ControlCallName, fields?: CallFields): Promise<unknown>;
}

/** The target refuses a call of its control protocol, such as one about something that does not exist in its world. */
export class ControlRefusal extends Error {
  override name = "ControlRefusal";
  /** The body of the answer, where there is one. */
  readonly body: string | undefined;

  constructor(message: string, body?: string) {
    super(message);
    this.body = body;
  }
}

/** The control protocol does not work: it is not there, keeps silent, fails, or answers what it must not. */
export class ControlFailure extends Error {
  override name = "ControlFailure";
}

/** No one answers a call of the control protocol. */
export class ControlSilence extends ControlFailure {
  override name = "ControlSilence";
  /** Where it was asked, what, and why there is no answer. */
  readonly asked: { url: string; what: string; reason: string };

  constructor(message: string, asked: ControlSilence["asked"]) {
    super(message);
    this.asked = asked;
  }
}

/** True if an error is the control protocol's, so that what needed it cannot be judged. */
export const isControlError = (error: unknown): error is ControlRefusal | ControlFailure =>
  error instanceof ControlRefusal || error instanceof ControlFailure;
