import { isDeepStrictEqual } from "node:util";
import type { ApiCall } from "../../api/call/call.ts";
import { days, hours, minutes } from "../../world/data/durations.ts";
import type { StoredLink, WorldState } from "../../world/state.ts";
import { applicationIn, linkIn, locationIn } from "./call-facts.ts";
import { afterwardsWhen, type Deviation, type Plant, readWhen } from "./deviation.ts";

/** A link before and after a call that moved it. */
interface Move {
  call: ApiCall;
  was: StoredLink | undefined;
  link: StoredLink;
}

/** Undoes or spoils a move of a link; returns false where the move was another one, and stays as it is. */
type Spoil = (move: Move) => boolean;

const isNew = ({ was }: Move): boolean => was === undefined || was.state === "uninstalled";
const isPublic = ({ call }: Move): boolean => {
  const application = call.world.people.applications.get(applicationIn(call));
  return application !== undefined && application.isPublic && !application.isDraft && !application.isWhitelisted;
};

/** Puts a link into another state, with what the log says of it. */
function putInto(link: StoredLink, state: StoredLink["state"]): true {
  link.state = state;
  const last = link.logs.at(-1);
  if (last) last.status_to = state;
  return true;
}

const takeBack = ({ was, link }: Move): true => {
  Object.assign(link, structuredClone(was ?? { state: "uninstalled", logs: [] }));
  return true;
};

/** Another link of the same application that is in a state. */
const otherLink = ({ call, link }: Move, state: StoredLink["state"]): StoredLink | undefined =>
  Object.values(call.world.state.links).find(
    (other) => other !== link && other.applicationId === link.applicationId && other.state === state,
  );

/** A change of a link that nothing led to. */
const strayInto =
  (from: StoredLink["state"], to: StoredLink["state"]): Spoil =>
  (move) => {
    const other = otherLink(move, from);
    if (other) other.state = to;
    return other !== undefined;
  };

const unlogged: Spoil = ({ was, link }) => {
  if (link.logs.length === (was?.logs.length ?? 0)) return false;
  link.logs.pop();
  return true;
};

const loggedFrom: Spoil = ({ was, link }) => {
  const last = link.logs.at(-1);
  if (!last || link.logs.length === (was?.logs.length ?? 0)) return false;
  last.status_from = last.status_from === "pending" ? "active" : "pending";
  return true;
};

const moves: Readonly<Record<string, Record<string, [breaks: string, spoil: Spoil]>>> = {
  grantAccess: {
    "links nothing": ["INST-1", (move) => isNew(move) && move.link.state !== "uninstalled" && takeBack(move)],
    "makes a public application active at once": [
      "INST-1",
      (move) => isNew(move) && isPublic(move) && move.link.state === "pending" && putInto(move.link, "active"),
    ],
    "leaves a fast application pending": [
      "INST-7",
      (move) => isNew(move) && move.link.state === "active" && putInto(move.link, "pending"),
    ],
    "does not open the window again": [
      "INST-6",
      ({ was, link }) => {
        if (was?.state !== "pending" || was.grantedAt === link.grantedAt) return false;
        link.grantedAt = was.grantedAt;
        return true;
      },
    ],
    "is not logged": ["STAT-7", unlogged],
    "is logged from another status": ["STAT-7", loggedFrom],
    "tells a creation three days ago": [
      "STAT-3",
      (move) => {
        if (move.was !== undefined || move.link.state === "uninstalled") return false;
        move.link.createdAt -= days(3);
        return true;
      },
    ],
    "ends a link elsewhere": ["STAT-9", strayInto("active", "uninstalled")],
    "confirms a link elsewhere": ["INST-11", strayInto("pending", "active")],
  },
  confirmInstallation: {
    "leaves the link pending": [
      "INST-3",
      (move) => move.was?.state === "pending" && move.link.state === "active" && takeBack(move),
    ],
    "confirms after the window": [
      "INST-4",
      ({ was, link }) => {
        if (was?.state !== "pending" || link.state !== "pending") return false;
        link.state = "active";
        return true;
      },
    ],
    "is not logged": ["STAT-6", unlogged],
    "is logged from another status": ["STAT-6", loggedFrom],
    "confirms a link elsewhere": ["INST-11", strayInto("pending", "active")],
    "freezes a link elsewhere": ["STAT-9", strayInto("active", "freezed")],
    "ends an active link": [
      "INST-40",
      (move) => move.was?.state === "active" && move.link.state === "active" && putStateOnly(move.link, "uninstalled"),
    ],
  },
  uninstall: {
    "leaves the link active": ["INST-13", (move) => move.was?.state === "active" && takeBack(move)],
    "ends a link elsewhere": ["STAT-9", strayInto("active", "uninstalled")],
  },
};

function putStateOnly(link: StoredLink, state: StoredLink["state"]): true {
  link.state = state;
  return true;
}

const moveDeviations = (): Deviation[] =>
  Object.entries(moves).flatMap(([operation, spoils]) =>
    Object.entries(spoils).map(
      ([wrong, [breaks, spoil]]): Deviation => ({
        name: `${operation} ${wrong}`,
        breaks,
        place: operation,
        plant: afterwardsWhen(
          operation,
          (call) => structuredClone(linkIn(call)),
          (call, was, answer) => {
            const link = linkIn(call);
            const isRefused = answer === undefined && wrong !== "confirms after the window";
            return link !== undefined && !isRefused && spoil({ call, was, link });
          },
        ),
      }),
    ),
  );

/** Something that a partner's call changes besides links, and what goes wrong with it. */
interface Write {
  operation: string;
  wrong: string;
  breaks: string;
  /** The part of the state that it changes. */
  part: (state: WorldState, call: ApiCall) => unknown;
  /** Puts back what was there, as a whole or in part; returns whether that changes something. */
  spoil: (state: WorldState, was: never, call: ApiCall) => void;
}

const subscriptionOf = ({ subscriptions }: WorldState, call: ApiCall) => subscriptions[locationIn(call)];

const writes: readonly Write[] = [
  {
    operation: "changeHooksSettings",
    wrong: "is forgotten",
    breaks: "HOOK-5",
    part: subscriptionOf,
    spoil: (state, was: WorldState["subscriptions"][string] | undefined, call) => {
      if (was) state.subscriptions[locationIn(call)] = was;
      else delete state.subscriptions[locationIn(call)];
    },
  },
  {
    operation: "changeHooksSettings",
    wrong: "forgets the last of several events",
    breaks: "HOOK-9",
    part: subscriptionOf,
    spoil: (state, _, call) => {
      const subscription = subscriptionOf(state, call);
      if (subscription && subscription.events.length > 1) subscription.events = subscription.events.slice(0, -1);
    },
  },
  {
    operation: "changeHooksSettings",
    wrong: "keeps the former address",
    breaks: "HOOK-5",
    part: subscriptionOf,
    spoil: (state, was: WorldState["subscriptions"][string] | undefined, call) => {
      const subscription = subscriptionOf(state, call);
      if (subscription && was) subscription.url = was.url;
    },
  },
  {
    operation: "sendVoipEvent",
    wrong: "does not switch telephony",
    breaks: "VOIP-3",
    part: ({ voip }, call) => voip[locationIn(call)],
    spoil: (state, was: boolean | undefined, call) => {
      if (was === undefined) delete state.voip[locationIn(call)];
      else state.voip[locationIn(call)] = was;
    },
  },
  {
    operation: "sendVoipEvent",
    wrong: "loses a saved call",
    breaks: "VOIP-2",
    part: ({ collections }, call) => collections[`calls:${locationIn(call)}`],
    spoil: ({ collections }, was: WorldState["collections"][string] | undefined, call) => {
      if (was) collections[`calls:${locationIn(call)}`] = was;
      else delete collections[`calls:${locationIn(call)}`];
    },
  },
  {
    operation: "reportRefund",
    wrong: "marks nothing as refunded",
    breaks: "MKT-12",
    part: ({ links }) => Object.fromEntries(Object.entries(links).map(([key, { payments }]) => [key, payments])),
    spoil: ({ links }, was: Record<string, StoredLink["payments"]>) => {
      for (const [key, payments] of Object.entries(was)) if (links[key]) links[key].payments = payments;
    },
  },
];

const writeDeviations = (): Deviation[] =>
  writes.map(
    ({ operation, wrong, breaks, part, spoil }): Deviation => ({
      name: `${operation} ${wrong}`,
      breaks,
      place: operation,
      plant: afterwardsWhen(
        operation,
        (call) => structuredClone(part(call.world.state, call)),
        (call, was, answer) => {
          const { state } = call.world;
          const right = structuredClone(part(state, call));
          // The last of several values is what a reply still shows; only what comes later shows the loss.
          if (!answer || isDeepStrictEqual(right, was)) return false;
          spoil(state, was as never, call);
          return !isDeepStrictEqual(part(state, call), right);
        },
      ),
    }),
  );

export const states = (): Deviation[] => [...moveDeviations(), ...writeDeviations()];

/** By how much a time that is promised is wrong. */
const shares: [wrong: string, by: (right: number, step: number) => number][] = [
  ["is half as long", (right) => right / 2],
  ["is a step shorter", (right, step) => right - step],
  ["is a step longer", (right, step) => right + step],
  ["is twice as long", (right) => right * 2],
  ["never ends", () => Number.POSITIVE_INFINITY],
];

export const times = (): Deviation[] =>
  shares.flatMap(([wrong, by]): Deviation[] => [
    {
      name: `the confirmation window ${wrong}`,
      breaks: by(hours(12), hours(1)) < hours(12) ? "INST-3" : "INST-4",
      place: "confirmInstallation",
      plant: windowWhen((right) => by(right, hours(1))),
    },
    {
      name: `a cursor's life ${wrong}`,
      breaks: by(minutes(15), minutes(1)) < minutes(15) ? "CUR-1" : "CUR-3",
      place: "listResources",
      plant: readWhen("listResources", ({ behaviour: { policy } }) => ({
        policy: { ...policy, cursorLifetime: by(policy.cursorLifetime, minutes(1)) },
      })),
    },
  ]);

/** Another confirmation window for a callback; shown where it decides otherwise. */
const windowWhen =
  (by: (right: number) => number): Plant =>
  ({ trigger, onShown, isDry }) =>
  () => {
    const holds = trigger.ofCalls();
    return (behaviour) => ({
      ...behaviour,
      routes: behaviour.routes.map((route) =>
        route.operation !== "confirmInstallation"
          ? route
          : {
              ...route,
              handle: (call) => {
                if (!holds(call)) return route.handle(call);
                const link = linkIn(call);
                const { policy } = call.behaviour;
                const confirmWithin = by(policy.confirmWithin);
                const age = call.clock.now() - (link?.grantedAt ?? 0);
                if (link?.state === "pending" && age <= confirmWithin !== age <= policy.confirmWithin) onShown();
                if (isDry) return route.handle(call);
                return route.handle({
                  ...call,
                  behaviour: { ...call.behaviour, policy: { ...policy, confirmWithin } },
                });
              },
            },
      ),
    });
  };
