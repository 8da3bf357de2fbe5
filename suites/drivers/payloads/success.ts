import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { World } from "../../schedule/run/world.ts";
import { type ExampleChoice, exampleRequest } from "./example-requests.ts";

export const isSuccess = ({ response }: Exchange): boolean => response.status < 400;

/** Why an operation without a known payload cannot be judged. */
const lacksPayload = (operation: string, { response }: Exchange): Untestable =>
  new Untestable(`${operation} answers ${response.status}; an overlay can supply its payload`);

/** Sends the request of an overlay's example; the proof goes on only if it succeeds. */
export async function requireSuccess(world: World, operation: string, choice: ExampleChoice = {}): Promise<void> {
  const exchange = await world.request(operation, exampleRequest(world, operation, choice));
  if (!isSuccess(exchange)) throw lacksPayload(operation, exchange);
}

/** Users beside whom a partner may have to call: which scheme these operations take is not shown. */
const users = ["system_user_token", "owner_user_token"] as const;

/** Sends the request of an example; without an overlay, which says who calls, a refusal is tried again with each user. */
async function requestExample(world: World, operation: string, choice: ExampleChoice): Promise<Exchange> {
  const request = exampleRequest(world, operation, choice);
  const exchange = await world.request(operation, request);
  const known = world.operation(operation).isOverlaid ? [] : users.filter((user) => world.target.credentials[user]);
  for (const user of known) {
    if (exchange.response.status !== 401 && exchange.response.status !== 403) break;
    const again = await world.request(operation, { ...request, as: user });
    if (isSuccess(again)) return again;
  }
  return exchange;
}

/** Calls an operation as it is meant to be called; the proof goes on only if that succeeds. */
export async function callRightly(world: World, operation: string, choice: ExampleChoice = {}): Promise<Exchange> {
  const exchange = await requestExample(world, operation, choice);
  world.observe(`MKT-11: status of ${operation}`, exchange.response.status);
  if (!isSuccess(exchange)) throw lacksPayload(operation, exchange);
  return exchange;
}
