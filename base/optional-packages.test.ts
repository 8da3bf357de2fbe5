import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { type Feature, installedFor, optionalPackages, requirePackages } from "./optional-packages.ts";
import { packageManifest } from "./package-manifest.ts";

const features = Object.keys(optionalPackages) as Feature[];
const emptyFolder = pathToFileURL(join(mkdtempSync(join(tmpdir(), "assay-optional-")), "module.js")).href;

test("a clone has every optional package, and every optional peer but Vitest belongs to a feature", () => {
  expect(features.flatMap((feature) => installedFor(feature).missing)).toEqual([]);
  const { peerDependencies = {} } = packageManifest();
  expect(new Set(["vitest", ...Object.values(optionalPackages).flat()])).toEqual(
    new Set(Object.keys(peerDependencies)),
  );
});

test("where packages are missing, one line has the command that installs them all, with versions", () => {
  expect(() => requirePackages(["the console", "the console on PostgreSQL"], emptyFolder)).toThrow(
    /^the console needs packages that are not installed: npm install hono@\d+\.\d+\.\d+ @hono\/node-server@\d+\.\d+\.\d+ pg-boss@\d+\.\d+\.\d+ pg@\d+\.\d+\.\d+$/,
  );
  expect(() => requirePackages(["the console", "the console on PostgreSQL"])).not.toThrow();
});
