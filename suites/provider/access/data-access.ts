import { dataCalls } from "../run/data-calls.ts";
import { grant, install, isGone, type Place, place, uninstall } from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

const fresh = [...installs, "fresh", "credentials.system_user_token"];

/** Writes down whether every data call for a Location is served, or refused. */
async function data(world: World, { location }: Place, is: "served" | "refused"): Promise<void> {
  const authorization = world.as("system_user_token");
  for (const [operation, asked] of Object.entries(dataCalls)) {
    const answer = await world.ask(operation, { ...asked(location), authorization });
    if (is === "served") world.answers("INST-18", answer, 200);
    else world.answers("INST-17", answer, 401, 403);
  }
}

/** Ends a link so that the status tells of none; what a link that is still told of allows is open. */
async function end(world: World, where: Place, how: "uninstall" | "disable"): Promise<void> {
  if (how === "disable") await world.control.disable(where.location, where.application);
  else {
    await uninstall(world, where);
  }
  await isGone(world, where);
}

/** Proofs of when data calls are allowed: while the link of their Location is active. */
export const accessProofs: Proof[] = [
  proof(
    "INST-17 INST-18",
    "data calls are refused before the link is active, and served then",
    fresh,
    async (world) => {
      const here = place(world);
      await data(world, here, "refused");
      world.needs(await grant(world, here), 201);
      await data(world, here, "refused");
      await install(world, here);
      await data(world, here, "served");
    },
  ),

  proof(
    "INST-17 INST-18",
    "data calls are allowed for each Location by its own link",
    [...fresh, "fixtures.second_location_id"],
    async (world) => {
      const [here, there] = [place(world), place(world, { location: world.fixture("second_location_id") })];
      await install(world, here);
      await data(world, there, "refused");
      await install(world, there);
      await data(world, there, "served");
      await data(world, here, "served");
    },
  ),

  ...(["uninstall", "disable"] as const).map((how) =>
    proof(
      "INST-17 INST-18",
      `data calls are refused after a link was ended by ${how}, and served once it is installed again`,
      [...fresh, ...(how === "disable" ? ["control.links"] : [])],
      async (world) => {
        const here = place(world);
        await install(world, here);
        await end(world, here, how);
        await data(world, here, "refused");
        await install(world, here);
        await data(world, here, "served");
      },
    ),
  ),
];
