/** The folders that the library joins. */
const belowLibrary = ["base", "specs", "harness", "record", "suites", "contracts", "regression", "reports", "sandbox"];

/** The other folders that a folder may import from; tests may import everything. */
export const folders: Record<string, readonly string[]> = {
  base: [],
  specs: ["base"],
  generators: ["base", "specs"],
  harness: ["base", "specs"],
  record: ["base", "specs", "harness"],
  suites: ["base", "specs", "generators", "harness", "record"],
  contracts: ["base", "specs", "harness", "record", "suites"],
  regression: ["base", "specs", "harness", "record", "contracts"],
  reports: ["base", "specs", "harness", "record", "regression"],
  sandbox: ["base", "specs"],
  library: belowLibrary,
  console: [...belowLibrary, "library"],
  cli: [...belowLibrary, "library", "console"],
  bench: [...belowLibrary, "library", "console", "cli"],
  lab: [...belowLibrary, "library", "console", "cli", "bench"],
};

/** The table of what may import what, as AGENTS.md shows it. */
export const importTable = (): string =>
  [
    "| folder | imports |",
    "|---|---|",
    ...Object.entries(folders).map(([folder, allowed]) => `| ${folder} | ${allowed.join(", ") || "nothing"} |`),
  ].join("\n");

/**
 * The floors of folders that have several, lowest first: a file imports from its own floor and from lower ones. A path that ends with / is a folder; the
 * longest path that fits a file decides. Rooms that are not here are flat: their files form no ring, and that is all.
 */
export const floors: Record<string, readonly (readonly string[])[]> = {
  suites: [
    ["rules/", "partner/claims.ts", "partner/times.ts", "partner/requests/", "partner/dialects/"],
    ["model/", "observations/"],
    ["judging/"],
    ["schedule/run/", "partner/recorder.ts", "partner/profile-gaps.ts"],
    ["drivers/steps/", "partner/context.ts", "partner/play-often.ts"],
    ["partner/certifier/"],
    ["partner/judging/", "partner/scenarios/", "control/"],
    ["partner/second-tries.ts"],
    ["drivers/"],
    ["schedule/proofs.ts", "partner/certification.ts", "partner/causes.ts"],
    ["schedule/"],
  ],
  contracts: [["pact/"], ["check/", "broker/"], ["verify/"], ["consumers/"]],
  regression: [
    ["diff/sources/"],
    ["diff/documents/", "baseline/"],
    ["diff/differences/"],
    ["diff/schemas/reading/"],
    ["diff/schemas/pairs/"],
    ["diff/schemas/keywords/"],
    ["diff/schemas/"],
    ["diff/operations/"],
    ["diff/folders/"],
    ["diff/"],
    ["impact/"],
  ],
  sandbox: [
    ["world/data/"],
    ["world/"],
    ["api/call/"],
    ["api/handlers/"],
    ["api/"],
    ["faults/changes/"],
    ["faults/areas/"],
    ["faults/", "choices/"],
    ["api/server/"],
    ["control/"],
    ["create-sandbox.ts"],
  ],
  console: [
    ["store/"],
    ["vault/"],
    ["queue/"],
    ["log.ts"],
    ["context.ts"],
    ["accounts/"],
    ["partners/", "messages/"],
    ["watch/"],
    ["runs/"],
    ["work/"],
    ["pages/"],
    ["routes/"],
    ["serve.ts", "work.ts", "prune.ts", "open-console.ts", "operations.ts", "task-process.ts"],
  ],
  cli: [
    ["io/"],
    ["folders/"],
    ["options/", "profiles/", "sandboxes/running-sandboxes.ts"],
    ["terminal/"],
    ["sandboxes/"],
    ["mcp/"],
    ["actions/"],
    ["commands/"],
    ["program/"],
    ["assay.ts"],
  ],
};
