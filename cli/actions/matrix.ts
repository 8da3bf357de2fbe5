import { matrixOf } from "../../library/versions/matrix.ts";
import type { Reach } from "../../regression/diff/sources/locate-version.ts";
import { isLastHeld, type MatrixResults, matrixMarkdown, matrixText } from "../../reports/versions/matrix-results.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { type PartnerOptions, pactSourceOf, reachOf } from "../options/partner-options.ts";

export interface MatrixOptions extends PartnerOptions, Reach {
  json?: true;
  markdown?: true;
}

/** Shows which partners' contracts hold under which versions. */
export async function matrix(versions: string[], options: MatrixOptions, io: Io): Promise<number> {
  const results = await matrixOf({ versions, pacts: pactSourceOf(options, io), reach: reachOf(options) });
  io.stdout.write(textOf(results, options, io));
  if (!isLastHeld(results)) return exits.notConformant;
  return results.unread.length > 0 ? exits.couldNotRun : exits.fine;
}

function textOf(results: MatrixResults, { json, markdown }: MatrixOptions, { paint }: Io): string {
  if (json) return jsonText(results);
  return markdown ? matrixMarkdown(results) : matrixText(results, paint);
}
