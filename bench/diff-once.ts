import { comparePaths } from "../regression/diff/compare.ts";
import { diffResults } from "../reports/versions/diff-results.ts";

// Compares two files as the program does, and prints what that cost.
const [old = "", fresh = ""] = process.argv.slice(2);
const results = diffResults(old, fresh, { differences: comparePaths(old, fresh), ignored: [], stale: [] });
JSON.stringify(results, null, 2);
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ counts: results.counts, cpu: (user + system) / 1e6 }));
