import type { Location } from "../../world/data/locations.ts";
import { type RegisteredApplication, type Right, v3Scope } from "../../world/people.ts";
import type { StoredLink } from "../../world/state.ts";
import type { Access, ApiCall } from "./call.ts";
import { Refusal } from "./replies.ts";

/** Access as the specification describes it. */
export const access: Access = {
  dataStates: ["active"],
  form: /^(\w+) ([^\s,]+)(?:, ?User ([^\s,]+))?$/,
  schemeIsKnown: (_, scheme) => scheme === "Bearer",
  partnerIsKnown: ({ world }, token) => world.people.partners.has(token),
  userIsKnown: ({ world }, token) => world.people.users.has(token),
  credentialIsKnown: ({ world }, token) => world.people.v3.has(token),
  credentialHasScope: ({ caller: { credential } }) =>
    credential.kind !== "OAuth2" || credential.scopes.includes(v3Scope),
  credentialSees: ({ caller: { credential } }, locationId) => credential.locations.has(locationId),
  partnerOwns: ({ caller }, application) => application.partnerToken === caller.partner,
  /** A user has rights of its own; what a system user may do depends on the state of its application's link. */
  userMay: ({ caller: { user }, world, behaviour }, locationId, right) => {
    if (user.systemOf === undefined) return user.rights.get(locationId)?.has(right) ?? false;
    const state = world.link(locationId, user.systemOf)?.state;
    return right !== "manage user rights" && behaviour.access.dataStates.includes(state);
  },
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  outOfReach: 404,
};

/** A refusal for lack of a right. */
export const denied = ({ behaviour }: ApiCall, why: string, message = "Access denied."): Refusal =>
  new Refusal(behaviour.access.forbidden, message, { why });

/** A refusal because something does not exist. */
export const notFound = ({ behaviour }: ApiCall, message: string): Refusal =>
  new Refusal(behaviour.access.unknown, message);

/** A Location that exists. */
export function requireLocation(call: ApiCall, id: number): Location {
  const location = call.world.location(id);
  if (!location) throw notFound(call, "Location not found.");
  return location;
}

/** An application that exists and belongs to the calling partner. */
export function requireApplication(call: ApiCall, id: number): RegisteredApplication {
  const application = call.world.people.applications.get(id);
  if (!application) throw notFound(call, "Application not found.");
  if (!call.behaviour.access.partnerOwns(call, application))
    throw denied(call, `application ${id} belongs to another partner`);
  return application;
}

/** A link that exists, or once existed. */
export function requireLink(call: ApiCall, locationId: number, application: RegisteredApplication): StoredLink {
  requireLocation(call, locationId);
  const link = call.world.link(locationId, application.id);
  if (!link) throw notFound(call, "The application was never connected to this location.");
  return link;
}

/** Refuses a user who lacks a right at a Location. */
export function requireRight(call: ApiCall, locationId: number, right: Right): void {
  if (!call.behaviour.access.userMay(call, locationId, right)) throw denied(call, whyNot(call, locationId, right));
}

/** Why a user lacks a right. */
function whyNot({ caller: { user }, world }: ApiCall, locationId: number, right: Right): string {
  if (user.systemOf === undefined) return `the user lacks the right to ${right} at Location ${locationId}`;
  if (right === "manage user rights") return "a system user may not manage user rights";
  const state = world.link(locationId, user.systemOf)?.state ?? "uninstalled";
  return `application ${user.systemOf} of this system user is ${state} at Location ${locationId}`;
}
