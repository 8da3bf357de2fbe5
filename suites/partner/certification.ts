import { Untestable } from "../../base/errors.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import type { Claim } from "../../harness/profiles/partner-profile.ts";
import { endTopic } from "../../record/application-end.ts";
import { timeTopic } from "../../record/results/scenario-times.ts";
import { Certifier } from "./certifier/certifier.ts";
import { Halt } from "./certifier/halt.ts";
import { claims, requirementsUnder } from "./claims.ts";
import type { CertificationContext } from "./context.ts";
import type { Dialect } from "./dialects/choices.ts";
import { judgeRequests, leaveOutUnseen } from "./judging/judge-requests.ts";
import { judgeTransport } from "./judging/transport.ts";
import { playOften } from "./play-often.ts";
import { gapFor } from "./profile-gaps.ts";
import { clearUp } from "./scenarios/deliveries.ts";
import { certificationPhases, scenarios, scenariosIn } from "./scenarios/phases.ts";
import { trackRunner } from "./scenarios/run-tracks.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { isRefuted, reportSuspicions, showUnseen, suspectHistory, trySuspicionsAgain } from "./second-tries.ts";
import { times } from "./times.ts";

/** The topic of what the platform chose; a later phase adds what it chose then. */
const dialectTopic = "what the platform chose where the specification is silent";

/** The topics of what is seen of earlier certifications: the links that they left, and requests about their Locations. */
const [earlierTopic, strayTopic] = [
  "links that earlier certifications left",
  "requests about Locations of earlier certifications",
];

type JudgedApplication = Pick<CertificationContext, "recorder" | "profile" | "lastLines">;

/** Hears of each scenario that begins: its title, its number, and how many there are. */
export type OnScenario = (title: string, place: { number: number; of: number }) => void;

/** Runs every scenario that is claimed, judges what the application did, and writes both down. */
export async function certify(context: CertificationContext, onScenario: OnScenario = () => undefined): Promise<void> {
  const certifier: Certifier = new Certifier(context, () => isRefuted(certifier));
  try {
    await certifyWith(certifier, context, onScenario);
  } finally {
    certifier.watcher.end();
    context.onUnlinked(await certifier.endings.take(() => clearUp(context, context.locations)));
  }
}

/** The platform ends the links that earlier certifications left; after that only the certifier makes links. */
async function clearEarlier({ context, endings }: Certifier): Promise<void> {
  const { control, application_id, left, profile } = context;
  if (left.length > 0 && profile.lifecycle_webhook_url) {
    await control.seedConnected(
      application_id,
      left.map((id) => ({ id })),
    );
    const cleared = await endings.take(() => clearUp(context, left));
    context.onUnlinked(cleared);
    context.recorder.observe(earlierTopic, { left: left.length, acknowledged: cleared.length });
  }
  await control.seedConnected(application_id, []);
}

async function certifyWith(certifier: Certifier, context: CertificationContext, onScenario: OnScenario): Promise<void> {
  const { recorder, profile } = context;
  const taken: Record<string, number> = {};
  leaveOutUnclaimed(context);
  recorder.observe(dialectTopic, context.dialect.current);
  // As it is set in the developer account: an application may rely on lifecycle events, whatever it claims.
  if (profile.lifecycle_webhook_url)
    await context.control.sendLifecycleTo(context.application_id, profile.lifecycle_webhook_url);
  await unlessAborted(context.interruption, clearEarlier(certifier));
  const chosen = new Set(scenarios.filter((scenario) => isRunnable(scenario, context)));
  let number = 0;
  const dialects = new Map<string, Dialect>();
  const run = async (scenario: Scenario) => {
    const began = context.clock.now();
    dialects.set(scenario.title, context.dialect.current);
    await runScenario(scenario, certifier).finally(() => {
      taken[scenario.title] = Math.round((context.clock.now() - began) / 100) / 10;
    });
  };
  const first = await runAll(certifier, chosen, async (scenario) => {
    onScenario(scenario.title, { number: ++number, of: chosen.size });
    await run(scenario);
  });
  // A task that an application has not done yet may only have been cut off.
  if (!context.interruption.aborted) await certifier.undone.reportLeft();
  // A person is not asked for the same again.
  const mayAsk = !context.person && !context.interruption.aborted;
  const played = first ?? (mayAsk ? await untilHalt(context, () => showUnseen(certifier, chosen, run)) : undefined);
  const isAgain = !played && mayAsk && !context.interruption.aborted;
  const suspected = isAgain ? suspectHistory(certifier) : new Set<string>();
  const halt =
    played ?? (isAgain ? await untilHalt(context, () => trySuspicionsAgain(certifier, dialects)) : undefined);
  reportSuspicions(certifier);
  certifier.traffic.dropStrays();
  if (!context.interruption.aborted) await judgeRequests(certifier, suspected);
  if (halt?.isFailure) reportGone(context, halt.message, gone);
  else if (halt) recorder.untestable(unsettled(context), halt.message);
  recorder.exchanges(certifier.requests, context.answers);
  recorder.observe(timeTopic, taken);
  if (certifier.traffic.strays.size > 0) recorder.observe(strayTopic, certifier.traffic.strays.size);
}

/** Writes down that an application which never started shows nothing of what it claims. */
export async function neverStarted(application: JudgedApplication, why: string): Promise<void> {
  leaveOutUnclaimed(application);
  await judgeTransport(application);
  reportGone(application, why, unready);
  leaveOutUnseen(application.recorder);
}

/** Runs everything up to its end, an interruption, or a reason to halt. */
async function runAll(
  certifier: Certifier,
  chosen: ReadonlySet<Scenario>,
  run: (scenario: Scenario) => Promise<void>,
): Promise<Halt | undefined> {
  const { context } = certifier;
  const runTrack = trackRunner(async (scenario) => (chosen.has(scenario) ? run(scenario) : undefined));
  return untilHalt(context, async () => {
    for (const phase of certificationPhases) {
      // A person can do one thing at a time.
      await runTrack(context.person ? scenariosIn(phase) : phase);
      if (context.dialect.change()) context.recorder.observe(`${dialectTopic}, later`, context.dialect.current);
    }
    certifier.watcher.look();
  });
}

/** Does something up to its end, an interruption, or a reason to halt. */
async function untilHalt({ interruption }: CertificationContext, act: () => Promise<void>): Promise<Halt | undefined> {
  try {
    // At an interruption, a waiting scenario is given up.
    await unlessAborted(interruption, act());
  } catch (error) {
    if (error instanceof Halt) return error;
    if (!interruption.aborted) throw error;
  }
  return undefined;
}

/** Runs a scenario; what it cannot judge is written down with the reason. */
async function runScenario(scenario: Scenario, certifier: Certifier): Promise<void> {
  const { recorder } = certifier;
  try {
    await playScenario(scenario, certifier);
  } catch (error) {
    if (!(error instanceof Untestable)) throw error;
    const open = scenario.judges.filter((id) => !recorder.isSettled(id));
    recorder.untestable(open, error.message, { applies: error.applies });
  }
}

/** Plays a scenario, and where something may be lost on the way, again. */
async function playScenario(scenario: Scenario, certifier: Certifier): Promise<void> {
  const { recorder, tries } = certifier;
  const run = () => scenario.run(certifier);
  if (tries === 1 || scenario.isUnrepeatable) await recorder.during(scenario, run);
  else await playOften(scenario, tries, recorder, run);
}

/** True if a scenario is claimed, and the profile has what it takes; what is missing is written down. */
function isRunnable({ claim, judges }: Scenario, { profile, person, recorder }: CertificationContext): boolean {
  if (!profile.claims.includes(claim)) return false;
  const gap = gapFor(claim, profile, person !== undefined);
  if (gap) recorder.untestable(judges, gap);
  return gap === undefined;
}

/** Requirements of other claims are not judged. */
function leaveOutUnclaimed({ recorder, profile }: JudgedApplication): void {
  for (const claim of Object.keys(claims) as Claim[])
    if (!profile.claims.includes(claim))
      recorder.untestable(requirementsUnder(claim), `${claim} is not claimed`, { applies: false });
}

/** The requirements of what is claimed that were not judged. */
const unsettled = ({ recorder, profile }: JudgedApplication): string[] =>
  profile.claims.flatMap(requirementsUnder).filter((id) => !recorder.isSettled(id));

const gone = { is: "the application is gone", found: "the application gone", expected: "it to keep answering" };
const unready = {
  is: "the application did not start",
  found: "the application not ready",
  expected: "it to start and become ready",
};

/**
 * An application that does not answer is reported once: by what it was asked last and did not answer, or by what the claim rests on that was being tried. What
 * it can no longer show is not judged.
 */
function reportGone(
  application: JudgedApplication,
  how: string,
  { is, found, expected }: Record<"is" | "found" | "expected", string>,
): void {
  const { recorder, profile } = application;
  const lost = recorder.lostWithin(times.goneWithin);
  const { scenario, text } = recorder.lastStep(lost?.scenario) ?? {};
  const lines = application.lastLines();
  recorder.observe(endTopic, { how, ...(scenario ? { scenario, step: text } : {}), lines });
  const where = scenario ? ` in “${scenario}”, after this: ${text}` : "";
  const revealing = lines.findLast((line) => /error|exception/i.test(line)) ?? lines.at(-1);
  const printed = revealing ? `; it printed: ${revealing.trim()}` : "";
  const tried = scenarios.find(({ title }) => title === scenario)?.claim ?? profile.claims[0];
  const report = (claim: Claim) =>
    recorder.finding(claims[claim].basis, { found: `${found} (${how})${where}${printed}`, expected });
  if (tried && !lost?.isFailed) recorder.during({ title: scenario ?? "", claim: tried }, () => report(tried));
  recorder.untestable(unsettled(application), `${is}: ${how}`);
}
