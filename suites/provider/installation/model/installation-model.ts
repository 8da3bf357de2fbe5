import fc from "fast-check";
import { loadInstallMachine } from "../../../../specs/install-machine.ts";
import { loadLedger } from "../../../../specs/ledger.ts";
import { explore } from "../../run/explore.ts";
import { installs } from "../../run/needs.ts";
import { type Proof, proof } from "../../run/proof.ts";
import { linksOf } from "./links.ts";
import { sequences } from "./sequences.ts";

const levels = new Map(loadLedger().map(({ id, level }) => [id, level]));

/** What random steps can show: the rows of the machine that promise something, and what holds of every reading. */
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

/** The install machine against the provider: random steps, of which each narrows what the link can be. */
export const modelProofs: Proof[] = [
  proof(shown.join(" "), "random steps keep to the install machine", [...installs, "fresh"], async (world) => {
    const { run } = world;
    await explore(world, {
      cases: sequences((capability) => world.can(capability), run.far(16, 40, 80)),
      runs: run.far(4, 24, 200),
      spell: (commands) => String(commands).replace(/\s*\/\*.*\*\//, ""),
      replayPathOf: (commands) => /replayPath="([^"]+)"/.exec(String(commands))?.[1],
      check: async (scene, commands) => {
        const fresh = await scene.anew();
        await fc.asyncModelRun(() => ({ model: linksOf(fresh), real: { world: fresh } }), commands);
      },
    });
  }),
];
