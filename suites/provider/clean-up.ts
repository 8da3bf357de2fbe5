import { authorizations } from "../../harness/authorization.ts";
import { Client } from "../../harness/client.ts";
import { requestFor } from "../../harness/requests.ts";
import type { Target } from "../../harness/target.ts";
import { operationCalled } from "./stage.ts";
import type { Tour } from "./tour.ts";

/** How long a run may take to leave; whoever pressed Ctrl-C waits for it. */
const patience = 15_000;

/** Uninstalls whatever a run installed, also after a failure or an interruption; what could not be is written down. */
export async function cleanUp({ links, journal }: Tour): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  for (const [key, target] of links) {
    const [location_id = 0, application_id = 0] = key.split(" ").map(Number);
    const status = await uninstall(target, { location_id, application_id }, signal);
    if (typeof status === "string" || status >= 300)
      journal.write({ kind: "observation", topic: "left installed", value: { location_id, application_id, status } });
  }
  links.clear();
}

async function uninstall(target: Target, path: Record<string, number>, signal: AbortSignal): Promise<number | string> {
  const client = new Client(target, signal);
  const authorization = authorizations.BearerPartner(target.credentials);
  try {
    const request = requestFor(operationCalled("uninstall"), target, { path, authorization });
    return (await client.send(request)).response.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.close();
  }
}
