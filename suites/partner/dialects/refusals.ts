import type { Dialect } from "./choices.ts";

/** The content of a v3 error, whatever its shape. */
export interface V3Error {
  status: number;
  code: string;
  message: string;
  fields?: readonly { field: string; code: string }[];
}

const v3Shapes: Record<Dialect["body of v3 errors"], (error: V3Error) => object> = {
  error: ({ code, message, fields }) => ({ error: { code, message, ...(fields ? { fields } : {}) } }),
  problem: ({ status, code, message, fields = [] }) => ({
    type: `https://api.example.com/errors/${code}`,
    title: message,
    status,
    code,
    errors: fields,
  }),
  code: ({ code, message, fields = [] }) => ({
    code,
    message,
    details: Object.fromEntries(fields.map((each) => [each.field, [each.code]])),
  }),
  errors: ({ code, message, fields = [] }) => ({
    errors: [
      { code, detail: message },
      ...fields.map((each) => ({ code: each.code, source: { parameter: each.field } })),
    ],
  }),
};

/** The body of a v3 error. */
export const v3ErrorIn = (error: V3Error, dialect: Dialect): object => v3Shapes[dialect["body of v3 errors"]](error);

const v1Metas: Record<Dialect["words of refusals"], (message: string) => object> = {
  English: (message) => ({ message }),
  Russian: () => ({ message: "Запрос отклонён" }),
  "with codes": (message) => ({ message, code: 17, errors: [{ field: null }] }),
};

/** The body of a v1 refusal, whose envelope is documented. */
export const v1RefusalIn = (message: string, dialect: Dialect): object => ({
  success: false,
  data: null,
  meta: v1Metas[dialect["words of refusals"]](message),
});
