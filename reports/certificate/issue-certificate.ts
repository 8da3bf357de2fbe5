import type { KeyObject } from "node:crypto";
import { HarnessError, UsageError } from "../../base/errors.ts";
import { checkFormat, parseFormat } from "../../base/formats/format-check.ts";
import type { Outcome, Results } from "../../record/results.ts";
import { type RequirementSet, requireCurrentSet } from "../../specs/ledger/requirement-sets.ts";
import { type DsseEnvelope, seal, sha256 } from "./envelope.ts";
import { objectionToResults } from "./revision-check.ts";
import { type Environment, type Statement, types, type Waiver } from "./statement.ts";

export interface CertifiedFacts {
  /** The text of results.json. */
  results: string;
  /** The text of the profile. */
  profile: string;
  claims: readonly string[];
  /** The application's own version. */
  version?: string | undefined;
  /** Failures that a decision of the issuer waives. */
  waivers?: readonly Waiver[];
  environment?: Environment | undefined;
  issued: Date;
  /** True if the key was made for this certificate alone. */
  isKeyEphemeral?: boolean;
}

/** The time that a certificate is valid, in days: software and specification move on. */
const validDays = 365;

const daysAfter = (date: Date, days: number): Date => new Date(date.valueOf() + days * 86_400_000);

/** Certifies what results say, under a revision of the specification; refuses claims that they do not show. */
export function issueCertificate(
  facts: CertifiedFacts,
  privateKey: KeyObject,
  set = requireCurrentSet(),
): DsseEnvelope {
  const objection = objectionToResults(facts.results, set, facts);
  if (objection) throw new UsageError(`this cannot be certified: ${objection.refused}`);
  const statement = stateOf(facts, parseFormat<Results>("results", facts.results), set);
  const [complaint] = checkFormat("certificate", statement);
  if (complaint) throw new HarnessError(`certificate: ${complaint.path.join(".")}: ${complaint.what}`);
  return seal(types.payload, Buffer.from(JSON.stringify(statement)), privateKey);
}

function stateOf(
  facts: CertifiedFacts,
  { subject, specification, suite, requirements }: Results,
  set: RequirementSet,
): Statement {
  const idsOf = (outcome: Outcome) => requirements.filter((result) => result.outcome === outcome).map(({ id }) => id);
  return {
    _type: types.statement,
    subject: [
      { name: "results.json", digest: { sha256: sha256(facts.results) } },
      { name: subject.name, digest: { sha256: sha256(facts.profile) } },
    ],
    predicateType: types.predicate,
    predicate: {
      result: "PASSED",
      configuration: [
        named(`${specification.name} ${specification.version}`, specification.digest),
        named(`requirements ${set.revision}`, set.digest),
      ],
      passedTests: idsOf("pass"),
      warnedTests: idsOf("warn"),
      failedTests: idsOf("fail"),
      application: subject.name,
      ...(facts.version === undefined ? {} : { version: facts.version }),
      claims: [...facts.claims],
      revision: set.revision,
      ...(suite ? { suite } : {}),
      ...(facts.waivers && facts.waivers.length > 0 ? { waivers: [...facts.waivers] } : {}),
      ...(facts.environment ? { environment: facts.environment } : {}),
      issued: facts.issued.toISOString(),
      expires: daysAfter(facts.issued, validDays).toISOString(),
      ...(facts.isKeyEphemeral ? { ephemeralKey: true } : {}),
    },
  };
}

const named = (name: string, digest: string) => ({ name, digest: { sha256: digest.replace("sha256:", "") } });
