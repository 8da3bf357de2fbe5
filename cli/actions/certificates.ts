import { createPublicKey } from "node:crypto";
import { existsSync } from "node:fs";
import { UsageError } from "../../base/errors.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { dayOf } from "../../base/formats/formats.ts";
import { printable } from "../../base/text/printable.ts";
import {
  changeStatus,
  emptyStatusList,
  renewStatusList,
  type StatusChange,
} from "../../reports/certificate/change-status.ts";
import type { Trust } from "../../reports/certificate/open-signed.ts";
import { type CertificateRefusal, isRefusal } from "../../reports/certificate/refusal.ts";
import { openCertificate } from "../../reports/certificate/statement.ts";
import {
  type CertificateStatus,
  describeStatus,
  issueStatusList,
  openCurrentStatusList,
  openStatusList,
  type StatusEntry,
  type StatusList,
  statusIn,
} from "../../reports/certificate/status-list.ts";
import { type TrustedKey, trust } from "../../reports/certificate/trusted-keys.ts";
import { readPrivateKey, readText, readTrustedKeys } from "../../reports/key-files.ts";
import { changingFile } from "../folders/out-lock.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { readStatusList } from "./verify.ts";

/** How a status list is changed. */
export interface ChangeListOptions {
  status: string;
  key: string;
  trust?: string;
  days: number;
  reason?: string;
  json?: true;
}

/** Makes the command that gives a certificate a status. */
const giving =
  (status: CertificateStatus) =>
  (certificate: string, options: ChangeListOptions, io: Io): Promise<number> =>
    changeList(options, io, (trusted) => [{ ...identifyCertificate(certificate, trusted), status }]);

export const revoke = giving("revoked");
export const suspend = giving("suspended");
export const reinstate = giving("valid");

/** Lists a new certificate as valid and the one that it replaces as superseded; without a certificate, only issues the list anew. */
export async function renew(
  certificate: string | undefined,
  options: ChangeListOptions & { supersedes?: string },
  io: Io,
): Promise<number> {
  const { supersedes } = options;
  if (supersedes !== undefined && certificate === undefined)
    throw new UsageError("--supersedes: name the certificate that takes its place as well");
  return changeList(options, io, (trusted) => {
    if (certificate === undefined) return [];
    const fresh = identifyCertificate(certificate, trusted);
    if (supersedes === undefined) return [{ ...fresh, status: "valid" }];
    const old = identifyCertificate(supersedes, trusted);
    refuseUnlessReplaceable(old, fresh);
    return [
      { ...old, status: "superseded", supersededBy: fresh.certificate },
      { ...fresh, status: "valid" },
    ];
  });
}

function refuseUnlessReplaceable(old: IdentifiedCertificate, fresh: IdentifiedCertificate): void {
  if (old.certificate === fresh.certificate)
    throw new UsageError("--supersedes: this is the same certificate; certify the application again");
  if (old.application !== undefined && fresh.application !== undefined && old.application !== fresh.application)
    throw new UsageError(
      `--supersedes: it is for ${printable(old.application)}, and the new one for ${printable(fresh.application)}; name certificates of one application`,
    );
}

/** Shows a status list, or what it says of one certificate. */
export async function showStatus(
  certificate: string | undefined,
  options: { status: string; key: string; json?: true },
  io: Io,
): Promise<number> {
  const trusted: Trust = { keys: readTrustedKeys(options.key), now: new Date() };
  const list = openCurrentStatusList(await readStatusList(options.status), trusted);
  if (isRefusal(list)) return describeRefusal(list, options, io);
  if (certificate === undefined) {
    io.stdout.write(options.json ? jsonText(list) : describeList(options.status, list));
    return exits.fine;
  }
  const { certificate: id } = identifyCertificate(certificate, trusted);
  const entry = statusIn(list, id);
  const text = entry ? describeEntry(entry) : `${id} is not listed, so nothing is known against it`;
  io.stdout.write(options.json ? jsonText(entry ?? { certificate: id, status: null }) : `${text}\n`);
  return !entry || entry.status === "valid" ? exits.fine : exits.notConformant;
}

function describeRefusal(
  refusal: CertificateRefusal,
  { status: place, json }: { status: string; json?: true },
  io: Io,
): number {
  io.stdout.write(json ? jsonText(refusal) : `${place}: ${io.paint.red("refused")}: ${printable(refusal.refused)}\n`);
  return exits.notConformant;
}

type Changes = (trusted: Trust) => StatusChange[];

const changeList = (options: ChangeListOptions, io: Io, changes: Changes): Promise<number> =>
  changingFile(options.status, "--status", () => changeHeldList(options, io, changes));

/** Opens a status list (or begins one), changes it, and signs it anew. */
function changeHeldList(options: ChangeListOptions, io: Io, changes: Changes): number {
  const { status: file, key, reason, days } = options;
  const privateKey = readPrivateKey(key);
  const earlier = options.trust === undefined ? [] : readTrustedKeys(options.trust, "--trust: ");
  const now = new Date();
  const own = trust(createPublicKey(privateKey));
  refuseRetired(
    earlier.find(({ id }) => id === own.id),
    now,
  );
  const trusted: Trust = { keys: [own, ...earlier], now };
  const changed = changes(trusted).map((change) => (reason === undefined ? change : { ...change, reason }));
  const list = changed.reduce((before, change) => changeStatus(before, change, now), openList(file, trusted));
  const renewed = renewStatusList(list, now, days);
  write(file, jsonText(issueStatusList(renewed, privateKey)));
  const entries = changed.map(({ certificate }) => statusIn(renewed, certificate) as StatusEntry);
  io.stdout.write(
    options.json
      ? jsonText(renewed)
      : [...entries.map(describeEntry), `${file}: list ${renewed.number}, good until ${renewed.expires}`, ""].join(
          "\n",
        ),
  );
  return exits.fine;
}

/** No one would believe a list that a key signed after its time. */
function refuseRetired(listed: TrustedKey | undefined, now: Date): void {
  if (listed?.revoked !== undefined)
    throw new UsageError(
      `--key: it is revoked in the key set of --trust (${printable(listed.revoked)}); sign with another`,
    );
  if (listed?.until && listed.until < now)
    throw new UsageError(
      `--key: by the key set of --trust it retired on ${dayOf(listed.until.getTime())}; sign with the key that took over`,
    );
}

function openList(file: string, trusted: Trust): StatusList {
  if (!existsSync(file)) return emptyStatusList;
  const list = openStatusList(readText(file, "--status: ", "give the path of a status list"), trusted);
  if (isRefusal(list))
    throw new UsageError(
      `--status: ${file}: ${printable(list.refused)}; sign with the key that signed it, or name the keys before this one with --trust`,
    );
  return list;
}

function write(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--status: ${file}: it cannot be written (${code}); name another file`);
  }
}

type IdentifiedCertificate = Pick<StatusEntry, "certificate" | "application">;

/** The identity of a certificate: its id where that is given, or else the one in its file. */
function identifyCertificate(certificate: string, trusted: Trust): IdentifiedCertificate {
  if (/^sha256:[0-9a-f]{64}$/.test(certificate)) return { certificate };
  const opened = openCertificate(readText(certificate, "", "give the path of a certificate.json, or its id"), trusted);
  if (isRefusal(opened))
    throw new UsageError(`${certificate}: ${printable(opened.refused)}; give a certificate of this issuer, or its id`);
  return { certificate: opened.id, application: opened.content.predicate.application };
}

const describeEntry = (entry: StatusEntry): string =>
  printable([entry.application, entry.certificate, describeStatus(entry)].filter(Boolean).join(" "));

const describeList = (place: string, { number, issued, expires, certificates }: StatusList): string =>
  [`${place}: list ${number} of ${issued}, good until ${expires}`, ...certificates.map(describeEntry), ""].join("\n");
