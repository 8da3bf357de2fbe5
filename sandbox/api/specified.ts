import { specifiedWorld } from "../world/behaviour.ts";
import type { Policy } from "../world/policy.ts";
import { access } from "./call/access.ts";
import type { Behaviour } from "./call/behaviour.ts";
import { routes } from "./routes.ts";

/** The behaviour that the specification describes, with our choices where it is silent. */
export const specified = (policy: Partial<Policy> = {}): Behaviour => ({
  ...specifiedWorld(policy),
  access,
  routes,
  replies: [],
});
