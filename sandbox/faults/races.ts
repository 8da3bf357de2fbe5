import { fieldsOf } from "../../base/json.ts";
import type { ApiCall } from "../api/call/call.ts";
import type { ApiReply } from "../api/call/replies.ts";
import type { StoredLink } from "../world/state.ts";
import { all, breaks, type Faults } from "./changes/fault.ts";
import { colliding, type Racer, unsettled } from "./changes/races.ts";
import { closed, opened } from "./changes/replies.ts";

/** The link that a grant, a callback or an uninstall is about. */
function linkOf({ path, body, world }: ApiCall): StoredLink | undefined {
  const fields = fieldsOf(body);
  const location = path.company_id ?? path.location_id ?? fields.salon_id;
  return world.link(Number(location), Number(path.application_id ?? fields.application_id));
}

const placeOf = ({ path, body }: ApiCall): unknown => path.company_id ?? path.location_id ?? fieldsOf(body).salon_id;

const isOf =
  (...operations: string[]) =>
  ({ operation }: ApiCall): boolean =>
    operations.includes(operation);

/** Answers two calls one after the other, and then does something to a link. */
const inTurn = (first: Racer, second: Racer, undo: () => void = () => undefined): [ApiReply, ApiReply] => {
  const answers: [ApiReply, ApiReply] = [first.answer(), second.answer()];
  undo();
  return answers;
};

const refusal = (status: number): ApiReply => ({
  status,
  body: { success: false, data: null, meta: { message: "Try again." } },
});

/** Takes back the last change of a link. */
function takeBack(link: StoredLink | undefined): void {
  const last = link?.logs.pop();
  if (link && last) link.state = last.status_from;
}

/** Two calls for one link, in whatever order they came: first the one of an operation, then the other. */
const sorted = (operation: string, a: Racer, b: Racer): [Racer, Racer] =>
  a.call.operation === operation ? [a, b] : [b, a];

/** An uninstall that goes unnoticed by another call for the same link, which was checked before it. */
const unnoticedUninstall = (a: Racer, b: Racer): [ApiReply, ApiReply] => {
  const [ending, other] = sorted("uninstall", a, b);
  const before = linkOf(ending.call)?.state;
  const ended = ending.answer();
  const link = linkOf(ending.call);
  if (link && before) link.state = before;
  const answered = other.answer();
  return a === ending ? [ended, answered] : [answered, ended];
};

const withCursor = (call: ApiCall): boolean => call.operation === "listResources" && call.query.has("cursor");

/** The address that events go to besides, while a subscription changes. */
const former = new WeakMap<object, string>();

/** Faults that show only where calls are made at once; they are found at the depth `deep`. */
export const raceFaults: Faults = {
  "two callbacks at once undo each other": breaks(
    "INST-3",
    colliding(isOf("confirmInstallation"), (first, second) =>
      inTurn(first, second, () => takeBack(linkOf(first.call))),
    ),
  ),
  "the second of two callbacks at once fails": breaks(
    "ENV-5",
    colliding(isOf("confirmInstallation"), (first) => [first.answer(), refusal(500)]),
  ),
  "two callbacks at once lose the log entry": breaks(
    "STAT-6",
    colliding(isOf("confirmInstallation"), (first, second) =>
      inTurn(first, second, () => void linkOf(first.call)?.logs.pop()),
    ),
  ),
  "two grants at once leave no link": breaks(
    "INST-1",
    colliding(isOf("grantAccess"), (first, second) => inTurn(first, second, () => takeBack(linkOf(first.call)))),
  ),
  "callbacks at two Locations at once confirm one": breaks(
    "INST-3",
    colliding(isOf("confirmInstallation"), (first, second) =>
      inTurn(first, second, () => placeOf(first.call) !== placeOf(second.call) && takeBack(linkOf(second.call))),
    ),
  ),
  "grants at two Locations at once log one": breaks(
    "STAT-7",
    colliding(isOf("grantAccess"), (first, second) =>
      inTurn(first, second, () => {
        if (placeOf(first.call) !== placeOf(second.call)) linkOf(second.call)?.logs.pop();
      }),
    ),
  ),
  "a callback does not notice an uninstall at the same time": breaks(
    "INST-13",
    colliding(isOf("confirmInstallation", "uninstall"), unnoticedUninstall),
  ),
  "a grant does not notice an uninstall at the same time": breaks(
    "INST-13",
    colliding(isOf("grantAccess", "uninstall"), unnoticedUninstall),
  ),
  "a cursor serves one of two walks": breaks(
    "CUR-1",
    colliding(withCursor, (first) => [
      first.answer(),
      {
        status: 422,
        body: { error: { code: "validation_failed", fields: [{ field: "cursor", code: "expired_cursor" }] } },
      },
    ]),
  ),
  "two walks with one cursor share their place": breaks(
    "RES-8",
    colliding(withCursor, (first, second) => {
      const answer = second.answer();
      const list = opened(answer) as { data: unknown[] };
      return [first.answer(), closed(answer, { ...list, data: list.data.slice(1) })];
    }),
  ),
  "an event is lost while its subscription changes": breaks(
    "HOOK-9",
    unsettled(isOf("changeHooksSettings"), ({ world, path }) => {
      const { subscriptions } = world.state;
      const id = Number(path.location_id);
      const { [id]: subscription } = subscriptions;
      delete subscriptions[id];
      return () => {
        if (subscription) subscriptions[id] = subscription;
      };
    }),
  ),
  "an event is sent twice while its subscription changes": breaks(
    "HOOK-6",
    all(
      unsettled(isOf("changeHooksSettings"), ({ world, body }) => {
        former.set(world.state.subscriptions, String(fieldsOf(body).url));
        return () => void former.delete(world.state.subscriptions);
      }),
      () => (behaviour) => ({
        ...behaviour,
        recipients: (subscriptions, location, event) => {
          const right = behaviour.recipients(subscriptions, location, event);
          const besides = former.get(subscriptions);
          return besides && right.length > 0 ? [...right, besides] : right;
        },
      }),
    ),
  ),
};
