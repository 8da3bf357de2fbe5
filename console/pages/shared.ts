import { countOutcomes } from "../../record/outcomes.ts";
import { statementOf } from "../../reports/certificate/statement.ts";
import { markup } from "../../reports/parts/markup.ts";
import { envelopeOf, type StoredCertificate } from "../partners/certificates.ts";
import type { Partner } from "../partners/partners.ts";
import type { StoredRun } from "../runs/runs.ts";
import { type ConsolePage, when } from "./layout.ts";
import { stateMark } from "./partners.ts";

/** The page that a partner shows to others: its state, its certificate, and how its latest run ended. */
export function sharedPage({
  partner,
  state,
  certificate,
  latest,
}: {
  partner: Partner;
  /** Describes its state. */
  state: string;
  certificate: StoredCertificate | undefined;
  latest: StoredRun | undefined;
}): ConsolePage {
  const counts = latest?.outcomes && countOutcomes(Object.values(latest.outcomes).map((outcome) => ({ outcome })));
  return {
    title: partner.name,
    kicker: "Certification",
    lead: stateMark(state),
    content: markup`${
      certificate
        ? markup`<p>Its certificate for ${statementOf(envelopeOf(certificate)).predicate.claims.join(", ")} was issued ${when(certificate.issued_at)}, expires ${when(certificate.expires_at)}, and is ${stateMark(certificate.is_over ? "expired" : certificate.status)}${certificate.reason && `: ${certificate.reason}`}.</p>
<p><a href="/partners/${partner.slug}/certificate.json">The signed certificate</a>, <a href="/status-list.json">the status list</a>, <a href="/keys.json">the keys</a></p>`
        : markup`<p>It has no certificate.</p>`
    }
${latest && counts && markup`<p>Its latest run, ${when(latest.finished_at)}: ${counts.pass} requirements passed, ${counts.fail} failed, ${counts.warn} warned.</p>`}`,
  };
}
