import type { Finding } from "../../contracts/judge.ts";
import type { Exchange } from "../../harness/exchange.ts";

/** What a run saw: every exchange, what each requirement was held against, where one broke, and what was left open. */
export interface Sightings {
  exchanges: readonly Exchange[];
  judged: Set<string>;
  findings: Finding[];
  /** Why a requirement was not judged. */
  lacking: Map<string, string>;
  observations: { topic: string; value: unknown }[];
  /** Whether the preview surface has given any answer that one that is not live does not give. */
  isV3Live: boolean;
}

export const noSightings = (exchanges: readonly Exchange[]): Sightings => ({
  exchanges,
  judged: new Set(),
  findings: [],
  lacking: new Map(),
  observations: [],
  isV3Live: false,
});
