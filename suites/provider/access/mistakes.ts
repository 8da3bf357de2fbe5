import { type Mistake, mistakesWith } from "../../../generators/mistakes.ts";
import type { Choices } from "../../../harness/requests.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import { forPartners, rightRequest, rightRole } from "../run/right-requests.ts";
import { operationCalled, type World } from "../run/world.ts";

/** A right request with one thing wrong. */
function mistaken(world: World, { operation, part, name, value }: Mistake): Choices {
  const right = { ...rightRequest(world, operation), authorization: world.as(rightRole(operation)) };
  if (part === "raw") return { ...right, raw: String(value) };
  if (part === "header") return { ...right, headers: { [name]: value as string | undefined } };
  const whole = right[part] as Record<string, unknown> | undefined;
  const { [name]: _, ...rest } = whole ?? {};
  return {
    ...right,
    [part]: value === undefined ? rest : { ...rest, [name]: part === "body" ? value : String(value) },
  };
}

/** Input that is not described may be refused or not, but never with a server error: the rule of every exchange holds it. */
const tries = (operations: readonly string[], needs: readonly string[]): Proof[] =>
  operations.map((operation) =>
    proof("ENV-5", `${operation} answers mistakes without a server error`, needs, async (world) => {
      const mistakes = mistakesWith(operationCalled(operation));
      for (const mistake of mistakes.slice(0, world.run.far(2, 36, mistakes.length)))
        await world.ask(operation, mistaken(world, mistake));
    }),
  );

const reads = ["urls.base_url", "urls.api_root", "credentials.partner_token", "fixtures.location_id"];

/** Proofs that no input, however wrong, makes a server fail. */
export const mistakeProofs: Proof[] = [
  ...tries(forPartners, reads),
  ...tries(["listCalls", "listClients", "listCompanies"], ["installed", "credentials.system_user_token"]),
  ...tries(["listResources"], ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"]),
  ...tries(["grantAccess", "confirmInstallation"], [...installs, "fresh"]),
];
