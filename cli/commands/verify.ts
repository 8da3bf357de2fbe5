import { dirname, join } from "node:path";
import type { Paint } from "../../base/paint.ts";
import { verifyCertificate } from "../../reports/certificate/verify-certificate.ts";
import { readPublicKey, readText } from "../../reports/key-files.ts";
import { identify } from "../../specs/identity.ts";
import { exits } from "../exits.ts";
import { type Io, jsonText } from "../io.ts";

export interface VerifyOptions {
  key: string;
  results?: string;
  partner?: string;
  json?: true;
}

/** Checks a certificate's signature and digests, offline. */
export function verify(file: string, options: VerifyOptions, io: Io): number {
  const certificate = readText(file, "", "give the path of a certificate.json");
  const results = options.results ?? join(dirname(file), "results.json");
  const verification = verifyCertificate(certificate, {
    key: readPublicKey(options.key),
    results: readText(
      results,
      options.results ? "--results: " : "",
      "name the results that were certified with --results",
    ),
    specification: identify(),
    profile:
      options.partner === undefined
        ? undefined
        : readText(options.partner, "--partner: ", "give the path of a partner profile"),
    now: new Date(),
  });
  const isGenuine = "statement" in verification;
  io.stdout.write(
    options.json ? jsonText({ genuine: isGenuine, ...verification }) : `${file}: ${textOf(verification, io.paint)}\n`,
  );
  return isGenuine ? exits.fine : exits.notConformant;
}

function textOf(verification: ReturnType<typeof verifyCertificate>, paint: Paint): string {
  if ("refused" in verification) return `${paint.red("not genuine")}: ${verification.refused}`;
  const { application, claims, issued, expires } = verification.statement.predicate;
  return `${paint.green("genuine")}\n${application} is certified for ${claims.join(", ")}\nissued ${issued}, expires ${expires}`;
}
