import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../base/errors.ts";
import { groupBy } from "../../base/group-by.ts";
import { isControlError } from "../../harness/control/control-calls.ts";
import { whyUntrusted } from "../../harness/http/handshake.ts";
import { lookAtOwn } from "../../harness/preflight.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { createReceiver } from "../../harness/receiver.ts";
import { createSession, type Session } from "../../harness/session.ts";
import { type Credentials, credentialNames, type Target } from "../../harness/target.ts";
import { tryProfile } from "../../suites/schedule/check-profile.ts";
import { operationById } from "../../suites/schedule/run/operation-by-id.ts";
import type { Run } from "../../suites/schedule/run/run.ts";
import { Runner } from "../../suites/schedule/runner.ts";
import { type FixtureOutcome, tryFixtures } from "../../suites/schedule/try-fixtures.ts";
import { type Diagnosis, diagnoseExecutions, diagnosesOf, diagnoseWays, info, mistake, ok } from "./diagnosis.ts";

/** How a target is examined. */
export interface ExamineOptions {
  /** Runs nothing that the profile names. */
  isExecRefused?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Says what of a target's profile works before a run, by what a run itself asks first. Where the target has control, its world is reset, as a run does. */
export async function examineTarget(profile: TargetProfile, options: ExamineOptions = {}): Promise<Diagnosis[]> {
  const executions = diagnoseExecutions(profile);
  if (options.isExecRefused && profile.control && "adapter" in profile.control)
    return [
      ...executions,
      info("control.adapter", "it is not loaded, since --no-exec is given; nothing else is tried"),
    ];
  try {
    const session = await createSession(profile);
    const found = [...executions, ...(await diagnoseControl(session))];
    const signal = options.signal ?? new AbortController().signal;
    const journal = { write: () => undefined };
    const runner = await Runner.open(session, { seed: 1, depth: "quick", signal }, journal);
    try {
      return [...found, ...(await diagnoseRunner(runner))];
    } finally {
      await runner.close();
    }
  } catch (error) {
    if (isControlError(error)) return [...executions, mistake("control", error.message)];
    return [...executions, ...diagnosesOf(error)];
  }
}

async function diagnoseControl(session: Session): Promise<Diagnosis[]> {
  const { control } = session;
  if (!control) return [info("control", "the profile has none; docs/control.md says what one lets a run judge")];
  const { capabilities } = await control.describe();
  const says = `${control.port.place} offers ${capabilities.join(", ")}; assay control check tries each call`;
  return [
    session.can("reset") ? ok(control.key, says) : info(control.key, `${says}; without reset, a run judges less`),
  ];
}

async function diagnoseRunner({ run, target }: Runner): Promise<Diagnosis[]> {
  const ways = await diagnoseWays(keyed(target.urls));
  const byOrigin = groupBy(Object.entries(keyed(target.urls)), ([, url]) => new URL(url).origin);
  const certificates = await Promise.all(
    [...byOrigin].map(([origin, own]) =>
      diagnoseCertificate(own.map(([key]) => key).join(", "), origin, target.caFile),
    ),
  );
  const broken = [...ways, ...certificates.flat()].filter(({ state }) => state === "error");
  const isBroken = (name: string) => broken.flatMap(keysOf).includes(`urls.${name}`);
  // Who cannot be reached is not asked.
  const urls = Object.fromEntries(Object.entries(target.urls).filter(([name]) => !isBroken(name)));
  const reached = { ...target, urls };
  const tokens = await diagnoseTokens(run, reached, broken);
  const blamed = [...certificates.flat(), ...tokens].filter(({ state }) => state === "error").flatMap(keysOf);
  return [
    // An address that is reached, and not trusted or of no use, is not right.
    ...ways.filter((way) => !keysOf(way).some((key) => blamed.includes(key))),
    ...certificates.flat(),
    ...tokens,
    ...(await tryFixtures(run, reached)).map(diagnoseFixture),
    ...(await diagnoseReceiver(target, run.context.session)),
  ];
}

/** The keys of a profile that a diagnosis is about. */
const keysOf = ({ about }: Diagnosis): string[] => about.split(", ");

const keyed = (urls: Target["urls"]): Record<string, string> =>
  Object.fromEntries(Object.entries(urls).map(([name, url]) => [`urls.${name}`, url]));

async function diagnoseCertificate(key: string, url: string, caFile: string | undefined): Promise<Diagnosis[]> {
  if (!url.startsWith("https:")) return [];
  const why = await whyUntrusted(url, caFile && existsSync(caFile) ? readFileSync(caFile, "utf8") : undefined);
  if (!why) return [];
  const fix = caFile ? "tls.ca_file is not its authority" : "give its authority as tls.ca_file";
  return [mistake(key, `the certificate of ${new URL(url).origin} is not trusted (${why}); ${fix}`)];
}

/** Every credential that the profile gives. */
async function diagnoseTokens(run: Run, target: Target, broken: readonly Diagnosis[]): Promise<Diagnosis[]> {
  const outcomes = await tryProfile(run, target);
  const mistakes = outcomes.flatMap((outcome) => (outcome.mistake ? diagnosesOf(outcome.mistake) : []));
  const given = credentialNames.filter((name) => run.context.session.written.credentials?.[name] !== undefined);
  const isBlamed = (name: keyof Credentials) => mistakes.some(({ about }) => about === `credentials.${name}`);
  return [
    ...mistakes,
    ...given
      .filter((name) => !isBlamed(name))
      .map((name) => {
        const asked = outcomes.filter((outcome) => outcome.as === name && outcome.status !== undefined);
        const served = asked.find(({ status = 0 }) => status < 400) ?? asked[0];
        const key = `credentials.${name}`;
        if (!served) return info(key, whyUntried(name, [...broken, ...mistakes]));
        const seen = `${nameOf(served.operation)} answers ${served.status}`;
        return (served.status ?? 0) < 400 ? ok(key, seen) : info(key, `${seen}; a run shows more`);
      }),
  ];
}

const nameOf = (operation: string): string => {
  const { method, path } = operationById(operation);
  return `${method} ${path}`;
};

function whyUntried(name: keyof Credentials, mistakes: readonly Diagnosis[]): string {
  if (name === "v3_unscoped_token") return "a correct one is refused, so only a run tries it";
  if (mistakes.length > 0) return "it is not tried, because of the errors above";
  return "it is not tried, because the profile lacks an address or a fixture for it";
}

function diagnoseFixture({ fixture, isRight, seen, expected }: FixtureOutcome): Diagnosis {
  const key = `fixtures.${fixture}`;
  if (isRight) return ok(key, String(seen));
  if (isRight === undefined)
    return info(key, seen ? `${seen}, which does not show whether it is correct` : "only a run can check it");
  return expected === "found"
    ? mistake(key, `${seen}; fix the id, or give the token access to it`)
    : mistake(key, `${seen}, so it exists; give an id that must not be seen`);
}

/** A check that the receiver of webhooks can listen, and that its public address leads back to it. */
async function diagnoseReceiver({ webhooks }: Target, session: Session): Promise<Diagnosis[]> {
  const { listen, public_url } = webhooks;
  if (listen === undefined && !session.can("hooks")) return [];
  try {
    const receiver = await createReceiver(() => session.timer.now(), webhooks);
    try {
      receiver.answer("/assay-doctor", 204);
      const url = receiver.url("/assay-doctor");
      const trouble = public_url ? await lookAtOwn(url) : undefined;
      if (!trouble) return [ok("webhooks", `the receiver listens at ${new URL(url).origin}`)];
      return [
        info(
          "webhooks.public_url",
          `this machine does not reach its own receiver at ${new URL(url).origin} (${trouble.failure}); where the target does not either, fix the tunnel, the firewall or the name`,
        ),
      ];
    } finally {
      await receiver.close();
    }
  } catch (error) {
    if (error instanceof UsageError) return diagnosesOf(error);
    throw error;
  }
}
