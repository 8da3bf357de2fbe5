import type { Schema } from "../../base/json-schema.ts";
import type { Actor, Scope } from "../accounts/actor.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConsolePage, PageFrame } from "../pages/layout.ts";
import type { Partner } from "../partners/partners.ts";
import type { KeptRun } from "../runs/runs.ts";

/** Who may use a route: everybody; whoever is signed in; operators; or operators and the people of the partner that it is about. */
export type RouteAccess = "anyone" | "member" | "operator" | "own";

/** What a route is called with. */
export interface RouteCall {
  context: ConsoleContext;
  /** Who asks; routes for everybody may have nobody. */
  actor: Actor;
  isSignedIn: boolean;
  address: string;
  param: (name: string) => string;
  query: (name: string) => string | undefined;
  header: (name: string) => string | undefined;
  /** The line that those of a page come before, where one is given. */
  before: number | undefined;
  /** A field of a form or of a JSON body, as text. */
  field: (name: string) => string;
  /** Every value of a field that may be given several times. */
  fields: (name: string) => string[];
  /** The partner or the run that the address names; the route is only called for those who may see it. */
  partner: Partner;
  run: KeptRun;
  /** Whether who asked would still be let in: nobody stays who signs out, or whose token or account ends. */
  isStillAllowed: () => Promise<boolean>;
  signal: AbortSignal;
}

/** What a route answers. */
export type RouteReply =
  | { page: ConsolePage; notice?: PageFrame["notice"]; status?: number }
  | { redirect: string; session?: string }
  | { json: unknown; status?: number }
  | { text: string; type: string; file?: string; isFrame?: true; isPublic?: true }
  | { stream: (write: (event: ServerSentEvent) => Promise<void>) => Promise<void> };

/** One event of a stream. */
export interface ServerSentEvent {
  event: string;
  data: string;
  id?: string;
}

/** One route. */
export interface ConsoleRoute {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With names of parameters after colons. */
  path: string;
  may: RouteAccess;
  /** What a machine's token must be good for; reading where a route only reads. */
  scope?: Scope;
  act: (call: RouteCall) => Promise<RouteReply> | RouteReply;
  /** What the API's description says of it. */
  operation?: OperationFacts;
}

/** An operation of the API, as its description has it. */
export interface OperationFacts {
  id: string;
  summary: string;
  /** Whether `before` leads to older items. */
  isPaged?: true;
  /** The JSON Schema of the body, where it takes one. */
  body?: Schema;
  /** The status of success, and the JSON Schema of its answer. */
  status?: 200 | 201 | 202;
  answer: Schema;
}
