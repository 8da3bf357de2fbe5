// The code whose mistakes are looked for, by area, and who has to notice them.

/** Each area: its files, by folder and name, and how a mistake in one is looked for: by quick tests, by judging journals again, or by runs; the first that notices it is enough. */
export const areas = {
  rules: { files: [["suites/rules", /./]], by: ["tests"], tests: ["suites/rules/"] },
  verdicts: {
    files: [
      ["record", /^(verdict|findings|from-journal)\.ts$/],
      ["record/results", /^(requirement-results|judged|known)\.ts$/],
      ["record/journal", /^capped-findings\.ts$/],
    ],
    by: ["tests"],
    tests: ["record/"],
  },
  redaction: {
    files: [
      ["harness/redaction", /./],
      ["harness/profiles", /^profile-secrets\.ts$/],
    ],
    by: ["tests"],
    tests: [
      "harness/redaction/",
      "harness/profiles/profile-secrets.test.ts",
      "harness/session.test.ts",
      "harness/profiles/target-profile.test.ts",
    ],
  },
  certificates: { files: [["reports/certificate", /./]], by: ["tests"], tests: ["reports/certificate/"] },
  specification: {
    files: [
      ["specs", /^(install-machine|validate)\.ts$/],
      ["specs/schemas", /^values\.ts$/],
      ["specs/ledger", /^requirement-sets\.ts$/],
    ],
    by: ["tests"],
    tests: ["specs/"],
  },
  model: {
    files: [
      ["suites/model", /./],
      ["suites/model/events", /./],
      ["suites/model/lists", /./],
      ["suites/model/operations", /./],
      ["suites/model/resources", /./],
    ],
    by: ["tests", "journals"],
    tests: ["suites/model/"],
  },
  judging: { files: [["suites/judging", /^(?!judge-again)/]], by: ["tests", "journals"], tests: ["suites/judging/"] },
  drivers: {
    files: [
      ["suites/drivers", /./],
      ["suites/drivers/authority", /./],
      ["suites/drivers/events", /./],
      ["suites/drivers/factors", /./],
      ["suites/drivers/journeys", /./],
      ["suites/drivers/lists", /./],
      ["suites/drivers/payloads", /./],
      ["suites/drivers/resources", /./],
      ["suites/drivers/steps", /./],
    ],
    by: ["runs"],
  },
};
