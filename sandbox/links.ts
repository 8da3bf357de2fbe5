import { requireLocation } from "./api/access.ts";
import type { Call, Grounds } from "./api/call.ts";
import { Refusal } from "./api/server/replies.ts";
import type { Application } from "./world/people.ts";
import { type Link, localTime } from "./world/state.ts";
import { sources, type Transition, type Trigger } from "./world/transitions.ts";

/** What moves a link besides the trigger. */
interface Move {
  locationId: number;
  application: Application;
  mayManageUserRights?: boolean;
}

/** Moves a link by the first row of the install machine that fits. */
export function moveLink(grounds: Grounds, on: Trigger, move: Move): Transition {
  const { world, clock, behaviour, webhooks } = grounds;
  const location = world.location(move.locationId);
  const now = clock.now();
  const known = world.link(move.locationId, move.application.id);
  const link: Link = known ?? {
    locationId: move.locationId,
    applicationId: move.application.id,
    state: "uninstalled",
    createdAt: now,
    grantedAt: now,
    logs: [],
    payments: [],
  };
  const question = {
    mayManageUserRights: move.mayManageUserRights ?? true,
    locationIsBlocked: location?.isBlocked ?? false,
    locationIsTest: location?.isTest ?? false,
    application: move.application,
    sinceGrant: now - link.grantedAt,
    confirmWithin: behaviour.policy.confirmWithin,
    wasLinked: link.logs.length > 0,
  };
  const row = behaviour.transitions.find(
    ({ from, on: trigger, when }) =>
      trigger === on && (from === "any" || from === link.state) && behaviour.guards[when](question),
  );
  if (!row) throw new Refusal(on === "uninstall" ? 404 : 409, `A link that is ${link.state} cannot be moved by ${on}.`);

  const to = row.to === "same" ? link.state : row.to;
  if (link.state === "uninstalled" && to !== "uninstalled") link.createdAt = now;
  if (row.restartsWindow) {
    link.grantedAt = now;
    clock.at(now + behaviour.policy.confirmWithin + 1000, () => lapse(grounds, move));
  }
  if (to !== link.state) {
    if (!row.unlogged)
      link.logs.push({ changed_at: localTime(now), status_from: link.state, status_to: to, source: sources[on] });
    link.state = to;
    world.keep(link);
  }
  const url = world.state.lifecycleUrls[link.applicationId];
  if (row.emits && url) {
    const body = { event: row.emits, salon_id: link.locationId, application_id: link.applicationId };
    webhooks.emit({
      event: row.emits,
      url,
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      delay: behaviour.policy.lifecycleDelay,
    });
  }
  return row;
}

/** What becomes of a link whose window has closed, if anything. */
function lapse(grounds: Grounds, move: Move): void {
  if (grounds.world.link(move.locationId, move.application.id)?.state === "pending") {
    try {
      moveLink(grounds, "window_closes", move);
    } catch (error) {
      // A window that a reconnect opened again has no row.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** A link that exists, or existed; anything else is refused with 404. */
export function requireLink(call: Call, locationId: number, application: Application): Link {
  requireLocation(call, locationId);
  const link = call.world.link(locationId, application.id);
  if (!link) throw new Refusal(404, "The application was never connected to this location.");
  return link;
}
