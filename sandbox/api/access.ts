import type { Application, Right } from "../world/people.ts";
import type { State } from "../world/transitions.ts";
import type { Call } from "./call.ts";
import { Refusal } from "./server/replies.ts";

/** Who may do what: each rule of access, by itself. */
export const access = {
  /** The states of a link in which its system user may make data calls. */
  dataStates: ["active"] as readonly (State | undefined)[],
  /** The schemes that an Authorization header may use. */
  schemes: ["Bearer"] as readonly string[],
  /** A partner token that was issued. */
  partnerIsKnown: (call: Call, token: string): boolean => call.world.people.partners.has(token),
  userIsKnown: (call: Call, token: string): boolean => call.world.people.users.has(token),
  credentialIsKnown: (call: Call, token: string): boolean => call.world.people.v3.has(token),
  credentialHasScope: ({ caller: { credential } }: Call): boolean =>
    credential.kind !== "OAuth2" || credential.scopes.includes("locations:read"),
  credentialSees: ({ caller: { credential } }: Call, locationId: number): boolean =>
    credential.locations.has(locationId),
  partnerOwns: ({ caller }: Call, application: Application): boolean => application.partnerToken === caller.partner,
  /** A user's own right, or, for a system user, the state of its application's link. */
  userMay: ({ caller: { user }, world, behaviour }: Call, locationId: number, right: Right): boolean => {
    if (user.systemOf === undefined) return user.rights.get(locationId)?.has(right) ?? false;
    const state = world.link(locationId, user.systemOf)?.state;
    return right !== "manage user rights" && behaviour.access.dataStates.includes(state);
  },
  /** The statuses of refusals. */
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  outOfReach: 404,
};

export type Access = typeof access;

/** A Location that exists. */
export function requireLocation(call: Call, id: number) {
  const location = call.world.location(id);
  if (!location) throw new Refusal(call.behaviour.access.unknown, "Location not found.");
  return location;
}

/** An application that exists and belongs to the calling partner. */
export function requireApplication(call: Call, id: number): Application {
  const application = call.world.people.applications.get(id);
  if (!application) throw new Refusal(call.behaviour.access.unknown, "Application not found.");
  if (!call.behaviour.access.partnerOwns(call, application))
    throw new Refusal(call.behaviour.access.forbidden, "Access denied.");
  return application;
}

/** A user who has a right at a Location. */
export function requireRight(call: Call, locationId: number, right: Right): void {
  if (!call.behaviour.access.userMay(call, locationId, right))
    throw new Refusal(call.behaviour.access.forbidden, "Access denied.");
}
