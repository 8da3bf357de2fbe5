import { isRecord } from "../../base/json.ts";
import type { ApiCall } from "../api/call/call.ts";
import { data } from "../faults/changes/data.ts";
import { all, type BehaviourChange } from "../faults/changes/fault.ts";
import { lagging } from "../faults/changes/lag.ts";
import { statusReads } from "../faults/changes/operations.ts";
import { asking } from "../faults/changes/routes.ts";
import { policy } from "../faults/changes/world.ts";
import type { Collection, CollectionItem } from "../world/data/collections.ts";
import { minutes, seconds } from "../world/data/durations.ts";
import { createRandom, type Random } from "../world/data/random.ts";
import { SandboxWorld } from "../world/world.ts";
import { choices } from "./choices.ts";

/** A way to obey the specification that a seed drew: some choices that it leaves open, made together. */
export interface ConformingWay {
  /** Its number among those that follow from a seed. */
  number: number;
  /** The choices, for people. */
  name: string;
  change: BehaviourChange;
}

/** A choice, and what it decides: of those that decide the same, a provider makes one. */
interface Choice {
  decides: string;
  draw: (random: Random) => { name: string; change: BehaviourChange };
}

/** Choices that decide the same thing; every other decides something of its own. */
const subjects: readonly [decides: string, names: RegExp][] = [
  ["lag", /^reads lag/],
  ["coding", /^answers in (gzip|br|deflate)/],
  ["v1 pages", /v1 pages/],
  ["v3 policy", /v3 policy/],
  ["webhook delay", /^webhooks after/],
  ["lifecycle delay", /^lifecycle events (after|at once)/],
  ["grants on freezed links", /freezed/],
  ["preview", /preview surface|v3|cursor|resources|titles/],
  ["bodies", /white space|coding/],
];

const named: Choice[] = Object.entries(choices).map(([name, change]) => ({
  decides: subjects.find(([, names]) => names.test(name))?.[0] ?? name,
  draw: () => ({ name, change }),
}));

/** Lists in another order than the sandbox's, the same on all pages. */
const reordered =
  (kind: Collection, compare: (a: CollectionItem, b: CollectionItem) => number) =>
  ({ world, path, body }: ApiCall): Partial<ApiCall> => {
    const location = Number(path.location_id ?? (isRecord(body) ? body.salon_id : 0));
    if (!world.location(location)) return {};
    const { state, people } = world;
    const other = Object.assign(new SandboxWorld({ ...state, collections: { ...state.collections } }), { people });
    other.replace(kind, location, world.collection(kind, location).toSorted(compare));
    return { world: other };
  };

const orders: Readonly<Record<string, (a: CollectionItem, b: CollectionItem) => number>> = {
  "by falling id": (a, b) => Number(b.id) - Number(a.id),
  "by their text": (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
};

/** Choices of a number or an order: each draw makes another. */
const ranged: Choice[] = [
  {
    decides: "v3 policy",
    draw: (random) => {
      const [v3Limit, window] = [random.integer(20, 400), random.pick([10, 30, 60, 300, 3600])];
      return { name: `a v3 policy of ${v3Limit};w=${window}`, change: policy({ v3Limit, v3Window: seconds(window) }) };
    },
  },
  {
    decides: "cursor lifetime",
    draw: (random) => {
      const edge = random.integer(-900, 900);
      return {
        name: `cursors that live ${edge} ms longer than 15 minutes`,
        change: policy({ cursorLifetime: minutes(15) + edge }),
      };
    },
  },
  {
    decides: "v1 pages",
    draw: (random) => {
      const v1PageMaximum = random.integer(10, 150);
      const v1PageDefault = random.integer(5, v1PageMaximum);
      return {
        name: `v1 pages of at most ${v1PageMaximum}, and ${v1PageDefault} where no size is given`,
        change: policy({ v1PageMaximum, v1PageDefault }),
      };
    },
  },
  {
    decides: "lag",
    draw: (random) => {
      const milliseconds = random.integer(50, 2000);
      return { name: `reads that lag ${milliseconds} ms behind`, change: lagging(milliseconds) };
    },
  },
  {
    decides: "webhook delay",
    draw: (random) => {
      const webhookDelay = random.integer(3100, 9900);
      return { name: `webhooks after ${webhookDelay} ms`, change: policy({ webhookDelay }) };
    },
  },
  {
    decides: "lifecycle delay",
    draw: (random) => {
      const lifecycleDelay = random.integer(0, 59_000);
      return { name: `lifecycle events after ${lifecycleDelay} ms`, change: policy({ lifecycleDelay }) };
    },
  },
  ...(
    [
      ["clients", "listClients"],
      ["calls", "listCalls"],
    ] as const
  ).map(
    ([kind, operation]): Choice => ({
      decides: `order of ${kind}`,
      draw: (random) => {
        const [name, compare] = random.pick(Object.entries(orders));
        return { name: `${kind} ${name}`, change: asking(operation, reordered(kind, compare)) };
      },
    }),
  ),
  {
    decides: "order of the log",
    draw: () => ({
      name: "the log begins with its latest entry",
      change: data(statusReads, (link: { logs: unknown[] }) => ({ ...link, logs: link.logs.toReversed() })),
    }),
  },
];

const allChoices: readonly Choice[] = [...named, ...ranged];

/** Draws two or three choices that decide different things. The same seed and number give the same way. */
export function drawConforming(seed: number, number: number): ConformingWay {
  const random = createRandom(seed, `conforming ${number}`);
  const count = random.integer(2, 3);
  const chosen = new Map<string, ReturnType<Choice["draw"]>>();
  while (chosen.size < count) {
    const { decides, draw } = random.pick(allChoices);
    if (!chosen.has(decides)) chosen.set(decides, draw(random));
  }
  // A compressed reply cannot be changed any more.
  const drawn = [...chosen]
    .toSorted(([a], [b]) => Number(a === "coding") - Number(b === "coding"))
    .map(([, way]) => way);
  return { number, name: drawn.map(({ name }) => name).join("; "), change: all(...drawn.map(({ change }) => change)) };
}
