import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../base/files/write-whole.ts";
import { groupBy } from "../../base/group-by.ts";
import { resetPath } from "../../harness/control/control-calls.ts";
import { type ExchangeEntry, entriesOf, type RecordedFinding } from "../../record/journal.ts";
import { isBroken } from "../../record/outcomes.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Happening, isClockMove } from "../../record/story/history.ts";
import { isAboutCounts } from "../../record/story/relevance.ts";
import { createReplayables } from "../../record/story/story.ts";
import { reproFolder } from "../report-names.ts";
import { type ReplayNeed, replayScript } from "./replay-script.ts";
import { script } from "./script.ts";
import { unprovenIn, variablesOf } from "./steps.ts";

/** An answer that is longer than this, in characters, is not written into a script. */
const longestAnswer = 200_000;

/** Writes a script for each failure, and answers the record with the paths of the scripts. */
export function writeRepros(folder: string, run: RunRecord): RunRecord {
  rmSync(join(folder, reproFolder), { recursive: true, force: true });
  const scripts = scriptsOf(run);
  if (scripts.size === 0) return run;
  mkdirSync(join(folder, reproFolder));
  for (const [id, text] of scripts) writeWhole(join(folder, pathOf(id)), text, { mode: 0o755 });
  const withRepro = (result: RequirementResult): RequirementResult =>
    scripts.has(result.id) ? { ...result, repro: pathOf(result.id) } : result;
  return { ...run, results: { ...run.results, requirements: run.results.requirements.map(withRepro) } };
}

const pathOf = (id: string): string => `${reproFolder}/${id}.sh`;

/** The scripts of a run's failures, by requirement. */
export function scriptsOf({ results, entries }: RunRecord): Map<string, string> {
  const scripts = new Map<string, string>();
  const broken = results.requirements.filter(isBroken);
  if (results.kind !== "provider" || broken.length === 0) return scripts;
  const { urls = {}, control } = entriesOf(entries, "target").at(-1) ?? {};
  const replayableOf = createReplayables(entries);
  const isAdapted = entriesOf(entries, "run").some(({ isAdapted: adapted }) => adapted);
  // Only what proofs found can be repeated, and not what recorded traffic shows.
  const canReplay = entriesOf(entries, "proof").length > 0;
  const findings = groupBy(entriesOf(entries, "finding"), ({ requirement }) => requirement);
  const exchanges = new Map(entriesOf(entries, "exchange").map((exchange) => [exchange.id, exchange]));
  for (const { id, title } of broken) {
    const finding = findings.get(id)?.[0];
    if (!finding) continue;
    const shown = exchanges.get(finding.exchange ?? "");
    const story = replayableOf(finding);
    const need = needOf(finding, { shown, story, isAdapted });
    if (shown && !need) {
      const steps = [...witnessesFor(finding, { shown, story, urls, exchanges }), ...story];
      scripts.set(id, script({ id, title, finding, shown, story: steps }, { urls, control }));
    } else if (canReplay) scripts.set(id, replayScript(id, title, finding, need ?? "silence"));
  }
  return scripts;
}

/**
 * Requests that the target answered to the tokens of the one that shows a finding. Without a reset, nothing else would distinguish a
 * refusal that was promised from that of a token that belongs to another target.
 */
function witnessesFor(
  { promised = [] }: RecordedFinding,
  { shown, story, urls, exchanges }: WitnessFacts,
): ExchangeEntry[][] {
  const isReset = story.flat().some((happening) => happening.kind === "control" && happening.path === resetPath);
  if (isReset || !promised.includes(401)) return [];
  const open = new Set(unprovenIn(story, shown, urls));
  const witnesses = [...exchanges.values()].filter(({ request, response }) => {
    const isRead = request.method === "GET" && request.body === undefined && response.status === 200;
    return isRead && variablesOf(request, urls).trusted.filter((name) => open.delete(name)).length > 0;
  });
  return witnesses.map((witness) => [witness]);
}

interface WitnessFacts {
  shown: ExchangeEntry;
  story: readonly Happening[][];
  urls: Readonly<Record<string, string>>;
  exchanges: ReadonlyMap<string, ExchangeEntry>;
}

const isRateRefusal = (happening: Happening | undefined): boolean =>
  happening?.kind === "exchange" && happening.response.status === 429;

/** Says why plain requests cannot show a finding again; returns nothing where they can. */
function needOf(
  finding: RecordedFinding,
  { shown, story, isAdapted }: { shown: ExchangeEntry | undefined; story: Happening[][]; isAdapted: boolean },
): ReplayNeed | undefined {
  const happenings = story.flat();
  if (happenings.some(({ kind }) => kind === "arrival") || finding.exchange?.startsWith("w-")) return "webhooks";
  if (!shown) return "silence";
  if (shown.response.body.length > longestAnswer) return "length";
  // The rest of a rate depends on requests that no one repeats in the same second, even where one response shows that it is wrong.
  const isRest = finding.requirement === "RATE-7";
  if (isAboutCounts(finding.requirement) && !finding.promised && (isRest || !finding.isAlone)) return "counts";
  if (happenings.some((happening, index) => isClockMove(happening) && isRateRefusal(happenings[index - 1])))
    return "wait";
  return isAdapted && happenings.some(({ kind }) => kind === "control") ? "adapter" : undefined;
}
