import { fieldsOf } from "../../base/json.ts";
import type { ControlChecker } from "./control-checker.ts";

/** The application at the Location that the checks install. */
export interface CheckedLink {
  location_id: number;
  application_id: number;
}

export const linkOf = (checker: ControlChecker, application_id = checker.fixture("application_id")): CheckedLink => ({
  location_id: checker.fixture("location_id"),
  application_id,
});

export const readLink = (checker: ControlChecker, link: CheckedLink) =>
  checker.ask("readInstallationStatus", "partner_token", { path: { ...link } });

/** The state that a status shows; undefined where it shows none. */
export const statusOf = ({ json }: { json: unknown }): unknown =>
  fieldsOf(fieldsOf(fieldsOf(json).data).connection_status).status;

/** The owner grants access. */
export async function grant(
  checker: ControlChecker,
  { location_id: company_id, application_id }: CheckedLink,
): Promise<void> {
  if (!checker.target.allow.mutations) checker.unseen("the profile does not allow mutations");
  await checker.need("grantAccess", "owner_user_token", { path: { company_id, application_id } }, 201);
}

/** Makes a link active, in both steps. */
export async function installLink(checker: ControlChecker, link: CheckedLink): Promise<void> {
  await grant(checker, link);
  const body = { salon_id: link.location_id, application_id: link.application_id };
  await checker.need("confirmInstallation", "partner_token", { body }, 201);
  const state = await checker.settled(
    async () => statusOf(await readLink(checker, link)),
    (found) => found === "active",
  );
  if (state !== "active") checker.unseen(`the link is ${JSON.stringify(state)} after an installation`);
}
