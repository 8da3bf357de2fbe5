import { drawBadge } from "../parts/badge.ts";
import type { DsseEnvelope } from "./envelope.ts";
import { statementOf } from "./statement.ts";

/** A certificate's badge for a listing: it says what the certificate says, and proves nothing by itself. */
export function certificateBadge(envelope: DsseEnvelope): string {
  const { claims, expires, suite } = statementOf(envelope).predicate;
  const text = `${claims.join(", ")} until ${expires.slice(0, 10)}`;
  return drawBadge({ label: "certified", text, colour: "#1a7f37", suite });
}
