import { askToUninstall } from "./installing.ts";
import type { Run } from "./run.ts";
import { World } from "./world.ts";

/** How long a run may take to leave: a little more than a minute, which the pace may make it wait. */
const patience = 75_000;

/** Uninstalls whatever a run installed, also after a failure or an interruption; what could not be is written down. */
export async function cleanUp(run: Run): Promise<void> {
  run.leave(AbortSignal.timeout(patience));
  for (const [key, target] of run.links) {
    const [location = 0, application = 0] = key.split(" ").map(Number);
    const answer = await askToUninstall(new World(target, run), { location, application }).then(
      ({ response }) => response.status,
      (error: Error) => error.message,
    );
    if (typeof answer === "string" || answer >= 300)
      run.journal.write({ kind: "observation", topic: "left installed", value: { location, application, answer } });
  }
  run.links.clear();
}
