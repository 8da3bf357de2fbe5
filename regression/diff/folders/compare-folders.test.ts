import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packageFile } from "../../../base/package-file.ts";
import { comparePaths, compareVersions } from "../compare.ts";
import type { Difference } from "../differences/difference.ts";
import type { DifferenceLevel } from "../differences/rules.ts";
import { openVersion } from "../documents/spec-version.ts";
import { onDisk } from "../sources/locate-version.ts";

const own = dirname(packageFile("specs/limits.yaml"));
const folder = mkdtempSync(join(tmpdir(), "assay-folders-"));
const copy = join(folder, "specs");
const restore = (file = "") => cpSync(join(own, file), join(copy, file), { recursive: true });
restore();
const before = openVersion(onDisk(own));
afterAll(() => rmSync(folder, { recursive: true }));

const B = "breaking";
const W = "warning";
const C = "compatible";

/** A change of one file of a specs folder, and what is found. */
const changes: [file: string, from: string, to: string, finds: Record<string, DifferenceLevel>][] = [
  ["limits.yaml", "value: 200, unit: requests", "value: 100, unit: requests", { "limit-tightened": B }],
  ["limits.yaml", "value: 200, unit: requests", "value: 300, unit: requests", { "limit-relaxed": C }],
  ["limits.yaml", "value: 12, unit: hours", "value: 720, unit: minutes", {}],
  ["limits.yaml", "value: 12, unit: hours", "value: 60, unit: minutes", { "limit-tightened": B }],
  ["limits.yaml", "value: 1.2, unit: version", "value: 1.3, unit: version", { "limit-tightened": B }],
  [
    "limits.yaml",
    "value: 25, unit: items",
    "value: 20, unit: items",
    { "limit-changed": W, "parameter-default-changed": W },
  ],
  [
    "limits.yaml",
    "value: 100, unit: items",
    "value: 50, unit: items",
    { "limit-tightened": B, "parameter-maximum-lowered": B },
  ],
  ["limits.yaml", "value: 15, unit: seconds", "value: 15, unit: retries", { "limit-changed": W }],
  ["limits.yaml", "edge:\n", "edges:\n", { "limit-added": W, "limit-removed": W }],
  [
    "install-machine.yaml",
    "when: in window, to: [active]",
    "when: in window, to: [pending, active]",
    { "transition-result-widened": B },
  ],
  [
    "install-machine.yaml",
    "when: draft, to: [pending, active]",
    "when: draft, to: [active]",
    { "transition-result-narrowed": C },
  ],
  [
    "install-machine.yaml",
    "when: in window, to: [active]",
    "when: in window, to: [freezed]",
    { "transition-result-changed": B },
  ],
  [
    "install-machine.yaml",
    "to: same, answers: [404]",
    "to: same, answers: [404, 410]",
    { "transition-answer-widened": B },
  ],
  [
    "install-machine.yaml",
    "to: same, answers: [401, 403]",
    "to: same, answers: [401]",
    { "transition-answer-narrowed": C },
  ],
  ["install-machine.yaml", "emits: freeze, ", "", { "transition-event-removed": B }],
  ["install-machine.yaml", "restarts: confirmation_window, ", "", { "transition-restart-removed": B }],
  [
    "install-machine.yaml",
    "{ id: lapse, from: [pending]",
    "{ id: lapse, from: [pending, active]",
    { "transition-start-added": C },
  ],
  [
    "install-machine.yaml",
    "id: confirm-late,",
    "id: confirm-too-late,",
    { "transition-removed": B, "transition-added": W },
  ],
  [
    "install-machine.yaml",
    "on: callback, when: in window",
    "on: callback, when: always",
    { "transition-guard-changed": W },
  ],
  [
    "install-machine.yaml",
    "when: always, open: true, to: unknown, requirement: INST-16",
    "when: always, to: same, requirement: INST-16",
    { "transition-settled": C, "transition-result-changed": B },
  ],
  ["install-machine.yaml", "operation: confirmInstallation", "operation: confirm", { "trigger-changed": B }],
  ["requirements/rates.yaml", "RATE-2:\n  level: must", "RATE-2:\n  level: should", { "requirement-weakened": B }],
  [
    "requirements/rates.yaml",
    "RATE-2:\n  level: must\n  binds: provider",
    "RATE-2:\n  level: must\n  binds: both",
    { "requirement-binds-partner": B },
  ],
  ["requirements/rates.yaml", "RATE-2:", "RATE-99:", { "requirement-removed": B, "requirement-added": C }],
  ["requirements/rates.yaml", "equals Retry-After", "is Retry-After", { "requirement-reworded": W }],
  [
    "versioning.yaml",
    "application/vnd.api.v2+json",
    "application/vnd.api.v3+json",
    { "media-type-changed": B, "parameter-pattern-exchanged": B },
  ],
  ["versioning.yaml", "live: false", "live: true", { "version-went-live": C }],
  ["versioning.yaml", "prefix: /v2", "prefix: /v2.1", { "version-prefix-changed": B }],
  ["errors.yaml", "expired: expired_cursor", "expired: cursor_expired", { "error-code-changed": B }],
  ["errors.yaml", "headers: [Retry-After, RateLimit-Reset]", "headers: [Retry-After]", { "error-header-removed": B }],
  ["openapi/webhooks.yaml", "  freeze:\n", "  frozen:\n", { "webhook-removed": B, "webhook-added": C }],
  [
    "openapi/shared.yaml",
    "enum: [pending, freezed, active]\n              x-requirement",
    "enum: [pending, freezed, active, paused]\n              x-requirement",
    { "response-enum-value-added": B },
  ],
];

/** The differences when a file of the copy has other words; the copy is whole again afterwards. */
function compareWith(file: string, from: string, to: string): Difference[] {
  const text = readFileSync(join(own, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
  try {
    return compareVersions(before, openVersion(onDisk(copy)));
  } finally {
    restore(file);
  }
}

describe("two specs folders", () => {
  test("that are the same differ in nothing", () => expect(comparePaths(own, copy)).toEqual([]));

  test.each(changes)("differ in %s: %j becomes %j", (file, from, to, finds) => {
    const found = compareWith(file, from, to);
    expect(Object.fromEntries(found.map(({ rule, level }) => [rule, level]))).toEqual(finds);
  });

  test("point into their own files, also at what is put in from elsewhere", () => {
    const found = compareWith("limits.yaml", "value: 100, unit: items", "value: 50, unit: items");
    expect(found.map((difference) => difference.new?.pointer)).toEqual([
      "/paths/~1locations~1{location_id}~1resources/get/parameters/1/schema/x-limit",
      "/page_size.maximum",
    ]);
  });

  test("are refused where a figure has no number", () => {
    expect(() => compareWith("limits.yaml", "value: 200,", "value: many,")).toThrow(
      /limits\.yaml#\/[a-z_]+\/value: found a string, expected a figure with a number as its value/,
    );
  });

  test.each([
    ["when: in window, to: [active]", "when: in window, to: active"],
    ["from: [pending], on: callback, when: in window", "from: pending, on: callback, when: in window"],
    ["to: [active], answers: [201], requirement: INST-3", "to: [active], answers: 201, requirement: INST-3"],
  ])("are refused where a transition has no such form: %j becomes %j", (from, to) => {
    expect(() => compareWith("install-machine.yaml", from, to)).toThrow(
      /install-machine\.yaml#\/transitions\/\d+: found an object, expected a transition with id, from, on, when and to/,
    );
  });

  test("are refused where a file is missing", () => {
    rmSync(join(copy, "limits.yaml"));
    try {
      expect(() => comparePaths(own, copy)).toThrow(`${copy}: limits.yaml is missing, so this is not a specs folder`);
    } finally {
      restore("limits.yaml");
    }
  });

  test("cannot be compared with a file", () => {
    expect(() => comparePaths(own, join(own, "limits.yaml"))).toThrow("give two OpenAPI files, or two specs folders");
  });
});
