import type { InstallState } from "../../../../specs/install-machine.ts";
import { describeReading, type StatusReading, saysNoLink } from "../../run/link-status.ts";
import type { World } from "../../run/world.ts";
import { changesIn } from "../status-checks.ts";
import { everyState, type LinkModel } from "./link-model.ts";

/** Holds a reading of the status against what is known of the link: its state, its log and when it was created. */
export function judgeReading(world: World, model: LinkModel, reading: StatusReading, operation: string): void {
  judgeState(world, model, reading, operation);
  const { exchange, createdAt } = reading;
  if (!model.onlyState || model.is("uninstalled") || exchange.response.status !== 200) return;
  judgeLog(world, model, reading);
  if (model.createdAt !== undefined)
    world.check("STAT-3", createdAt === model.createdAt, {
      exchange,
      found: String(createdAt),
      expected: `${String(model.createdAt)}, as before`,
      pointer: "/data/connection_status/created_at",
    });
  model.createdAt ??= createdAt;
}

/** The states of a link, as far as it is known, that read like this. */
const fittingStates = (model: LinkModel, { state }: StatusReading): InstallState[] =>
  [...model.states].filter((possible) => (possible === "uninstalled" ? state !== "active" : state === possible));

/** Whether a reading is one that what is known of the link allows, its log included. */
export const fitsModel = (model: LinkModel, reading: StatusReading): boolean =>
  fittingStates(model, reading).length > 0 &&
  (reading.state === undefined || missingChanges(model, reading).length === 0);

/** Rules out every state that does not read like this; if none is left, what led here is to blame. */
function judgeState(world: World, model: LinkModel, reading: StatusReading, operation: string): void {
  const { exchange, state } = reading;
  const fitting = fittingStates(model, reading);
  const allowed = [...model.states].map((possible) => (possible === "uninstalled" ? "not there" : `"${possible}"`));
  // Where the other address has just said otherwise, it is the two that do not agree.
  const isOtherAddress = model.readBy !== undefined && model.readBy !== operation;
  if (model.states.size < everyState.length)
    world.check(isOtherAddress ? "INST-26" : model.blamed, fitting.length > 0, {
      exchange,
      found: describeReading(reading),
      expected: `a link that is ${allowed.join(" or ")}`,
      pointer: "/data/connection_status/status",
    });
  // After a surprise the link is taken as it reads, so that one fault is not found again and again.
  const seen = fitting.length > 0 ? fitting : everyState.filter((possible) => possible === state);
  if (fitting.length === 0) model.changes = [];
  model.states = new Set(seen.length > 0 ? seen : everyState);
  if (model.is("active")) model.wasActive = true;
  // Where the status says that there is no link any more, a grant makes a first one.
  if (model.hasEnded && saysNoLink(reading)) {
    model.states = new Set(["uninstalled"]);
    model.hasEnded = false;
    model.granted = undefined;
  }
  model.readBy = operation;
}

/** The changes that certainly happened and are not in the log as often. */
function missingChanges(model: LinkModel, reading: StatusReading): string[] {
  const logged = changesIn(reading);
  const happened = model.changes.map(([from, to]) => `${from} → ${to}`);
  const count = (names: readonly string[], change: string) => names.filter((name) => name === change).length;
  return happened.filter((change) => count(logged, change) < count(happened, change));
}

function judgeLog(world: World, model: LinkModel, reading: StatusReading): void {
  const logged = changesIn(reading);
  const happened = model.changes.map(([from, to]) => `${from} → ${to}`);
  for (const change of new Set(happened)) {
    const times = happened.filter((name) => name === change).length;
    world.check(
      change.startsWith("uninstalled") ? "STAT-7" : "STAT-6",
      logged.filter((name) => name === change).length >= times,
      {
        exchange: reading.exchange,
        found: logged.join(", ") || "nothing",
        expected: `${change}${times > 1 ? `, ${times} times` : ""}`,
        pointer: "/data/logs",
      },
    );
  }
}
