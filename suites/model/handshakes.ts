import type { SecureVersion } from "node:tls";
import { limit } from "../../specs/limits.ts";
import type { Clause } from "./clause.ts";

/** The oldest version of TLS that must be accepted. */
export const tlsFloor = `TLSv${limit("tls_minimum")}` as SecureVersion;

/** The versions before it, which must be refused. */
export const refusedTls = (["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const).filter((version) => version < tlsFloor);

/** The one that a host is most likely to accept. */
export const newestRefused = refusedTls.at(-1) ?? tlsFloor;

export const nameOfTls = (version: string): string => version.replace("v", " ");

export interface HandshakesShown {
  host: string;
  isFloorAccepted: boolean;
  /** Older versions that were offered, and those that were accepted. */
  offered: readonly string[];
  accepted: readonly string[];
}

/** A host accepts the oldest version, and nothing older; where this machine cannot offer anything older, only what is wrong shows. */
export const tlsClauses = (shown: HandshakesShown): Clause[] =>
  shown.offered.includes(newestRefused) ? allClauses(shown) : allClauses(shown).filter(({ holds }) => !holds);

const allClauses = ({ host, isFloorAccepted, offered, accepted }: HandshakesShown): Clause[] => [
  {
    cell: "TLS-1",
    holds: isFloorAccepted,
    found: `${host} refuses ${nameOfTls(tlsFloor)}`,
    expected: `${nameOfTls(tlsFloor)} is accepted`,
  },
  ...offered.map(
    (version): Clause => ({
      cell: "TLS-1",
      holds: !accepted.includes(version),
      found: `${host} accepts ${nameOfTls(version)}`,
      expected: "it is refused",
    }),
  ),
];
