/** One place where an answer or a webhook is not what the consumer relies on. */
export interface ContractMismatch {
  part: string;
  place: string;
  expected: string;
  actual: string;
  message: string;
  /** The requirement that it belongs to, where one is known. */
  requirement?: string;
  /** True if it may work all the same. */
  warning?: true;
}

/** The result of one interaction of one pact. */
export interface ContractResult {
  /** Present where it was checked against the specification alone, and not against a provider. */
  against?: "specification";
  /** Where the pact was read from. */
  pact: string;
  /** Where the interaction stands there, as a JSON Pointer. */
  pointer?: string;
  consumer: string;
  provider: string;
  interaction: string;
  states: string[];
  /** Those of the states that `contracts verify` does not know. */
  unknown_states?: string[];
  kind: "http" | "message" | "unreadable";
  requirements: string[];
  /** warn: it is pending and does not hold, or it relies on more than is promised for certain. */
  outcome: "pass" | "fail" | "warn" | "untestable";
  reason?: string;
  mismatches: ContractMismatch[];
  evidence: { exchange: string; curl: string }[];
}

/** The reason in one line: the first mismatch, and how many more there are; undefined where there is none. */
export function reasonFor([first, ...more]: readonly ContractMismatch[]): string | undefined {
  if (!first) return undefined;
  const rest = more.length > 0 ? `, and ${more.length} more` : "";
  return `${first.part}${first.place ? ` ${first.place}` : ""}: ${first.message}${rest}`;
}
