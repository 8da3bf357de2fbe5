import type { Results } from "../record/results.ts";

/** Lines that GitHub shows as annotations of a build: errors for what failed, warnings for what should be otherwise. */
export function annotations({ requirements, contracts = [] }: Results): string {
  const lines = [
    ...requirements.map((one) => ({ ...one, name: one.id })),
    ...contracts.map((one) => ({ ...one, name: `${one.consumer}: ${one.interaction}` })),
  ]
    .filter(({ outcome }) => outcome === "fail" || outcome === "warn")
    .map(
      ({ name, outcome, reason = "" }) =>
        `::${outcome === "fail" ? "error" : "warning"} title=${property(name)}::${message(reason)}\n`,
    );
  return lines.join("");
}

const message = (text: string): string => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const property = (text: string): string => message(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
