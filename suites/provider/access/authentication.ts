import { swapped } from "../../../harness/redaction.ts";
import type { Choices } from "../../../harness/requests.ts";
import type { Target } from "../../../harness/target.ts";
import { grant, isUnlinked, place } from "../stage/installing.ts";
import { installs } from "../stage/needs.ts";
import { Obstacle } from "../stage/obstacle.ts";
import { type Proof, proof } from "../stage/proof.ts";
import { fixturesOf, forPartners, rightRequest } from "../stage/right-requests.ts";
import { operationCalled, type Stage } from "../stage/stage.ts";
import { dataCalls } from "./data-calls.ts";
import { askFirstPage } from "./reads.ts";

/** A token that nobody was ever given. */
export const nobody = "assay-0000-nobody-was-given-this";

/** Tokens that were never issued as such: one out of the blue, some that are nearly right, and one of another kind. */
function wrongTokens({ target, tour }: Stage, token: string, other: keyof Target["credentials"]): string[] {
  const kinds = [nobody, `${token}x`, token.slice(0, -1), swapped(token), target.credentials[other] ?? nobody];
  return [...new Set(kinds)].filter((one) => one !== token && one !== "").slice(0, tour.far(1, 5, 5));
}

/** Asks an operation as it should be asked; the proof of a refusal rests on its success. */
async function succeeds(stage: Stage, operation: string, asked: Choices, authorization: string): Promise<void> {
  const { response } = await stage.ask(operation, { ...asked, authorization });
  if (response.status < 200 || response.status > 299)
    throw new Obstacle(`${operation} answers ${response.status} to the right request`);
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
  proof("AUTH-1 AUTH-2 AUTH-3 AUTH-7", `${operation} asks for the partner token`, needsOf(operation), async (stage) => {
    const authorization = stage.as("partner");
    const token = stage.target.credentials.partner_token ?? "";
    const served = await askFirstPage(stage, operation, { ...rightRequest(stage, operation), authorization });
    const request = rightRequest(stage, operation);
    // Which parameters a search wants is not shown, so a refusal of ours shows nothing there.
    if (stage.operation(operation).notShown.includes("parameters.required")) stage.needs(served, 200);
    if (!stage.answers("AUTH-7", served, 200)) return;
    stage.answers("AUTH-1", await stage.ask(operation, request), 401);
    for (const wrong of wrongTokens(stage, token, "owner_user_token"))
      stage.answers("AUTH-2", await stage.ask(operation, { ...request, authorization: `Bearer ${wrong}` }), 401);
    for (const scheme of ["Basic", "Token"].slice(0, stage.tour.far(1, 2, 2)))
      stage.answers("AUTH-3", await stage.ask(operation, { ...request, authorization: `${scheme} ${token}` }), 401);
  }),
);

const dataProofs = Object.entries(dataCalls).map(([operation, asked]) =>
  proof(
    "AUTH-1 AUTH-2 AUTH-4 AUTH-5 AUTH-6 AUTH-8 INST-18 VER-4",
    `${operation} asks for both tokens`,
    [...active, "credentials.no_access_user_token"],
    async (stage) => {
      const request = asked(stage.fixture("location_id"));
      const { partner_token: partner = "", system_user_token: system = "" } = stage.target.credentials;
      const served = await stage.ask(operation, { ...request, authorization: stage.as("system_user_token") });
      stage.answers("AUTH-8", served, 200);
      if (operation === "listClients") stage.answers("VER-4", served, 200);
      if (!stage.answers("INST-18", served, 200)) return;
      stage.answers("AUTH-1", await stage.ask(operation, request), 401);
      const ask = (authorization: string) => stage.ask(operation, { ...request, authorization });
      for (const wrong of wrongTokens(stage, partner, "system_user_token"))
        stage.answers("AUTH-2", await ask(`Bearer ${wrong}, User ${system}`), 401);
      stage.answers("AUTH-4", await stage.ask(operation, { ...request, authorization: `Bearer ${partner}` }), 401);
      for (const wrong of wrongTokens(stage, system, "partner_token"))
        stage.answers("AUTH-5", await ask(`Bearer ${partner}, User ${wrong}`), 401);
      stage.answers(
        "AUTH-6",
        await stage.ask(operation, { ...request, authorization: stage.as("no_access_user_token") }),
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
    async (stage) => {
      const where = place(stage);
      const path = { company_id: where.location, application_id: where.application };
      const { partner_token: partner = "", owner_user_token: owner = "" } = stage.target.credentials;
      stage.answers("AUTH-1", await stage.ask("grantAccess", { path }), 401);
      await isUnlinked(stage, "AUTH-1", where);
      for (const wrong of wrongTokens(stage, partner, "owner_user_token"))
        stage.answers(
          "AUTH-2",
          await stage.ask("grantAccess", { path, authorization: `Bearer ${wrong}, User ${owner}` }),
          401,
        );
      await isUnlinked(stage, "AUTH-2", where);
      stage.answers(
        "AUTH-3",
        await stage.ask("grantAccess", { path, authorization: `Basic ${partner}, User ${owner}` }),
        401,
      );
      await isUnlinked(stage, "AUTH-3", where);
      stage.needs(await grant(stage, where), 201);
    },
  ),

  proof("AUTH-9 AUTH-8", "a grant without the owner's token is refused and links nothing", linked, async (stage) => {
    const where = place(stage);
    const path = { company_id: where.location, application_id: where.application };
    const { partner_token: partner = "" } = stage.target.credentials;
    for (const authorization of [`Bearer ${partner}`, `Bearer ${partner}, User ${nobody}`]) {
      stage.answers("AUTH-9", await stage.ask("grantAccess", { path, authorization }), 401, 403);
      await isUnlinked(stage, "AUTH-9", where);
    }
    stage.answers("AUTH-8", await grant(stage, where), 201);
  }),

  proof("AUTH-10", "the callback is accepted with the partner token alone", linked, async (stage) => {
    const where = place(stage);
    stage.needs(await grant(stage, where), 201);
    const body = { salon_id: where.location, application_id: where.application };
    stage.answers("AUTH-10", await stage.ask("confirmInstallation", { body, authorization: stage.as("partner") }), 201);
  }),

  proof("INST-27 AUTH-1 AUTH-2", "companies are listed to the system user of an active link", active, async (stage) => {
    const listed = await stage.ask("listCompanies", {
      query: { my: 1 },
      authorization: stage.as("system_user_token"),
    });
    if (!stage.answers("INST-27", listed, 200)) return;
    const { system_user_token: system = "" } = stage.target.credentials;
    const ask = (authorization?: string) =>
      stage.ask("listCompanies", { query: { my: 1 }, ...(authorization ? { authorization } : {}) });
    stage.answers("AUTH-1", await ask(), 401);
    stage.answers("AUTH-2", await ask(`Bearer ${nobody}, User ${system}`), 401);
  }),

  proof(
    "AUTH-11 AUTH-12",
    "v3 asks for an access token",
    ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"],
    async (stage) => {
      const path = { location_id: stage.fixture("location_id") };
      if (!stage.answers("AUTH-11", await stage.ask("listResources", { path, authorization: stage.as("v3") }), 200))
        return;
      stage.answers("AUTH-12", await stage.ask("listResources", { path }), 401);
      stage.answers("AUTH-12", await stage.ask("listResources", { path, authorization: `Bearer ${nobody}` }), 401);
      const { partner_token: partner, v3_token: own } = stage.target.credentials;
      if (!partner || partner === own) return;
      // A token of the other surfaces is none for this one, or one without the scope, and what that is answered is open.
      stage.answers(
        "AUTH-12",
        await stage.ask("listResources", { path, authorization: stage.as("partner") }),
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
    async (stage) => {
      const unknown = stage.fixture("unknown_location_id");
      const application_id = stage.fixture("application_id");
      const known = { location_id: stage.fixture("location_id"), service_id: stage.fixture("service_id") };
      const partner = stage.as("partner");
      for (const operation of ["readInstallationStatus", "readInstallationStatusInFlow"]) {
        stage.answers(
          "ERR-5",
          await stage.ask(operation, { path: { location_id: unknown, application_id }, authorization: partner }),
          404,
        );
      }
      await succeeds(stage, "readService", { path: known }, partner);
      stage.answers(
        "ERR-5",
        await stage.ask("readService", { path: { ...known, service_id: 999_999_999 }, authorization: partner }),
        404,
      );
      stage.answers(
        "ERR-5",
        await stage.ask("readService", { path: { ...known, location_id: unknown }, authorization: partner }),
        403,
        404,
      );
      stage.answers(
        "ERR-8",
        await stage.ask("listClients", {
          path: { location_id: unknown },
          query: { page: 1, count: 5 },
          authorization: stage.as("system_user_token"),
        }),
        401,
        403,
        404,
      );
    },
  ),
];
