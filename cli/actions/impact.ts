import { impactOf } from "../../library/versions/impact.ts";
import { locateVersion, type Reach } from "../../regression/diff/sources/locate-version.ts";
import { impactMarkdown } from "../../reports/versions/impact-markdown.ts";
import type { ImpactResults } from "../../reports/versions/impact-results.ts";
import { impactSarif } from "../../reports/versions/impact-sarif.ts";
import { impactText } from "../../reports/versions/impact-text.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { type PartnerOptions, pactSourceOf, reachOf } from "../options/partner-options.ts";
import { linesOf } from "../terminal/version-lines.ts";

export interface ImpactOptions extends PartnerOptions, Reach {
  against: string;
  old?: string;
  json?: true;
  markdown?: true;
  sarif?: true;
}

/** Reports which partners a new version of the specification breaks, and by which differences. */
export async function impact(options: ImpactOptions, io: Io): Promise<number> {
  const { against, old } = options;
  const results = await impactOf({ against, old, pacts: pactSourceOf(options, io), reach: reachOf(options) });
  io.stdout.write(await textOf(results, options, io));
  if (results.verdict === "breaking") return exits.notConformant;
  if (results.unread.length === 0) return exits.fine;
  io.stderr.write("assay: what could not be read may break too; fix it, or remove it\n");
  return exits.couldNotRun;
}

async function textOf(results: ImpactResults, options: ImpactOptions, { paint }: Io): Promise<string> {
  const { against, old, json, markdown, sarif } = options;
  if (json) return jsonText(results);
  if (markdown) return impactMarkdown(results);
  const names = old === undefined ? [against] : [old, against];
  const findLine = linesOf(await Promise.all(names.map((name) => locateVersion(name, reachOf(options)))));
  return sarif ? impactSarif(results, findLine) : impactText(results, paint, findLine);
}
