import { UsageError } from "../../base/errors.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import { loadPartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { loadTargetProfile } from "../../harness/profiles/target-profile.ts";
import { type Diagnosis, diagnosesOf } from "../../library/examine/diagnosis.ts";
import { examineMachine, examinePackages } from "../../library/examine/examine-machine.ts";
import { examinePartner } from "../../library/examine/examine-partner.ts";
import { examineTarget } from "../../library/examine/examine-target.ts";
import { exits } from "../io/exits.ts";
import { type Io, interruptible, jsonText } from "../io/io.ts";
import { ownProfile, sayChosen } from "../profiles/own-profile.ts";
import { hidden } from "../profiles/profiles.ts";

export interface DoctorOptions {
  target?: string;
  partner?: string;
  json?: true;
}

const colours = { ok: "green", error: "red", info: "yellow" } as const;

/** Says before a run what works and what does not, and how to fix it. */
export async function doctor(given: DoctorOptions, io: Io): Promise<number> {
  if (given.target !== undefined && given.partner !== undefined)
    throw new UsageError("doctor: give --target or --partner, not both");
  const isImplied = given.target === undefined && given.partner === undefined;
  const own = isImplied ? ownProfile() : undefined;
  const options = own ? { ...given, [own.kind]: own.file } : given;
  const file = options.target ?? options.partner;
  if (file !== undefined)
    sayChosen(
      `${file}: examining the profile of ${options.target ? "a target" : "an application"}`,
      { file, isImplied },
      options,
      io,
    );
  return interruptible(io, async ({ signal }) => {
    const profile = file === undefined ? examinePackages() : await examineProfile(options, io, signal);
    const found = [...examineMachine(io.env), ...profile];
    if (signal.aborted) return exits.interrupted;
    const isWrong = found.some(({ state }) => state === "error");
    io.stdout.write(options.json ? jsonText(found) : textOf(found, options, io.paint));
    return isWrong ? exits.couldNotRun : exits.fine;
  });
}

async function examineProfile({ target, partner }: DoctorOptions, io: Io, signal: AbortSignal): Promise<Diagnosis[]> {
  const options = { isExecRefused: io.isExecRefused, signal };
  try {
    if (target !== undefined) return await examineTarget(hidden(loadTargetProfile(target, io.env), io), options);
    if (partner !== undefined) return await examinePartner(hidden(loadPartnerProfile(partner, io.env), io), options);
    return [];
  } catch (error) {
    return signal.aborted ? [] : diagnosesOf(error);
  }
}

function textOf(found: readonly Diagnosis[], { target, partner }: DoctorOptions, paint: Paint): string {
  const width = Math.max(...found.map(({ about }) => about.length));
  const lines = found.map(
    ({ about, state, says }) => `${paint[colours[state]](state.padEnd(5))}  ${about.padEnd(width)}  ${printable(says)}`,
  );
  const mistakes = found.filter(({ state }) => state === "error").length;
  return [...lines, "", mistakes > 0 ? `${counted(mistakes, "error")} to fix first` : next(target, partner), ""].join(
    "\n",
  );
}

function next(target: string | undefined, partner: string | undefined): string {
  if (target !== undefined) return `no errors; next: npx assay run --target ${target}`;
  if (partner !== undefined) return `no errors; next: npx assay certify --partner ${partner}`;
  return "no errors; --target FILE or --partner FILE looks at a profile, and npx assay init writes one";
}
