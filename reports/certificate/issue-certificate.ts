import type { KeyObject } from "node:crypto";
import type { Outcome, Results } from "../../record/results.ts";
import { type DsseEnvelope, seal, sha256 } from "./envelope.ts";
import { type Statement, types } from "./statement.ts";

/** What a certificate is issued for. */
export interface CertifiedFacts {
  /** The text of results.json. */
  results: string;
  /** The text of the profile. */
  profile: string;
  claims: readonly string[];
  /** The application's version, where its profile tells. */
  version?: string | undefined;
  issued: Date;
}

/** How long a certificate is valid, in days: software and specification move on. */
const validDays = 365;

const daysAfter = (date: Date, days: number): Date => new Date(date.valueOf() + days * 86_400_000);

/** Certifies what results say. */
export function issueCertificate(
  { results, profile, claims, version, issued }: CertifiedFacts,
  privateKey: KeyObject,
): DsseEnvelope {
  const { subject, specification, requirements } = JSON.parse(results) as Results;
  const idsOf = (outcome: Outcome) => requirements.filter((result) => result.outcome === outcome).map(({ id }) => id);
  const statement: Statement = {
    _type: types.statement,
    subject: [
      { name: "results.json", digest: { sha256: sha256(results) } },
      { name: subject.name, digest: { sha256: sha256(profile) } },
    ],
    predicateType: types.predicate,
    predicate: {
      result: "PASSED",
      configuration: [
        {
          name: `${specification.name} ${specification.version}`,
          digest: { sha256: specification.digest.replace("sha256:", "") },
        },
      ],
      passedTests: idsOf("pass"),
      warnedTests: idsOf("warn"),
      failedTests: [],
      application: subject.name,
      ...(version === undefined ? {} : { version }),
      claims: [...claims],
      issued: issued.toISOString(),
      expires: daysAfter(issued, validDays).toISOString(),
    },
  };
  return seal(types.payload, Buffer.from(JSON.stringify(statement)), privateKey);
}
