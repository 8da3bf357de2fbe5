import { impactOf } from "../../library/impact.ts";
import { impactText } from "../../reports/impact-text.ts";
import { readBroker } from "../broker-options.ts";
import { exits } from "../exits.ts";
import { type Io, jsonText } from "../io.ts";

export interface ImpactOptions {
  against: string;
  pacts: string;
  brokerToken?: string;
  provider: string;
  old?: string;
  json?: true;
}

/** Tells which partners a new version of the specification breaks, and by which differences. */
export async function impact(options: ImpactOptions, io: Io): Promise<number> {
  const { against, old } = options;
  const results = await impactOf({ against, old, pacts: sourceOf(options) });
  io.stdout.write(options.json ? jsonText(results) : impactText(results, io.paint));
  if (results.verdict === "breaking") return exits.notConformant;
  if (results.unread.length === 0) return exits.fine;
  io.stderr.write("assay: what could not be read may break too; fix it, or remove it\n");
  return exits.couldNotRun;
}

/** Where the contracts are: in files, or at a broker. */
function sourceOf({ pacts, brokerToken, provider }: ImpactOptions): Parameters<typeof impactOf>[0]["pacts"] {
  if (!/^https?:\/\//.test(pacts)) return pacts;
  const broker = readBroker(pacts, "--pacts");
  return { broker, provider, ...(brokerToken ? { token: brokerToken } : {}), option: "--pacts", purpose: "read" };
}
