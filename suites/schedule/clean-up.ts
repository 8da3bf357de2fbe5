import { seconds } from "../../base/durations.ts";
import { requestUninstall } from "../drivers/steps/installing.ts";
import type { LinkId } from "../model/link-id.ts";
import type { Run } from "./run/run.ts";
import { World } from "./run/world.ts";

/** Where a target has one world only, others may write while it is read: what is said of that. */
const movedTopic = "set aside, because it moved while it was read";

/** The time that cleaning up may take: a little more than the minute that the pace may make it wait. */
const patience = seconds(75);

/** Uninstalls whatever a run installed, also after a failure or an interruption; what it could not uninstall is written down. */
export async function cleanUp(run: Run, onUninstall: (link: LinkId) => void = () => undefined): Promise<void> {
  if (run.facts.moved > 0)
    run.context.journal.write({ kind: "observation", topic: movedTopic, value: run.facts.moved });
  run.budget.beginCleanUp(AbortSignal.timeout(patience));
  for (const { location, application, target } of run.facts.links.values()) {
    onUninstall({ location, application });
    const answer = await requestUninstall(new World(target, run), { location, application }).then(
      ({ response }) => response.status,
      (error: Error) => error.message,
    );
    if (typeof answer === "string" || (answer >= 300 && answer !== 404))
      run.context.journal.write({
        kind: "observation",
        topic: "left installed",
        value: { location, application, answer },
      });
  }
  run.facts.links.clear();
}
