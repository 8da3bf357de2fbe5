import { Untestable } from "../../../base/errors.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";

/** A token of an earlier world: resetting forgets everything, and may issue other credentials, but need not. */
interface RetiredToken {
  requirement: RequirementId;
  role: Role;
  needs: Need[];
  request: (world: World, choices: RequestChoices) => ReturnType<World["request"]>;
  /** The Authorization header with the retired token. */
  with: (retired: string, world: World) => string;
}

const retiredTokens: RetiredToken[] = [
  {
    requirement: "AUTH-2",
    role: "partner_token",
    needs: ["urls.base_url"],
    request: (world, choices) => world.request("listCountries", choices),
    with: (retired) => `Bearer ${retired}`,
  },
  {
    requirement: "AUTH-5",
    role: "owner_user_token",
    needs: ["urls.base_url", "credentials.partner_token"],
    request: (world, choices) => world.request("listCompanies", { query: { my: 1 }, ...choices }),
    with: (retired, { target }) => `Bearer ${target.credentials.partner_token}, User ${retired}`,
  },
  {
    requirement: "AUTH-12",
    role: "v3_token",
    needs: ["urls.v3_base_url", "fixtures.location_id"],
    request: (world, choices) =>
      world.request("listResources", { path: { location_id: world.fixture("location_id") }, ...choices }),
    with: (retired) => `Bearer ${retired}`,
  },
];

/** Proofs that a world knows no token of an earlier one. */
export const retiredTokenProofs: Proof[] = retiredTokens.map(({ requirement, role, needs, request, ...token }) =>
  proof(
    `${role}-of-an-earlier-world-is-refused`,
    [requirement],
    `${role} of an earlier world is refused`,
    ["fresh", `credentials.${role}`, ...needs],
    async (world) => {
      const earlier = await world.reset(world.context.seed + 1);
      world.requireStatus(await request(earlier, { as: role }), 200);
      const retired = earlier.target.credentials[role] ?? "";
      const later = await earlier.reset();
      if (Object.values(later.target.credentials).includes(retired))
        throw new Untestable(`${role} is the same in every world`);
      world.requireStatus(await request(later, { as: role }), 200);
      await request(later, { authorization: token.with(retired, later) });
    },
  ),
);
