import { expect, test } from "vitest";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import { isFor, lackOf, whyLeftOut } from "./needs.ts";
import type { Need } from "./proof.ts";

const target = {
  urls: { base_url: "http://127.0.0.1/api/v1" },
  credentials: {},
  fixtures: { location_id: 1 },
  allow: { mutations: true, bursts: false },
  operations: [{ id: "sendVoipEvent", isOverlaid: false }],
} as unknown as Target;
const session = {
  can: (capability: string) => capability === "clock",
  whyNot: (...capabilities: string[]) => `the control protocol lacks ${capabilities.join(" and ")}`,
} as unknown as Session;

test.each([
  [["urls.base_url", "fixtures.location_id", "mutations", "control.clock", "no control.seed"], undefined],
  [["credentials.v3_token"], "the profile lacks credentials.v3_token"],
  [["bursts"], "the profile does not allow bursts"],
  [["control.seed"], "the control protocol lacks seed"],
  [["fresh", "control.hooks"], "the control protocol lacks reset and hooks"],
  [["overlay.sendVoipEvent"], "the payload of sendVoipEvent is not shown, and no overlay supplies it"],
  [["overlay.readStoreCard"], "the address of readStoreCard is not shown, and no overlay adds the operation"],
  [
    ["bursts", "urls.v3_base_url", "urls.v3_base_url", "credentials.v3_token", "control.seed"],
    "the profile lacks urls.v3_base_url and credentials.v3_token; the profile does not allow bursts; the control protocol lacks seed",
  ],
] satisfies [Need[], string | undefined][])("needs %j: %s", (needs, lack) => {
  expect(lackOf(needs, target, session)?.why).toBe(lack);
});

test("a proof for targets without an ability is not meant for one that has it", () => {
  expect(isFor(["no control.seed"], target, session)).toBe(true);
  expect(isFor(["no control.clock"], target, session)).toBe(false);
});

test.each([
  ["quick", [undefined, "a quick run leaves this out", "only a deep run tries this"]],
  ["standard", [undefined, undefined, "only a deep run tries this"]],
  ["deep", [undefined, undefined, undefined]],
] as const)("what a %s run leaves out", (depth, reasons) => {
  const needs: Need[][] = [["urls.base_url"], ["urls.base_url", "standard"], ["urls.base_url", "deep"]];
  expect(needs.map((own) => whyLeftOut(own, depth))).toEqual(reasons);
});
