import type { Operation } from "../specs/operations.ts";

/** A header as it is sent, or as it came. */
export type Header = readonly [name: string, value: string];

/** A request to a provider. */
export interface Request {
  operation: Operation;
  method: string;
  url: string;
  query: Readonly<Record<string, string>>;
  headers: Header[];
  body?: string;
}

export interface Response {
  status: number;
  /** By name in lower case; of several with one name, the last. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** A flaw in how the body was sent, such as "a body of more than 8 MB"; it is cut then, or cannot be read. */
  flaw?: string;
}

/** One request and what was answered, as evidence that can be replayed. */
export interface Exchange {
  id: string;
  at: string;
  /** The time that the answer took, in milliseconds. */
  took: number;
  request: Request;
  response: Response;
}
