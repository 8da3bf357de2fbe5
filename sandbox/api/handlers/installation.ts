import { moveLink, requireLink } from "../../links.ts";
import { locations } from "../../world/data/locations.ts";
import { localTime } from "../../world/state.ts";
import { requireApplication, requireLocation } from "../access.ts";
import type { Call } from "../call.ts";
import { bodyNumber, pathNumber } from "../server/input.ts";
import { Refusal, type Reply, succeeded } from "../server/replies.ts";

/** Answers as a row of the install machine says. */
function answer({ answers, says }: { answers: number; says?: string }, data: unknown): Reply {
  if (answers >= 400) throw new Refusal(answers, says ?? "Refused.");
  return succeeded(data, [], answers);
}

export function grantAccess(call: Call): Reply {
  const location = requireLocation(call, pathNumber(call, "company_id"));
  const application = requireApplication(call, pathNumber(call, "application_id"));
  const mayManageUserRights = call.behaviour.access.userMay(call, location.id, "manage user rights");
  return answer(moveLink(call, "grant_access", { locationId: location.id, application, mayManageUserRights }), null);
}

export function confirmInstallation(call: Call): Reply {
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  const application = requireApplication(call, bodyNumber(call, "application_id"));
  return answer(moveLink(call, "callback", { locationId: location.id, application }), null);
}

export function readInstallationStatus(call: Call): Reply {
  const application = requireApplication(call, pathNumber(call, "application_id"));
  const { state, createdAt, payments, logs } = requireLink(call, pathNumber(call, "location_id"), application);
  return succeeded({ connection_status: { status: state, created_at: localTime(createdAt) }, payments, logs });
}

export function uninstall(call: Call): Reply {
  const application = requireApplication(call, pathNumber(call, "application_id"));
  const location = requireLocation(call, pathNumber(call, "location_id"));
  return answer(moveLink(call, "uninstall", { locationId: location.id, application }), null);
}

/** The Locations that a user can see; for a system user those where its application is active. */
export function listCompanies(call: Call): Reply {
  const visible = locations.filter(({ id }) => sees(call, id));
  return succeeded(
    visible.map(({ id, title, chainId }) => ({ id, title, main_group_id: chainId })),
    { total_count: visible.length },
  );
}

/** The rights that matter for seeing a Location at all. */
const seeing = ["calls", "clients"] as const;
const sees = (call: Call, id: number): boolean =>
  seeing.some((right) => call.behaviour.access.userMay(call, id, right));

export function listPermissions(call: Call): Reply {
  const location = requireLocation(call, pathNumber(call, "company_id"));
  if (!sees(call, location.id)) throw new Refusal(call.behaviour.access.forbidden, "Access denied.");
  requireApplication(call, pathNumber(call, "application_id"));
  return succeeded([
    { slug: "calls", title: "Call history" },
    { slug: "clients", title: "Clients" },
  ]);
}
