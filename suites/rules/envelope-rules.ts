import { answerTo } from "../../specs/schemas.ts";
import { breachUnless, rulesOn } from "./rule.ts";

const isJsonType = (type: string): boolean => /^\s*[\w.+-]+\/([\w.+-]*\+)?json\s*(;|$)/i.test(type);

/** What every answer promises, whatever was asked. */
export const envelopeRules = rulesOn("every", {
  "ENV-5": ({ status }) =>
    breachUnless(status < 500, { found: `the status ${status}`, expected: "a status below 500" }),

  "ENV-6": ({ isBodyShown, body }) =>
    isBodyShown ? breachUnless(body !== undefined, { found: "a body that is not JSON", expected: "JSON" }) : undefined,

  // A read that succeeds does so with a documented status; what a repeated grant or a late callback is answered is open.
  // That a right request succeeds at all is for proofs to show, so an answer that is fine shows nothing here.
  "ENV-7": ({ operation, status }) => {
    const isSuccess = status >= 200 && status < 300;
    if (operation.method !== "GET" || !isSuccess || answerTo(operation, status)) return undefined;
    const documented = Object.keys(operation.responses).filter((name) => name.startsWith("2"));
    return breachUnless(false, { found: `the status ${status}`, expected: documented.join(" or ") });
  },

  "ENV-8": ({ isBodyShown, headers: { "content-type": type } }) =>
    isBodyShown && type !== undefined
      ? breachUnless(isJsonType(type), { found: `the Content-Type ${type}`, expected: "a JSON media type" })
      : undefined,
});
