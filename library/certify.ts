import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HarnessError, UsageError } from "../base/errors.ts";
import { unlessAborted } from "../base/unless-aborted.ts";
import { type StartedApplication, startApplication } from "../harness/application/application.ts";
import { whyUnhealthy } from "../harness/application/readiness.ts";
import { httpControl } from "../harness/control/control.ts";
import {
  type PartnerProfile,
  partnerProfile,
  type WrittenPartnerProfile,
} from "../harness/profiles/partner-profile.ts";
import { createRedaction } from "../harness/redaction/redaction.ts";
import type { Credentials, Urls } from "../harness/target.ts";
import { type ActingClock, startActingClock } from "../harness/time/acting-clock.ts";
import { beginRecord } from "../record/begin-record.ts";
import { untilAborted } from "../record/journal/until-aborted.ts";
import type { Entry, Journal, KnownFailure } from "../record/journal.ts";
import type { Results } from "../record/results.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { neverStarted, type OnScenario, certify as runScenarios } from "../suites/partner/certification.ts";
import { requirementsUnder } from "../suites/partner/claims.ts";
import type { Person } from "../suites/partner/context.ts";
import { dialectsOf, SpokenDialect } from "../suites/partner/dialects/dialect.ts";
import { Recorder } from "../suites/partner/recorder.ts";
import { addressesOf, lookAhead } from "./examine/preflight.ts";
import { type PlayedPlatform, type PlayOptions, startPlatform } from "./platform/played-platform.ts";
import { freshFirst, isElsewhere, linkedLocations, maxLeft, type RunIds, recordsBehind } from "./platform/run-ids.ts";

/** How an application is certified. */
export interface CertifyOptions {
  /** Ends the certification; the results say that they are not complete. */
  signal?: AbortSignal | undefined;
  /** Gets every entry of the journal as it is written. */
  onEntry?: ((entry: Entry) => void) | undefined;
}

/** Further options of the command line. */
export interface CertificationOptions extends CertifyOptions, Omit<PlayOptions, "now" | "firstLocation" | "dialect"> {
  /** Known failures, which only warn. */
  known?: readonly KnownFailure[] | undefined;
  /** The frozen revision that scores, and others that are shown beside it; the present requirements if left out. */
  revisions?: readonly string[] | undefined;
  /** Ids by the clock, unless someone keeps account of them. */
  ids?: RunIds | undefined;
  /** Hears of Locations, of this certification or left by others, that the application no longer takes for linked. */
  onUnlinked?: ((locations: readonly number[]) => void) | undefined;
  /** The file that keeps what an application prints that is started here. */
  log?: string | undefined;
  /** Someone who does by hand what the profile does not say how to do. */
  person?: Person | undefined;
  /** True if the claims are some of those that the application makes: results of these alone certify nothing. */
  isPartial?: boolean | undefined;
  /** The requirement that alone is judged, of the claims that the profile makes. */
  requirement?: string | undefined;
  /** True if an application elsewhere is judged though it cannot be reached; otherwise that is reported as a mistake of anyone who asked. */
  judgesUnreached?: boolean | undefined;
  onScenario?: OnScenario | undefined;
  /** Gets what is found out about the way to an application elsewhere, in sentences. */
  onNote?: ((note: string) => void) | undefined;
  /** Announces to the people of an application that is running already what it has to use. */
  announce?: ((environment: Record<string, string>) => Promise<void>) | undefined;
}

/** The topic of the observation of the network between the platform and the application. */
const wayTopic = "the way to the application";

/** Plays the platform to a partner's application, judges it, and returns what results.json would hold. */
export async function certify(profile: WrittenPartnerProfile, options: CertifyOptions = {}): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), "assay-certify-"));
  try {
    return (await certifyPartner(partnerProfile(profile), { ...options, log: join(folder, "application.log") }))
      .results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Certifies an application whose profile was read already, and returns the whole record of the run. */
export async function certifyPartner(profile: PartnerProfile, options: CertificationOptions): Promise<RunRecord> {
  const signal = options.signal ?? new AbortController().signal;
  const seed = profile.dialect ?? randomInt(2 ** 31);
  const { known = [], revisions } = options;
  const judged = options.requirement
    ? [options.requirement]
    : [...profile.claims, undefined].flatMap(requirementsUnder);
  const only = options.isPartial ? { only: judged } : {};
  const facts = {
    judges: "partner",
    name: profile.name,
    seed,
    depth: "standard",
    known,
    ...only,
    ...(revisions ? { revisions } : {}),
  } as const;
  const dialect = new SpokenDialect(dialectsOf(seed));
  const record = beginRecord(facts, options.onEntry);
  const ids = options.ids ?? takeIds();
  const clock = startActingClock();
  const platform = await startPlatform(profile, {
    ...options,
    now: () => clock.now(),
    firstLocation: ids.first,
    dialect,
  });
  try {
    await judge(profile, platform, untilAborted(record, signal), { ...options, ids, signal, clock, dialect });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clock.end();
    await platform.sandbox.close();
  }
  return record.end(!signal.aborted);
}

/** The first id of the last certification in this process. */
let last: number | undefined;

function takeIds(): RunIds {
  last = freshFirst(last);
  return { first: last, left: [] };
}

/** The environment of an application. */
export const environmentFor = (
  urls: Urls,
  { partner_token, system_user_token, v3_token }: Credentials,
  application_id: number,
): Record<string, string> => ({
  BASE_URL: urls.base_url,
  API_ROOT: urls.api_root,
  APP_URL: urls.app_url,
  V3_BASE_URL: urls.v3_base_url,
  PARTNER_TOKEN: partner_token,
  SYSTEM_USER_TOKEN: system_user_token,
  V3_ACCESS_TOKEN: v3_token,
  APPLICATION_ID: String(application_id),
});

async function judge(
  profile: PartnerProfile,
  platform: PlayedPlatform,
  journal: Journal,
  {
    ids,
    signal,
    log,
    person,
    onScenario,
    announce,
    judgesUnreached,
    onNote,
    onUnlinked = () => undefined,
    clock,
    dialect,
  }: CertificationOptions & { ids: RunIds; signal: AbortSignal; clock: ActingClock; dialect: SpokenDialect },
): Promise<void> {
  const { sandbox, publicUrls, secret } = platform;
  signal.throwIfAborted();
  const control = httpControl(sandbox.ownControl);
  const world = await control.reset(1);
  const trafficFrom = sandbox.platform.traffic.last;
  const [urls, credentials] = [world.urls as Urls, world.credentials as Credentials];
  const { application_id } = world.fixtures;
  if (application_id === undefined) throw new HarnessError("the sandbox has no application");
  const announced = publicUrls ?? urls;
  const environment = environmentFor(announced, credentials, application_id);
  const { partner_token, system_user_token, v3_token: v3_access_token, owner_user_token } = credentials;
  const secrets = {
    partner_token,
    system_user_token,
    v3_access_token,
    owner_user_token,
    ...(secret ? { platform_secret: secret } : {}),
  };
  const recorder = new Recorder(journal, profile.claims, { clock, secrets, others: profile.secrets });
  recorder.target(profile.name, addressesOf(profile));
  let application: StartedApplication | undefined;
  let ended: StartedApplication["ended"] = () => undefined;
  try {
    if (profile.start) {
      const { ready } = profile.start;
      const taken = ready && (await unlessAborted(signal, whyUnhealthy(ready))) === "" ? ready : undefined;
      const { redact } = createRedaction([...Object.entries(secrets), ...(profile.secrets ?? [])]);
      application = startApplication(profile.start.command, {
        folder: profile.folder,
        environment,
        log: log ?? "/dev/null",
        redact,
      });
      ended = endedBeside(application, taken);
      const whyNot = application.ready(ready, Object.values(addressesOf(profile)), signal);
      const wrong = await unlessAborted(signal, whyNot);
      // Anyone who answered is not the application that was started, where that is gone.
      ended();
      if (wrong) {
        onUnlinked(linkedLocations(ids.first));
        return await neverStarted({ recorder, profile, lastLines: () => application?.lastLines() ?? [] }, wrong);
      }
    } else await announce?.(environment);
    const { network, notes } = await unlessAborted(signal, lookAhead(addressesOf(profile), platform, judgesUnreached));
    for (const note of notes) onNote?.(note);
    if (network.isRemote) recorder.observe(wayTopic, { ...network, notes });
    await runScenarios(
      {
        clock,
        control,
        urls,
        shownUrls: announced,
        handshakeRefusals: sandbox.gate?.refusals ?? [],
        traffic: (after) => sandbox.platform.traffic.after(after),
        trafficFrom,
        answers: platform.answers,
        credentials,
        dialect,
        application_id,
        locations: linkedLocations(ids.first),
        left: ids.left.slice(-maxLeft),
        isElsewhere: isElsewhere(ids.first),
        firstRecord: ids.first + recordsBehind,
        onUnlinked,
        profile,
        recorder,
        network,
        ...(person ? { person } : {}),
        ended,
        lastLines: () => application?.lastLines() ?? [],
        interruption: signal,
      },
      onScenario,
    );
  } finally {
    await application?.stop();
  }
}

/** How an application ended; one that ended because something else was answering at its address is not to blame. */
const endedBeside =
  (application: StartedApplication, taken: string | undefined): StartedApplication["ended"] =>
  () => {
    const end = application.ended();
    if (end && taken)
      throw new UsageError(
        `start.command: ${end}, and ${taken} was answered before it ran: stop what runs there, or leave out start to certify that`,
      );
    return end;
  };
