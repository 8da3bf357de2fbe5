import { describe, expect, test } from "vitest";
import { specified } from "../../sandbox/api/specified.ts";
import { type OtherWay, otherWays } from "../../sandbox/choices/choices.ts";
import { reply } from "../../sandbox/faults/changes/replies.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { faultSample, judgeFault } from "../testing/fault-sample.ts";
import { judge } from "../testing/judging.ts";

const timeout = 60_000;

// A sample of more than sixty that are found quickly; library/mutants/known.slow.test.ts tries them all.
test.each(faultSample(11, 10))("finds the fault: %s", { timeout }, async (name, breaks) => {
  expect(await judgeFault(name, breaks)).toContain(breaks);
});

describe("a run", () => {
  test("sends the same requests for the same seed, and others for another", { timeout }, async () => {
    const plan = { only: ["CALL-10", "CUR-4", "INST-4"], depth: "quick" } as const;
    const pathsOf = async (seed: number) => {
      const { requests } = await judge({ ...plan, only: [...plan.only], seed });
      // A cursor is the provider's own, and each signs it with another key.
      return requests.map(({ path }) => path.replace(/cursor=[^&]*/, "cursor"));
    };
    const paths = await pathsOf(42);
    expect(await pathsOf(42)).toEqual(paths);
    expect(await pathsOf(7)).not.toEqual(paths);
  });

  test("reports a generated case that breaks something as a value that can be tried again", {
    timeout,
  }, async () => {
    const behaviour = behaviourWith("a page skips the rest of a tie");
    const { entries } = await judge({ behaviour, only: ["RES-8"] });
    const [example] = entries.flatMap((entry) => (entry.kind === "finding" && entry.example ? [entry.example] : []));
    expect(example?.value).toMatchObject({
      titles: expect.any(Array),
      limits: [expect.any(Number), expect.any(Number)],
    });
  });
});

test.each<[way: OtherWay, only: string[]]>([
  ["call ranges of more than 31 days are a bad request", ["CALL-6", "CALL-12"]],
  ["call ranges of more than 31 days are too large", ["CALL-6", "CALL-12"]],
  ["call ranges that end before they begin are refused", ["CALL-6", "INST-17"]],
  ["searches of more than 31 days are refused", ["ACT-3", "ACT-4", "ACT-5"]],
  ["searches without service_ids are refused", ["ACT-3", "ACT-4", "ACT-5"]],
  ["searches leave out what is past", ["ACT-3", "ACT-4", "ACT-5", "ACT-7", "ACT-9"]],
  ["a v3 policy of 30;w=3600", ["CUR-1", "RES-8"]],
  ["the log of a fast install passes pending", ["STAT-7"]],
  ["reads lag 1.9 seconds behind", ["RES-2"]],
  ["v1 pages beyond the last are not found", ["LOC-7", "CLI-11", "ACT-5"]],
  ["an appointment changes its client too", ["HOOK-5"]],
])("does not blame a provider for its choice: %s", { timeout }, async (way, only) => {
  expect((await judge({ behaviour: otherWays(way)()(specified()), only })).failed).toEqual([]);
});

test("does not blame lifecycle events that arrive before the call that caused them has returned", {
  timeout,
}, async () => {
  const { failed, entries } = await judge({
    behaviour: otherWays("lifecycle events at once")()(specified()),
    controlledBy:
      ({ ownControl: { direct }, platform: { clock } }) =>
      async (...call) => {
        const answer = await direct(...call);
        // Due webhooks are sent, and answered.
        await clock.advance(0);
        return answer;
      },
    only: ["LIFE-1", "LIFE-2"],
  });
  expect(failed).toEqual([]);
  expect(entries.flatMap((entry) => (entry.kind === "judged" ? entry.ids : []))).toEqual(
    expect.arrayContaining(["LIFE-1", "LIFE-2/pending", "LIFE-2/active", "LIFE-2/freezed"]),
  );
});

test("does not blame lifecycle events of another shape, though they name a resource as records do", {
  timeout,
}, async () => {
  const behaviour = otherWays("lifecycle events of another shape")()(specified());
  expect((await judge({ behaviour, only: ["LIFE-1", "LIFE-2", "LIFE-3"] })).failed).toEqual([]);
});

describe("every exchange is judged", () => {
  test("a refusal for the rate that is waited for", { timeout }, async () => {
    let refusals = 0;
    const once = reply("listResources", () => (answer) => {
      if (answer.status !== 200 || refusals++ > 0) return answer;
      return { status: 429, headers: { "Retry-After": 5, "RateLimit-Reset": 9 }, body: {} };
    });
    const { failed } = await judge({ behaviour: once()(specified()), only: ["RES-8"] });
    expect(failed).toContain("RATE-2");
  });

  test("an uninstalling at the end of a run", { timeout }, async () => {
    const broken = reply("uninstall", () => (answer) => ({ ...answer, status: 500 }));
    const { failed } = await judge({
      behaviour: broken()(specified()),
      only: ["INST-3"],
      profile: { control: false, allow: { mutations: true } },
    });
    expect(failed).toContain("ENV-5");
  });
});

describe("on a target without control", () => {
  const judgedIn = (entries: Awaited<ReturnType<typeof judge>>["entries"]) =>
    new Set(entries.flatMap((entry) => (entry.kind === "judged" ? entry.ids : [])));

  test("a run without mutations changes nothing, and still judges much", { timeout }, async () => {
    const { entries, failed, requests } = await judge({ profile: { control: false, allow: { mutations: false } } });
    expect(failed).toEqual([]);
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(judgedIn(entries).size).toBeGreaterThan(55);
  });

  test("a burst judges the limits of v3 where bursts are allowed", { timeout }, async () => {
    const behaviour = specified();
    const { entries, failed, requests } = await judge({
      behaviour: { ...behaviour, policy: { ...behaviour.policy, v3Limit: 20, v3Window: 1000 } },
      only: ["RATE-8", "RATE-9"],
      profile: { control: false, allow: { bursts: true } },
      keepsLimits: true,
    });
    expect(failed).toEqual([]);
    expect([...judgedIn(entries)]).toEqual(expect.arrayContaining(["RATE-2", "RATE-3", "RATE-8", "RATE-9"]));
    expect(requests.length).toBeLessThan(60);
  });

  test.each([
    ["quick", 80],
    ["standard", 400],
  ] as const)(
    "a %s run sends at most %i requests, and uninstalls what it installed",
    { timeout },
    async (depth, most) => {
      const { entries, failed, requests } = await judge({
        depth,
        profile: { control: false, allow: { mutations: true } },
      });
      expect(failed).toEqual([]);
      expect(requests.length).toBeLessThanOrEqual(most);
      expect(entries.filter((entry) => entry.kind === "observation" && entry.topic === "left installed")).toEqual([]);
      for (const id of ["INST-1", "INST-3", "INST-10", "INST-26", "AUTH-9"]) expect(judgedIn(entries)).toContain(id);
    },
  );
});
