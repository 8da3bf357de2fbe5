import { UsageError } from "../../base/errors.ts";
import { identifySuite } from "../../specs/suite.ts";
import { type CertificateStatus, describeStatus, type StatusEntry, type StatusList, statusIn } from "./status-list.ts";

/** A change of a certificate's status. */
export type StatusChange = Omit<StatusEntry, "date">;

/** Which status may follow which; a certificate that is not listed is valid. What is superseded or revoked stays so. */
const followers: Record<CertificateStatus, readonly CertificateStatus[]> = {
  valid: ["valid", "superseded", "suspended", "revoked"],
  suspended: ["valid", "superseded", "revoked"],
  superseded: ["revoked"],
  revoked: [],
};

/** Advice where a status cannot follow. */
const fixes: Record<CertificateStatus, string> = {
  valid: "nothing is left to do",
  suspended: "reinstate it, revoke it, or let another supersede it",
  superseded: "it can only be revoked",
  revoked: "that is for good; certify the application again",
};

/** A status list in which a certificate has another status; the list has to be renewed afterwards. */
export function changeStatus(list: StatusList, change: StatusChange, now: Date): StatusList {
  const before = statusIn(list, change.certificate);
  if (before && !followers[before.status].includes(change.status))
    throw new UsageError(`certificate ${change.certificate}: it is ${describeStatus(before)}; ${fixes[before.status]}`);
  const { application = before?.application, ...rest } = change;
  const entry: StatusEntry = {
    ...rest,
    ...(application === undefined ? {} : { application }),
    date: now.toISOString(),
  };
  const certificates = before
    ? list.certificates.map((listed) => (listed === before ? entry : listed))
    : [...list.certificates, entry];
  return { ...list, certificates };
}

/** A status list as it is issued anew: the next number, and good for so many days. */
export const renewStatusList = (list: StatusList, now: Date, days: number): StatusList => ({
  ...list,
  number: list.number + 1,
  suite: identifySuite(),
  issued: now.toISOString(),
  expires: new Date(now.valueOf() + days * 86_400_000).toISOString(),
});

/** A status list before its first issue. */
export const emptyStatusList: StatusList = {
  format: "assay-status/1",
  number: 0,
  issued: "1970-01-01T00:00:00.000Z",
  expires: "1970-01-01T00:00:00.000Z",
  certificates: [],
};
