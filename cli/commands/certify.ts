import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPartnerProfile } from "../../harness/partner-profile.ts";
import { certifyPartner } from "../../library/certify.ts";
import { fileJournal } from "../../record/journal.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { certificateBadge } from "../../reports/certificate/certificate-badge.ts";
import { certificatePage } from "../../reports/certificate/certificate-page.ts";
import { issueCertificate } from "../../reports/certificate/issue-certificate.ts";
import { reportNames, tellGithub, writeReports } from "../../reports/write-reports.ts";
import { exitOf, exits } from "../exits.ts";
import { makeKeys, privateKey, writePublicKey } from "../key-files.ts";
import { prepareOut } from "../out-folder.ts";
import { inOrder, partnerSummary } from "../partner-summary.ts";
import { askForAddresses, confirmTold, personAt } from "../person.ts";

export interface CertifyCommandOptions {
  partner: string;
  out: string;
  portBase?: number;
  key?: string;
  allure?: true;
  json?: true;
}

/** What a certification leaves in its folder; what an earlier one left must not be taken for this one's. */
const leaves = [
  "results.json",
  "certificate.json",
  "certificate.html",
  "certificate.pub.pem",
  journalName,
  "application.log",
  ...reportNames,
];

/** Certifies a partner's application, writes the record and the certificate into a folder, and prints what was found. */
export async function certify(options: CertifyCommandOptions): Promise<number> {
  const key = options.key === undefined ? undefined : privateKey(options.key);
  const written = loadPartnerProfile(options.partner);
  prepareOut(options.out);
  const file = (name: string) => join(options.out, name);
  for (const name of leaves) rmSync(file(name), { force: true, recursive: true });
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY && !options.json;
  const profile = isAtTerminal ? await askForAddresses(written) : written;

  const journal = fileJournal(file(journalName));
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const record = await certifyPartner(profile, {
    portBase: options.portBase,
    signal: interruption.signal,
    log: file("application.log"),
    person: isAtTerminal ? personAt(process.stderr) : undefined,
    onEntry: (entry) => journal.write(entry),
    onScenario: (title) => show(title),
    tell: (environment) => tell(environment, isAtTerminal),
  }).finally(() => {
    show("");
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  });

  const { results } = record;
  const isComplete = !interruption.signal.aborted;
  const papers: Record<string, string> = { results: writeResults(options.out, results), report: file("index.html") };
  if (results.verdict === "pass" && isComplete) {
    const pair = key ? undefined : makeKeys();
    const envelope = issueCertificate(
      {
        results: readFileSync(file("results.json"), "utf8"),
        profile: readFileSync(options.partner, "utf8"),
        claims: profile.claims,
        issued: new Date(),
      },
      key ?? (pair as NonNullable<typeof pair>).privateKey,
    );
    papers.certificate = file("certificate.json");
    writeFileSync(papers.certificate, `${JSON.stringify(envelope, null, 2)}\n`);
    papers["to print"] = file("certificate.html");
    writeFileSync(papers["to print"], certificatePage(envelope));
    writeFileSync(file("badge.svg"), certificateBadge(envelope));
    if (pair) {
      papers["public key (made for this certificate alone; sign with your own by --key)"] = file("certificate.pub.pem");
      writePublicKey(file("certificate.pub.pem"), pair.publicKey);
    }
  }
  const run = inOrder(record);
  await writeReports(options.out, run, { allure: options.allure ?? false });
  tellGithub(run);
  process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : partnerSummary(results, papers));
  return isComplete ? exitOf[results.verdict] : exits.interrupted;
}

/** Shows at a terminal which scenario is under way; nothing clears the line. */
function show(title: string): void {
  // A line that wraps could not be overwritten.
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${title.slice(0, (process.stderr.columns || 80) - 1)}`);
}

/** Tells a running application's people what it has to use. */
async function tell(environment: Record<string, string>, isAtTerminal: boolean): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `  ${name}=${value}`);
  process.stderr.write(["The application has to use these:", ...lines, ""].join("\n"));
  if (isAtTerminal) await confirmTold();
}
