import { fixesIn } from "../record/causes.ts";
import { isBroken } from "../record/outcomes.ts";
import type { Results } from "../record/results.ts";

/** Lines that GitHub shows as annotations of a build: an error for each failure, and a warning for each warning, in the order of causes. */
export const annotations = (results: Results): string =>
  [
    ...(results.noLongerFailing ?? []).map((id) => ({
      name: id,
      outcome: "warn" as const,
      reason: "it no longer fails: remove it from the list of --known",
    })),
    ...fixesIn(results)
      .flatMap(({ first, also }) => [first, ...also])
      .map((result) => ({ ...result, name: result.id })),
    ...(results.contracts ?? []).map((result) => ({ ...result, name: `${result.consumer}: ${result.interaction}` })),
  ]
    .filter(isBroken)
    .map(({ name, outcome, reason = "" }) => {
      const command = outcome === "fail" ? "error" : "warning";
      return `::${command} title=${property(name)}::${message(reason)}\n`;
    })
    .join("");

const message = (text: string): string => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const property = (text: string): string => message(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
