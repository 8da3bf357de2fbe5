/** One place of an interaction that no longer holds. */
export interface Break {
  part: string;
  /** JSON Pointer into that part. */
  pointer: string;
  /** The reliance, and the new version's words. */
  says: string;
}

/** An expectation that held under the old version and does not under the new one. */
export interface BrokenExpectation {
  partner: string;
  pact: string;
  /** JSON Pointer of the interaction in the pact. */
  pointer: string;
  expectation: string;
  /** The operation as `assay diff` names it. */
  operation: string;
  /** The status that it expects of an answer. */
  status?: number;
  /** False where it may work all the same: undocumented parts, and interactions that are pending. */
  isCertain: boolean;
  breaks: Break[];
}
