import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { freezeSet, type RequirementSet } from "../../specs/ledger/requirement-sets.ts";
import { type DsseEnvelope, seal } from "./envelope.ts";
import { type CertifiedFacts, issueCertificate } from "./issue-certificate.ts";
import { type Statement, statementOf, types } from "./statement.ts";
import type { StatusEntry, StatusList } from "./status-list.ts";
import { trust } from "./trusted-keys.ts";
import { type ExpectedFacts, verifyCertificate } from "./verify-certificate.ts";

/** The issuer of the certificates under test, and someone else. */
export const issuer = generateKeyPairSync("ed25519");
export const stranger = generateKeyPairSync("ed25519");

/** The present demands of specs/, as a revision. */
export const set: RequirementSet = freezeSet("1.0.1", "2026-01-01");

/** The text of results in which everything passed, but for what is said of some. */
export const resultsText = (outcomes: Record<string, string> = {}, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    format: "assay-results/1",
    kind: "partner",
    verdict: "pass",
    seed: 42,
    depth: "standard",
    started: "2026-01-01T00:00:00Z",
    finished: "2026-01-01T00:01:00Z",
    requests: 0,
    observations: [],
    subject: { name: "reminders", urls: {} },
    specification: { name: "Partner Integration API", version: "1.0.1", digest: `sha256:${"a".repeat(64)}` },
    requirements: Object.entries({
      ...Object.fromEntries(
        Object.values(set.claims).flatMap(({ requirements }) => Object.keys(requirements).map((id) => [id, "pass"])),
      ),
      "VER-6": "warn",
      ...outcomes,
    }).map(([id, outcome]) => ({
      id,
      level: "must",
      title: `What ${id} says.`,
      sources: ["Limits > Cursor lifetime"],
      evidence: [],
      outcome,
      ...(outcome === "pass" ? {} : { reason: "for a test" }),
    })),
    ...more,
  });

export const results = resultsText();
export const profile = "name: reminders\nclaims: [install]\n";

/** Issues a certificate on New Year's Day of 2026, for a year. */
export const issue = (
  more: Partial<CertifiedFacts> = {},
  key: KeyObject = issuer.privateKey,
  under: RequirementSet = set,
): DsseEnvelope =>
  issueCertificate(
    { results, profile, claims: ["install"], version: "2.3.1", issued: new Date("2026-01-01T00:00:00Z"), ...more },
    key,
    under,
  );

/** Signs any statement as a certificate. */
export const sign = (statement: unknown, key: KeyObject = issuer.privateKey): DsseEnvelope =>
  seal(types.payload, Buffer.from(JSON.stringify(statement)), key);

export const expected: ExpectedFacts = {
  keys: [trust(issuer.publicKey)],
  results,
  profile,
  sets: [set],
  now: new Date("2026-06-01T00:00:00Z"),
};

/** Verifies a certificate in the middle of 2026. */
export const check = (certificate: DsseEnvelope | string, change: Partial<ExpectedFacts> = {}) =>
  verifyCertificate(typeof certificate === "string" ? certificate : JSON.stringify(certificate), {
    ...expected,
    ...change,
  });

/** The statement of a certificate, to be changed. */
export const copyOf = (envelope: DsseEnvelope): Statement => structuredClone(statementOf(envelope));

/** A status list of May 2026 that is good until August. */
export const statusList = (...certificates: StatusEntry[]): StatusList => ({
  format: "assay-status/1",
  number: 7,
  issued: "2026-05-01T00:00:00.000Z",
  expires: "2026-08-01T00:00:00.000Z",
  certificates,
});
