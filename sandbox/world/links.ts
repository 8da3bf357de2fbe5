import type { InstallState } from "../../specs/install-machine.ts";
import type { WorldContext } from "./context.ts";
import { seconds } from "./data/durations.ts";
import { noticeOf } from "./notices.ts";
import type { RegisteredApplication } from "./people.ts";
import { olderDateTime, type StoredLink } from "./state.ts";
import { type InstallTrigger, type MachineRow, sources } from "./transitions.ts";

/** Which link is moved, and what its caller may do. */
export interface LinkMove {
  locationId: number;
  application: RegisteredApplication;
  mayManageUserRights?: boolean;
}

/** How a move is answered. */
export type MoveAnswer = Pick<MachineRow, "answers" | "says"> & Partial<Pick<MachineRow, "when">>;

/** The answer to a move that no row of the install machine allows. */
const impossible = (on: InstallTrigger, state: InstallState): MoveAnswer => ({
  answers: on === "uninstall" ? 404 : 409,
  says: `A link that is ${state} cannot be moved by ${on}.`,
});

/** Moves a link by the first row of the install machine that fits, and says how that is answered. */
export function moveLink(context: WorldContext, on: InstallTrigger, move: LinkMove): MoveAnswer {
  const { world, clock, behaviour } = context;
  const now = clock.now();
  const link = world.link(move.locationId, move.application.id) ?? newLink(move, now);
  const row = rowFor(context, on, move, link);
  if (!row) return impossible(on, link.state);

  const to = row.to === "same" ? link.state : row.to;
  if (link.state === "uninstalled" && to !== "uninstalled") link.createdAt = now;
  if (row.restartsWindow) {
    link.grantedAt = now;
    clock.at(now + behaviour.policy.confirmWithin + seconds(1), () => lapse(context, move));
  }
  if (to !== link.state) {
    if (!row.unlogged)
      link.logs.push({ changed_at: olderDateTime(now), status_from: link.state, status_to: to, source: sources[on] });
    link.state = to;
    world.keep(link);
  }
  if (row.emits) sendLifecycleEvent(context, row.emits, link);
  return row;
}

const newLink = ({ locationId, application }: LinkMove, now: number): StoredLink => ({
  locationId,
  applicationId: application.id,
  state: "uninstalled",
  createdAt: now,
  grantedAt: now,
  logs: [],
  payments: [],
});

/** The first row that fits a link and what happens to it. */
function rowFor(
  { world, clock, behaviour }: WorldContext,
  on: InstallTrigger,
  { locationId, application, mayManageUserRights = true }: LinkMove,
  link: StoredLink,
): MachineRow | undefined {
  const location = world.location(locationId);
  const input = {
    mayManageUserRights,
    locationIsBlocked: location?.isBlocked ?? false,
    locationIsTest: location?.isTest ?? false,
    application,
    sinceGrant: clock.now() - link.grantedAt,
    confirmWithin: behaviour.policy.confirmWithin,
  };
  return behaviour.transitions.find(
    (row) => row.on === on && (row.from === "any" || row.from === link.state) && behaviour.guards[row.when](input),
  );
}

/** Informs an application of what the platform did to its link, if it has an address for that. */
function sendLifecycleEvent({ world, webhooks, behaviour }: WorldContext, event: string, link: StoredLink): void {
  const { locationId: salon_id, applicationId: application_id } = link;
  const body = { event, salon_id, application_id };
  for (const url of behaviour.lifecycleRecipients(world.state.lifecycleUrls, link))
    webhooks.emit(noticeOf(event, url, body, behaviour.policy.lifecycleDelay));
}

/** Closes the window of a link that is still pending; where a reconnect opened it again, no row fits. */
function lapse(context: WorldContext, move: LinkMove): void {
  if (context.world.link(move.locationId, move.application.id)?.state === "pending")
    moveLink(context, "window_closes", move);
}
