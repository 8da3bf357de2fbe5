import { createHash } from "node:crypto";
import { Stage, Status, type TestResult } from "allure-js-commons";
import { getEnvironmentLabels } from "allure-js-commons/sdk/reporter";
import { type Results, settingsOf } from "../../record/results.ts";
import type { Classification } from "./classification.ts";

/** One test of Allure, by the name that stays from run to run; proofs with the same name differ in their ids. */
interface AllureCheck {
  kind: "Proofs" | "Rules" | "Certification checks" | "Contracts";
  name: string;
  fullName: string;
  ids?: readonly string[];
  classification: Classification;
}

/** Makes the result of a check that passed without a step; what became of it is filled in. */
export type BlankResult = (check: AllureCheck) => TestResult;

/** The blank results of a run. */
export function createBlank(results: Results): BlankResult {
  // Labels that the environment adds to every result: ALLURE_LABEL_name=value.
  const ownLabels = getEnvironmentLabels();
  const at = Date.parse(results.started);
  // They show how to see it again; a run with another seed is still a run of the same check.
  const parameters = Object.entries({ ...settingsOf(results), target: results.subject.name }).map(([name, value]) => ({
    name,
    value,
    excluded: true,
  }));
  return ({ kind, name, fullName, ids = [], classification }) => {
    const id = createHash("md5")
      .update(`${kind}: ${name} ${ids.join(" ")}`)
      .digest("hex");
    return {
      uuid: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      historyId: id,
      testCaseId: id,
      fullName,
      name,
      titlePath: [kind],
      stage: Stage.FINISHED,
      status: Status.PASSED,
      statusDetails: {},
      steps: [],
      attachments: [],
      parameters,
      labels: [
        { name: "epic", value: kind },
        { name: "framework", value: "assay" },
        ...ownLabels,
        ...classification.labels,
      ],
      links: classification.links,
      start: at,
      stop: at,
    };
  };
}
