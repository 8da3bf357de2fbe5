/** Where a request takes values that provider states tell: expressions such as `/locations/${location_id}/resources`. */
export interface Expressions {
  path?: string;
  query: Readonly<Record<string, string>>;
  header: Readonly<Record<string, string>>;
  /** By path in the body, such as `$.salon_id`. */
  body: Readonly<Record<string, string>>;
}

/** One rule about a value: what it must match, with the parameters of that matcher. */
export type Matcher = { match: string } & Readonly<Record<string, unknown>>;

/** The matchers of one place. */
export interface Rule {
  matchers: Matcher[];
  combine: "AND" | "OR";
}

/** Where rules of an interaction stand. */
export type Part = "body" | "header" | "query" | "path" | "status" | "metadata";

/** Rules by part and place: for a body its path (`$.data[*].id`), for headers, query and metadata a name, and nothing for path and status. */
export type Rules = Readonly<Partial<Record<Part, Readonly<Record<string, Rule>>>>>;

/** A body; JSON is parsed, anything else is text. */
export interface Body {
  content: unknown;
  contentType: string;
}

/** What must be so at the provider before an interaction is replayed. */
export interface State {
  name: string;
  params: Readonly<Record<string, unknown>>;
}

interface Common {
  /** Its place in the file, from 0. */
  index: number;
  description: string;
  states: State[];
  /** The requirements that it says it rests on. */
  requirements: string[];
  /** Whether it is not yet held against anybody. */
  isPending?: true;
}

export interface PactRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string[]>>;
  /** By name as it is written. */
  headers: Readonly<Record<string, string[]>>;
  body?: Body;
  rules: Rules;
  /** Where values that states tell take the place of examples. */
  expressions: Expressions;
}

export interface PactResponse {
  status: number;
  headers: Readonly<Record<string, string[]>>;
  body?: Body;
  rules: Rules;
}

/** A request that a consumer makes, and the answer that it relies on. */
export interface HttpInteraction extends Common {
  kind: "http";
  request: PactRequest;
  response: PactResponse;
}

/** A message that a consumer relies on; here a webhook. */
export interface MessageInteraction extends Common {
  kind: "message";
  metadata: Readonly<Record<string, unknown>>;
  body?: Body;
  rules: Rules;
}

/** An interaction that cannot be used, and why. */
export interface UnreadableInteraction extends Common {
  kind: "unreadable";
  problem: string;
}

export type Interaction = HttpInteraction | MessageInteraction | UnreadableInteraction;

/** What one consumer expects of one provider. */
export interface Pact {
  /** Where it was read from. */
  source: string;
  consumer: string;
  provider: string;
  /** The version of the Pact specification that it is written in. */
  version: 1 | 2 | 3 | 4;
  interactions: Interaction[];
  /** The document as it stands in the file. */
  document: Readonly<Record<string, unknown>>;
}
