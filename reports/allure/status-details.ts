import type { TestResult } from "allure-js-commons";
import { sentenceOf, shownPlaces } from "../../record/findings.ts";
import type { RecordedFinding } from "../../record/journal.ts";

type StatusDetails = TestResult["statusDetails"];

/** Why a check has its status, where there is a reason. */
export const messageOf = (reason: string | undefined): StatusDetails => (reason ? { message: reason } : {});

export const detailsOf = (findings: readonly RecordedFinding[]): StatusDetails => ({
  message: findings
    .slice(0, shownPlaces)
    .map((finding) => `${finding.requirement}: ${sentenceOf(finding)}`)
    .join("\n"),
  ...(findings[0] ? { actual: findings[0].found, expected: findings[0].expected } : {}),
});
