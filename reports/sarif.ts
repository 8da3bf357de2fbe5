import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { packageManifest } from "../base/package-manifest.ts";
import { printable } from "../base/text/printable.ts";

/** How much a result matters, in SARIF's words. */
export type SarifLevel = "error" | "warning" | "note";

/** A place in a file. */
export interface SarifPlace {
  file: string;
  /** From 1. */
  line: number;
  /** The place as the report names it, such as a JSON Pointer or an operation. */
  name?: string;
  /** Describes it, where a result has several places. */
  says?: string;
}

/** One thing that a report states. */
export interface SarifFinding {
  rule: string;
  level: SarifLevel;
  says: string;
  place: SarifPlace;
  /** Other places that belong to it. */
  related?: readonly SarifPlace[];
  /** Identifies it in another run. */
  fingerprint: string;
  /** Why it was accepted, where it was. */
  accepted?: string;
}

/** A report as SARIF 2.1.0, which code hosts show beside the lines of a change. */
export function sarifText(findings: readonly SarifFinding[], describeRule: (rule: string) => string): string {
  const { name, version } = packageManifest();
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name, version, rules: rules.map((id) => ({ id, shortDescription: { text: describeRule(id) } })) },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => resultOf(finding, rules.indexOf(finding.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(finding: SarifFinding, ruleIndex: number): object {
  const { rule, level, says, place, related = [], fingerprint, accepted } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: printable(says) },
    locations: [locationOf(place)],
    ...(related.length > 0 ? { relatedLocations: related.map((other, id) => ({ id, ...locationOf(other) })) } : {}),
    partialFingerprints: { "assay/1": fingerprint },
    ...(accepted === undefined
      ? {}
      : { suppressions: [{ kind: "external", status: "accepted", justification: printable(accepted) }] }),
  };
}

const locationOf = ({ file, line, name, says }: SarifPlace): object => ({
  physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } },
  ...(name ? { logicalLocations: [{ fullyQualifiedName: printable(name) }] } : {}),
  ...(says ? { message: { text: printable(says) } } : {}),
});

/** A file as an address: relative to the repository, as code hosts want it; a file of a revision by its path there. */
function uriOf(file: string): string {
  if (/^https?:\/\//.test(file)) return file;
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return encodeURI(file.replace(/^git:[^:]+:\//, "").replaceAll("\\", "/")).replaceAll(/[?#]/g, encodeURIComponent);
}
