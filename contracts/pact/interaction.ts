/** Where a request takes values from provider states: expressions such as `/locations/${location_id}/resources`. */
export interface Expressions {
  path?: string;
  query: Readonly<Record<string, string>>;
  header: Readonly<Record<string, string>>;
  /** By path in the body, such as `$.salon_id`. */
  body: Readonly<Record<string, string>>;
}

/** A condition on one value, with the parameters of the matcher. */
export type Matcher = { match: string } & Readonly<Record<string, unknown>>;

/** The matchers of one place. */
export interface MatchingRule {
  matchers: Matcher[];
  combine: "AND" | "OR";
}

/** The parts of an interaction that can have matching rules. */
export type Part = "body" | "header" | "query" | "path" | "status" | "metadata";

/** Rules by part and place: in a body a path (`$.data[*].id`), in headers, query and metadata a name; path and status have one rule, at the empty place. */
export type MatchingRules = Readonly<Partial<Record<Part, Readonly<Record<string, MatchingRule>>>>>;

/** A body; JSON is parsed, anything else is text. */
export interface PactBody {
  content: unknown;
  contentType: string;
  /** True if nothing in the pact names the media type, so that it is taken for JSON. */
  isTypeAssumed?: true;
}

/** A fact that must be true at the provider before an interaction is replayed. */
export interface ProviderState {
  name: string;
  params: Readonly<Record<string, unknown>>;
}

interface InteractionBase {
  /** Its position in the file, from 0. */
  index: number;
  description: string;
  states: ProviderState[];
  /** The requirements that it says it rests on. */
  requirements: string[];
  /** True if the provider need not support it yet. */
  isPending?: true;
}

export interface PactRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string[]>>;
  /** Names are spelled as in the file. */
  headers: Readonly<Record<string, string[]>>;
  body?: PactBody;
  rules: MatchingRules;
  /** Where values from states replace examples. */
  expressions: Expressions;
}

export interface PactResponse {
  status: number;
  headers: Readonly<Record<string, string[]>>;
  body?: PactBody;
  rules: MatchingRules;
}

/** A request that a consumer makes, and the answer that it relies on. */
export interface HttpInteraction extends InteractionBase {
  kind: "http";
  request: PactRequest;
  response: PactResponse;
}

/** A message that a consumer relies on; in this API, a webhook. */
export interface MessageInteraction extends InteractionBase {
  kind: "message";
  metadata: Readonly<Record<string, unknown>>;
  body?: PactBody;
  rules: MatchingRules;
}

/** An interaction that cannot be used, and why. */
interface UnreadableInteraction extends InteractionBase {
  kind: "unreadable";
  problem: string;
}

export type Interaction = HttpInteraction | MessageInteraction | UnreadableInteraction;

/** The expectations of one consumer of one provider. */
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
