import type { Need } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import type { DrivenList } from "./driven-list.ts";
import type { ListCase } from "./list-cases.ts";

/** A list whose items the suite did not put there: what they are is learned first, and then they are asked for in other ways. */
export interface LiveList {
  /** The content that the list must have for each requirement to be judged. */
  ids: Readonly<Record<string, string>>;
  needs: readonly Need[];
  noun: string;
  /** Learns what the list holds, and returns it with what it is asked for then. */
  know: (world: World) => Promise<{ list: DrivenList; cases: ListCase[] }>;
}
