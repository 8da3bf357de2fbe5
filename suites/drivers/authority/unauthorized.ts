import type { Exchange } from "../../../harness/exchange.ts";
import type { Choices } from "../../../harness/http/requests.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { furtherRequest } from "../factors/requests.ts";
import { rightRequest } from "../steps/right-requests.ts";

/**
 * The answer to a request without the right authority. Where requests are few, a further one of its operation is sent instead of the plainest: anyone who
 * serves that serves too much, and anyone who refuses it shows as much. A refusal that may be for the page or the filter shows nothing, and the plainest is sent.
 */
export async function unauthorized(
  world: World,
  operation: string,
  authority: RequestChoices,
  refusal: number,
): Promise<Exchange> {
  const request = (choices: Choices) => world.request(operation, { ...choices, ...authority });
  const further = world.can("clock") ? undefined : furtherRequest(world, operation);
  if (further) {
    const exchange = await request(await further);
    const { status } = exchange.response;
    if (status < 300 || status === refusal) return exchange;
  }
  return request(rightRequest(world, operation));
}
