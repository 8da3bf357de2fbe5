import type { KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { requirePackages } from "../../base/optional-packages.ts";
import { printable } from "../../base/text/printable.ts";
import type { LoadedPartnerProfile, PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { certifyPartner } from "../../library/certify.ts";
import { fileJournal, type KnownFailure } from "../../record/journal.ts";
import { readKnown } from "../../record/results/known.ts";
import { revisionNamed } from "../../record/results/trial.ts";
import { textOfResults, writeResults } from "../../record/results.ts";
import { journalName, type RunRecord } from "../../record/run-folder.ts";
import { type CertifiedFacts, issueCertificate } from "../../reports/certificate/issue-certificate.ts";
import { makeKeys, readPrivateKey, writePublicKey } from "../../reports/key-files.ts";
import { partnerSummary } from "../../reports/terminal/partner-summary.ts";
import { reportToGithub, writeReports } from "../../reports/write-reports.ts";
import { type RequirementSet, requireCurrentSet } from "../../specs/ledger/requirement-sets.ts";
import { withPartnerCauses } from "../../suites/partner/causes.ts";
import { certificateFiles, clearPlanted, earlierName, logName, replacing } from "../folders/out-folder.ts";
import { withOut } from "../folders/out-lock.ts";
import { exitOf, exits } from "../io/exits.ts";
import { type Io, interruptible, jsonText } from "../io/io.ts";
import { isAddress } from "../options/is-address.ts";
import { takeIds } from "../profiles/certify-ids.ts";
import { choosePartner, sayChosen } from "../profiles/own-profile.ts";
import { openPartnerProfile } from "../profiles/profiles.ts";
import { type PersonAtTerminal, personAt } from "../terminal/person.ts";
import { statusLine } from "../terminal/status-line.ts";

export interface CertifyCommandOptions {
  partner?: string;
  out: string;
  portBase?: number;
  listen?: string;
  publicUrl?: string;
  tlsCert?: string;
  tlsKey?: string;
  key?: string;
  known?: string;
  revision?: string[];
  allure?: true;
  json?: true;
}

/** Certifies a partner's application, writes the record and the certificate into a folder, and prints what was found. */
export async function certify(options: CertifyCommandOptions, io: Io): Promise<number> {
  if (options.allure) requirePackages(["Allure's page"]);
  const key = options.key === undefined ? undefined : readPrivateKey(options.key);
  const known = options.known === undefined ? [] : readKnown(options.known, "partner");
  const chosen = choosePartner(options.partner);
  const written = withPlatform(openPartnerProfile(chosen.file, io), options);
  // Files may change meanwhile: what is read here is certified.
  const [scored] = (options.revision ?? []).map((name) => revisionNamed(name, "partner"));
  const set = scored ?? requireCurrentSet();
  sayChosen(`${chosen.file}: judging ${printable(written.name)}`, chosen, options, io);
  return withOut(options.out, () => certifyInto(options, written, { key, set, known }, io));
}

async function certifyInto(
  options: CertifyCommandOptions,
  written: LoadedPartnerProfile,
  { known, ...issuing }: { key: KeyObject | undefined; set: RequirementSet; known: readonly KnownFailure[] },
  io: Io,
): Promise<number> {
  const { profile, record, isComplete } = await interruptible(
    io,
    async (interruption) => {
      const { signal } = interruption;
      const isAtTerminal = io.stdin.isTTY && io.stderr.isTTY && !options.json;
      const person = isAtTerminal ? personAt(io, interruption) : undefined;
      const asked = person ? await person.askForAddresses(written) : written;
      const judge = () => judgeInto(options.out, asked, { options, known, person, signal, io });
      const judged = await replacing(options.out, signal, judge);
      return { profile: asked, record: judged, isComplete: !signal.aborted };
    },
    `interrupted; what was judged so far is kept${written.start ? ", and the application is stopped" : ""}`,
  );
  clearPlanted(options.out);
  const { results } = record;
  const files = {
    results: writeResults(options.out, results),
    report: join(options.out, "index.html"),
    ...(profile.start ? { "what the application printed": join(options.out, logName) } : {}),
  };
  const isTolerated = results.requirements.some((result) => result.known);
  const isCertified = results.verdict === "pass" && isComplete && !isTolerated;
  const { text, claims, version } = written;
  const certified = { results: textOfResults(results), profile: text, claims, version };
  const papers = isCertified ? writeCertificate(options.out, certified, issuing) : {};
  await writeReports(options.out, record, { allure: options.allure ?? false });
  reportToGithub(record, io);
  const earlier = join(options.out, earlierName, certificateFiles.certificate);
  if (!isComplete && existsSync(earlier)) io.stderr.write(`assay: the certificate that was there is now ${earlier}\n`);
  io.stdout.write(options.json ? jsonText(results) : partnerSummary(record, { ...files, ...papers }, io.paint));
  return isComplete ? exitOf[results.verdict] : exits.interrupted;
}

/** A profile with what the options say of where the platform is reached. */
function withPlatform(
  profile: LoadedPartnerProfile,
  { listen, publicUrl, tlsCert, tlsKey }: CertifyCommandOptions,
): LoadedPartnerProfile {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new UsageError("--tls-cert and --tls-key belong together; give both, or neither");
  if (publicUrl !== undefined && !isAddress(publicUrl))
    throw new UsageError(
      `--public-url: ${publicUrl} is not an http or https address; give one such as https://assay.example`,
    );
  if (listen !== undefined && !/^.+:\d{1,5}$/.test(listen))
    throw new UsageError(`--listen: ${listen} is not an address and a port; give one such as 0.0.0.0:8443`);
  const given = {
    ...(listen === undefined ? {} : { listen }),
    ...(publicUrl === undefined ? {} : { public_urls: publicUrl }),
    ...(tlsCert === undefined || tlsKey === undefined ? {} : { tls: { cert: resolve(tlsCert), key: resolve(tlsKey) } }),
  };
  const platform = { ...profile.platform, ...given };
  return Object.keys(platform).length > 0 ? { ...profile, platform } : profile;
}

/** Judges an application, and writes the journal and what it prints into a folder as it goes. */
async function judgeInto(
  folder: string,
  profile: PartnerProfile,
  given: {
    options: CertifyCommandOptions;
    known: readonly KnownFailure[];
    person: PersonAtTerminal | undefined;
    signal: AbortSignal;
    io: Io;
  },
): Promise<RunRecord> {
  const { options, known, person, signal, io } = given;
  const journal = fileJournal(join(folder, journalName));
  const line = statusLine(io);
  const ids = await takeIds(profile, io);
  const record = await certifyPartner(profile, {
    ids,
    known,
    revisions: options.revision,
    onUnlinked: ids.strike,
    portBase: options.portBase,
    signal,
    log: join(folder, logName),
    person,
    onEntry: (entry) => journal.write(entry),
    onScenario: (title, { number, of }) => line.show(`${number} of ${of}: ${title}`),
    onNote: (note) => {
      line.clear();
      io.stderr.write(`checked ${note}\n`);
    },
    announce: async (environment) => {
      const lines = Object.entries(environment).map(([name, value]) => `  ${name}=${value}`);
      io.stderr.write(["Set these for the application:", ...lines, ""].join("\n"));
      await person?.confirmSet();
    },
  })
    .catch((error: unknown) => {
      // It could not begin, so nothing is linked.
      if (error instanceof UsageError) ids.strike();
      throw error;
    })
    .finally(() => {
      ids.release();
      line.clear();
    });
  return withPartnerCauses(record);
}

/** Writes the certificate of what was certified; returns the files that people look for, by what they are. */
function writeCertificate(
  out: string,
  certified: Omit<CertifiedFacts, "issued" | "isKeyEphemeral">,
  { key, set }: { key: KeyObject | undefined; set: RequirementSet },
): Record<string, string> {
  const file = (name: keyof typeof certificateFiles) => join(out, certificateFiles[name]);
  const own = key ? undefined : makeKeys();
  const facts = { ...certified, issued: new Date(), isKeyEphemeral: own !== undefined };
  const envelope = issueCertificate(facts, key ?? (own as NonNullable<typeof own>).privateKey, set);
  writeWhole(file("certificate"), jsonText(envelope));
  if (own) writePublicKey(file("publicKey"), own.publicKey);
  return {
    certificate: file("certificate"),
    "to print": file("page"),
    ...(own ? { "public key (made for this certificate alone; sign with your own by --key)": file("publicKey") } : {}),
  };
}
