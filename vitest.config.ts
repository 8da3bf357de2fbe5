import { defineConfig } from "vitest/config";
import LongestFirst from "./cli/testing/longest-first.ts";

const slow = "**/*.slow.test.ts";
const elsewhere = ["node_modules", "dist", "examples"];

/**
 * Modules are loaded once a worker. There are more workers than most machines have cores, because certifications wait for most of their time.
 * A machine under load is slow, and no test is about time, so patience costs nothing. What fails is tried again, since machines stall; the last lines name it.
 */
const common = { isolate: false, maxWorkers: 4, retry: 2, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    reporters: [["default", { summary: false }], "./cli/testing/closing-line.ts"],
    coverage: {
      provider: "v8",
      include: [
        "{base,specs,generators,harness,record,suites,contracts,regression,sandbox,reports,library,console,cli}/**/*.ts",
      ],
      // The consumers are tests themselves.
      exclude: ["**/*.test.ts", "**/*.test-data.ts", "**/testing/**", "contracts/consumers/**"],
      reporter: ["json-summary"],
    },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: "quick",
          include: ["**/*.test.ts"],
          exclude: ["contracts/consumers/**", slow, ...elsewhere],
        },
      },
      {
        // Pact's native code reads the environment when it loads, so each file has a process whose environment is set before that.
        test: {
          ...common,
          name: "consumers",
          include: ["contracts/consumers/**/*.test.ts"],
          pool: "forks",
          env: { PACT_DO_NOT_TRACK: "true" },
        },
      },
      {
        // `npm run test:all` alone runs these: whole matrices, floods and real installs.
        test: {
          ...common,
          name: "slow",
          include: [slow],
          exclude: elsewhere,
          // Within a file, certifications wait beside each other.
          maxWorkers: 4,
          maxConcurrency: 8,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
