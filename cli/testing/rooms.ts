/** Which other rooms a room may import from; tests may import everything. */
export const rooms: Record<string, readonly string[]> = {
  base: [],
  specs: ["base"],
  generators: ["base", "specs"],
  harness: ["base", "specs"],
  record: ["base", "specs", "harness"],
  suites: ["base", "specs", "generators", "harness", "record"],
  contracts: ["base", "specs", "harness", "record"],
  regression: ["base", "specs", "harness", "record", "contracts"],
  reports: ["base", "specs", "record", "regression"],
  sandbox: ["base", "specs"],
  library: ["base", "specs", "harness", "record", "suites", "contracts", "regression", "reports", "sandbox"],
  cli: ["base", "specs", "harness", "record", "suites", "contracts", "regression", "reports", "sandbox", "library"],
  bench: [
    "base",
    "specs",
    "harness",
    "record",
    "suites",
    "contracts",
    "regression",
    "reports",
    "sandbox",
    "library",
    "cli",
  ],
};

/** The floors of rooms that have several, lowest first: a file imports from its own floor and from lower ones. A path that ends with / is a folder. */
export const floors: Record<string, readonly (readonly string[])[]> = {};
