import { printable } from "../../base/text/printable.ts";
import { checkPact } from "../../contracts/check/check-pact.ts";
import type { Pact } from "../../contracts/pact/interaction.ts";
import { eachPact } from "../../contracts/pact/pact-sources.ts";
import { unknownStateLines, withUnknownStates } from "../../contracts/verify/unknown-states.ts";
import { joinChecked } from "../../record/joining/join-contracts.ts";
import { writeResults } from "../../record/results.ts";
import { verdictOnChecked } from "../../record/verdict.ts";
import { contractsSarif } from "../../reports/contracts-sarif.ts";
import { checkSummary, emptyPact } from "../../reports/terminal/contracts-summary.ts";
import { InUse, withOut } from "../folders/out-lock.ts";
import { usualFolder } from "../folders/usual-folder.ts";
import { exitOf } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { linesOf } from "../terminal/version-lines.ts";

export interface ContractsCheckOptions {
  pact?: string[];
  out?: string;
  unknownParameters?: "warn" | "fail";
  json?: true;
  sarif?: true;
}

/** Checks pacts against the specification alone, adds their results to results.json, and prints a summary. */
export async function contractsCheck(options: ContractsCheckOptions, io: Io): Promise<number> {
  const started = new Date().toISOString();
  const empty: Pact[] = [];
  const contracts = eachPact(options.pact, (pact) => {
    if (pact.interactions.length === 0) empty.push(pact);
    return checkPact(pact, options.unknownParameters);
  }).map(withUnknownStates);
  const out = options.out ?? usualFolder;
  const joined = () => joinChecked(out, contracts, started);
  const results = await withOut(out, () => {
    const written = joined();
    writeResults(out, written);
    return written;
  }).catch((error: unknown) => {
    if (!(error instanceof InUse) || options.out !== undefined) throw error;
    // Nothing but the pacts was asked about, so anyone who writes there now need not be waited for.
    io.stderr.write(`assay: these results are not written: ${error.message}\n`);
    return joined();
  });
  const verdict = verdictOnChecked(contracts);
  const textOf = (): string => {
    if (options.sarif) return contractsSarif(contracts, linesOf([]));
    if (options.json) return jsonText(results);
    return checkSummary(contracts, { verdict, emptyConsumers: empty.map(({ consumer }) => consumer) }, io.paint);
  };
  io.stdout.write(textOf());
  for (const { source } of empty) io.stderr.write(`assay: ${printable(source)}: ${emptyPact}\n`);
  for (const line of unknownStateLines(contracts)) io.stderr.write(`assay: ${line}\n`);
  return exitOf[verdict];
}
