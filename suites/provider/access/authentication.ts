import { Untestable } from "../../../base/errors.ts";
import { swapped } from "../../../harness/redaction.ts";
import type { Choices } from "../../../harness/requests.ts";
import type { Target } from "../../../harness/target.ts";
import { dataCalls } from "../run/data-calls.ts";
import { grant, isUnlinked, place } from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import { fixturesOf, forPartners, rightRequest } from "../run/right-requests.ts";
import { operationCalled, type World } from "../run/world.ts";
import { askFirstPage } from "./reads.ts";

/** A token that nobody was ever given. */
export const nobody = "assay-0000-nobody-was-given-this";

/** Tokens that were never issued as such: one out of the blue, some that are nearly right, and one of another kind. */
function wrongTokens({ target, run }: World, token: string, other: keyof Target["credentials"]): string[] {
  const kinds = [nobody, `${token}x`, token.slice(0, -1), swapped(token), target.credentials[other] ?? nobody];
  return [...new Set(kinds)].filter((one) => one !== token && one !== "").slice(0, run.far(1, 5, 5));
}

/** Asks an operation as it should be asked; the proof of a refusal rests on its success. */
async function succeeds(world: World, operation: string, asked: Choices, authorization: string): Promise<void> {
  const { response } = await world.ask(operation, { ...asked, authorization });
  if (response.status < 200 || response.status > 299)
    throw new Untestable(`${operation} answers ${response.status} to the right request`);
}

const linked = [...installs, "fresh"];
const active = ["installed", "credentials.system_user_token"];

/** The status of a Location that never connected is open, so it is asked for where a link is. */
const needsOf = (operation: string): string[] => [
  `urls.${operationCalled(operation).address}`,
  "credentials.partner_token",
  ...fixturesOf(operation),
  ...(operation.startsWith("readInstallationStatus") ? ["installed"] : []),
];

const partnerProofs = forPartners.map((operation) =>
  proof("AUTH-1 AUTH-2 AUTH-3 AUTH-7", `${operation} asks for the partner token`, needsOf(operation), async (world) => {
    const authorization = world.as("partner");
    const token = world.target.credentials.partner_token ?? "";
    const served = await askFirstPage(world, operation, { ...rightRequest(world, operation), authorization });
    const request = rightRequest(world, operation);
    // Which parameters a search wants is not shown, so a refusal of ours shows nothing there.
    if (world.operation(operation).notShown.includes("parameters.required")) world.needs(served, 200);
    if (!world.answers("AUTH-7", served, 200)) return;
    world.answers("AUTH-1", await world.ask(operation, request), 401);
    for (const wrong of wrongTokens(world, token, "owner_user_token"))
      world.answers("AUTH-2", await world.ask(operation, { ...request, authorization: `Bearer ${wrong}` }), 401);
    for (const scheme of ["Basic", "Token"].slice(0, world.run.far(1, 2, 2)))
      world.answers("AUTH-3", await world.ask(operation, { ...request, authorization: `${scheme} ${token}` }), 401);
  }),
);

const dataProofs = Object.entries(dataCalls).map(([operation, asked]) =>
  proof(
    "AUTH-1 AUTH-2 AUTH-4 AUTH-5 AUTH-6 AUTH-8 INST-18 VER-4",
    `${operation} asks for both tokens`,
    [...active, "credentials.no_access_user_token"],
    async (world) => {
      const request = asked(world.fixture("location_id"));
      const { partner_token: partner = "", system_user_token: system = "" } = world.target.credentials;
      const served = await world.ask(operation, { ...request, authorization: world.as("system_user_token") });
      world.answers("AUTH-8", served, 200);
      if (operation === "listClients") world.answers("VER-4", served, 200);
      if (!world.answers("INST-18", served, 200)) return;
      world.answers("AUTH-1", await world.ask(operation, request), 401);
      const ask = (authorization: string) => world.ask(operation, { ...request, authorization });
      for (const wrong of wrongTokens(world, partner, "system_user_token"))
        world.answers("AUTH-2", await ask(`Bearer ${wrong}, User ${system}`), 401);
      world.answers("AUTH-4", await world.ask(operation, { ...request, authorization: `Bearer ${partner}` }), 401);
      for (const wrong of wrongTokens(world, system, "partner_token"))
        world.answers("AUTH-5", await ask(`Bearer ${partner}, User ${wrong}`), 401);
      world.answers(
        "AUTH-6",
        await world.ask(operation, { ...request, authorization: world.as("no_access_user_token") }),
        403,
      );
    },
  ),
);

/** Proofs of who is let in. */
export const authenticationProofs: Proof[] = [
  ...partnerProofs,
  ...dataProofs,

  proof(
    "AUTH-1 AUTH-2 AUTH-3",
    "a grant without a token, or with a wrong one, is refused and links nothing",
    linked,
    async (world) => {
      const where = place(world);
      const path = { company_id: where.location, application_id: where.application };
      const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
      world.answers("AUTH-1", await world.ask("grantAccess", { path }), 401);
      await isUnlinked(world, "AUTH-1", where);
      for (const wrong of wrongTokens(world, partner, "owner_user_token"))
        world.answers(
          "AUTH-2",
          await world.ask("grantAccess", { path, authorization: `Bearer ${wrong}, User ${owner}` }),
          401,
        );
      await isUnlinked(world, "AUTH-2", where);
      world.answers(
        "AUTH-3",
        await world.ask("grantAccess", { path, authorization: `Basic ${partner}, User ${owner}` }),
        401,
      );
      await isUnlinked(world, "AUTH-3", where);
      world.needs(await grant(world, where), 201);
    },
  ),

  proof("AUTH-9 AUTH-8", "a grant without the owner's token is refused and links nothing", linked, async (world) => {
    const where = place(world);
    const path = { company_id: where.location, application_id: where.application };
    const { partner_token: partner = "" } = world.target.credentials;
    for (const authorization of [`Bearer ${partner}`, `Bearer ${partner}, User ${nobody}`]) {
      world.answers("AUTH-9", await world.ask("grantAccess", { path, authorization }), 401, 403);
      await isUnlinked(world, "AUTH-9", where);
    }
    world.answers("AUTH-8", await grant(world, where), 201);
  }),

  proof("AUTH-10", "the callback is accepted with the partner token alone", linked, async (world) => {
    const where = place(world);
    world.needs(await grant(world, where), 201);
    const body = { salon_id: where.location, application_id: where.application };
    world.answers("AUTH-10", await world.ask("confirmInstallation", { body, authorization: world.as("partner") }), 201);
  }),

  proof("INST-27 AUTH-1 AUTH-2", "companies are listed to the system user of an active link", active, async (world) => {
    const listed = await world.ask("listCompanies", {
      query: { my: 1 },
      authorization: world.as("system_user_token"),
    });
    if (!world.answers("INST-27", listed, 200)) return;
    const { system_user_token: system = "" } = world.target.credentials;
    const ask = (authorization?: string) =>
      world.ask("listCompanies", { query: { my: 1 }, ...(authorization ? { authorization } : {}) });
    world.answers("AUTH-1", await ask(), 401);
    world.answers("AUTH-2", await ask(`Bearer ${nobody}, User ${system}`), 401);
  }),

  proof(
    "AUTH-11 AUTH-12",
    "v3 asks for an access token",
    ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"],
    async (world) => {
      const path = { location_id: world.fixture("location_id") };
      if (!world.answers("AUTH-11", await world.ask("listResources", { path, authorization: world.as("v3") }), 200))
        return;
      world.answers("AUTH-12", await world.ask("listResources", { path }), 401);
      world.answers("AUTH-12", await world.ask("listResources", { path, authorization: `Bearer ${nobody}` }), 401);
      const { partner_token: partner, v3_token: own } = world.target.credentials;
      if (!partner || partner === own) return;
      // A token of the other surfaces is none for this one, or one without the scope, and what that is answered is open.
      world.answers(
        "AUTH-12",
        await world.ask("listResources", { path, authorization: world.as("partner") }),
        401,
        403,
        404,
      );
    },
  ),

  proof(
    "ERR-5 ERR-8",
    "what does not exist is not found",
    [...active, "fixtures.unknown_location_id", "fixtures.service_id"],
    async (world) => {
      const unknown = world.fixture("unknown_location_id");
      const application_id = world.fixture("application_id");
      const known = { location_id: world.fixture("location_id"), service_id: world.fixture("service_id") };
      const partner = world.as("partner");
      for (const operation of ["readInstallationStatus", "readInstallationStatusInFlow"]) {
        world.answers(
          "ERR-5",
          await world.ask(operation, { path: { location_id: unknown, application_id }, authorization: partner }),
          404,
        );
      }
      await succeeds(world, "readService", { path: known }, partner);
      world.answers(
        "ERR-5",
        await world.ask("readService", { path: { ...known, service_id: 999_999_999 }, authorization: partner }),
        404,
      );
      world.answers(
        "ERR-5",
        await world.ask("readService", { path: { ...known, location_id: unknown }, authorization: partner }),
        403,
        404,
      );
      world.answers(
        "ERR-8",
        await world.ask("listClients", {
          path: { location_id: unknown },
          query: { page: 1, count: 5 },
          authorization: world.as("system_user_token"),
        }),
        401,
        403,
        404,
      );
    },
  ),
];
