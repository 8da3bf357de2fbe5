import type { InstallState } from "../../../specs/install-machine.ts";
import type { WorldBehaviour } from "../../world/behaviour.ts";
import type { WorldContext } from "../../world/context.ts";
import type { RegisteredApplication, Right, User, V3Credential } from "../../world/people.ts";

/** The surfaces that the sandbox serves, each on a port of its own. */
export type ServedSurface = "base" | "app" | "v3";

/** Who calls, as far as the route asks for it. */
export interface Caller {
  partner: string;
  user: User;
  credential: V3Credential;
}

/** One request, understood: which operation, with what, by whom. */
export interface ApiCall extends WorldContext {
  behaviour: HandlerBehaviour;
  operation: string;
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  caller: Caller;
}

/** The rules of handlers: the tables of the world, and the rights of callers. */
export interface HandlerBehaviour extends WorldBehaviour {
  access: Access;
}

/** Who may do what: each check by itself, and the status of each refusal. */
export interface Access {
  /** The states of a link in which its system user may make data calls. */
  dataStates: readonly (InstallState | undefined)[];
  /** The form of an Authorization header: a scheme, a token and, for some operations, a user's token. */
  form: RegExp;
  /** True if an Authorization header may use a scheme. */
  schemeIsKnown: (call: ApiCall, scheme: string) => boolean;
  partnerIsKnown: (call: ApiCall, token: string) => boolean;
  userIsKnown: (call: ApiCall, token: string) => boolean;
  credentialIsKnown: (call: ApiCall, token: string) => boolean;
  credentialHasScope: (call: ApiCall) => boolean;
  credentialSees: (call: ApiCall, locationId: number) => boolean;
  partnerOwns: (call: ApiCall, application: RegisteredApplication) => boolean;
  userMay: (call: ApiCall, locationId: number, right: Right) => boolean;
  /** A token is missing or unknown. */
  unauthenticated: number;
  /** The caller lacks a right. */
  forbidden: number;
  /** The status where the named thing does not exist. */
  unknown: number;
  /** The Location exists, but the v3 credential does not see it. */
  outOfReach: number;
}
