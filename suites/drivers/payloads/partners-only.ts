import type { Exchange } from "../../../harness/exchange.ts";
import { authorizationOf } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { wrongTokens } from "../authority/wrong-tokens.ts";
import { type ExampleChoice, exampleRequest } from "./example-requests.ts";
import { callRightly } from "./success.ts";

/** Calls an operation without the partner token, and with wrong ones, each with the payload of the right call. */
export async function callAsOthers(world: World, operation: string, choice: ExampleChoice = {}): Promise<void> {
  const { as: role, ...request } = exampleRequest(world, operation, choice);
  // An overlay may say that it takes no token: then its payload may name the caller.
  if (!role) return;
  const { credentials } = world.target;
  const wrong = wrongTokens(world, operation, credentials.partner_token ?? "", "owner_user_token");
  await world.request(operation, request);
  for (const partner_token of wrong.slice(0, world.budget.byDepth(1, 2, wrong.length))) {
    const authorization = authorizationOf(role, { ...credentials, partner_token });
    await world.request(operation, { ...request, authorization });
  }
}

/** Calls an operation as others and as the partner; between the two, a driver may look at what the refused calls did. */
export async function callAsAll(
  world: World,
  operation: string,
  { lookBetween, ...choice }: ExampleChoice & { lookBetween?: () => Promise<unknown> } = {},
): Promise<Exchange> {
  // Where requests are few, the right call goes first: unless it succeeds, refusals show nothing.
  const isFirst = world.isSparing && !lookBetween;
  const first = isFirst ? await callRightly(world, operation, choice) : undefined;
  await callAsOthers(world, operation, choice);
  await lookBetween?.();
  return first ?? callRightly(world, operation, choice);
}
