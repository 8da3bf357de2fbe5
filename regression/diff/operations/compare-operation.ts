import type { ExchangePart } from "../differences/rules.ts";
import type { DocumentOperation, OperationKind } from "../documents/operations.ts";
import { type AnswerParts, compareAnswers } from "./answers.ts";
import { compareBodies } from "./bodies.ts";
import type { DocumentComparison } from "./document-comparison.ts";
import { compareParameters } from "./fields.ts";
import { compareOperationFacts } from "./operation-facts.ts";
import { compareSecurity } from "./security.ts";
import { compareServers } from "./servers.ts";

interface OperationParts extends AnswerParts {
  body: ExchangePart;
  parameter: ExchangePart;
  /** How sentences name the body. */
  bodyName: string;
}

/** Which parts of an exchange an operation has: a webhook is called by the platform, so each part goes the other way. */
const operationParts: Record<OperationKind, OperationParts> = {
  operation: {
    body: "request",
    parameter: "parameter",
    answer: "response",
    header: "response-header",
    bodyName: "The request body",
  },
  webhook: {
    body: "webhook",
    parameter: "webhook-parameter",
    answer: "webhook-answer",
    header: "webhook-answer-header",
    bodyName: "The webhook body",
  },
};

/** Compares two versions of one operation or webhook. */
export function compareOperation(
  comparison: DocumentComparison,
  old: DocumentOperation,
  fresh: DocumentOperation,
): void {
  const parts = operationParts[fresh.kind];
  compareOperationFacts(comparison, old, fresh);
  compareParameters(comparison, old, fresh, parts.parameter);
  compareBodies(comparison, old.place, fresh.place, {
    part: parts.body,
    about: parts.bodyName,
    names: [],
    operation: fresh.label,
  });
  compareAnswers(comparison, old, fresh, parts);
  compareSecurity(comparison, old, fresh);
  if (fresh.kind === "operation") compareServers(comparison, old, fresh);
}
