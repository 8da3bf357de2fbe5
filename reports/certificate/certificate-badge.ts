import { drawBadge } from "../parts/badge.ts";
import type { DsseEnvelope } from "./envelope.ts";
import { statementOf } from "./statement.ts";

/** A certificate's badge for a listing: it says what the certificate says, and proves nothing by itself. */
export function certificateBadge(envelope: DsseEnvelope): string {
  const { claims, expires, suite, environment } = statementOf(envelope).predicate;
  const text = `${claims.join(", ")} until ${expires.slice(0, 10)}`;
  const label = environment === "development" ? "certified, development" : "certified";
  return drawBadge({ label, text, colour: "#1a7f37", suite });
}
