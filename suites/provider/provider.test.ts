import { describe, expect, test } from "vitest";
import { specified } from "../../sandbox/behaviour.ts";
import { reply } from "../../sandbox/faults/fault-tools.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { ruledRequirements } from "../rules/ruled-requirements.ts";
import { judge } from "../testing/judging.ts";
import { otherProviders } from "../testing/other-choices.ts";
import { providerProofs } from "./proofs.ts";

const bound = loadLedger().filter((one) => binds(one, "provider") && one.level !== "open");

describe("the proofs", () => {
  test("name requirements of the ledger that bind a provider, and none that is open", () => {
    const known = new Set(bound.map(({ id }) => id));
    expect(providerProofs.flatMap(({ ids }) => ids.filter((id) => !known.has(id)))).toEqual([]);
  });

  test("leave to the rules only what every exchange can show", () => {
    const proved = new Set(providerProofs.flatMap(({ ids }) => ids));
    const left = bound.map(({ id }) => id).filter((id) => !proved.has(id) && !ruledRequirements.has(id));
    expect(left).toEqual([]);
  });

  test("each have at least one fault that breaks their requirement", () => {
    const broken = new Set(Object.values(faults).map((fault) => fault.breaks));
    expect(bound.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });
});

/** Every so many faults, which is enough to notice that a part of the suite has gone blind, and one that waiting could hide; `assay mutants` tries them all. */
const sample = Object.entries(faults).filter(
  ([name, fault], index) =>
    (index % 15 === 4 && !fault.breaks.startsWith("TLS")) || name === "the wait is told too short",
);

test.each(sample)("finds the fault: %s", { timeout: 60_000 }, async (name, { breaks }) => {
  const quickly = await judge({ behaviour: behaviourWith(name), until: breaks, only: [breaks] });
  if (quickly.failed.includes(breaks)) return;
  expect((await judge({ behaviour: behaviourWith(name), until: breaks })).failed).toContain(breaks);
});

test.each(Object.entries(otherProviders))("does not blame %s", { timeout: 60_000 }, async (_, change) => {
  expect(
    (await judge({ behaviour: change()(specified()) })).entries.filter((entry) => entry.kind === "finding"),
  ).toEqual([]);
});

describe("a run", () => {
  test("sends the same requests for the same seed, and others for another", { timeout: 60_000 }, async () => {
    const only = ["CALL-10", "CLI-10", "CUR-4", "RES-8", "INST-4"];
    const [one, same, other] = [await judge({ only }), await judge({ only }), await judge({ only, seed: 7 })];
    // A cursor is the provider's own, and each signs it with another key.
    const paths = ({ requests }: typeof one) => requests.map(({ path }) => path.replace(/cursor=[^&]*/, "cursor"));
    expect(paths(same)).toEqual(paths(one));
    expect(paths(other)).not.toEqual(paths(one));
  });

  test("tells a generated case that breaks something shrunk, with what replays it", { timeout: 60_000 }, async () => {
    const behaviour = behaviourWith("types are ignored beside statuses");
    const { entries } = await judge({ behaviour, only: ["CALL-10"] });
    const finding = entries.find((entry) => entry.kind === "finding" && entry.requirement === "CALL-10");
    expect(finding).toMatchObject({ requirement: "CALL-10", example: { seed: 42 } });
    expect(finding?.kind === "finding" && finding.example?.path).toMatch(/^\d+(:\d+)*$/);
    expect(finding?.kind === "finding" && Object.keys(JSON.parse(finding.example?.shrunk ?? "{}") as object)).toEqual(
      expect.arrayContaining(["types", "statuses"]),
    );
  });

  test("takes every row of the install machine that a provider can be led to", { timeout: 60_000 }, async () => {
    const { entries } = await judge({ only: ["INST-4"], depth: "deep" });
    const taken = new Set(entries.flatMap((entry) => (entry.kind === "transition" ? [entry.id] : [])));
    expect([...taken].toSorted()).toEqual([
      "callback-when-freezed",
      "confirm",
      "confirm-late",
      "confirm-unasked",
      "confirm-unauthenticated",
      "connect",
      "disable",
      "fast-install",
      "freeze",
      "install-draft",
      "lapse",
      "reconnect",
      "refuse-blocked",
      "refuse-right",
      "refuse-unauthenticated",
      "repeat-callback",
      "repeat-grant",
      "uninstall",
      "wrong-host",
    ]);
  });
});

describe("every exchange is judged", () => {
  test("a refusal for the rate that is waited for", { timeout: 60_000 }, async () => {
    let refusals = 0;
    const once = reply("listResources", () => (one) => {
      if (one.status !== 200 || refusals++ > 0) return one;
      return { status: 429, headers: { "Retry-After": 5, "RateLimit-Reset": 9 }, body: {} };
    });
    const { failed } = await judge({ behaviour: once()(specified()), only: ["RES-8"] });
    expect(failed).toContain("RATE-2");
  });

  test("an uninstalling at the end of a run", { timeout: 60_000 }, async () => {
    const broken = reply("uninstall", () => (one) => ({ ...one, status: 500 }));
    const { failed } = await judge({
      behaviour: broken()(specified()),
      only: ["INST-3"],
      profile: { control: false, allow: { mutations: true } },
    });
    expect(failed).toContain("ENV-5");
  });
});

describe("on a target without control", () => {
  test("a run without mutations changes nothing, and is useful", { timeout: 60_000 }, async () => {
    const { entries, failed, requests } = await judge({ profile: { control: false, allow: { mutations: false } } });
    expect(failed).toEqual([]);
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    const judged = new Set(entries.flatMap((entry) => (entry.kind === "judged" ? entry.ids : [])));
    expect(judged.size).toBeGreaterThan(55);
  });

  test.each([
    ["quick", 80],
    ["standard", 400],
  ] as const)(
    "a %s run sends at most %i requests, and uninstalls what it installed",
    { timeout: 60_000 },
    async (depth, most) => {
      const { entries, failed, requests } = await judge({
        depth,
        profile: { control: false, allow: { mutations: true } },
      });
      expect(failed).toEqual([]);
      expect(requests.length).toBeLessThanOrEqual(most);
      expect(entries.filter((entry) => entry.kind === "observation" && entry.topic === "left installed")).toEqual([]);
      const judged = new Set(entries.flatMap((entry) => (entry.kind === "judged" ? entry.ids : [])));
      for (const id of ["INST-1", "INST-3", "INST-10", "INST-26", "AUTH-9"]) expect(judged).toContain(id);
    },
  );
});
