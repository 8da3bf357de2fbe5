import type { DocumentPlace } from "../documents/place.ts";
import type { DifferenceLevel } from "./rules.ts";

/** A place in a file, as results name it. */
export interface FilePointer {
  file: string;
  pointer: string;
}

/** One difference between two versions. */
export interface Difference {
  /** A short name that stays the same wherever the difference moves, until it becomes another. */
  fingerprint: string;
  rule: string;
  level: DifferenceLevel;
  /** A sentence that describes it. */
  says: string;
  /** Where it shows on either side. What came or went has on the other side the place around it; a file that is not there has none. */
  old?: FilePointer;
  new?: FilePointer;
  /** The operations that it touches; empty where it belongs to none. */
  operations: string[];
  /** The statuses, parameters, headers and fields that it concerns; for code, so results leave them out. */
  names: string[];
}

/** A difference as a comparing function finds it. */
export interface DifferenceDraft {
  rule: string;
  /** The beginning of a sentence that `says` ends. */
  about: string;
  says: string;
  old?: DocumentPlace | undefined;
  new?: DocumentPlace | undefined;
  names?: readonly string[];
  operation?: string;
  /** Instead of one operation: those that share it. */
  sharedBy?: SharedOperations;
}

/** Lists in the end which operations share something; equal lists are the same array, since there may be thousands. */
export type SharedOperations = () => string[];
