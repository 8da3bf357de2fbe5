import { gzipSync } from "node:zlib";
import type { RequirementResult, Results } from "../../record/results.ts";
import { withVerdict } from "../../record/verdict.ts";
import { anyApplication } from "../../specs/ledger/claims.ts";
import { loadRequirementSets } from "../../specs/ledger/requirement-sets.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { settle } from "../partners/life.ts";
import { beginAttempt, endAttempt } from "../runs/attempts.ts";
import { askRun, type StoredRun } from "../runs/runs.ts";
import { outcomesOf } from "../work/certify-job.ts";
import type { TestConsole } from "./served.ts";

const current = loadRequirementSets().at(-1);

/** The musts of every application and of one that claims webhooks. */
export const musts = [anyApplication, "webhooks"].flatMap((claim) =>
  Object.keys(current?.claims[claim]?.requirements ?? {}),
);
export const suites = [1, 2].map((digit) => `sha256:${String(digit).repeat(64)}`) as [string, string];

/** Results of an application that claims webhooks, in which these requirements fail. */
export function resultsWith(failing: readonly string[], name: string, suite = suites[0]): Results {
  const requirements = loadLedger()
    .filter(({ id }) => musts.includes(id))
    .map(
      ({ id, level, says, sources }): RequirementResult => ({
        id,
        level,
        title: says,
        sources: [...sources],
        evidence: [],
        ...(failing.includes(id) ? { outcome: "fail", reason: "it answered 500\u0000" } : { outcome: "pass" }),
      }),
    );
  return withVerdict({
    format: "assay-results/1",
    kind: "partner",
    verdict: "inconclusive",
    subject: { name, urls: {} },
    specification: { name: "Partner Integration API", version: "1.0.0", digest: `sha256:${"0".repeat(64)}` },
    suite: { name: "assay", version: "1", digest: suite },
    seed: 1,
    depth: "standard",
    started: "2026-11-18T00:00:00Z",
    finished: "2026-11-18T00:01:00Z",
    requests: 1,
    requirements,
    observations: [],
  });
}

/** Has a partner judged as a worker does, with these results. */
export async function judgeBy(
  { context }: TestConsole,
  slug: string,
  askedBy: StoredRun["asked_by"],
  failing: readonly string[] = [],
): Promise<string> {
  const [partner] = await context.database.query<{ id: string; name: string }>(
    "SELECT id, name FROM assay.partners WHERE slug = $1",
    [slug],
  );
  const partnerId = partner?.id ?? "";
  const asked = await context.database.transaction((sql) => askRun(context, sql, { partnerId, askedBy }));
  const ids = { runId: asked.id, jobId: asked.job_id, workerId: "00000000-0000-4000-8000-000000000000" };
  const run = await beginAttempt(context, ids);
  if (!run) throw new Error("the run was not begun");
  const results = resultsWith(failing, partner?.name ?? "");
  const text = JSON.stringify(results);
  await endAttempt(
    context,
    run,
    { verdict: results.verdict, outcomes: outcomesOf(results), results: text, journal: gzipSync("") },
    (sql) => settle(context, sql, partnerId, { runId: run.id, askedBy, results, text }),
  );
  return run.id;
}
