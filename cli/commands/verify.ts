import { dirname, join } from "node:path";
import colors from "picocolors";
import { verifyCertificate } from "../../reports/certificate/verify-certificate.ts";
import { identify } from "../../specs/identity.ts";
import { exits } from "../exits.ts";
import { publicKey, textOf } from "../key-files.ts";

export interface VerifyOptions {
  key: string;
  results?: string;
  partner?: string;
  json?: true;
}

/** Checks a certificate's signature and digests, offline. */
export function verify(file: string, options: VerifyOptions): number {
  const certificate = textOf(file, "", "give the path of a certificate.json");
  const results = options.results ?? join(dirname(file), "results.json");
  const verification = verifyCertificate(certificate, {
    key: publicKey(options.key),
    results: textOf(
      results,
      options.results ? "--results: " : "",
      "the results that were certified stand beside the certificate; else name them with --results",
    ),
    specification: identify(),
    profile:
      options.partner === undefined
        ? undefined
        : textOf(options.partner, "--partner: ", "give the path of a partner profile"),
    now: new Date(),
  });
  if (options.json)
    process.stdout.write(`${JSON.stringify({ genuine: "statement" in verification, ...verification }, null, 2)}\n`);
  else if ("refused" in verification)
    process.stdout.write(`${file}: ${colors.red("not genuine")}: ${verification.refused}\n`);
  else {
    const { application, claims, issued, expires } = verification.statement.predicate;
    process.stdout.write(
      `${file}: ${colors.green("genuine")}\n${application} is certified for ${claims.join(", ")}\nissued ${issued}, expires ${expires}\n`,
    );
  }
  return "statement" in verification ? exits.fine : exits.notConformant;
}
