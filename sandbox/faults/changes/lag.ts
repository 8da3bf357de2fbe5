import { loadOperations } from "../../../specs/operations.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { WorldState } from "../../world/state.ts";
import { SandboxWorld } from "../../world/world.ts";
import type { BehaviourChange } from "./fault.ts";

/** A state of the world, and since when it may have been there. */
interface Snapshot {
  text: string;
  since: number;
}

/** The states of one world, in their order, and when it was looked at last. */
interface History {
  snapshots: Snapshot[];
  seenAt: number;
}

const reads = new Set(loadOperations().flatMap(({ id, method }) => (method === "GET" ? [id] : [])));

/** Reads show the world as it was some time ago, since nothing promises that a write is seen by the next read. */
export const lagging =
  (milliseconds: number): BehaviourChange =>
  () => {
    const histories = new WeakMap<SandboxWorld, History>();
    /** The world as it was: the last state that had been there for long enough, or the first of all. */
    const earlier = ({ world, clock }: ApiCall): SandboxWorld => {
      const now = clock.now();
      const history = histories.get(world) ?? { snapshots: [], seenAt: now };
      histories.set(world, history);
      const { snapshots, seenAt } = history;
      const text = JSON.stringify({ ...world.state, now: 0, deliveries: [] });
      // A change by the control protocol is seen only now; it happened after the world was looked at last.
      if (snapshots.at(-1)?.text !== text) snapshots.push({ text, since: seenAt });
      history.seenAt = now;
      const visible = snapshots.findLast(({ since }) => now - since >= milliseconds) ?? snapshots[0];
      if (!visible || visible.text === text) return world;
      const stale = new SandboxWorld({ ...(JSON.parse(visible.text) as WorldState), now: world.state.now });
      return Object.assign(stale, { people: world.people });
    };
    return (behaviour) => ({
      ...behaviour,
      routes: behaviour.routes.map((route) => ({
        ...route,
        handle: (call) => {
          if (reads.has(route.operation)) return route.handle({ ...call, world: earlier(call) });
          earlier(call);
          return route.handle(call);
        },
      })),
    });
  };
