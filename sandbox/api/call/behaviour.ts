import type { Address } from "../../../specs/operations.ts";
import type { ApiCall, HandlerBehaviour, ServedSurface } from "./call.ts";
import type { ApiReply } from "./replies.ts";

/** How a route is authenticated. */
export type Scheme = "BearerPartner" | "BearerPartnerUser" | "v3" | "none";

/** One operation that is served; the specification holds its method, path and address. */
export interface Route {
  operation: string;
  scheme: Scheme;
  handle: (call: ApiCall) => ApiReply;
  /** Another address than the specification's. */
  at?: Address;
  /** Where it is served, if the specification does not say. */
  place?: { method: string; address: Address; path: string };
}

/** Everything the sandbox goes by, as tables. A fault replaces an entry of one of them, and no code. */
export interface Behaviour extends HandlerBehaviour {
  routes: readonly Route[];
  /** Changes to each reply before it is sent. */
  replies: readonly ((reply: ApiReply, call: ApiCall) => ApiReply)[];
  /** How each reply is sent, planned ones too, by the surface and the codings that the request accepts. */
  sending?: (reply: ApiReply, asked: { surface: ServedSurface; accepted: string }) => ApiReply;
  /** Other tables for some calls, where a fault shows only now and then; a call is looked at before its sender is known. */
  instead?: (call: ApiCall) => Behaviour | undefined;
  /** Lets calls wait for each other before they are answered, where a fault is a race. */
  meanwhile?: (call: ApiCall, answer: () => ApiReply) => Promise<ApiReply>;
}
