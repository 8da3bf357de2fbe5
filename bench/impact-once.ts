import { impact } from "../cli/commands/impact.ts";

// One `assay impact`, which also tells on standard error how many MB it took at most.
const [, , against = "", pacts = ""] = process.argv;
process.exitCode = await impact({ against, pacts, provider: "", json: true });
process.stderr.write(String(Math.round(process.resourceUsage().maxRSS / 1024)));
