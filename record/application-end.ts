import { isRecord } from "../base/json.ts";
import type { Results } from "./results.ts";

/** The topic of the observation that says how an application ended by itself. */
export const endTopic = "how the application ended";

/** How an application ended by itself, or never began. */
export interface ApplicationEnd {
  how: string;
  /** The scenario that was being played, and what the platform had just done. */
  scenario?: string;
  step?: string;
  /** Its last output. */
  lines: readonly string[];
}

/** How the application ended, if it did. */
export function applicationEnd({ observations }: Pick<Results, "observations">): ApplicationEnd | undefined {
  const value = observations.find(({ topic }) => topic === endTopic)?.value;
  return isEnd(value) ? value : undefined;
}

/** Observations may hold anything, where someone hands results over. */
const isEnd = (value: unknown): value is ApplicationEnd =>
  isRecord(value) &&
  Array.isArray(value.lines) &&
  [value.how, value.scenario ?? "", value.step ?? "", ...(value.lines as unknown[])].every(
    (text) => typeof text === "string",
  );
