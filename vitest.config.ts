import { defineConfig } from "vitest/config";
import { builtCode } from "./cli/testing/built-code.ts";

const slow = "**/*.slow.test.ts";
const variants = ["cli/tests/certify-{variants,readers,python}.slow.test.ts"];
const elsewhere = ["node_modules", "build", "dist", "examples"];

/**
 * Modules are loaded once a worker. There are more workers than most machines have cores, because certifications wait for most of their time.
 * A machine under load is slow, and no test is about time, so patience costs nothing. What may be tried again is listed in
 * cli/testing/may-repeat.ts; the last lines name it.
 */
const common = {
  isolate: false,
  maxWorkers: 6,
  retry: 0,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Built code needs no transformation.
  server: { deps: { external: [/\/build\//] } },
};

/** The time limits of slow tests; within a file, certifications wait beside each other. */
const patient = { maxWorkers: 8, maxConcurrency: 8, testTimeout: 600_000, hookTimeout: 600_000 };

const pluginsOf = (mode: string) => (mode === "built" ? [builtCode] : []);

/** `--mode built` tests what was built; without it, the source is tested, as coverage and watching need it. */
export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: "./cli/testing/temporary-folder.ts",
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
        plugins: pluginsOf(mode),
        test: {
          ...common,
          name: "quick",
          include: ["**/*.test.ts"],
          exclude: ["contracts/consumers/**", slow, ...elsewhere],
        },
      },
      {
        // Pact's native code reads the environment when it loads, so each file has a process whose environment is set before that.
        plugins: pluginsOf(mode),
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
        plugins: pluginsOf(mode),
        test: {
          ...common,
          name: "slow",
          ...patient,
          include: [slow],
          exclude: [...variants, ...elsewhere],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // These wait for applications, with less patience than usual, and starve beside whole matrices; so they come last.
        plugins: pluginsOf(mode),
        test: { ...common, name: "variants", ...patient, include: variants, sequence: { groupOrder: 2 } },
      },
    ],
  },
}));
