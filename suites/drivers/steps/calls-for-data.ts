import type { Exchange } from "../../../harness/exchange.ts";
import type { World } from "../../schedule/run/world.ts";
import { dataCalls } from "./data-calls.ts";

/** What a data call is answered while it is allowed, and while it is not. */
export const dataAnswers = { served: [200], refused: [401, 403] } as const;

/** Makes a data call for a Location; soon after a write it is made again until it is answered as it should be: access may lag too. */
export const callForData = (
  world: World,
  operation: string,
  location: number,
  expected: keyof typeof dataAnswers,
): Promise<Exchange> => {
  const promised: readonly number[] = dataAnswers[expected];
  return world.settled(
    operation,
    () => world.request(operation, { ...dataCalls[operation]?.(location, world.now()), as: "system_user_token" }),
    ({ response }) => promised.includes(response.status),
  );
};

/** A data call that was served before, where requests are few; elsewhere it is made. */
export async function recallData(world: World, operation: string, location: number): Promise<Exchange> {
  if (!world.isSparing) return callForData(world, operation, location, "served");
  const known = await world.recall(operation, {
    ...dataCalls[operation]?.(location, world.now()),
    as: "system_user_token",
  });
  return known.response.status === 200 ? known : callForData(world, operation, location, "served");
}

/** Makes every data call for a Location. */
export async function callForAllData(
  world: World,
  location: number,
  expected: keyof typeof dataAnswers,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const operation of Object.keys(dataCalls))
    exchanges.push(await callForData(world, operation, location, expected));
  return exchanges;
}
