import { counted } from "../../base/text/wording.ts";
import { describeSuite } from "../../specs/suite.ts";
import { describeRevision } from "./revision-check.ts";
import { describeApplication, type Environment, ephemeralNote, type Statement, type Waiver } from "./statement.ts";
import { describeStatus } from "./status-list.ts";
import type { GenuineCertificate } from "./verify-certificate.ts";

/** The content and the worth of a certificate, line by line. */
export function describeCertificate({ certificate, statement, revision, status }: GenuineCertificate): string[] {
  const { claims, issued, expires, ephemeralKey, suite, waivers, environment } = statement.predicate;
  return [
    `${describeApplication(statement)} is certified for ${claims.join(", ")}`,
    `issued ${issued}, expires ${expires}`,
    describeRevision(revision),
    describeRequirements(statement),
    ...(waivers ?? []).map(describeWaiver),
    ...(environment ? [describeEnvironment(environment)] : []),
    ...(suite ? [`judged by ${describeSuite(suite)}`] : []),
    `certificate ${certificate}`,
    ...(status ? [`status: ${describeListed(status)}`] : []),
    ...(ephemeralKey ? [ephemeralNote] : []),
  ];
}

/** The failures that a decision leaves out of account, until when, and why. */
export const describeWaiver = ({ id, reason, until }: Waiver): string => `${id} is waived until ${until}: ${reason}`;

/** The environment of a run, in words. */
export const describeEnvironment = (environment: Environment): string =>
  environment === "production"
    ? "for production: the application's addresses were proved to be its owner's"
    : "for development: whose the application's addresses are was not proved";

/** The number of requirements that passed, and which warned. */
export function describeRequirements({ predicate: { passedTests, warnedTests } }: Statement): string {
  const passed = `${counted(passedTests.length, "requirement")} passed`;
  return warnedTests.length > 0
    ? `${passed}, ${warnedTests.length} with a warning: ${warnedTests.join(", ")}`
    : `${passed}, none with a warning`;
}

function describeListed({ number, issued, expires, entry }: NonNullable<GenuineCertificate["status"]>): string {
  const list = `list ${number} of ${issued}, good until ${expires}`;
  return entry ? `${describeStatus(entry)} (${list})` : `not listed, so nothing is known against it (${list})`;
}
