import type { StandIn, StandInPlace } from "../../../harness/control/control.ts";
import type { Certifier } from "../certifier/certifier.ts";
import type { ReadTask } from "../certifier/reading.ts";
import { v1RefusalIn, v3ErrorIn } from "../dialects/refusals.ts";
import { callsPlace } from "./call-reads.ts";
import { plenty } from "./endless.ts";
import { resourcesPlace } from "./resource-reads.ts";
import type { Scenario } from "./scenario.ts";

/** More replies than come while an application is watched; those left over are taken back afterwards. */
const manyReplies = 1_000;

/** Where the platform fails to answer a read, and the body of its failure. */
const failures: Record<
  ReadTask,
  { placeOf: (location: number) => StandInPlace; bodyOf: (certifier: Certifier, status: number) => object }
> = {
  resources: {
    placeOf: resourcesPlace,
    bodyOf: ({ dialect }, status) => v3ErrorIn({ status, code: "unavailable", message: "Try again later." }, dialect),
  },
  calls: { placeOf: callsPlace, bodyOf: ({ dialect }) => v1RefusalIn("Try again later.", dialect) },
};

/** The platform fails whenever a Location is read. An application may give up or try again, and the rate of all its requests shows whether it storms. */
const failingReads = (title: string, task: ReadTask): Scenario => ({
  title,
  claim: task,
  judges: [],
  async run(certifier) {
    // A person is not asked for what may come to nothing.
    if (!certifier.profile.actions[task]) return;
    const location = certifier.location("second");
    await certifier.activate(location);
    const { placeOf, bodyOf } = failures[task];
    const status = Number(certifier.dialect["status of a failure"]);
    const reply: StandIn["reply"] = { status, body: bodyOf(certifier, status) };
    await certifier.standIn({ ...placeOf(location), times: manyReplies, reply });
    await certifier.readings.ask(task, location, {
      isBeside: true,
      isShort: true,
      isDisturbed: true,
      isDone: (reads) => reads.length > 0,
      isProved: ({ length }) => length > plenty,
    });
    await certifier.clearStandIns(placeOf(location));
  },
});

export const failingResources = failingReads("the resources of a Location are answered with a 5xx", "resources");

export const failingCalls = failingReads("the call history of a Location is answered with a 5xx", "calls");
