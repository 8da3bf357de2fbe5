import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/conformance.test.mjs"],
    reporters: ["default", ["allure-vitest/reporter", { resultsDir: process.env.ALLURE_RESULTS ?? "allure-results" }]],
  },
});
