import { dirname, join } from "node:path";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/printable.ts";
import { fetchText } from "../../library/fetch-text.ts";
import { describeCertificate } from "../../reports/certificate/certificate-words.ts";
import { isRefusal } from "../../reports/certificate/refusal.ts";
import { type CertificateCheck, verifyCertificate } from "../../reports/certificate/verify-certificate.ts";
import { readText, readTrustedKeys } from "../../reports/key-files.ts";
import { exits } from "../exits.ts";
import { type Io, jsonText } from "../io.ts";

export interface VerifyOptions {
  key: string;
  results?: string;
  partner?: string;
  status?: string;
  require?: "current";
  json?: true;
}

/** Checks a certificate: its signature, its digests, its requirements, and with --status what became of it. */
export async function verify(file: string, options: VerifyOptions, io: Io): Promise<number> {
  const { key, results, partner, status, require } = options;
  const check = verifyCertificate(readText(file, "", "give the path of a certificate.json"), {
    keys: readTrustedKeys(key),
    results: readText(
      results ?? join(dirname(file), "results.json"),
      results ? "--results: " : "",
      "name the results that were certified with --results",
    ),
    profile: partner === undefined ? undefined : readText(partner, "--partner: ", "give the path of a partner profile"),
    status: status === undefined ? undefined : await readStatusList(status),
    require,
    now: new Date(),
  });
  const isGenuine = !isRefusal(check);
  io.stdout.write(options.json ? jsonText({ genuine: isGenuine, ...check }) : `${file}: ${textOf(check, io.paint)}\n`);
  return isGenuine ? exits.fine : exits.notConformant;
}

/** The text of a status list, from a file or from an address. */
export const readStatusList = async (place: string): Promise<string> =>
  /^https?:/i.test(place)
    ? await fetchText(place, "--status: ")
    : readText(place, "--status: ", "give the path or the URL of a status list");

const textOf = (check: CertificateCheck, paint: Paint): string =>
  isRefusal(check)
    ? `${paint.red("not genuine")}: ${printable(check.refused)}`
    : [paint.green("genuine"), ...describeCertificate(check).map(printable)].join("\n");
