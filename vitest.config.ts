import { defineConfig } from "vitest/config";

const rooms = "{base,specs,generators,harness,record,suites,contracts,regression,sandbox,reports,library,console}";
const slow = "**/*.slow.test.ts";

/** Modules are loaded once a worker. A machine under load is slow, and no test is about time, so patience costs nothing. */
const common = { isolate: false, maxWorkers: 2, testTimeout: 120_000, hookTimeout: 120_000 };

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
    projects: [
      {
        test: {
          ...common,
          name: "rooms",
          include: [`${rooms}/**/*.test.ts`],
          exclude: ["contracts/consumers/**", slow],
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
        // These come after everything that can fail sooner.
        test: {
          ...common,
          name: "program",
          include: ["cli/**/*.test.ts"],
          exclude: [slow],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // `npm run test:all` alone runs these: whole matrices, floods and real installs.
        test: {
          ...common,
          name: "slow",
          include: [slow],
          exclude: ["node_modules", "dist"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
