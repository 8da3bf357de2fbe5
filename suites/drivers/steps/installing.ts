import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { isLinkedState } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { installing, lackOf } from "../../schedule/run/needs.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { readStatus, requireActive, requireGone } from "./link-status.ts";

/** The link of the fixtures' application at the fixtures' Location, unless another of either is given. */
export const fixtureLink = ({ target }: Pick<World, "target">, other: Partial<LinkId> = {}): LinkId => ({
  location: target.fixtures.location_id ?? 0,
  application: target.fixtures.application_id ?? 0,
  ...other,
});

/** Step 1: the owner grants access; or another role, who may not. */
export const grant = (
  world: World,
  { location, application }: LinkId,
  role: Role = "owner_user_token",
): Promise<Exchange> =>
  world.request("grantAccess", { path: { company_id: location, application_id: application }, as: role });

const callbackBody = ({ location, application }: LinkId) => ({ salon_id: location, application_id: application });

/** Step 2: the partner sends the callback; with another Authorization header than its own where one is given. */
export const confirm = (world: World, link: LinkId, authorization?: string): Promise<Exchange> =>
  world.request("confirmInstallation", {
    body: callbackBody(link),
    ...(authorization === undefined ? { as: "partner_token" } : { authorization }),
  });

/** The callback as it must not be sent: to the main host. */
export const confirmAtWrongHost = (world: World, link: LinkId): Promise<Exchange> =>
  world.request(
    { ...world.operation("confirmInstallation"), address: "base_url" },
    { body: callbackBody(link), as: "partner_token" },
  );

/** The partner uninstalls; how the operation is authenticated, and whether it takes a body, is not shown, so a refusal shows nothing. */
export const requestUninstall = (world: World, { location, application }: LinkId): Promise<Exchange> =>
  world.request("uninstall", {
    path: { location_id: location, application_id: application },
    as: "partner_token",
  });

/** The partner uninstalls; the proof goes on only if that was accepted. */
export async function uninstall(world: World, link: LinkId): Promise<void> {
  const { response } = await requestUninstall(world, link);
  if (response.status >= 300) throw new Untestable(`uninstalling answers ${response.status}; its payload is not shown`);
}

/** A link at the second Location: a fresh world may have applications there, so one that is linked is uninstalled first. */
export async function secondLink(world: World, other: Partial<LinkId> = {}): Promise<LinkId> {
  const link = fixtureLink(world, { location: world.fixture("second_location_id"), ...other });
  if (isLinkedState((await readStatus(world, link)).state)) {
    await uninstall(world, link);
    await requireGone(world, link);
  }
  return link;
}

/** Makes a link active; the proof goes on only if it is. */
export async function install(world: World, link: LinkId): Promise<void> {
  world.requireStatus(await grant(world, link), 201);
  world.requireStatus(await confirm(world, link), 201);
  await requireActive(world, link);
}

/** Finds a link active, or makes it so. */
export async function ensureInstalled(world: World, link: LinkId): Promise<void> {
  if ((await readStatus(world, link)).state === "active") return;
  const lack = lackOf(installing, world.target, world.context.session);
  if (lack) throw new Untestable(`the application is not active at the Location, and ${lack.why}`, lack.lacks);
  await install(world, link);
  // The rights of the system user follow the link, perhaps a little later.
  await world.facts.settling.awaitEnd();
}
