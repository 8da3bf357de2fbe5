import { authorizations } from "../../harness/authorization.ts";
import type { Client } from "../../harness/client.ts";
import { requestFor } from "../../harness/requests.ts";
import type { Target } from "../../harness/target.ts";
import { operationCalled } from "./stage.ts";
import type { Tour } from "./tour.ts";

/** How long a run may take to leave: a little more than a minute, which the pace may make it wait. */
const patience = 75_000;

/** Uninstalls whatever a run installed, also after a failure or an interruption; what could not be is written down. */
export async function cleanUp({ links, client, journal }: Tour): Promise<void> {
  client.outlive(AbortSignal.timeout(patience));
  for (const [key, target] of links) {
    const [location_id = 0, application_id = 0] = key.split(" ").map(Number);
    const answer = await uninstall(client, target, { location_id, application_id });
    if (typeof answer === "string" || answer >= 300)
      journal.write({ kind: "observation", topic: "left installed", value: { location_id, application_id, answer } });
  }
  links.clear();
}

/** The status of the answer, or why there is none. */
async function uninstall(client: Client, target: Target, path: Record<string, number>): Promise<number | string> {
  const authorization = authorizations.BearerPartner(target.credentials);
  const request = requestFor(operationCalled("uninstall"), target, { path, authorization });
  try {
    const { status } = (await client.send(request)).response;
    if (status !== 429) return status;
    await target.timer.wait(60_000);
    return (await client.send(request)).response.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
