import { expect, test } from "vitest";
import type { Entry } from "./journal.ts";
import { timelinesOf } from "./timeline.ts";

const at = (second: number) => `2026-03-01T10:00:0${second}.000Z`;

const entries: Entry[] = [
  { kind: "run", suite: "certify", started: at(0) } as unknown as Entry,
  { kind: "step", at: at(1), text: "the owner connects", scenario: "it connects", claim: "install" },
  { kind: "step", at: at(3), text: "a record changes", scenario: "it hears", claim: "webhooks" },
  {
    kind: "exchange",
    id: "r-1",
    at: at(2),
    took: 1,
    operation: "confirmInstallation",
    request: { method: "POST", url: "http://platform.example/marketplace/partner/callback", headers: [] },
    response: { status: 404, headers: {}, body: "" },
    scenario: "it connects",
  },
  {
    kind: "finding",
    requirement: "INST-32",
    found: "the number 201",
    expected: "200",
    pointer: "/application_id",
    exchange: "r-1",
  },
];

test("what is found in a request belongs to the scenario and the claim that it came of", () => {
  const [install, webhooks] = timelinesOf(entries);
  expect(install).toMatchObject({ claim: "install", requests: 1, broken: ["INST-32"] });
  expect(install?.scenarios[0]?.events.map(({ after, side }) => [after, side])).toEqual([
    [1000, "platform"],
    [2000, "application"],
    [2000, "found"],
  ]);
  expect(webhooks).toMatchObject({ claim: "webhooks", requests: 0, broken: [] });
});
