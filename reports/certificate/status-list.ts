import type { KeyObject } from "node:crypto";
import { HarnessError } from "../../base/errors.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import type { SuiteIdentity } from "../../specs/suite.ts";
import { type DsseEnvelope, seal } from "./envelope.ts";
import { openSigned, type SignedKind, type Trust } from "./open-signed.ts";
import { type CertificateRefusal, isRefusal, refuse } from "./refusal.ts";

export type CertificateStatus = "valid" | "superseded" | "suspended" | "revoked";

/** The entry of one certificate in a status list. */
export interface StatusEntry {
  /** The certificate, by the digest of what was signed. */
  certificate: string;
  application?: string;
  status: CertificateStatus;
  /** Since when. */
  date: string;
  reason?: string;
  /** The certificate that took its place. */
  supersededBy?: string;
}

/** The state of an issuer's certificates at one time; docs/schemas/status-list.schema.json describes it. */
export interface StatusList {
  format: "assay-status/1";
  /** One more at each issue, so that the newer of two lists can be recognized. */
  number: number;
  /** The suite that issued it; lists did not name it at first. */
  suite?: SuiteIdentity;
  issued: string;
  /** When it must have been issued anew; after that, it shows nothing. */
  expires: string;
  certificates: StatusEntry[];
}

const statusLists: SignedKind<StatusList> = {
  it: "the status list",
  called: "a status list",
  payloadType: "application/vnd.assay.status+json",
  schema: "status-list",
  issued: ({ issued }) => issued,
};

/** Signs a status list, to be served as it is. */
export function issueStatusList(list: StatusList, privateKey: KeyObject): DsseEnvelope {
  const [complaint] = checkFormat(statusLists.schema, list);
  if (complaint) throw new HarnessError(`status list: ${complaint.path.join(".")}: ${complaint.what}`);
  return seal(statusLists.payloadType, Buffer.from(JSON.stringify(list)), privateKey);
}

/** Opens a status list, even if it has expired. */
export function openStatusList(text: string, trust: Trust): StatusList | CertificateRefusal {
  const opened = openSigned(text, statusLists, trust);
  if (isRefusal(opened)) return opened;
  const { certificates } = opened.content;
  const isTwice = new Set(certificates.map(({ certificate }) => certificate)).size < certificates.length;
  return isTwice ? refuse("malformed", "the status list has two entries for one certificate") : opened.content;
}

/** Opens a status list that can be relied on now. */
export function openCurrentStatusList(text: string, trust: Trust): StatusList | CertificateRefusal {
  const list = openStatusList(text, trust);
  return !isRefusal(list) && new Date(list.expires) <= trust.now
    ? refuse("list-expired", `the status list expired on ${list.expires}; get the current one`)
    : list;
}

/** The entry of a certificate; undefined where the list does not name it. */
export const statusIn = (list: StatusList, certificate: string): StatusEntry | undefined =>
  list.certificates.find((entry) => entry.certificate === certificate);

/** A status, in a few words. */
export const describeStatus = ({ status, date, reason, supersededBy }: StatusEntry): string =>
  [
    `${status} since ${date}`,
    supersededBy === undefined ? "" : ` by ${supersededBy}`,
    reason === undefined ? "" : `: ${reason}`,
  ].join("");
