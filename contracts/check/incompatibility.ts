/** One place where an interaction relies on what the specification does not promise, or sends what it does not allow. */
export interface Incompatibility {
  /** The part of the interaction, such as `response.body`. */
  part: string;
  /** JSON Pointer into that part. */
  pointer: string;
  /** The consumer's expectation, or its request. */
  relied: string;
  /** The specification's promise. */
  promised: string;
  /** Why a field cannot be relied on to be there: it is not documented, only there under a condition, or not required. Or that a regex could not be read. */
  code?: "unknown-field" | "conditional-field" | "optional-field" | "unjudged-regex";
  /** The requirement that says so. */
  requirement?: string;
  /** True if it may work all the same. */
  isWarning?: true;
}

/** An incompatibility of a body, before it is known which part the body is. */
export type BodyIncompatibility = Omit<Incompatibility, "part">;

/** An incompatibility in one sentence, without its place. */
export function sentenceFor({ part, relied, promised, code }: Incompatibility): string {
  if (code === "unjudged-regex")
    return `it asks for ${relied}; this regex is in a dialect that is not understood here, so it cannot be judged`;
  if (!part.startsWith("request.")) return `it relies on ${relied}; the specification promises ${promised}`;
  return relied === "nothing"
    ? `it does not send this; the specification requires ${promised}`
    : `it sends ${relied}; the specification has ${promised}`;
}
