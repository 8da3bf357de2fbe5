import type { Exchange } from "../../../harness/exchange.ts";
import type { World } from "../../schedule/run/world.ts";
import { dataCalls } from "./data-calls.ts";

const choicesFor = (world: World, operation: string, location: number) =>
  ({ ...dataCalls[operation]?.(location, world.now()), as: "system_user_token" }) as const;

/** Makes a data call for a Location. */
export const callForData = (world: World, operation: string, location: number): Promise<Exchange> =>
  world.request(operation, choicesFor(world, operation, location));

/** A data call that was served before, where requests are few; elsewhere it is made. */
export const recallData = (world: World, operation: string, location: number): Promise<Exchange> =>
  world.isSparing
    ? world.recall(operation, choicesFor(world, operation, location))
    : callForData(world, operation, location);
