import type { WorldContext } from "../../world/context.ts";
import { type LinkMove, moveLink } from "../../world/links.ts";
import { olderDateTime } from "../../world/state.ts";
import type { InstallTrigger } from "../../world/transitions.ts";
import { denied, requireApplication, requireLink, requireLocation } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { bodyNumber, pathNumber } from "../call/input.ts";
import { type ApiReply, Refusal, succeeded } from "../call/replies.ts";

/** Moves a link, and returns the status to answer; a move that is answered with an error is refused. */
export function moveOrRefuse(context: WorldContext, on: InstallTrigger, move: LinkMove): number {
  const { answers, says = "Refused.", when = "always" } = moveLink(context, on, move);
  const why = when === "always" ? says : `${when}, at Location ${move.locationId}`;
  if (answers >= 400) throw new Refusal(answers, says, { why });
  return answers;
}

export function grantAccess(call: ApiCall): ApiReply {
  const { id: locationId } = requireLocation(call, pathNumber(call, "company_id"));
  const application = requireApplication(call, pathNumber(call, "application_id"));
  const mayManageUserRights = call.behaviour.access.userMay(call, locationId, "manage user rights");
  return succeeded(null, [], moveOrRefuse(call, "grant_access", { locationId, application, mayManageUserRights }));
}

export function confirmInstallation(call: ApiCall): ApiReply {
  const { id: locationId } = requireLocation(call, bodyNumber(call, "salon_id"));
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  return succeeded(null, [], moveOrRefuse(call, "callback", { locationId, application }));
}

export function uninstall(call: ApiCall): ApiReply {
  const application = requireApplication(call, pathNumber(call, "application_id"));
  const { id: locationId } = requireLocation(call, pathNumber(call, "location_id"));
  return succeeded(null, [], moveOrRefuse(call, "uninstall", { locationId, application }));
}

export function readInstallationStatus(call: ApiCall): ApiReply {
  const application = requireApplication(call, pathNumber(call, "application_id"));
  const { state, createdAt, payments, logs } = requireLink(call, pathNumber(call, "location_id"), application);
  return succeeded({ connection_status: { status: state, created_at: olderDateTime(createdAt) }, payments, logs });
}

/** A user sees a Location with any right to its data. */
const sees = (call: ApiCall, id: number): boolean =>
  (["calls", "clients"] as const).some((right) => call.behaviour.access.userMay(call, id, right));

/** The Locations that a user sees; for a system user, those where its application is active. */
export function listCompanies(call: ApiCall): ApiReply {
  const visible = call.world.people.locations.filter(({ id }) => sees(call, id));
  return succeeded(
    visible.map(({ id, title, chainId }) => ({ id, title, main_group_id: chainId })),
    { total_count: visible.length },
  );
}

export function listPermissions(call: ApiCall): ApiReply {
  const location = requireLocation(call, pathNumber(call, "company_id"));
  if (!sees(call, location.id)) throw denied(call, `the user has no right at Location ${location.id}`);
  requireApplication(call, pathNumber(call, "application_id"));
  return succeeded([
    { slug: "calls", title: "Call history" },
    { slug: "clients", title: "Clients" },
  ]);
}
