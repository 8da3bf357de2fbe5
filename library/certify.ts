import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../base/errors.ts";
import { type StartedApplication, startApplication } from "../harness/application.ts";
import { Control } from "../harness/control.ts";
import { type PartnerProfile, partnerProfile, type WrittenPartnerProfile } from "../harness/partner-profile.ts";
import { createRedaction } from "../harness/redaction.ts";
import type { Credentials, Urls } from "../harness/target.ts";
import { beginRecord } from "../record/begin-record.ts";
import type { Entry, Journal } from "../record/journal.ts";
import type { Results } from "../record/results.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { specified } from "../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { openLocations } from "../sandbox/world/people.ts";
import { limit } from "../specs/limits.ts";
import { neverStarted, certify as runScenarios } from "../suites/partner/certification.ts";
import { ownMark } from "../suites/partner/certifier/own-requests.ts";
import type { Person } from "../suites/partner/context.ts";
import { Recorder } from "../suites/partner/recorder.ts";

/** How an application is certified. */
export interface CertifyOptions {
  /** Ends the certification; the results say that they are not complete. */
  signal?: AbortSignal | undefined;
  /** Gets every entry of the journal as it is written. */
  onEntry?: ((entry: Entry) => void) | undefined;
}

/** What the command line asks for besides. */
export interface CertificationOptions extends CertifyOptions {
  portBase?: number | undefined;
  /** The file that keeps what an application prints that is started here. */
  log?: string | undefined;
  /** Somebody who does by hand what the profile does not tell how to do. */
  person?: Person | undefined;
  onScenario?: ((title: string) => void) | undefined;
  /** Hears of each request of the application as it is answered. */
  onAnswer?: ((request: AnsweredRequest) => void) | undefined;
  /** Tells the people of an application that is running already what it has to use. */
  tell?: ((environment: Record<string, string>) => Promise<void>) | undefined;
}

/** A request of the application, and the status that it was answered with. */
export interface AnsweredRequest {
  method: string;
  url: string;
  status: number | null;
}

/** Plays the platform to a partner's application, judges it, and answers what results.json would hold. */
export async function certify(profile: WrittenPartnerProfile, options: CertifyOptions = {}): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), "assay-certify-"));
  try {
    return (await certifyPartner(partnerProfile(profile), { ...options, log: join(folder, "application.log") }))
      .results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Certifies an application whose profile was read already, and answers the whole record of the run. */
export async function certifyPartner(profile: PartnerProfile, options: CertificationOptions): Promise<RunRecord> {
  const signal = options.signal ?? new AbortController().signal;
  const record = beginRecord({ judges: "partner", name: profile.name, seed: 1, depth: "standard" }, options.onEntry);
  const sandbox = await startPlatform(profile, options);
  try {
    await judge(profile, sandbox, record, { ...options, signal });
  } finally {
    await sandbox.close();
  }
  return record.end(!signal.aborted);
}

async function judge(
  profile: PartnerProfile,
  sandbox: Sandbox,
  journal: Journal,
  { signal, log, person, onScenario, tell }: CertificationOptions & { signal: AbortSignal },
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
  let application: StartedApplication | undefined;
  try {
    if (profile.start) {
      const { redact } = createRedaction(secrets);
      application = startApplication(profile.start.command, {
        folder: profile.folder,
        environment,
        log: log ?? "/dev/null",
        redact,
      });
      const wrong = await application.ready(profile.start.ready, Object.values(addressesOf(profile)), signal);
      if (wrong) return await neverStarted({ recorder, profile }, wrong + lastLineOf(log));
    } else await tell?.(environment);
    await runScenarios(
      {
        control,
        urls,
        credentials,
        application_id,
        locations: openLocations(sandbox.platform.world.people),
        profile,
        recorder,
        ...(person ? { person } : {}),
        ended: () => application?.ended(),
        interruption: signal,
      },
      onScenario,
    );
  } finally {
    await application?.stop();
  }
}

/** Milliseconds that a receiver has: nothing is judged on the edge, so a second more than the specification's. */
const answerWithin = (limit("webhook_timeout") + limit("edge")) * 1000;

/** The platform has no rate limit of its own, since the certifier's calls come from the same address; the application's rate is judged by what it sends. */
async function startPlatform(
  profile: PartnerProfile,
  { portBase, onAnswer }: Pick<CertificationOptions, "portBase" | "onAnswer">,
): Promise<Sandbox> {
  if (portBase === 0) throw new UsageError("--port-base: give a number from 1, or leave it out for any free ports");
  try {
    return await createSandbox({
      clock: "running",
      behaviour: specified({
        ratePerMinute: Number.POSITIVE_INFINITY,
        webhookTimeout: answerWithin,
        // Whose certificate an application under test shows is not judged; that it speaks TLS as it should is.
        trustsAnyReceiver: true,
      }),
      fixed: profile.sandbox,
      // A connection that is closed just as the next request is sent is nobody's fault, and must not be held against the application.
      keepAlive: 600_000,
      ...(portBase === undefined ? {} : { portBase }),
      ...(onAnswer ? { onAnswer: (received) => received.rawHeaders.includes(ownMark) || onAnswer(received) } : {}),
    });
  } catch (error) {
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
    throw new UsageError(
      `--port-base: ${code === "EADDRINUSE" ? `port ${port} is taken; give another number` : message}`,
    );
  }
}

/** The last line that an application printed, to be put behind a sentence. */
function lastLineOf(log: string | undefined): string {
  const line = log && existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").at(-1)?.trim() : "";
  return line ? `; the last line it printed: ${line.slice(0, 200)}` : "";
}

const addressesOf = ({ connect, webhook_url, lifecycle_webhook_url }: PartnerProfile): Record<string, string> => ({
  ...(connect ? { connect: connect.url } : {}),
  ...(webhook_url ? { webhook_url } : {}),
  ...(lifecycle_webhook_url ? { lifecycle_webhook_url } : {}),
});
