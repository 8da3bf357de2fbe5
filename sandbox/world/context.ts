import type { WorldBehaviour } from "./behaviour.ts";
import type { Clock } from "./clock.ts";
import type { CursorKey } from "./cursors.ts";
import type { Dispatcher } from "./webhooks.ts";
import type { SandboxWorld } from "./world.ts";

export interface WorldContext {
  world: SandboxWorld;
  clock: Clock;
  behaviour: WorldBehaviour;
  webhooks: Dispatcher;
  cursorKey: CursorKey;
}
