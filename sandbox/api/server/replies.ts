/** What a handler answers: a body to serialise, or bytes that are JSON already. */
export interface Reply {
  status: number;
  headers?: Readonly<Record<string, string | number>>;
  body?: unknown;
  bytes?: Buffer;
}

/** Success in the v1 envelope; nothing to add is told with an empty array. */
export const succeeded = (data: unknown, meta: unknown = [], status = 200): Reply => ({
  status,
  body: { success: true, data, meta },
});

/** A refusal, thrown from anywhere below a handler; each surface words it in its own way. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The field codes of a v3 refusal. */
  readonly fields: readonly { field: string; code: string }[];

  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string | number>; fields?: { field: string; code: string }[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.fields = more.fields ?? [];
  }
}

const codes: Record<number, string> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  422: "validation_failed",
  429: "rate_limited",
  500: "internal_error",
};

/** How each surface words a refusal: the v1 envelope, our choice for v3, and the control protocol's form. */
export const wordings = {
  v1: ({ message }: Refusal): unknown => ({ success: false, data: null, meta: { message } }),
  v3: ({ status, message, fields }: Refusal): unknown => ({
    error: { code: codes[status] ?? "bad_request", message, ...(fields.length > 0 ? { fields } : {}) },
  }),
  control: ({ message }: Refusal): unknown => ({ error: message }),
};
