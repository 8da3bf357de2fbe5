import type { InstallState } from "../../specs/install-machine.ts";
import type { SandboxAnswer, V1Envelope } from "./client.ts";
import type { Started } from "./start.ts";

/** The Location and the application that the tests install by default. */
export const link = { location_id: 100, application_id: 200 };

/** The owner, or another user, grants an application access to a Location. */
export const grant = (
  { owner }: Pick<Started, "owner">,
  { location_id, application_id } = link,
): Promise<SandboxAnswer<V1Envelope>> =>
  owner.post(`/company/${location_id}/marketplace/applications/${application_id}/grant_access`);

/** The partner confirms. */
export const confirm = ({ app }: Started, { location_id, application_id } = link): Promise<SandboxAnswer<V1Envelope>> =>
  app.post("/marketplace/partner/callback", { salon_id: location_id, application_id });

/** The `data` of the installation status. */
export interface Status {
  connection_status: { status: InstallState; created_at: string };
  payments: Record<string, unknown>[];
  logs: { changed_at: string; status_from: InstallState; status_to: InstallState; source: string }[];
}

export const readStatus = (
  { partner }: Started,
  { location_id, application_id } = link,
): Promise<SandboxAnswer<V1Envelope<Status>>> =>
  partner.get(`/marketplace/salon/${location_id}/application/${application_id}`);

/** The state of a link; uninstalled if there never was a link. */
export async function stateOf(started: Started, which = link): Promise<InstallState> {
  const { status, body } = await readStatus(started, which);
  return status === 404 ? "uninstalled" : body.data.connection_status.status;
}

/** Brings the link to a state. */
export async function reach(started: Started, state: InstallState, which = link): Promise<void> {
  if (state === "uninstalled") return;
  await grant(started, which);
  if (state === "pending") return;
  await confirm(started, which);
  if (state === "freezed") await started.control.post("/links/freeze", which);
}
