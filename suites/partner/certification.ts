import { type Claim, namesLocation, type PartnerProfile } from "../../harness/partner-profile.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import type { Book } from "./book.ts";
import { claimed, claimOf, heads } from "./claims.ts";
import { Halt, Lack } from "./halting.ts";
import { judgements } from "./history.ts";
import { heldAgainstSchemas, rules } from "./rules.ts";
import type { Scene } from "./scene.ts";
import { calls } from "./scenes/calls.ts";
import { installing, reconnecting, reinstalling } from "./scenes/installing.ts";
import { lifecycle } from "./scenes/lifecycle.ts";
import { refusing } from "./scenes/refusing.ts";
import { resources, waiting } from "./scenes/resources.ts";
import { webhooks } from "./scenes/webhooks.ts";
import { type Setting } from "./setting.ts";
import { keyOf, Stage } from "./stage.ts";
import { transport } from "./transport.ts";

/**
 * The play: acts one after the other, tracks of an act side by side, scenes of a track one after the other. Side by side goes what waits,
 * and never two scenes that make an application send much.
 */
const acts: Scene[][][] = [
  [installing],
  [refusing, [...webhooks, ...resources, ...calls.slice(0, 1)]],
  // The clock moves on by half a day here, so nobody may hold a cursor meanwhile.
  [[reconnecting]],
  [[lifecycle], [waiting], calls.slice(1)],
  [[reinstalling]],
];

/** Every scene, in the order in which they are told. */
export const scenes: Scene[] = acts.flat(2);

/** Plays the platform to an application, judges what it did, and writes both down. */
export async function certify(setting: Setting, onScene: (title: string) => void = () => undefined): Promise<void> {
  const stage = new Stage(setting);
  const { book, profile } = setting;
  const spent: Record<string, number> = {};
  leaveOut(book, profile);
  let halt: Halt | undefined;
  // As it is set in the developer account: an application may rely on being told, whatever it claims.
  if (profile.lifecycle_webhook_url)
    await setting.control.sendLifecycleTo(setting.application_id, profile.lifecycle_webhook_url);
  try {
    setting.interruption.throwIfAborted();
    for (const act of acts) {
      // A person can do one thing at a time.
      const playing = (setting.person ? [act.flat()] : act).map((track) =>
        play(
          track.filter((scene) => isPlayed(scene, setting)),
          stage,
          spent,
          onScene,
        ),
      );
      const failed = (await Promise.allSettled(playing)).find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    }
    await stage.look();
  } catch (error) {
    if (error instanceof Halt) halt = error;
    else if (!setting.interruption.aborted) throw error;
  }
  stage.stalls.end();
  await judge(stage);
  if (halt) end(stage, halt);
  book.exchanges(stage.seen);
  book.observe("seconds spent", spent);
}

/** Writes down that an application which never started shows nothing of what it claims. */
export async function neverStarted({ book, profile }: Pick<Setting, "book" | "profile">, why: string): Promise<void> {
  leaveOut(book, profile);
  await transport({ book, profile });
  fail({ book, profile }, `the application never became ready: ${why}`, "one that starts");
  leaveUnspoken(book);
}

/** What is not claimed is not judged. */
function leaveOut(book: Book, { claims }: PartnerProfile): void {
  for (const [claim, ids] of Object.entries(claimed))
    if (!claims.includes(claim as Claim)) book.lacking(ids, `${claim} is not claimed`, false);
}

/** What is judged of every application does not apply to one that did nothing of the kind. */
function leaveUnspoken(book: Book): void {
  const ofAll = loadLedger().filter(
    (one) => binds(one, "partner") && one.level !== "open" && claimOf(one.id) === undefined,
  );
  book.lacking(
    ofAll.map(({ id }) => id).filter((id) => !book.isSettled(id)),
    "the application made no request that it speaks of",
    false,
  );
}

async function play(track: Scene[], stage: Stage, spent: Record<string, number>, onScene: (title: string) => void) {
  for (const scene of track) {
    const began = performance.now();
    onScene(scene.title);
    try {
      await scene.play(stage);
    } catch (error) {
      if (!(error instanceof Lack)) throw error;
      stage.book.lacking(
        scene.judges.filter((id) => !stage.book.isSettled(id)),
        error.message,
      );
    } finally {
      spent[scene.title] = Math.round((performance.now() - began) / 100) / 10;
    }
  }
}

/** Whether a scene is claimed, and can be played; what it lacks is written down. */
function isPlayed(scene: Scene, { profile, person, book }: Setting): boolean {
  if (!profile.claims.includes(scene.claim)) return false;
  const lack = lackOf(scene, profile, person !== undefined);
  if (lack) book.lacking(scene.judges, lack);
  return lack === undefined;
}

function lackOf({ claim, needs = [] }: Scene, profile: Setting["profile"], hasPerson: boolean): string | undefined {
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
async function judge(stage: Stage): Promise<void> {
  const { book, seen, setting } = stage;
  const spoken = new Set<string>();
  for (const one of seen) {
    for (const [id, rule] of Object.entries(rules)) {
      if (!rule.of(one, setting)) continue;
      spoken.add(id);
      const flaw = rule.wrong(one, setting);
      if (flaw) book.flaw(id, { ...flaw, by: one });
    }
    const { ids, flaws } = heldAgainstSchemas(one);
    for (const id of ids) spoken.add(id);
    for (const [id, flaw] of flaws) book.flaw(id, flaw);
  }
  book.judged(...spoken);
  for (const { judge: hold } of judgements) await hold(stage);
  leaveUnspoken(book);
}

/** An application that has gone fails whatever it can no longer show; one that was stopped leaves it unjudged. */
function end({ book, profile }: Stage, { message, isFault }: Halt): void {
  if (isFault) return fail({ book, profile }, message, "an application that goes on answering");
  book.lacking(unsettled(book, profile), message);
}

const unsettled = (book: Book, { claims }: PartnerProfile): string[] =>
  claims.flatMap((claim) => claimed[claim]).filter((id) => !book.isSettled(id));

function fail({ book, profile }: Pick<Setting, "book" | "profile">, found: string, expected: string): void {
  const gone = new Set([...profile.claims.map((claim) => heads[claim]), ...unsettled(book, profile)]);
  for (const id of gone) book.flaw(id, { found, expected });
}
