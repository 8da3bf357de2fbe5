import { Untestable } from "../../base/errors.ts";
import { type Claim, namesLocation, type PartnerProfile } from "../../harness/partner-profile.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { Certifier, keyOf } from "./certifier.ts";
import { claimed, claimOf, heads } from "./claims.ts";
import { type CertificationContext } from "./context.ts";
import { Halt } from "./halting.ts";
import { judgements } from "./history.ts";
import type { Recorder } from "./recorder.ts";
import { heldAgainstSchemas, rules } from "./rules.ts";
import type { Scenario } from "./scenario.ts";
import { calls } from "./scenarios/calls.ts";
import { installing, reconnecting, reinstalling } from "./scenarios/installing.ts";
import { lifecycle } from "./scenarios/lifecycle.ts";
import { refusing } from "./scenarios/refusing.ts";
import { resources, waiting } from "./scenarios/resources.ts";
import { webhooks } from "./scenarios/webhooks.ts";
import { transport } from "./transport.ts";

/**
 * The play: phases one after the other, tracks of an act side by side, scenarios of a track one after the other. Side by side goes what waits,
 * and never two scenarios that make an application send much.
 */
const phases: Scenario[][][] = [
  [installing],
  [refusing, [...webhooks, ...resources, ...calls.slice(0, 1)]],
  // The clock moves on by half a day here, so nobody may hold a cursor meanwhile.
  [[reconnecting]],
  [[lifecycle], [waiting], calls.slice(1)],
  [[reinstalling]],
];

/** Every scenario, in the order in which they are told. */
export const scenarios: Scenario[] = phases.flat(2);

/** Plays the platform to an application, judges what it did, and writes both down. */
export async function certify(
  context: CertificationContext,
  onScenario: (title: string) => void = () => undefined,
): Promise<void> {
  const certifier = new Certifier(context);
  const { recorder, profile } = context;
  const spent: Record<string, number> = {};
  leaveOut(recorder, profile);
  let halt: Halt | undefined;
  // As it is set in the developer account: an application may rely on being told, whatever it claims.
  if (profile.lifecycle_webhook_url)
    await context.control.sendLifecycleTo(context.application_id, profile.lifecycle_webhook_url);
  try {
    context.interruption.throwIfAborted();
    for (const act of phases) {
      // A person can do one thing at a time.
      const playing = (context.person ? [act.flat()] : act).map((track) =>
        play(
          track.filter((scenario) => isPlayed(scenario, context)),
          certifier,
          spent,
          onScenario,
        ),
      );
      const failed = (await Promise.allSettled(playing)).find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    }
    await certifier.look();
  } catch (error) {
    if (error instanceof Halt) halt = error;
    else if (!context.interruption.aborted) throw error;
  }
  certifier.stalls.end();
  await judge(certifier);
  if (halt) end(certifier, halt);
  recorder.exchanges(certifier.seen);
  recorder.observe("seconds spent", spent);
}

/** Writes down that an application which never started shows nothing of what it claims. */
export async function neverStarted(
  { recorder, profile }: Pick<CertificationContext, "recorder" | "profile">,
  why: string,
): Promise<void> {
  leaveOut(recorder, profile);
  await transport({ recorder, profile });
  fail({ recorder, profile }, `the application never became ready: ${why}`, "one that starts");
  leaveUnspoken(recorder);
}

/** What is not claimed is not judged. */
function leaveOut(recorder: Recorder, { claims }: PartnerProfile): void {
  for (const [claim, ids] of Object.entries(claimed))
    if (!claims.includes(claim as Claim)) recorder.lacking(ids, `${claim} is not claimed`, false);
}

/** What is judged of every application does not apply to one that did nothing of the kind. */
function leaveUnspoken(recorder: Recorder): void {
  const ofAll = loadLedger().filter(
    (one) => binds(one, "partner") && one.level !== "open" && claimOf(one.id) === undefined,
  );
  recorder.lacking(
    ofAll.map(({ id }) => id).filter((id) => !recorder.isSettled(id)),
    "the application made no request that it speaks of",
    false,
  );
}

async function play(
  track: Scenario[],
  certifier: Certifier,
  spent: Record<string, number>,
  onScenario: (title: string) => void,
) {
  for (const scenario of track) {
    const began = performance.now();
    onScenario(scenario.title);
    try {
      await scenario.play(certifier);
    } catch (error) {
      if (!(error instanceof Untestable)) throw error;
      certifier.recorder.lacking(
        scenario.judges.filter((id) => !certifier.recorder.isSettled(id)),
        error.message,
      );
    } finally {
      spent[scenario.title] = Math.round((performance.now() - began) / 100) / 10;
    }
  }
}

/** Whether a scenario is claimed, and can be played; what it lacks is written down. */
function isPlayed(scenario: Scenario, { profile, person, recorder }: CertificationContext): boolean {
  if (!profile.claims.includes(scenario.claim)) return false;
  const lack = lackOf(scenario, profile, person !== undefined);
  if (lack) recorder.lacking(scenario.judges, lack);
  return lack === undefined;
}

function lackOf(
  { claim, needs = [] }: Scenario,
  profile: CertificationContext["profile"],
  hasPerson: boolean,
): string | undefined {
  const missing = needs.find((key) => profile[key] === undefined);
  if (missing) return `the profile names no ${missing}`;
  const isAsked = claim === "resources" || claim === "calls";
  if (isAsked && !profile.actions[claim] && !hasPerson)
    return `the profile names no ${keyOf[claim]}, and nobody is at a terminal`;
  if (claim === "webhooks") return undefined;
  const isConnected = profile.connect !== undefined || hasPerson;
  if (!isConnected)
    return claim === "install" ? "the profile names no connect, and nobody is at a terminal" : undefined;
  return profile.connect && !namesLocation(profile.connect)
    ? "connect does not say {location_id}, so further Locations cannot be connected"
    : undefined;
}

/** Holds every request against the rules, and all of them together. */
async function judge(certifier: Certifier): Promise<void> {
  const { recorder, seen, context } = certifier;
  const spoken = new Set<string>();
  for (const one of seen) {
    for (const [id, rule] of Object.entries(rules)) {
      if (!rule.of(one, context)) continue;
      spoken.add(id);
      const flaw = rule.wrong(one, context);
      if (flaw) recorder.flaw(id, { ...flaw, by: one });
    }
    const { ids, flaws } = heldAgainstSchemas(one);
    for (const id of ids) spoken.add(id);
    for (const [id, flaw] of flaws) recorder.flaw(id, flaw);
  }
  recorder.judged(...spoken);
  for (const { judge: hold } of judgements) await hold(certifier);
  leaveUnspoken(recorder);
}

/** An application that has gone fails whatever it can no longer show; one that was stopped leaves it unjudged. */
function end({ recorder, profile }: Certifier, { message, isFault }: Halt): void {
  if (isFault) return fail({ recorder, profile }, message, "an application that goes on answering");
  recorder.lacking(unsettled(recorder, profile), message);
}

const unsettled = (recorder: Recorder, { claims }: PartnerProfile): string[] =>
  claims.flatMap((claim) => claimed[claim]).filter((id) => !recorder.isSettled(id));

function fail(
  { recorder, profile }: Pick<CertificationContext, "recorder" | "profile">,
  found: string,
  expected: string,
): void {
  const gone = new Set([...profile.claims.map((claim) => heads[claim]), ...unsettled(recorder, profile)]);
  for (const id of gone) recorder.flaw(id, { found, expected });
}
