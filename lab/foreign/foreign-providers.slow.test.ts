import { expect, test } from "vitest";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { judge, judgeTarget, type RunOptions } from "../../library/judge.ts";

/** A way in which a foreign provider can be started: one that conforms, or one with a fault. */
interface Way {
  name: string;
  heading?: string;
  breaks?: string;
}

interface ForeignProvider {
  control: { url: string };
  close: () => Promise<void>;
}

/** The same without control, with what its profile says. */
type LiveProvider = Pick<ForeignProvider, "close"> &
  Required<Pick<TargetProfile, "urls" | "credentials" | "fixtures">> & { time: RunOptions["time"] };

const providers = ["bazaar", "meridian"];
const folder = new URL("./", import.meta.url);

const load = async <T>(path: string): Promise<T> => (await import(new URL(path, folder).href)) as T;

/** A sample of a table, spread over it by a seed; `node lab/foreign/judge.mjs` tries all of it. */
function sample<T>(table: readonly T[], count: number, seed: number): T[] {
  const step = Math.floor(table.length / count);
  return Array.from({ length: count }, (_, index) => table[(seed + index * step) % table.length] as T);
}

/** Ways that exclude each other begin with the same word. */
const differing = (ways: readonly Way[]): Way[] => [
  ...new Map(ways.map((way) => [way.name.split("-")[0] ?? "", way] as const)).values(),
];

async function start(provider: string, ways: { choices: string[] } | { faults: string[] }): Promise<ForeignProvider> {
  const { startProvider } = await load<{ startProvider: (options: object) => Promise<ForeignProvider> }>(
    `${provider}/provider.mjs`,
  );
  return startProvider({ ...ways, clock: "frozen" });
}

test.each(providers)("conforming ways of %s are not blamed, several at once", async (provider) => {
  const { CHOICES } = await load<{ CHOICES: Way[] }>(`${provider}/choices.mjs`);
  const served = CHOICES.filter(({ name }) => !name.includes("not-live"));
  const choices = differing(sample(served, 12, 5)).map(({ name }) => name);
  expect(choices.length).toBeGreaterThan(6);
  const { control, close } = await start(provider, { choices });
  try {
    const { requirements } = await judge({ name: provider, control }, { depth: "quick" });
    expect(requirements.flatMap(({ outcome, id, reason }) => (outcome === "fail" ? [`${id}: ${reason}`] : []))).toEqual(
      [],
    );
  } finally {
    await close();
  }
});

test("operations without payload that ask for a user are judged with one", async () => {
  const { control, close } = await start("meridian", { choices: ["location-settings-need-user"] });
  try {
    const { requirements } = await judge({ name: "meridian", control }, { only: ["MKT-1", "HOOK-15"] });
    const outcomeOf = (wanted: string) => requirements.find(({ id }) => id === wanted)?.outcome;
    expect([outcomeOf("MKT-1"), outcomeOf("HOOK-15")]).toEqual(["pass", "pass"]);
  } finally {
    await close();
  }
});

test("a live target that refuses large pages is judged by smaller ones", async () => {
  const { startProvider } = await load<{ startProvider: (options: object) => Promise<LiveProvider> }>(
    "meridian/provider.mjs",
  );
  const { urls, credentials, fixtures, time, close } = await startProvider({
    choices: ["large-pages-refused"],
    clock: "frozen",
    control: false,
  });
  try {
    const profile = { name: "meridian", urls, credentials, fixtures, allow: { mutations: true } };
    const { results } = await judgeTarget(profile, { seed: 42, time });
    const outcomeOf = (wanted: string) => results.requirements.find(({ id }) => id === wanted)?.outcome;
    expect(["CLI-7", "CLI-11", "CALL-6", "ACT-3"].map(outcomeOf)).toEqual(["pass", "pass", "pass", "pass"]);
  } finally {
    await close();
  }
});

const { areasOf } = await load<{ areasOf: (text: string) => string[] }>("areas.mjs");

/** Some faults of each provider. */
const faults = (
  await Promise.all(
    providers.map(async (provider) => {
      const { FAULTS } = await load<{ FAULTS: Way[] }>(`${provider}/faults.mjs`);
      return sample(FAULTS, 3, 3).map((fault) => [provider, fault] as const);
    }),
  )
).flat();

test.each(faults.map(([provider, fault]) => [provider, fault.name, fault] as const))(
  "the fault of %s is found: %s",
  async (provider, name, { heading = "", breaks = "" }) => {
    const { control, close } = await start(provider, { faults: [name] });
    try {
      const first = areasOf(`${name} ${heading} ${breaks}`);
      const { requirements } = await judge({ name: provider, control }, { first, stopAtFirstFailure: true });
      expect(requirements.filter(({ outcome }) => outcome === "fail")).not.toEqual([]);
    } finally {
      await close();
    }
  },
);
