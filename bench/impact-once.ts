import { impactOf } from "../library/versions/impact.ts";

// Runs `assay impact --json` once; it also prints to standard error how many MB it took at most.
const [, , against = "", pacts = ""] = process.argv;
const results = await impactOf({ against, pacts });
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
process.stderr.write(String(Math.round(process.resourceUsage().maxRSS / 1024)));
