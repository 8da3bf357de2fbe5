import { fieldsOf } from "../../../base/json.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { wrongTokens } from "../access/wrong-tokens.ts";
import { jsonOf } from "../run/answers.ts";
import { authorizationOf } from "../run/roles.ts";
import type { World } from "../run/world.ts";
import { type ExampleChoice, exampleRequest } from "./example-requests.ts";
import { checkSuccess } from "./success.ts";

/** Whether a call was served: how one that is not is refused is not shown, so it may be redirected, or told so in the envelope. */
const isServed = (exchange: Exchange): boolean => {
  const { status } = exchange.response;
  return status >= 200 && status < 300 && fieldsOf(jsonOf(exchange)).success !== false;
};

/** Judges calls that must have been refused; how is not shown. */
export function checkRefused(world: World, exchanges: readonly Exchange[]): void {
  for (const exchange of exchanges)
    world.check("MKT-13", !isServed(exchange), {
      exchange,
      found: `the status ${exchange.response.status}`,
      expected: "a refusal",
    });
}

/**
 * Calls an operation without the partner token, and with wrong ones, each with the payload of the right call. What was served is blamed
 * at once; what was refused is given back, since it shows something only where the right call succeeds.
 */
export async function callsOfOthers(world: World, operation: string, choice: ExampleChoice = {}): Promise<Exchange[]> {
  const { as: role, ...request } = exampleRequest(world, operation, choice);
  // An overlay may say that it takes no token: then something in its payload may tell who calls.
  if (!role) return [];
  const { credentials } = world.target;
  const wrong = wrongTokens(world, operation, credentials.partner_token ?? "", "owner_user_token");
  const exchanges = [await world.request(operation, request)];
  for (const partner_token of wrong.slice(0, world.run.byDepth(1, 2, wrong.length))) {
    const authorization = authorizationOf(role, { ...credentials, partner_token });
    exchanges.push(await world.request(operation, { ...request, authorization }));
  }
  checkRefused(world, exchanges.filter(isServed));
  return exchanges.filter((exchange) => !isServed(exchange));
}

/** Judges whether an operation serves partners and nobody else; between the two, a proof may look at what the refused calls did. */
export async function checkForPartnersOnly(
  world: World,
  requirement: string,
  operation: string,
  { lookBetween, ...choice }: ExampleChoice & { lookBetween?: () => Promise<void> } = {},
): Promise<Exchange> {
  // Where requests are few, the right call goes first: unless it succeeds, refusals show nothing.
  if (world.isSparing && !lookBetween) {
    const served = await checkSuccess(world, requirement, operation, choice);
    checkRefused(world, await callsOfOthers(world, operation, choice));
    return served;
  }
  const refused = await callsOfOthers(world, operation, choice);
  await lookBetween?.();
  const served = await checkSuccess(world, requirement, operation, choice);
  checkRefused(world, refused);
  return served;
}
