import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HarnessError } from "../../base/errors.ts";
import { steadyNow } from "../../base/steady-now.ts";
import { startApplication } from "../../harness/application/application.ts";
import { whyUnhealthy } from "../../harness/application/readiness.ts";
import { httpControl } from "../../harness/control/control.ts";
import { lookAtOwn } from "../../harness/preflight.ts";
import type { PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { createRedaction } from "../../harness/redaction/redaction.ts";
import type { Credentials, Urls } from "../../harness/target.ts";
import { plainDialect, SpokenDialect } from "../../suites/partner/dialects/dialect.ts";
import { gapFor } from "../../suites/partner/profile-gaps.ts";
import { environmentFor } from "../certify.ts";
import { type PlayedPlatform, startPlatform } from "../platform/played-platform.ts";
import { type Diagnosis, diagnoseExecutions, diagnosesOf, diagnoseWays, info, mistake, ok } from "./diagnosis.ts";
import type { ExamineOptions } from "./examine-target.ts";
import { addressesOf, ownNote } from "./preflight.ts";

/** Says what of a partner's profile works before a certification: the platform and the application are started as a certification does, and nothing is judged. */
export async function examinePartner(profile: PartnerProfile, options: ExamineOptions = {}): Promise<Diagnosis[]> {
  const known = [...diagnoseExecutions(profile), ...diagnoseClaims(profile)];
  try {
    const platform = await startPlatform(profile, { now: steadyNow, dialect: new SpokenDialect([plainDialect]) });
    try {
      return [
        ...known,
        ...(await diagnosePlatform(platform)),
        ...(await diagnoseApplication(profile, platform, options)),
      ];
    } finally {
      await platform.sandbox.close();
    }
  } catch (error) {
    return [...known, ...diagnosesOf(error)];
  }
}

const diagnoseClaims = (profile: PartnerProfile): Diagnosis[] =>
  profile.claims.map((claim) => {
    const [alone, helped] = [gapFor(claim, profile, false), gapFor(claim, profile, true)];
    if (!alone) return ok(`claims.${claim}`, "the profile says how it is tried");
    return helped
      ? mistake(`claims.${claim}`, `${alone}; give it, or leave the claim out`)
      : info(`claims.${claim}`, `${alone}; at a terminal you are asked to do it by hand`);
  });

async function diagnosePlatform({ publicUrls, knockAt }: PlayedPlatform): Promise<Diagnosis[]> {
  if (!publicUrls || !knockAt) return [ok("platform", "it can be started on loopback")];
  const trouble = await lookAtOwn(knockAt);
  const { origin } = new URL(publicUrls.app_url);
  if (!trouble) return [ok("platform", `it is reached at ${origin}`)];
  const [, key = "platform", says = ""] = /^(\S+): (.*)$/.exec(ownNote(publicUrls.app_url, trouble)) ?? [];
  return [info(key, says)];
}

async function diagnoseApplication(
  profile: PartnerProfile,
  { sandbox, publicUrls }: PlayedPlatform,
  { isExecRefused, signal = new AbortController().signal }: ExamineOptions,
): Promise<Diagnosis[]> {
  const addresses = addressesOf(profile);
  if (!profile.start) return diagnoseWays(addresses);
  if (isExecRefused) return [info("start.command", "it is not run, since --no-exec is given; no address is tried")];
  const { ready } = profile.start;
  if (ready && (await whyUnhealthy(ready)) === "")
    return [
      mistake(
        "start.ready",
        `${ready} is answered before start.command runs: stop what runs there, or leave out start to certify that`,
      ),
    ];
  const world = await httpControl(sandbox.ownControl).reset(1);
  const credentials = world.credentials as Credentials;
  const { application_id } = world.fixtures;
  if (application_id === undefined) throw new HarnessError("the sandbox has no application");
  const folder = mkdtempSync(join(tmpdir(), "assay-doctor-"));
  const application = startApplication(profile.start.command, {
    folder: profile.folder,
    environment: environmentFor(publicUrls ?? (world.urls as Urls), credentials, application_id),
    log: join(folder, "application.log"),
    redact: createRedaction([...Object.entries(credentials), ...(profile.secrets ?? [])]).redact,
  });
  try {
    const failure = await application.ready(ready, Object.values(addresses), signal);
    if (failure)
      return [mistake("start.command", [failure, ...application.lastLines().slice(-1)].join("; it printed last: "))];
    return [ok("start.command", "the application starts, and is ready"), ...(await diagnoseWays(addresses))];
  } finally {
    await application.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
