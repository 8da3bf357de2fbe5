import type { Finding } from "../regression/diff/findings.ts";
import type { Told } from "./diff-results.ts";

/** An expectation of a partner that breaks, and the differences that break it. */
export interface BrokenRow {
  partner: string;
  pact: string;
  expectation: string;
  operation: string;
  /** Whether it breaks for certain, or may go well all the same. */
  outcome: "breaks" | "may break";
  breaks: { part: string; pointer: string; says: string }[];
  /** The differences behind it, the nearest first. */
  causes: Pick<Finding, "rule" | "says" | "old" | "new">[];
}

/** A breaking difference that breaks no expectation. */
export interface UnusedChange extends Told<Finding> {
  /** How many partners use the operations that it touches; absent where contracts cannot tell who relies on it. */
  partners?: number;
}

/** What `assay impact --json` prints; docs/schemas/impact.schema.json describes it. */
export interface ImpactResults {
  format: "assay-impact/1";
  verdict: "breaking" | "compatible";
  old: string;
  new: string;
  counts: {
    pacts: number;
    partners: number;
    interactions: number;
    broken: number;
    may_break: number;
    broken_partners: number;
    already_broken: number;
    unread: number;
  };
  broken: BrokenRow[];
  unused: UnusedChange[];
  /** Files and interactions that could not be read, each with the reason. */
  unread: string[];
}
