import { type Attachment, Stage, Status, type StepResult } from "allure-js-commons";
import type { RecordedExchange, RecordedFinding } from "../../record/journal.ts";
import type { Attachments } from "./attachments.ts";

/** The number of steps of a check that are listed, beside those that show a finding; the others are in exchanges.har. */
const maxSteps = 200;

/** The number of the first steps that carry their exchange, whatever they show. */
const openSteps = 3;

/** A step for each request; those that show a finding carry the request and its answer, and so do the first few. */
export function stepsOf(
  exchanges: readonly RecordedExchange[],
  findings: readonly RecordedFinding[],
  attachments: Attachments,
): StepResult[] {
  const broken = new Set(findings.map(({ exchange }) => exchange));
  const listed = exchanges.filter(({ id }, index) => index < maxSteps || broken.has(id));
  const more = exchanges.length - listed.length;
  const steps = listed.map((exchange, index): StepResult => {
    const isBroken = broken.has(exchange.id);
    const isOpen = isBroken || (index < openSteps && attachments.hasRoom);
    return {
      ...step(nameOf(exchange), isBroken ? Status.FAILED : Status.PASSED),
      attachments: isOpen ? [attachments.exchange(exchange)] : [],
      start: Date.parse(exchange.at),
      stop: Date.parse(exchange.at) + exchange.took,
    };
  });
  return more > 0 ? [...steps, step(`and ${more} more requests, in exchanges.har`, Status.PASSED)] : steps;
}

const nameOf = ({ request, response, operation }: RecordedExchange): string =>
  `${operation}: ${request.method} ${URL.canParse(request.url) ? new URL(request.url).pathname : request.url} → ${response.status}`;

const step = (name: string, status: Status): StepResult & { attachments: Attachment[] } => ({
  name,
  status,
  stage: Stage.FINISHED,
  statusDetails: {},
  steps: [],
  parameters: [],
  attachments: [],
});
