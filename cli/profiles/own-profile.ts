import { existsSync } from "node:fs";
import { parse } from "yaml";
import { UsageError } from "../../base/errors.ts";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { fieldsOf } from "../../base/json.ts";
import type { Io } from "../io/io.ts";

/** The profile that commands use where none is named, in the working folder. */
export const ownProfileName = "assay.yaml";

/** The profile of an application that `init` writes, so that a folder may have both. */
const ownPartnerName = "assay-partner.yaml";

/** The subject and its profile; without a file, the embedded sandbox. */
export interface ChosenProfile {
  file?: string;
  /** True if no option named it. */
  isImplied: boolean;
}

/** The fields of a profile, as far as it can be read; its loader reports mistakes. */
function contentOf(file: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(parse(textOrNothing(file), { logLevel: "silent" }));
  } catch {
    return {};
  }
}

/** True if a profile describes a partner's application: only such a profile has claims. */
const isOfPartner = (file: string): boolean => "claims" in contentOf(file);

/** The profile in the working folder, and its kind; undefined where there is none. */
export function ownProfile(): { file: string; kind: "target" | "partner" } | undefined {
  const file = [ownProfileName, ownPartnerName].find((name) => existsSync(name));
  return file === undefined ? undefined : { file, kind: isOfPartner(file) ? "partner" : "target" };
}

/** The target to judge: the one that an option names, else that of assay.yaml, else the embedded sandbox. */
export function chooseTarget({ target, sandbox }: { target?: string; sandbox?: true }): ChosenProfile {
  if (target !== undefined) return { file: target, isImplied: false };
  if (sandbox || !existsSync(ownProfileName)) return { isImplied: false };
  if (isOfPartner(ownProfileName))
    throw new UsageError(
      `${ownProfileName}: this is the profile of an application, which \`assay certify\` judges; name a target with --target FILE, or judge the embedded sandbox with --sandbox`,
    );
  return { file: ownProfileName, isImplied: true };
}

/** The profile of the application to certify: the one that an option names, else assay.yaml or assay-partner.yaml. */
export function choosePartner(partner: string | undefined): Required<ChosenProfile> {
  if (partner !== undefined) return { file: partner, isImplied: false };
  const file = [ownProfileName, ownPartnerName].find((name) => existsSync(name) && isOfPartner(name));
  if (file !== undefined) return { file, isImplied: true };
  const why = existsSync(ownProfileName)
    ? `${ownProfileName}: this is the profile of a target, which \`assay run\` judges`
    : `--partner: there is no ${ownProfileName}`;
  throw new UsageError(
    `${why}; name an application's profile with --partner FILE, or write one with npx assay init partner`,
  );
}

/** The overlays that assay.yaml names, relative to the working folder; none where it has none. */
export function ownOverlays(): string[] {
  const { overlays } = contentOf(ownProfileName);
  return Array.isArray(overlays) ? overlays.filter((file) => typeof file === "string") : [];
}

/** How much a command prints. */
interface Printing {
  json?: true | undefined;
  quiet?: true | undefined;
  silent?: true | undefined;
}

/**
 * Says in the first line what is judged. Where standard output is for something else, standard error gets it, but only if no option named what
 * is judged.
 */
export function sayChosen(what: string, { isImplied }: ChosenProfile, { json, quiet, silent }: Printing, io: Io): void {
  if (!json && !quiet && !silent) io.stdout.write(`${what}\n`);
  else if (isImplied) io.stderr.write(`assay: ${what}\n`);
}
