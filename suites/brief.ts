import type { TargetProfile } from "../harness/target-profile.ts";
import type { Shard } from "../record/journal.ts";
import type { Depth } from "./provider/run/run.ts";

/** What a suite that Vitest runs is told by the program that starts it. */
export interface Brief {
  profile: TargetProfile;
  /** The file in which it writes down what it sees. */
  journal: string;
  seed: number;
  depth: Depth;
  only?: string[];
  shard?: Shard;
}

declare module "vitest" {
  interface ProvidedContext {
    brief: Brief;
  }
}
