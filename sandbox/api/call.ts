import type { Address } from "../../specs/operations.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Dispatcher } from "../webhooks.ts";
import type { Clock } from "../world/clock.ts";
import type { CursorKey } from "../world/cursors.ts";
import type { User, V3Credential } from "../world/people.ts";
import type { World } from "../world/world.ts";

export type Surface = "base" | "app" | "v3";

/** What every call of a running sandbox can reach. */
export interface Grounds {
  world: World;
  clock: Clock;
  behaviour: Behaviour;
  webhooks: Dispatcher;
  cursorKey: CursorKey;
}

/** Who calls, as far as the route asks for it. */
export interface Caller {
  partner: string;
  user: User;
  credential: V3Credential;
}

/** One request, understood: which operation, with what, by whom. */
export interface Call extends Grounds {
  operation: string;
  address: Address;
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  caller: Caller;
}
