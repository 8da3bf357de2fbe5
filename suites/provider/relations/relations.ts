import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { activities } from "./activities.ts";
import { calls } from "./calls.ts";
import { clients } from "./clients.ts";
import { connectedLocations } from "./connected-locations.ts";
import { idleReads } from "./idle-reads.ts";
import { Planner, relationTitle } from "./planner.ts";
import type { SubjectKind } from "./relation.ts";

/** Everything of which answers hang together. */
const subjects: readonly SubjectKind[] = [clients, calls, activities, connectedLocations, idleReads];

const ids = subjects.flatMap((subject) => Object.keys(subject.ids));

/** What is kept back of a run's requests for the proofs that come after; a quick run shows most by relations. */
const keptBack = ({ run }: World): number => (run.depth === "quick" ? 8 : 225);

/** For a target whose collections cannot be replaced: what it holds is unknown, but its answers hang together. */
export const relationProofs: Proof[] = [
  proof(ids.join(" "), relationTitle, ["no control.seed"], (world) =>
    new Planner(world, keptBack(world)).decide(subjects.map((subject) => wantedOf(world, subject))),
  ),
];

/** A subject without the requirements that nobody asks for. */
const wantedOf = ({ run }: World, subject: SubjectKind): SubjectKind => ({
  ...subject,
  ids: Object.fromEntries(Object.entries(subject.ids).filter(([id]) => run.isWanted(id))),
});
