import { Untestable } from "../../../base/errors.ts";
import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import { installs, lackOf } from "./needs.ts";
import { json, type Role, type World } from "./world.ts";

/** The confirmation window, and the second on either side of its end at which it is judged, in milliseconds. */
export const confirmationWindow = limit("confirmation_window") * 1000;
export const edge = limit("edge") * 1000;

/** An application at a Location; the fixtures' own if nothing else is said. */
export interface Place {
  location: number;
  application: number;
}

export const place = ({ target }: Pick<World, "target">, more: Partial<Place> = {}): Place => ({
  location: target.fixtures.location_id ?? 0,
  application: target.fixtures.application_id ?? 0,
  ...more,
});

export const grant = (
  world: World,
  { location, application }: Place,
  role: Role = "owner_user_token",
): Promise<Exchange> =>
  world.ask("grantAccess", {
    path: { company_id: location, application_id: application },
    authorization: world.as(role),
  });

export const confirm = (world: World, { location, application }: Place, authorization?: string): Promise<Exchange> =>
  world.ask("confirmInstallation", {
    body: { salon_id: location, application_id: application },
    authorization: authorization ?? world.as("partner"),
  });

/** The callback as it must not be sent: to the main host. */
export const confirmAtWrongHost = (world: World, { location, application }: Place): Promise<Exchange> =>
  world.ask(
    { ...world.operation("confirmInstallation"), address: "base_url" },
    { body: { salon_id: location, application_id: application }, authorization: world.as("partner") },
  );

/** What the status read says of a link, as far as it can be read. */
export interface Reading {
  exchange: Exchange;
  word: unknown;
  createdAt: unknown;
  logs: Record<string, unknown>[];
  payments: Record<string, unknown>[];
}

export async function readStatus(
  world: World,
  { location, application }: Place,
  operation = "readInstallationStatus",
): Promise<Reading> {
  const exchange = await world.ask(operation, {
    path: { location_id: location, application_id: application },
    authorization: world.as("partner"),
  });
  const data = exchange.response.status === 200 ? fieldsOf(fieldsOf(json(exchange)).data) : {};
  const { status: word, created_at: createdAt } = fieldsOf(data.connection_status);
  return { exchange, word, createdAt, logs: recordsOf(data.logs), payments: recordsOf(data.payments) };
}

/** Writes down whether a link reads as it should. */
export async function reads(world: World, requirement: string, where: Place, word: string): Promise<Reading> {
  const reading = await readStatus(world, where);
  const found =
    reading.word === undefined
      ? `the status ${reading.exchange.response.status}`
      : `a link that is ${JSON.stringify(reading.word)}`;
  world.holds(requirement, reading.exchange, reading.word === word, found, `a link that is "${word}"`);
  return reading;
}

/** Writes down that there is no link; what the status reads then is open, but it tells of none. */
export async function isUnlinked(world: World, requirement: string, where: Place): Promise<void> {
  const { exchange, word } = await readStatus(world, where);
  const isSo = word !== "pending" && word !== "active";
  world.holds(requirement, exchange, isSo, `a link that is ${JSON.stringify(word)}`, "no link");
}

/** Whether the status tells of no link: then a grant begins anew, as on the first day. */
export async function isGone(world: World, where: Place): Promise<void> {
  const { exchange, word } = await readStatus(world, where);
  if (word !== "uninstalled" && exchange.response.status !== 404)
    throw new Untestable(
      `the status of a link that has ended reads ${JSON.stringify(word)}, and what a grant does then is open`,
    );
}

/** Writes down that a link is not active, whatever else it is. */
export async function isNotActive(world: World, requirement: string, where: Place): Promise<void> {
  const { exchange, word } = await readStatus(world, where);
  world.holds(requirement, exchange, word !== "active", 'a link that is "active"', "a link that is not active");
}

/** The partner uninstalls; how the operation is authenticated, and whether it wants a body, is not shown, so a refusal shows nothing. */
export const askToUninstall = (world: World, { location, application }: Place): Promise<Exchange> =>
  world.ask("uninstall", {
    path: { location_id: location, application_id: application },
    authorization: world.as("partner"),
  });

/** The partner uninstalls, and everything that rests on it goes on only if that was taken. */
export async function uninstall(world: World, where: Place): Promise<void> {
  const { response } = await askToUninstall(world, where);
  if (response.status >= 300) throw new Untestable(`uninstalling answers ${response.status}; its payload is not shown`);
}

/** Finds a link active, or makes it so. */
export async function ensureInstalled(world: World, where: Place): Promise<void> {
  if ((await readStatus(world, where)).word === "active") return;
  const lacks = lackOf({ needs: installs }, world.target, world.run.session);
  if (lacks) throw new Untestable(`the application is not active at the Location, and ${lacks}`);
  await install(world, where);
}

/** Makes a link active, as everything that rests on it takes for granted. */
export async function install(world: World, where: Place): Promise<void> {
  world.needs(await grant(world, where), 201);
  world.needs(await confirm(world, where), 201);
  const { word } = await readStatus(world, where);
  if (word !== "active")
    throw new Untestable(`the link is ${JSON.stringify(word)} after its confirmation, expected "active"`);
}
