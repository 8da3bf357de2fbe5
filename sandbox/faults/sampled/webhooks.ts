import { isDeepStrictEqual } from "node:util";
import { loadOperations } from "../../../specs/operations.ts";
import { hours, minutes, seconds } from "../../world/data/durations.ts";
import { type Notice, noticeOf } from "../../world/notices.ts";
import type { BehaviourChange } from "../changes/fault.ts";
import { derivedFaults } from "../derived/derived.ts";
import { whyOpen } from "../derived/left-open.ts";
import type { Deviation, Plant } from "./deviation.ts";

const lifecycle = ["freeze", "uninstall"];
const recordEvents = (): string[] =>
  loadOperations().flatMap(({ surface, path }) => (surface === "webhooks" && !lifecycle.includes(path) ? [path] : []));

/** The id of an event, by its name. */
const idOf = (event: string): string =>
  loadOperations().find(({ surface, path }) => surface === "webhooks" && path === event)?.id ?? event;

/** Changes the webhooks of an event where a trigger holds. */
const noticeWhen =
  (event: string, change: (notice: Notice, now: number) => Notice[]): Plant =>
  ({ trigger, onShown, isDry }): BehaviourChange =>
  () => {
    const holds = trigger.ofWebhooks();
    const failed = new Set<string>();
    return (behaviour) => ({
      ...behaviour,
      retryAfter: (failure) => {
        failed.add(failure.notice.url);
        return behaviour.retryAfter(failure);
      },
      notices: [
        ...behaviour.notices,
        (notice, now) => {
          if (notice.event !== event) return [notice];
          const afterFailure = failed.delete(notice.url);
          if (!holds({ notice, now, afterFailure })) return [notice];
          const changed = change(notice, now);
          if (!isDeepStrictEqual(changed, [notice])) onShown();
          return isDry ? [notice] : changed;
        },
      ],
    });
  };

/** Tries a failed delivery again where a trigger holds. */
const retriedWhen =
  (event: string, delay: number): Plant =>
  ({ trigger, onShown, isDry }): BehaviourChange =>
  () => {
    const holds = trigger.ofWebhooks();
    const triggering = new WeakSet<Notice>();
    return (behaviour) => ({
      ...behaviour,
      notices: [
        ...behaviour.notices,
        (notice, now) => {
          if (notice.event === event && holds({ notice, now, afterFailure: false })) triggering.add(notice);
          return [notice];
        },
      ],
      retryAfter: (failure) => {
        if (failure.earlier > 0 || !triggering.has(failure.notice)) return behaviour.retryAfter(failure);
        onShown();
        return isDry ? behaviour.retryAfter(failure) : delay;
      },
    });
  };

/** Sends an event to an address that subscribed to others. */
const unaskedWhen =
  (event: string): Plant =>
  ({ trigger, onShown, isDry }): BehaviourChange =>
  () => {
    const holds = trigger.ofWebhooks();
    return (behaviour) => ({
      ...behaviour,
      recipients: (subscriptions, location, name) => {
        const right = behaviour.recipients(subscriptions, location, name);
        const url = subscriptions[location]?.url;
        if (name !== event || right.length > 0 || !url) return right;
        const notice = noticeOf(name, url, { company_id: location }, 0);
        if (!holds({ notice, now: 0, afterFailure: false })) return right;
        onShown();
        return isDry ? right : [url];
      },
    });
  };

/** The changes that an event's derived faults make. */
const derivedNotices = (events: readonly string[]): Deviation[] =>
  [...derivedFaults().values()]
    // An operation may have the name of an event.
    .filter(({ place, kind, answer }) => events.includes(place) && (kind === "event" || kind === "enum") && !answer)
    .filter((fault) => whyOpen(fault, true) === undefined)
    .map(
      (fault): Deviation => ({
        name: fault.name,
        breaks: fault.breaks,
        place: idOf(fault.place),
        // A change that the fault names itself is not drawn a second time.
        ...(fault.wrong.startsWith("is not sent when") ? { without: ["change"] } : {}),
        plant: noticeWhen(fault.place, (notice, now) =>
          reshaped(
            fault.change(() => undefined),
            notice,
            now,
          ),
        ),
      }),
    );

/** A webhook after the change of a fault. */
function reshaped(change: BehaviourChange, notice: Notice, now: number): Notice[] {
  const { notices } = change()({ notices: [] } as never);
  return notices.reduce((all, reshape) => all.flatMap((each) => reshape(each, now)), [notice]);
}

const delayed = (event: string, breaks: string, delays: readonly [wrong: string, delay: number][]): Deviation[] =>
  delays.map(([wrong, delay]) => ({
    name: `${event} is sent ${wrong}`,
    breaks,
    place: idOf(event),
    plant: noticeWhen(event, (notice) => [{ ...notice, delay }]),
  }));

const retried = (event: string, breaks: string): Deviation[] =>
  (
    [
      ["within seconds", seconds(5)],
      ["after an hour", hours(1)],
    ] as const
  ).map(([when, delay]) => ({
    name: `${event} is tried again ${when}`,
    breaks,
    place: idOf(event),
    without: ["receiver"],
    plant: retriedWhen(event, delay),
  }));

export const webhooks = (): Deviation[] => [
  ...derivedNotices(recordEvents()),
  ...recordEvents().flatMap((event): Deviation[] => [
    ...delayed(event, "HOOK-4", [
      ["at once", 0],
      ["after 15 seconds", seconds(15)],
      ["after five minutes", minutes(5)],
    ]),
    ...retried(event, "HOOK-7"),
    {
      name: `${event} is sent to whom it was not asked for`,
      breaks: "HOOK-5",
      place: idOf(event),
      without: ["change", "operation", "receiver", "pause", "age"],
      plant: unaskedWhen(event),
    },
  ]),
];

export const lifecycleEvents = (): Deviation[] => [
  ...derivedNotices(lifecycle),
  ...lifecycle.flatMap((event): Deviation[] => {
    const breaks = event === "freeze" ? "LIFE-1" : "LIFE-2";
    return [
      ...delayed(event, breaks, [
        ["after two minutes", minutes(2)],
        ["after an hour", hours(1)],
      ]),
      ...retried(event, breaks),
    ];
  }),
];
