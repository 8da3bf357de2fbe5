import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SampledFault } from "./sample.ts";

/** The cost of one judgement. */
export interface JudgementCost {
  requests: number;
  cpu: number;
  seconds: number;
}

/** The outcome of one fault. */
export interface PeerTrial extends JudgementCost, Pick<SampledFault, "kind" | "area"> {
  fault: string;
  found: boolean;
}

/** The measurement of one judge of servers. */
export interface MeasuredJudge {
  /** The checks that fail on the right server. */
  alarms: string[];
  right: JudgementCost;
  trials: PeerTrial[];
}

/** The measurement of one peer; a text is the reason why there is none. */
export interface PeerResult {
  versions: string;
  date: string;
  measured: MeasuredJudge | string;
}

export type PeerResults = Record<string, PeerResult>;

const fileIn = (folder: string): string => join(folder, "results.json");

export const readPeerResults = (folder: string): PeerResults =>
  existsSync(fileIn(folder)) ? (JSON.parse(readFileSync(fileIn(folder), "utf8")) as PeerResults) : {};

export const writePeerResults = (folder: string, results: PeerResults): void =>
  writeFileSync(fileIn(folder), `${JSON.stringify(results, null, 2)}\n`);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const share = (trials: readonly PeerTrial[], kind: PeerTrial["kind"]): string => {
  const own = trials.filter((trial) => trial.kind === kind);
  return `${own.filter(({ found }) => found).length} of ${own.length}`;
};

/** Seconds, and seconds of CPU, in the middle of several judgements. */
const costOf = (judgements: readonly JudgementCost[]): string =>
  `${median(judgements.map(({ seconds }) => seconds)).toFixed(1)} s, ${median(judgements.map(({ cpu }) => cpu)).toFixed(1)} s of CPU`;

/** The results as a table in Markdown. */
export function tableOf(results: PeerResults): string {
  const rows = Object.entries(results).map(([peer, { versions, measured }]) => {
    if (typeof measured === "string") return `| ${peer} | ${versions} | ${measured} | | | | | |`;
    const { trials, alarms, right } = measured;
    const cells = [
      share(trials, "known"),
      share(trials, "single exchange"),
      alarms.length,
      right.requests,
      costOf([right]),
      costOf(trials),
    ];
    return `| ${peer} | ${versions} | ${cells.join(" | ")} |`;
  });
  const head =
    "| judge | version | known faults found | single-exchange faults found | false alarms | requests | the right server | a fault (median) |";
  return [head, "|---|---|---|---|---|---|---|---|", ...rows].join("\n");
}
