import fc from "fast-check";
import { Untestable } from "../../../../base/errors.ts";
import { loadInstallMachine } from "../../../../specs/install-machine.ts";
import { loadLedger } from "../../../../specs/ledger.ts";
import { explore } from "../../run/explore.ts";
import { fixtureLink, isLinked } from "../../run/installing.ts";
import { freshInstallation } from "../../run/needs.ts";
import { type Proof, proof } from "../../run/proof.ts";
import { commandSequences, decodeCommands, encodeCommands } from "./command-sequences.ts";
import { linkModelsOf } from "./link-models.ts";

const levels = new Map(loadLedger().map(({ id, level }) => [id, level]));

/** What random steps can show: the rows of the machine that promise something, and what holds of every answer. */
const shown = [
  ...new Set([
    ...loadInstallMachine().transitions.map(({ requirement }) => requirement),
    "AUTH-1",
    "AUTH-2",
    "INST-17",
    "INST-18",
    "INST-26",
    "STAT-3",
    "STAT-6",
    "STAT-7",
    "STAT-9",
  ]),
].filter((id) => levels.get(id) !== "open");

/** The install machine against the provider: random steps, each of which narrows what the links can be. */
export const modelProofs: Proof[] = [
  proof(shown.join(" "), "random steps keep to the install machine", freshInstallation, async (world) => {
    const { run } = world;
    // A fresh world may have the application at the second Location; the steps begin where there is no link.
    const isSecondFree =
      world.target.fixtures.second_location_id === undefined ||
      !(await isLinked(world, fixtureLink(world, { location: world.fixture("second_location_id") })));
    await explore(world, {
      cases: commandSequences((capability) => world.can(capability), run.byDepth(16, 40, 80)),
      runs: run.byDepth(4, 24, 200),
      sequence: { encode: encodeCommands, decode: decodeCommands },
      check: async (exploring, commands) => {
        const fresh = await exploring.reset();
        await fc.asyncModelRun(() => ({ model: linkModelsOf(fresh, isSecondFree), real: { world: fresh } }), commands);
      },
    });
    // Where no link ever became active, that none did shows nothing.
    if (!run.statesSeen.has("active")) throw new Untestable("no link was ever seen to be active");
  }),
];
