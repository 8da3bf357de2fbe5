import { Refusal } from "../../api/call/replies.ts";
import { hours, seconds } from "../../world/data/durations.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { header, reply } from "../changes/replies.ts";
import { handling } from "../changes/routes.ts";
import { policy } from "../changes/world.ts";

type HeaderChange = Parameters<typeof header>[3];

const onSuccess = (name: string, change: HeaderChange) => header("listResources", 200, name, change);
const onRefusal = (name: string, change: HeaderChange) => header("listResources", 429, name, change);
const absent = () => undefined;

/** Refuses more v3 requests in a second than that, whatever the headers say. */
const servingPerSecond = (most: number) =>
  handling("listResources", (handle) => {
    const served: number[] = [];
    return (call) => {
      const now = call.clock.now();
      while (served[0] !== undefined && served[0] <= now - seconds(1)) served.shift();
      if (served.length >= most)
        throw new Refusal(429, "Too many requests.", { headers: { "retry-after": 1, "ratelimit-reset": 1 } });
      served.push(now);
      return handle(call);
    };
  });

/** Names a wait of a second in every window of refusals but the first of each world. */
const hurryingLater: BehaviourChange = () => {
  const firstEnds = new WeakMap<object, number>();
  return reply("listResources", () => (answer, { world, clock }) => {
    if (answer.status !== 429) return answer;
    const end = firstEnds.get(world) ?? clock.now() + seconds(Number(answer.headers?.["retry-after"]));
    firstEnds.set(world, end);
    const headers = { ...answer.headers, "retry-after": 1, "ratelimit-reset": 1 };
    return clock.now() < end ? answer : { ...answer, headers };
  })();
};

/** Refuses v1 requests of a world beyond a quota of each hour. */
const hourlyQuota =
  (most: number): BehaviourChange =>
  () => {
    const sent = new WeakMap<object, Map<number, number>>();
    return reply("*", () => (answer, { world, clock, operation }) => {
      if (operation === "listResources") return answer;
      const counts = sent.get(world) ?? new Map<number, number>();
      const hour = Math.floor(clock.now() / hours(1));
      const count = (counts.get(hour) ?? 0) + 1;
      sent.set(world, counts.set(hour, count));
      const body = { success: false, data: null, meta: { message: "The quota of this hour is used up." } };
      return count > most ? { status: 429, headers: { "retry-after": 3600 }, body } : answer;
    })();
  };

export const rateFaults: Faults = {
  "v1 allows three a second": breaks("RATE-1", policy({ ratePerSecond: 3 })),
  "v1 allows 150 a minute": subtly("RATE-1", policy({ ratePerMinute: 150 })),
  "Retry-After is one more than the reset": breaks(
    "RATE-2",
    onRefusal("retry-after", (value) => Number(value) + 1),
  ),
  "the reset of a 429 is the window": subtly(
    "RATE-2",
    onRefusal("ratelimit-reset", (_, headers) => Number(String(headers["ratelimit-policy"]).split("w=")[1])),
  ),
  "a 429 lacks Retry-After": breaks("RATE-3", onRefusal("retry-after", absent)),
  "Retry-After is a date": breaks(
    "RATE-3",
    onRefusal("retry-after", () => "Mon, 02 Mar 2026 09:01:00 GMT"),
  ),
  "a 429 lacks the reset": subtly("RATE-3", onRefusal("ratelimit-reset", absent)),
  "the remainder is missing": breaks("RATE-4", onSuccess("ratelimit-remaining", absent)),
  "the remainder goes below nothing": subtly(
    "RATE-4",
    onSuccess("ratelimit-remaining", (value) => (value === "0" ? -1 : value)),
  ),
  "the policy has another form": breaks(
    "RATE-5",
    onSuccess("ratelimit-policy", (value) => value.replace(";w=", "/")),
  ),
  "the policy is missing": breaks("RATE-5", onSuccess("ratelimit-policy", absent)),
  "the reset counts down": breaks(
    "RATE-6",
    onSuccess("ratelimit-reset", (value, headers) => Math.min(Number(value), Number(headers["ratelimit-remaining"]))),
  ),
  "the reset is missing": breaks("RATE-6", onSuccess("ratelimit-reset", absent)),
  "the reset is in milliseconds": subtly(
    "RATE-6",
    onSuccess("ratelimit-reset", (value) => Number(value) * 1000),
  ),
  "the remainder never falls": breaks(
    "RATE-7",
    onSuccess("ratelimit-remaining", (_, headers) => Number.parseInt(String(headers["ratelimit-policy"]), 10) - 1),
  ),
  "the remainder exceeds the policy": breaks(
    "RATE-7",
    onSuccess("ratelimit-remaining", (value) => Number(value) + 1000),
  ),
  "v3 has no limit": breaks(
    "RATE-8",
    onSuccess("ratelimit-policy", () => "20;w=60"),
  ),
  "the wait is told too short": breaks(
    "RATE-9",
    all(
      onRefusal("retry-after", () => 1),
      onRefusal("ratelimit-reset", () => 1),
    ),
  ),
  "the wait is told four times too long": breaks(
    "RATE-9",
    all(
      onRefusal("retry-after", (value) => 4 * Number(value)),
      onRefusal("ratelimit-reset", (value) => 4 * Number(value)),
    ),
  ),
  "the wait is told ten seconds too long": subtly(
    "RATE-16",
    all(
      onRefusal("retry-after", (value) => Number(value) + 10),
      onRefusal("ratelimit-reset", (value) => Number(value) + 10),
    ),
  ),
  "the remainder is a fraction": subtly(
    "RATE-4",
    onSuccess("ratelimit-remaining", (value) => Number(value) + 0.5),
  ),
  "the reset is a fraction": subtly(
    "RATE-6",
    onSuccess("ratelimit-reset", (value) => Number(value) + 0.25),
  ),
  "the remainder falls by two": subtly(
    "RATE-7",
    onSuccess("ratelimit-remaining", (value, headers) =>
      Math.max(0, 2 * Number(value) - Number.parseInt(String(headers["ratelimit-policy"]), 10)),
    ),
  ),
  "the remainder falls at every second request": subtly(
    "RATE-7",
    onSuccess("ratelimit-remaining", (value) => Number(value) - (Number(value) % 2)),
  ),
  "the remainder stands still near its end": subtly(
    "RATE-7",
    onSuccess("ratelimit-remaining", (value) => Math.max(10, Number(value))),
  ),
  "only the first wait is named in full": subtly("RATE-9", hurryingLater),
  "v1 has a quota of 400 an hour": subtly("RATE-1", hourlyQuota(400)),
  "v3 serves four requests a second": subtly("RATE-7", servingPerSecond(4)),
};
