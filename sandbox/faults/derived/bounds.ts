import { loadLimits, secondsIn } from "../../../specs/limits.ts";
import type { FailedDelivery } from "../../world/behaviour.ts";
import { hours, seconds } from "../../world/data/durations.ts";
import type { Policy } from "../../world/policy.ts";
import { retrying } from "../changes/webhooks.ts";
import { policy } from "../changes/world.ts";
import type { DerivedFault } from "./derived-fault.ts";

/** Which number of the sandbox a figure is, and the requirements of being less and of being more. */
interface DerivedBound {
  number: keyof Policy;
  less: string;
  more: string;
}

/** The figures of the specification that a provider keeps. */
const bounds: Record<string, DerivedBound> = {
  rate_per_second: { number: "ratePerSecond", less: "RATE-1", more: "RATE-11" },
  rate_per_minute: { number: "ratePerMinute", less: "RATE-1", more: "RATE-11" },
  confirmation_window: { number: "confirmWithin", less: "INST-3", more: "INST-4" },
  webhook_delay: { number: "webhookDelay", less: "HOOK-4", more: "HOOK-4" },
  webhook_timeout: { number: "webhookTimeout", less: "HOOK-8", more: "HOOK-8" },
  cursor_lifetime: { number: "cursorLifetime", less: "CUR-1", more: "CUR-3" },
  "page_size.minimum": { number: "pageMinimum", less: "RES-12", more: "RES-5" },
  "page_size.maximum": { number: "pageMaximum", less: "RES-5", more: "RES-18" },
  "page_size.default": { number: "pageDefault", less: "RES-4", more: "RES-4" },
  "webhook_delay.earliest": { number: "webhookDelay", less: "HOOK-4", more: "HOOK-4" },
  "webhook_delay.latest": { number: "webhookDelay", less: "HOOK-4", more: "HOOK-4" },
  lifecycle_delivery: { number: "lifecycleDelay", less: "LIFE-1", more: "LIFE-1" },
};

/** A little more than the second on both sides of a window that is not judged (reading 3). */
const moment = 1.5;

/** The steps away from a figure: one of its own unit; where that is time, a moment too. */
function steps(unit: string, isTime: boolean): [name: string, by: number][] {
  const whole: [string, number][] =
    unit === "seconds" ? [] : [[`1 ${unit.replace(/s$/, "")}`, secondsIn[unit as "hours"] ?? 1]];
  return isTime ? [...whole, ["a moment", moment]] : whole;
}

function boundFaultsOf(name: string, { number, less, more }: DerivedBound): DerivedFault[] {
  const { value = 0, unit = "requests" } = loadLimits()[name] ?? {};
  const isTime = secondsIn[unit] !== undefined;
  const right = value * (secondsIn[unit] ?? 1);
  return steps(unit, isTime).flatMap(([step, by]) =>
    ([-1, 1] as const).map((sign): DerivedFault => {
      const wrong = `is ${step} ${sign < 0 ? "less" : "more"}`;
      const figure = right + sign * by;
      return {
        name: `${name} ${wrong}`,
        kind: "bound",
        wrong,
        breaks: sign < 0 ? less : more,
        above: [],
        place: name,
        change: (onShown) => {
          onShown();
          return policy({ [number]: isTime ? seconds(figure) : figure });
        },
      };
    }),
  );
}

/** Why a delivery may have failed: each class of status, silence, and no connection. */
const failures: [name: string, isAffected: (failed: FailedDelivery) => boolean, breaks: string][] = [
  ...[3, 4, 5].map((digit): [string, (failed: FailedDelivery) => boolean, string] => [
    `a ${digit}xx`,
    ({ failure }) => Math.floor(Number(failure) / 100) === digit,
    "HOOK-7",
  ]),
  ["silence", ({ failure }) => failure === "timeout", "HOOK-8"],
  ["a refused connection", ({ failure }) => failure === "refused", "HOOK-7"],
  ["a broken connection", ({ failure }) => failure === "broken", "HOOK-7"],
];

/** Retries, one more than none, by why a delivery failed and by when it is tried again. */
const retryFaults = (): DerivedFault[] =>
  failures.flatMap(([name, isAffected, breaks]) =>
    (
      [
        ["within seconds", seconds(5)],
        ["after five hours", hours(5)],
      ] as const
    ).map(([when, delay]) => ({
      name: `webhook_retries is 1 more after ${name}, ${when}`,
      kind: "bound",
      wrong: "is 1 more",
      breaks,
      above: ["HOOK-6", "LIFE-1", "LIFE-2"],
      place: `webhook_retries after ${name}`,
      change: (onShown) => {
        onShown();
        return retrying(delay, isAffected);
      },
    })),
  );

const tlsFaults = (): DerivedFault[] =>
  (
    [
      ["less", "TLSv1.1"],
      ["more", "TLSv1.3"],
    ] as const
  ).map(([wrong, tlsMinimum]) => ({
    name: `tls_minimum is one ${wrong}`,
    kind: "bound",
    wrong: `is one ${wrong}`,
    breaks: "TLS-1",
    above: [],
    place: "tls_minimum",
    change: (onShown) => {
      onShown();
      return policy({ tlsMinimum });
    },
  }));

/** Each figure of the specification one less and one more. */
export const boundFaults = (): DerivedFault[] => [
  ...Object.entries(bounds).flatMap(([name, bound]) => boundFaultsOf(name, bound)),
  ...retryFaults(),
  ...tlsFaults(),
];
