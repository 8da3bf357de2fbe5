import type { Exchange } from "../../harness/exchange.ts";
import { type ExchangeView, viewOf } from "./exchange-view.ts";
import type { Breach } from "./rule.ts";
import { rulesFor } from "./rules.ts";
import { type CheckResult, checkSchemas, fallbackFor } from "./schema-check.ts";

/** One place where an exchange breaks a requirement. */
interface ExchangeFinding extends Breach {
  requirement: string;
  exchange: Exchange;
}

/** The judgement of one exchange: the requirements that it was checked against, and where it breaks them. */
export interface ExchangeJudgement {
  judged: Set<string>;
  findings: ExchangeFinding[];
  /** The exchange as it was looked at. */
  view: ExchangeView;
}

/**
 * Requirements that the form of an answer can break but not show: whether `meta.count` is right takes more than one page, and a 422
 * may be for something else than a cursor.
 */
const shownByProofsAlone: ReadonlySet<string> = new Set(["ACT-2", "CUR-2"]);

/** Checks one exchange against the schemas of its operation and against the rules; `hasBody` is false where a recording left the body out. */
export function judgeExchange(exchange: Exchange, { hasBody = true } = {}): ExchangeJudgement {
  const view = viewOf(exchange, hasBody);
  const results = view.isAddressOdd
    ? checkRules(view, "ENV-5")
    : [...checkSchemas(exchange, view), ...checkRules(view)];
  const requirement = fallbackFor(view.operation);
  return {
    view,
    judged: new Set(results.flatMap(({ judged }) => [...judged].filter((id) => !shownByProofsAlone.has(id)))),
    findings: results.flatMap(({ errors }) => errors.map((error) => ({ requirement, ...error, exchange }))),
  };
}

const checkRules = (view: ExchangeView, only?: string): CheckResult[] =>
  rulesFor(view.operation.id).flatMap(({ id, check }) => {
    const breaches = (only ?? id) === id ? check(view) : undefined;
    return breaches ? [{ judged: [id], errors: breaches.map((breach) => ({ requirement: id, ...breach })) }] : [];
  });
