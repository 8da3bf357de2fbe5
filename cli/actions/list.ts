import type { Claim } from "../../harness/profiles/partner-profile.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import type { Listing } from "../options/listings.ts";

/** One row of a list: in words, and as data. */
interface ListedRow {
  line: string;
  data: object;
}

const lists: Record<Listing, () => Promise<ListedRow[]>> = {
  requirements: async () =>
    loadLedger().map(({ id, level, binds, says, sources }) => ({
      line: `${id.padEnd(10)}${level.padEnd(8)}${binds.padEnd(10)}${says}`,
      data: { id, level, binds, says, sources },
    })),
  proofs: async () =>
    (await import("../../suites/schedule/proofs.ts")).providerProofs.map(({ ids, title, needs }) => ({
      line: `${title} (${ids.join(", ")})`,
      data: { title, requirements: ids, needs },
    })),
  faults: async () =>
    Object.entries((await import("../../sandbox/faults/faults.ts")).faults).map(([name, { breaks }]) => ({
      line: `${breaks.padEnd(10)}${name}`,
      data: { name, breaks },
    })),
  claims: async () => {
    const { claims, requirementsUnder } = await import("../../suites/partner/claims.ts");
    return (Object.keys(claims) as Claim[]).map((name) => {
      const { key } = claims[name];
      const requirements = requirementsUnder(name);
      return {
        line: `${name.padEnd(11)}${key.padEnd(23)}${requirements.join(", ")}`,
        data: { name, key, requirements },
      };
    });
  },
  states: async () =>
    Object.entries((await import("../../contracts/verify/provider-states.ts")).providerStates).map(
      ([name, { says, params = {} }]) => ({
        line: `${name}: ${says}`,
        data: { name, says, params },
      }),
    ),
};

/** Prints the requirements, proofs, faults, claims or provider states, or those of them that contain a text. */
export async function list(
  what: Listing,
  text: string | undefined,
  { json }: { json?: true },
  io: Io,
): Promise<number> {
  const wanted = text?.toLowerCase() ?? "";
  const found = (await lists[what]()).filter(({ line }) => line.toLowerCase().includes(wanted));
  io.stdout.write(json ? jsonText(found.map(({ data }) => data)) : found.map(({ line }) => `${line}\n`).join(""));
  if (found.length === 0) io.stderr.write(`assay: no ${what} contain ${text}\n`);
  return exits.fine;
}
