import { grant, install, isGone, type Place, place, uninstall } from "../stage/installing.ts";
import { installs } from "../stage/needs.ts";
import { type Proof, proof } from "../stage/proof.ts";
import type { Stage } from "../stage/stage.ts";
import { dataCalls } from "./data-calls.ts";

const fresh = [...installs, "fresh", "credentials.system_user_token"];

/** Writes down whether every data call for a Location is served, or refused. */
async function data(stage: Stage, { location }: Place, is: "served" | "refused"): Promise<void> {
  const authorization = stage.as("system_user_token");
  for (const [operation, asked] of Object.entries(dataCalls)) {
    const answer = await stage.ask(operation, { ...asked(location), authorization });
    if (is === "served") stage.answers("INST-18", answer, 200);
    else stage.answers("INST-17", answer, 401, 403);
  }
}

/** Ends a link so that the status tells of none; what a link that is still told of allows is open. */
async function end(stage: Stage, where: Place, how: "uninstall" | "disable"): Promise<void> {
  if (how === "disable") await stage.control.disable(where.location, where.application);
  else {
    await uninstall(stage, where);
  }
  await isGone(stage, where);
}

/** Proofs of when data calls are allowed: while the link of their Location is active. */
export const accessProofs: Proof[] = [
  proof(
    "INST-17 INST-18",
    "data calls are refused before the link is active, and served then",
    fresh,
    async (stage) => {
      const here = place(stage);
      await data(stage, here, "refused");
      stage.needs(await grant(stage, here), 201);
      await data(stage, here, "refused");
      await install(stage, here);
      await data(stage, here, "served");
    },
  ),

  proof(
    "INST-17 INST-18",
    "data calls are allowed for each Location by its own link",
    [...fresh, "fixtures.second_location_id"],
    async (stage) => {
      const [here, there] = [place(stage), place(stage, { location: stage.fixture("second_location_id") })];
      await install(stage, here);
      await data(stage, there, "refused");
      await install(stage, there);
      await data(stage, there, "served");
      await data(stage, here, "served");
    },
  ),

  ...(["uninstall", "disable"] as const).map((how) =>
    proof(
      "INST-17 INST-18",
      `data calls are refused after a link was ended by ${how}, and served once it is installed again`,
      [...fresh, ...(how === "disable" ? ["control.links"] : [])],
      async (stage) => {
        const here = place(stage);
        await install(stage, here);
        await end(stage, here, how);
        await data(stage, here, "refused");
        await install(stage, here);
        await data(stage, here, "served");
      },
    ),
  ),
];
