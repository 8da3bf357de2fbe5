import { fieldsOf, isRecord } from "../../base/json.ts";
import type { Operation } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import type { ExchangeView } from "./exchange-view.ts";
import { breachUnless, rulesOn } from "./rule.ts";

const isJsonType = (type: string): boolean => /^\s*[\w.+-]+\/([\w.+-]*\+)?json\s*(;|$)/i.test(type);

/** With which statuses input that fails validation is refused, by custom. */
const invalidStatuses = new Set([400, 422]);

/** True if the specification shows an error body for some answer of an operation. */
const hasErrors = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(([status, { schema }]) => status.startsWith("4") && schema !== undefined);

/** True if a body is the v1 error envelope; `meta` may be an array. */
function isErrorEnvelope(body: unknown): boolean {
  const { success, data, meta } = fieldsOf(body);
  const hasMessage = Array.isArray(meta) || typeof fieldsOf(meta).message === "string";
  return success === false && (data === null || isRecord(data)) && hasMessage;
}

/** True if the specification shows what form a body has; of errors on v3 it shows none, only what they name. */
const isShapeShown = ({ isBodyShown, operation, status }: ExchangeView): boolean =>
  isBodyShown && !(operation.surface === "v3" && status >= 400);

/** How much of a body a finding shows. */
const longestShown = 80;

/** The promises of every answer, whatever was asked. */
export const envelopeRules = rulesOn("every", {
  "ENV-5": ({ status }) =>
    breachUnless(status < 500, { found: `the status ${status}`, expected: "a status below 500" }),

  "ENV-6": (view) => {
    const { body, flaw } = view;
    return isShapeShown(view)
      ? breachUnless(body !== undefined && flaw === undefined, {
          found: flaw ?? "a body that is not JSON",
          expected: "JSON",
        })
      : undefined;
  },

  // A read that succeeds does so with a documented status; what a repeated grant or a late callback is answered is open.
  // That a right request succeeds at all is for proofs to show, so an answer that is fine shows nothing here.
  "ENV-7": ({ operation, status }) => {
    const isSuccess = status >= 200 && status < 300;
    if (operation.method !== "GET" || !isSuccess || answerTo(operation, status)) return undefined;
    const documented = Object.keys(operation.responses).filter((name) => name.startsWith("2"));
    return breachUnless(false, { found: `the status ${status}`, expected: documented.join(" or ") });
  },

  // The schemas of 401, 403 and 404 judge those responses.
  "ERR-6": ({ operation, status, body }) => {
    if (operation.surface === "v3" || !invalidStatuses.has(status) || !hasErrors(operation)) return undefined;
    return breachUnless(isErrorEnvelope(body), {
      found: `the body ${(JSON.stringify(body) ?? "that is not JSON").slice(0, longestShown)}`,
      expected: "the error envelope with a message, as for other errors",
    });
  },

  "ENV-8": (view) => {
    const { "content-type": type } = view.headers;
    return isShapeShown(view) && type !== undefined
      ? breachUnless(isJsonType(type), { found: `the Content-Type ${type}`, expected: "a JSON media type" })
      : undefined;
  },
});
