import { type Proof, proof } from "../run/proof.ts";
import { keptForLast } from "../run/run.ts";
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

/** What is kept back of a run's requests for mistakes, for a cursor, and for the last proofs. */
const keptBack = keptForLast + 25;

/** What a quick run, which relations come early in, keeps back for the rest. */
const keptBackWhenQuick = 8;

const decide = (world: World, kept: number): Promise<void> =>
  new Planner(world, kept).decide(subjects.map((subject) => wantedOf(world, subject)));

const relationProof = (title: string, prove: Proof["prove"]): Proof[] => [
  proof(ids.join(" "), title, ["no control.seed"], prove),
];

/** For a target whose collections cannot be replaced: what it holds is unknown, but its answers hang together. They have what other proofs left of a run's requests. */
export const relationProofs: Proof[] = relationProof(relationTitle, async (world) => {
  if (world.run.depth !== "quick") await decide(world, keptBack);
});

/** The same in a quick run, whose requests would be used up by then. */
export const quickRelationProofs: Proof[] = relationProof(`${relationTitle}, in a quick run`, async (world) => {
  if (world.run.depth === "quick") await decide(world, keptBackWhenQuick);
});

/** A subject without the requirements that nobody asks for. */
const wantedOf = ({ run }: World, subject: SubjectKind): SubjectKind => ({
  ...subject,
  ids: Object.fromEntries(Object.entries(subject.ids).filter(([id]) => run.isWanted(id))),
});
