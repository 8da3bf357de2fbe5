import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: [["default", { summary: false }], "./reports/closing-line.ts"],
    projects: [
      {
        test: {
          name: "rooms",
          include: ["{specs,generators,harness,contracts,suites,sandbox,reports}/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        // These start the built program as users do, so they come after everything that can fail sooner.
        test: { name: "program", include: ["cli/**/*.test.ts"], testTimeout: 180_000, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
