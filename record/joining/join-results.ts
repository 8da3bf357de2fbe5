import { judgedOf } from "../results/judged.ts";
import { isSelected } from "../results/selected.ts";
import type { Outcome, RequirementResult, Results } from "../results.ts";
import { verdictOf } from "../verdict.ts";

/** Which of two outcomes stands, the stronger first: a failure anywhere is a failure, and what held somewhere was judged. */
export const strengths: Record<Outcome, number> = { fail: 0, warn: 1, pass: 2, untestable: 3, "not-applicable": 4 };

/** The results of two runs together, where one of them has no journal. */
export function joinResults(a: Results, b: Results): Results {
  const requirements = strongest(a.requirements, b.requirements);
  const { complete: _, ...rest } = a;
  const ending = a.complete === false || b.complete === false ? { complete: false as const } : {};
  return {
    ...rest,
    ...ending,
    verdict: verdictOf({ ...rest, ...ending, requirements }),
    requirements,
    judged: judgedOf(requirements.filter(isSelected)),
    requests: a.requests + b.requests,
    observations: [...a.observations, ...b.observations],
    started: a.started < b.started ? a.started : b.started,
    finished: a.finished > b.finished ? a.finished : b.finished,
    ...(a.spent || b.spent ? { spent: sums(a.spent, b.spent) } : {}),
    ...machineOf(a, b),
  };
}

function strongest(a: readonly RequirementResult[], b: readonly RequirementResult[]): RequirementResult[] {
  const byId = new Map(b.map((result) => [result.id, result]));
  return a.map((result) => {
    const rival = byId.get(result.id);
    return rival && strengths[rival.outcome] < strengths[result.outcome] ? rival : result;
  });
}

function machineOf({ machine: a }: Results, { machine: b }: Results): Pick<Results, "machine"> {
  if (!a && !b) return {};
  return { machine: { transitions: sums(a?.transitions, b?.transitions), pairs: sums(a?.pairs, b?.pairs) } };
}

function sums(a: Record<string, number> = {}, b: Record<string, number> = {}): Record<string, number> {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
