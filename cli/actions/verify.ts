import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { fetchText } from "../../library/fetch-text.ts";
import { describeCertificate } from "../../reports/certificate/certificate-words.ts";
import { isRefusal } from "../../reports/certificate/refusal.ts";
import { type CertificateCheck, verifyCertificate } from "../../reports/certificate/verify-certificate.ts";
import { readText, readTrustedKeys } from "../../reports/key-files.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";

export interface VerifyOptions {
  key: string;
  results?: string;
  partner?: string;
  status?: string;
  require?: "current";
  json?: true;
}

/** Checks a certificate: its signature, its requirements, the results if there are any, and with --status what became of it. */
export async function verify(file: string, options: VerifyOptions, io: Io): Promise<number> {
  const { key, partner, status, require } = options;
  const results = readResults(file, options.results);
  const check = verifyCertificate(readText(file, "", "give the path of a certificate.json"), {
    keys: readTrustedKeys(key),
    results,
    profile: partner === undefined ? undefined : readText(partner, "--partner: ", "give the path of a partner profile"),
    status: status === undefined ? undefined : await readStatusList(status),
    require,
    now: new Date(),
  });
  const isGenuine = !isRefusal(check);
  const unchecked = [...(results === undefined ? ["results"] : []), ...(status === undefined ? ["revocation"] : [])];
  io.stdout.write(
    options.json
      ? jsonText({ genuine: isGenuine, ...check, unchecked })
      : `${file}: ${textOf(check, unchecked, io.paint)}\n`,
  );
  return isGenuine ? exits.fine : exits.notConformant;
}

/** The text of the results that were certified: those that are named, or those beside the certificate. */
function readResults(certificate: string, named: string | undefined): string | undefined {
  const file = named ?? join(dirname(certificate), "results.json");
  // Beside the certificate of someone else may lie anything, such as a pipe.
  if (named === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return readText(file, named ? "--results: " : "", "name the results that were certified with --results");
}

/** The text of a status list, from a file or from an address. */
export const readStatusList = async (place: string): Promise<string> =>
  /^https?:/i.test(place)
    ? await fetchText(place, "--status: ")
    : readText(place, "--status: ", "give the path or the URL of a status list");

/** How what was not checked can be. */
const checkedBy: Record<string, string> = { results: "--results", revocation: "--status" };

function textOf(check: CertificateCheck, unchecked: readonly string[], paint: Paint): string {
  if (isRefusal(check)) return `${paint.red(check.verdict ?? "not genuine")}: ${printable(check.refused)}`;
  const missing = unchecked.map((what) => `${what} (give ${checkedBy[what]})`);
  return [
    paint.green("genuine"),
    ...describeCertificate(check).map(printable),
    ...(missing.length > 0 ? [`not checked: ${missing.join(", ")}`] : []),
  ].join("\n");
}
