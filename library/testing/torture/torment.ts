import type { Entry } from "../../../record/journal.ts";
import type { RunRecord } from "../../../record/run-folder.ts";
import type { Sandbox } from "../../../sandbox/create-sandbox.ts";
import { judgeTarget } from "../../judge.ts";
import { type Misbehaviour, startTorture } from "./torture-server.ts";

/** Small bounds, so that nobody has to wait for them. */
export const bounds = { answer_s: 0.25, body_mb: 1, silences: 4 };

/** What came of a run with a target that does harm. */
export interface Tormented extends RunRecord {
  /** What was found, by requirement, and what kept the run from judging. */
  found: Record<string, string[]>;
  said: string;
}

/** Judges a sandbox whose list of countries is answered by a misbehaviour; its list of cities is right. */
export async function torment(sandbox: Sandbox, misbehave: Misbehaviour, path = "/countries"): Promise<Tormented> {
  const server = await startTorture({ upstream: sandbox.urls.base_url, path, after: 1, misbehave });
  try {
    const record = await judgeTarget(
      {
        name: "tormented",
        control: sandbox.control,
        urls: { base_url: sandbox.urls.base_url.replace(/^https?:\/\/[^/]+/, server.url) },
        bounds,
      },
      { only: ["DICT-1", "DICT-4"], first: ["DICT-4"], depth: "quick" },
    );
    return { ...record, ...tellingOf(record.entries) };
  } finally {
    await server.close();
  }
}

/** What the entries of a run tell of what went wrong. */
export function tellingOf(entries: readonly Entry[]): Pick<Tormented, "found" | "said"> {
  const found: Record<string, string[]> = {};
  const said = entries.flatMap((entry) => {
    if (entry.kind === "finding") (found[entry.requirement] ??= []).push(`found ${entry.found}`);
    if (entry.kind === "finding") return [`found ${entry.found}`];
    if (entry.kind === "untestable") return [entry.why];
    return entry.kind === "trouble" ? [entry.what] : [];
  });
  return { found, said: said.join("\n") };
}
