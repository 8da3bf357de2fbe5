/** One place where an answer or a webhook is not what the consumer relies on. */
export interface ContractMismatch {
  part: string;
  place: string;
  expected: string;
  actual: string;
  message: string;
  /** The requirement that it belongs to, where one is known. */
  requirement?: string;
  /** Whether it may go well all the same. */
  warning?: true;
}

/** What became of one interaction of one pact. */
export interface ContractResult {
  /** Present where it was held against the specification alone, and not against a provider. */
  against?: "specification";
  /** Where the pact was read from. */
  pact: string;
  consumer: string;
  provider: string;
  interaction: string;
  states: string[];
  kind: "http" | "message" | "unreadable";
  requirements: string[];
  /** A warning: pending and does not hold, or relies on more than is promised for certain. */
  outcome: "pass" | "fail" | "warn" | "untestable";
  reason?: string;
  mismatches: ContractMismatch[];
  evidence: { exchange: string; curl: string }[];
}
