import { curlLine } from "../../harness/curl.ts";
import { createSession } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import { loadTargetProfile, type TargetProfile } from "../../harness/target-profile.ts";
import { type Depth, type Results, resultOf, type Saying, verdictOf, writeResults } from "../../reports/results.ts";
import { UsageError } from "../../specs/blame.ts";
import { identify } from "../../specs/identity.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { providerProofs } from "../../suites/provider/proofs.ts";
import { prove } from "../../suites/provider/prove.ts";
import type { Sightings } from "../../suites/provider/sightings.ts";
import { exitOf, exits } from "../exits.ts";
import { prepareOut } from "../out-folder.ts";
import { summary } from "../summary.ts";

export interface RunOptions {
  target?: string;
  out: string;
  depth: Depth;
  seed: number;
  only?: string[];
  json?: true;
  quiet?: true;
}

/** Judges a provider, writes results.json and tells what was found. */
export async function run(options: RunOptions): Promise<number> {
  const ledger = loadLedger().filter((requirement) => binds(requirement, "provider"));
  refuseUnknown(
    options.only ?? [],
    ledger.map((requirement) => requirement.id),
  );

  prepareOut(options.out);
  const sandbox = options.target
    ? undefined
    : await (await import("../../sandbox/create-sandbox.ts")).createSandbox({ clock: "frozen" });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    const started = new Date().toISOString();
    const profile = sandbox ? embedded(sandbox.control) : loadTargetProfile(options.target ?? "");
    const { target, sightings } = await prove(await createSession(profile), {
      proofs: providerProofs,
      seed: options.seed,
      signal: interruption.signal,
      ...(options.only ? { only: options.only } : {}),
    });
    const requirements = ledger.map((requirement) =>
      resultOf(requirement, saying(requirement.id, sightings, target, options.only)),
    );
    const results: Results = {
      format: "assay-results/1",
      kind: "provider",
      verdict: verdictOf(requirements),
      ...(interruption.signal.aborted ? { complete: false } : {}),
      subject: { name: target.name, urls: target.urls },
      specification: identify(),
      seed: options.seed,
      depth: options.depth,
      started,
      finished: new Date().toISOString(),
      requests: sightings.exchanges.length,
      requirements,
      observations: sightings.observations,
    };
    const file = writeResults(options.out, results);
    process.stdout.write(
      options.json ? `${JSON.stringify(results, null, 2)}\n` : summary(results, file, options.quiet ?? false),
    );
    return interruption.signal.aborted ? exits.interrupted : exitOf[results.verdict];
  } catch (error) {
    // What a profile gets wrong may show only when it is used; the line still names the file.
    const isOfProfile =
      error instanceof UsageError && options.target && /^(urls|control|credentials)\./.test(error.message);
    throw isOfProfile ? new UsageError(`${options.target}: ${error.message}`) : error;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await sandbox?.close();
  }
}

const embedded = (control: { url: string; token: string }): TargetProfile => ({ name: "embedded sandbox", control });

function refuseUnknown(asked: string[], known: string[]): void {
  const unknown = asked.find((id) => !known.includes(id));
  if (unknown)
    throw new UsageError(`--only: ${unknown} is no requirement that binds a provider; \`assay spec\` lists them`);
}

/** What the run's sightings say of one requirement. */
function saying(
  id: string,
  { judged, findings, lacking, exchanges }: Sightings,
  target: Target,
  only?: string[],
): Saying {
  if (only && !only.includes(id)) return { unjudged: "left out by --only" };
  const own = findings.filter((finding) => finding.requirement === id);
  const [first] = own;
  if (first) {
    const { pointer, found, expected, exchange } = first;
    const at = pointer && ` at ${pointer}`;
    const where = exchange
      ? `: ${exchange.request.method} ${exchange.request.operation.path} (${exchange.response.status})${at}`
      : at;
    const more = own.length > 1 ? `, and in ${own.length - 1} more places` : "";
    return {
      broken: `found ${found}, expected ${expected}${where}${more}`,
      evidence: exchange
        ? [
            {
              exchange: exchange.id,
              curl: curlLine(exchange.request, target.credentials),
              ...(pointer ? { pointer } : {}),
            },
          ]
        : [],
    };
  }
  if (judged.has(id)) return { held: true };
  return {
    unjudged: lacking.get(id) ?? (exchanges.length > 0 ? "nothing in this run shows it" : "no request could be sent"),
  };
}
