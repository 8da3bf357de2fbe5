import { dayOf } from "../../base/formats/formats.ts";
import { judgeDeployment } from "../../library/versions/deploy-gate.ts";
import type { Reach, VersionPath } from "../../regression/diff/sources/locate-version.ts";
import type { VersionPolicy } from "../../regression/diff/versions.ts";
import { type DeployResults, deployMarkdown, deploySarif, deployText } from "../../reports/versions/deploy-results.ts";
import { ignoreFileFor } from "../folders/ignore-file.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { type PartnerOptions, pactSourceOf, reachOf } from "../options/partner-options.ts";
import { linesOf } from "../terminal/version-lines.ts";

export interface CanIDeployOptions extends PartnerOptions, Reach {
  against: string;
  old?: string;
  ignore?: string;
  versioning: VersionPolicy;
  json?: true;
  markdown?: true;
  sarif?: true;
}

/** Says whether a version can be deployed: one gate for differences, partners and contracts. */
export async function canIDeploy(options: CanIDeployOptions, io: Io): Promise<number> {
  const { against, old, ignore, versioning } = options;
  const { results, versions } = await judgeDeployment({
    against,
    old,
    pacts: pactSourceOf(options, io),
    ignore: ignore ?? ignoreFileFor(against),
    versioning,
    today: dayOf(Date.now()),
    reach: reachOf(options),
  });
  io.stdout.write(textOf(results, options, versions, io));
  return results.verdict === "yes" ? exits.fine : exits.notConformant;
}

function textOf(
  results: DeployResults,
  { json, markdown, sarif }: CanIDeployOptions,
  versions: readonly VersionPath[],
  { paint }: Io,
): string {
  if (json) return jsonText(results);
  if (sarif) return deploySarif(results, linesOf(versions));
  return markdown ? deployMarkdown(results) : deployText(results, paint, linesOf(versions));
}
