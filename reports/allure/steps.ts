import { Stage, Status, type StepResult } from "allure-js-commons";
import type { RecordedExchange, RecordedFinding } from "../../record/journal.ts";
import type { Attachments } from "./attachments.ts";

/** What a person reads of a check: steps beyond these, and exchanges of steps that held, are in exchanges.har. */
const most = { steps: 200, shown: 3 };

/** A step for each request; those that show a breach carry what was asked and answered, and so do the first few. */
export function stepsOf(
  exchanges: readonly RecordedExchange[],
  findings: readonly RecordedFinding[],
  attachments: Attachments,
): StepResult[] {
  const guilty = new Set(findings.map(({ exchange }) => exchange));
  const shown = exchanges.filter(({ id }, index) => index < most.steps || guilty.has(id));
  const left = exchanges.length - shown.length;
  return [
    ...shown.map((exchange, index): StepResult => {
      const isGuilty = guilty.has(exchange.id);
      const own = isGuilty || (index < most.shown && attachments.hasRoom) ? [attachments.exchange(exchange)] : [];
      return step(stepName(exchange), isGuilty ? Status.FAILED : Status.PASSED, own, exchange);
    }),
    ...(left > 0 ? [step(`and ${left} more requests, in exchanges.har`, Status.PASSED, [])] : []),
  ];
}

const stepName = ({ request, response, operation }: RecordedExchange): string =>
  `${operation}: ${request.method} ${URL.canParse(request.url) ? new URL(request.url).pathname : request.url} → ${response.status}`;

function step(
  name: string,
  status: Status,
  attachments: StepResult["attachments"],
  exchange?: RecordedExchange,
): StepResult {
  const start = exchange ? Date.parse(exchange.at) : undefined;
  const times = start === undefined ? {} : { start, stop: start + (exchange?.took ?? 0) };
  return { name, status, stage: Stage.FINISHED, statusDetails: {}, steps: [], parameters: [], attachments, ...times };
}
