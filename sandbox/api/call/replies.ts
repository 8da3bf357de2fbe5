/** The answer of a handler: a body to serialise, or bytes that are JSON already. */
export interface ApiReply {
  status: number;
  headers?: Readonly<Record<string, string | number>>;
  body?: unknown;
  bytes?: Buffer;
  /** How the names of headers are spelt, where that differs. */
  spell?: (name: string) => string;
  /** Present where the body is sent in chunks. */
  isChunked?: true;
}

/** Success in the v1 envelope; an empty array in `meta` stands for nothing to add. */
export const succeeded = (data: unknown, meta: unknown = [], status = 200): ApiReply => ({
  status,
  body: { success: true, data, meta },
});

/** A refusal, thrown from anywhere below a handler; each surface has its own form for it. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The field codes of a v3 refusal. */
  readonly fields: readonly { field: string; code: string }[];
  /** The exact mistake, for the log alone: a caller learns no more than the specification says. */
  readonly why: string | undefined;

  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string | number>; fields?: { field: string; code: string }[]; why?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.fields = more.fields ?? [];
    this.why = more.why;
  }
}

/** The body of a refusal, in the form of one surface. */
export type Wording = (refusal: Refusal) => unknown;

const v3Codes: Record<number, string> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  422: "validation_failed",
  429: "rate_limited",
  500: "internal_error",
};

const wordV1: Wording = ({ message }) => ({ success: false, data: null, meta: { message } });

/** The specification shows no v3 error body beyond its field codes; the rest is our choice. */
const wordV3: Wording = ({ status, message, fields }) => ({
  error: { code: v3Codes[status] ?? "bad_request", message, ...(fields.length > 0 ? { fields } : {}) },
});

/** How each surface, and the control protocol, words a refusal. */
export const wordings = {
  base: wordV1,
  app: wordV1,
  v3: wordV3,
  control: ({ message }: Refusal): unknown => ({ error: message }),
};

/** A refusal as a reply. */
export const refuse = (refusal: Refusal, wording: Wording): ApiReply => ({
  status: refusal.status,
  headers: refusal.headers,
  body: wording(refusal),
});
