import { createHash } from "node:crypto";
import { Stage, Status, type TestResult } from "allure-js-commons";
import { getEnvironmentLabels } from "allure-js-commons/sdk/reporter";
import type { Results } from "../../record/results.ts";
import type { Placed } from "./placed.ts";

/** A check by the name that it keeps from run to run; proofs that are named alike are told apart by their ids. */
export interface Check {
  kind: "Proofs" | "Rules" | "Certification checks" | "Contracts";
  name: string;
  fullName: string;
  ids?: readonly string[];
  place: Placed;
}

/** What every result has, whatever became of its check. */
export type Form = (check: Check) => TestResult;

/** The form of a run's results. */
export function createForm({ seed, depth, subject, started }: Results): Form {
  // What whoever runs this wants on every result: ALLURE_LABEL_name=value.
  const ownLabels = getEnvironmentLabels();
  const at = Date.parse(started);
  return ({ kind, name, fullName, ids = [], place }) => {
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
      // They tell how to see it again; a run with another seed is still a run of the same check.
      parameters: Object.entries({ seed: String(seed), depth, target: subject.name }).map(([key, value]) => ({
        name: key,
        value,
        excluded: true,
      })),
      labels: [{ name: "epic", value: kind }, { name: "framework", value: "assay" }, ...ownLabels, ...place.labels],
      links: place.links,
      start: at,
      stop: at,
    };
  };
}
