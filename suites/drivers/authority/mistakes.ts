import { byLikelihood, commonMistakes, type Mistake, unescapedMistakes } from "../../../generators/mistakes.ts";
import type { Request } from "../../../harness/exchange.ts";
import { reservedForLast } from "../../schedule/run/budget.ts";
import { dataAccess, freshInstallation, v3Access } from "../../schedule/run/needs.ts";
import { operationById } from "../../schedule/run/operation-by-id.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { partnerReads, rightRequest, rightRole } from "../steps/right-requests.ts";

/** The documented request with one mistake in it. */
function mistakenRequest(world: World, { operation, part, name, value }: Mistake): RequestChoices {
  const right: RequestChoices = { ...rightRequest(world, operation), as: rightRole(operation) };
  if (part === "raw") return { ...right, raw: String(value) };
  if (part === "header") return { ...right, headers: { [name]: value as string | undefined } };
  const { [name]: _, ...rest } = (right[part] ?? {}) as Record<string, unknown>;
  if (value === undefined) return { ...right, [part]: rest };
  return { ...right, [part]: { ...rest, [name]: part === "body" ? value : String(value) } };
}

/** Stands in a request for what is written into its address as it is. */
const placeholder = "0unescaped0";

/** The documented request with a mistake in its address that nothing has escaped. */
function unescapedRequest(world: World, mistake: Mistake): Request {
  const request = world.requestOf(mistake.operation, mistakenRequest(world, { ...mistake, value: placeholder }));
  return { ...request, url: request.url.replace(placeholder, String(mistake.value)) };
}

/** Input that is not described may be refused or not, but never with a server error, which the rules find. */
const proofsFor = (operations: readonly string[], needs: readonly Need[]): Proof[] =>
  operations.map((operation) =>
    proof(
      `${operation}-answers-mistakes-without-a-server-error`,
      ["ENV-5"],
      `${operation} answers mistakes without a server error`,
      needs,
      async (world) => {
        const described = operationById(operation);
        const all = byLikelihood(described);
        const mistakes =
          world.isSparing && world.context.depth !== "deep"
            ? commonMistakes(described)
            : all.slice(0, world.budget.byDepth(2, 24, all.length));
        const right = rightRequest(world, operation);
        if (right.query) await world.request(operation, { ...right, query: {}, as: rightRole(operation) });
        for (const mistake of mistakes)
          if (world.budget.requestsLeft > reservedForLast)
            await world.request(operation, mistakenRequest(world, mistake));
        const turns = world.isSparing ? 0 : world.budget.byDepth(0, 1, 6);
        for (const mistake of turns > 0 ? unescapedMistakes(described, turns) : [])
          await world.send(unescapedRequest(world, mistake));
      },
    ),
  );

const partnerAccess: readonly Need[] = [
  "urls.base_url",
  "urls.api_root",
  "credentials.partner_token",
  "fixtures.location_id",
];

/** Proofs that no input, however wrong, makes a server fail. */
export const mistakeProofs: Proof[] = [
  ...proofsFor(partnerReads, partnerAccess),
  ...proofsFor(["listCalls", "listClients", "listCompanies"], dataAccess),
  ...proofsFor(["listResources"], v3Access),
  ...proofsFor(["grantAccess", "confirmInstallation"], freshInstallation),
];
