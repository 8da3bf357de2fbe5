import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: [["default", { summary: false }], "./cli/testing/closing-line.ts"],
    projects: [
      {
        test: {
          name: "rooms",
          include: [
            "{base,specs,generators,harness,record,suites,contracts,regression,sandbox,reports,library}/**/*.test.ts",
          ],
          exclude: ["contracts/consumers/**"],
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        // Pact's native code reads the environment when it loads, so each file has a process whose environment is set before that.
        test: {
          name: "consumers",
          include: ["contracts/consumers/**/*.test.ts"],
          pool: "forks",
          isolate: false,
          env: { PACT_DO_NOT_TRACK: "true" },
          maxWorkers: 2,
        },
      },
      {
        // These start the built program as users do, so they come after everything that can fail sooner.
        // They wait for processes most of the time, so several files wait side by side.
        test: {
          name: "program",
          include: ["cli/**/*.test.ts"],
          testTimeout: 180_000,
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
