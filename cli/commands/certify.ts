import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, setGlobalDispatcher } from "undici";
import { UsageError } from "../../base/errors.ts";
import { type Application, startApplication } from "../../harness/application.ts";
import { Control } from "../../harness/control.ts";
import { loadPartnerProfile, type PartnerProfile } from "../../harness/partner-profile.ts";
import { createRedaction } from "../../harness/redaction.ts";
import type { Credentials, Urls } from "../../harness/target.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import { fileJournal, type Journal, readJournal } from "../../record/journal.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { issueCertificate } from "../../reports/certificate.ts";
import { badge, certificatePage } from "../../reports/certificate-page.ts";
import { reportNames, tellGithub, writeReports } from "../../reports/write-reports.ts";
import { specified } from "../../sandbox/behaviour.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { locations } from "../../sandbox/world/data/locations.ts";
import { limit } from "../../specs/limits.ts";
import { neverStarted, certify as play } from "../../suites/partner/certification.ts";
import { Recorder } from "../../suites/partner/recorder.ts";
import { exitOf, exits } from "../exits.ts";
import { makeKeys, privateKey, writePublicKey } from "../key-files.ts";
import { prepareOut } from "../out-folder.ts";
import { inOrder, partnerSummary } from "../partner-summary.ts";
import { askForAddresses, confirmTold, personAt } from "../person.ts";

export interface CertifyOptions {
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

/** Plays the platform to a partner's application, judges it, and certifies what holds. */
export async function certify(options: CertifyOptions): Promise<number> {
  const key = options.key === undefined ? undefined : privateKey(options.key);
  const written = loadPartnerProfile(options.partner);
  prepareOut(options.out);
  const file = (name: string) => join(options.out, name);
  for (const name of leaves) rmSync(file(name), { force: true, recursive: true });
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY && !options.json;
  const profile = isAtTerminal ? await askForAddresses(written) : written;

  const journal = fileJournal(file(journalName));
  // Whose certificate an application under test shows is not judged; that it speaks TLS as it should is.
  setGlobalDispatcher(new Agent({ connect: { rejectUnauthorized: false } }));
  const started = new Date().toISOString();
  journal.write({ kind: "run", judges: "partner", name: profile.name, seed: 1, depth: "standard", started });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const sandbox = await startSandbox(profile, options.portBase);
  try {
    await perform(profile, sandbox, { file, journal, isAtTerminal, interruption: interruption.signal });
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await sandbox.close();
  }

  const isComplete = !interruption.signal.aborted;
  journal.write({ kind: "end", at: new Date().toISOString(), complete: isComplete });
  const entries = readJournal(file(journalName));
  const results = resultsFrom(entries);
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
    writeFileSync(file("badge.svg"), badge(envelope));
    if (pair) {
      papers["public key (made for this certificate alone; sign with your own by --key)"] = file("certificate.pub.pem");
      writePublicKey(file("certificate.pub.pem"), pair.publicKey);
    }
  }
  const run = inOrder({ results, entries });
  await writeReports(options.out, run, { allure: options.allure ?? false });
  tellGithub(run);
  process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : partnerSummary(results, papers));
  return isComplete ? exitOf[results.verdict] : exits.interrupted;
}

interface Circumstances {
  file: (name: string) => string;
  journal: Journal;
  isAtTerminal: boolean;
  interruption: AbortSignal;
}

async function perform(
  profile: PartnerProfile,
  sandbox: Sandbox,
  { file, journal, isAtTerminal, interruption }: Circumstances,
): Promise<void> {
  const control = new Control(sandbox.control.url, sandbox.control.token);
  const world = await control.reset(1);
  const [urls, credentials] = [world.urls as Urls, world.credentials as Credentials];
  const application_id = world.fixtures.application_id ?? 0;
  const environment = {
    BASE_URL: urls.base_url,
    API_ROOT: urls.api_root,
    APP_URL: urls.app_url,
    V3_BASE_URL: urls.v3_base_url,
    PARTNER_TOKEN: credentials.partner_token,
    SYSTEM_USER_TOKEN: credentials.system_user_token,
    V3_ACCESS_TOKEN: credentials.v3_token,
    APPLICATION_ID: String(application_id),
  };
  const { partner_token, system_user_token, v3_token: v3_access_token, owner_user_token } = credentials;
  const secrets = { partner_token, system_user_token, v3_access_token, owner_user_token };
  const recorder = new Recorder(journal, profile.claims, secrets);
  recorder.target(profile.name, addressesOf(profile));
  let application: Application | undefined;
  try {
    if (profile.start) {
      application = startApplication(profile.start.command, {
        folder: profile.folder,
        environment,
        log: file("application.log"),
        redact: createRedaction(secrets).redact,
      });
      const wrong = await application.ready(profile.start.ready, Object.values(addressesOf(profile)), interruption);
      if (wrong) return await neverStarted({ recorder, profile }, wrong + lastWords(file("application.log")));
    } else await tell(environment, isAtTerminal);
    const context = {
      control,
      urls,
      credentials,
      application_id,
      locations: stageLocations(world.fixtures.location_id, world.fixtures.second_location_id),
      profile,
      recorder,
      ...(isAtTerminal ? { person: personAt(process.stderr) } : {}),
      ended: () => application?.ended(),
      interruption,
    };
    const columns = (process.stderr.columns || 80) - 1;
    await play(
      context,
      (title) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${title.slice(0, columns)}`),
    );
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  } finally {
    await application?.stop();
  }
}

/** Locations of the owner that every credential may see: the two that fixtures name, then others for what goes wrong. */
function stageLocations(first = 0, second = 0): number[] {
  const chain = locations.find(({ id }) => id === first)?.chainId;
  const others = locations.filter(
    ({ id, chainId, isBlocked }) => chainId === chain && !isBlocked && ![first, second, 102].includes(id),
  );
  return [first, second, ...others.map(({ id }) => id)];
}

/** Milliseconds that a receiver has: nothing is judged on the edge, so a second more than the specification's. */
const answerWithin = (limit("webhook_timeout") + limit("edge")) * 1000;

/** Without a rate limit of its own, since the certifier's calls come from the same address; the application's rate is judged by what it sends. */
async function startSandbox(profile: PartnerProfile, portBase?: number): Promise<Sandbox> {
  if (portBase === 0) throw new UsageError("--port-base: give a number from 1, or leave it out for any free ports");
  try {
    return await createSandbox({
      clock: "running",
      behaviour: specified({ ratePerMinute: Number.POSITIVE_INFINITY, webhookTimeout: answerWithin }),
      fixed: profile.sandbox,
      // A connection that is closed just when somebody sends the next request is nobody's fault, and must not happen to who is judged.
      keepAlive: 600_000,
      ...(portBase === undefined ? {} : { portBase }),
    });
  } catch (error) {
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
    throw new UsageError(
      `--port-base: ${code === "EADDRINUSE" ? `port ${port} is taken; give another number` : message}`,
    );
  }
}

/** The last line that an application printed, to be put behind a sentence. */
function lastWords(log: string): string {
  const line = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").at(-1)?.trim() : "";
  return line ? `; the last that it printed is: ${line.slice(0, 200)}` : "";
}

/** Tells a running application's people what it has to use. */
async function tell(environment: Record<string, string>, isAtTerminal: boolean): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `  ${name}=${value}`);
  process.stderr.write(["The application has to use these:", ...lines, ""].join("\n"));
  if (isAtTerminal) await confirmTold();
}

const addressesOf = ({ connect, webhook_url, lifecycle_webhook_url }: PartnerProfile): Record<string, string> => ({
  ...(connect ? { connect: connect.url } : {}),
  ...(webhook_url ? { webhook_url } : {}),
  ...(lifecycle_webhook_url ? { lifecycle_webhook_url } : {}),
});
