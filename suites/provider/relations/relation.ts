import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { Breach } from "../../rules/rule.ts";
import type { Lookup, RememberedRead } from "../run/memory.ts";
import type { Need } from "../run/proof.ts";
import type { World } from "../run/world.ts";

/** Where answers do not hang together. */
export interface RelationBreach extends Breach {
  /** What it rests on, in a word: unless that is read again and is the same, nobody is blamed. */
  rests: string;
  /** What shows it; the last reading if left out. */
  by?: Exchange;
}

/** What must hold between several answers: a value that names its requirement, the reads that it takes, and how they are judged. */
export interface Relation {
  id: string;
  /** Which instance it is: the same words for the same one. */
  about: string;
  /** Which side of its requirement it shows, where that has several. */
  side?: string;
  /** The cell that it judges, where its requirement has several. */
  cell?: CellId;
  /** How much more than others it tells; 1 if left out. */
  weight?: number;
  /** Whether it leads on to nothing: its answer is only held against the rules. */
  isIdle?: boolean;
  reads: readonly Request[];
  /** What is read besides before anybody is blamed. */
  doubts?: readonly Request[];
  /** A breach, `holds`, or undefined where the answers show nothing of it. */
  check(readings: readonly RememberedRead[]): RelationBreach | "holds" | undefined;
}

/** What relations are about: a list, or several that belong together. */
export interface Subject {
  /** The requirements that its relations show, each with what a target must hold for that. */
  ids: Readonly<Record<string, string>>;
  needs: readonly Need[];
  /** The operations whose answers its relations are about. */
  operations: readonly string[];
  /** The relations that can be seen from here, those first that show most. */
  propose(lookup: Lookup): Iterable<Relation>;
  /** What was found there, in words, where that is not enough. */
  describe(lookup: Lookup): string;
  /** Reads that are made a second time: the same read twice is the same. */
  repeats(lookup: Lookup): readonly Request[];
}

/** A subject at a target; its requirements and needs are known before there is one. */
export interface SubjectKind extends Pick<Subject, "ids" | "needs" | "operations"> {
  at(world: World): Omit<Subject, "ids" | "needs" | "operations">;
}

/** A relation that judges nothing itself: its answer is held against the rules, and leads on to other relations. */
export const readFor = (id: string, about: string, ...reads: Request[]): Relation => ({
  id,
  about,
  reads,
  check: () => undefined,
});

/** A read whose answer is only held against the rules. */
export const idleRead = (id: string, about: string, request: Request): Relation => ({
  ...readFor(id, about, request),
  isIdle: true,
});
