import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { journalName } from "../../record/run-folder.ts";
import { reportNames } from "../../reports/report-names.ts";

/** Codes of the system that say that a folder must not be written to. */
const forbidden = ["EACCES", "EPERM", "EROFS"];

/** Makes the folder that a command writes to, before it does anything else, and checks that it can be written to. */
export function prepareOut(folder: string): void {
  try {
    make(resolve(folder));
    // No one can have put a pipe in its place.
    const probe = join(folder, `.assay-${randomUUID()}`);
    writeFileSync(probe, "", { flag: "wx" });
    rmSync(probe);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "", message } = error as NodeJS.ErrnoException;
    const why = forbidden.includes(code) ? "cannot be written to" : `cannot be used (${code || message})`;
    throw new UsageError(`--out: ${folder} ${why}; name another folder`);
  }
}

/** The files of a certificate, in the folder of its certification. */
export const certificateFiles = {
  certificate: "certificate.json",
  page: "certificate.html",
  publicKey: "certificate.pub.pem",
  badge: "badge.svg",
};

/** Holds the output of an application under certification. */
export const logName = "application.log";

/** Files of a run, a certification or a check of recordings; none may be taken for another's. */
const leftovers = new Set([journalName, "results.json", logName, ...Object.values(certificateFiles), ...reportNames]);

/** Where the results of an earlier run lie while another is going on. */
const asideName = ".assay.earlier";

/** Where a certificate is kept whose successor was not judged to the end. */
export const earlierName = "earlier";

/** The file that says who writes into a folder. */
export const lockName = ".assay.lock";

/** Refuses a folder with files that a run would replace, where no run has ever written there. */
export function refuseForeign(folder: string): void {
  const isOfRun =
    [journalName, lockName, asideName].some((name) => existsSync(join(folder, name))) ||
    textOrNothing(join(folder, "results.json")).includes('"assay-results/1"');
  // Certificates may lie alone: a run that leaves none must not seem to have issued them.
  const names = isOfRun ? [] : ["results.json", logName, ...reportNames];
  const foreign = names.find((name) => existsSync(join(folder, name)));
  if (foreign !== undefined)
    throw new UsageError(
      `--out: ${join(folder, foreign)} was not written by a run, and would be replaced; name another folder, or move it`,
    );
}

function move(from: string, to: string, names: Iterable<string>): void {
  // A link that leads nowhere would be written through, or lead somewhere later.
  for (const name of names)
    if (lstatSync(join(from, name), { throwIfNoEntry: false })) {
      mkdirSync(to, { recursive: true });
      renameSync(join(from, name), join(to, name));
    }
}

const remove = (place: string): void => rmSync(place, { force: true, recursive: true });

/** A place within a folder; a link that someone put there would lead elsewhere, and is removed. */
function within(folder: string, name: string): string {
  const place = join(folder, name);
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) remove(place);
  return place;
}

/**
 * Does something that writes files anew: what an earlier run left of them cannot pass for its own. All of it comes back where it could not run at
 * all, and a certificate is kept aside where it was interrupted.
 */
export async function replacing<T>(
  folder: string,
  signal: AbortSignal | undefined,
  act: () => T | Promise<T>,
): Promise<T> {
  const aside = within(folder, asideName);
  // Someone was killed here before there was anything in its place.
  keepCertificate(folder);
  try {
    move(folder, aside, leftovers);
  } catch (error) {
    move(aside, folder, leftovers);
    throw error;
  }
  try {
    return await act();
  } catch (error) {
    if (error instanceof UsageError) {
      for (const name of leftovers) remove(join(folder, name));
      move(aside, folder, leftovers);
    }
    throw error;
  } finally {
    if (signal?.aborted) keepCertificate(folder);
    remove(aside);
  }
}

/** Makes room for results and reports again: what an application that was judged put in their place is not ours, and a pipe would be waited for. */
export function clearPlanted(folder: string): void {
  prepareOut(folder);
  for (const name of leftovers) if (name !== journalName && name !== logName) remove(join(folder, name));
}

function keepCertificate(folder: string): void {
  const aside = within(folder, asideName);
  if (existsSync(join(aside, certificateFiles.certificate)))
    move(aside, within(folder, earlierName), Object.values(certificateFiles));
  remove(aside);
}

/** Makes a folder and those above it one by one; Node's recursive mkdir never returns on some file systems. */
function make(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new UsageError(`--out: ${folder} is a file; name a folder`);
    return;
  }
  make(dirname(folder));
  mkdirSync(folder);
}
